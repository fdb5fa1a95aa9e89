"""What people type into a command, a form or a ruling's example, read as what a move takes."""

import inspect
import re
import types
import typing
import unicodedata
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Literal

from bot.amounts import read_amount, read_change, read_payment
from bot.language import clean, clean_name
from bot.rules.format import Change, Format, HouseRule, Name, Refused, Seat, Typed
from bot.rules.match import Person
from bot.rules.values import annotations

# What a move gets from the scorekeeper, and nobody types.
GIVEN = frozenset({"state", "actor", "chance"})
TEXT_MOST = 100
TYPED_MOST = 400
_COMMA = re.compile(r"[,、，;；\n]")
_MENTION = re.compile(r"<@!?([0-9]{1,19})>")


def read_options(
    deed: Callable[..., Any], typed: Mapping[str, object], sitters: Mapping[Seat, Person]
) -> dict[str, Any]:
    """The options by the types that a move or judge declares; those left out stay out.

    Raises Refused for the first that can't be read.
    """
    hints = annotations(deed)
    return {name: _read(hints[name], name, value, sitters) for name, value in typed.items() if value is not None}


@cache
def asked(deed: Callable[..., Any]) -> Mapping[str, bool]:
    """The options that a move or judge asks people for, with whether it can't do without; what is given is left out."""
    parameters = inspect.signature(deed).parameters.values()
    return {each.name: each.default is inspect.Parameter.empty for each in parameters if each.name not in GIVEN}


def _read(hint: Any, name: str, value: object, sitters: Mapping[Seat, Person]) -> Any:
    if not isinstance(value, str):
        return value
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        kinds = [kind for kind in typing.get_args(hint) if kind is not type(None)]
        if any(typing.get_origin(kind) is Literal for kind in kinds):
            return read_payment(value)
        hint = kinds[0]
    if typing.get_origin(hint) is tuple:
        return _several(typing.get_args(hint)[0], name, value, sitters)
    return _one(hint, name, value, sitters)


def _one(hint: Any, name: str, value: str, sitters: Mapping[Seat, Person]) -> Any:
    if hint is Seat:
        return find_seat(value, sitters)
    if isinstance(hint, type) and issubclass(hint, Typed):
        return hint.read(clean(value, TYPED_MOST), lambda name: find_seat(name, sitters))
    if hint in _READERS:
        return _READERS[hint](value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _choice(hint, name, value)
    return clean(value, TEXT_MOST)


_READERS: Mapping[Any, Callable[[str], Any]] = {
    int: read_amount,
    Change: read_change,
    Name: lambda text: Name(clean_name(text)),
    bool: lambda text: _fold(text) in ("true", "yes", "1", "はい"),
}


def _several(part: Any, name: str, value: str, sitters: Mapping[Seat, Person]) -> tuple[Any, ...]:
    if part is Seat:
        try:
            return (find_seat(value, sitters),)  # a name may hold a space
        except Refused as refused:
            if refused.why != "player-unknown":
                raise
    pieces = _between_commas(value) or ("",) if part is Name else split_names(value)
    return tuple(_read(part, name, piece, sitters) for piece in pieces)


def _choice(kind: type[StrEnum], name: str, value: str) -> StrEnum:
    known = {_fold(member.value): member for member in kind}
    if _fold(value) not in known:
        raise Refused("option-unknown", option=name, typed=clean(value, 40), choices=tuple(map(str, kind)))
    return known[_fold(value)]


def read_rule(rule: HouseRule, typed: str) -> str | int:
    """A house rule's value: one of its words, or a number. Raises Refused for what the rule does not have."""
    return rule.read(_fold(typed) if rule.choices else read_amount(typed))


def read_start(form: Format, typed: Mapping[str, object]) -> dict[str, str | int]:
    """What a start command asks for: house rules, and the options of the format's start; `first` is settled later."""
    rules = {rule.key: rule for rule in form.rules}
    given = {name: str(value) for name, value in typed.items() if value is not None}
    chosen: dict[str, str | int] = {name: read_rule(rules[name], text) for name, text in given.items() if name in rules}
    others = {name: text for name, text in given.items() if name not in rules and name != "first"}
    return chosen | read_options(form.start, others, {}) | ({"first": given["first"]} if "first" in given else {})


def split_names(text: str) -> tuple[str, ...]:
    """Names separated by commas or `、`, or by spaces where there are none; mentions may touch each other."""
    spaced = _MENTION.sub(lambda mention: f" {mention[0]} ", text)
    return _between_commas(spaced) if _COMMA.search(text) else tuple(spaced.split())


def _between_commas(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in _COMMA.split(text) if part.strip())


def mentioned(text: str) -> int | None:
    """The user whom a text names by mention and nothing else."""
    found = _MENTION.fullmatch(text.strip())
    return int(found[1]) if found else None


def find_seat(text: str, sitters: Mapping[Seat, Person]) -> Seat:
    """The seat of a seat code, a mention, a name or the beginning of one. Raises Refused for none and for several."""
    user = mentioned(text)
    key = _fold(text)
    tests: tuple[Callable[[Seat, Person], bool], ...] = (
        lambda _, person: user is not None and person.user_id == user,
        lambda seat, _: _fold(seat) == key,
        lambda _, person: _fold(person.name) == key,
        lambda _, person: bool(key) and _fold(person.name).startswith(key),
    )
    for test in tests:
        found = [seat for seat, person in sitters.items() if test(seat, person)]
        if len(found) == 1:
            return found[0]
        if found:
            raise Refused("player-ambiguous", typed=clean(text, 40), seats=tuple(found))
    raise Refused("player-unknown", typed=clean(text, 40) or "?", seats=tuple(sitters))


def _fold(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split()).removeprefix("@")
