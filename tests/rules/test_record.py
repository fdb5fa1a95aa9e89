"""A match as a file: what is exported reads back the same, and what no export could be is refused."""

import copy
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.rules import FORMATS
from bot.rules.format import Change, Refused, Team
from bot.rules.match import Entry, Match, Person, hand_over_host, take_seat
from bot.rules.record import decode, encode, export, restore
from bot.rules.wrgp import SEATS, WRGP, CountersSet, LifeLost

A1, A2, A3, B1, B2, B3 = SEATS
AT = datetime(2026, 11, 29, 12, tzinfo=UTC)
HOST = Person("遊星", 1)
READER = Person("Reader", 99)
RECORDED = Path(__file__).parents[1] / "recorded" / "wrgp.json"


def opened():
    match = Match(7, WRGP, {A1: HOST} | {seat: Person(f"n{seat}") for seat in SEATS[1:]}, HOST)
    return played(match, *WRGP.start({"first_standby": "skipped"}, SEATS))


def played(match, *events, undoes=None):
    seq = match.version + 1
    return match.append(Entry(seq, AT + timedelta(seconds=seq), HOST, events, undoes))


def hit(match):
    return played(match, *WRGP.moves["damage"](match.state, player=B1, amount=900))


def undone(match):
    return played(match, undoes=match.to_undo().seq)


def read(file):
    return restore(FORMATS, file, match_id=3, opened_by=READER)


def file_of(match):
    return json.loads(json.dumps(export(match), ensure_ascii=False))


def test_the_file_is_the_contracts():
    file = file_of(undone(hit(opened())))

    assert file == {
        "sidecar": 1,
        "format": "wrgp",
        "edition": "2018",
        "house_rules": {
            "edition": "2018",
            "starting_life": 8000,
            "first_standby": "skipped",
            "zero_survivor": "both_out",
            "bonus_over_cap": "no",
        },
        "seats": [
            {"seat": "A1", "name": "遊星", "user_id": 1},
            *({"seat": str(seat), "name": f"n{seat}", "user_id": None} for seat in SEATS[1:]),
        ],
        "log": [
            {
                "seq": 1,
                "at": "2026-11-29T12:00:01Z",
                "by": "遊星",
                "events": [
                    {"event": "Started", "rules": file["house_rules"], "first": "A"},
                    {"event": "TurnBegan", "turn": 1, "team": "A", "seat": "A1"},
                ],
                "undoes": None,
            },
            {
                "seq": 2,
                "at": "2026-11-29T12:00:02Z",
                "by": "遊星",
                "events": [
                    {"event": "LifeLost", "seat": "B1", "amount": 900, "left": 7100, "kind": "battle", "over": 0}
                ],
                "undoes": None,
            },
            {"seq": 3, "at": "2026-11-29T12:00:03Z", "by": "遊星", "events": [], "undoes": 2},
        ],
        "state": WRGP.export(opened().state),
    }


def test_reading_back_gives_the_same_match_with_the_reader_as_host():
    match = undone(hit(hit(opened())))
    match = played(match, *take_seat(match, B2, Person("龍可", 5)))

    again = read(file_of(match))

    assert (again.state, again.sitters, again.seated) == (match.state, match.sitters, match.seated)
    assert [(e.seq, e.at, e.by.name, e.events, e.undoes) for e in again.log] == [
        (e.seq, e.at, e.by.name, e.events, e.undoes) for e in match.log
    ]
    assert (again.id, again.opened_by, again.hosted_by) == (3, READER, READER)
    assert export(again) == export(match)


def test_a_host_of_the_log_stays_a_fact_of_the_log():
    match = opened()
    match = played(match, *hand_over_host(match, Person("Jack", 2)))

    assert export(read(file_of(match))) == export(match)


def test_the_state_of_a_file_is_never_trusted():
    file = file_of(hit(opened()))
    file["state"] = {"phase": "over", "winner": "B"}
    file["house_rules"] = {"starting_life": 1}

    assert read(file).state == hit(opened()).state


def test_times_of_other_zones_are_kept_as_utc():
    file = file_of(opened())
    file["log"][0]["at"] = "2026-11-29T21:00:01+09:00"

    assert export(read(file)) == file_of(opened())


EVENTS = {
    "with all fields": {"event": "LifeLost", "seat": "A1", "amount": 1, "left": 2, "kind": "cost", "over": 3},
    "of an older log, without a field that came later": {
        "event": "CountersSet",
        "team": "A",
        "counters": 3,
        "before": 1,
    },
}


@pytest.mark.parametrize("data", EVENTS.values(), ids=EVENTS)
def test_events_are_read_by_their_names(data):
    event = decode(WRGP, data)

    assert type(event) is {"LifeLost": LifeLost, "CountersSet": CountersSet}[data["event"]]
    assert encode(event) | data == encode(event)


