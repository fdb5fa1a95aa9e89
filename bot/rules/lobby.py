"""The lobby: who wants to play, before a match starts. A match like any other to the store, the board and undo."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple, assert_never

from bot.rules.format import (
    Block,
    Board,
    Button,
    Choice,
    Event,
    Field,
    Format,
    Line,
    Name,
    Refused,
    RuleChanged,
    Seat,
    Team,
    Weight,
)
from bot.rules.match import Person, apart


@dataclass(frozen=True, slots=True)
class LobbyOpened(Event):
    """People may join a game of this format. `sizes` are the numbers of players that can begin."""

    game: str
    teams: bool
    sizes: tuple[int, ...]
    options: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Somebody wants to play, on a side where there are sides."""

    name: str
    user_id: int | None
    team: Team | None


@dataclass(frozen=True, slots=True)
class LeftLobby(Event):
    """Somebody does not want to play after all."""

    name: str


@dataclass(frozen=True, slots=True)
class MovedUp(Event):
    """Somebody plays one place earlier."""

    name: str


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """The order was drawn by lot; places as indices into the order before."""

    order: tuple[int, ...]


LobbyEvent = LobbyOpened | Joined | LeftLobby | MovedUp | Shuffled | RuleChanged


class Waiting(NamedTuple):
    """One who wants to play."""

    person: Person
    team: Team | None


