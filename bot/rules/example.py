"""A worked example: moves and judges typed as the slash commands are, run on the format itself."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from bot.rules.format import Event, Finding, Format, Line, Refused, Seat
from bot.rules.values import annotations, plain, read

_OPTION = re.compile(r"(?:^|\s+)([a-z_]+):")
USUAL_SEATS = 4


@dataclass(frozen=True, slots=True)
class Example:
    """What a match is given, what is then done or asked, and what must come of it.

    `start` has house `rules`, a number of `seats`, and further options of the format's start. `then` maps paths into
    the exported state, or into the judge's finding, to values; the word `null` stands for nothing.
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


def run(form: Format, example: Example, judges: Mapping[str, Callable[..., Finding]]) -> tuple[Step, ...]:
    """Every step of an example, computed now. Raises Untrue where it can't be run or comes out otherwise."""
    opening = _open(form, example.start)
    state = _folded(form, None, opening)
    steps = [Step(_opening_words(example.start), tuple(opening), given=True)]
    for number, command in enumerate(example.given):
        outcome = _play(form, state, command, key := f"given[{number}]")
        if isinstance(outcome, Line):
            raise Untrue(key, "example-refused", command=command, why=outcome.message)
        state = _folded(form, state, outcome)
        steps.append(Step(command, outcome, given=True))
    for number, command in enumerate(example.when):
        last = number == len(example.when) - 1 and example.judge is None
        outcome = _play(form, state, command, key := f"when[{number}]")
        _expect(outcome, example.refused if last else None, command, key)
        steps.append(Step(command, outcome))
        if not isinstance(outcome, Line):
            state = _folded(form, state, outcome)
    if example.judge is None:
        if example.refused and not example.when:
            raise Untrue("when", "example-nothing-to-refuse")
        _check(form.export(state), example.then)
        return tuple(steps)
    judge, options = _called(judges, example.judge, "judge")
    stateless = "state" not in annotations(judge)
    found = _outcome(judge, options if stateless else {"state": state, **options})
    _expect(found, example.refused, example.judge, "judge")
    _check(plain(found) if isinstance(found, Finding) else {}, example.then)
    asked = Step(example.judge, found)
    return (asked,) if stateless else (*steps, asked)


def named(command: str) -> str:
    """The move or judge that a command names."""
    return command.partition(" ")[0]


def _open(form: Format, start: Mapping[str, Any]) -> list[Event]:
    wanted = start.get("seats", USUAL_SEATS)
    by_number = {len(seats): seats for seats in form.seatings}
    seats: tuple[Seat, ...] | None = by_number.get(wanted)
    if seats is None:
        if "seats" in start:
            raise Untrue("start.seats", "example-seats", seats=tuple(by_number))
        seats = form.seatings[0]
    hints = annotations(form.start)
    options: dict[str, Any] = {}
    for name, value in start.items():
        if name not in {"rules", "seats"}:
            options[name] = _read(hints, name, str(value), f"start.{name}")
    try:
        return form.start(start.get("rules", {}), seats, **options)
    except Refused as refused:
        raise Untrue("start", "example-refused", command=_opening_words(start), why=refused.why) from refused


def _opening_words(start: Mapping[str, Any]) -> str:
    rules: Mapping[str, Any] = start.get("rules", {})
    options = {name: value for name, value in start.items() if name != "rules"}
    return " ".join(["start", *(f"{name}:{value}" for name, value in {**rules, **options}.items())])


def _play(form: Format, state: Any, command: str, key: str) -> tuple[Event, ...] | Line:
    move, options = _called(form.moves, command, key)
    outcome = _outcome(move, {"state": state, **options})
    return outcome if isinstance(outcome, Line) else tuple(outcome)


def _called(
    table: Mapping[str, Callable[..., Any]], command: str, key: str
) -> tuple[Callable[..., Any], dict[str, Any]]:
    name, _, rest = command.partition(" ")
    if name not in table:
        raise Untrue(key, "example-unknown-name", name=name, names=tuple(table))
    called = table[name]
    pieces = _OPTION.split(rest)
    if pieces[0].strip():
        raise Untrue(key, "example-loose-words", words=pieces[0].strip())
    hints = annotations(called)
    options: dict[str, Any] = {}
    for option, text in zip(pieces[1::2], pieces[2::2], strict=True):
        options[option] = _read(hints, option, text.strip(), key)
    for option, parameter in inspect.signature(called).parameters.items():
        if parameter.default is parameter.empty and option not in options and option != "state":
            raise Untrue(key, "example-option-missing", option=option)
    return called, options


def _read(hints: Mapping[str, Any], option: str, text: str, key: str) -> Any:
    if option not in hints or option == "state":
        raise Untrue(key, "example-option-unknown", option=option, options=tuple(o for o in hints if o != "state"))
    try:
        return read(hints[option], text)
    except (TypeError, ValueError, LookupError) as error:
        raise Untrue(key, "example-option-value", option=option, value=text) from error


def _outcome(called: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    try:
        return called(**options)
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


def _folded(form: Format, state: Any, events: list[Event] | tuple[Event, ...]) -> Any:
    for event in events:
        state = form.evolve(state, event)
    return state


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
