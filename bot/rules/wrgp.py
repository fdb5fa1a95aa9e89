"""WRGP式3on3: a Yu-Gi-Oh! relay of two teams of three, with life, speed counters and the handover."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, NamedTuple, assert_never

from bot.rules.format import (
    Block,
    Board,
    Button,
    Change,
    Event,
    Fact,
    Field,
    Finding,
    Format,
    HouseRule,
    Line,
    Refused,
    RuleChanged,
    Script,
    Seat,
    Team,
    Weight,
    one_line,
    settle,
)

SEATS = tuple(Seat(f"{team}{slot}") for team in Team for slot in (1, 2, 3))
COUNTERS_MOST = 12
EFFECTS_MOST = 10
LIFE_MOST = 9_999_999
SPEED_COSTS = (4, 7, 10)

RULES = (
    HouseRule("edition", "2018", choices=("2018", "plain", "none")),
    HouseRule("starting_life", 8000, least=1, most=LIFE_MOST),
    HouseRule("first_standby", "counts", choices=("counts", "skipped")),
    HouseRule("zero_survivor", "both_out", choices=("both_out", "stays")),
    HouseRule("bonus_over_cap", "no", choices=("no", "yes")),
)


class Kind(StrEnum):
    """How life was lost; rulings differ by it."""

    BATTLE = "battle"
    EFFECT = "effect"
    COST = "cost"
    SPEED = "speed"


class Cause(StrEnum):
    """Why a duelist was defeated."""

    LIFE = "life"
    LIBRARY_OUT = "library_out"
    SPECIAL_WIN = "special_win"
    EFFECT = "effect"
    DRAW = "draw"


class DrawCause(StrEnum):
    """What brought both duelists to 0 at once."""

    ONE_CARD = "one_card"
    CHAIN = "chain"


class Phase(StrEnum):
    """The phases of a turn, in order."""

    DRAW = "draw"
    STANDBY = "standby"
    MAIN1 = "main1"
    BATTLE = "battle"
    MAIN2 = "main2"
    END = "end"


class Why(StrEnum):
    """Why speed counters came."""

    STANDBY = "standby"
    DEFEAT = "defeat"
    DEFEAT_BONUS = "defeat_bonus"


class Status(StrEnum):
    """Where a duelist stands in the relay."""

    WAITING = "waiting"
    ACTIVE = "active"
    DEFEATED = "defeated"


# Events: what happened.


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The house rules are settled and the first duelists begin (wrgp.start.first-players-duel)."""

    rules: Mapping[str, str | int]
    first: Team


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A turn of a team opened; numbered from 1."""

    turn: int
    team: Team
    seat: Seat


@dataclass(frozen=True, slots=True)
class CountersGained(Event):
    """A team gained speed counters by Speed World."""

    team: Team
    amount: int
    counters: int
    why: Why


@dataclass(frozen=True, slots=True)
class CountersSet(Event):
    """The table corrected a team's speed counters."""

    team: Team
    counters: int
    before: int
    over: int = 0

    @property
    def message(self) -> str:
        """Told in its own words where it stopped short of what was asked for."""
        return "wrgp.CountersSet.stopped" if self.over else "wrgp.CountersSet"


@dataclass(frozen=True, slots=True)
class CountersSpent(Event):
    """A team paid speed counters for one of Speed World's effects."""

    team: Team
    amount: int
    counters: int


@dataclass(frozen=True, slots=True)
class SpeedDraw(Event):
    """Speed World lets the team draw."""

    team: Team
    cards: int


@dataclass(frozen=True, slots=True)
class SpeedDestroy(Event):
    """Speed World lets the team destroy up to so many cards."""

    team: Team
    cards: int


@dataclass(frozen=True, slots=True)
class LifeLost(Event):
    """A duelist lost life; `over` is what went beyond 0."""

    seat: Seat
    amount: int
    left: int
    kind: Kind
    over: int = 0

    @property
    def message(self) -> str:
        """Told in its own words where it stopped at 0."""
        return "wrgp.LifeLost.over" if self.over else "wrgp.LifeLost"


@dataclass(frozen=True, slots=True)
class LifeGained(Event):
    """A duelist gained life."""

    seat: Seat
    amount: int
    left: int


@dataclass(frozen=True, slots=True)
class LifeSet(Event):
    """The table corrected a duelist's life."""

    seat: Seat
    left: int
    before: int


@dataclass(frozen=True, slots=True)
class Defeated(Event):
    """A duelist is beaten, whatever life comes later (wrgp.defeat.regained-lp-does-not-undo)."""

    seat: Seat
    cause: Cause


@dataclass(frozen=True, slots=True)
class HandoverBegan(Event):
    """The turn runs to its End Phase; then the team of the loser brings in its next duelist (wrgp.takeover.trigger)."""

    loser: Team
    seat: Seat
    cause: Cause


