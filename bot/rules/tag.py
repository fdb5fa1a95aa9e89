"""Dimension Zero tag, Ver.1.1: two against two, smashes that find their opponent by the seats, and team losses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import Any, NamedTuple, assert_never

from bot.rules.format import (
    Block,
    Board,
    Button,
    Change,
    Event,
    Field,
    Finding,
    Format,
    HouseRule,
    Line,
    Refused,
    RuleChanged,
    Seat,
    Team,
    Weight,
    settle,
)

EDITION = "1.1"
SEATS = tuple(Seat(f"{team}{slot}") for team in Team for slot in (1, 2))
LOSING_SMASHES = 9
COPIES_MOST = 3
POINTS_MOST = 99
PILE_MOST = 999
LIBRARY_AT_START = 35

RULES = (
    HouseRule("library_loss", "both", choices=("both", "either")),
    HouseRule("double_loss", "draw", choices=("draw", "active_loses")),
    HouseRule("turns", "teams", choices=("teams", "players")),
    HouseRule("seating", "beside", choices=("beside", "opposite")),
    HouseRule("smash_from_library", "moves", choices=("moves", "by_hand")),
)


class Lane(StrEnum):
    """A line of the battle space: a column, as the smashing player sees it. It decides whom a smash may hit."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Area(StrEnum):
    """A row of the battle space, as the unit's player sees it. It decides how much a smash deals."""

    OWN = "own"
    CENTRE = "centre"
    ENEMY = "enemy"


class Aim(StrEnum):
    """Why a smash hit this opponent."""

    LEFT = "left"
    RIGHT = "right"
    CHOSEN = "chosen"


class Side(StrEnum):
    """Where a player sits by the team's own view."""

    LEFT = "left"
    RIGHT = "right"


class Seating(StrEnum):
    """How four sit: partners side by side, or across from each other."""

    BESIDE = "beside"
    OPPOSITE = "opposite"


class Loss(StrEnum):
    """Which of the two conditions makes a team lose."""

    SMASHES = "smashes"
    LIBRARY = "library"


class Pile(StrEnum):
    """A zone of cards that belongs to a player."""

    HAND = "hand"
    LIBRARY = "library"
    GRAVEYARD = "graveyard"
    ENERGY = "energy"
    PLAN = "plan"
    REMOVE = "remove"
    SMASH = "smash"


class Whose(StrEnum):
    """The word by which a card's text means another player."""

    YOURS = "yours"
    ALLYS = "allys"
    OPPONENTS = "opponents"


# Events: what happened.


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The house rules are settled; each of the four has `library` cards, a face-up plan card included."""

    rules: Mapping[str, str | int]
    first: Team
    library: int


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A team became the active group; turns are numbered from 1."""

    turn: int
    team: Team


@dataclass(frozen=True, slots=True)
class PlayerTurnBegan(Event):
    """By house rule players take turns: this one's team became the active group."""

    turn: int
    team: Team
    seat: Seat


@dataclass(frozen=True, slots=True)
class Smashed(Event):
    """A unit dealt its smash points, and 1 more in the enemy area, to one opponent (tag.smash.*)."""

    player: Seat
    line: Lane
    area: Area
    base: int
    target: Seat
    aim: Aim
    dealt: int
    smashes: int


@dataclass(frozen=True, slots=True)
class LibraryReduced(Event):
    """Cards left a library: drawn, or moved to the smash zone."""

    seat: Seat
    amount: int
    library: int


@dataclass(frozen=True, slots=True)
class LibrarySet(Event):
    """The table corrected a library."""

    seat: Seat
    library: int
    before: int


@dataclass(frozen=True, slots=True)
class SmashesSet(Event):
    """The table corrected a smash zone, or cards left it."""

    seat: Seat
    smashes: int
    before: int


@dataclass(frozen=True, slots=True)
class StoppedAtZero(Event):
    """More was asked of a zone than it held: it stands at 0, and so many were missing."""

    seat: Seat
    pile: Pile
    missing: int


@dataclass(frozen=True, slots=True)
class LossPending(Event):
    """A team meets a losing condition and loses at the next priority, not yet (tag.defeat.at-next-priority)."""

    team: Team
    why: tuple[Loss, ...]
    smashes: int


