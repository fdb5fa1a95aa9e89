"""Buttons, lists and forms of every board: each id carries the match, the version it was drawn from, and the move.

Nothing is kept in memory for them: a press on a message that is older than the process is read from its id alone.
"""

import re
import secrets
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qsl, urlencode

import discord

from bot.errors import explain
from bot.language import LABEL_MOST, Voice
from bot.rules.format import Button, Choice, Field, Line, Weight
from bot.rules.match import Match

FORM_MOST = 45
PROMPT_MOST = 150
VALUE_MOST = 100
PICKS_MOST = 25
_ID = r"s:\d+:\d+:[mfqw]:\w+:[^:]*"
_FORM_ID = re.compile(r"([sd]:.*):[0-9a-f]{6}")
_STYLES = {
    Weight.QUIET: discord.ButtonStyle.secondary,
    Weight.MAIN: discord.ButtonStyle.primary,
    Weight.DONE: discord.ButtonStyle.success,
    Weight.GRAVE: discord.ButtonStyle.danger,
}


class Press(NamedTuple):
    """What a button, list or form of a board stands for.

    `kind`: `m` plays the move, `f` opens its form, `q` asks to confirm it, `w` is a form being sent in.
    """

    match: int
    version: int
    kind: str
    move: str
    options: Mapping[str, str]

    @classmethod
    def read(cls, custom_id: str) -> Self:
        """The press of a custom id; a form's id has a part of its own behind it."""
        _, match, version, kind, move, options = custom_id.split(":")[:6]
        return cls(int(match), int(version), kind, move, dict(parse_qsl(options, keep_blank_values=True)))

    @property
    def custom_id(self) -> str:
        """The press as a custom id, at most 100 characters.

        An exact one tells its version, and so does a list: under the same id Discord shows the last pick as picked, and
        sends it no second time. The id of any other stays as it is while the board changes: Discord refuses a press
        whose id is no longer on the message, and two thumbs at once would lose the slower one.
        """
        version = self.version if self.exact or "" in self.options else 0
        return f"s:{self.match}:{version}:{self.kind}:{self.move}:{_query(*self.options.items())}"

    @property
    def exact(self) -> bool:
        """Whether it means just the board that it was drawn on: ending a turn twice by two thumbs must not skip one.

        A tap that names its target (−500 for A1) means the same on a newer board, so quick taps all count.
        """
        return self.kind == "m" and not self.options


@lru_cache(maxsize=1024)
def _query(*options: tuple[str, str]) -> str:
    return urlencode(options)


class Pressable(discord.ui.DynamicItem[Any], template=r"never"):
    """A control that is read from its id alone; its failures are explained, as they reach no handler of the library."""

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003  the library passes it
        item: discord.ui.Item[Any],
        match: re.Match[str],  # noqa: ARG003  the id is read where it is needed
        /,
    ) -> Self:
        """The control that was used."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Act, and explain what goes wrong."""
        try:
            await self.act(interaction)
        except Exception as error:  # noqa: BLE001  the one door takes them all
            await explain(interaction, error)

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """What the control does."""
        raise NotImplementedError


def under(*controls: Pressable) -> discord.ui.View:
    """Controls under an answer, which work for as long as it stands."""
    view = discord.ui.View(timeout=None)
    for control in controls:
        view.add_item(control)
    return view


class MoveButton(Pressable, template=_ID):
    """A button that plays a move, opens its form, or asks to confirm it."""

    @classmethod
    def of(cls, button: Button, voice: Voice, match: Match, *, confirmed: bool = False) -> Self:
        """The button as the board of a match shows it now; with `confirmed` it no longer asks."""
        kind = "f" if button.form else "q" if button.confirm and not confirmed else "m"
        options = {name: str(value) for name, value in button.options.items()}
        press = Press(match.id, match.version, kind, button.move, options)
        label = _label(voice, button.label, LABEL_MOST)
        return cls(discord.ui.Button(label=label, style=_STYLES[button.weight], custom_id=press.custom_id))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the table."""
        await interaction.client.table.press(interaction, Press.read(self.custom_id))


class MoveChoice(Pressable, template="c" + _ID):
    """A list whose pick is an option of a move."""

    @classmethod
    def of(cls, choice: Choice, voice: Voice, match: Match) -> Self:
        """The list as the board of a match shows it now."""
        press = Press(match.id, match.version, "m", choice.move, {"": choice.option})
        prompt, picks = _label(voice, choice.prompt, PROMPT_MOST), _picks(voice, choice.choices)
        return cls(discord.ui.Select(placeholder=prompt, options=picks, custom_id="c" + press.custom_id))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the pick to the table."""
        press = Press.read(self.custom_id.removeprefix("c"))
        picked = {press.options[""]: self.item.values[0]}
        await interaction.client.table.press(interaction, press._replace(options=picked))