@dataclass(frozen=True, slots=True)
class DrawCalled(Event):
    """Both fell at once, and the source names a loser: not the one card's controller, or the last one damaged."""

    cause: DrawCause
    loser: Team


@dataclass(frozen=True, slots=True)
class LoserDecided(Event):
    """Both duelists stand at 0; this side counts as the loser of the exchange."""

    loser: Team
    seat: Seat
    cause: Cause


@dataclass(frozen=True, slots=True)
class DuelistEntered(Event):
    """The next duelist of a team took over the field (wrgp.takeover.leave-field-next-deck)."""

    seat: Seat
    before: Seat
    life: int


@dataclass(frozen=True, slots=True)
class SurvivorStayed(Event):
    """By house rule the winner of a draw plays on with this much life."""

    seat: Seat
    life: int


@dataclass(frozen=True, slots=True)
class OnceUsed(Event):
    """A team used up a once-per-Duel card (wrgp.once-per-duel.once-per-team)."""

    team: Team
    card: str


@dataclass(frozen=True, slots=True)
class EffectAdded(Event):
    """An effect is still to be completed; it outlives a handover (wrgp.effects.unfinished-carry)."""

    effect: int
    text: str


@dataclass(frozen=True, slots=True)
class EffectEnded(Event):
    """An effect was completed."""

    effect: int
    text: str


@dataclass(frozen=True, slots=True)
class MatchWon(Event):
    """Every duelist of the other team is beaten (wrgp.match.win-all-defeated)."""

    team: Team
    loser: Team


WrgpEvent = (
    Started
    | TurnBegan
    | CountersGained
    | CountersSet
    | CountersSpent
    | SpeedDraw
    | SpeedDestroy
    | LifeLost
    | LifeGained
    | LifeSet
    | Defeated
    | HandoverBegan
    | DrawCalled
    | LoserDecided
    | DuelistEntered
    | SurvivorStayed
    | OnceUsed
    | EffectAdded
    | EffectEnded
    | MatchWon
    | RuleChanged
)


# State: what the events add up to.


class Duelist(NamedTuple):
    """One of a team's three."""

    seat: Seat
    life: int
    status: Status

    @property
    def team(self) -> Team:
        """The duelist's side."""
        return Team(self.seat[0])

    @property
    def slot(self) -> int:
        """The place in the playing order, 1 to 3."""
        return int(self.seat[1])


class Handover(NamedTuple):
    """Who lost the exchange, and why."""

    loser: Team
    seat: Seat
    cause: Cause


class Effect(NamedTuple):
    """An effect still to be completed."""

    id: int
    text: str


class State(NamedTuple):
    """A whole match. Flat, because it is folded anew on each undo."""

    rules: Mapping[str, str | int]
    duelists: Mapping[Seat, Duelist]
    active: Mapping[Team, Seat]
    counters: Mapping[Team, int]
    once: Mapping[Team, tuple[str, ...]]
    turn: int
    turn_team: Team
    handover: Handover | None
    winner: Team | None
    effects: tuple[Effect, ...]
    effects_so_far: int

    def on(self, team: Team) -> Duelist:
        """The team's duelist at the table."""
        return self.duelists[self.active[team]]

    def successor(self, team: Team) -> Duelist | None:
        """The team's next duelist in order."""
        waiting = (self.duelists[seat] for seat in SEATS if seat[0] == team)
        return next((duelist for duelist in waiting if duelist.status is Status.WAITING), None)

    @property
    def edition(self) -> str:
        """Which Speed World text is played."""
        return str(self.rules["edition"])


def evolve(state: State | None, event: WrgpEvent) -> State:  # noqa: C901  one case an event
    """The state after one more event. Never refuses."""
    if isinstance(event, Started):
        life = int(event.rules["starting_life"])
        return State(
            rules=event.rules,
            duelists={s: Duelist(s, life, Status.ACTIVE if s[1] == "1" else Status.WAITING) for s in SEATS},
            active={Team.A: Seat("A1"), Team.B: Seat("B1")},
            counters={Team.A: 0, Team.B: 0},
            once={Team.A: (), Team.B: ()},
            turn=0,
            turn_team=event.first,
            handover=None,
            winner=None,
            effects=(),
            effects_so_far=0,
        )
    if state is None:
        raise ValueError("a match begins with Started")
    match event:
        case LifeLost() | LifeGained() | LifeSet():
            return _duelist(state, event.seat, life=event.left)
        case TurnBegan():
            return state._replace(turn=event.turn, turn_team=event.team)
        case CountersGained() | CountersSpent() | CountersSet():
            return state._replace(counters={**state.counters, event.team: event.counters})
        case Defeated():
            return _duelist(state, event.seat, life=0, status=Status.DEFEATED)
        case HandoverBegan() | LoserDecided():
            return state._replace(handover=Handover(event.loser, event.seat, event.cause))
        case DuelistEntered():
            entered = _duelist(state, event.seat, life=event.life, status=Status.ACTIVE)
            return entered._replace(active={**state.active, Team(event.seat[0]): event.seat}, handover=None)
        case SurvivorStayed():
            return _duelist(state, event.seat, life=event.life, status=Status.ACTIVE)
        case OnceUsed():
            return state._replace(once={**state.once, event.team: (*state.once[event.team], event.card)})
        case EffectAdded():
            effects = (*state.effects, Effect(event.effect, event.text))
            return state._replace(effects=effects, effects_so_far=event.effect)
        case EffectEnded():
            return state._replace(effects=tuple(effect for effect in state.effects if effect.id != event.effect))
        case MatchWon():
            return state._replace(winner=event.team, handover=None)
        case RuleChanged():
            return _with_rule(state, event)
        case SpeedDraw() | SpeedDestroy() | DrawCalled():
            return state
        case _:
            assert_never(event)