BAD_EVENTS = {
    "unknown": {"event": "LifeDoubled", "seat": "A1"},
    "of another format": {"event": "Smashed", "player": "A1"},
    "without its name": {"seat": "A1"},
    "without a field": {"event": "LifeLost", "seat": "A1", "amount": 1, "kind": "battle"},
    "with a field too many": {"event": "SpeedDraw", "team": "A", "cards": 1, "who": "A1"},
    "a word for a number": {"event": "SpeedDraw", "team": "A", "cards": "1"},
    "a yes for a number": {"event": "SpeedDraw", "team": "A", "cards": True},
    "a fraction": {"event": "SpeedDraw", "team": "A", "cards": 1.0},
    "a number without end": {"event": "SpeedDraw", "team": "A", "cards": 2**63},
    "an unknown word": {"event": "SpeedDraw", "team": "C", "cards": 1},
    "a list for a word": {"event": "SpeedDraw", "team": ["A"], "cards": 1},
    "a text without end": {"event": "EffectAdded", "effect": 1, "text": "x" * 501},
}


@pytest.mark.parametrize("data", BAD_EVENTS.values(), ids=BAD_EVENTS)
def test_what_is_no_event_is_not_read(data):
    with pytest.raises((ValueError, TypeError, KeyError)):
        decode(WRGP, data)


def deep(levels):
    nested = []
    for _ in range(levels):
        nested = [nested]
    return nested


def with_log(*rows):
    return {"log": list(rows)}


GOOD = file_of(undone(hit(opened())))
OPENING, HIT, UNDO = GOOD["log"]


def row(source, **changes):
    return {**copy.deepcopy(source), **changes}


def event(**fields):
    return row(HIT, events=[fields])


FORGED = {
    "nothing": None,
    "a number": 7,
    "a word": "sidecar",
    "a list": [],
    "an empty object": {},
    "without end": deep(100_000),
    "an event without end": with_log(OPENING, row(HIT, events=deep(100_000))),
    "a later edition of the file": {"sidecar": 2},
    "an edition without end": {"sidecar": deep(100_000)},
    "an unknown format": {"format": "chess"},
    "a lobby": {"format": "lobby"},
    "a format that is a list": {"format": []},
    "no seats": {"seats": []},
    "seats of another format": {"seats": [{"seat": f"P{n}", "name": "x"} for n in (1, 2, 3, 4)]},
    "a seat too few": {"seats": GOOD["seats"][:5]},
    "a seat twice": {"seats": [*GOOD["seats"], GOOD["seats"][0]]},
    "seats in another order": {"seats": GOOD["seats"][::-1]},
    "a sitter without a name": {"seats": [{**GOOD["seats"][0], "name": ""}, *GOOD["seats"][1:]]},
    "a sitter whose name is a number": {"seats": [{**GOOD["seats"][0], "name": 5}, *GOOD["seats"][1:]]},
    "a sitter whose name is a book": {"seats": [{**GOOD["seats"][0], "name": "x" * 101}, *GOOD["seats"][1:]]},
    "a sitter whose id is a word": {"seats": [{**GOOD["seats"][0], "user_id": "1"}, *GOOD["seats"][1:]]},
    "a sitter whose id is beyond any": {"seats": [{**GOOD["seats"][0], "user_id": 10**30}, *GOOD["seats"][1:]]},
    "no log": {"log": []},
    "a log that is an object": {"log": {}},
    "a log of numbers": {"log": [1, 2]},
    "an opening of nothing": with_log(row(OPENING, events=[])),
    "no opening": with_log(row(HIT, seq=1)),
    "an opening of a seat": with_log(
        row(OPENING, events=[{"event": "SeatTaken", "seat": "A1", "name": "x", "user_id": None, "before": "y"}])
    ),
    "numbers from 0": with_log(row(OPENING, seq=0)),
    "negative numbers": with_log(row(OPENING, seq=-1)),
    "a gap": with_log(OPENING, row(HIT, seq=3)),
    "a number twice": with_log(OPENING, HIT, HIT),
    "a number that is a word": with_log(row(OPENING, seq="1")),
    "a number that is a yes": with_log(row(OPENING, seq=True)),
    "no time": with_log(row(OPENING, at="")),
    "a time of no zone": with_log(row(OPENING, at="2026-11-29T12:00:00")),
    "a time before all time": with_log(row(OPENING, at="0001-01-01T00:00:00+14:00")),
    "a time that is a number": with_log(row(OPENING, at=1)),
    "by nobody": with_log(row(OPENING, by=None)),
    "undoes the opening": with_log(OPENING, row(UNDO, seq=2, undoes=1)),
    "undoes itself": with_log(OPENING, row(UNDO, seq=2, undoes=2)),
    "undoes what is to come": with_log(OPENING, row(UNDO, seq=2, undoes=3), row(HIT, seq=3)),
    "undoes what is undone": with_log(OPENING, HIT, UNDO, row(UNDO, seq=4)),
    "undoes below 1": with_log(OPENING, HIT, row(UNDO, undoes=-2)),
    "undoes a word": with_log(OPENING, HIT, row(UNDO, undoes="2")),
    "undoes the older of two": with_log(OPENING, HIT, row(HIT, seq=3), row(UNDO, seq=4, undoes=2)),
    "redoes what is dead": with_log(OPENING, HIT, UNDO, row(HIT, seq=4), row(UNDO, seq=5, undoes=3)),
    "a play that undoes": with_log(OPENING, row(HIT, undoes=1)),
    "neither play nor undo": with_log(OPENING, row(HIT, events=[])),
    "life of nobody": with_log(OPENING, event(event="LifeSet", seat="C9", left=1, before=2)),
    "life below 0": with_log(OPENING, event(event="LifeSet", seat="A1", left=-1, before=2)),
    "life beyond any": with_log(OPENING, event(event="LifeSet", seat="A1", left=10**8, before=2)),
    "life at 0 without a defeat": with_log(OPENING, event(event="LifeSet", seat="A1", left=0, before=2)),
    "a defeat without a handover": with_log(OPENING, event(event="Defeated", seat="A1", cause="life")),
    "a handover without a defeat": with_log(OPENING, event(event="HandoverBegan", loser="A", seat="A1", cause="life")),
    "a winner who beat nobody": with_log(OPENING, event(event="MatchWon", team="A", loser="B")),
    "two on at once": with_log(OPENING, event(event="SurvivorStayed", seat="A2", life=1)),
    "the other team's duelist on": with_log(OPENING, event(event="DuelistEntered", seat="A9", before="A1", life=1)),
    "counters below 0": with_log(OPENING, event(event="CountersSet", team="A", counters=-1, before=1)),
    "a turn below 0": with_log(OPENING, event(event="TurnBegan", turn=-1, team="A", seat="A1")),
    "a house rule that there is not": with_log(OPENING, event(event="RuleChanged", rule="lives", value=3)),
    "a house rule's value that there is not": with_log(OPENING, event(event="RuleChanged", rule="edition", value="x")),
    "an opening with a rule too few": with_log(
        row(OPENING, events=[{"event": "Started", "rules": {"starting_life": 8000}, "first": "A"}])
    ),
    "an opening with no life": with_log(
        row(
            OPENING,
            events=[{"event": "Started", "rules": {**GOOD["house_rules"], "starting_life": 0}, "first": "A"}],
        )
    ),
}


