"""Recorded matches: what was played once replays for ever, whatever the code has become since."""

import json
from pathlib import Path

import pytest

from bot.board import lay_out
from bot.log import runs, tell_run
from bot.rules import FORMATS
from bot.rules.match import COMMON_EVENTS, Entry, Person, standing
from bot.rules.record import export, restore
from bot.voices import voice_of

FILES = sorted((Path(__file__).parent / "recorded").glob("*.json"))
READER = Person("Reader", 99)


def read(path):
    file = json.loads(path.read_text(encoding="utf-8"))
    return file, restore(FORMATS, file, match_id=1, opened_by=READER)


def struck(match, entry):
    return match.append(Entry(match.version + 1, match.log[-1].at, READER, undoes=entry.seq))


def test_every_format_has_a_recorded_match():
    assert {json.loads(path.read_text(encoding="utf-8"))["format"] for path in FILES} == set(FORMATS)
    assert len(FILES) >= 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_match_replays_to_the_state_that_it_had(path):
    """Fields that an event was given later may be added; what the file says stays as it is."""
    file, match = read(path)
    again = export(match)

    assert again["state"] == file["state"]
    assert (again["house_rules"], again["seats"]) == (file["house_rules"], file["seats"])
    for entry, before in zip(again["log"], file["log"], strict=True):
        assert {**entry, "events": None} == {**before, "events": None}
        for event, recorded in zip(entry["events"], before["events"], strict=True):
            assert recorded.items() <= event.items()


@pytest.mark.parametrize("language", ["ja", "en", "both"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_match_is_told_and_shown(path, language):
    _, match = read(path)
    voice = voice_of(language, match)

    assert all(tell_run(voice, match, run) for run in runs(match))
    assert lay_out(match, voice).children


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_match_undoes_to_its_opening_and_back(path):
    file, match = read(path)
    seq = match.version
    undos = len(standing(match.log)) - 1
    for _ in range(undos):
        match = struck(match, match.to_undo())
    assert [entry.seq for entry in standing(match.log)] == [1]
    for _ in range(undos):
        match = struck(match, match.to_redo())

    assert undos > 5
    assert match.version == seq + 2 * undos
    assert match.format.export(match.state) == file["state"]


def test_every_event_of_every_format_is_recorded():
    """The floor under "for ever": an event that no recorded match holds could be renamed without anybody seeing."""
    held = {}
    for path in FILES:
        file, _ = read(path)
        named = {event["event"] for entry in file["log"] for event in entry["events"]}
        held.setdefault(file["format"], set()).update(named)

    common = {kind.__name__ for kind in COMMON_EVENTS}
    missing = {
        f"{form.key}.{kind.__name__}"
        for form in FORMATS.values()
        for kind in form.events
        if kind.__name__ not in held[form.key] | common
    }
    assert missing == set()
