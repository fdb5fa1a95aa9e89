"""Matches as they might have been played: presses on their own buttons, by chance but always the same."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from figures import ROOT

from bot.options import read_options
from bot.rules import FORMATS
from bot.rules.format import Choice, Format, Refused, Seat
from bot.rules.match import Entry, Match, Person

assert ROOT
HOST = Person("遊星", 1)
SEATED = {
    "wrgp": ("A1", "A2", "A3", "B1", "B2", "B3"),
    "party": ("P1", "P2", "P3", "P4"),
    "tag": ("A1", "A2", "B1", "B2"),
}
NAMES = ("遊星", "ジャック", "クロウ", "鬼柳", "ボマー", "ルドガー")
# Corrections that keep a match from ending where its buttons alone would soon end it.
BY_HAND: dict[str, tuple[tuple[str, dict[str, str]], ...]] = {
    "tag": tuple(
        (move, {"player": seat, "change": change})
        for seat in SEATED["tag"]
        for move, change in (("library", "40"), ("library", "-1"), ("smashes", "+1"), ("smashes", "0"))
    )
}
_NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def play(key: str, events: int) -> Match:
    """A match of a format with at least so many events; presses that would end it are not made."""
    form = FORMATS[key]
    seated = {Seat(seat): Person(name) for seat, name in zip(SEATED[key], NAMES, strict=False)}
    opening = tuple(form.start({}, tuple(seated)))
    match = Match(1, form, seated, HOST).append(Entry(1, _NOON, HOST, opening))
    chance = random.Random(1)
    while sum(len(entry.events) for entry in match.log) < events:
        move, options = chance.choice(_buttons(match))
        try:
            happened = tuple(_carry_out(form, match, move, options, chance))
        except Refused:
            continue
        seq = match.version + 1
        longer = match.append(Entry(seq, _NOON + timedelta(seconds=7 * seq), HOST, happened))
        match = match if longer.over else longer
    return match


def _buttons(match: Match) -> list[tuple[str, dict[str, str]]]:
    found = [*BY_HAND.get(match.format.key, ())]
    for row in (row for block in match.format.board(match.state).blocks for row in block.rows):
        if isinstance(row, Choice):
            found += [(row.move, {row.option: value}) for value, _ in row.choices]
        else:
            shown = (button for button in row if not button.form and button.move in match.format.moves)
            found += [(button.move, {name: str(value) for name, value in button.options.items()}) for button in shown]
    return found


def _carry_out(form: Format, match: Match, move: str, options: dict[str, str], chance: random.Random) -> list[Any]:
    deed = form.moves[move]
    given = {"actor": HOST, "chance": chance.randrange}
    wanted = deed.__code__.co_varnames[: deed.__code__.co_argcount + deed.__code__.co_kwonlyargcount]
    return deed(
        match.state,
        **{name: value for name, value in given.items() if name in wanted},
        **read_options(deed, options, match.sitters),
    )