@pytest.mark.parametrize("changes", FORGED.values(), ids=FORGED)
def test_a_forged_file_is_refused(changes):
    file = {**copy.deepcopy(GOOD), **changes} if isinstance(changes, dict) and changes else changes

    with pytest.raises(Refused) as caught:
        read(file)

    assert caught.value.why in ("import-broken", "import-edition")


@pytest.mark.parametrize("missing", sorted(GOOD.keys() - {"state", "house_rules", "edition"}))
def test_a_file_without_a_part_is_refused(missing):
    file = copy.deepcopy(GOOD)
    del file[missing]

    with pytest.raises(Refused):
        read(file)


def test_the_good_file_itself_is_read():
    """Else the forgeries above would be refused for another reason."""
    assert read(copy.deepcopy(GOOD)).version == 3


def test_an_undo_that_would_meet_a_state_unseen_is_refused():
    """Two plays struck in the wrong order look sound at the end, but a redo would bring the second back alone."""
    match = opened()
    match = played(match, *WRGP.moves["damage"](match.state, player=B1, amount=8000))
    match = played(match, *WRGP.moves["done"](match.state))
    file = file_of(match)
    assert len(file["log"]) == 3

    for seq, undoes in ((4, 2), (5, 3)):
        file["log"].append({**UNDO, "seq": seq, "undoes": undoes})

    with pytest.raises(Refused):
        read(file)


def test_a_number_beyond_any_table_never_reaches_the_log():
    """What is written must be read back: a store that can't read a row has lost the match."""
    with pytest.raises(Refused):
        WRGP.moves["counters"](opened().state, team=Team.A, change=Change(10**30, relative=True))


def test_the_recorded_match_holds_every_event():
    """A match from the lobby's seats to the last duelist, with undo, redo, a new sitter, a new host and new rules."""
    file = json.loads(RECORDED.read_text(encoding="utf-8"))
    named = {each["event"] for entry in file["log"] for each in entry["events"]}

    assert named == {kind.__name__ for kind in WRGP.events} | {"SeatTaken", "HostChanged"}
    assert any(entry["undoes"] for entry in file["log"])
    assert export(read(file))["state"] == file["state"]