def _duelist(state: State, seat: Seat, **changes: Any) -> State:
    return state._replace(duelists={**state.duelists, seat: state.duelists[seat]._replace(**changes)})


def _with_rule(state: State, event: RuleChanged) -> State:
    state = state._replace(rules={**state.rules, event.rule: event.value})
    if event.rule == "starting_life":
        for duelist in state.duelists.values():
            if duelist.status is Status.WAITING:
                state = _duelist(state, duelist.seat, life=int(event.value))
    return state


# Moves: what the table does.


def start(rules: Mapping[str, str | int], seats: tuple[Seat, ...], *, first: Team = Team.A) -> list[Event]:
    """Open the match between the first duelists, Speed World already active (wrgp.start.speed-world-activated).

    Raises Refused for a team that is not of three (wrgp.team.three-players) or a house rule that does not exist.
    """
    if seats != SEATS:
        raise Refused("wrgp-players", count=len(seats))
    script = Script(evolve, None)
    script.add(Started(settle(RULES, rules), first))
    _begin_turn(script, first)
    return script.events


def damage(state: State, *, player: Seat, amount: int, kind: Kind = Kind.BATTLE) -> list[Event]:
    """Take life by battle or by an effect; at 0 the handover begins (wrgp.takeover.trigger).

    Raises Refused for somebody who is not at the table, a fallen duelist, or an amount out of bounds.
    """
    return _lose(state, player, amount, kind)


def pay(state: State, *, player: Seat, amount: int | Literal["half"]) -> list[Event]:
    """Pay life as a cost; `half` pays so that ceil(LP/2) remains. Raises Refused where more is asked than there is."""
    duelist = _standing(state, player)
    if amount == "half":
        amount = duelist.life // 2
        if amount == 0:
            raise Refused("wrgp-half-of-one", seat=player, life=duelist.life)
    if amount > duelist.life:
        raise Refused("wrgp-cannot-pay", seat=player, amount=amount, life=duelist.life)
    return _lose(state, player, amount, Kind.COST)


def heal(state: State, *, player: Seat, amount: int) -> list[Event]:
    """Give life. A defeat stands whatever is gained after it (wrgp.defeat.regained-lp-does-not-undo): Refused."""
    duelist = _standing(state, player, fallen="wrgp-fallen-gains-nothing")
    _bounded(amount)
    if duelist.life + amount > LIFE_MOST:
        raise Refused("wrgp-life-too-high", most=LIFE_MOST)
    return [LifeGained(player, amount, duelist.life + amount)]


def life(state: State, *, player: Seat, value: int) -> list[Event]:
    """Correct a duelist's life by hand, also of one who waits. Raises Refused for a fallen one: undo brings back."""
    _running(state)
    duelist = _known(state, player)
    if duelist.status is Status.DEFEATED:
        raise Refused("wrgp-fallen-stays", seat=player)
    if not 0 <= value <= LIFE_MOST:
        raise Refused("amount-out-of-range", least=0, most=LIFE_MOST)
    if value == 0 and duelist.status is Status.WAITING:
        raise Refused("wrgp-waiting-not-zero", seat=player)
    if value == duelist.life:
        raise Refused("wrgp-life-same", seat=player, life=value)
    script = Script(evolve, state)
    script.add(LifeSet(player, value, duelist.life))
    if value == 0:
        _fall(script, player, Cause.LIFE)
    return script.events


def turn(state: State) -> list[Event]:
    """End the turn; the other team's Standby Phase comes. Raises Refused during a handover."""
    _running(state)
    if state.handover:
        raise Refused("wrgp-handover-first", seat=state.handover.seat)
    script = Script(evolve, state)
    _begin_turn(script, state.turn_team.other)
    return script.events


def counters(state: State, *, team: Team, change: Change) -> list[Event]:
    """Correct a team's speed counters by hand; kept between 0 and the most they may be."""
    _running(state)
    _speed_world(state)
    before = state.counters[team]
    most = COUNTERS_MOST if state.rules["bonus_over_cap"] == "no" else 2 * COUNTERS_MOST
    most = max(most, before)  # more than that may have come by another house rule, and no correction takes it away
    asked = change.asked(before)
    after = max(0, min(most, asked))
    if after == before:
        raise Refused("wrgp-counters-same", team=team, counters=before, most=most)
    return [CountersSet(team, after, before, over=abs(asked - after))]


