"""What happens in Duel Party."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rules.format import Event, RuleChanged, Seat
from bot.rules.party.terms import Civilisation, Knockout, Level, PartnerZone, TurnPoint


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
