"""What Duel Party says, in both languages: a whole match, and each consequence of an elimination."""

import re
from functools import reduce

import pytest

from bot.language import LANGUAGES, Voice, catalogue
from bot.rules.format import Seat
from bot.rules.party import PARTY
from bot.rules.party.board import board
from bot.rules.party.judges import Ability, Quantity, Wording
from bot.rules.party.moves import start
from bot.rules.party.state import evolve
from bot.rules.party.terms import SEATINGS, SEATS, Knockout, Level, PartnerZone

CHOICE_MOST = 100
NAMES = {seat: f"Player {seat}" for seat in SEATS}
P1, P2, P3, P4 = (Seat(f"P{number}") for number in range(1, 5))


@pytest.mark.parametrize(
    "kind", [Ability, Knockout, Level, PartnerZone, Quantity, Wording], ids=lambda kind: kind.__name__
)
def test_choices_are_as_short_as_discord_wants(kind):
    for language in LANGUAGES:
        for value in kind:
            assert len(catalogue(language)[f"{kind.__name__}.{value}"].forms[0]) <= CHOICE_MOST


def moves_of_a_match():
    yield "partner_set", {"player": P1, "name": "Momoking", "cost": 5, "civilisations": ("fire",)}
    yield "partner_move", {"player": P1, "zone": PartnerZone.BATTLE}
    yield "partner_move", {"player": P1, "zone": PartnerZone.FACE_DOWN}
    yield "effect_add", {"text": "no blocking", "source": P4, "until": "P3 start"}
    yield "effect_add", {"text": "@everyone", "source": P3}
    yield "pending_add", {"player": P3, "text": "draw a card"}
    yield "pending_add", {"player": P2, "text": "destroy a creature", "shield_trigger": True}
    yield "turn", {}
    yield "turn", {}
    yield "break", {"target": P1, "count": 9}
    yield "break", {"target": P1}
    yield "library_out", {"player": P3}
    yield "eliminate", {"player": P3, "by": P1}
    yield "pending_resolve", {}
    yield "eliminate", {"player": P1, "reason": "had to leave", "also": (P2, P4)}


@pytest.mark.parametrize("language", [*LANGUAGES, "both"])
def test_a_match_is_told_from_its_start_to_its_end(language):
    """Every event and every board of it, in each language and in both; nothing unfilled, nothing typed has power."""
    voice = Voice(language, NAMES)
    events = start({}, SEATINGS[0], level=2)
    told = [voice.tell(event) for event in events]
    state = reduce(evolve, events, None)
    for move, options in moves_of_a_match():
        events = PARTY.moves[move](state, **options)
        state = reduce(evolve, events, state)
        told += [voice.tell(event) for event in events]
        shown = board(state)
        told += [
            voice.line(line) for line in (shown.heading, *(line for block in shown.blocks for line in block.lines))
        ]
    text = "\n".join(told)

    assert state.drawn
    assert not re.search(r"[{}]|P\d\b(?<!Player P\d)|None|@everyone", text)
    assert "had to leave" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_elimination_says_each_consequence_by_name(language):
    voice = Voice(language, {P1: "Alpha", P2: "Bravo", P3: "Charlie", P4: "Delta"})
    state = reduce(evolve, start({}, SEATINGS[0], first=P3), None)
    for move, options in (
        ("effect_add", {"text": "no blocking", "source": P4, "until": "P3 start"}),
        ("effect_add", {"text": "no attacks", "source": P3}),
        ("pending_add", {"player": P3, "text": "draw a card"}),
        ("pending_add", {"player": P1, "text": "destroy a creature"}),
    ):
        state = reduce(evolve, PARTY.moves[move](state, **options), state)
    told = [voice.tell(event) for event in PARTY.moves["eliminate"](state, player=P3, by=P4, reason="direct_attack")]

    wanted = [
        ("Charlie",),
        ("Delta",),
        ("Charlie",),
        ("Charlie", "draw a card"),
        ("Charlie", "no attacks"),
        ("Charlie",),
        ("no blocking", "Charlie", "Bravo"),
        ("Delta", "2"),
    ]
    assert len(told) == len(wanted)
    for sentence, names in zip(told, wanted, strict=True):
        assert all(name in sentence for name in names), sentence
    assert "destroy a creature" not in "".join(told)
