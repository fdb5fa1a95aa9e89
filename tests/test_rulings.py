"""Rulings are whole, true on the engine, and complete; what is wrong with one is said with file and key."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from bot import rules
from bot.example import named
from bot.language import LANGUAGES, catalogue
from bot.rules import FORMATS
from bot.rules.format import Line
from bot.rulings import DATA, MUST_BE_RULED, Authority, RulingsBroken, load

SOUND = """
id = "wrgp-life-after-defeat"
passages = ["wrgp.defeat.regained-lp-does-not-undo"]
source = "引継ぎの裁定"
authority = "source"
cards = [{ja = "魂のリレー", en = "Relay Soul", also = ["soul relay"]}]

[ja]
question = "負けたあとに回復したら？"
answer = "敗北は変わりません。"
reason = "理由です。"
ask = ["a", "b", "c", "d", "e", "f"]

[en]
question = "Does healing undo a defeat?"
answer = "No."
reason = "Because."
ask = ["g", "h", "i", "j", "k", "l"]
"""

HEALED = """
[[example]]
start = {rules = {zero_survivor = "stays"}, first = "B"}
given = ["life player:A1 value:300", "effect_add text:「封印の黄金櫃」 2ターン"]
when = ["damage player:A1 amount:300 kind:effect", "heal player:A1 amount:８００"]
refused = "wrgp-fallen-gains-nothing"
[example.then]
phase = "handover"
"handover.seat" = "A1"
"teams.A.players.A1.life" = 0
winner = "null"
"effects.1.text" = "「封印の黄金櫃」 2ターン"
"""


@pytest.fixture(scope="module")
def rulings():
    return load()


@pytest.fixture
def data(tmp_path):
    """A data folder with the true passages and one sound ruling; give more text for it."""
    shutil.copy(DATA / "passages.toml", tmp_path)
    folder = tmp_path / "rulings" / "wrgp"
    folder.mkdir(parents=True)

    def write(text=SOUND, name="life-after-defeat"):
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def faults(data):
    with pytest.raises(RulingsBroken) as caught:
        load(data)
    return caught.value.faults


def test_a_sound_ruling_is_read_whole(data):
    """All words, cards and passages arrive, and its example comes with the steps that the engine took."""
    ruling = load(data(SOUND + HEALED)).by_id["wrgp-life-after-defeat"]

    assert ruling.words["ja"].question == "負けたあとに回復したら？"
    assert ruling.words["en"].ask == ("g", "h", "i", "j", "k", "l")
    assert ruling.cards[0].also == ("soul relay",)
    assert ruling.authority is Authority.SOURCE
    (trace,) = ruling.traces
    assert [named(step.command) for step in trace] == ["start", "life", "effect_add", "damage", "heal"]
    assert [step.given for step in trace] == [True, True, True, False, False]
    assert [event.message for event in trace[3].outcome[:2]] == ["wrgp.LifeLost", "wrgp.Defeated"]
    assert isinstance(trace[4].outcome, Line)
    assert trace[4].outcome.message == "wrgp-fallen-gains-nothing"


def test_a_judge_without_a_match_is_one_step(data):
    """A question that looks at no match shows no opening."""
    text = SOUND + '[[example]]\njudge = "handover_steps phase:battle"\nthen = {steps = ["main2", "end"]}\n'
    ruling = load(data(text)).by_id["wrgp-life-after-defeat"]

    assert [step.command for step in ruling.traces[0]] == ["handover_steps phase:battle"]


def test_a_judge_of_the_match_sees_what_was_played(data):
    """What was given counts for a judge that looks at the match."""
    text = SOUND + (
        '[[example]]\ngiven = ["defeat player:A1 reason:library_out", "done"]\n'
        'judge = "speed_world team:A use:4"\nthen = {amount = 3200}\n'
    )
    ruling = load(data(text)).by_id["wrgp-life-after-defeat"]

    assert len(ruling.traces[0]) == 4


# What is changed, into what; the key that is named, and the message.
BROKEN = [
    ("id = ", "extra = 1\nid = ", "extra", "ruling-key-unknown"),
    ("wrgp-life-after", "wrgp-death-after", "id", "ruling-id-shape"),
    ('passages = ["', 'passages = ["wrgp.defeat.gone", "', "passages", "ruling-passage-dead"),
    ('passages = ["', 'passages = ["tag.smash.no-dividing", "', "passages", "ruling-passage-elsewhere"),
    ('passages = ["wrgp.defeat.regained-lp-does-not-undo"]', "passages = []", "passages", "ruling-rests-on-nothing"),
    ('source = "引継ぎの裁定"', "", "source", "ruling-key-missing"),
    ('authority = "source"', 'authority = "me"', "authority", "ruling-authority"),
    ('authority = "source"', 'authority = "table"\nhouse_rule = "gone"', "house_rule", "ruling-house-rule"),
    ("id = ", 'house_rule = "edition"\nid = ', "house_rule", "ruling-table-decides"),
    ("id = ", "silent = true\nid = ", "silent", "ruling-table-decides"),
    ("id = ", "silent = 1\nid = ", "silent", "ruling-not-true-or-false"),
    ('en = "Relay Soul", ', "", "cards[0].en", "ruling-key-missing"),
    ("also = [", "aka = [", "cards[0].aka", "ruling-key-unknown"),
    ('"soul relay"', "3", "cards[0].also", "ruling-not-lines"),
    (
        'cards = [{ja = "魂のリレー", en = "Relay Soul", also = ["soul relay"]}]',
        "cards = [1]",
        "cards",
        "ruling-not-tables",
    ),
    ('"k", "l"', '"k", "k"', "en.ask", "ruling-asks-few"),
    ("[en]", "[fr]", "en", "ruling-language-missing"),
    ("[en]", "[fr]", "fr", "ruling-key-unknown"),
    ('"敗北は変わりません。"', '"""敗北は\n変わりません。"""', "ja.answer", "ruling-not-a-line"),
    ('reason = "Because."', 'reason = " "', "en.reason", "ruling-not-a-line"),
    ("id = ", "id == ", "", "ruling-not-toml"),
    ("amount:８００", "amount:many", "refused", "example-refused-otherwise"),
    ("amount:８００", "", "when[1]", "example-option-missing"),
    ("kind:effect", "kinds:effect", "when[0]", "example-option-unknown"),
    ("damage player", "harm player", "when[0]", "example-unknown-name"),
    ("damage player", "damage hard player", "when[0]", "example-loose-words"),
    ("value:300", "value:8000", "given[0]", "example-refused"),
    ("amount:300", "amount:200", "refused", "example-not-refused"),
    ("first =", "seats = 4, first =", "start.seats", "example-seats"),
    ('"stays"', '"goes"', "start", "example-refused"),
    ('phase = "handover"', 'phase = "duel"', "then.phase", "example-untrue"),
    ('phase = "handover"', "turn = true", "then.turn", "example-untrue"),
    ("handover.seat", "handover.seats", "then.handover.seats", "example-path"),
    ("players.A1", "players.A7", "then.teams.A.players.A7.life", "example-path"),
]


@pytest.mark.parametrize(("before", "after", "key", "message"), BROKEN, ids=[f"{b[3]}-{b[2]}" for b in BROKEN])
def test_a_fault_is_told_with_file_and_key(data, before, after, key, message):
    """Whatever is wrong, the file and the key of it are named, and the sentence for it stands in both catalogues."""
    text = SOUND + HEALED
    assert before in text

    found = [
        (fault.file, fault.key.removeprefix("example[0]."), fault.what)
        for fault in faults(data(text.replace(before, after, 1)))
    ]

    assert ("rulings/wrgp/life-after-defeat.toml", key, message) in [(f, k, what.message) for f, k, what in found]
    for language in LANGUAGES:
        for _, _, what in found:
            assert catalogue(language)[what.message].placeholders <= set(what.facts)


def test_all_faults_are_told_at_once(data):
    """Two broken files give the faults of both, so that one round mends all."""
    data(SOUND.replace('source = "引継ぎの裁定"', "").replace('"k", "l"', '"k"'))
    found = faults(data("id = 3", name="other"))

    assert {fault.file for fault in found} == {"rulings/wrgp/life-after-defeat.toml", "rulings/wrgp/other.toml"}
    assert len(found) > 5


def test_an_id_is_given_once(data):
    """An example that checks nothing, a folder that is no format and a refusal explained twice are faults too."""
    root = data(SOUND.replace("id = ", 'explains = ["wrgp-no-surrender"]\nid = '))
    data(
        SOUND.replace("life-after-defeat", "twin").replace("id = ", 'explains = ["wrgp-no-surrender"]\nid = '),
        name="twin",
    )
    data(SOUND.replace("life-after-defeat", "idle") + "[[example]]\nwhen = []\n", name="idle")
    (root / "rulings" / "chess").mkdir()
    (root / "rulings" / "chess" / "fork.toml").write_text(SOUND, encoding="utf-8")

    assert {fault.what.message for fault in faults(root)} == {
        "ruling-explains-twice",
        "example-checks-nothing",
        "ruling-folder",
    }


def test_a_refusal_finds_its_ruling(data):
    """The ruling that says so comes before the one whose example shows it; a refusal without any finds nothing."""
    data(SOUND + HEALED)
    shown = load(data(SOUND + HEALED))
    said = load(
        data(
            SOUND.replace("life-after-defeat", "zz").replace(
                "id = ", 'explains = ["wrgp-fallen-gains-nothing"]\nid = '
            ),
            name="zz",
        )
    )

    assert shown.for_refusal("wrgp-fallen-gains-nothing", "wrgp").id == "wrgp-life-after-defeat"
    assert said.for_refusal("wrgp-fallen-gains-nothing", "wrgp").id == "wrgp-zz"
    assert shown.for_refusal("nothing-to-undo", "wrgp") is None


# The rulings that ship.


def test_every_passage_that_needs_a_ruling_has_one(rulings):
    """Rules, examples, constructions and definitions of the sources are all answered."""
    assert [passage.id for passage in rulings.uncovered()] == []
    assert sum(passage.kind in MUST_BE_RULED for passage in rulings.passages.values()) == 151


def test_examples_prove_enough(rulings):
    """All worked examples of the sources and at least 90 of the other passages rest on executed examples."""
    proved = {passage for ruling in rulings if ruling.traces for passage in ruling.passages}
    kinds = Counter(rulings.passages[passage].kind for passage in proved)

    assert kinds["example"] == 31
    assert kinds["rule"] + kinds["construction"] >= 90


@pytest.mark.parametrize("key", FORMATS)
def test_every_move_and_judge_appears_in_an_example(rulings, key):
    """What the engine can do, a ruling shows."""
    used = {
        named(step.command) for ruling in rulings if ruling.format == key for trace in ruling.traces for step in trace
    }

    assert (set(FORMATS[key].moves) | set(FORMATS[key].judges)) - used == set()


@pytest.mark.parametrize("key", FORMATS)
def test_every_refusal_appears_in_an_example(rulings, key):
    """Whatever a format refuses, a ruling shows being refused, so that the refusal can link to it.

    But for slips of the thumb, where no rule stands behind the sentence.
    """
    slips = {"party-pending-full", "party-text-long", "tag-pile-same", "tag-pile-too-big"}
    folder = Path(rules.__file__).parent
    files = [*folder.glob(f"{key}.py"), *folder.glob(f"{key}/*.py")]
    code = "".join(path.read_text(encoding="utf-8") for path in files)
    raised = set(re.findall(rf'(?:Refused\(\s*|fallen=)"({key}-[a-z-]+)"', code))

    assert len(raised) >= 5
    assert [why for why in sorted(raised - slips) if rulings.for_refusal(why, key) is None] == []
