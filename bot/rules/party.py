"""デュエパーティー (Duel Party): a Duel Masters free-for-all with shields, partners, lasting and waiting effects."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Self, assert_never

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
    Script,
    Seat,
    Typed,
    Weight,
    one_line,
    settle,
)

SEATS = tuple(Seat(f"P{number}") for number in range(1, 9))
USUAL_PLAYERS = (3, 4)
SHIELDS_MOST = 99
EFFECTS_MOST = 10
PENDING_MOST = 20
TEXT_MOST = 100
PARTNER_COST_LEAST = 5
DECK_CARDS = 60

# Four first: that is how many usually play (party.players.usually-four).
SEATINGS = tuple(SEATS[:players] for players in (4, 3, 2, 5, 6, 7, 8))

RULES = (
    HouseRule("edition", "1.00", choices=("1.00", "1.02")),
    HouseRule("shields", 6, least=1, most=SHIELDS_MOST),
    HouseRule("before_also_out", "nearest_before", choices=("nearest_before", "at_once")),
    HouseRule("all_out", "draw", choices=("draw", "last_named_wins")),
    HouseRule("shield_triggers_first", "yes", choices=("yes", "no")),
)


class Level(StrEnum):
    """What the table wants of the game (party.level.three-levels)."""

    FAN = "1"
    CASUAL = "2"
    SERIOUS = "3"


class Status(StrEnum):
    """Whether a player is still in."""

    ALIVE = "alive"
    ELIMINATED = "eliminated"


class Knockout(StrEnum):
    """Why a player is out. Any other reason is kept in the words of the table."""

    DIRECT_ATTACK = "direct_attack"
    LIBRARY_OUT = "library_out"
    EFFECT = "effect"
    LEFT = "left"
    UNSAID = "unsaid"


class PartnerZone(StrEnum):
    """Where a partner is."""

    FACE_UP = "face_up"
    FACE_DOWN = "face_down"
    BATTLE = "battle"
    ELSEWHERE = "elsewhere"


class Civilisation(StrEnum):
    """A card's civilisations; colourless stands for none."""

    LIGHT = "light"
    WATER = "water"
    DARKNESS = "darkness"
    FIRE = "fire"
    NATURE = "nature"
    COLOURLESS = "colourless"


class TurnPoint(StrEnum):
    """When in a turn a lasting effect ends."""

    START = "turn_start"
    END = "turn_end"


# What is typed with players' names in it.


class Moment(Typed):
    """The start or end of a player's next turn, as `P3 start`, `Mina end` or `ミナのターン終了時`."""

    __slots__ = ()

    @classmethod
    def read(cls, typed: str, seat_of: Callable[[str], Seat]) -> Self:
        """The moment with a seat code."""
        found = _MOMENT.fullmatch(unicodedata.normalize("NFKC", typed).strip())
        if not found:
            return cls(typed)
        word = "start" if found[2].casefold() in ("start", "開始") else "end"
        return cls(f"{seat_of(found[1])} {word}")


class Numbers(Typed):
    """A number for each player: all in seat order, as `5 1 2 6`, or some by name, as `P2=3, Mina=4`."""

    __slots__ = ()

    @classmethod
    def read(cls, typed: str, seat_of: Callable[[str], Seat]) -> Self:
        """The numbers with seat codes."""
        text = unicodedata.normalize("NFKC", typed).strip()
        found = [*_NAMED_NUMBER.finditer(text)]
        if not found or "".join(one[0] for one in found) != text:
            return cls(typed)
        return cls(" ".join(f"{seat_of(one[1])}={one[2]}" for one in found))


_MOMENT = re.compile(
    r"(.+?)\s*(?:の|'s)?\s*(?:次の|next)?\s*(?:ターン|turn)?\s*(start|end|開始|終了)(?:時|まで)*", re.IGNORECASE
)
_NAMED_NUMBER = re.compile(r"(.+?)\s*=\s*(\d{1,3})(?:[\s,、;]+|$)")


NO_MOMENT, NO_NUMBERS = Moment(), Numbers()


# Events: what happened.


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The house rules are settled; seats in turn order."""

    rules: Mapping[str, str | int]
    seats: tuple[Seat, ...]
    first: Seat


@dataclass(frozen=True, slots=True)
class UnusualTable(Event):
    """A note: three or four usually play, and other numbers may (party.players.*)."""

    players: int


@dataclass(frozen=True, slots=True)
class LevelAgreed(Event):
    """The table agreed on a play level."""

    level: Level


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A player's turn opened; turns are numbered from 1, rounds too."""

    turn: int
    round: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class ShieldsBroken(Event):
    """A player broke another's shields."""

    attacker: Seat
    target: Seat
    count: int
    left: int


@dataclass(frozen=True, slots=True)
class DirectAttack(Event):
    """An attack on a player without shields. It offers the elimination; the table decides."""

    attacker: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class ShieldsSet(Event):
    """The table changed a player's shields by hand."""

    seat: Seat
    shields: int
    before: int


@dataclass(frozen=True, slots=True)
class StoppedAtZero(Event):
    """More shields should have gone than there were; `over` of them were not there."""

    seat: Seat
    over: int


@dataclass(frozen=True, slots=True)
class LibraryOut(Event):
    """A player's deck is empty. It offers the elimination; the table decides."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Eliminated(Event):
    """A player is out: why, in a known word or the table's own."""

    seat: Seat
    reason: Knockout | str


