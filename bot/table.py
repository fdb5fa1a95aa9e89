"""The table in Discord: takes a command or a press, has the scorekeeper play, answers, and has the board redrawn.

The order is always the same: the move is on disk, then the person is answered, then boards are edited.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import discord

from bot.board import AFTER
from bot.boards import Boards
from bot.buttons import MoveButton, Press, form_of, under
from bot.errors import reply_privately
from bot.language import CONTENT_MOST, shorten
from bot.log import tell_entry
from bot.options import asked, read_options, read_start
from bot.people import Interaction, actor_of, named_players, place_of
from bot.rules.format import Button, Choice, Fact, Finding, Format, Judge, Line, Refused
from bot.rules.match import Match, Person, apart
from bot.rules.values import annotations
from bot.scorekeeper import Actor, Place, Played, Scorekeeper, allowed, other_match
from bot.voices import Voices, private_voice

if TYPE_CHECKING:
    from bot.client import Sidecar


class Table:
    """What cogs and buttons call; matches are the keeper's, messages the boards'."""

    def __init__(self, client: "Sidecar", keeper: Scorekeeper) -> None:
        self.keeper = keeper
        self.voices = Voices(client, keeper.store)
        self.boards = Boards(client, keeper, self.voices)

    async def find(self, interaction: Interaction) -> Match | None:
        """The match that lives where an interaction came from."""
        return await self.keeper.find(place_of(interaction)) if interaction.channel_id else None

    # Starting.

    async def start(
        self, interaction: Interaction, form: Format, sides: tuple[str | None, ...], **typed: object
    ) -> None:
        """Open a match where every side is named, else a lobby with those who are, and post its board."""
        self._may_post(interaction)
        options = read_start(form, typed)
        place, actor = place_of(interaction), actor_of(interaction)
        named = _each_once([await named_players(interaction, side or "") for side in sides])
        people = [person for side in named for person in side]
        if all(side is not None for side in sides):
            seats = next((seats for seats in form.seatings if len(seats) == len(people)), None)
            if seats is None or (form.teams and len({len(side) for side in named}) > 1):
                sizes = [len(seats) for seats in form.seatings]
                raise Refused(f"{form.key}-players", count=len(people), least=min(sizes), most=max(sizes))
            match = await self.keeper.begin(place, actor, form, dict(zip(seats, people, strict=True)), options)
        else:
            match = await self.keeper.open_lobby(place, actor, form, options, named)
        await self.boards.post(interaction, match)

    async def bring_in(self, interaction: Interaction, match: Match) -> None:
        """Let an imported match live here, and post its board; the command was acknowledged long before."""
        self._may_post(interaction)
        place = place_of(interaction)
        match = await self.keeper.bring_in(place, actor_of(interaction), match)
        await self.boards.show(place, match, await self.voices.public(interaction, match))
        await reply_privately(interaction, private_voice(interaction, match).say("imported", entries=len(match.log)))

    def _may_post(self, interaction: Interaction) -> None:
        missing = self.missing_rights(interaction)
        if missing:
            raise Refused("rights-missing", rights=missing)

    def missing_rights(self, interaction: Interaction) -> tuple[str, ...]:
        """The rights that a board needs and the bot does not have here, in Discord's words of the reader's language."""
        if interaction.guild_id is None:
            return ()
        rights = interaction.app_permissions
        send = "send_messages_in_threads" if isinstance(interaction.channel, discord.Thread) else "send_messages"
        wanted = ("view_channel", send, "read_message_history")
        voice = private_voice(interaction)
        return tuple(voice.label(f"right-{right}") for right in wanted if not getattr(rights, right))

    # Answers to commands.

    async def play(self, interaction: Interaction, form: Format, move: str, **typed: object) -> None:
        """Play a move that a command asks for, tell everybody what happened, and redraw the board."""
        match = await self._playing(interaction, form)
        options = read_options(form.moves[move], typed, match.sitters)
        played = await self.keeper.play(place_of(interaction), actor_of(interaction), form, move, **options)
        await self.tell(interaction, played)

    async def tell(self, interaction: Interaction, played: Played) -> None:
        """Tell everybody what an entry did, then redraw the board."""
        voice = await self.voices.public(interaction, played.match)
        text = "\n".join(tell_entry(voice, played.match, played.entry))
        try:
            await interaction.response.send_message(shorten(text, CONTENT_MOST))
        finally:
            # Played is played, whether or not Discord took the answer.
            self.boards.redraw_soon(interaction)

    async def judge(self, interaction: Interaction, form: Format, judge: Judge, **typed: object) -> Finding:
        """What a judge of a format finds, about this match where one of that format lives here."""
        looks = "state" in annotations(judge)
        match = await (self._playing(interaction, form) if looks else self.find(interaction))
        here = match.sitters if match and match.format is form else {seat: Person(seat) for seat in form.seatings[-1]}
        options = read_options(judge, typed, here)
        return judge(match.state, **options) if looks and match else judge(**options)

    async def _playing(self, interaction: Interaction, form: Format) -> Match:
        match = await self.keeper.match(place_of(interaction))
        if match.format is not form:
            raise other_match(match)
        return match

    async def show(
        self, interaction: Interaction, said: Iterable[Line | Fact], *buttons: Button, private: bool = False
    ) -> None:
        """Tell what a judge found or what a rule says, with buttons of the match where they lead on."""
        match = await self.find(interaction)
        voice = private_voice(interaction, match) if private else await self.voices.public(interaction, match)
        text = "\n".join(voice.tell(each) if isinstance(each, Fact) else voice.line(each) for each in said)
        fitting = [each for each in buttons if match and each.move in match.format.moves]
        options: dict[str, Any] = {}
        if match and fitting:
            options["view"] = under(*(MoveButton.of(each, voice, match) for each in fitting))
        await interaction.response.send_message(shorten(text, CONTENT_MOST), ephemeral=private, **options)

    # Presses.

    async def press(self, interaction: Interaction, press: Press) -> None:
        """A button, a list or a form of a board."""
        match = await self.find(interaction)
        if match is None or match.id != press.match:
            raise Refused("match-ended")
        actor = actor_of(interaction)
        is_open = press.move in match.format.open_moves
        if not is_open:
            allowed(actor, match)
        if press.kind in ("f", "q"):
            await self._ask(interaction, match, press)
        elif press.move == "begin":
            if not press.options.keys() <= {"first"}:
                raise Refused("board-moved-on")  # house rules are settled when the lobby opens
            begun = await self.keeper.begin_from_lobby(place_of(interaction), actor, press.options)
            await self._show(interaction, begun)
        elif press.move == "end":
            await self._end(interaction, await self.keeper.close(place_of(interaction), actor))
        else:
            drawn = (press.match, press.version) if press.exact and not is_open else None
            played = await self._carry_out(place_of(interaction), actor, match, press, drawn)
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
        known = asked(deed)
        typed = {n: v for n, v in press.options.items() if v or known.get(n)}
        if not {n for n, needed in known.items() if needed} <= typed.keys() <= known.keys():
            raise Refused("board-moved-on")  # a button of another version of the bot
        options = read_options(deed, typed, match.sitters)
        return await self.keeper.play(place, actor, match.format, press.move, drawn=drawn, **options)

    async def _ask(self, interaction: Interaction, match: Match, press: Press) -> None:
        button = _button_of(match, press)
        voice = private_voice(interaction, match)
        if button is None:
            raise Refused("board-moved-on")
        if button.form:
            await interaction.response.send_modal(form_of(button, voice, press))
        else:
            await self._confirm(interaction, match, button)

    async def _confirm(self, interaction: Interaction, match: Match, button: Button) -> None:
        voice = private_voice(interaction, match)
        confirmed = MoveButton.of(button, voice, match, confirmed=True)
        await reply_privately(interaction, voice.line(button.confirm or button.label), under(confirmed))

    async def ask_to_end(self, interaction: Interaction) -> None:
        """Ask the person once more, privately, before a match is ended."""
        match = await self.keeper.match(place_of(interaction))
        allowed(actor_of(interaction), match)
        await self._confirm(interaction, match, next(button for button in AFTER if button.move == "end"))

    async def _end(self, interaction: Interaction, match: Match) -> None:
        await self._tell_presser(interaction, [private_voice(interaction, match).say("match-closed")])
        await self.boards.close(interaction, match)

    async def _show(self, interaction: Interaction, match: Match, played: Played | None = None) -> None:
        """Answer a press by the board that it came from, or in words where it came from a question or a guide."""
        if _on_board(interaction):
            await self.boards.answer(interaction, match)
            return
        guide = _on_guide(interaction)
        voice = await self.voices.public(interaction, match) if guide else private_voice(interaction, match)
        try:
            await self._tell_presser(interaction, tell_entry(voice, match, played.entry) if played else [])
        finally:
            self.boards.redraw_soon(interaction)

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
            await reply_privately(interaction, text)


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


def _each_once(sides: Iterable[Iterable[Person]]) -> tuple[tuple[Person, ...], ...]:
    seen: list[Person] = []
    told: list[tuple[Person, ...]] = []
    for side in sides:
        before = len(seen)
        for person in side:
            seen.append(apart(person, seen))
        told.append(tuple(seen[before:]))
    return tuple(told)
