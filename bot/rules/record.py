"""A match as JSON: the file that `/match export` attaches, and the rows of the log in the store."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime
from functools import cache
from typing import Any

from bot.rules.format import Event, Format, Refused, RuleChanged, settle
from bot.rules.match import COMMON_EVENTS, Entry, Match, Person, Seat, standing
from bot.rules.values import annotations, plain, typed

EDITION_OF_FILE = 1
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
        if any(entry.undoes is not None and not 1 < entry.undoes < entry.seq for entry in log):
            raise ValueError("undoes")
        match = Match(match_id, form, seated, opened_by).extend(log)
        if match.state is None or standing(log)[0].seq != 1:
            raise ValueError("opening")
        form.export(match.state)
        form.board(match.state)
    except _BROKEN as error:
        raise Refused("import-broken", reason=str(error)[:100]) from error
    return match


def _entry(form: Format, row: Mapping[str, Any]) -> Entry:
    at = datetime.fromisoformat(row["at"])
    undoes = row["undoes"]
    if at.tzinfo is None or type(row["seq"]) is not int or not (undoes is None or type(undoes) is int):
        raise ValueError("entry")
    events = tuple(decode(form, event) for event in row["events"])
    for event in events:
        _check_rules(form, event)
    if bool(events) == (undoes is not None):
        raise ValueError("entry is neither a play nor an undo")
    return Entry(row["seq"], at, Person(_name(row["by"])), events, undoes)


def _check_rules(form: Format, event: Event) -> None:
    try:
        if isinstance(event, RuleChanged):
            next(rule for rule in form.rules if rule.key == event.rule).read(event.value)
        opened: Mapping[str, Any] | None = getattr(event, "rules", None)
        if opened is not None and settle(form.rules, opened) != opened:
            raise ValueError("rules")
    except Refused as refused:
        raise ValueError("rules") from refused


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