@dataclass(frozen=True, slots=True)
class LossLifted(Event):
    """A team came back before priority arose: no loss."""

    team: Team
    smashes: int


@dataclass(frozen=True, slots=True)
class PriorityArose(Event):
    """Priority went to the active group; when it passes, to the other (tag.priority.*)."""

    first: Team
    then: Team


@dataclass(frozen=True, slots=True)
class DoubleLoss(Event):
    """Both teams met a losing condition at the same priority; the house rule decides."""

    active: Team


@dataclass(frozen=True, slots=True)
class MatchWon(Event):
    """Priority arose and a team lost by a rule effect."""

    team: Team
    loser: Team
    why: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class MatchDrawn(Event):
    """Priority arose and both teams lost, which this table plays as a draw."""


TagEvent = (
    Started
    | TurnBegan
    | PlayerTurnBegan
    | Smashed
    | LibraryReduced
    | LibrarySet
    | SmashesSet
    | StoppedAtZero
    | LossPending
    | LossLifted
    | PriorityArose
    | DoubleLoss
    | MatchWon
    | MatchDrawn
    | RuleChanged
)


# State: what the events add up to.


class Player(NamedTuple):
    """One of four, with the zones that the tracker counts (tag.zones.each-player-owns-own)."""

    seat: Seat
    smashes: int
    library: int

    @property
    def team(self) -> Team:
        """The player's side."""
        return Team(self.seat[0])

    @property
    def side(self) -> Side:
        """The first named of a team sits left by the team's own view."""
        return Side.LEFT if self.seat[1] == "1" else Side.RIGHT


class State(NamedTuple):
    """A whole match. Flat, because it is folded anew on each undo."""

    rules: Mapping[str, str | int]
    players: Mapping[Seat, Player]
    turn: int
    active: Team
    winner: Team | None
    drawn: bool

    def of(self, team: Team) -> tuple[Player, Player]:
        """A team's two players, left one first."""
        left, right = (self.players[seat] for seat in _team_seats(team))
        return left, right

    def smashes(self, team: Team) -> int:
        """Cards in both smash zones of a team together (tag.defeat.smash-nine-combined)."""
        return sum(player.smashes for player in self.of(team))

    def library(self, team: Team) -> int:
        """Cards in both libraries of a team together."""
        return sum(player.library for player in self.of(team))

    def losing(self, team: Team) -> tuple[Loss, ...]:
        """Why the team loses at the next priority; empty where it does not. Read live, so coming back is no loss."""
        libraries = [player.library for player in self.of(team)]
        return _losses(self.smashes(team), libraries, str(self.rules["library_loss"]))

    @property
    def seating(self) -> Seating:
        """How this table sits."""
        return Seating(self.rules["seating"])

    @property
    def turn_seat(self) -> Seat | None:
        """Whose turn it is where the house rule lets players take turns, A1 B1 A2 B2."""
        return _turn_seat(self.turn, self.active) if self.rules["turns"] == "players" else None

    @property
    def over(self) -> bool:
        """Whether a winner or a draw stands."""
        return self.winner is not None or self.drawn


def evolve(state: State | None, event: TagEvent) -> State:  # noqa: C901  one case an event
    """The state after one more event. Never refuses."""
    if isinstance(event, Started):
        players = {seat: Player(seat, 0, event.library) for seat in SEATS}
        return State(event.rules, players, turn=0, active=event.first, winner=None, drawn=False)
    if state is None:
        raise ValueError("a match begins with Started")
    match event:
        case TurnBegan() | PlayerTurnBegan():
            return state._replace(turn=event.turn, active=event.team)
        case Smashed():
            return _player(state, event.target, smashes=event.smashes)
        case SmashesSet():
            return _player(state, event.seat, smashes=event.smashes)
        case LibraryReduced() | LibrarySet():
            return _player(state, event.seat, library=event.library)
        case MatchWon():
            return state._replace(winner=event.team)
        case MatchDrawn():
            return state._replace(drawn=True)
        case RuleChanged():
            return state._replace(rules={**state.rules, event.rule: event.value})
        case StoppedAtZero() | LossPending() | LossLifted() | PriorityArose() | DoubleLoss():
            return state
        case _:
            assert_never(event)