@dataclass(frozen=True, slots=True)
class EliminationCredited(Event):
    """Who put that player out."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class CardsLeft(Event):
    """The loser's cards left the game at once, and nothing triggers by it (party.defeat.cards-leave)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PendingVanished(Event):
    """The loser's waiting effects are gone (party.defeat.pending-effects-vanish)."""

    seat: Seat
    pending: tuple[int, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EffectsStayed(Event):
    """Effects of the loser that lie on others go on; only what waited is gone."""

    seat: Seat
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnCut(Event):
    """The loser's turn went straight to its end step (party.defeat.turn-player-to-turn-end)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PartnerSet(Event):
    """A player named a partner; it lies face-up in the partner zone."""

    seat: Seat
    name: str
    cost: int
    civilisations: tuple[Civilisation, ...]


@dataclass(frozen=True, slots=True)
class PartnerMoved(Event):
    """A partner is somewhere else now."""

    seat: Seat
    name: str
    zone: PartnerZone
    before: PartnerZone


@dataclass(frozen=True, slots=True)
class PartnerWaits(Event):
    """A partner turns up at the end of the owner's first turn that begins after it was laid face-down."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class PartnerStaysDown(Event):
    """The edition played does not know the face-down return: the partner turns up by hand."""

    seat: Seat
    name: str
    edition: str


@dataclass(frozen=True, slots=True)
class PartnerTurnedUp(Event):
    """A partner lies face-up again."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class EffectAdded(Event):
    """A lasting effect: whose, and on whom it lies."""

    effect: int
    text: str
    source: Seat
    affects: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class EffectLasts(Event):
    """When an effect ends: the next time that moment of that player's turn comes."""

    effect: int
    until: Seat
    point: TurnPoint


@dataclass(frozen=True, slots=True)
class EffectMoved(Event):
    """The player for whose turn it waited is out: it ends with the turn of the one before (party.defeat.duration-*)."""

    effect: int
    text: str
    waited_for: Seat
    until: Seat


@dataclass(frozen=True, slots=True)
class EffectCutShort(Event):
    """The player for whose turn it waited is out, and so is the one before: by house rule it ended at once."""

    effect: int
    text: str
    waited_for: Seat


@dataclass(frozen=True, slots=True)
class EffectRanOut(Event):
    """An effect ended by itself, at its time."""

    effect: int
    text: str
    until: Seat
    point: TurnPoint


@dataclass(frozen=True, slots=True)
class EffectEnded(Event):
    """The table took an effect off."""

    effect: int
    text: str


@dataclass(frozen=True, slots=True)
class PendingAdded(Event):
    """An effect waits to be resolved."""

    pending: int
    seat: Seat
    text: str
    shield_trigger: bool = False

    @property
    def message(self) -> str:
        """Told in its own words where it is a shield trigger."""
        return "party.PendingAdded.trigger" if self.shield_trigger else "party.PendingAdded"


@dataclass(frozen=True, slots=True)
class PendingResolved(Event):
    """A waiting effect resolves; whatever comes up meanwhile is sorted in (party.resolve.new-pending-reorder)."""

    pending: int
    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class AllOut(Event):
    """All who were left went out together; a house rule decides."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class MatchWon(Event):
    """One player is left, or wins by the house rule for all going out together."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchDrawn(Event):
    """Nobody is left, and by house rule nobody wins."""

    seats: tuple[Seat, ...]


PartyEvent = (
    Started
    | UnusualTable
    | LevelAgreed
    | TurnBegan
    | ShieldsBroken
    | DirectAttack
    | ShieldsSet
    | StoppedAtZero
    | LibraryOut
    | Eliminated
    | EliminationCredited
    | CardsLeft
    | PendingVanished
    | EffectsStayed
    | TurnCut
    | PartnerSet
    | PartnerMoved
    | PartnerWaits
    | PartnerStaysDown
    | PartnerTurnedUp
    | EffectAdded
    | EffectLasts
    | EffectMoved
    | EffectCutShort
    | EffectRanOut
    | EffectEnded
    | PendingAdded
    | PendingResolved
    | AllOut
    | MatchWon
    | MatchDrawn
    | RuleChanged
)


# State: what the events add up to.


class Partner(NamedTuple):
    """A player's partner; `since` is the turn in which it was moved last."""

    name: str
    cost: int
    civilisations: tuple[Civilisation, ...]
    zone: PartnerZone
    since: int


class Player(NamedTuple):
    """One at the table."""

    seat: Seat
    shields: int
    status: Status
    partner: Partner | None


class Effect(NamedTuple):
    """A lasting effect. Without `until` the table ends it; `waited_for` is who it waited for before that one went."""

    id: int
    text: str
    source: Seat
    affects: tuple[Seat, ...]
    until: Seat | None = None
    point: TurnPoint | None = None
    waited_for: Seat | None = None


class Waiting(NamedTuple):
    """An effect that waits to be resolved."""

    id: int
    seat: Seat
    text: str
    shield_trigger: bool


class Offer(NamedTuple):
    """A reason to put a player out, until the table says so or the turn ends."""

    reason: Knockout
    by: Seat | None


class State(NamedTuple):
    """A whole match. Flat, because it is folded anew on each undo."""

    rules: Mapping[str, str | int]
    level: Level | None
    players: Mapping[Seat, Player]
    first: Seat
    round: int
    turn: int
    turn_seat: Seat
    winner: Seat | None
    drawn: bool
    effects: tuple[Effect, ...]
    effects_so_far: int
    pending: tuple[Waiting, ...]
    pending_so_far: int
    pending_at_resolve: int
    offers: Mapping[Seat, Offer]

    @property
    def over(self) -> bool:
        """Whether somebody has won, or nobody can."""
        return self.winner is not None or self.drawn

    @property
    def living(self) -> tuple[Seat, ...]:
        """Who is still in, in seat order."""
        return tuple(seat for seat, player in self.players.items() if player.status is Status.ALIVE)

    @property
    def in_turn_order(self) -> tuple[Seat, ...]:
        """Who is still in, from the turn player on."""
        return tuple(sorted(self.living, key=self.distance))

    def distance(self, seat: Seat) -> int:
        """How many seats after the turn player somebody sits."""
        seats = tuple(self.players)
        return (seats.index(seat) - seats.index(self.turn_seat)) % len(seats)

    @property
    def next_seat(self) -> Seat:
        """Whose turn comes next: the next one living after the turn player."""
        return next(seat for seat in _after(self, self.turn_seat) if seat in self.living)

    @property
    def queue(self) -> tuple[Waiting, ...]:
        """The waiting effects as they resolve: in turn order from the turn player (party.resolve.turn-order)."""
        return tuple(sorted(self.pending, key=lambda waiting: (*self.rank(waiting), waiting.id)))

    def rank(self, waiting: Waiting) -> tuple[bool, int]:
        """What comes before what: shield triggers by house rule, then turn order."""
        later = self.rules["shield_triggers_first"] == "yes" and not waiting.shield_trigger
        return later, self.distance(waiting.seat)


def _after(state: State, seat: Seat) -> tuple[Seat, ...]:
    seats = tuple(state.players)
    here = seats.index(seat)
    return seats[here + 1 :] + seats[:here]


def evolve(state: State | None, event: PartyEvent) -> State:  # noqa: C901  one case an event
    """The state after one more event. Never refuses."""
    if isinstance(event, Started):
        shields = int(event.rules["shields"])
        return State(
            rules=event.rules,
            level=None,
            players={seat: Player(seat, shields, Status.ALIVE, None) for seat in event.seats},
            first=event.first,
            round=0,
            turn=0,
            turn_seat=event.first,
            winner=None,
            drawn=False,
            effects=(),
            effects_so_far=0,
            pending=(),
            pending_so_far=0,
            pending_at_resolve=0,
            offers={},
        )
    if state is None:
        raise ValueError("a match begins with Started")
    match event:
        case LevelAgreed():
            return state._replace(level=event.level)
        case TurnBegan():
            return state._replace(turn=event.turn, round=event.round, turn_seat=event.seat, offers={})
        case ShieldsBroken():
            return _player(state, event.target, shields=event.left)
        case ShieldsSet():
            lifted = event.shields and _offered(state, event.seat, Knockout.DIRECT_ATTACK)
            state = _without_offer(state, event.seat) if lifted else state
            return _player(state, event.seat, shields=event.shields)
        case DirectAttack():
            return _with_offer(state, event.target, Offer(Knockout.DIRECT_ATTACK, event.attacker))
        case LibraryOut():
            return _with_offer(state, event.seat, Offer(Knockout.LIBRARY_OUT, None))
        case Eliminated():
            return _player(_without_offer(state, event.seat), event.seat, status=Status.ELIMINATED)
        case CardsLeft():
            return _player(state, event.seat, shields=0, partner=None)
        case PendingVanished():
            return state._replace(pending=tuple(w for w in state.pending if w.id not in event.pending))
        case PartnerSet():
            zone = PartnerZone.FACE_UP
            partner = Partner(event.name, event.cost, event.civilisations, zone, state.turn)
            return _player(state, event.seat, partner=partner)
        case PartnerMoved():
            return _partner(state, event.seat, event.zone)
        case PartnerTurnedUp():
            return _partner(state, event.seat, PartnerZone.FACE_UP)
        case EffectAdded():
            effects = (*state.effects, Effect(event.effect, event.text, event.source, event.affects))
            return state._replace(effects=effects, effects_so_far=event.effect)
        case EffectLasts():
            return _effect(state, event.effect, until=event.until, point=event.point)
        case EffectMoved():
            ends = {"until": event.until, "point": TurnPoint.END, "waited_for": event.waited_for}
            return _effect(state, event.effect, **ends)
        case EffectCutShort() | EffectRanOut() | EffectEnded():
            return state._replace(effects=tuple(effect for effect in state.effects if effect.id != event.effect))
        case PendingAdded():
            waiting = Waiting(event.pending, event.seat, event.text, event.shield_trigger)
            return state._replace(pending=(*state.pending, waiting), pending_so_far=event.pending)
        case PendingResolved():
            rest = tuple(waiting for waiting in state.pending if waiting.id != event.pending)
            return state._replace(pending=rest, pending_at_resolve=state.pending_so_far)
        case MatchWon():
            return state._replace(winner=event.seat, turn_seat=event.seat, offers={})
        case MatchDrawn():
            return state._replace(drawn=True, offers={})
        case RuleChanged():
            return _with_rule(state, event)
        case (
            UnusualTable()
            | StoppedAtZero()
            | EliminationCredited()
            | EffectsStayed()
            | TurnCut()
            | PartnerWaits()
            | PartnerStaysDown()
            | AllOut()
        ):
            return state
        case _:
            assert_never(event)


def _player(state: State, seat: Seat, **changes: Any) -> State:
    return state._replace(players={**state.players, seat: state.players[seat]._replace(**changes)})


def _partner(state: State, seat: Seat, zone: PartnerZone) -> State:
    partner = state.players[seat].partner
    return state if partner is None else _player(state, seat, partner=partner._replace(zone=zone, since=state.turn))


def _effect(state: State, number: int, **changes: Any) -> State:
    return state._replace(effects=tuple(e._replace(**changes) if e.id == number else e for e in state.effects))


def _offered(state: State, seat: Seat, reason: Knockout) -> bool:
    offer = state.offers.get(seat)
    return offer is not None and offer.reason is reason


def _with_offer(state: State, seat: Seat, offer: Offer) -> State:
    return state._replace(offers={**state.offers, seat: offer})


def _without_offer(state: State, seat: Seat) -> State:
    return state._replace(offers={other: offer for other, offer in state.offers.items() if other != seat})


def _with_rule(state: State, event: RuleChanged) -> State:
    before = state.rules[event.rule]
    state = state._replace(rules={**state.rules, event.rule: event.value})
    if event.rule == "shields" and state.turn == 1:
        # In the first turn whoever has all shields still gets the new number; later a correction is by hand.
        for player in state.players.values():
            if player.status is Status.ALIVE and player.shields == before:
                state = _player(state, player.seat, shields=int(event.value))
    return state


# Moves: what the table does.


def start(
    rules: Mapping[str, str | int],
    seats: tuple[Seat, ...],
    *,
    first: Seat | None = None,
    level: int | str | None = None,
) -> list[Event]:
    """Open the match; each player starts with the shields of the house rule (party.format.definition).

    Raises Refused for fewer than 2 or more than 8 players, a `first` who does not play, a level that does not exist
    (party.level.three-levels), or a house rule that does not exist.
    """
    if seats not in SEATINGS:
        raise Refused("party-players", least=2, most=len(SEATS))
    beginner = Seat(first) if first is not None else seats[0]
    if beginner not in seats:
        raise Refused("seat-unknown", seat=str(first), seats=seats)
    if level is not None and str(level) not in tuple(Level):
        raise Refused("party-level-unknown", levels=tuple(int(known) for known in Level))
    script = Script(evolve, None)
    script.add(Started(settle(RULES, rules), seats, beginner))
    if len(seats) not in USUAL_PLAYERS:
        script.add(UnusualTable(len(seats)))
    if level is not None:
        script.add(LevelAgreed(Level(str(level))))
    script.add(TurnBegan(1, 1, beginner))
    return script.events


def turn(state: State) -> list[Event]:
    """End the turn: what ends with it ends, and the next one living begins.

    A turn that is skipped is begun and ended: what waits for it happens all the same.
    """
    _running(state)
    script = Script(evolve, state)
    _end_step(script)
    _begin_turn(script)
    return script.events


def shields(state: State, *, player: Seat, change: Change) -> list[Event]:
    """Change or set a player's shields by hand; they stop at 0.

    Raises Refused for somebody who is out, more than fit on a table, or a change that changes nothing.
    """
    _running(state)
    before = _alive(state, player).shields
    asked = change.asked(before)
    if asked > SHIELDS_MOST:
        raise Refused("amount-out-of-range", least=0, most=SHIELDS_MOST)
    after = max(0, asked)
    if after == before:
        raise Refused("party-shields-same", seat=player, shields=before)
    events: list[Event] = [ShieldsSet(player, after, before)]
    if asked < 0:
        events.append(StoppedAtZero(player, -asked))
    return events


def break_shields(state: State, *, target: Seat, attacker: Seat | None = None, count: int = 1) -> list[Event]:
    """Break shields of another player; at 0 it is a direct attack, which offers the elimination.

    Left out, the attacker is the turn player. Raises Refused for somebody who is out, one's own shields, or a count
    out of bounds.
    """
    _running(state)
    have = _alive(state, target).shields
    by = _alive(state, state.turn_seat if attacker is None else attacker).seat
    if by == target:
        raise Refused("party-breaks-own", seat=target)
    if not 1 <= count <= SHIELDS_MOST:
        raise Refused("amount-out-of-range", least=1, most=SHIELDS_MOST)
    if have == 0:
        return [DirectAttack(by, target)]
    broken = min(have, count)
    events: list[Event] = [ShieldsBroken(by, target, broken, have - broken)]
    if broken < count:
        events.append(StoppedAtZero(target, count - broken))
    return events


def library_out(state: State, *, player: Seat) -> list[Event]:
    """Say that a player's deck is empty, which offers the elimination. Raises Refused for somebody who is out."""
    _running(state)
    _alive(state, player)
    return [LibraryOut(player)]


def eliminate(
    state: State, *, player: Seat, by: Seat | None = None, reason: str = "", also: tuple[Seat, ...] = ()
) -> list[Event]:
    """Put a player out, with the source's consequences (party.defeat.*); `also` are those who go at the same time.

    Their cards leave and trigger nothing, their waiting effects vanish, a turn of theirs goes to its end step and the
    next one living begins, and what lasts to their next turn ends with the turn of the player before. Without a
    `reason` the standing offer gives reason and author. Raises Refused for somebody who is out or named twice.
    """
    _running(state)
    leaving = (player, *also)
    for seat in leaving:
        _alive(state, seat)
        if leaving.count(seat) > 1:
            raise Refused("party-named-twice", seat=seat)
    if by is not None:
        _known(state, by)
    said = _clean(reason) if reason else ""
    all_out = set(leaving) == set(state.living)
    wins = leaving[-1] if all_out and state.rules["all_out"] == "last_named_wins" else None
    script = Script(evolve, state)
    if all_out:
        script.add(AllOut(leaving))
    for seat in leaving:
        if seat != wins:
            _leave(script, seat, said, by, together=leaving)
    if all_out and wins is None:
        script.add(MatchDrawn(leaving))
    elif len(script.state.living) == 1:
        script.add(MatchWon(script.state.living[0]))
    else:
        _close_ranks(script)
    return script.events


def partner_set(state: State, *, player: Seat, name: str, cost: int, civilisations: tuple[str, ...]) -> list[Event]:
    """Name a player's partner, face-up in the partner zone (party.deck.partner-cost-five-creature).

    Raises Refused for a cost below 5, a civilisation that does not exist, or somebody who is out.
    """
    _running(state)
    _alive(state, player)
    called = _clean(name)
    if not partner_legal(cost=cost).allowed:
        raise Refused("party-partner-cost", name=called, cost=cost, least=PARTNER_COST_LEAST)
    if cost > SHIELDS_MOST:
        raise Refused("amount-out-of-range", least=PARTNER_COST_LEAST, most=SHIELDS_MOST)
    return [PartnerSet(player, called, cost, read_civilisations(civilisations))]


def partner_move(state: State, *, player: Seat, zone: PartnerZone) -> list[Event]:
    """Move a player's partner. In edition 1.02 a face-down one turns up by itself, and is not summoned before.

    Raises Refused where there is no partner, or it is there already.
    """
    _running(state)
    partner = _alive(state, player).partner
    if partner is None:
        raise Refused("party-no-partner", seat=player)
    if partner.zone is zone:
        raise Refused("party-partner-there", seat=player, name=partner.name, zone=zone)
    returns = state.rules["edition"] == "1.02"
    if returns and (partner.zone, zone) == (PartnerZone.FACE_DOWN, PartnerZone.BATTLE):
        raise Refused("party-partner-face-down", seat=player, name=partner.name)
    events: list[Event] = [PartnerMoved(player, partner.name, zone, partner.zone)]
    if zone is PartnerZone.FACE_DOWN:
        edition = str(state.rules["edition"])
        events.append(
            PartnerWaits(player, partner.name) if returns else PartnerStaysDown(player, partner.name, edition)
        )
    return events


def effect_add(
    state: State, *, text: str, source: Seat, affects: tuple[Seat, ...] = (), until: Moment = NO_MOMENT
) -> list[Event]:
    """Keep a lasting effect; it lies on every opponent unless told (party.opponent.continuous-effects-hit-all).

    `until` is `P3 start` or `P3 end`: the next time that moment comes. Raises Refused for a moment that can't be read,
    a player who is out, or too many effects.
    """
    _running(state)
    said = _clean(text)
    _known(state, source)
    for seat in affects:
        _alive(state, seat)
    ends = _read_until(state, until) if until.strip() else None
    if len(state.effects) >= EFFECTS_MOST:
        raise Refused("effects-full", most=EFFECTS_MOST)
    on = tuple(dict.fromkeys(affects)) or _opponents(state, source)
    number = state.effects_so_far + 1
    events: list[Event] = [EffectAdded(number, said, source, on)]
    if ends is not None:
        events.append(EffectLasts(number, *ends))
    return events


def effect_end(state: State, *, effect: int) -> list[Event]:
    """Take a lasting effect off. Raises Refused for a number that is not there."""
    _running(state)
    found = next((lasting for lasting in state.effects if lasting.id == effect), None)
    if found is None:
        raise Refused("effect-unknown", effect=effect)
    return [EffectEnded(found.id, found.text)]


def pending_add(state: State, *, player: Seat, text: str, shield_trigger: bool = False) -> list[Event]:
    """Let an effect of a player wait; it takes its place in turn order (party.resolve.new-pending-reorder).

    Raises Refused for somebody who is out, or where too many wait.
    """
    _running(state)
    _alive(state, player)
    said = _clean(text)
    if len(state.pending) >= PENDING_MOST:
        raise Refused("party-pending-full", most=PENDING_MOST)
    return [PendingAdded(state.pending_so_far + 1, player, said, shield_trigger)]


def pending_resolve(state: State, *, pending: int | None = None) -> list[Event]:
    """Resolve the next waiting effect, or another of the same player: their own go in the order they choose.

    One whose turn had come before something new was added may be finished. Raises Refused for one whose turn has not
    come (party.resolve.turn-order), and where none waits.
    """
    _running(state)
    queue = state.queue
    if not queue:
        raise Refused("party-nothing-pending")
    chosen = next((waiting for waiting in queue if pending is None or waiting.id == pending), None)
    if chosen is None:
        raise Refused("party-pending-unknown", pending=pending)
    under_way = tuple(waiting for waiting in queue if waiting.id <= state.pending_at_resolve)
    if chosen not in (*_eligible(state, queue), *_eligible(state, under_way)):
        raise Refused("party-pending-order", seat=chosen.seat, text=chosen.text, next=queue[0].seat)
    return [PendingResolved(chosen.id, chosen.seat, chosen.text)]


def _eligible(state: State, queue: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    return tuple(waiting for waiting in queue if state.rank(waiting) == state.rank(queue[0]))


# Judges: questions that are not moves.


class Ability(StrEnum):
    """A relation between me and one opponent, by the ability that asks for it, or plainly."""

    ONI_TIME = "oni_time"
    LABYRINTH = "labyrinth"
    HOLY_FIELD = "holy_field"
    ONI_END = "oni_end"
    MORE = "more"
    AT_LEAST = "at_least"
    FEWER = "fewer"
    AT_MOST = "at_most"
    EQUAL = "equal"


class Quantity(StrEnum):
    """What is counted on both sides."""

    SHIELDS = "shields"
    MANA = "mana"
    HAND = "hand"
    CREATURES = "creatures"
    GRAVEYARD = "graveyard"


RELATIONS: Mapping[Ability, Callable[[int, int], bool]] = {
    Ability.ONI_TIME: lambda mine, theirs: mine + theirs <= 6,
    Ability.LABYRINTH: lambda mine, theirs: mine > theirs,
    Ability.HOLY_FIELD: lambda mine, theirs: mine >= theirs,
    Ability.ONI_END: lambda mine, theirs: 0 in (mine, theirs),
    Ability.MORE: lambda mine, theirs: mine > theirs,
    Ability.AT_LEAST: lambda mine, theirs: mine >= theirs,
    Ability.FEWER: lambda mine, theirs: mine < theirs,
    Ability.AT_MOST: lambda mine, theirs: mine <= theirs,
    Ability.EQUAL: lambda mine, theirs: mine == theirs,
}
COUNTS_SHIELDS = (Ability.ONI_TIME, Ability.LABYRINTH, Ability.HOLY_FIELD, Ability.ONI_END)


@dataclass(frozen=True, slots=True)
class RelationHolds(Finding):
    """The relation stands between me and this opponent."""

    seat: Seat
    number: int
    holds: bool = True


@dataclass(frozen=True, slots=True)
class RelationFails(Finding):
    """The relation does not stand between me and this opponent."""

    seat: Seat
    number: int
    holds: bool = False


@dataclass(frozen=True, slots=True)
class Relation(Finding):
    """Opponent by opponent whether a relation stands (party.shields.comparison-per-player).

    A triggered ability or spell that reaches an opponent works against those in `holding`; one that only touches its
    own side, and a static one, works where that is anybody (party.shields.own-only-or-static-needs-one).
    """

    ability: Ability
    quantity: Quantity
    seat: Seat
    own: int
    rows: tuple[RelationHolds | RelationFails, ...]
    holding: tuple[Seat, ...]
    usable: bool = True


@dataclass(frozen=True, slots=True)
class RelationNowhere(Finding):
    """The relation stands with no opponent: neither way of using it is open."""

    ability: Ability
    quantity: Quantity
    seat: Seat
    own: int
    rows: tuple[RelationHolds | RelationFails, ...]
    holding: tuple[Seat, ...] = ()
    usable: bool = False


class Wording(StrEnum):
    """How a text names players: the left side of the source's table."""

    STATIC = "static"
    CONTINUOUS = "continuous"
    STATIC_REPLACEMENT = "static_replacement"
    ONE_SHOT = "one_shot"
    ATTACK_TRIGGER = "attack_trigger"
    SAME_TEXT = "same_text"
    REPEATED_MODE = "repeated_mode"
    TRIGGER_CONDITION = "trigger_condition"
    OPPONENTS_TURN = "opponents_turn"
    SHOW = "show"
    EACH_PLAYER = "each_player"
    NO_PLAYER_NAMED = "no_player_named"
    GACHINKO_JUDGE = "gachinko_judge"
    GACHINKO_WIN = "gachinko_win"


class Reach(StrEnum):
    """Whom it reaches: the right side of the source's table."""

    EVERY_OPPONENT = "every_opponent"
    ONE_CHOSEN = "one_chosen"
    SAME_ONE = "same_one"
    ONE_EACH_RUN = "one_each_run"
    OF_THE_CONDITION = "of_the_condition"
    TURN_PLAYER = "turn_player"
    OF_THE_JUDGE = "of_the_judge"
    EVERYBODY = "everybody"
    TWO_READINGS = "two_readings"


class Worked(StrEnum):
    """The source's examples for a wording, by its cards where it names any."""

    STATIC = "static"
    CONTINUOUS = "continuous"
    STATIC_REPLACEMENT = "static_replacement"
    DORPHADILLOM_TERROR_PIT = "dorphadillom_terror_pit"
    ATTACK_TRIGGER = "attack_trigger"
    WILHELM = "wilhelm"
    REPEATED_MODE = "repeated_mode"
    TRIGGER_CONDITION = "trigger_condition"
    OPPONENTS_TURN = "opponents_turn"
    SHOW = "show"
    MANHATTAN = "manhattan"
    WHITE_SWAN_SPIRAL_GATE = "white_swan_spiral_gate"
    GACHINKO = "gachinko"


TABLE_OF_OPPONENTS: Mapping[Wording, tuple[Reach, Worked]] = {
    Wording.STATIC: (Reach.EVERY_OPPONENT, Worked.STATIC),
    Wording.CONTINUOUS: (Reach.TWO_READINGS, Worked.CONTINUOUS),
    Wording.STATIC_REPLACEMENT: (Reach.ONE_CHOSEN, Worked.STATIC_REPLACEMENT),
    Wording.ONE_SHOT: (Reach.ONE_CHOSEN, Worked.DORPHADILLOM_TERROR_PIT),
    Wording.ATTACK_TRIGGER: (Reach.ONE_CHOSEN, Worked.ATTACK_TRIGGER),
    Wording.SAME_TEXT: (Reach.SAME_ONE, Worked.WILHELM),
    Wording.REPEATED_MODE: (Reach.ONE_EACH_RUN, Worked.REPEATED_MODE),
    Wording.TRIGGER_CONDITION: (Reach.OF_THE_CONDITION, Worked.TRIGGER_CONDITION),
    Wording.OPPONENTS_TURN: (Reach.TURN_PLAYER, Worked.OPPONENTS_TURN),
    Wording.SHOW: (Reach.EVERYBODY, Worked.SHOW),
    Wording.EACH_PLAYER: (Reach.EVERYBODY, Worked.MANHATTAN),
    Wording.NO_PLAYER_NAMED: (Reach.EVERYBODY, Worked.WHITE_SWAN_SPIRAL_GATE),
    Wording.GACHINKO_JUDGE: (Reach.ONE_CHOSEN, Worked.GACHINKO),
    Wording.GACHINKO_WIN: (Reach.OF_THE_JUDGE, Worked.GACHINKO),
}


@dataclass(frozen=True, slots=True)
class WhoIsOpponent(Finding):
    """Whom a wording reaches, with the source's example (party.opponent.*, party.each-player.*)."""

    kind: Wording
    reach: Reach
    worked: Worked


@dataclass(frozen=True, slots=True)
class Affected(Finding):
    """Who at this table is affected by a text of this player's, as things stand."""

    kind: Wording
    player: Seat
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NotTriggered(Finding):
    """The one who did it is not the turn player: it does not trigger (party.opponent.during-opponents-turn-*)."""

    kind: Wording
    player: Seat
    doer: Seat
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class PendingRow(Finding):
    """One waiting effect, with its place in the order."""

    place: int
    id: int
    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class PendingOrder(Finding):
    """The waiting effects as they resolve (party.resolve.turn-order)."""

    turn_seat: Seat
    rows: tuple[PendingRow, ...]


@dataclass(frozen=True, slots=True)
class NothingPending(Finding):
    """No effect waits."""

    rows: tuple[PendingRow, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplacementApplies(Finding):
    """Whose replacement effect applies: the one nearest to the turn player (party.resolve.replacement-*)."""

    seat: Seat
    turn_seat: Seat
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class AttackTriggerMayChoose(Finding):
    """Whom an attack trigger may choose: any opponent (party.attack.trigger-may-choose-other)."""

    attacker: Seat
    attacked: Seat
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class AttackSeen(Finding):
    """Does "when an opponent's creature attacks" trigger? (party.attack.opponents-creature-attacks-anyone)."""

    player: Seat
    attacker: Seat
    attacked: Seat
    triggers: bool


@dataclass(frozen=True, slots=True)
class Redirection(Finding):
    """May a player change where an attack goes? (party.attack.redirect-only-when-attacked)."""

    player: Seat
    attacked: Seat
    allowed: bool


@dataclass(frozen=True, slots=True)
class ForcedAttack(Finding):
    """May an attack go elsewhere, past "attack this creature if able"? (party.attack.must-attack-this-creature)."""

    able: bool
    elsewhere: bool


class UpAt(StrEnum):
    """When a partner that came back can be summoned again."""

    AT_ONCE = "at_once"
    NEXT_TURN_END = "next_turn_end"
    TURN_AFTER_END = "turn_after_end"


@dataclass(frozen=True, slots=True)
class PartnerUp(Finding):
    """When a returned partner lies face-up; a skipped turn counts."""

    edition: str
    at: UpAt


@dataclass(frozen=True, slots=True)
class PartnerLegal(Finding):
    """Whether a card may be the partner (party.deck.partner-cost-five-creature)."""

    cost: int
    creature: bool
    allowed: bool


@dataclass(frozen=True, slots=True)
class DeckSize(Finding):
    """Whether a deck, its partner included, has the right number of cards (party.deck.sixty-cards)."""

    cards: int
    wanted: int
    allowed: bool


class DeckCard(StrEnum):
    """What kind of card is to go into a deck."""

    MAIN = "main"
    MORE_THAN_FOUR = "more_than_four"
    HYPERSPATIAL = "hyperspatial"
    SUPER_GR = "super_gr"
    STARTS_IN_PLAY = "starts_in_play"
    HALL_OF_FAME = "hall_of_fame"
    PREMIUM_HALL_OF_FAME = "premium_hall_of_fame"
    NOT_FOR_TOURNAMENTS = "not_for_tournaments"


class DeckBar(StrEnum):
    """What keeps a card out of a deck."""

    NOTHING = "nothing"
    NOT_MAIN_DECK = "not_main_deck"
    ONE_OF_EACH_NAME = "one_of_each_name"
    PARTNER_LACKS_IT = "partner_lacks_it"
    ORIGINAL_LIST = "original_list"


@dataclass(frozen=True, slots=True)
class DeckCardFits(Finding):
    """Whether a card may be in a deck, and what bars it (party.deck.*)."""

    card: DeckCard
    copies: int
    allowed: bool
    bar: DeckBar


@dataclass(frozen=True, slots=True)
class LevelMeans(Finding):
    """What a play level stands for (party.level.*)."""

    level: Level


class Topic(StrEnum):
    """What the source only refers to."""

    PARTNER_CONDITIONS = "partner_conditions"
    PARTNER_ZONE = "partner_zone"
    CARDS_TO_AVOID = "cards_to_avoid"


@dataclass(frozen=True, slots=True)
class NotInSource(Finding):
    """The source refers elsewhere for this, and does not say it itself."""

    topic: Topic


def relation(
    state: State,
    *,
    ability: Ability,
    player: Seat,
    quantity: Quantity = Quantity.SHIELDS,
    numbers: Numbers = NO_NUMBERS,
) -> Relation | RelationNowhere:
    """Test a relation between a player and each opponent, never over all of them together (party.shields.*).

    Shields are the live ones unless `numbers` gives others, as `5 1 2 6` in seat order or `P1=5 P3=2`; any other
    quantity has to be given for everybody. Raises Refused where a number is missing or can't be read, or where an
    ability that counts shields should count something else.
    """
    _alive(state, player)
    given = _read_numbers(state, numbers)
    if ability in COUNTS_SHIELDS and quantity is not Quantity.SHIELDS:
        raise Refused("party-counts-shields", ability=ability)
    live = {seat: state.players[seat].shields for seat in state.living} if quantity is Quantity.SHIELDS else {}
    counted = {**live, **given}
    missing = tuple(seat for seat in state.living if seat not in counted)
    if missing:
        raise Refused("party-numbers-missing", quantity=quantity, seats=missing)
    own = counted[player]
    rows = tuple(
        (RelationHolds if RELATIONS[ability](own, counted[seat]) else RelationFails)(seat, counted[seat])
        for seat in _after(state, player)
        if seat in state.living
    )
    holding = tuple(row.seat for row in rows if row.holds)
    if not holding:
        return RelationNowhere(ability, quantity, player, own, rows)
    return Relation(ability, quantity, player, own, rows, holding)


def opponent(*, kind: Wording) -> WhoIsOpponent:
    """Who "相手" is for a wording (party.opponent.*). Where the source reads two ways, the finding says so."""
    return WhoIsOpponent(kind, *TABLE_OF_OPPONENTS[kind])


def affected(  # noqa: C901  one case a reach
    state: State, *, player: Seat, kind: Wording, chosen: tuple[Seat, ...] = (), doer: Seat | None = None
) -> Affected | NotTriggered:
    """Who is affected by a player's text now; everyone else is an opponent (party.opponent.everyone-else).

    `chosen` is whom the player chose just before it happens, for a repeated mode one for each run; an opponent for whom
    nothing changes may be chosen (party.opponent.may-choose-unaffected). `doer` is who met the trigger condition, or
    the opponent of the Gachinko Judge. Raises Refused for a choice too many, too few, or of the wrong one.
    """
    _alive(state, player)
    reach = TABLE_OF_OPPONENTS[kind][0]
    for seat in (*chosen, *((doer,) if doer is not None else ())):
        if _alive(state, seat).seat == player:
            raise Refused("party-not-an-opponent", seat=seat)
    match reach:
        case Reach.TWO_READINGS:
            raise Refused("party-two-readings")
        case Reach.EVERYBODY | Reach.EVERY_OPPONENT:
            if chosen:
                raise Refused("party-nobody-chosen", kind=kind)
            everybody = reach is Reach.EVERYBODY
            return Affected(kind, player, state.living if everybody else _opponents(state, player))
        case Reach.OF_THE_CONDITION | Reach.OF_THE_JUDGE | Reach.TURN_PLAYER:
            if doer is None:
                raise Refused("party-doer-missing", kind=kind)
            if reach is Reach.TURN_PLAYER and doer != state.turn_seat:
                return NotTriggered(kind, player, doer)
            if chosen not in ((), (doer,)):
                raise Refused("party-only-that-one", kind=kind, seat=doer)
            return Affected(kind, player, (doer,))
        case Reach.ONE_EACH_RUN:
            if not chosen:
                raise Refused("party-choose-one", kind=kind)
            return Affected(kind, player, chosen)
        case Reach.ONE_CHOSEN | Reach.SAME_ONE:
            if len(chosen) != 1:
                raise Refused("party-choose-one", kind=kind)
            return Affected(kind, player, chosen)
        case _:
            assert_never(reach)


def pending_list(state: State) -> PendingOrder | NothingPending:
    """The waiting effects, as they resolve."""
    rows = tuple(PendingRow(place, w.id, w.seat, w.text) for place, w in enumerate(state.queue, start=1))
    return PendingOrder(state.turn_seat, rows) if rows else NothingPending()


def replacement(state: State, *, players: tuple[Seat, ...]) -> ReplacementApplies:
    """Whose replacement effect applies where several would. Raises Refused for nobody, or somebody who is out."""
    if not players:
        raise Refused("party-nobody-named")
    for seat in players:
        _alive(state, seat)
    order = tuple(sorted(set(players), key=state.distance))
    return ReplacementApplies(order[0], state.turn_seat, order)


def attack_trigger(state: State, *, attacker: Seat, attacked: Seat) -> AttackTriggerMayChoose:
    """Whom the attack trigger of a creature may choose, whoever it attacks."""
    _alive(state, attacker)
    _alive(state, attacked)
    return AttackTriggerMayChoose(attacker, attacked, _opponents(state, attacker))


def attack_seen(state: State, *, player: Seat, attacker: Seat, attacked: Seat) -> AttackSeen:
    """Does a player's "when an opponent's creature attacks" trigger? For any opponent's, whoever is attacked."""
    for seat in (player, attacker, attacked):
        _alive(state, seat)
    return AttackSeen(player, attacker, attacked, triggers=attacker != player)


def redirect(state: State, *, player: Seat, attacked: Seat) -> Redirection:
    """May a player redirect an attack on `attacked`, or on a creature of theirs? Only where that is the player."""
    _alive(state, player)
    _alive(state, attacked)
    return Redirection(player, attacked, allowed=player == attacked)


def forced_attack(*, able: bool) -> ForcedAttack:
    """May something else be attacked past "attack this creature if able"? Not while that creature can be attacked."""
    return ForcedAttack(able, elsewhere=not able)


def partner_up(*, edition: str, own_turn: bool, skipped: bool = False) -> PartnerUp:  # noqa: ARG001  a skipped turn counts
    """When a partner that came back lies face-up: at once, or in 1.02 with the end of an own turn that begins later."""
    if edition != "1.02":
        return PartnerUp(edition, UpAt.AT_ONCE)
    return PartnerUp(edition, UpAt.TURN_AFTER_END if own_turn else UpAt.NEXT_TURN_END)


def partner_legal(*, cost: int, creature: bool = True) -> PartnerLegal:
    """May a card be the partner? A creature of cost 5 or more may."""
    return PartnerLegal(cost, creature, creature and cost >= PARTNER_COST_LEAST)


def deck_size(*, cards: int) -> DeckSize:
    """Is that how many cards a deck has, the partner included?"""
    return DeckSize(cards, DECK_CARDS, cards == DECK_CARDS)


def deck_card(
    *,
    card: DeckCard = DeckCard.MAIN,
    copies: int = 1,
    civilisations: tuple[str, ...] = (),
    partner: tuple[str, ...] = (),
) -> DeckCardFits:
    """May so many copies of a card be in a deck with that partner? Without civilisations they are not judged."""
    bar = DeckBar.NOTHING
    if card in (DeckCard.HYPERSPATIAL, DeckCard.SUPER_GR, DeckCard.STARTS_IN_PLAY):
        bar = DeckBar.NOT_MAIN_DECK
    elif card is DeckCard.PREMIUM_HALL_OF_FAME:
        bar = DeckBar.ORIGINAL_LIST
    elif copies > 1 and card is not DeckCard.MORE_THAN_FOUR:
        bar = DeckBar.ONE_OF_EACH_NAME
    elif civilisations and partner:
        has = {Civilisation.COLOURLESS, *read_civilisations(partner)}
        bar = bar if set(read_civilisations(civilisations)) <= has else DeckBar.PARTNER_LACKS_IT
    return DeckCardFits(card, copies, bar is DeckBar.NOTHING, bar)


def level_means(*, level: Level) -> LevelMeans:
    """What a play level stands for."""
    return LevelMeans(level)


def elsewhere(*, topic: Topic) -> NotInSource:
    """What the source leaves to pages that it does not reproduce (party.partner.rules-elsewhere)."""
    return NotInSource(topic)


# Reading what is typed in the field's own words.

_CIVILISATION_WORDS = {
    "light": Civilisation.LIGHT,
    "光": Civilisation.LIGHT,
    "water": Civilisation.WATER,
    "水": Civilisation.WATER,
    "darkness": Civilisation.DARKNESS,
    "dark": Civilisation.DARKNESS,
    "闇": Civilisation.DARKNESS,
    "fire": Civilisation.FIRE,
    "火": Civilisation.FIRE,
    "nature": Civilisation.NATURE,
    "自然": Civilisation.NATURE,
    "colourless": Civilisation.COLOURLESS,
    "colorless": Civilisation.COLOURLESS,
    "無色": Civilisation.COLOURLESS,
    "ゼロ": Civilisation.COLOURLESS,
}
_CIVILISATION = re.compile("|".join(_CIVILISATION_WORDS))
_BETWEEN = re.compile(r"[\s/・、,&+文明]*")
_NUMBERS_APART = re.compile(r"[\s,、;]+")
_NUMBER = re.compile(r"(P[1-8])=(\d{1,3})")
_UNTIL = re.compile(r"(p[1-8])\s*(start|end)")


def read_civilisations(typed: tuple[str, ...]) -> tuple[Civilisation, ...]:
    """Civilisations as `fire/nature` or `火・自然`. Raises Refused for a word that is none."""
    text = unicodedata.normalize("NFKC", " ".join(typed)).casefold()
    found = tuple(dict.fromkeys(_CIVILISATION_WORDS[word] for word in _CIVILISATION.findall(text)))
    several = Civilisation.COLOURLESS in found and len(found) > 1
    if not found or several or not _BETWEEN.fullmatch(_CIVILISATION.sub("", text)):
        raise Refused("party-civilisation-unknown", typed=" ".join(typed)[:TEXT_MOST], choices=tuple(Civilisation))
    return tuple(civilisation for civilisation in Civilisation if civilisation in found)


def _read_until(state: State, typed: str) -> tuple[Seat, TurnPoint]:
    found = _UNTIL.fullmatch(unicodedata.normalize("NFKC", typed).casefold().strip())
    if not found:
        raise Refused("party-until-unreadable", typed=typed[:TEXT_MOST])
    seat = _known(state, Seat(found[1].upper())).seat
    if seat not in state.living:
        raise Refused("party-until-out", seat=seat, before=_nearest_before(state, seat, state.living))
    return seat, TurnPoint(f"turn_{found[2]}")


def _read_numbers(state: State, typed: str) -> dict[Seat, int]:
    parts = [part for part in _NUMBERS_APART.split(unicodedata.normalize("NFKC", typed).upper().strip()) if part]
    if not any("=" in part for part in parts) and len(parts) == len(state.living):
        parts = [f"{seat}={part}" for seat, part in zip(state.living, parts, strict=True)]
    found = [_NUMBER.fullmatch(part) for part in parts]
    numbers = {Seat(one[1]): int(one[2]) for one in found if one}
    if len(numbers) != len(parts):
        raise Refused("party-numbers-unreadable", typed=typed[:TEXT_MOST], seats=state.living)
    for seat in numbers:
        _alive(state, seat)
    return numbers


def _clean(typed: str) -> str:
    text = one_line(typed)
    if len(text) > TEXT_MOST:
        raise Refused("party-text-long", most=TEXT_MOST)
    return text


# Inner steps, shared by the moves.

_Script = Script[State, PartyEvent]


def _running(state: State) -> None:
    if state.drawn:
        raise Refused("party-drawn-already")
    if state.winner is not None:
        raise Refused("match-over", winner=state.winner)


def _known(state: State, seat: Seat) -> Player:
    if seat not in state.players:
        raise Refused("seat-unknown", seat=str(seat), seats=tuple(state.players))
    return state.players[seat]


def _alive(state: State, seat: Seat) -> Player:
    player = _known(state, seat)
    if player.status is Status.ELIMINATED:
        raise Refused("party-out", seat=seat)
    return player


def _opponents(state: State, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in state.living if other != seat)


def _leave(script: _Script, seat: Seat, reason: str, by: Seat | None, *, together: tuple[Seat, ...]) -> None:
    offer = script.state.offers.get(seat)
    why: Knockout | str = Knockout(reason) if reason in tuple(Knockout) else reason
    if not reason:
        why = offer.reason if offer else Knockout.UNSAID
    if offer and by is None and why is offer.reason:
        by = offer.by
    script.add(Eliminated(seat, why))
    if by is not None:
        script.add(EliminationCredited(seat, by))
    script.add(CardsLeft(seat))
    waiting = tuple(w for w in script.state.queue if w.seat == seat)
    if waiting:
        script.add(PendingVanished(seat, tuple(w.id for w in waiting), tuple(w.text for w in waiting)))
    stay = tuple(e.text for e in script.state.effects if e.source == seat and not set(e.affects) <= set(together))
    if stay:
        script.add(EffectsStayed(seat, stay))


def _close_ranks(script: _Script) -> None:
    """Give the losers' lasting effects their new end; a turn of a loser's ends, and the next one living begins."""
    turn_seat = script.state.turn_seat
    # A turn player who goes out still has an end step: to the others that one is "the player before" until it is over.
    _move_effects(script, {*script.state.living, turn_seat})
    if turn_seat in script.state.living:
        return
    script.add(TurnCut(turn_seat))
    _end_step(script)
    _move_effects(script, set(script.state.living))
    _begin_turn(script)


def _move_effects(script: _Script, present: set[Seat]) -> None:
    state = script.state
    for effect in state.effects:
        if effect.until is None or effect.until in present:
            continue
        waited_for = effect.waited_for or effect.until
        before = _nearest_before(state, waited_for, tuple(present))
        directly_before = _after(state, waited_for)[-1]
        if before == directly_before or state.rules["before_also_out"] == "nearest_before":
            script.add(EffectMoved(effect.id, effect.text, waited_for, before))
        else:
            script.add(EffectCutShort(effect.id, effect.text, waited_for))


def _nearest_before(state: State, seat: Seat, present: tuple[Seat, ...]) -> Seat:
    return next(other for other in reversed(_after(state, seat)) if other in present)


def _end_step(script: _Script) -> None:
    seat = script.state.turn_seat
    _run_out(script, seat, TurnPoint.END)
    partner = script.state.players[seat].partner
    if partner is None or partner.zone is not PartnerZone.FACE_DOWN or script.state.rules["edition"] != "1.02":
        return
    # The end of the turn in which it was laid down does not count.
    if partner.since < script.state.turn:
        script.add(PartnerTurnedUp(seat, partner.name))


def _begin_turn(script: _Script) -> None:
    state = script.state
    seat = state.next_seat
    seats = tuple(state.players)
    from_first = {other: (seats.index(other) - seats.index(state.first)) % len(seats) for other in seats}
    again = from_first[seat] <= from_first[state.turn_seat]
    script.add(TurnBegan(state.turn + 1, state.round + again, seat))
    _run_out(script, seat, TurnPoint.START)


def _run_out(script: _Script, seat: Seat, point: TurnPoint) -> None:
    for effect in script.state.effects:
        if (effect.until, effect.point) == (seat, point):
            script.add(EffectRanOut(effect.id, effect.text, seat, point))


# The board, and the export.

# A message has 40 components: from five on, forms stand for some of the buttons.
ROWS_FOR_EACH_MOST = 4
BUTTONS_IN_ROW = 5
PENDING_SHOWN = 8
BUTTONS_FOR_PENDING = 2
BUTTONS_FOR_OFFERS = 4


def sound(state: State, seats: tuple[Seat, ...]) -> bool:
    """Whether moves could lead here: all seats at the table, and a turn of somebody living while two are left."""
    fits = all(player.shields <= SHIELDS_MOST for player in state.players.values())
    few = len(state.effects) <= EFFECTS_MOST and len(state.pending) <= PENDING_MOST
    goes_on = len(state.living) > 1 and state.turn_seat in state.living and state.turn > 0
    return tuple(state.players) == seats and fits and few and (state.over or goes_on)


def board(state: State) -> Board:
    """Whose turn it is, all shields, what waits and lasts, and the usual moves."""
    if state.over:
        told = {"seat": state.winner, "turn": state.turn, "round": state.round}
        heading = Line("party-board-drawn" if state.drawn else "party-board-won", told)
        players = tuple(line for seat in state.players for line in _player_lines(state, seat))
        return Board(heading, (Block(players), *_lasting(state)))
    heading = Line("party-board-turn", {"turn": state.turn, "round": state.round, "seat": state.turn_seat})
    return Board(heading, (*_player_blocks(state), *_lasting(state), _controls(state)))


def _table_lines(state: State) -> tuple[Line, ...]:
    lines = [Line("party-board-order", {"seats": state.in_turn_order})]
    if state.round == 1 and len(state.players) not in USUAL_PLAYERS:
        lines.append(Line("party-board-unusual", {"players": len(state.players)}))
    if state.level:
        lines.append(Line("party-board-level", {"level": state.level}))
    lines.append(Line("party-board-edition", {"edition": str(state.rules["edition"])}))
    return tuple(lines)


def _player_lines(state: State, seat: Seat) -> tuple[Line, ...]:
    player = state.players[seat]
    facts = {"seat": seat, "shields": player.shields}
    if player.status is Status.ELIMINATED:
        return (Line("party-board-out", facts),)
    on_turn = seat == state.turn_seat and not state.over
    lines = [Line("party-board-player-on-turn" if on_turn else "party-board-player", facts)]
    offer = state.offers.get(seat)
    if offer:
        lines.append(Line(f"party-board-offer-{offer.reason.value.replace('_', '-')}", {"seat": seat, "by": offer.by}))
    if player.partner:
        lines.append(Line("party-board-partner", {n: getattr(player.partner, n) for n in Partner._fields}))
    return tuple(lines)


def _player_blocks(state: State) -> tuple[Block, ...]:
    if len(state.living) > ROWS_FOR_EACH_MOST:
        lines = tuple(line for seat in state.players for line in _player_lines(state, seat))
        offered = tuple(_eliminate_button(state, seat) for seat in tuple(state.offers)[:BUTTONS_FOR_OFFERS])
        # Buttons, as Discord sends no second pick of what a list shows as picked.
        breaks = tuple(_break_button(state, seat, "-named") for seat in _opponents(state, state.turn_seat))
        rows = (offered, breaks[:BUTTONS_IN_ROW], breaks[BUTTONS_IN_ROW:])
        return (Block(lines, tuple(row for row in rows if row)),)
    blocks = tuple(Block(_player_lines(state, seat), (_player_row(state, seat),)) for seat in state.living)
    out = tuple(line for seat in state.players if seat not in state.living for line in _player_lines(state, seat))
    return (*blocks, Block(out)) if out else blocks


def _player_row(state: State, seat: Seat) -> tuple[Button, ...]:
    change = Field("change", Line("field-party-shields", {"seat": seat}), "change")
    row = [
        Button(Line("button-party-shields"), "shields", {"player": str(seat)}, form=(change,)),
        _eliminate_button(state, seat),
    ]
    if seat != state.turn_seat:
        row.insert(0, _break_button(state, seat))
    return tuple(row)


def _break_button(state: State, seat: Seat, named: str = "") -> Button:
    deed = "break" if state.players[seat].shields else "direct"
    attack = {"attacker": str(state.turn_seat), "target": str(seat)}
    return Button(Line(f"button-party-{deed}{named}", {"seat": seat}), "break", attack, Weight.MAIN)


def _eliminate_button(state: State, seat: Seat) -> Button:
    told = {"seat": seat}
    # Red only where something asks for it: four red buttons on a board would warn of nothing.
    weight = Weight.GRAVE if seat in state.offers else Weight.QUIET
    several = len(state.living) > ROWS_FOR_EACH_MOST
    label = Line("button-party-eliminate-named", told) if several else Line("button-party-eliminate")
    return Button(label, "eliminate", {"player": str(seat)}, weight, confirm=Line("party-confirm-eliminate", told))


def _lasting(state: State) -> tuple[Block, ...]:
    queue = () if state.over else state.queue
    lines: list[Line] = []
    for place, waiting in enumerate(queue[:PENDING_SHOWN], start=1):
        kind = "party-board-trigger" if waiting.shield_trigger else "party-board-pending"
        lines.append(Line(kind, {"place": place, "seat": waiting.seat, "text": waiting.text}))
    if len(queue) > PENDING_SHOWN:
        lines.append(Line("party-board-pending-more", {"count": len(queue) - PENDING_SHOWN}))
    lines += [_effect_line(state, effect) for effect in state.effects]
    resolvable = _eligible(state, queue)[:BUTTONS_FOR_PENDING] if queue else ()
    row = tuple(
        Button(Line("button-party-resolve", {"text": w.text}), "pending_resolve", {"pending": w.id}) for w in resolvable
    )
    return (Block(tuple(lines), (row,) if row else ()),) if lines else ()


def _effect_line(state: State, effect: Effect) -> Line:
    on = tuple(seat for seat in effect.affects if seat in state.living) or effect.affects
    affects = Line("party-all-others") if on == _opponents(state, effect.source) else on
    facts = {"effect": effect.id, "text": effect.text, "source": effect.source, "affects": affects}
    if effect.until is None or effect.point is None:
        return Line("party-board-effect", facts)
    facts |= {"until": effect.until, "point": effect.point}
    if effect.waited_for is None:
        return Line("party-board-effect-until", facts)
    return Line("party-board-effect-moved", facts | {"waited_for": effect.waited_for})


def _controls(state: State) -> Block:
    who = Field("player", Line("party-field-player"), choices=tuple((str(seat), _pick(seat)) for seat in state.living))
    controls = [Button(Line("button-party-turn", {"seat": state.next_seat}), "turn", weight=Weight.MAIN)]
    if len(state.living) > ROWS_FOR_EACH_MOST:
        change = Field("change", Line("field-change"), "change")
        reasons = tuple((why.value, Line(f"Knockout.{why}")) for why in Knockout if why is not Knockout.UNSAID)
        reason = Field("reason", Line("party-field-reason"), optional=True, choices=reasons)
        controls += [
            Button(Line("button-party-shields"), "shields", form=(who, change)),
            Button(Line("button-party-eliminate"), "eliminate", form=(who, reason)),
        ]
    controls += [
        Button(Line("button-party-library"), "library_out", form=(who,)),
        Button(Line("button-undo"), "undo"),
    ]
    return Block(_table_lines(state), (tuple(controls),))


def _pick(seat: Seat) -> Line:
    return Line("party-pick", {"seat": seat})


def export(state: State) -> dict[str, Any]:
    """The state as the export file shows it; waiting effects in the order in which they resolve."""
    return {
        "phase": "over" if state.over else "duel",
        "round": state.round,
        "turn": state.turn,
        "turn_seat": str(state.turn_seat),
        "winner": "draw" if state.drawn else state.winner and str(state.winner),
        "players": [
            {
                "seat": str(player.seat),
                "shields": player.shields,
                "status": str(player.status),
                "partner": player.partner and _partner_out(player.partner),
            }
            for player in state.players.values()
        ],
        "effects": [
            {
                "id": effect.id,
                "text": effect.text,
                "source": str(effect.source),
                "until": effect.until and {"seat": str(effect.until), "moment": str(effect.point)},
            }
            for effect in state.effects
        ],
        "pending": [{"id": waiting.id, "seat": str(waiting.seat), "text": waiting.text} for waiting in state.queue],
    }


def _partner_out(partner: Partner) -> dict[str, Any]:
    return {
        "name": partner.name,
        "cost": partner.cost,
        "civilisations": [str(civilisation) for civilisation in partner.civilisations],
        "zone": str(partner.zone),
    }


PARTY = Format(
    key="party",
    edition="1.00",
    rules=RULES,
    seatings=SEATINGS,
    start=start,
    evolve=evolve,
    events=PartyEvent.__args__,
    moves={
        "shields": shields,
        "break": break_shields,
        "library_out": library_out,
        "eliminate": eliminate,
        "turn": turn,
        "partner_set": partner_set,
        "partner_move": partner_move,
        "effect_add": effect_add,
        "effect_end": effect_end,
        "pending_add": pending_add,
        "pending_resolve": pending_resolve,
    },
    judges={
        "relation": relation,
        "opponent": opponent,
        "affected": affected,
        "pending_list": pending_list,
        "replacement": replacement,
        "attack_trigger": attack_trigger,
        "attack_seen": attack_seen,
        "redirect": redirect,
        "forced_attack": forced_attack,
        "partner_up": partner_up,
        "partner_legal": partner_legal,
        "deck_size": deck_size,
        "deck_card": deck_card,
        "level_means": level_means,
        "elsewhere": elsewhere,
    },
    board=board,
    export=export,
    over=lambda state: state.over,
    sound=sound,
)
