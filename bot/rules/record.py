"""A match as JSON: the file that `/match export` attaches, and the rows of the log in the store."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, cast

from bot.rules.format import Event, Format, Refused, settle
from bot.rules.match import COMMON_EVENTS, Entry, Match, Person, Seat, fold
from bot.rules.values import annotations, plain, typed

EDITION_OF_FILE = 1
COUNT_MOST = 10**9
_BROKEN = (KeyError, IndexError, ValueError, TypeError, AttributeError, StopIteration, ArithmeticError, RecursionError)


def encode(event: Event) -> dict[str, Any]:
    """An event as JSON: its name and its fields."""
    return {"event": type(event).__name__} | {f.name: plain(getattr(event, f.name)) for f in fields(event)}


def decode(form: Format, data: Mapping[str, Any]) -> Event:
    """An event from JSON. Raises ValueError or TypeError for what is no event of the format."""
    kind = _events(form)[data["event"]]
    shape = annotations(kind)
    given = {name: value for name, value in data.items() if name != "event"}
    if set(given) - set(shape):
        raise ValueError(f"{kind.__name__}: unknown field")
    return kind(**{name: typed(shape[name], value) for name, value in given.items()})


def export(match: Match) -> dict[str, Any]:
    """The whole match, as in the file `sidecar-<format>-<id>.json`. `state` is derived and never read back."""
    rules: Mapping[str, Any] = match.state.rules
    return {
        "sidecar": EDITION_OF_FILE,
        "format": match.format.key,
        "edition": str(rules.get("edition", match.format.edition)),
        "house_rules": dict(rules),
        "seats": [{"seat": seat, "name": who.name, "user_id": who.user_id} for seat, who in match.seated.items()],
        "log": [
            {
                "seq": entry.seq,
                "at": entry.at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
                "by": entry.by.name,
                "events": [encode(event) for event in entry.events],
                "undoes": entry.undoes,
            }
            for entry in match.log
        ],
        "state": match.format.export(match.state),
    }


def read_match(formats: Mapping[str, Format], file: str | bytes, *, opened_by: Person) -> Match:
    """The match of an exported file, which has no id yet. Raises Refused for anything that no export could be."""
    try:
        data = json.loads(file)
        _check_typed(data)
    except (ValueError, RecursionError) as error:
        raise Refused("import-broken") from error
    return restore(formats, data, match_id=0, opened_by=opened_by)


def _check_typed(part: Any) -> None:
    """Raise ValueError for line breaks and other marks that nobody could have typed into a command."""
    if isinstance(part, str) and not part.isprintable():
        raise ValueError("control characters")
    if isinstance(part, dict | list):
        inner = cast("dict[str, Any]", part).values() if isinstance(part, dict) else cast("list[Any]", part)
        for each in inner:
            _check_typed(each)


def restore(formats: Mapping[str, Format], data: Any, *, match_id: int, opened_by: Person) -> Match:
    """A match from an exported file, its state folded anew. Raises Refused for anything that no export could be."""
    try:
        if data["sidecar"] != EDITION_OF_FILE:
            raise Refused("import-edition", edition=str(data["sidecar"])[:20])
        form = formats[data["format"]]
        seated = {Seat(s["seat"]): Person(_name(s["name"]), _user(s.get("user_id"))) for s in data["seats"]}
        if tuple(seated) not in form.seatings or len(seated) != len(data["seats"]):
            raise ValueError("seats")
        log = tuple(_entry(form, row) for row in data["log"])
        if not log or [entry.seq for entry in log] != list(range(1, len(log) + 1)):
            raise ValueError("log")
        match = _replay(Match(match_id, form, seated, opened_by), log)
    except _BROKEN as error:
        raise Refused("import-broken") from error
    return match


def _replay(match: Match, log: tuple[Entry, ...]) -> Match:
    """The match after all entries, each of which has to be one that could come there.

    Undo and redo then only ever lead back to states that were looked at here.
    """
    done: list[tuple[int, Match]] = []
    undone: list[tuple[int, tuple[int, Match]]] = []
    for entry in log:
        if entry.undoes is None:
            after = fold(done[-1][1] if done else match, entry.events)
            _check(after, entry.events)
            done.append((entry.seq, after))
            undone.clear()
        elif len(done) > 1 and done[-1][0] == entry.undoes:
            undone.append((entry.seq, done.pop()))
        elif undone and undone[-1][0] == entry.undoes:
            done.append(undone.pop()[1])
        else:
            raise ValueError("undoes")
    return replace(done[-1][1], log=log)


def _check(match: Match, events: tuple[Event, ...]) -> None:
    form, state, seats = match.format, match.state, tuple(match.seated)
    if tuple(match.sitters) != seats:
        raise ValueError("seats")
    for part in _parts(tuple(event for event in events if not isinstance(event, COMMON_EVENTS))):
        if (isinstance(part, Seat) and part not in seats) or (isinstance(part, int) and not 0 <= part < COUNT_MOST):
            raise ValueError(f"{part!r}")
    if not form.sound(state, seats) or dict(state.rules) != _settled(form, state.rules):
        raise ValueError("state")
    form.export(state)
    form.board(state)


def _settled(form: Format, rules: Mapping[str, str | int]) -> dict[str, str | int]:
    try:
        return settle(form.rules, rules)
    except Refused as refused:
        raise ValueError("house_rules") from refused


def _parts(value: object) -> Iterator[object]:
    if isinstance(value, Event):
        value = tuple(getattr(value, f.name) for f in fields(value))
    if isinstance(value, tuple):
        for part in cast("tuple[object, ...]", value):
            yield from _parts(part)
    else:
        yield value


def _entry(form: Format, row: Mapping[str, Any]) -> Entry:
    at = datetime.fromisoformat(row["at"])
    by = Person(_name(row["by"]))
    undoes = row["undoes"]
    if at.tzinfo is None or type(row["seq"]) is not int or not (undoes is None or type(undoes) is int):
        raise ValueError("entry")
    events = tuple(decode(form, event) for event in row["events"])
    if bool(events) == (undoes is not None):
        raise ValueError("entry is neither a play nor an undo")
    return Entry(row["seq"], at.astimezone(UTC), by, events, undoes)


def _name(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 100:
        raise ValueError("name")
    return value


def _user(value: Any) -> int | None:
    return None if value is None else typed(int, value)


@cache
def _events_of(events: tuple[type[Event], ...]) -> dict[str, type[Event]]:
    return {kind.__name__: kind for kind in (*COMMON_EVENTS, *events)}


def _events(form: Format) -> dict[str, type[Event]]:
    return _events_of(form.events)