def _player(state: State, seat: Seat, **changes: int) -> State:
    return state._replace(players={**state.players, seat: state.players[seat]._replace(**changes)})


# Moves: what the table does.


def start(
    rules: Mapping[str, str | int],
    seats: tuple[Seat, ...],
    *,
    library: int = LIBRARY_AT_START,
    first: Team = Team.A,
) -> list[Event]:
    """Open the match. `library` is what each library holds once opening hands are drawn: 35 of a deck of 40.

    Raises Refused for teams that are not of two, a library out of bounds, or a house rule that does not exist.
    """
    if seats != SEATS:
        raise Refused("tag-players", count=len(seats))
    if not 1 <= library <= PILE_MOST:
        raise Refused("amount-out-of-range", least=1, most=PILE_MOST)
    started = Started(settle(RULES, rules), first, library)
    return [started, _turn_began(evolve(None, started), 1, first)]


def smash(
    state: State,
    *,
    player: Seat,
    line: Lane,
    points: int,
    area: Area = Area.CENTRE,
    target: tuple[Seat, ...] = (),
) -> list[Event]:
    """Deal a unit's smash points, and 1 more in the enemy area, to the one opponent whom the line finds (tag.smash.*).

    The points go to the smash zone of that opponent and, unless the house rule says otherwise, come from the same
    library. Only the centre line leaves the choice of `target`. Raises Refused for one of the own team, one that the
    line does not hit, several (tag.smash.no-dividing), none on the centre line, or points out of bounds.
    """
    _running(state)
    _known(player)
    if not 1 <= points <= POINTS_MOST:
        raise Refused("amount-out-of-range", least=1, most=POINTS_MOST)
    victim, aim = _victim(state, player, line, target)
    hit = state.players[victim]
    dealt = smash_points(points=points, area=area).dealt
    if hit.smashes + dealt > PILE_MOST:
        raise Refused("tag-pile-too-big", seat=victim, pile=Pile.SMASH, most=PILE_MOST)
    events: list[TagEvent] = [Smashed(player, line, area, points, victim, aim, dealt, hit.smashes + dealt)]
    if state.rules["smash_from_library"] == "moves":
        events += _less_library(hit, dealt)
    return _with_pending(state, events)


def smashes(state: State, *, player: Seat, change: Change) -> list[Event]:
    """Correct a smash zone, or let cards leave it. Raises Refused where nothing would change or it grows too big."""
    _running(state)
    have = _known_player(state, player).smashes
    wanted, after = _changed(player, Pile.SMASH, have, change)
    return _with_pending(state, [SmashesSet(player, after, have), *_stopped(player, Pile.SMASH, wanted)])


def library(state: State, *, player: Seat, change: Change) -> list[Event]:
    """Take cards off a library as they are drawn, or correct it; a face-up plan card still counts in it.

    Raises Refused where nothing would change or it grows too big.
    """
    _running(state)
    holder = _known_player(state, player)
    wanted, after = _changed(player, Pile.LIBRARY, holder.library, change)
    if change.relative and change.amount < 0:
        return _with_pending(state, _less_library(holder, -change.amount))
    return _with_pending(state, [LibrarySet(player, after, holder.library), *_stopped(player, Pile.LIBRARY, wanted)])


def priority(state: State) -> list[Event]:
    """Let priority arise: the active group gets it, and rule effects apply (tag.defeat.at-next-priority)."""
    _running(state)
    order = priority_order(active=state.active)
    return [PriorityArose(order.first, order.then), *_rule_effects(state)]


def turn(state: State) -> list[Event]:
    """End the turn: rule effects apply as at any priority, and if nobody lost the other group becomes active."""
    _running(state)
    ended = _rule_effects(state)
    return [*ended] if ended else [_turn_began(state, state.turn + 1, state.active.other)]


# Judges: questions that are not moves.


@dataclass(frozen=True, slots=True)
class LineHits(Finding):
    """An outer line leaves no choice (tag.smash.left-line-left-opponent, tag.smash.right-line-right-opponent)."""

    player: Seat
    line: Lane
    target: Seat


