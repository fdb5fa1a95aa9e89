"""WRGP and the lobby under any sequence of deeds: nobody is beaten twice, and nobody waits twice."""

import hypothesis.strategies as st
import pytest
from hypothesis import given
from walks import BACK_AND_FORTH, WALKS, tried, walk

from bot.rules import FORMATS
from bot.rules.format import Refused, Team
from bot.rules.lobby import LOBBY, seating
from bot.rules.wrgp import (
    COUNTERS_MOST,
    LIFE_MOST,
    SEATS,
    WRGP,
    CountersGained,
    CountersSet,
    CountersSpent,
    Defeated,
    DuelistEntered,
    LifeGained,
    LifeLost,
    LifeSet,
    Status,
    SurvivorStayed,
    board,
)

TABLE, LOBBIES = WALKS["wrgp"], WALKS["lobby"]


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


@given(TABLE.openings, st.lists(TABLE.deeds | BACK_AND_FORTH, max_size=40))
def test_the_table_is_always_whole(opening, sequence):
    """Life within its bounds, counters too, and one duelist a team at the table, beaten only during a handover."""
    match = opening
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


@given(TABLE.openings, st.lists(TABLE.deeds, max_size=40))
def test_the_sum_of_the_log_is_the_board(opening, sequence):
    """Life and counters, added up apart from the fold, are what the board and the export show."""
    starting_life = opening.state.duelists[SEATS[0]].life
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


@given(TABLE.openings, st.lists(TABLE.deeds, max_size=40))
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


@given(LOBBIES.openings, st.lists(LOBBIES.deeds | BACK_AND_FORTH, max_size=40))
def test_a_lobby_seats_everybody_once(opening, sequence):
    """Nobody waits twice, no side is too full, and whoever waits when it is full sits when it begins."""
    state = walk(opening, sequence).state
    form = FORMATS[state.game]
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
