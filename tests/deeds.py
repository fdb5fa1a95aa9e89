"""Every move of a format with options of the types that it declares, for tests that try anything."""

import types
import typing
from enum import StrEnum
from itertools import islice, product
from typing import Any, Literal

from bot.rules.format import Change, Format, Seat, Typed
from bot.rules.match import Person
from bot.rules.values import annotations

NUMBERS = (1, 4, 900, 8000, 0, -1, 10**30)
CHANGES = tuple(Change(*each) for each in ((-1, True), (3, False), (2, True), (10**30, True)))
WORDS = ("x", "", "effect", "surrender")


def deeds(form: Format, seats: tuple[Seat, ...], most: int = 100) -> list[tuple[str, dict[str, Any]]]:
    """Moves by name, each with at most so many sets of options, spread over what the options may be."""
    found: list[tuple[str, dict[str, Any]]] = []
    for name, move in form.moves.items():
        hints = {option: hint for option, hint in annotations(move).items() if option not in ("state", "return")}
        every = list(product(*(_values(hint, seats) for hint in hints.values())))
        step = max(1, len(every) // most)
        found += [(name, dict(zip(hints, chosen, strict=True))) for chosen in islice(every, 0, None, step)]
    return found


def _values(hint: Any, seats: tuple[Seat, ...]) -> tuple[Any, ...]:
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        return tuple(value for kind in typing.get_args(hint) for value in _values(kind, seats))
    if typing.get_origin(hint) is Literal:
        return typing.get_args(hint)
    if typing.get_origin(hint) is tuple:
        one = _values(typing.get_args(hint)[0], seats)
        return ((), one[:1], one[-1:], one[:2])
    if typing.get_origin(hint) is not None:
        return (lambda most: most - 1,)  # chance
    if hint is type(None):
        return (None,)
    if hint is Person:
        return (Person("Somebody", 12345), Person("Guest"))
    if hint is Seat:
        return (*seats, Seat("C9"))
    if isinstance(hint, type) and issubclass(hint, Typed):
        return (hint(f"{seats[0]} start"), hint(f"{seats[-1]} end"), hint("soon"), hint(""))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return tuple(hint)
    return {int: NUMBERS, Change: CHANGES, str: WORDS, bool: (True, False)}[hint]
