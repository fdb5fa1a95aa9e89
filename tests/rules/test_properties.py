"""WRGP and the lobby under any sequence of moves, legal or not: the log always adds up, and goes back and forth."""

import json
from datetime import UTC, datetime, timedelta
from functools import reduce

import hypothesis.strategies as st
import pytest
from hypothesis import given

from bot.rules import FORMATS
from bot.rules.format import Change, Refused, Seat, Team
from bot.rules.lobby import LOBBY, open_lobby, seating
from bot.rules.match import Entry, Match, Person, change_rule, take_seat
from bot.rules.record import decode, encode, export, restore
from bot.rules.wrgp import (
    COUNTERS_MOST,
    LIFE_MOST,
    SEATS,
    WRGP,
    CountersGained,
    CountersSet,
    CountersSpent,
    Defeated,
    DrawCause,
    DuelistEntered,
    Kind,
    LifeGained,
    LifeLost,
    LifeSet,
    Status,
    SurvivorStayed,
    board,
)

AT = datetime(2026, 11, 29, 12, tzinfo=UTC)
HOST = Person("遊星", 1)

seats = st.sampled_from([*SEATS, *SEATS, Seat("A4"), Seat("P1")])
active = st.sampled_from(["A", "B"])
amounts = st.sampled_from([100, 500, 1000, 4000, 8000]) | st.integers(-2, 9000) | st.just(10**30)
changes = st.builds(Change, st.integers(-15, 15) | st.just(10**30), st.booleans())
teams = st.sampled_from(Team)
words = st.sampled_from(["Glow-Up Bulb", "ＧＬＯＷ－ＵＰ ＢＵＬＢ", "魂のリレー", " ", "x"])
deeds = st.one_of(
    st.tuples(
        st.just("damage"),
        st.fixed_dictionaries({"player": active | seats, "amount": amounts}, optional={"kind": st.sampled_from(Kind)}),
    ),
    st.tuples(st.just("damage"), st.fixed_dictionaries({"player": active, "amount": st.just(8000)})),
    st.tuples(st.just("pay"), st.fixed_dictionaries({"player": active | seats, "amount": amounts | st.just("half")})),
    st.tuples(st.just("heal"), st.fixed_dictionaries({"player": active | seats, "amount": amounts})),
    st.tuples(st.just("life"), st.fixed_dictionaries({"player": active | seats, "value": amounts | st.just(0)})),
    st.tuples(st.sampled_from(["turn", "done", "done"]), st.just({})),
    st.tuples(st.just("counters"), st.fixed_dictionaries({"team": teams, "change": changes})),
    st.tuples(st.just("speed"), st.fixed_dictionaries({"team": teams, "use": st.sampled_from([4, 7, 10, 5])})),
    st.tuples(
        st.just("defeat"),
        st.fixed_dictionaries(
            {
                "player": active | seats,
                "reason": st.sampled_from(["library_out", "special_win", "effect", "surrender", "life"]),
            }
        ),
    ),
    st.tuples(st.just("draw"), st.fixed_dictionaries({"cause": st.sampled_from(DrawCause), "loser": teams})),
    st.tuples(st.just("once"), st.fixed_dictionaries({"team": teams, "card": words})),
    st.tuples(st.just("effect_add"), st.fixed_dictionaries({"text": words})),
    st.tuples(st.just("effect_end"), st.fixed_dictionaries({"effect": st.integers(-1, 4)})),
    st.tuples(st.just("rule"), st.sampled_from([(r.key, v) for r in WRGP.rules for v in r.choices or (1, 4000)])),
    st.tuples(st.just("seat"), st.tuples(seats, st.builds(Person, words, st.integers(1, 3)))),
)
back_and_forth = st.tuples(st.sampled_from(["undo", "redo"]), st.just({}))
houses = st.fixed_dictionaries(
    {}, optional={r.key: st.sampled_from(r.choices) if r.choices else st.integers(1, 9000) for r in WRGP.rules}
)
openings = st.tuples(houses, teams)


def entry(seq, events=(), undoes=None):
    return Entry(seq, AT + timedelta(seconds=seq), HOST, tuple(events), undoes)


def opened(opening):
    house, first = opening
    match = Match(1, WRGP, {seat: Person(f"n{seat}") for seat in SEATS}, HOST)
    return match.append(entry(1, WRGP.start(house, SEATS, first=first)))