def speed(state: State, *, team: Team, use: int) -> list[Event]:
    """Spend 4, 7 or 10 counters on Speed World; more than 1 where the team is further down its order.

    The damage falls on the opposing duelist and can defeat. Raises Refused for another price or too few counters.
    """
    _running(state)
    _speed_world(state)
    if use not in SPEED_COSTS:
        raise Refused("wrgp-speed-price", prices=SPEED_COSTS)
    have = state.counters[team]
    if have < use:
        raise Refused("wrgp-speed-short", team=team, use=use, counters=have)
    gain = speed_world(state, team=team, use=use)
    script = Script(evolve, state)
    script.add(CountersSpent(team, use, have - use))
    match use:
        case 4:
            target = state.on(team.other)
            if target.status is Status.DEFEATED:
                raise Refused("wrgp-already-fallen", seat=target.seat)
            _take_life(script, target.seat, gain.amount, Kind.SPEED)
        case 7:
            script.add(SpeedDraw(team, gain.amount))
        case _:
            script.add(SpeedDestroy(team, gain.amount))
    return script.events


def defeat(state: State, *, player: Seat, reason: str) -> list[Event]:
    """Defeat a duelist without life reaching 0 by play: that one falls to 0 (wrgp.special-win.one-player-to-zero).

    Raises Refused for a surrender (wrgp.surrender.not-allowed), an unknown reason, or somebody not at the table.
    """
    if reason == "surrender":
        raise Refused("wrgp-no-surrender", seat=player)
    causes = (Cause.LIBRARY_OUT, Cause.SPECIAL_WIN, Cause.EFFECT)
    if reason not in causes:
        raise Refused("wrgp-defeat-reason", reasons=causes)
    duelist = _standing(state, player)
    script = Script(evolve, state)
    if duelist.life:
        script.add(LifeSet(player, 0, duelist.life))
    _fall(script, player, Cause(reason))
    return script.events


def draw(state: State, *, cause: DrawCause, loser: Team) -> list[Event]:
    """Both duelists fall at once: one card's controller wins, or the one whom a chain damaged last loses (wrgp.draw.*).

    In a handover where both stand at 0 it only decides the loser anew. Raises Refused where one has fallen already.
    """
    _running(state)
    fallen = [team for team in Team if state.on(team).status is Status.DEFEATED]
    if len(fallen) == 1:
        raise Refused("wrgp-draw-one-fell", seat=state.active[fallen[0]])
    script = Script(evolve, state)
    script.add(DrawCalled(cause, loser))
    if fallen:
        _hand_over(script, LoserDecided(loser, state.active[loser], Cause.DRAW))
        return script.events
    for team in (loser.other, loser):
        duelist = state.on(team)
        script.add(LifeLost(duelist.seat, duelist.life, 0, Kind.EFFECT))
    for team in (loser.other, loser):
        script.add(Defeated(state.active[team], Cause.DRAW))
        _defeat_counters(script, team)
    _hand_over(script, HandoverBegan(loser, state.active[loser], Cause.DRAW))
    return script.events


def done(state: State) -> list[Event]:
    """Finish the handover: the next duelist takes over; it is their turn (wrgp.takeover.resume-incoming-turn).

    Raises Refused where no handover is under way.
    """
    _running(state)
    handover = state.handover
    if handover is None:
        raise Refused("wrgp-no-handover")
    script = Script(evolve, state)
    if _won(script, handover.loser):  # the table may have changed `zero_survivor` since both fell
        return script.events
    winning = state.on(handover.loser.other)
    if winning.status is Status.DEFEATED:
        if state.rules["zero_survivor"] == "stays":
            script.add(SurvivorStayed(winning.seat, 1))
        else:
            _enter(script, handover.loser.other)
    _enter(script, handover.loser)
    _begin_turn(script, handover.loser)
    return script.events


def once(state: State, *, team: Team, card: str) -> list[Event]:
    """Note a once-per-Duel card in the team's ledger (wrgp.once-per-duel.once-per-team). A second use is Refused."""
    _running(state)
    name = one_line(card)
    if card_key(name) in map(card_key, state.once[team]):
        raise Refused("wrgp-once-used", team=team, card=name)
    return [OnceUsed(team, name)]


def effect_add(state: State, *, text: str) -> list[Event]:
    """Keep an effect that is still to be completed (wrgp.effects.unfinished-carry). Refused where too many stand."""
    _running(state)
    said = one_line(text)
    if len(state.effects) >= EFFECTS_MOST:
        raise Refused("effects-full", most=EFFECTS_MOST)
    return [EffectAdded(state.effects_so_far + 1, said)]


