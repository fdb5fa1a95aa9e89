"""How a cog declares its slash commands: names in code, every word of theirs from the catalogues."""

import functools
import inspect
from collections.abc import Callable, Coroutine, Iterable, Mapping
from enum import StrEnum
from itertools import islice
from typing import Any

import discord
from discord import app_commands

from bot.errors import explain
from bot.language import LABEL_MOST, catalogue, words
from bot.options import split_names
from bot.people import Interaction
from bot.rules import FORMATS
from bot.rules.format import Format, Refused
from bot.scorekeeper import PlayedAlready

Complete = Callable[..., Coroutine[Any, Any, list[app_commands.Choice[str]]]]

CHOICES_MOST = 25
LONGEST = 100


def command(
    path: str,
    parent: app_commands.Group | None = None,
    choices: dict[str, list[app_commands.Choice[str]]] | None = None,
    complete: Mapping[str, Complete] | None = None,
) -> Callable[[Any], Any]:
    """A slash command such as `wrgp damage`.

    Its description is the message `cmd-wrgp-damage`; an option's is `cmd-wrgp-damage-amount`, or the shared
    `option-amount`. `choices` gives an option a fixed list, `complete` a list that follows the typing.
    """
    key = "cmd-" + path.replace(" ", "-").replace("_", "-")

    def declare(body: Any) -> Any:
        callback = explained(body)
        names = [*inspect.signature(body).parameters][2:]
        own = {name: f"{key}-{name.replace('_', '-')}" for name in names}
        known = catalogue("en")
        described = {name: words(own[name] if own[name] in known else f"option-{name}") for name in names}
        if choices:
            callback = app_commands.choices(**choices)(callback)
        if complete:
            callback = app_commands.autocomplete(**dict(complete))(callback)
        if described:
            callback = app_commands.describe(**described)(callback)
        make = parent.command if parent else app_commands.command
        return make(name=path.rsplit(" ", 1)[-1], description=words(key))(callback)

    return declare


def explained(body: Callable[..., Coroutine[Any, Any, None]]) -> Any:
    """The command's body, with a refusal answered on the spot: it is an answer, and no failure of the command."""

    @functools.wraps(body)
    async def callback(*arguments: Any, **options: Any) -> None:
        try:
            await body(*arguments, **options)
        except (Refused, PlayedAlready) as refused:
            # A cog's command gets the cog first, a menu entry the interaction.
            await explain(arguments[0 if isinstance(arguments[0], discord.Interaction) else 1], refused)

    return callback


def terms(members: Iterable[StrEnum]) -> list[app_commands.Choice[str]]:
    """Terms of the rules as choices, worded in both languages."""
    return [app_commands.Choice(name=words(f"{type(term).__name__}.{term}"), value=term.value) for term in members]


def values(form: Format, key: str) -> list[app_commands.Choice[str]]:
    """The values of a house rule as choices."""
    rule = next(rule for rule in form.rules if rule.key == key)
    return [app_commands.Choice(name=words(f"rule-{form.key}.{key}.{each}"), value=each) for each in rule.choices]


def formats() -> list[app_commands.Choice[str]]:
    """Every format as a choice."""
    return [app_commands.Choice(name=words(f"format-{key}"), value=key) for key in FORMATS]


def group(name: str) -> app_commands.Group:
    """A group inside a cog's group, such as `effect` in `/wrgp effect add`; its path words are `cmd-<path>`."""
    return app_commands.Group(name=name.rsplit(" ", 1)[-1], description=words("cmd-" + name.replace(" ", "-")))


def offered(told: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """Of values with their labels those that fit what is typed so far, however it is spaced, as a list to pick from."""
    wanted = _close(typed)
    fitting = ((value, label) for value, label in told if wanted in _close(value) or wanted in _close(label))
    return [app_commands.Choice(name=label, value=value) for value, label in islice(fitting, CHOICES_MOST)]


def _close(text: str) -> str:
    return "".join(text.casefold().split())


async def seats(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The seats of this channel's match, by code or name, for options that name a player."""
    match = await interaction.client.table.find(interaction)
    sitters = match.sitters.items() if match else ()
    return offered(((str(seat), f"{seat} {who.name}"[:LABEL_MOST]) for seat, who in sitters), typed)


async def several(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Seats for options that name several players: what is typed stays, and its last name is completed."""
    last_begins = 1 + max(typed.rfind(comma) for comma in ",、，")
    kept, last = typed[:last_begins], typed[last_begins:]
    named = {name.casefold() for name in split_names(kept)}
    new = [choice for choice in await seats(interaction, last) if choice.value.casefold() not in named]
    longer = [(f"{kept}{choice.name}", f"{kept}{choice.value}") for choice in new]
    return [app_commands.Choice(name=name, value=value) for name, value in longer if len(name) <= LONGEST]


async def effects(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The effects on this match's board, by number or text."""
    match = await interaction.client.table.find(interaction)
    standing = getattr(match.state, "effects", ()) if match else ()
    return offered(((str(effect.id), f"{effect.id} {effect.text}"[:LABEL_MOST]) for effect in standing), typed)