@dataclass(frozen=True, slots=True)
class CentreChooses(Finding):
    """The centre line lets the smasher choose one of two (tag.smash.centre-line-one-opponent)."""

    player: Seat
    left: Seat
    right: Seat


@dataclass(frozen=True, slots=True)
class SmashPoints(Finding):
    """What one smash deals, all of it to one opponent."""

    points: int
    area: Area
    dealt: int


@dataclass(frozen=True, slots=True)
class SeatsBeside(Finding):
    """The table as `player` sees it, partners side by side."""

    player: Seat
    far_left: Seat
    far_right: Seat
    near_left: Seat
    near_right: Seat


@dataclass(frozen=True, slots=True)
class SeatsOpposite(Finding):
    """The table as `player` sees it, partners across from each other."""

    player: Seat
    left: Seat
    far: Seat
    right: Seat


@dataclass(frozen=True, slots=True)
class LaterToGraveyard(Finding):
    """Allies' cards met on a square: the later one goes to its owner's graveyard, without a battle."""

    first: Seat
    second: Seat


@dataclass(frozen=True, slots=True)
class OwnSquare(Finding):
    """Two cards of one player met on a square: the case that allies' cards are treated like."""

    player: Seat


@dataclass(frozen=True, slots=True)
class SquareBattle(Finding):
    """Opponents' units met on a square: a battle, as in ordinary play."""

    first: Seat
    second: Seat


@dataclass(frozen=True, slots=True)
class CardSays(Finding):
    """By which word a card of `player` means `owner` and that player's cards."""

    player: Seat
    owner: Seat
    whose: Whose


@dataclass(frozen=True, slots=True)
class YourUnitThere(Finding):
    """An effect that says "your unit" has so many targets; the ally's are none of them."""

    own: int
    allys: int


@dataclass(frozen=True, slots=True)
class NoYourUnit(Finding):
    """An effect that says "your unit" finds none: it does not trigger, and processing ends."""

    allys: int


@dataclass(frozen=True, slots=True)
class ZoneUsable(Finding):
    """It is the player's own zone."""

    player: Seat
    pile: Pile


@dataclass(frozen=True, slots=True)
class ZoneNotShared(Finding):
    """The zone belongs to another player: no payment and no synthesis from it (tag.zones.each-player-owns-own)."""

    player: Seat
    owner: Seat
    pile: Pile


@dataclass(frozen=True, slots=True)
class ZoneUndecided(Finding):
    """The source's list of zones does not name the smash zone: the table decides."""

    player: Seat
    owner: Seat
    pile: Pile


@dataclass(frozen=True, slots=True)
class EachMeets(Finding):
    """A condition on "the opponent" holds against each opponent on its own, so the ability applies, once."""

    first: int
    second: int
    power: int
    smash: int


@dataclass(frozen=True, slots=True)
class OneMeets(Finding):
    """The condition holds against one opponent only, which the source does not decide."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class NoneMeets(Finding):
    """The condition holds against neither opponent; their numbers are never added."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class OneChosen(Finding):
    """A card that is used on "the opponent" makes its player choose one of two."""

    player: Seat
    left: Seat
    right: Seat


@dataclass(frozen=True, slots=True)
class HandSeen(Finding):
    """Both allies may look at an opponent's hand that one of them looks at."""

    player: Seat
    reader: Seat


@dataclass(frozen=True, slots=True)
class HandUndecided(Finding):
    """The source speaks of the ally only; it gives nobody else a look at the hand."""

    player: Seat
    reader: Seat


@dataclass(frozen=True, slots=True)
class CopiesFit(Finding):
    """Both decks of the team together keep to the limit of a card."""

    copies: int
    limit: int


@dataclass(frozen=True, slots=True)
class TooManyCopies(Finding):
    """Both decks of the team together hold too many of a card."""

    copies: int
    limit: int


@dataclass(frozen=True, slots=True)
class PriorityOrder(Finding):
    """Priority is a team's: the active group's first, then the other's."""

    first: Team
    then: Team


@dataclass(frozen=True, slots=True)
class LossComes(Finding):
    """A team with these zones loses at the next priority."""

    smashes: int
    library: int
    why: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class NoLoss(Finding):
    """A team with these zones goes on."""

    smashes: int
    library: int