def effect_end(state: State, *, effect: int) -> list[Event]:
    """Take a completed effect off the board. Raises Refused for a number that is not there."""
    _running(state)
    found = next((standing for standing in state.effects if standing.id == effect), None)
    if found is None:
        raise Refused("effect-unknown", effect=effect)
    return [EffectEnded(found.id, found.text)]


# Judges: questions that are not moves.


@dataclass(frozen=True, slots=True)
class HandoverSteps(Finding):
    """Which phases still run after a defeat in `phase`, before the next duelist comes (wrgp.takeover.no-phase-skip)."""

    phase: Phase
    steps: tuple[Phase, ...]


@dataclass(frozen=True, slots=True)
class SpeedGain(Finding):
    """What Speed World gives a team for a price: damage for 4, cards drawn for 7, cards destroyed at most for 10."""

    team: Team
    use: int
    amount: int

    @property
    def message(self) -> str:
        """Told as damage, cards drawn or cards destroyed."""
        return {7: "wrgp.SpeedGain.draw", 10: "wrgp.SpeedGain.destroy"}.get(self.use, "wrgp.SpeedGain")


class Act(StrEnum):
    """What somebody wants to do while the turn runs to its end after a defeat."""

    MANDATORY = "mandatory"
    TRIGGER_EFFECT = "trigger_effect"
    SPELL_SPEED_2 = "spell_speed_2"
    SUMMON_BY_EFFECT = "summon_by_effect"
    IGNITION_EFFECT = "ignition_effect"
    SPELL_SPEED_1 = "spell_speed_1"
    SUMMON_WITHOUT_EFFECT = "summon_without_effect"


@dataclass(frozen=True, slots=True)
class Meanwhile(Finding):
    """Whether an act is possible, for either player, while the turn runs to its end (wrgp.auto-end.*)."""

    act: Act
    allowed: bool


class Card(StrEnum):
    """Where a card is when its player is beaten, or where it goes after it was taken over."""

    MONSTER_ZONE = "monster_zone"
    SPELL_TRAP_ZONE = "spell_trap_zone"
    FIELD_ZONE = "field_zone"
    HAND = "hand"
    GRAVEYARD = "graveyard"
    DECK = "deck"
    EXTRA_DECK = "extra_deck"
    BANISHED = "banished"
    BANISHED_TO_RETURN = "banished_to_return"
    LINGERING = "lingering"


@dataclass(frozen=True, slots=True)
class Carried(Finding):
    """Whether the next duelist takes a card or effect over (wrgp.takeover.cards-that-carry)."""

    card: Card
    carried: bool


class Destination(StrEnum):
    """Where a taken-over card goes when it leaves the field."""

    GRAVEYARD = "graveyard"
    HAND = "hand"
    EXTRA_FACE_UP = "extra_face_up"
    DECK_FACE_DOWN = "deck_face_down"
    EXTRA_FACE_DOWN = "extra_face_down"


class Owner(StrEnum):
    """Whose zone receives the card."""

    INCOMING = "incoming"
    ORIGINAL = "original"


@dataclass(frozen=True, slots=True)
class Belongs(Finding):
    """Whose zone a taken-over card goes to (wrgp.ownership.*)."""

    destination: Destination
    owner: Owner


class ListStatus(StrEnum):
    """Where a card stands on the Forbidden & Limited List."""

    FREE = "free"
    SEMI_LIMITED = "semi_limited"
    LIMITED = "limited"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class TeamCopies(Finding):
    """Whether a team's three decks may together hold so many copies of a card (wrgp.difference.team-regulation)."""

    status: ListStatus
    total: int
    most: int
    allowed: bool


@dataclass(frozen=True, slots=True)
class TurnPhases(Finding):
    """Which phases the turn now open has; only the very first one lacks some."""

    turn: int
    seat: Seat
    phases: tuple[Phase, ...]


@dataclass(frozen=True, slots=True)
class HealLoop(Finding):
    """How many passes of a loop that gives life count, and what they give (wrgp.loop.*)."""

    passes: int
    counted: int
    gained: int


class Moment(StrEnum):
    """When a special victory is claimed."""

    MET = "met"
    STILL_MET = "still_met"


@dataclass(frozen=True, slots=True)
class SpecialWin(Finding):
    """Who falls by a special victory, and whether it can be answered (wrgp.special-win.*)."""

    moment: Moment
    beaten: tuple[Seat, ...]
    chainable: bool


def handover_steps(*, phase: Phase) -> HandoverSteps:
    """The phases that still run: the one of the defeat ends, then each later one (wrgp.takeover.auto-end-phase)."""
    phases = tuple(Phase)
    return HandoverSteps(phase, phases[phases.index(phase) + 1 :])


def handover_guide(phase: Phase) -> tuple[Line | Fact, ...]:
    """What a table has to know of a handover: the phases that still run, what may be done, and what stays."""
    return (handover_steps(phase=phase), *(Line(f"wrgp-board-{each}") for each in ("may", "may-not", "stays", "goes")))


