"""What can be asked in Duel Party: questions that are not moves."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from bot.rules.format import Finding, Refused, Seat
from bot.rules.party.state import State, alive, opponents, seats_after
from bot.rules.party.terms import (
    DECK_CARDS,
    NO_NUMBERS,
    PARTNER_COST_LEAST,
    TEXT_MOST,
    Civilisation,
    Level,
    Numbers,
    read_civilisations,
)


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
    alive(state, player)
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
        for seat in seats_after(state, player)
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
    alive(state, player)
    reach = TABLE_OF_OPPONENTS[kind][0]
    for seat in (*chosen, *((doer,) if doer is not None else ())):
        if alive(state, seat).seat == player:
            raise Refused("party-not-an-opponent", seat=seat)
    match reach:
        case Reach.TWO_READINGS:
            raise Refused("party-two-readings")
        case Reach.EVERYBODY | Reach.EVERY_OPPONENT:
            if chosen:
                raise Refused("party-nobody-chosen", kind=kind)
            everybody = reach is Reach.EVERYBODY
            return Affected(kind, player, state.living if everybody else opponents(state, player))
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
        alive(state, seat)
    order = tuple(sorted(set(players), key=state.distance))
    return ReplacementApplies(order[0], state.turn_seat, order)


def attack_trigger(state: State, *, attacker: Seat, attacked: Seat) -> AttackTriggerMayChoose:
    """Whom the attack trigger of a creature may choose, whoever it attacks."""
    alive(state, attacker)
    alive(state, attacked)
    return AttackTriggerMayChoose(attacker, attacked, opponents(state, attacker))


def attack_seen(state: State, *, player: Seat, attacker: Seat, attacked: Seat) -> AttackSeen:
    """Does a player's "when an opponent's creature attacks" trigger? For any opponent's, whoever is attacked."""
    for seat in (player, attacker, attacked):
        alive(state, seat)
    return AttackSeen(player, attacker, attacked, triggers=attacker != player)


def redirect(state: State, *, player: Seat, attacked: Seat) -> Redirection:
    """May a player redirect an attack on `attacked`, or on a creature of theirs? Only where that is the player."""
    alive(state, player)
    alive(state, attacked)
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


_NUMBERS_APART = re.compile(r"[\s,、;]+")
_NUMBER = re.compile(r"(P[1-8])=(\d{1,3})")


def _read_numbers(state: State, typed: str) -> dict[Seat, int]:
    parts = [part for part in _NUMBERS_APART.split(unicodedata.normalize("NFKC", typed).upper().strip()) if part]
    if not any("=" in part for part in parts) and len(parts) == len(state.living):
        parts = [f"{seat}={part}" for seat, part in zip(state.living, parts, strict=True)]
    found = [_NUMBER.fullmatch(part) for part in parts]
    numbers = {Seat(one[1]): int(one[2]) for one in found if one}
    if len(numbers) != len(parts):
        raise Refused("party-numbers-unreadable", typed=typed[:TEXT_MOST], seats=state.living)
    for seat in numbers:
        alive(state, seat)
    return numbers