def step(match, name, options):
    """One deed at the table; a refused one changes nothing. "A" and "B" as a player are whoever is on."""
    number = match.version + 1
    match name:
        case "undo":
            return match.append(entry(number, undoes=match.to_undo().seq))
        case "redo":
            return match.append(entry(number, undoes=match.to_redo().seq))
        case "rule":
            return match.append(entry(number, change_rule(match, *options)))
        case "seat":
            return match.append(entry(number, take_seat(match, *options)))
    if options.get("player") in tuple(Team):
        options = {**options, "player": match.state.active[Team(options["player"])]}
    events = match.format.moves[name](match.state, **options)
    assert events, "what changes nothing is refused"
    return match.append(entry(number, events))


def tried(match, deed):
    """The match after a deed that the rules allow, the same match after one that they refuse; nothing else happens."""
    try:
        return step(match, *deed)
    except Refused:
        return match


def walk(opening, sequence):
    return reduce(tried, sequence, opened(opening))


def life_of(entries):
    """Life by seat, added up from what the events say was lost and gained; apart from the fold."""
    life = {}
    for event in (event for each in entries for event in each.events):
        match event:
            case LifeLost():
                life[event.seat] = life.get(event.seat, 0) - event.amount
            case LifeGained():
                life[event.seat] = life.get(event.seat, 0) + event.amount
            case LifeSet():
                life[event.seat] = life.get(event.seat, 0) + event.left - event.before
            case SurvivorStayed():
                life[event.seat] = life.get(event.seat, 0) + event.life
    return life


def counters_of(entries):
    counters = dict.fromkeys(Team, 0)
    for event in (event for each in entries for event in each.events):
        match event:
            case CountersGained():
                counters[event.team] += event.amount
            case CountersSpent():
                counters[event.team] -= event.amount
            case CountersSet():
                counters[event.team] += event.counters - event.before
    return counters


@given(openings, st.lists(deeds | back_and_forth, max_size=40))
def test_the_table_is_always_whole(opening, sequence):
    """Life within its bounds, counters too, and one duelist a team at the table, beaten only during a handover."""
    match = opened(opening)
    for deed in sequence:
        match = tried(match, deed)
        state = match.state
        for duelist in state.duelists.values():
            assert 0 <= duelist.life <= LIFE_MOST
            assert (duelist.life == 0) == (duelist.status is Status.DEFEATED)
        for team in Team:
            mine = [duelist for duelist in state.duelists.values() if duelist.team is team]
            on = [duelist for duelist in mine if duelist.status is Status.ACTIVE]
            if state.handover or state.winner:
                assert on in ([], [state.on(team)])
            else:
                assert on == [state.on(team)]
            assert 0 <= state.counters[team] <= 4 * COUNTERS_MOST
        if state.handover:
            assert state.on(state.handover.loser).status is Status.DEFEATED
            assert state.successor(state.handover.loser)
        if state.winner:
            assert state.on(state.winner.other).status is Status.DEFEATED
            assert state.successor(state.winner.other) is None
        assert WRGP.sound(state, SEATS)


@given(openings, st.lists(deeds, max_size=40))
def test_the_sum_of_the_log_is_the_board(opening, sequence):
    """Life and counters, added up apart from the fold, are what the board and the export show."""
    starting_life = opened(opening).state.duelists[SEATS[0]].life
    kept = [deed for deed in sequence if deed[0] != "rule" or deed[1][0] != "starting_life"]
    match = walk(opening, kept)

    life = life_of(match.log)
    players = [each for team in WRGP.export(match.state)["teams"].values() for each in team["players"]]
    assert {each["seat"]: each["life"] for each in players} == {
        seat: starting_life + life.get(seat, 0) for seat in SEATS
    }
    shown = [line.facts for block in board(match.state).blocks for line in block.lines]
    counters = [facts["counters"] for facts in shown if "counters" in facts]
    if match.state.edition != "none":
        assert counters == [*counters_of(match.log).values()]


@given(openings, st.lists(deeds | back_and_forth, max_size=30), deeds)
def test_undo_takes_back_exactly_one_deed_and_redo_brings_it_back(opening, sequence, last):
    before = walk(opening, sequence)
    match = tried(before, last)
    if match is before:
        return

    undone = step(match, "undo", {})
    redone = step(undone, "redo", {})

    assert (undone.state, undone.sitters) == (before.state, before.sitters)
    assert (redone.state, redone.sitters) == (match.state, match.sitters)
    assert redone.version == match.version + 2
    assert redone.log[: len(match.log)] == match.log


@given(openings, st.lists(deeds, max_size=20))
def test_undo_leads_back_to_the_opening_and_redo_to_the_end(opening, sequence):
    match = there = walk(opening, sequence)
    steps = len(match.log) - 1
    for _ in range(steps):
        there = step(there, "undo", {})
    assert there.state == opened(opening).state
    for _ in range(steps):
        there = step(there, "redo", {})

    assert (there.state, there.sitters) == (match.state, match.sitters)


