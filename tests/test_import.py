"""Hostile files: an import is refused or it is a match like any other, whose every move, board and export works."""

import contextlib
import copy
import json
import types
import typing
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

import pytest
from deeds import deeds
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.board import lay_out
from bot.log import runs, tell_run
from bot.rules import FORMATS
from bot.rules.format import Refused, Seat
from bot.rules.match import Entry, Person
from bot.rules.record import decode, encode, export, restore
from bot.rules.values import annotations
from bot.voices import voice_of

FILES = [
    json.loads(path.read_text(encoding="utf-8")) for path in sorted((Path(__file__).parent / "recorded").glob("*.json"))
]
READER = Person("Reader", 99)
GOOD = restore(FORMATS, FILES[0], match_id=1, opened_by=READER)
NOW = datetime(2026, 12, 1, tzinfo=UTC)
JUNK = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2**62,
    2**63,
    10**30,
    0.5,
    1e400,
    "",
    "x",
    "A1",
    "A9",
    "P8",
    "B",
    "C",
    [],
    {},
    [[]],
    "\N{RIGHT-TO-LEFT ISOLATE}" * 40,
]


def places(node, path=()):
    """Every place in a file, as the keys that lead there; the derived state is left out."""
    if path == ("state",):
        return
    yield path
    for key in node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ():
        yield from places(node[key], (*path, key))


PLACES = [[*places(file)][1:] for file in FILES]


def at(file, path):
    for key in path:
        file = file[key]
    return file


def change(draw, parent, key, number):
    """Replace what stands there by junk, by something else of the file or by a number; leave it out, or double it."""
    old = parent[key]
    match draw(st.sampled_from(["junk", "other", "number", "gone", "twice", "back"])):
        case "junk":
            parent[key] = draw(st.sampled_from(JUNK))
        case "other":
            parent[key] = copy.deepcopy(at(FILES[number], draw(st.sampled_from(PLACES[number]))))
        case "number" if type(old) is int:
            parent[key] = draw(st.integers(0, 20) | st.integers(0, 2**63 - 1))
        case "gone":
            del parent[key]
        case "twice" if isinstance(parent, list):
            parent.insert(key, copy.deepcopy(old))
        case "back" if isinstance(parent, list):
            parent.reverse()


def claimed(form, seats):
    """An event of the format that no move has led to, each field of its type."""
    kinds = [kind for kind in form.events if kind.__name__ != "Started"]
    return st.sampled_from(kinds).flatmap(
        lambda kind: st.builds(kind, **{name: claim(hint, seats) for name, hint in annotations(kind).items()})
    )


def claim(hint, seats):
    """A value of a field's type."""
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        return st.one_of([claim(kind, seats) for kind in typing.get_args(hint)])
    if typing.get_origin(hint) is tuple:
        return st.lists(claim(typing.get_args(hint)[0], seats), max_size=3).map(tuple)
    if hint is Seat:
        return st.sampled_from(seats)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.sampled_from(tuple(hint))
    numbers = st.integers(0, 12) | st.sampled_from([7900, 8000, 10**9, 2**63 - 1])
    return {
        int: numbers,
        str: st.sampled_from(["", "x", "edition", "1.02"]),
        bool: st.booleans(),
        type(None): st.none(),
    }[hint]


@st.composite
def claiming(draw):
    """A recorded match, cut, with entries of events that no move has led to."""
    file = copy.deepcopy(draw(st.sampled_from(FILES)))
    form = FORMATS[file["format"]]
    seats = tuple(Seat(row["seat"]) for row in file["seats"])
    del file["log"][draw(st.integers(1, len(file["log"]))) :]
    for _ in range(draw(st.integers(1, 3))):
        events = draw(st.lists(claimed(form, seats), min_size=1, max_size=3))
        row = {"seq": len(file["log"]) + 1, "at": "2026-12-01T00:00:00Z", "by": "x", "undoes": None}
        file["log"].append({**row, "events": [encode(event) for event in events]})
    return file


@st.composite
def forged(draw):
    """A recorded match, perhaps cut, with a few things changed and its entries perhaps numbered anew."""
    number = draw(st.integers(0, len(FILES) - 1))
    file = copy.deepcopy(FILES[number])
    if draw(st.booleans()):
        del file["log"][draw(st.integers(1, len(file["log"]))) :]
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(PLACES[number]))
        with contextlib.suppress(LookupError, TypeError):
            change(draw, at(file, path[:-1]), path[-1], number)
    if isinstance(file, dict) and isinstance(file.get("log"), list) and draw(st.booleans()):
        for seq, row in enumerate(file["log"], 1):
            if isinstance(row, dict):
                row["seq"] = seq
    return file


def whole(match):
    """Everything that a table does with a match works, and what is refused is refused in words."""
    for language in ("ja", "both"):
        voice = voice_of(language, match)
        assert lay_out(match, voice).children
    assert all(tell_run(voice, match, run) for run in runs(match))
    assert restore(FORMATS, json.loads(json.dumps(export(match))), match_id=1, opened_by=READER).state == match.state
    for name, options in deeds(match.format, tuple(match.sitters), most=25):
        try:
            events = match.format.moves[name](match.state, **options)
        except Refused as refused:
            voice.refuse(refused)
            continue
        assert events, "what changes nothing is refused"
        after = match.append(Entry(match.version + 1, NOW, READER, tuple(events)))
        assert all(decode(match.format, json.loads(json.dumps(encode(event)))) == event for event in events)
        assert all(voice.tell(event) for event in events)
        match.format.board(after.state)
        match.format.export(after.state)


def opened(file):
    try:
        return restore(FORMATS, file, match_id=1, opened_by=READER)
    except Refused as refused:
        voice_of("both", GOOD).refuse(refused)
        return None


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file['format']}-{len(file['log'])}")
def test_a_recorded_match_goes_on_from_each_of_its_entries(file):
    """Else the forgeries below would be judged by a check that nothing passes."""
    for length in range(1, len(file["log"]) + 1, 3):
        whole(opened({**file, "log": file["log"][:length]}))


@settings(max_examples=400)
@given(forged() | claiming())
def test_a_forged_match_is_refused_or_whole(file):
    match = opened(file)
    if match is None:
        return
    whole(match)
    undone = 0
    while True:
        try:
            undoes = match.to_undo().seq
        except Refused:
            break
        match = match.append(Entry(match.version + 1, NOW, READER, undoes=undoes))
        match.format.board(match.state)
        undone += 1
    whole(match)
    for _ in range(undone):
        match = match.append(Entry(match.version + 1, NOW, READER, undoes=match.to_redo().seq))
        match.format.board(match.state)
