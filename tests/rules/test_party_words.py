"""What Duel Party says: every event, finding, refusal, board line and value has its words in both languages."""

import re
from functools import reduce
from pathlib import Path

import pytest

from bot.language import LANGUAGES, Voice, catalogue
from bot.rules import party
from bot.rules.format import Fact, Seat
from bot.rules.party import PARTY, Ability, Knockout, Level, PartnerZone, Quantity, Wording, board, evolve, start

COG = Path(party.__file__).parents[2] / "cogs" / "party.py"
OURS = {
    language: {key for key in catalogue(language) if re.match(r"(button-|field-|rule-|help-)?party\b", key)}
    for language in LANGUAGES
}
CHOICE_MOST = 100
NAMES = {seat: f"Player {seat}" for seat in party.SEATS}
P1, P2, P3, P4 = (Seat(f"P{number}") for number in range(1, 5))


def kinds_of_fact():
    found = (kind for kind in vars(party).values() if isinstance(kind, type) and issubclass(kind, Fact))
    return sorted((kind for kind in found if kind.__module__ == party.__name__), key=lambda kind: kind.__name__)


def messages_of(kind):
    return [
        key for key in catalogue("en") if key == f"party.{kind.__name__}" or key.startswith(f"party.{kind.__name__}.")
    ]


def test_both_languages_say_the_same_things_with_the_same_facts():
    assert OURS["ja"] == OURS["en"]
    for key in OURS["ja"]:
        ja, en = catalogue("ja")[key], catalogue("en")[key]
        assert (ja.placeholders, ja.plural_by) == (en.placeholders, en.plural_by), key
        assert all((*ja.forms, *en.forms)), key


@pytest.mark.parametrize("kind", kinds_of_fact(), ids=lambda kind: kind.__name__)
def test_each_event_and_finding_is_told_with_facts_that_it_has(kind):
    assert messages_of(kind)
    for language in LANGUAGES:
        for key in messages_of(kind):
            assert catalogue(language)[key].placeholders <= set(kind.__dataclass_fields__)


def test_the_catalogues_hold_what_the_rules_say_and_nothing_else():
    code = "".join(path.read_text(encoding="utf-8") for path in (Path(party.__file__), COG))
    literal = set(re.findall(r'"((?:button-|field-)?party-[a-z-]+)"', code))
    marked = {"party-board-player-on-turn", "party-board-player"}
    offers = {"party-board-offer-direct-attack", "party-board-offer-library-out"}
    buttons = {f"button-party-{deed}{named}" for deed in ("break", "direct") for named in ("", "-named")}
    facts = {key for kind in kinds_of_fact() for key in messages_of(kind)}
    said = literal | marked | buttons | offers | facts | {"help-party"}
    rules = {f"rule-party.{rule.key}" for rule in PARTY.rules}
    values = {f"rule-party.{rule.key}.{choice}" for rule in PARTY.rules for choice in rule.choices}

    assert OURS["ja"] == said | rules | values


def test_every_value_has_its_word():
    shown = [kind for kind in vars(party).values() if isinstance(kind, type) and kind.__module__ == party.__name__]
    enums = [kind for kind in shown if hasattr(kind, "__members__") and kind is not party.Status]
    assert len(enums) >= 14
    for language in LANGUAGES:
        assert [
            str(word) for kind in enums for word in kind if f"{kind.__name__}.{word}" not in catalogue(language)
        ] == []


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
    events = start({}, party.SEATINGS[0], level=2)
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
    state = reduce(evolve, start({}, party.SEATINGS[0], first=P3), None)
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
