"""Buttons, lists and forms of every board: each id carries the match, the version it was drawn from, and the move.

Nothing is kept in memory for them: a press on a message that is older than the process is read from its id alone.
"""

import re
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qsl, urlencode

import discord

from bot.errors import explain
from bot.language import LABEL_MOST, Voice
from bot.rules.format import Button, Choice, Field, Weight

_ID = r"s:(?P<match>\d+):(?P<version>\d+):(?P<kind>[mfqcw]):(?P<move>\w+):(?P<options>[^:]*)"
_STYLES = {
    Weight.QUIET: discord.ButtonStyle.secondary,
    Weight.MAIN: discord.ButtonStyle.primary,
    Weight.DONE: discord.ButtonStyle.success,
    Weight.GRAVE: discord.ButtonStyle.danger,
}


class Press(NamedTuple):
    """What a button, list or form of a board stands for.

    `kind`: `m` plays the move, `f` opens its form, `q` asks to confirm it, `c` is a list, `w` a form being sent in.
    """

    match: int
    version: int
    kind: str
    move: str
    options: Mapping[str, str]

    @classmethod
    def read(cls, found: re.Match[str]) -> Self:
        """The press of a custom id."""
        options = dict(parse_qsl(found["options"], keep_blank_values=True))
        return cls(int(found["match"]), int(found["version"]), found["kind"], found["move"], options)

    @property
    def custom_id(self) -> str:
        """The press as a custom id, at most 100 characters."""
        return f"s:{self.match}:{self.version}:{self.kind}:{self.move}:{urlencode(self.options)}"

    @property
    def exact(self) -> bool:
        """Whether it means just the board that it was drawn on: ending a turn twice by two thumbs must not skip one.

        A tap that names its target (−500 for A1) means the same on a newer board, so quick taps all count.
        """
        return self.kind == "m" and not self.options


class MoveButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=_ID):
    """A button that plays a move, opens its form, or asks to confirm it."""

    def __init__(self, item: discord.ui.Button[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    def of(cls, button: Button, voice: Voice, match: int, version: int, *, confirmed: bool = False) -> Self:
        """The button as a board shows it; with `confirmed` it no longer asks."""
        kind = "f" if button.form else "q" if button.confirm and not confirmed else "m"
        options = {name: str(value) for name, value in button.options.items()}
        press = Press(match, version, kind, button.move, options)
        label = voice.label(button.label.message, LABEL_MOST, **button.label.facts)
        return cls(discord.ui.Button(label=label, style=_STYLES[button.weight], custom_id=press.custom_id), press)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, read from its id."""
        del interaction
        assert isinstance(item, discord.ui.Button)  # noqa: S101  the library matches the kind of item
        return cls(item, Press.read(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the table; whatever goes wrong is explained."""
        try:
            await interaction.client.table.press(interaction, self.press)
        except Exception as error:  # noqa: BLE001  errors in a dynamic item reach no handler of the library
            await explain(interaction, error)


class MoveChoice(discord.ui.DynamicItem[discord.ui.Select[Any]], template="c" + _ID.removeprefix("s")):
    """A list whose pick is an option of a move."""

    def __init__(self, item: discord.ui.Select[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    def of(cls, choice: Choice, voice: Voice, match: int, version: int) -> Self:
        """The list as a board shows it, at most 25 picks."""
        press = Press(match, version, "c", choice.move, {"": choice.option})
        options = [
            discord.SelectOption(label=voice.label(line.message, 100, **line.facts), value=value[:100])
            for value, line in choice.choices[:25]
        ]
        prompt = voice.label(choice.prompt.message, 150, **choice.prompt.facts)
        custom_id = "c" + press.custom_id.removeprefix("s")
        return cls(discord.ui.Select(placeholder=prompt, options=options, custom_id=custom_id), press)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The list that was picked from, read from its id."""
        del interaction
        assert isinstance(item, discord.ui.Select)  # noqa: S101  the library matches the kind of item
        return cls(item, Press.read(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the pick to the table; whatever goes wrong is explained."""
        try:
            picked = {self.press.options[""]: self.item.values[0]}
            await interaction.client.table.press(interaction, self.press._replace(kind="m", options=picked))
        except Exception as error:  # noqa: BLE001  errors in a dynamic item reach no handler of the library
            await explain(interaction, error)


def form_of(button: Button, voice: Voice, press: Press) -> discord.ui.Modal:
    """The form that asks for what a button leaves open.

    Its id holds all that is needed, with a part that is new each time (phones show old answers under an old id). It is
    stopped before it is sent, so that the library keeps nothing: answers are read in `read_form`, after a restart too.
    """
    asked = press._replace(kind="w")
    title = voice.label(button.label.message, 45, **button.label.facts)
    modal = discord.ui.Modal(title=title, custom_id=f"{asked.custom_id}:{secrets.token_hex(3)}", timeout=None)
    for field in button.form:
        modal.add_item(discord.ui.Label(text=voice.label(field.label.message, 45), component=_input(field, voice)))
    modal.stop()
    return modal


def _input(field: Field, voice: Voice) -> discord.ui.Item[Any]:
    if field.choices:
        options = [
            discord.SelectOption(label=voice.label(line.message, 100, **line.facts), value=value)
            for value, line in field.choices[:25]
        ]
        return discord.ui.Select(custom_id=field.option, options=options, required=not field.optional)
    # Discord's own check is left off, so that an empty answer gets the same sentence as in a command.
    return discord.ui.TextInput(custom_id=field.option, required=False, max_length=100)


def read_form(interaction: discord.Interaction[Any]) -> Press | None:
    """The press of a form of ours that was sent in, with what was typed; None for any other interaction."""
    data: dict[str, Any] = dict(interaction.data or {})
    found = re.fullmatch(_ID + r":\w+", str(data.get("custom_id", "")))
    if interaction.type is not discord.InteractionType.modal_submit or found is None:
        return None
    press = Press.read(found)
    typed: dict[str, str] = {}
    for row in data.get("components", []):
        answer: dict[str, Any] = row.get("component") or {}
        picked: list[str] = answer.get("values") or []
        value = str(answer.get("value") or (picked[0] if picked else ""))
        typed[str(answer.get("custom_id"))] = value
    return press._replace(options={**press.options, **typed})
