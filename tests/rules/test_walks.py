"""Whatever a table does, in every format and in the lobby: the log adds up, goes back and forth, and is read back."""

import json

import hypothesis.strategies as st
import pytest
from hypothesis import given
from walks import BACK_AND_FORTH, HOST, WALKS, step, tried, walk

from bot.rules import FORMATS
from bot.rules.lobby import LOBBY
from bot.rules.match import Entry, Match
from bot.rules.record import decode, encode, export, restore

every_walk = pytest.mark.parametrize("game", WALKS.values(), ids=WALKS)


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_is_walked(key):
    assert WALKS[key].form is FORMATS[key]


@every_walk
@given(data=st.data())
def test_any_deed_is_played_or_refused_and_the_table_still_shows(game, data):
    """Nothing but Refused is raised, and what a log can lead to is sound."""
    match = data.draw(game.openings)
    for deed in data.draw(st.lists(game.deeds | BACK_AND_FORTH, max_size=30)):
        match = tried(match, deed)
        assert game.form.sound(match.state, tuple(match.sitters))
        assert game.form.board(match.state).blocks
        assert json.dumps(game.form.export(match.state))


@every_walk
@given(data=st.data())
def test_undo_takes_back_exactly_one_deed_and_redo_brings_it_back(game, data):
    before = walk(data.draw(game.openings), data.draw(st.lists(game.deeds | BACK_AND_FORTH, max_size=30)))
    match = tried(before, data.draw(game.deeds))
    if match is before:
        return

    undone = step(match, "undo", {})
    redone = step(undone, "redo", {})

    assert (undone.state, undone.sitters) == (before.state, before.sitters)
    assert (redone.state, redone.sitters) == (match.state, match.sitters)
    assert redone.version == match.version + 2
    assert redone.log[: len(match.log)] == match.log


@every_walk
@given(data=st.data())
def test_undo_leads_back_to_the_opening_and_redo_to_the_end(game, data):
    opening = data.draw(game.openings)
    match = there = walk(opening, data.draw(st.lists(game.deeds, max_size=20)))
    steps = len(match.log) - 1
    for _ in range(steps):
        there = step(there, "undo", {})
    assert there.state == opening.state
    for _ in range(steps):
        there = step(there, "redo", {})

    assert (there.state, there.sitters) == (match.state, match.sitters)


@every_walk
@given(data=st.data())
def test_a_log_is_read_back_from_its_rows_and_from_its_file(game, data):
    match = walk(data.draw(game.openings), data.draw(st.lists(game.deeds | BACK_AND_FORTH, max_size=30)))
    rows = json.loads(json.dumps([[encode(event) for event in each.events] for each in match.log]))
    log = tuple(
        Entry(each.seq, each.at, each.by, tuple(decode(game.form, event) for event in row), each.undoes)
        for each, row in zip(match.log, rows, strict=True)
    )

    assert Match(1, game.form, match.seated, HOST).extend(log) == match
    if game.form is not LOBBY:
        file = json.loads(json.dumps(export(match), ensure_ascii=False))
        again = restore(FORMATS, file, match_id=2, opened_by=HOST)
        assert (again.state, again.sitters) == (match.state, match.sitters)
        assert export(again) == file