def meanwhile(*, act: Act) -> Meanwhile:
    """May it be done while the turn runs to its end? Not what a Main Phase is for (wrgp.auto-end.*)."""
    barred = (Act.IGNITION_EFFECT, Act.SPELL_SPEED_1, Act.SUMMON_WITHOUT_EFFECT)
    return Meanwhile(act, act not in barred)


def carried(*, card: Card) -> Carried:
    """Does it pass to the next duelist? The field and unfinished effects do, with the cards that those need."""
    stays_behind = (Card.HAND, Card.GRAVEYARD, Card.DECK, Card.EXTRA_DECK, Card.BANISHED)
    return Carried(card, card not in stays_behind)


def belongs(*, destination: Destination) -> Belongs:
    """Whose is it now? The incoming duelist's; a face-down deck gets its own card back (wrgp.ownership.*)."""
    back = destination in (Destination.DECK_FACE_DOWN, Destination.EXTRA_FACE_DOWN)
    return Belongs(destination, Owner.ORIGINAL if back else Owner.INCOMING)


def speed_world(state: State, *, team: Team, use: int) -> SpeedGain:
    """What the team would get now for `use` counters, by the slots of both duelists and the edition's text."""
    own, theirs = state.on(team).slot, state.on(team.other).slot
    further = max(0, own - theirs) if state.edition == "2018" else 0
    if use != 4:
        return SpeedGain(team, use, 1 + further)
    if state.edition == "plain" or own < theirs:
        return SpeedGain(team, use, 800)
    return SpeedGain(team, use, 1600 * (1 + further))


def team_copies(*, status: ListStatus, held: tuple[int, ...]) -> TeamCopies:
    """May the decks hold these copies, counted as one (wrgp.deck.*)? Refused unless counted for three decks."""
    if len(held) != 3 or min(held) < 0:
        raise Refused("wrgp-three-decks")
    most = {ListStatus.FREE: 3, ListStatus.SEMI_LIMITED: 2, ListStatus.LIMITED: 1, ListStatus.FORBIDDEN: 0}[status]
    return TeamCopies(status, sum(held), most, sum(held) <= most)


def turn_phases(state: State) -> TurnPhases:
    """The phases of this turn: all six after a handover (wrgp.takeover.going-second-draw-battle).

    That whoever goes first neither draws nor battles in turn 1 is a general rule of the game.
    """
    first = (Phase.STANDBY, Phase.MAIN1, Phase.END)
    return TurnPhases(state.turn, state.active[state.turn_team], first if state.turn == 1 else tuple(Phase))


def heal_loop(*, gain: int, passes: int) -> HealLoop:
    """What a loop of so many passes gives: a player goes through it once (wrgp.loop.heal-loop-once)."""
    counted = min(passes, 1)
    return HealLoop(passes, counted, gain * counted)


def special_win(state: State, *, team: Team, moment: Moment) -> SpecialWin:
    """Whom the team beats: the one opposing duelist at the table, at the moment the conditions are met, and no more."""
    beaten = (state.active[team.other],) if moment is Moment.MET else ()
    return SpecialWin(moment, beaten, chainable=False)


# Inner steps, shared by the moves.

_Script = Script[State, WrgpEvent]


def _running(state: State) -> None:
    if state.winner:
        raise Refused("match-over", winner=state.winner)


def _known(state: State, seat: Seat) -> Duelist:
    if seat not in state.duelists:
        raise Refused("seat-unknown", seat=str(seat), seats=SEATS)
    return state.duelists[seat]


def _standing(state: State, seat: Seat, *, fallen: str = "wrgp-already-fallen") -> Duelist:
    _running(state)
    duelist = _known(state, seat)
    if duelist.status is Status.DEFEATED:
        raise Refused(fallen, seat=seat)
    if duelist.status is Status.WAITING:
        raise Refused("wrgp-not-active", seat=seat, active=state.active[duelist.team])
    return duelist


def _bounded(amount: int) -> None:
    if not 1 <= amount <= LIFE_MOST:
        raise Refused("amount-out-of-range", least=1, most=LIFE_MOST)


def _speed_world(state: State) -> None:
    if state.edition == "none":
        raise Refused("wrgp-no-speed-world")


def _lose(state: State, seat: Seat, amount: int, kind: Kind) -> list[Event]:
    _standing(state, seat)
    _bounded(amount)
    script = Script(evolve, state)
    _take_life(script, seat, amount, kind)
    return script.events


def _take_life(script: _Script, seat: Seat, amount: int, kind: Kind) -> None:
    have = script.state.duelists[seat].life
    lost = min(have, amount)
    script.add(LifeLost(seat, lost, have - lost, kind, over=amount - lost))
    if have == lost:
        _fall(script, seat, Cause.LIFE)


