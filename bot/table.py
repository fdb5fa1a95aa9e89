"""The table in Discord: takes a command or a press, has the scorekeeper play, answers, and keeps the board right.

The order is always the same: the move is on disk, then the person is answered, then boards are edited.
"""

import asyncio
import contextlib
import inspect
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import discord

from bot.board import AFTER, lay_out, pointer
from bot.buttons import MoveButton, Press, form_of
from bot.errors import reply_privately
from bot.language import CONTENT_MOST, LANGUAGES, Voice, clean_name, private_language, shorten
from bot.log import tell_entry, voice_of
from bot.options import mentioned, read_options, read_start, split_names
from bot.rules.format import Button, Choice, Fact, Finding, Format, Judge, Line, Refused
from bot.rules.match import Match, Person
from bot.scorekeeper import Actor, Place, Played, Scorekeeper, allowed, other_match

if TYPE_CHECKING:
    from bot.client import Sidecar

Interaction = discord.Interaction["Sidecar"]

log = logging.getLogger("sidecar")

LOOKUP_SECONDS = 2.0
# What a move gets from the scorekeeper, and nobody types.
GIVEN = frozenset({"state", "actor", "chance"})


class Table:
    """What cogs and buttons call. Holds no match: only which boards are being edited, and each place's language."""

    def __init__(self, client: "Sidecar", keeper: Scorekeeper) -> None:
        self._client = client
        self.keeper = keeper
        self._editing: set[int] = set()
        self._stale: set[int] = set()
        self._languages: dict[int, str] = {}
        self._boards: dict[int, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Who and where.

    def place(self, interaction: Interaction) -> Place:
        """The channel that an interaction came from."""
        if interaction.channel_id is None:
            raise Refused("no-match-here")
        return Place(interaction.channel_id, interaction.guild_id)

    def place_of(self, message: discord.Message) -> Place:
        """The channel of a message."""
        return Place(message.channel.id, message.guild.id if message.guild else None)

    def actor(self, interaction: Interaction) -> Actor:
        """Who acts, and whether as a moderator of this channel."""
        user = interaction.user
        moderator = interaction.guild_id is not None and interaction.permissions.manage_messages
        return Actor(Person(_called(user), user.id), moderator, interaction.id)

    async def find(self, interaction: Interaction) -> Match | None:
        """The match that lives where an interaction came from."""
        return await self.keeper.find(self.place(interaction)) if interaction.channel_id else None

    async def public(self, interaction: Interaction, match: Match | None = None) -> Voice:
        """The voice of the channel: as set there or for its parent, else the server's language."""
        language = await self.language(interaction)
        return voice_of(language, match) if match else Voice(language)

    def private(self, interaction: Interaction, match: Match | None = None) -> Voice:
        """The voice for the reader alone."""
        language = private_language(interaction.locale)
        return voice_of(language, match) if match else Voice(language)

    async def language(self, interaction: Interaction) -> str:
        """What a channel speaks; a thread follows its parent."""
        locale = interaction.guild_locale if interaction.guild_id else interaction.locale
        parent = getattr(interaction.channel, "parent_id", None)
        return await self._language_of(self.place(interaction).id, parent, locale or interaction.locale)

    async def language_at(self, place: Place) -> str:
        """What a channel speaks, where nobody is acting just now; a direct message is taken to speak English."""
        guild = self._client.get_guild(place.guild) if place.guild else None
        parent = getattr(self._client.get_channel(place.id), "parent_id", None)
        locale = guild.preferred_locale if guild else discord.Locale.american_english
        return await self._language_of(place.id, parent, locale)

    async def language_of(self, message: discord.Message, spoken: str) -> str:
        """What to answer a message in: what its channel speaks.

        A server says English until somebody changes it; there, and in direct messages, it is what the writer `spoken`.
        """
        parent = getattr(message.channel, "parent_id", None)
        chosen = await self.keeper.store.language((message.channel.id, *((parent,) if parent else ())))
        server = private_language(message.guild.preferred_locale) if message.guild else "en"
        return chosen or ("ja" if server == "ja" else spoken)

    async def _language_of(self, place: int, parent: int | None, locale: discord.Locale) -> str:
        if place not in self._languages:
            chosen = await self.keeper.store.language((place, parent) if parent else (place,))
            self._languages[place] = chosen or private_language(locale)
        return self._languages[place]

    async def set_language(self, interaction: Interaction, language: str) -> Voice:
        """Set what the channel speaks; `auto` follows the server again. The board changes with it."""
        if language not in (*LANGUAGES, "both", "auto"):
            raise Refused("language-unknown", typed=language)
        await self.keeper.store.set_language(self.place(interaction).id, None if language == "auto" else language)
        self._languages.clear()
        self.redraw_soon(interaction)
        return await self.public(interaction)

    # Starting.

    async def people(self, interaction: Interaction, typed: str) -> list[Person]:
        """The people whom a text names: members by mention, guests by name.

        Raises Refused for a bot, a stranger, somebody named twice, or where Discord does not answer in time.
        """
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                people = await asyncio.gather(*(self._person(interaction, name) for name in split_names(typed)))
        except TimeoutError as error:
            raise Refused("lookup-slow") from error
        return [*people]

    async def _person(self, interaction: Interaction, typed: str) -> Person:
        user_id = mentioned(typed)
        if user_id is None:
            return Person(clean_name(typed))
        try:
            if interaction.guild is None:
                user: discord.User | discord.Member = await self._client.fetch_user(user_id)
            else:
                user = interaction.guild.get_member(user_id) or await interaction.guild.fetch_member(user_id)
        except discord.NotFound as error:
            raise Refused("member-unknown") from error
        return self.person(user)

    def person(self, user: discord.User | discord.Member) -> Person:
        """A member as a player. Raises Refused for a bot."""
        if user.bot:
            raise Refused("bot-as-player", name=_called(user))
        return Person(_called(user), user.id)

    async def has_left(self, interaction: Interaction, person: Person) -> bool:
        """Whether somebody is no longer on the server; a guest counts as there."""
        if interaction.guild is None or person.user_id is None:
            return False
        try:
            await interaction.guild.fetch_member(person.user_id)
        except discord.NotFound:
            return True
        return False

    async def start(
        self, interaction: Interaction, form: Format, sides: tuple[str | None, ...], **typed: object
    ) -> None:
        """Open a match where every side is named, else a lobby with those who are, and post its board."""
        self._may_post(interaction)
        options = read_start(form, typed)
        place, actor = self.place(interaction), self.actor(interaction)
        named = tuple([tuple(await self.people(interaction, side or "")) for side in sides])
        people = [person for side in named for person in side]
        _each_once(people)
        if all(side is not None for side in sides):
            seats = next((seats for seats in form.seatings if len(seats) == len(people)), None)
            if seats is None or (form.teams and len({len(side) for side in named}) > 1):
                sizes = [len(seats) for seats in form.seatings]
                raise Refused(f"{form.key}-players", count=len(people), least=min(sizes), most=max(sizes))
            match = await self.keeper.begin(place, actor, form, dict(zip(seats, people, strict=True)), options)
        else:
            match = await self.keeper.open_lobby(place, actor, form, options, named)
        await self.post(interaction, match)

    async def bring_in(self, interaction: Interaction, match: Match) -> None:
        """Let an imported match live here, and post its board; the command was acknowledged long before."""
        self._may_post(interaction)
        place = self.place(interaction)
        match = await self.keeper.bring_in(place, self.actor(interaction), match)
        await self._edit(place, match, await self.public(interaction, match))
        await reply_privately(interaction, self.private(interaction, match).say("imported", entries=len(match.log)))

    def _may_post(self, interaction: Interaction) -> None:
        missing = self.missing_rights(interaction)
        if missing:
            raise Refused("rights-missing", rights=missing)

    def missing_rights(self, interaction: Interaction) -> tuple[str, ...]:
        """The rights that a board needs and the bot does not have here, in Discord's words of the reader's language."""
        if interaction.guild_id is None:
            return ()
        rights = interaction.app_permissions
        send = "send_messages_in_threads" if _in_thread(interaction) else "send_messages"
        wanted = ("view_channel", send, "read_message_history")
        voice = self.private(interaction)
        return tuple(voice.label(f"right-{right}") for right in wanted if not getattr(rights, right))

    # Answers to commands.

    async def play(self, interaction: Interaction, form: Format, move: str, **typed: object) -> None:
        """Play a move that a command asks for, tell everybody what happened, and redraw the board."""
        match = await self.keeper.match(self.place(interaction))
        if match.format is not form:
            raise other_match(match)
        options = read_options(form.moves[move], typed, match.sitters)
        played = await self.keeper.play(self.place(interaction), self.actor(interaction), form, move, **options)
        await self.tell(interaction, played)

    async def tell(self, interaction: Interaction, played: Played) -> None:
        """Tell everybody what an entry did, then redraw the board."""
        voice = await self.public(interaction, played.match)
        text = "\n".join(tell_entry(voice, played.match, played.entry))
        try:
            await interaction.response.send_message(shorten(text, CONTENT_MOST))
        finally:
            # Played is played, whether or not Discord took the answer.
            self.redraw_soon(interaction)

    async def judge(self, interaction: Interaction, form: Format, judge: Judge, **typed: object) -> Finding:
        """What a judge of a format finds, about this match where one of that format lives here."""
        match = await self.find(interaction)
        here = match if match and match.format is form else None
        looks = "state" in inspect.signature(judge).parameters
        if looks and here is None:
            raise other_match(match) if match else Refused("no-match-here")
        sitters = here.sitters if here else {seat: Person(seat) for seat in form.seatings[-1]}
        options = read_options(judge, typed, sitters)
        return judge(here.state, **options) if looks and here else judge(**options)

    async def show(
        self, interaction: Interaction, said: Iterable[Line | Fact], *buttons: Button, private: bool = False
    ) -> None:
        """Tell what a judge found or what a rule says, with buttons of the match where they lead on."""
        match = await self.find(interaction)
        voice = self.private(interaction, match) if private else await self.public(interaction, match)
        text = "\n".join(voice.tell(each) if isinstance(each, Fact) else voice.line(each) for each in said)
        options: dict[str, Any] = {}
        fitting = [button for button in buttons if match and button.move in match.format.moves]
        if match and fitting:
            options["view"] = discord.ui.View(timeout=None)
            for button in fitting:
                options["view"].add_item(MoveButton.of(button, voice, match.id, match.version))
        await interaction.response.send_message(shorten(text, CONTENT_MOST), ephemeral=private, **options)

    async def post(self, interaction: Interaction, match: Match) -> None:
        """Answer with the board, and remember that message as the board."""
        voice = await self.public(interaction, match)
        answer = await interaction.response.send_message(view=lay_out(match, voice))
        if answer.message_id is not None:
            await self._point_to(self.place(interaction), match, answer.message_id, voice)

    async def _point_to(self, place: Place, match: Match, message: int, voice: Voice) -> None:
        before = await self._board(match)
        await self._set_board(match, message)
        if before is not None and before != message:
            with contextlib.suppress(discord.HTTPException):
                await self._redress(place, before, pointer(voice, "board-is-below", link=_link(place, message)))

    # Presses.

    async def press(self, interaction: Interaction, press: Press) -> None:
        """A button, a list or a form of a board."""
        match = await self.find(interaction)
        if match is None or match.id != press.match:
            raise Refused("match-ended")
        actor = self.actor(interaction)
        is_open = press.move in match.format.open_moves
        if not is_open:
            allowed(actor, match)
        if press.kind in ("f", "q"):
            await self._ask(interaction, match, press)
        elif press.move == "begin":
            if not press.options.keys() <= {"first"}:
                raise Refused("board-moved-on")  # house rules are settled when the lobby opens
            _, begun = await self.keeper.begin_from_lobby(self.place(interaction), actor, press.options)
            await self._show(interaction, begun)
        elif press.move == "end":
            await self._end(interaction, await self.keeper.close(self.place(interaction), actor))
        else:
            drawn = (press.match, press.version) if press.exact and not is_open else None
            played = await self._carry_out(self.place(interaction), actor, match, press, drawn)
            await self._show(interaction, played.match, played)

    async def _carry_out(
        self, place: Place, actor: Actor, match: Match, press: Press, drawn: tuple[int, int] | None
    ) -> Played:
        if press.move == "undo":
            return await self.keeper.undo(place, actor, drawn)
        if press.move == "redo":
            return await self.keeper.redo(place, actor, drawn)
        deed = match.format.moves.get(press.move)
        if deed is None:
            raise Refused("board-moved-on")
        known = {n: each for n, each in inspect.signature(deed).parameters.items() if n not in GIVEN}
        asked = {n for n, each in known.items() if each.default is inspect.Parameter.empty}
        typed = {n: v for n, v in press.options.items() if v or n in asked}
        if not asked <= typed.keys() <= known.keys():
            raise Refused("board-moved-on")  # a button of another version of the bot
        options = read_options(deed, typed, match.sitters)
        return await self.keeper.play(place, actor, match.format, press.move, drawn=drawn, **options)

    async def _ask(self, interaction: Interaction, match: Match, press: Press) -> None:
        button = _button_of(match, press)
        voice = self.private(interaction, match)
        if button is None:
            raise Refused("board-moved-on")
        if button.form:
            await interaction.response.send_modal(form_of(button, voice, press))
        else:
            await self._confirm(interaction, match, button)

    async def _confirm(self, interaction: Interaction, match: Match, button: Button) -> None:
        voice = self.private(interaction, match)
        view = discord.ui.View(timeout=None)
        view.add_item(MoveButton.of(button, voice, match.id, match.version, confirmed=True))
        await reply_privately(interaction, voice.line(button.confirm or button.label), view)

    async def ask_to_end(self, interaction: Interaction) -> None:
        """Ask the person once more, privately, before a match is ended."""
        match = await self.keeper.match(self.place(interaction))
        allowed(self.actor(interaction), match)
        await self._confirm(interaction, match, next(button for button in AFTER if button.move == "end"))

    async def _end(self, interaction: Interaction, match: Match) -> None:
        await self._tell_presser(interaction, [self.private(interaction, match).say("match-closed")])
        board = self._boards.pop(match.id, None) or await self.keeper.store.board(match.id)
        if board:
            voice = await self.public(interaction, match)
            with contextlib.suppress(discord.HTTPException):
                await self._redress(self.place(interaction), board, lay_out(match, voice, closed=True))

    # The board.

    async def _show(self, interaction: Interaction, match: Match, played: Played | None = None) -> None:
        """Answer a press by the board itself; while another edit is under way, acknowledge and let that one follow."""
        place = self.place(interaction)
        if not _on_board(interaction):
            voice = (
                await self.public(interaction, match) if _on_guide(interaction) else self.private(interaction, match)
            )
            try:
                await self._tell_presser(interaction, tell_entry(voice, match, played.entry) if played else [])
            finally:
                self.redraw_soon(interaction)
        elif place.id in self._editing:
            self._stale.add(place.id)
            await interaction.response.defer()
        else:
            await self._answer_with_board(interaction, place, match)

    async def _answer_with_board(self, interaction: Interaction, place: Place, match: Match) -> None:
        message = interaction.message
        self._editing.add(place.id)
        try:
            voice = await self.public(interaction, match)
            board = await self._board(match)
            if message is None or board in (None, message.id):
                await interaction.response.edit_message(view=lay_out(match, voice))
                if message is not None and board is None:
                    await self._set_board(match, message.id)
            else:
                # Somebody found an older board: the move counts, and the message says where the board is now.
                await interaction.response.edit_message(view=pointer(voice, "board-is-below", link=_link(place, board)))
                self._stale.add(place.id)
        except discord.HTTPException:
            self._stale.add(place.id)
            raise
        finally:
            self._editing.discard(place.id)
            if place.id in self._stale:
                self.redraw_soon(interaction)

    async def _tell_presser(self, interaction: Interaction, told: list[str]) -> None:
        text = "\n".join(told) or "✓"
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            await interaction.response.edit_message(content=shorten(text, CONTENT_MOST), view=None)
        elif message is not None and _on_guide(interaction):
            await interaction.response.edit_message(
                content=shorten(f"{message.content}\n{text}", CONTENT_MOST), view=None
            )
        else:
            await reply_privately(interaction, shorten(text, CONTENT_MOST))

    async def redraw_at(self, interaction: Interaction) -> None:
        """Draw the board anew where an interaction came from, if a match lives there."""
        if interaction.channel_id is not None:
            self.redraw_soon(interaction)

    def redraw_soon(self, interaction: Interaction) -> None:
        """Bring the board up to date after the answer. A burst of calls ends in one right board."""
        task = asyncio.create_task(self._redraw(interaction), name="sidecar-redraw")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _redraw(self, interaction: Interaction) -> None:
        place = self.place(interaction)
        if place.id in self._editing:
            self._stale.add(place.id)
            return
        self._editing.add(place.id)
        try:
            while True:
                self._stale.discard(place.id)
                match = await self.keeper.find(place)
                if match is None:
                    return
                await self._edit(place, match, await self.public(interaction, match))
                if place.id not in self._stale:
                    return
        except discord.HTTPException as error:
            # A locked thread, a lost right: the match stands on disk, and the next command says what is wrong.
            log.warning("the board of %s can't be drawn: %s", place.id, error)
        finally:
            self._editing.discard(place.id)

    async def restore(self, place: Place) -> None:
        """Show what lives in a place as it stands now, on a new message where its board was deleted.

        Does nothing where no match lives.
        """
        match = await self.keeper.find(place)
        if match is not None:
            await self._edit(place, match, voice_of(await self.language_at(place), match))

    async def _edit(self, place: Place, match: Match, voice: Voice) -> None:
        board = await self._board(match)
        if board is not None:
            try:
                await self._redress(place, board, lay_out(match, voice))
            except discord.NotFound:
                board = None
        if board is None:
            sent = await self._client.get_partial_messageable(place.id, guild_id=place.guild).send(
                view=lay_out(match, voice)
            )
            await self._set_board(match, sent.id)

    async def _board(self, match: Match) -> int | None:
        if match.id not in self._boards:
            board = await self.keeper.store.board(match.id)
            if board is None:
                return None
            self._boards[match.id] = board
        return self._boards[match.id]

    async def _set_board(self, match: Match, message: int) -> None:
        await self.keeper.store.set_board(match.id, message)
        self._boards[match.id] = message

    async def _redress(self, place: Place, message: int, view: discord.ui.LayoutView) -> None:
        channel = self._client.get_partial_messageable(place.id, guild_id=place.guild)
        # The library leaves the client's own default out of an edit.
        await channel.get_partial_message(message).edit(view=view, allowed_mentions=discord.AllowedMentions.none())


def _button_of(match: Match, press: Press) -> Button | None:
    rows = [row for block in match.format.board(match.state).blocks for row in block.rows]
    shown = [*AFTER, *(button for row in rows if not isinstance(row, Choice) for button in row)]
    same = (b for b in shown if b.move == press.move and {n: str(v) for n, v in b.options.items()} == press.options)
    return next(same, None)


def _on_board(interaction: Interaction) -> bool:
    """Whether a press came from a board: the only messages in layout components. Others are questions and guides."""
    return interaction.message is not None and interaction.message.flags.components_v2


def _on_guide(interaction: Interaction) -> bool:
    """Whether a press came from a public answer that leads on, such as the steps of a handover."""
    message = interaction.message
    return message is not None and not message.flags.ephemeral and not message.flags.components_v2


def _called(user: discord.User | discord.Member) -> str:
    """A member's name as it is kept; the account's own where the shown one has nothing readable in it."""
    try:
        return clean_name(user.display_name)
    except Refused:
        return clean_name(user.name)


def _link(place: Place, message: int) -> str:
    return f"https://discord.com/channels/{place.guild or '@me'}/{place.id}/{message}"


def _in_thread(interaction: Interaction) -> bool:
    return isinstance(interaction.channel, discord.Thread)


def _each_once(people: list[Person]) -> None:
    seen: list[Person] = []
    for person in people:
        if any(person.name == other.name or (person.user_id and person.user_id == other.user_id) for other in seen):
            raise Refused("named-twice", name=person.name)
        seen.append(person)
