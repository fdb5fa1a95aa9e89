"""A worked example: moves and judges typed as the slash commands are, run on the format itself."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from bot.options import asked, read_options
from bot.rules.format import Event, Finding, Format, Line, Refused, Seat
from bot.rules.match import Person
from bot.rules.values import annotations, plain

_OPTION = re.compile(r"(?:^|\s+)([a-z_]+):")
USUAL_SEATS = 4


@dataclass(frozen=True, slots=True)
class Example:
    """What a match is given, what is then done or asked, and what must come of it.

    `start` has house `rules`, a number of `seats`, and further options of the format's start. `then` maps paths into
    the exported state, or into the judge's finding (its kind is at `finding`), to values; the word `null` stands for
    nothing.
    """

    start: Mapping[str, Any] = field(default_factory=dict[str, Any])
    given: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    judge: str | None = None
    then: Mapping[str, Any] = field(default_factory=dict[str, Any])
    refused: str | None = None


class Step(NamedTuple):
    """One command of an example and what the engine made of it; `given` ones only set the table."""

    command: str
    outcome: tuple[Event, ...] | Line | Finding
    given: bool = False


class Untrue(Exception):  # noqa: N818  it says what the example is
    """An example that can't be run or that the engine contradicts: the key of it, and what is wrong there."""

    def __init__(self, key: str, message: str, **facts: object) -> None:
        super().__init__(key, message, facts)
        self.key = key
        self.what = Line(message, facts)


def run(form: Format, example: Example) -> tuple[Step, ...]:
    """Every step of an example, computed now. Raises Untrue where it can't be run or comes out otherwise."""
    table = _Table(form, example.start)
    steps = [table.opening]
    for number, command in enumerate(example.given):
        steps.append(table.play(command, None, f"given[{number}]")._replace(given=True))
    for number, command in enumerate(example.when):
        last = number == len(example.when) - 1 and example.judge is None
        steps.append(table.play(command, example.refused if last else None, f"when[{number}]"))
    if example.judge is None:
        if example.refused and not example.when:
            raise Untrue("when", "example-nothing-to-refuse")
        _check(form.export(table.state), example.then)
        return tuple(steps)
    asked = table.ask(example.judge, example.refused)
    _check({"finding": type(asked.outcome).__name__, **plain(asked.outcome)}, example.then)
    stateless = "state" not in annotations(form.judges[named(example.judge)])
    return (asked,) if stateless else (*steps, asked)


def named(command: str) -> str:
    """The move or judge that a command names."""
    return command.partition(" ")[0]


class _Table:
    """The match of an example while it is played."""

    def __init__(self, form: Format, start: Mapping[str, Any]) -> None:
        self._form = form
        self._seats = self._seated(start.get("seats"))
        self.state: Any = None
        rules: Mapping[str, Any] = start.get("rules", {})
        typed = {name: str(value) for name, value in start.items() if name not in {"rules", "seats"}}
        shown = {**rules, **{name: value for name, value in start.items() if name != "rules"}}
        command = " ".join(["start", *(f"{name}:{value}" for name, value in shown.items())])
        outcome = self._outcome(form.start, typed, {"rules": rules, "seats": self._seats}, "start")
        _expect(outcome, None, command, "start")
        self.opening = Step(command, self._fold(outcome), given=True)

    def play(self, command: str, refused: str | None, key: str) -> Step:
        """Make a move, which is refused so or not at all."""
        outcome = self._call(self._form.moves, command, key)
        _expect(outcome, refused, command, key)
        return Step(command, outcome if isinstance(outcome, Line) else self._fold(outcome))

    def ask(self, command: str, refused: str | None) -> Step:
        """Ask a judge about the match as it stands."""
        outcome = self._call(self._form.judges, command, "judge")
        _expect(outcome, refused, command, "judge")
        return Step(command, outcome)

    def _seated(self, wanted: object) -> tuple[Seat, ...]:
        by_number = {len(seats): seats for seats in self._form.seatings}
        if wanted is None:
            return by_number.get(USUAL_SEATS, self._form.seatings[0])
        if wanted not in by_number:
            raise Untrue("start.seats", "example-seats", seats=tuple(by_number))
        return next(seats for number, seats in by_number.items() if number == wanted)

    def _fold(self, events: list[Event]) -> tuple[Event, ...]:
        for event in events:
            self.state = self._form.evolve(self.state, event)
        return tuple(events)

    def _call(self, table: Mapping[str, Callable[..., Any]], command: str, key: str) -> Any:
        name = named(command)
        if name not in table:
            raise Untrue(key, "example-unknown-name", name=name, names=tuple(table))
        loose, *pieces = _OPTION.split(command.removeprefix(name))
        if loose.strip():
            raise Untrue(key, "example-loose-words", words=loose.strip())
        typed = {option: text.strip() for option, text in zip(pieces[::2], pieces[1::2], strict=True)}
        given = {"state": self.state} if "state" in annotations(table[name]) else {}
        return self._outcome(table[name], typed, given, key)

    def _outcome(self, called: Callable[..., Any], typed: Mapping[str, str], given: Mapping[str, Any], key: str) -> Any:
        options = {name: needed for name, needed in asked(called).items() if name not in given}
        for option in typed:
            if option not in options:
                raise Untrue(key, "example-option-unknown", option=option, options=tuple(options))
        for option, needed in options.items():
            if needed and option not in typed:
                raise Untrue(key, "example-option-missing", option=option)
        try:
            sitters = {seat: Person(str(seat)) for seat in self._seats}
            return called(**given, **read_options(called, typed, sitters))
        except Refused as refused:
            return Line(refused.why, refused.facts)


def _expect(outcome: object, refused: str | None, command: str, key: str) -> None:
    if isinstance(outcome, Line):
        if refused is None:
            raise Untrue(key, "example-refused", command=command, why=outcome.message)
        if outcome.message != refused:
            raise Untrue("refused", "example-refused-otherwise", why=outcome.message)
    elif refused is not None:
        raise Untrue("refused", "example-not-refused", command=command)


def _check(facts: Any, then: Mapping[str, Any]) -> None:
    for path, expected in then.items():
        try:
            found = _at(facts, path)
        except (LookupError, ValueError, TypeError) as error:
            raise Untrue(f"then.{path}", "example-path") from error
        wanted = None if expected == "null" else expected
        if (type(found), found) != (type(wanted), wanted):
            raise Untrue(f"then.{path}", "example-untrue", expected=str(expected), found=str(found))


def _at(facts: Any, path: str) -> Any:
    for part in path.split("."):
        facts = _row(cast("list[Any]", facts), part) if isinstance(facts, list) else facts[part]
    return facts


def _row(rows: list[Any], part: str) -> Any:
    for row in rows:
        if isinstance(row, dict) and part in {str(cast("dict[str, Any]", row).get(key)) for key in ("seat", "id")}:
            return cast("dict[str, Any]", row)
    return rows[int(part)]