class SentForm(NamedTuple):
    """A form of ours that was sent in: its id as it was opened, what was typed and picked, and the files."""

    custom_id: str
    typed: Mapping[str, str]
    files: Mapping[str, discord.Attachment]

    @property
    def press(self) -> Press | None:
        """The press of a board's form, with what was typed; None for another form."""
        if not re.fullmatch(_ID, self.custom_id):
            return None
        press = Press.read(self.custom_id)
        return press._replace(options={**press.options, **self.typed})


def open_form(title: str, custom_id: str, fields: Iterable[tuple[str, discord.ui.Item[Any]]]) -> discord.ui.Modal:
    """A form of labelled fields, to be sent.

    Its id holds all that is needed, with a part that is new each time (phones show old answers under an old id). It is
    stopped before it is sent, so that the library keeps nothing: answers are read in `read_form`, after a restart too.
    """
    modal = discord.ui.Modal(title=title, custom_id=f"{custom_id}:{secrets.token_hex(3)}", timeout=None)
    for label, field in fields:
        modal.add_item(discord.ui.Label(text=label, component=field))
    modal.stop()
    return modal


def form_of(button: Button, voice: Voice, press: Press) -> discord.ui.Modal:
    """The form that asks for what a button leaves open."""
    fields = [(_label(voice, field.label, FORM_MOST), _input(field, voice)) for field in button.form]
    return open_form(_label(voice, button.label, FORM_MOST), press._replace(kind="w").custom_id, fields)


def _input(field: Field, voice: Voice) -> discord.ui.Item[Any]:
    if field.choices:
        picks = _picks(voice, field.choices)
        return discord.ui.Select(custom_id=field.option, options=picks, required=not field.optional)
    # Discord's own check is left off, so that an empty answer gets the same sentence as in a command.
    return discord.ui.TextInput(custom_id=field.option, required=False, max_length=VALUE_MOST)


def _picks(voice: Voice, choices: tuple[tuple[str, Line], ...]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=_label(voice, line, VALUE_MOST), value=value[:VALUE_MOST])
        for value, line in choices[:PICKS_MOST]
    ]


def _label(voice: Voice, line: Line, most: int) -> str:
    return voice.label(line.message, most, **line.facts)


def read_form(interaction: discord.Interaction[Any]) -> SentForm | None:
    """A form of ours that was sent in; None for any other interaction."""
    data: dict[str, Any] = dict(interaction.data or {})
    found = _FORM_ID.fullmatch(str(data.get("custom_id", "")))
    if interaction.type is not discord.InteractionType.modal_submit or found is None:
        return None
    attached: dict[str, Any] = data.get("resolved", {}).get("attachments", {})
    typed: dict[str, str] = {}
    files: dict[str, discord.Attachment] = {}
    for row in data.get("components", []):
        answer: dict[str, Any] = row.get("component") or {}
        picked: list[str] = answer.get("values") or []
        name = str(answer.get("custom_id"))
        if answer.get("type") == discord.ComponentType.file_upload.value:
            # The library makes attachments only for the forms that it keeps in memory, and from this same state.
            state = interaction._state  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
            if picked:
                files[name] = discord.Attachment(data=attached[picked[0]], state=state)
        else:
            typed[name] = str(answer.get("value") or (picked[0] if picked else ""))
    return SentForm(found[1], typed, files)
