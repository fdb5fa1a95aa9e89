"""What every format is made of: seats, events, findings, refusals, house rules, a board, and the Format value.

Nothing here knows Discord, SQL, a clock, chance, or a sentence of any language: all it says is a message id plus facts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Self, TypeVar

CHANGE_MOST = 9_999_999


class Seat(str):
    """A place at the table: A1 to B3 in teams, P1 to P8 in a free-for-all. Told as the name of who sits there."""

    __slots__ = ()


class Name(str):
    """What somebody is called, with something readable in it and no longer than a name may be."""

    __slots__ = ()


class Team(StrEnum):
    """One of two sides."""

    A = "A"
    B = "B"

    @property
    def other(self) -> "Team":
        """The opposing side."""
        return Team.B if self is Team.A else Team.A


class Typed(str):
    """Text in a small grammar of its own that names players, such as `Mina end`; read, it has their seats' codes."""

    __slots__ = ()

    @classmethod
    def read(cls, typed: str, seat_of: Callable[[str], Seat]) -> Self:
        """The text with seat codes; what the grammar does not know stays, for the rules to refuse.

        `seat_of` finds the seat of a name, a mention or a code, and raises Refused for none and for several.
        """
        raise NotImplementedError


class Change(NamedTuple):
    """A correction typed by hand: `+2` and `-2` move a number, a bare `2` sets it."""

    amount: int
    relative: bool

    def asked(self, value: int) -> int:
        """The number that is asked for, whether or not there can be so many. Raises Refused beyond any table."""
        if abs(self.amount) > CHANGE_MOST:
            raise Refused("amount-out-of-range", least=-CHANGE_MOST, most=CHANGE_MOST)
        return value + self.amount if self.relative else self.amount


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that can be told: its class names the message, its fields are the message's facts."""

    @property
    def message(self) -> str:
        """The message id, such as `wrgp.LifeLost`."""
        return message_of(type(self))


def message_of(kind: type[Fact]) -> str:
    """The message id under which the catalogues keep a kind of fact."""
    return f"{kind.__module__.removeprefix('bot.rules.').partition('.')[0]}.{kind.__name__}"


@dataclass(frozen=True, slots=True)
class Event(Fact):
    """What happened; flat and in the past tense. Event names are a file format: add, never rename."""


@dataclass(frozen=True, slots=True)
class Finding(Fact):
    """What a judge found: the answer to a question that is not a move."""


StateT = TypeVar("StateT")
EventT = TypeVar("EventT", bound=Event)


class Script(Generic[StateT, EventT]):
    """Events so far, with the state that they lead to: a consequence is decided on what came before it."""

    def __init__(self, evolve: Callable[[StateT | None, EventT], StateT], state: StateT | None) -> None:
        self._evolve = evolve
        self._state = state
        self.events: list[Event] = []

    @property
    def state(self) -> StateT:
        """The state after all events so far."""
        if self._state is None:
            raise ValueError("nothing has started")
        return self._state

    def add(self, event: EventT) -> None:
        """Let one more thing happen."""
        self.events.append(event)
        self._state = self._evolve(self._state, event)


@dataclass(frozen=True, slots=True)
class RuleChanged(Event):
    """The table agreed on another value of a house rule."""

    rule: str
    value: str | int


class Line(NamedTuple):
    """One thing to say: a message id and the facts that its placeholders name."""

    message: str
    facts: Mapping[str, object] = {}


