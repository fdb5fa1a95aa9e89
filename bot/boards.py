"""The message that shows a match: posted, edited after each move however many come at once, and found again later."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord

from bot.board import lay_out, pointer
from bot.language import Voice
from bot.people import Interaction, place_of
from bot.rules.match import Match
from bot.scorekeeper import Place, Scorekeeper
from bot.voices import Voices

if TYPE_CHECKING:
    from bot.client import Sidecar

log = logging.getLogger("sidecar")

# How long a board that Discord had no ear for waits for the next attempt, and how many attempts it gets.
AGAIN_SECONDS, ATTEMPTS = 15.0, 8


class Boards:
    """The boards of all matches. Holds no match: only which message shows it, and which are being edited."""

    def __init__(self, client: "Sidecar", keeper: Scorekeeper, voices: Voices) -> None:
        self._client = client
        self._keeper = keeper
        self._voices = voices
        self._messages: dict[int, int] = {}
        self._edits: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._stale: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def post(self, interaction: Interaction, match: Match) -> None:
        """Answer with the board, and remember that message as the board; the one before points to it."""
        voice = await self._voices.public(interaction, match)
        answer = await interaction.response.send_message(view=lay_out(match, voice))
        if answer.message_id is None:
            return
        place = place_of(interaction)
        await self._message(match)
        # Between finding the one before and taking its place nothing waits, so that no two find the same.
        before = self._messages.get(match.id)
        await self._set_message(match, answer.message_id)
        if before is not None and before != answer.message_id:
            with contextlib.suppress(discord.HTTPException):
                await self._redress(place, before, _below(voice, place, answer.message_id))
        if await self._keeper.find(place) is not match or await self._voices.language(interaction) != voice.language:
            # Something happened while Discord took the board, and was drawn on the one before.
            self.redraw_soon(interaction)

    async def answer(self, interaction: Interaction, match: Match) -> None:
        """Answer a press by the board itself; while another edit is under way, acknowledge and let that one follow."""
        place, message = place_of(interaction), interaction.message
        edit = self._edit(place)
        if edit.locked():
            self._stale.add(place.id)
            await interaction.response.defer()
            return
        try:
            async with edit:
                voice = await self._voices.public(interaction, match)
                board = await self._message(match)
                if message is None or board in (None, message.id):
                    await interaction.response.edit_message(view=lay_out(match, voice))
                    if message is not None and board is None:
                        await self._set_message(match, message.id)
                else:
                    # Somebody found an older board: the move counts, and the message says where the board is now.
                    await interaction.response.edit_message(view=_below(voice, place, board))
                    self._stale.add(place.id)
        except discord.HTTPException:
            self._stale.add(place.id)
            raise
        finally:
            if place.id in self._stale:
                self.redraw_soon(interaction)

    def redraw_soon(self, interaction: Interaction) -> None:
        """Bring the board up to date after the answer, if a match lives here. Many calls end in one right board."""
        if interaction.channel_id is None:
            return
        self._keep(self._redraw(interaction), "sidecar-redraw")

    def _keep(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _redraw(self, interaction: Interaction, attempts: int = ATTEMPTS) -> None:
        place = place_of(interaction)
        edit = self._edit(place)
        if edit.locked():
            self._stale.add(place.id)
            return
        try:
            async with edit:
                while True:
                    self._stale.discard(place.id)
                    match = await self._keeper.find(place)
                    if match is None:
                        return
                    await self.show(place, match, await self._voices.public(interaction, match))
                    if place.id not in self._stale:
                        return
        except discord.HTTPException as error:
            # A locked thread, a lost right: the match stands on disk, and the next command says what is wrong.
            log.warning("the board of %s can't be drawn: %s", place.id, error)
            busy = error.status == HTTPStatus.TOO_MANY_REQUESTS or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR
            if busy and attempts > 1:
                self._keep(self._redraw_later(interaction, attempts - 1), "board-later")

    async def _redraw_later(self, interaction: Interaction, attempts: int) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        await self._redraw(interaction, attempts)

    async def show(self, place: Place, match: Match, voice: Voice) -> None:
        """Edit the board to the match as it is, or post a new one where there is none or it was deleted."""
        board = await self._message(match)
        if board is not None:
            try:
                await self._redress(place, board, lay_out(match, voice))
            except discord.NotFound:
                board = None
        if board is None:
            channel = self._client.get_partial_messageable(place.id, guild_id=place.guild)
            sent = await channel.send(view=lay_out(match, voice))
            await self._set_message(match, sent.id)

    async def catch_up(self) -> None:
        """Draw anew what a process that died may have left behind its log: the boards of the last minutes.

        Those of servers that another shard serves are its own to draw; what a direct message speaks is known only from
        whoever writes there, so its board waits for the next press.
        """
        for place in await self._keeper.recent():
            if place.guild is None or self._client.get_guild(place.guild) is None:
                continue
            async with self._edit(place):
                match = await self._keeper.find(place)
                board = await self._message(match) if match else None
                if match and board is not None:
                    with contextlib.suppress(discord.HTTPException):
                        await self._redress(place, board, lay_out(match, await self._voices.at(place, match)))

    async def close(self, interaction: Interaction, match: Match) -> None:
        """Leave the board of a match that was ended without buttons."""
        place = place_of(interaction)
        voice = await self._voices.public(interaction, match)
        # After an edit that is under way: it still shows the buttons.
        async with self._edit(place):
            board = await self._message(match)
            self._messages.pop(match.id, None)
            if board is not None:
                with contextlib.suppress(discord.HTTPException):
                    await self._redress(place, board, lay_out(match, voice, closed=True))

    def _edit(self, place: Place) -> asyncio.Lock:
        # Held weakly: a lock lives exactly as long as somebody holds it or waits for it.
        return self._edits.setdefault(place.id, asyncio.Lock())

    async def _message(self, match: Match) -> int | None:
        if match.id not in self._messages:
            board = await self._keeper.store.board(match.id)
            if board is None:
                return None
            self._messages[match.id] = board
        return self._messages[match.id]

    async def _set_message(self, match: Match, message: int) -> None:
        self._messages[match.id] = message
        await self._keeper.store.set_board(match.id, message)

    async def _redress(self, place: Place, message: int, view: discord.ui.LayoutView) -> None:
        channel = self._client.get_partial_messageable(place.id, guild_id=place.guild)
        # The library leaves the client's own default out of an edit.
        await channel.get_partial_message(message).edit(view=view, allowed_mentions=discord.AllowedMentions.none())


def _below(voice: Voice, place: Place, message: int) -> discord.ui.LayoutView:
    return pointer(voice, f"https://discord.com/channels/{place.guild or '@me'}/{place.id}/{message}")