def line_target(*, player: Seat, line: Lane, seating: Seating = Seating.BESIDE) -> LineHits | CentreChooses:
    """Whom does a smash hit? Lines and opponents are the smasher's own left and right (tag.smash.*)."""
    left, right = _opponents(player, seating)
    if line == Lane.CENTRE:
        return CentreChooses(player, left, right)
    return LineHits(player, line, left if line == Lane.LEFT else right)


def smash_points(*, points: int, area: Area) -> SmashPoints:
    """How much does it deal? Its smash points, and 1 more from the enemy area (tag.smash.enemy-area-plus-one)."""
    return SmashPoints(points, area, points + 1 if area == Area.ENEMY else points)


def seat_picture(*, player: Seat, seating: Seating = Seating.BESIDE) -> SeatsBeside | SeatsOpposite:
    """How does the table look from this player's side?"""
    left, right = _opponents(player, seating)
    if seating == Seating.BESIDE:
        return SeatsBeside(player, left, right, *_team_seats(_team(player)))
    return SeatsOpposite(player, left, _ally(player), right)


def square(*, first: Seat, second: Seat) -> LaterToGraveyard | OwnSquare | SquareBattle:
    """What happens when `second`'s card is placed on a square with `first`'s (tag.control.same-square-later-…)?"""
    match whose(player=first, owner=second).whose:
        case Whose.YOURS:
            return OwnSquare(first)
        case Whose.ALLYS:
            return LaterToGraveyard(first, second)
        case Whose.OPPONENTS:
            return SquareBattle(first, second)


def whose(*, player: Seat, owner: Seat) -> CardSays:
    """What do `player`'s cards call `owner`'s? Yours, the ally's, or, for both of the other team, the opponent's."""
    if _team(player) is not _team(owner):
        return CardSays(player, owner, Whose.OPPONENTS)
    return CardSays(player, owner, Whose.YOURS if player == owner else Whose.ALLYS)


def your_units(*, own: int, allys: int) -> YourUnitThere | NoYourUnit:
    """Has a card that says "your unit", as サンダージャッカル does, a target (tag.control.thunder-jackal-example)?"""
    return YourUnitThere(own, allys) if own else NoYourUnit(allys)


def zone_use(*, player: Seat, owner: Seat, pile: Pile) -> ZoneUsable | ZoneNotShared | ZoneUndecided:
    """May `player` pay with or synthesise from `owner`'s zone? Only from one's own (tag.zones.*)."""
    _known(player)
    _known(owner)
    if player == owner:
        return ZoneUsable(player, pile)
    if pile == Pile.SMASH:
        return ZoneUndecided(player, owner, pile)
    return ZoneNotShared(player, owner, pile)


def each_opponent(
    *, first: int, second: int, at_least: int = 0, at_most: int = PILE_MOST, power: int = 2000, smash: int = 1
) -> EachMeets | OneMeets | NoneMeets:
    """Does a card that counts something of "the opponent", as 魂の刃マキリ does, get its `power` and `smash`?

    Each opponent's number is checked on its own against the card's bounds (tag.opponent.makiri-example).
    """
    met = sum(at_least <= count <= at_most for count in (first, second))
    if met == 2:
        return EachMeets(first, second, power, smash)
    return OneMeets(first, second) if met else NoneMeets(first, second)


def one_opponent(*, player: Seat, seating: Seating = Seating.BESIDE) -> OneChosen:
    """On whom is a card used that says "the opponent", as 失恋の痛み does (tag.opponent.heartbreak-choose-one-…)?"""
    return OneChosen(player, *_opponents(player, seating))


def revealed_hand(*, player: Seat, reader: Seat) -> HandSeen | HandUndecided:
    """May `reader` look at the hand that `player` looks at (tag.opponent.heartbreak-ally-sees-hand-example)?"""
    return HandSeen(player, reader) if _team(player) is _team(reader) else HandUndecided(player, reader)


def copies(*, yours: int, allys: int, limit: int = COPIES_MOST) -> CopiesFit | TooManyCopies:
    """May both decks hold so many of a card? 3 together, or its own limit (tag.deck.*)."""
    together = yours + allys
    return CopiesFit(together, limit) if together <= limit else TooManyCopies(together, limit)