def _fall(script: _Script, seat: Seat, cause: Cause) -> None:
    team = Team(seat[0])
    script.add(Defeated(seat, cause))
    _defeat_counters(script, team)
    # The one who falls last loses the exchange (wrgp.draw.second-defeat-during-takeover).
    decided = LoserDecided if script.state.handover else HandoverBegan
    _hand_over(script, decided(team, seat, cause))


def _hand_over(script: _Script, event: HandoverBegan | LoserDecided) -> None:
    """Begin the handover or change its loser; where nobody is left to take over, the match is won instead."""
    if not _won(script, event.loser):
        script.add(event)


def _won(script: _Script, loser: Team) -> bool:
    state = script.state
    out = [loser]
    if state.on(loser.other).status is Status.DEFEATED and state.rules["zero_survivor"] == "both_out":
        out.append(loser.other)
    without = next((team for team in out if state.successor(team) is None), None)
    if without:
        script.add(MatchWon(without.other, without))
    return without is not None


def _enter(script: _Script, team: Team) -> None:
    successor = script.state.successor(team)
    if successor is not None:
        script.add(DuelistEntered(successor.seat, script.state.active[team], successor.life))


def _begin_turn(script: _Script, team: Team) -> None:
    turn_number = script.state.turn + 1
    script.add(TurnBegan(turn_number, team, script.state.active[team]))
    if turn_number == 1 and script.state.rules["first_standby"] == "skipped":
        return
    for side in Team:
        _gain_counters(script, side, 1 if script.state.edition == "plain" else 2, Why.STANDBY)


def _defeat_counters(script: _Script, team: Team) -> None:
    if script.state.edition != "2018":
        return
    over_cap = script.state.rules["bonus_over_cap"] == "yes"
    _gain_counters(script, team, 2, Why.DEFEAT, over_cap=over_cap)
    if script.state.on(team).slot >= script.state.on(team.other).slot:
        _gain_counters(script, team, 2, Why.DEFEAT_BONUS, over_cap=over_cap)


def _gain_counters(script: _Script, team: Team, amount: int, why: Why, *, over_cap: bool = False) -> None:
    have = script.state.counters[team]
    after = have + amount if over_cap else max(have, min(COUNTERS_MOST, have + amount))
    if script.state.edition != "none" and after != have:
        script.add(CountersGained(team, after - have, after, why))


