"""A format's own values as JSON, and read back by their annotations."""

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any


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
        for option in typing.get_args(hint):
            try:
                return typed(option, value)
            except (TypeError, ValueError):
                continue
        raise TypeError(f"{value!r} is not {hint}")
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


def _a(kind: type[Any], value: Any) -> Any:
    # A file from outside may hold any size; a board has to show it.
    if type(value) is not kind or (kind is int and abs(value) >= 2**63) or (kind is str and len(value) > 500):
        raise TypeError(f"{str(value)[:40]!r} is not {kind.__name__}")
    return value