@given(openings, st.lists(deeds | back_and_forth, max_size=40))
def test_a_log_replays_to_the_same_state_from_its_file(opening, sequence):
    match = walk(opening, sequence)
    file = json.loads(json.dumps(export(match), ensure_ascii=False))

    again = restore(FORMATS, file, match_id=2, opened_by=HOST)

    assert (again.state, again.sitters) == (match.state, match.sitters)
    assert export(again) == file
    assert Match(1, WRGP, match.seated, HOST).extend(match.log) == match


@given(openings, st.lists(deeds, max_size=40))
def test_a_defeat_is_for_good(opening, sequence):
    """wrgp.defeat.regained-lp-does-not-undo: only a house rule that says so lets a beaten duelist play on."""
    match = walk(opening, [deed for deed in sequence if deed[0] != "rule"])
    beaten = set()
    for event in (event for each in match.log for event in each.events):
        match event:
            case Defeated():
                assert event.seat not in beaten
                beaten.add(event.seat)
            case SurvivorStayed():
                beaten.remove(event.seat)
            case DuelistEntered():
                assert event.seat not in beaten
            case LifeGained():
                assert event.seat not in beaten

    assert {s for s, d in match.state.duelists.items() if d.status is Status.DEFEATED} == beaten


# The lobby.

names = st.sampled_from(["遊星", "ジャック", "クロウ", "Aki", "龍可", "龍亞", "Bruno"])
sides = st.sampled_from(["A", "B", "", "C"])
people = st.builds(lambda number: Person(f"m{number}", number), st.integers(1, 9))
lobby_deeds = st.one_of(
    st.tuples(st.just("join"), st.fixed_dictionaries({"actor": people}, optional={"team": sides})),
    st.tuples(
        st.just("guest"),
        st.fixed_dictionaries({"name": st.lists(names, min_size=1, max_size=3).map(tuple)}, optional={"team": sides}),
    ),
    st.tuples(st.just("leave"), st.fixed_dictionaries({"actor": people})),
    st.tuples(st.sampled_from(["remove", "move_up"]), st.fixed_dictionaries({"name": names})),
    st.tuples(st.just("shuffle"), st.integers(0, 3).map(lambda pick: {"chance": lambda most: min(pick, most - 1)})),
)
games = st.sampled_from([*FORMATS.values()])


def lobby(form):
    return Match(1, LOBBY, {}, HOST).append(entry(1, open_lobby(form, {})))


@given(games, st.lists(lobby_deeds | back_and_forth, max_size=40))
def test_a_lobby_seats_everybody_once(form, sequence):
    """Nobody waits twice, no side is too full, and whoever waits when it is full sits when it begins."""
    match = reduce(tried, sequence, lobby(form))
    state = match.state
    persons = [one.person for one in state.waiting]

    assert len({person.name for person in persons}) == len(persons)
    assert len({person.user_id or person.name for person in persons}) == len(persons)
    assert all(len(state.of(team)) <= most for team, most in state.places)
    assert LOBBY.board(state).blocks
    if not state.ready:
        with pytest.raises(Refused, match="lobby-not-ready"):
            seating(state, form)
        return
    seated = seating(state, form)
    assert tuple(seated) in form.seatings
    assert sorted(seated.values(), key=str) == sorted(persons, key=str)
    for team in Team if form.teams else ():
        assert [p for seat, p in seated.items() if seat[0] == team] == [one.person for one in state.of(team)]


@given(games, st.lists(lobby_deeds | back_and_forth, max_size=30), lobby_deeds)
def test_a_lobby_undoes_and_redoes(form, sequence, last):
    before = reduce(tried, sequence, lobby(form))
    match = tried(before, last)
    if match is before:
        return

    undone = step(match, "undo", {})

    assert undone.state == before.state
    assert step(undone, "redo", {}).state == match.state


@given(games, st.lists(lobby_deeds | back_and_forth, max_size=30))
def test_a_lobby_is_read_back_from_its_rows(form, sequence):
    match = reduce(tried, sequence, lobby(form))
    rows = json.loads(json.dumps([[encode(event) for event in each.events] for each in match.log]))

    log = tuple(
        Entry(each.seq, each.at, each.by, tuple(decode(LOBBY, event) for event in row), each.undoes)
        for each, row in zip(match.log, rows, strict=True)
    )

    assert Match(1, LOBBY, {}, HOST).extend(log).state == match.state
