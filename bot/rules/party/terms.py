"""The words and numbers of Duel Party: house rules, levels, zones, civilisations, and text that names players."""

import re
import unicodedata
from collections.abc import Callable
from enum import StrEnum
from typing import Self

from bot.rules.format import HouseRule, Refused, Seat, Typed

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


def read_civilisations(typed: tuple[str, ...]) -> tuple[Civilisation, ...]:
    """Civilisations as `fire/nature` or `火・自然`. Raises Refused for a word that is none."""
    text = unicodedata.normalize("NFKC", " ".join(typed)).casefold()
    found = tuple(dict.fromkeys(_CIVILISATION_WORDS[word] for word in _CIVILISATION.findall(text)))
    several = Civilisation.COLOURLESS in found and len(found) > 1
    if not found or several or not _BETWEEN.fullmatch(_CIVILISATION.sub("", text)):
        raise Refused("party-civilisation-unknown", typed=" ".join(typed)[:TEXT_MOST], choices=tuple(Civilisation))
    return tuple(civilisation for civilisation in Civilisation if civilisation in found)