def card_key(name: str) -> str:
    """A card's name without what people vary: width, case, spaces, middle dots, dashes and brackets."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in folded if char.isalnum() or char == "ー")


def sound(state: State, seats: tuple[Seat, ...]) -> bool:
    """Whether moves could lead here: one of each team is on, beaten only in a handover or at the end."""
    lives = {Status.ACTIVE: (1, LIFE_MOST), Status.WAITING: (1, LIFE_MOST), Status.DEFEATED: (0, 0)}
    bounded = all(lives[d.status][0] <= d.life <= lives[d.status][1] for d in state.duelists.values())
    on = [state.on(team) for team in Team]
    placed = all(d.team is team for d, team in zip(on, Team, strict=True)) and seats == SEATS
    beside = all(d.status is not Status.ACTIVE for d in state.duelists.values() if d not in on)
    beaten = [d.team for d in on if d.status is Status.DEFEATED]
    standing = all(d.status is not Status.WAITING for d in on)
    if state.handover is None:
        return bounded and placed and beside and standing and bool(beaten) == bool(state.winner)
    loser = state.handover.loser
    falls = loser in beaten and state.handover.seat == state.active[loser] and state.successor(loser) is not None
    return bounded and placed and beside and standing and falls and state.winner is None


# The board, and the export.

DONE = Button(Line("button-wrgp-done-plain"), "done", weight=Weight.DONE)
_AMOUNT = Field("amount", Line("field-amount"))
_KIND = Field(
    "kind",
    Line("field-kind"),
    optional=True,
    choices=tuple((kind.value, Line(f"Kind.{kind}")) for kind in (Kind.BATTLE, Kind.EFFECT)),
)


def board(state: State) -> Board:
    """Who is on, all numbers, what is pending, what to do next, and the usual moves."""
    if state.winner:
        won = Line("wrgp-board-won", {"team": state.winner, "turn": state.turn})
        return Board(won, tuple(Block(_team_lines(state, team)) for team in Team))
    heading = Line(
        "wrgp-board-turn", {"turn": state.turn, "seat": state.active[state.turn_team], "team": state.turn_team}
    )
    blocks = [_team_block(state, team) for team in Team]
    if state.effects:
        blocks.append(Block(tuple(Line("board-effect", effect._asdict()) for effect in state.effects)))
    if state.handover:
        blocks.append(Block(now(state)))
        buttons = (_done_button(state), _button("undo", "undo"))
        blocks.append(Block(tuple(Line(f"wrgp-board-{note}") for note in ("may", "may-not", "stays")), (buttons,)))
    else:
        next_up = state.active[state.turn_team.other]
        controls = [_button("wrgp-turn", "turn", weight=Weight.MAIN, seat=next_up)]
        if state.edition != "none":
            controls += [_counter_form(team) for team in Team]
        blocks.append(Block((), ((*controls, _button("undo", "undo")),)))
    return Board(heading, tuple(blocks))


def _button(label: str, move: str, *, weight: Weight = Weight.QUIET, **facts: object) -> Button:
    return Button(Line(f"button-{label}", facts), move, weight=weight)


def _done_button(state: State) -> Button:
    handover = state.handover
    successor = state.successor(handover.loser) if handover else None
    return _button("wrgp-done", "done", weight=Weight.DONE, seat=successor.seat if successor else Seat(""))


def _counter_form(team: Team) -> Button:
    change = Field("change", Line("field-change"))
    return Button(Line("button-wrgp-counters", {"team": team}), "counters", {"team": team}, form=(change,))


def _team_lines(state: State, team: Team) -> tuple[Line, ...]:
    on = state.on(team)
    named = "active"
    if on.status is Status.DEFEATED:
        named = "fallen"
    elif team is state.turn_team and not (state.handover or state.winner):
        named = "on-turn"
    lines = [
        Line(f"wrgp-board-{named}", {"code": str(on.seat), "seat": on.seat}),
        Line("wrgp-board-life", {"life": on.life}),
    ]
    if state.edition != "none":
        lines.append(Line("wrgp-board-counters", {"counters": state.counters[team]}))
    others = [state.duelists[seat] for seat in SEATS if seat[0] == team and seat != on.seat]
    beaten = tuple(other.seat for other in others if other.status is Status.DEFEATED)
    waiting = tuple(other.seat for other in others if other.status is Status.WAITING)
    if waiting:
        lines.append(Line("wrgp-board-waiting", {"waiting": waiting}))
    if beaten:
        lines.append(Line("wrgp-board-beaten", {"beaten": beaten}))
    if state.once[team]:
        lines.append(Line("wrgp-board-once", {"cards": state.once[team]}))
    return tuple(lines)


def _team_block(state: State, team: Team) -> Block:
    on = state.on(team)
    if on.status is Status.DEFEATED:
        return Block(_team_lines(state, team))
    target = {"player": str(on.seat)}
    taps = [
        Button(Line("button-minus", {"amount": amount}), "damage", target | {"amount": amount})
        for amount in (100, 500, 1000)
    ]
    custom = Button(Line("button-custom"), "damage", target, form=(_AMOUNT, _KIND))
    more = Button(Line("button-heal"), "heal", target, form=(_AMOUNT,))
    return Block(_team_lines(state, team), ((*taps, custom, more),))


def now(state: State) -> tuple[Line, ...]:
    """The steps of a handover, while one is under way."""
    handover = state.handover
    if handover is None:
        return ()
    lines = [Line("wrgp-board-handover", {"seat": handover.seat, "cause": handover.cause})]
    if state.on(handover.loser.other).status is Status.DEFEATED:
        lines.append(Line("wrgp-board-both-fell", {"seat": handover.seat}))
    return (*lines, Line("wrgp-board-steps"))


def export(state: State) -> dict[str, Any]:
    """The state as the export file shows it."""
    handover = state.handover
    return {
        "phase": "over" if state.winner else "handover" if handover else "duel",
        "turn": state.turn,
        "turn_team": str(state.turn_team),
        "winner": state.winner and str(state.winner),
        "handover": handover and {key: str(value) for key, value in handover._asdict().items()},
        "teams": {
            str(team): {
                "active": str(state.active[team]),
                "speed": None if state.edition == "none" else state.counters[team],
                "once": list(state.once[team]),
                "players": [
                    {"seat": str(d.seat), "life": d.life, "status": str(d.status)}
                    for d in state.duelists.values()
                    if d.team is team
                ],
            }
            for team in Team
        },
        "effects": [effect._asdict() for effect in state.effects],
    }


WRGP = Format(
    key="wrgp",
    edition="2018",
    rules=RULES,
    seatings=(SEATS,),
    start=start,
    evolve=evolve,
    events=WrgpEvent.__args__,
    moves={
        "damage": damage,
        "heal": heal,
        "pay": pay,
        "life": life,
        "turn": turn,
        "counters": counters,
        "speed": speed,
        "defeat": defeat,
        "draw": draw,
        "done": done,
        "once": once,
        "effect_add": effect_add,
        "effect_end": effect_end,
    },
    judges={
        "handover_steps": handover_steps,
        "meanwhile": meanwhile,
        "carried": carried,
        "belongs": belongs,
        "speed_world": speed_world,
        "team_copies": team_copies,
        "turn_phases": turn_phases,
        "heal_loop": heal_loop,
        "special_win": special_win,
    },
    board=board,
    export=export,
    over=lambda state: state.winner is not None,
    now=now,
    sound=sound,
)