def priority_order(*, active: Team) -> PriorityOrder:
    """Who gets priority, and who when that group passes (tag.priority.*)?"""
    return PriorityOrder(active, active.other)


def loss(
    *,
    first_smashes: int = 0,
    second_smashes: int = 0,
    first_library: int = 1,
    second_library: int = 1,
    library_loss: str = "both",
) -> LossComes | NoLoss:
    """Does a team whose two players have these zones lose at the next priority (tag.defeat.*)?"""
    smash_sum, libraries = first_smashes + second_smashes, (first_library, second_library)
    why = _losses(smash_sum, libraries, library_loss)
    return LossComes(smash_sum, sum(libraries), why) if why else NoLoss(smash_sum, sum(libraries))


# Inner steps, shared by moves and judges.


def _running(state: State) -> None:
    if state.winner:
        raise Refused("match-over", winner=state.winner)
    if state.drawn:
        raise Refused("tag-drawn-already")


def _known(seat: Seat) -> None:
    if seat not in SEATS:
        raise Refused("seat-unknown", seat=str(seat), seats=SEATS)


def _known_player(state: State, seat: Seat) -> Player:
    _known(seat)
    return state.players[seat]


def _team(seat: Seat) -> Team:
    _known(seat)
    return Team(seat[0])


def _team_seats(team: Team) -> tuple[Seat, Seat]:
    return Seat(f"{team}1"), Seat(f"{team}2")


def _ally(seat: Seat) -> Seat:
    left, right = _team_seats(_team(seat))
    return right if seat == left else left


def _opponents(seat: Seat, seating: Seating) -> tuple[Seat, Seat]:
    """Who sits on the player's left and right. Facing teams mirror each other: my left is their right seat."""
    theirs_left, theirs_right = _team_seats(_team(seat).other)
    if seating == Seating.BESIDE:
        return theirs_right, theirs_left
    # Clockwise from above, looking at the middle: the next one round the table sits on the left.
    table = [Seat("A1"), Seat("B1"), Seat("A2"), Seat("B2")]
    place = table.index(seat)
    return table[(place + 1) % 4], table[place - 1]


def _victim(state: State, player: Seat, line: Lane, target: tuple[Seat, ...]) -> tuple[Seat, Aim]:
    for each in target:
        if _team(each) is _team(player):
            raise Refused("tag-smash-at-own-team", target=each, opponents=_opponents(player, state.seating))
    if len(set(target)) > 1:
        raise Refused("tag-smash-never-split", player=player)
    found = line_target(player=player, line=line, seating=state.seating)
    if isinstance(found, CentreChooses):
        if not target:
            raise Refused("tag-smash-choose", left=found.left, right=found.right)
        return target[0], Aim.CHOSEN
    if target and target[0] != found.target:
        raise Refused("tag-smash-wrong-target", player=player, line=line, target=target[0], hits=found.target)
    return found.target, Aim(line)


def _losses(smash_sum: int, libraries: Sequence[int], library_loss: str) -> tuple[Loss, ...]:
    empty = [count <= 0 for count in libraries]
    why = [Loss.SMASHES] if smash_sum >= LOSING_SMASHES else []
    if any(empty) if library_loss == "either" else all(empty):
        why.append(Loss.LIBRARY)
    return tuple(why)


def _changed(seat: Seat, pile: Pile, have: int, change: Change) -> tuple[int, int]:
    """What was asked for, below 0 perhaps, and what it becomes."""
    wanted = change.asked(have)
    if wanted > PILE_MOST:
        raise Refused("tag-pile-too-big", seat=seat, pile=pile, most=PILE_MOST)
    after = max(0, wanted)
    if after == have:
        raise Refused("tag-pile-same", seat=seat, pile=pile, cards=have)
    return wanted, after


def _stopped(seat: Seat, pile: Pile, wanted: int) -> list[TagEvent]:
    return [StoppedAtZero(seat, pile, -wanted)] if wanted < 0 else []


