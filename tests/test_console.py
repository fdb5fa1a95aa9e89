"""The command line checks the data, answers questions and replays matches, with an exit code that says how it went."""

import io
import json
from datetime import UTC, datetime

import pytest

from bot import console
from bot.language import Voice
from bot.rules import FORMATS
from bot.rules.format import Line
from bot.rules.match import Entry, Match, Person
from bot.rules.record import export
from bot.rulings import Fault, RulingsBroken

WRGP = FORMATS["wrgp"]


def test_check_counts_what_there_is(capsys):
    """Formats, kinds and languages are counted, and what has no ruling is listed."""
    assert console.run(["check"]) == 0

    told = capsys.readouterr().out
    assert all(f"{key}: " in told for key in FORMATS)
    assert "every example true" in told


def test_check_tells_every_fault_and_fails(capsys, monkeypatch):
    """Broken data is told with file and key, all at once, and the exit code is 1."""

    def broken():
        faults = [
            Fault("rulings/wrgp/a.toml", "ja.ask", Line("ruling-not-lines")),
            Fault("b.toml", "", Line("ruling-not-a-line")),
        ]
        raise RulingsBroken(tuple(faults))

    monkeypatch.setattr(console, "load", broken)

    assert console.run(["check"], "ja") == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("rulings/wrgp/a.toml: ja.ask: ")
    assert told[1].startswith("b.toml: ")
    assert "2" in told[2]


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [("サレンダーしていい？", "ja", "wrgp-no-surrender"), ("can i surrender", "en", "wrgp-no-surrender")],
)
def test_a_question_is_answered_in_words(capsys, question, language, told):
    """The ruling is told in the language asked for, with where it stands."""
    assert console.run(["ruling", question, "--format", "wrgp", "--lang", language]) == 0
    assert told in capsys.readouterr().out


def test_a_question_without_answer_gets_the_nearest(capsys):
    """Nothing is invented: up to three of the nearest are named."""
    assert console.run(["ruling", "what is the capital of spain", "--lang", "en"]) == 0
    said, *near = capsys.readouterr().out.splitlines()
    assert said == Voice("en").label("console-nothing-fits")
    assert 1 <= len(near) <= 3


def test_json_has_the_passages_best_first(capsys):
    """What a program reads is one object: found, and the results with their passages."""
    assert console.run(["ruling", "投了できる？", "--format", "wrgp", "--json"]) == 0

    answer = json.loads(capsys.readouterr().out)
    assert answer["found"] is True
    assert answer["results"][0].keys() == {"id", "passages", "score"}
    assert "wrgp.surrender.not-allowed" in answer["results"][0]["passages"]
    assert len(answer["results"]) <= 10


def test_each_line_of_json_is_answered_with_one(capsys, monkeypatch):
    """A line that is no question finds nothing, and the next is answered all the same."""
    lines = [
        json.dumps({"q": "投了できる？", "lang": "ja", "format": "wrgp"}),
        "no json",
        "[]",
        json.dumps({"q": None, "lang": "ja", "format": None}),
        json.dumps({"q": "gg wp", "lang": "en", "format": None}),
        json.dumps({"q": "can i surrender in wrgp", "lang": "en", "format": "chess"}),
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))

    assert console.run(["ruling", "--stdin"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["found"] for answer in answers] == [True, False, False, False, False, True]


def test_replay_prints_the_state(capsys, tmp_path):
    """An exported match comes back as the state that its log folds to."""
    (seats,) = WRGP.seatings
    events = tuple(WRGP.start({}, seats))
    match = Match(1, WRGP, {seat: Person(str(seat)) for seat in seats}, Person("host"))
    match = match.append(Entry(1, datetime(2026, 1, 1, tzinfo=UTC), Person("host"), events))
    file = tmp_path / "match.json"
    file.write_text(json.dumps(export(match)), encoding="utf-8")

    assert console.run(["replay", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == WRGP.export(match.state)


@pytest.mark.parametrize("content", [None, "", "{}", "[1]", '{"sidecar": 1}', "\x00"])
def test_replay_of_anything_else_is_a_sentence(capsys, tmp_path, content):
    """A missing or broken file is told, and the exit code is 1."""
    file = tmp_path / "match.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")

    assert console.run(["replay", str(file)]) == 1
    assert capsys.readouterr().err.strip()


@pytest.mark.parametrize("call", [[], ["fly"], ["replay"], ["ruling", "q", "--format", "chess"]])
def test_a_wrong_call_exits_with_2(call):
    """What is no command is told by the usual usage line."""
    with pytest.raises(SystemExit) as left:
        console.run(call)
    assert left.value.code == 2