class Refused(Exception):  # noqa: N818  the word the players' side of the code uses; it is an answer, not a fault
    """A move, a reading or a request that can't be carried out; `why` is the id of the sentence that says so.

    An ordinary class: a frozen dataclass breaks inside `contextmanager`, which sets the traceback.
    """

    def __init__(self, why: str, /, **facts: object) -> None:
        super().__init__(why, facts)
        self.why = why
        self.facts = facts


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A question that the source leaves to the table: the values it may take and the one it has unless told."""

    key: str
    default: str | int
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def read(self, value: str | int) -> str | int:
        """The value as the rule keeps it. Raises Refused for one that the rule does not have."""
        if self.choices:
            if str(value) not in self.choices:
                raise Refused("rule-value-unknown", rule=self.key, value=str(value), choices=self.choices)
            return str(value)
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise Refused("rule-value-range", rule=self.key, least=self.least, most=self.most)
        return value


def one_line(typed: str) -> str:
    """What was typed, with single spaces between its words. Raises Refused where there are none."""
    text = " ".join(typed.split())
    if not text:
        raise Refused("text-empty")
    return text


def settle(rules: Sequence[HouseRule], chosen: Mapping[str, str | int]) -> dict[str, str | int]:
    """Every house rule with its value: the chosen one, else the default. Raises Refused for an unknown key or value."""
    known = {rule.key: rule for rule in rules}
    for key in chosen:
        if key not in known:
            raise Refused("rule-unknown", rule=key, rules=tuple(known))
    return {key: rule.read(chosen.get(key, rule.default)) for key, rule in known.items()}


class Weight(StrEnum):
    """How a button stands out; the words on it say everything without it."""

    QUIET = "quiet"
    MAIN = "main"
    DONE = "done"
    GRAVE = "grave"


class Field(NamedTuple):
    """A question of a form: the option of the move that it fills, read by the type that the move declares."""

    option: str
    label: Line
    optional: bool = False
    choices: tuple[tuple[str, Line], ...] = ()


@dataclass(frozen=True, slots=True)
class Button:
    """A move within reach of a thumb. With a `form` it asks first; with a `confirm` it asks once more, privately."""

    label: Line
    move: str
    options: Mapping[str, str | int] = field(default_factory=dict[str, str | int])
    weight: Weight = Weight.QUIET
    form: tuple[Field, ...] = ()
    confirm: Line | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that wants one pick from a list; the pick becomes the option named `option`."""

    prompt: Line
    move: str
    option: str
    choices: tuple[tuple[str, Line], ...]


class Block(NamedTuple):
    """Lines that belong together, and the controls under them (at most five buttons, or one choice, a row)."""

    lines: tuple[Line, ...]
    rows: tuple[tuple[Button, ...] | Choice, ...] = ()


class Board(NamedTuple):
    """A match as it lies on the table: a heading, what to do next, blocks."""

    heading: Line
    blocks: tuple[Block, ...]


Move = Callable[..., list[Event]]
Judge = Callable[..., Finding]


@dataclass(frozen=True, slots=True)
class Format:
    """One way to play, whole. States are `Any` here because each format has its own; inside a format they are typed.

    `start(rules, seats, **options)` gives the first events; `evolve(state, event)` never refuses; `moves` carry the
    names of the slash commands and take the state and the commands' options by name. `judges` answer questions; one
    that looks at the match takes `state` first. A state has the settled house rules as `rules`. `open_moves` are for
    anybody, also onlookers; `joined` are the users who may act without a seat. `seen_from` is what the table looks like
    from one seat, where that matters. `now` is what the table has to see to before it plays on. `sound(state, seats)`
    tells whether moves could lead to a state: an imported log may claim anything.
    """

    key: str
    edition: str
    rules: tuple[HouseRule, ...]
    seatings: tuple[tuple[Seat, ...], ...]
    start: Callable[..., list[Event]]
    evolve: Callable[[Any, Any], Any]
    events: tuple[type[Event], ...]
    moves: Mapping[str, Move]
    judges: Mapping[str, Judge]
    board: Callable[[Any], Board]
    export: Callable[[Any], dict[str, Any]]
    over: Callable[[Any], bool]
    open_moves: frozenset[str] = frozenset()
    joined: Callable[[Any], frozenset[int]] = lambda _: frozenset()
    seen_from: Callable[[Any, Seat], tuple[Line, ...]] = lambda _state, _seat: ()
    now: Callable[[Any], tuple[Line, ...]] = lambda _: ()
    sound: Callable[[Any, tuple[Seat, ...]], bool] = lambda _, __: True

    @property
    def teams(self) -> bool:
        """Whether it is played in two sides."""
        return self.seatings[0][0][0] in tuple(Team)

    def firsts(self, seats: tuple[Seat, ...]) -> tuple[Team, ...] | tuple[Seat, ...]:
        """Who can begin: a side, or any seat."""
        return tuple(Team) if self.teams else seats