def _less_library(holder: Player, cards: int) -> list[TagEvent]:
    moved = min(holder.library, cards)
    events: list[TagEvent] = [LibraryReduced(holder.seat, moved, holder.library - moved)] if moved else []
    return events + _stopped(holder.seat, Pile.LIBRARY, holder.library - cards)


def _with_pending(state: State, events: list[TagEvent]) -> list[Event]:
    """The events, and what they mean for a loss that waits for priority."""
    after = reduce(evolve, events, state)
    told: list[Event] = [*events]
    for team in Team:
        why = after.losing(team)
        if why and why != state.losing(team):
            told.append(LossPending(team, why, after.smashes(team)))
        elif state.losing(team) and not why:
            told.append(LossLifted(team, after.smashes(team)))
    return told


def _rule_effects(state: State) -> list[TagEvent]:
    losing = [team for team in Team if state.losing(team)]
    if not losing:
        return []
    loser, told = losing[0], list[TagEvent]()
    if len(losing) == 2:
        loser, told = state.active, [DoubleLoss(state.active)]
        if state.rules["double_loss"] == "draw":
            return [*told, MatchDrawn()]
    return [*told, MatchWon(loser.other, loser, state.losing(loser))]


def _turn_seat(number: int, team: Team) -> Seat:
    return _team_seats(team)[(number - 1) // 2 % 2]


def _turn_began(state: State, number: int, team: Team) -> TagEvent:
    if state.rules["turns"] == "players":
        return PlayerTurnBegan(number, team, _turn_seat(number, team))
    return TurnBegan(number, team)


# The board, and the export.


def sound(state: State, seats: tuple[Seat, ...]) -> bool:
    """Whether moves could lead here: no pile is too big, and the match is won or drawn, not both."""
    fits = all(player.smashes <= PILE_MOST and player.library <= PILE_MOST for player in state.players.values())
    return seats == SEATS and fits and state.turn > 0 and not (state.winner and state.drawn)


def board(state: State) -> Board:
    """Both sums large, four players small, a pending loss in words, the seats, and the usual moves."""
    teams = tuple(Block(_team_lines(state, team), _team_rows(state, team)) for team in Team)
    if state.winner:
        why = state.losing(state.winner.other)
        told = _of_team(state.winner) | {"turn": state.turn, "why": why}
        return Board(Line("tag-board-won", told), teams)
    if state.drawn:
        return Board(Line("tag-board-drawn", {"turn": state.turn}), teams)
    pending = _pending_lines(state)
    controls = (
        _button("button-tag-priority", "priority", Weight.GRAVE if pending else Weight.QUIET),
        _button("button-tag-turn", "turn", Weight.MAIN, team=state.active.other),
        _button("button-undo", "undo"),
    )
    foot = Block((*_seat_lines(state), Line("tag-board-edition", {"edition": EDITION})), (controls,))
    return Board(_heading(state), (Block(now(state)), *teams, foot))


def now(state: State) -> tuple[Line, ...]:
    """Who loses at the next priority, and who has it first."""
    order = priority_order(active=state.active)
    return (*_pending_lines(state), Line("tag-board-next", {"first": order.first, "then": order.then}))


def seen_from(state: State, seat: Seat) -> tuple[Line, ...]:
    """The seats as one of the four sees them."""
    picture = seat_picture(player=seat, seating=state.seating)
    return (Line(picture.message, {name: getattr(picture, name) for name in picture.__dataclass_fields__}),)


def _seat_lines(state: State) -> tuple[Line, ...]:
    """The picture from A1's side, and whom the outer lines hit for those who see it otherwise."""
    # Side by side, partners look the same way; across from each other, nobody does.
    others = (("B1", "B2"),) if state.seating == Seating.BESIDE else (("A2",), ("B1",), ("B2",))
    lines = [*seen_from(state, SEATS[0])]
    for seats in others:
        left, right = _opponents(Seat(seats[0]), state.seating)
        facts = {"players": tuple(Seat(seat) for seat in seats), "left": left, "right": right}
        lines.append(Line("tag-board-lines", facts))
    return tuple(lines)


def _of_team(team: Team) -> dict[str, object]:
    return {"team": team, "players": _team_seats(team)}


def _button(label: str, move: str, weight: Weight = Weight.QUIET, **facts: object) -> Button:
    return Button(Line(label, facts), move, weight=weight)


def _draw_button(seat: Seat) -> Button:
    return Button(Line("button-tag-library", {"seat": seat}), "library", {"player": str(seat), "change": "-1"})


def _heading(state: State) -> Line:
    facts = _of_team(state.active) | {"turn": state.turn}
    if state.turn_seat:
        return Line("tag-board-turn-player", facts | {"seat": state.turn_seat})
    return Line("tag-board-turn", facts)


def _pending_lines(state: State) -> tuple[Line, ...]:
    losing = [team for team in Team if state.losing(team)]
    lines = [Line("tag-board-losing", {"team": team, "why": state.losing(team)}) for team in losing]
    if len(losing) == 2:
        draw = state.rules["double_loss"] == "draw"
        lines.append(Line("tag-board-both-draw" if draw else "tag-board-both-active", {"team": state.active}))
    elif losing:
        lines.append(Line("tag-board-losing-when"))
    return tuple(lines)


def _team_lines(state: State, team: Team) -> tuple[Line, ...]:
    sums = {"team": team, "smashes": state.smashes(team), "library": state.library(team), "most": LOSING_SMASHES}
    return (
        Line("tag-board-team", sums),
        *(Line("tag-board-player", player._asdict() | {"side": player.side}) for player in state.of(team)),
    )


def _team_rows(state: State, team: Team) -> tuple[tuple[Button, ...], ...]:
    if state.over:
        return ()
    seats = _team_seats(team)
    if team is not state.active:
        return (tuple(_draw_button(seat) for seat in seats),)
    smashers = [seat for seat in seats if state.turn_seat in (None, seat)]
    return tuple((*([_smash_form(state, seat)] if seat in smashers else []), _draw_button(seat)) for seat in seats)


def _smash_form(state: State, seat: Seat) -> Button:
    left, right = _opponents(seat, state.seating)
    opponents = (
        (str(left), Line("tag-form-left", {"seat": left})),
        (str(right), Line("tag-form-right", {"seat": right})),
    )
    form = (
        Field("line", Line("field-tag-line"), choices=tuple((lane.value, Line(f"Lane.{lane}")) for lane in Lane)),
        Field("points", Line("field-tag-points")),
        Field(
            "area",
            Line("field-tag-area"),
            optional=True,
            choices=tuple((area.value, Line(f"Area.{area}")) for area in Area),
        ),
        Field("target", Line("field-tag-target"), optional=True, choices=opponents),
    )
    return Button(Line("button-tag-smash", {"seat": seat}), "smash", {"player": str(seat)}, Weight.MAIN, form=form)


def export(state: State) -> dict[str, Any]:
    """The state as the export file shows it."""
    return {
        "phase": "over" if state.over else "duel",
        "turn": state.turn,
        "active_team": str(state.active),
        "winner": "draw" if state.drawn else state.winner and str(state.winner),
        "teams": {
            str(team): {
                "smashes": state.smashes(team),
                "library": state.library(team),
                "losing": [str(why) for why in state.losing(team)] or None,
                "players": [
                    {"seat": str(p.seat), "side": str(p.side), "smashes": p.smashes, "library": p.library}
                    for p in state.of(team)
                ],
            }
            for team in Team
        },
    }


TAG = Format(
    key="tag",
    edition=EDITION,
    rules=RULES,
    seatings=(SEATS,),
    start=start,
    evolve=evolve,
    events=TagEvent.__args__,
    moves={
        "smash": smash,
        "smashes": smashes,
        "library": library,
        "turn": turn,
        "priority": priority,
    },
    judges={
        "line_target": line_target,
        "smash_points": smash_points,
        "seat_picture": seat_picture,
        "square": square,
        "whose": whose,
        "your_units": your_units,
        "zone_use": zone_use,
        "each_opponent": each_opponent,
        "one_opponent": one_opponent,
        "revealed_hand": revealed_hand,
        "copies": copies,
        "priority_order": priority_order,
        "loss": loss,
    },
    board=board,
    export=export,
    over=lambda state: state.over,
    seen_from=seen_from,
    now=now,
    sound=sound,
)