class State(NamedTuple):
    """Who wants to play, in playing order."""

    rules: Mapping[str, str | int]
    game: str
    teams: bool
    sizes: tuple[int, ...]
    options: Mapping[str, str | int]
    waiting: tuple[Waiting, ...]

    def of(self, team: Team | None) -> tuple[Waiting, ...]:
        """Those of one side, in order."""
        return tuple(one for one in self.waiting if one.team is team)

    @property
    def places(self) -> tuple[tuple[Team | None, int], ...]:
        """Each side with how many it takes at most."""
        most = max(self.sizes)
        return tuple((team, most // 2) for team in Team) if self.teams else ((None, most),)

    @property
    def ready(self) -> bool:
        """Whether the match can begin."""
        if self.teams:
            return all(len(self.of(team)) == most for team, most in self.places)
        return len(self.waiting) in self.sizes


def evolve(state: State | None, event: LobbyEvent) -> State:
    """The lobby after one more event. Never refuses."""
    if isinstance(event, LobbyOpened):
        return State({}, event.game, event.teams, event.sizes, event.options, ())
    if state is None:
        raise ValueError("a lobby begins with LobbyOpened")
    match event:
        case Joined():
            joined = Waiting(Person(event.name, event.user_id), event.team)
            return state._replace(waiting=(*state.waiting, joined))
        case LeftLobby():
            return state._replace(waiting=tuple(one for one in state.waiting if one.person.name != event.name))
        case MovedUp():
            return state._replace(waiting=_moved_up(state, event.name))
        case Shuffled():
            return state._replace(waiting=tuple(state.waiting[index] for index in event.order))
        case RuleChanged():
            return state
        case _:
            assert_never(event)


def _moved_up(state: State, name: str) -> tuple[Waiting, ...]:
    order = list(state.waiting)
    here = next(index for index, one in enumerate(order) if one.person.name == name)
    before = [index for index in range(here) if order[index].team is order[here].team]
    if before:
        order[before[-1]], order[here] = order[here], order[before[-1]]
    return tuple(order)


def open_lobby(
    form: Format, options: Mapping[str, str | int], sides: tuple[tuple[Person, ...], ...] = ()
) -> list[Event]:
    """Let people join a game of a format; `sides` are already in. Raises Refused where they are too many."""
    opened = LobbyOpened(form.key, form.teams, tuple(len(seats) for seats in form.seatings), options)
    events: list[Event] = [opened]
    for (team, most), people in zip(evolve(None, opened).places, sides, strict=False):
        if len(people) > most:
            raise Refused("lobby-full", most=most)
        events += [Joined(person.name, person.user_id, team) for person in people]
    return events


def join(state: State, *, actor: Person, team: str = "") -> list[Event]:
    """Take a place. Raises Refused for one who has a place already, and where the side is full."""
    return [*_join(state, actor, team)]


def guest(state: State, *, name: tuple[Name, ...], team: str = "") -> list[Event]:
    """Give places to people without an account, by name, all or none. Raises Refused for a name that is taken."""
    if not name:
        raise Refused("name-empty")
    events: list[LobbyEvent] = []
    for each in name:
        joined = _join(state, Person(each), team)
        events += joined
        state = reduce(evolve, joined, state)
    return [*events]


def _join(state: State, person: Person, team: str) -> list[LobbyEvent]:
    side = Team(team) if state.teams and team in tuple(Team) else None
    if state.teams and side is None:
        raise Refused("lobby-which-team")
    here = next((one for one in state.waiting if person.user_id and one.person.user_id == person.user_id), None)
    moves = here is not None and here.team is not side
    others = [one.person for one in state.waiting if not (moves and one is here)]
    seated = _seat(state, apart(person, others, "lobby-already-in"), side)
    return [LeftLobby(here.person.name), *seated] if here and moves else seated


def _seat(state: State, person: Person, side: Team | None) -> list[LobbyEvent]:
    most = dict(state.places)[side]
    if len(state.of(side)) >= most:
        raise Refused("lobby-full", most=most)
    return [Joined(person.name, person.user_id, side)]


def leave(state: State, *, actor: Person) -> list[Event]:
    """Give the place up. Raises Refused for one who has none."""
    mine = next((one for one in state.waiting if one.person.user_id == actor.user_id), None)
    if mine is None:
        raise Refused("lobby-not-in")
    return [LeftLobby(mine.person.name)]


def remove(state: State, *, name: str) -> list[Event]:
    """Take a guest, or somebody who has gone, off the list. Raises Refused for a name that is not on it."""
    _named(state, name)
    return [LeftLobby(name)]


def move_up(state: State, *, name: str) -> list[Event]:
    """Let somebody play one place earlier. Raises Refused for the first of a side."""
    one = _named(state, name)
    if state.of(one.team)[0] is one:
        raise Refused("lobby-already-first", name=name)
    return [MovedUp(name)]


def shuffle(state: State, *, chance: Callable[[int], int]) -> list[Event]:
    """Draw the order by lot. `chance(n)` gives a whole number below n. Raises Refused with fewer than two waiting."""
    if len(state.waiting) < 2:
        raise Refused("lobby-shuffle-two")
    order = list(range(len(state.waiting)))
    for last in range(len(order) - 1, 0, -1):
        pick = chance(last + 1)
        order[last], order[pick] = order[pick], order[last]
    return [Shuffled(tuple(order))]


def _named(state: State, name: str) -> Waiting:
    found = next((one for one in state.waiting if one.person.name == name), None)
    if found is None:
        raise Refused("lobby-name-unknown", name=name)
    return found


def seating(state: State, form: Format) -> dict[Seat, Person]:
    """Who sits where once the match begins. Raises Refused while places are open."""
    if not state.ready:
        raise Refused("lobby-not-ready", sizes=state.sizes, waiting=len(state.waiting))
    seats = next(seats for seats in form.seatings if len(seats) == len(state.waiting))
    ordered = [one for team, _ in state.places for one in state.of(team)]
    return {seat: one.person for seat, one in zip(seats, ordered, strict=True)}


def board(state: State) -> Board:
    """Who is in, who is missing, and the buttons to join, order and begin."""
    name = Field("name", Line("field-guest-name"))
    blocks: list[Block] = []
    for team, most in state.places:
        side = {"team": str(team)} if team else {}
        names = tuple(one.person.name for one in state.of(team))
        facts = {"team": team, "names": names, "count": len(names), "most": most}
        kind = "team" if team else "all"
        told = Line(f"lobby-board-{kind}" if names else f"lobby-board-{kind}-empty", facts)
        blocks.append(
            Block(
                (told,),
                (
                    (
                        Button(Line(f"button-lobby-join-{kind}", {"team": team}), "join", side, Weight.MAIN),
                        Button(Line(f"button-lobby-guest-{kind}", {"team": team}), "guest", side, form=(name,)),
                    ),
                ),
            )
        )
    rows: list[tuple[Button, ...] | Choice] = [
        (
            Button(Line("button-lobby-leave"), "leave"),
            Button(Line("button-lobby-shuffle"), "shuffle"),
            Button(Line("button-lobby-begin"), "begin", weight=Weight.DONE),
            Button(Line("button-lobby-begin-random"), "begin", {"first": "random"}),
            Button(Line("button-undo"), "undo"),
        )
    ]
    if state.waiting:
        picks = tuple((one.person.name, Line("lobby-pick", {"name": one.person.name})) for one in state.waiting)
        rows.append(Choice(Line("choice-lobby-up"), "move_up", "name", picks))
        rows.append(Choice(Line("choice-lobby-remove"), "remove", "name", picks))
    next_step = Line("lobby-board-next-ready" if state.ready else "lobby-board-next")
    blocks.append(Block((next_step, Line(f"lobby-order-{state.game}")), tuple(rows)))
    return Board(Line("lobby-board-heading", {"game": Line(f"format-{state.game}")}), tuple(blocks))


def export(state: State) -> dict[str, Any]:
    """The lobby as JSON; it is never exported as a match."""
    return {"game": state.game, "waiting": [[one.person.name, one.team] for one in state.waiting]}


LOBBY = Format(
    key="lobby",
    edition="1",
    rules=(),
    seatings=((),),
    start=open_lobby,
    evolve=evolve,
    events=LobbyEvent.__args__,
    moves={"join": join, "guest": guest, "leave": leave, "remove": remove, "move_up": move_up, "shuffle": shuffle},
    judges={},
    board=board,
    export=export,
    over=lambda _: False,
    open_moves=frozenset({"join", "leave"}),
    joined=lambda state: frozenset(one.person.user_id for one in state.waiting if one.person.user_id is not None),
)
