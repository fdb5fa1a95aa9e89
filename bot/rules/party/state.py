"""A match of Duel Party: what its events add up to, and who is who in it."""

from collections.abc import Mapping
from typing import Any, NamedTuple, assert_never

from bot.rules.format import Refused, RuleChanged, Seat
from bot.rules.party.events import (
    AllOut,
    CardsLeft,
    DirectAttack,
    EffectAdded,
    EffectCutShort,
    EffectEnded,
    EffectLasts,
    EffectMoved,
    EffectRanOut,
    EffectsStayed,
    Eliminated,
    EliminationCredited,
    LevelAgreed,
    LibraryOut,
    MatchDrawn,
    MatchWon,
    PartnerMoved,
    PartnerSet,
    PartnerStaysDown,
    PartnerTurnedUp,
    PartnerWaits,
    PartyEvent,
    PendingAdded,
    PendingResolved,
    PendingVanished,
    ShieldsBroken,
    ShieldsSet,
    Started,
    StoppedAtZero,
    TurnBegan,
    TurnCut,
    UnusualTable,
)
from bot.rules.party.terms import (
    EFFECTS_MOST,
    PENDING_MOST,
    SHIELDS_MOST,
    Civilisation,
    Knockout,
    Level,
    PartnerZone,
    Status,
    TurnPoint,
)


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
        return next(seat for seat in seats_after(self, self.turn_seat) if seat in self.living)

    @property
    def queue(self) -> tuple[Waiting, ...]:
        """The waiting effects as they resolve: in turn order from the turn player (party.resolve.turn-order)."""
        return tuple(sorted(self.pending, key=lambda waiting: (*self.rank(waiting), waiting.id)))

    def rank(self, waiting: Waiting) -> tuple[bool, int]:
        """What comes before what: shield triggers by house rule, then turn order."""
        later = self.rules["shield_triggers_first"] == "yes" and not waiting.shield_trigger
        return later, self.distance(waiting.seat)


def seats_after(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Every other seat, from the next one round the table on."""
    seats = tuple(state.players)
    here = seats.index(seat)
    return seats[here + 1 :] + seats[:here]


def running(state: State) -> None:
    """Raise Refused where the match is won or drawn."""
    if state.drawn:
        raise Refused("party-drawn-already")
    if state.winner is not None:
        raise Refused("match-over", winner=state.winner)


def known(state: State, seat: Seat) -> Player:
    """Who sits there. Raises Refused for a seat that nobody has."""
    if seat not in state.players:
        raise Refused("seat-unknown", seat=str(seat), seats=tuple(state.players))
    return state.players[seat]


def alive(state: State, seat: Seat) -> Player:
    """Who sits there and is still in. Raises Refused for anybody else."""
    player = known(state, seat)
    if player.status is Status.ELIMINATED:
        raise Refused("party-out", seat=seat)
    return player


def opponents(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else who is still in (party.opponent.everyone-else)."""
    return tuple(other for other in state.living if other != seat)


def nearest_before(state: State, seat: Seat, present: tuple[Seat, ...]) -> Seat:
    """The nearest of those present who plays before that seat."""
    return next(other for other in reversed(seats_after(state, seat)) if other in present)


def eligible(state: State, queue: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    """The waiting effects of a queue of which any may come first."""
    return tuple(waiting for waiting in queue if state.rank(waiting) == state.rank(queue[0]))


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


def sound(state: State, seats: tuple[Seat, ...]) -> bool:
    """Whether moves could lead here: all seats at the table, and a turn of somebody living while two are left."""
    fits = all(player.shields <= SHIELDS_MOST for player in state.players.values())
    few = len(state.effects) <= EFFECTS_MOST and len(state.pending) <= PENDING_MOST
    goes_on = len(state.living) > 1 and state.turn_seat in state.living and state.turn > 0
    return tuple(state.players) == seats and fits and few and (state.over or goes_on)
