"""A format's own types, read by their annotations: from JSON, and from the words in which a move is typed."""

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal

from bot.rules.format import Change

_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


@cache
def annotations(of: Callable[..., Any]) -> dict[str, Any]:
    """The types of a function's parameters or of a class's fields, by name."""
    return {name: hint for name, hint in typing.get_type_hints(of).items() if name != "return"}


def plain(value: Any) -> Any:
    """A value as JSON: enums as their words, tuples as lists, named tuples and dataclasses as objects."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, tuple):
        row = typing.cast("tuple[Any, ...]", value)
        named = getattr(row, "_fields", None)
        return [plain(part) for part in row] if named is None else dict(zip(named, map(plain, row), strict=True))
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in typing.cast("Mapping[Any, Any]", value).items()}
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    return value


def typed(hint: Any, value: Any) -> Any:
    """A value from JSON as its type says. Raises TypeError or ValueError for what is none."""
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        return _first(hint, value, typed)
    if origin is tuple:
        return tuple(typed(typing.get_args(hint)[0], part) for part in _a(list, value))
    if origin is Mapping or origin is dict:
        key_hint, value_hint = typing.get_args(hint)
        return {typed(key_hint, key): typed(value_hint, part) for key, part in _a(dict, value).items()}
    if hint is None or hint is type(None):
        return _a(type(None), value)
    if hint in (int, bool):
        return _a(hint, value)
    return hint(_a(str, value))


def read(hint: Any, text: str) -> Any:
    """A typed text as its type says: `P1,P3` for several, `P1=6,P2=3` for a mapping, `yes` and `no`, `+2` for a change.

    Raises TypeError, ValueError or LookupError for what is none.
    """
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        return _first(hint, text, read)
    if origin is Literal:
        return {str(option): option for option in typing.get_args(hint)}[text]
    if origin in (tuple, Sequence, frozenset):
        return tuple(read(typing.get_args(hint)[0], part) for part in _parts(text))
    if origin in (Mapping, dict):
        key_hint, value_hint = typing.get_args(hint)
        pairs = (part.partition("=") for part in _parts(text))
        return {read(key_hint, key.strip()): read(value_hint, value.strip()) for key, _, value in pairs}
    if hint is bool:
        return _YES_NO[text]
    if hint is Change:
        return Change(int(text), relative=text[0] in "+-")
    if hint is None or hint is type(None):
        return {"none": None}[text]
    return hint(text)


def _first(union: Any, value: Any, by: Callable[[Any, Any], Any]) -> Any:
    for option in typing.get_args(union):
        try:
            return by(option, value)
        except (TypeError, ValueError, LookupError):
            continue
    raise TypeError(f"{value!r} is not {union}")


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []


def _a(kind: type[Any], value: Any) -> Any:
    # A file from outside may hold any size; a board has to show it.
    if type(value) is not kind or (kind is int and abs(value) >= 2**63) or (kind is str and len(value) > 500):
        raise TypeError(f"{str(value)[:40]!r} is not {kind.__name__}")
    return value
