"""Duel Party under every order of eliminations, and under any sequence of moves."""

import itertools
import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import BACK_AND_FORTH, WALKS, tried

from bot.rules.match import Entry, Match, Person
from bot.rules.party import PARTY
from bot.rules.party.board import board, export
from bot.rules.party.terms import Status

HOST = Person("Host", 1)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
SEATING = {len(seats): seats for seats in PARTY.seatings}


def opened(players, **rules):
    seated = {seat: Person(f"Player {seat}") for seat in SEATING[players]}
    return played(Match(1, PARTY, seated, HOST), tuple(PARTY.start(rules, SEATING[players])))


def played(match, events=(), undoes=None):
    seq = match.version + 1
    return match.append(Entry(seq, NOON + timedelta(seconds=seq), HOST, events, undoes))


def done(match, move, **options):
    return played(match, tuple(PARTY.moves[move](match.state, **options)))


def order_after(seats, seat):
    here = seats.index(seat)
    return seats[here + 1 :] + seats[: here + 1]


@pytest.mark.parametrize("players", range(2, 7))
def test_the_pointer_never_jumps_in_any_order_of_eliminations(players):
    """Turns pass between eliminations, so that players go out in and out of their turn: the next living one is next."""
    seats = SEATING[players]
    for order in itertools.permutations(seats, players - 1):
        for gap in (0, 1, players - 1):
            match = opened(players)
            for out in order:
                for _ in range(gap):
                    match = passes_the_turn(match, seats)
                match = goes_out(match, seats, out)
            [winner] = set(seats) - set(order)
            assert (match.state.winner, match.state.turn_seat, match.over) == (winner, winner, True)


def passes_the_turn(match, seats):
    before = match.state
    wanted = next(seat for seat in order_after(seats, before.turn_seat) if seat in before.living)
    match = done(match, "turn")
    assert (match.state.turn_seat, match.state.turn) == (wanted, before.turn + 1)
    came_round = seats.index(wanted) <= seats.index(before.turn_seat)
    assert match.state.round == before.round + came_round
    return match


def goes_out(match, seats, out):
    before = match.state
    match = done(match, "eliminate", player=out)
    after = match.state
    assert set(after.living) == set(before.living) - {out}
    if before.turn_seat != out:
        assert (after.turn_seat, after.turn, after.round) == (before.turn_seat, before.turn, before.round)
    elif not after.over:
        wanted = next(seat for seat in order_after(seats, out) if seat in after.living)
        assert (after.turn_seat, after.turn) == (wanted, before.turn + 1)
    return match


@pytest.mark.parametrize("players", range(3, 6))
@pytest.mark.parametrize("point", ["start", "end"])
def test_an_effect_ends_when_its_moment_would_have_come(players, point):
    """Whoever goes out, on turn or not, one or two: it lasts as long as it would have, no longer."""
    seats = SEATING[players]
    for waited_for, on_turn, out in itertools.product(seats, seats, seats):
        for leaving in {(), (out,), (waited_for,), (waited_for, out), (out, waited_for)}:
            if len(set(leaving)) == len(leaving) <= players - 2:
                lasts_as_long_as_it_would(seats, waited_for, on_turn, leaving, point)


def lasts_as_long_as_it_would(seats, waited_for, on_turn, leaving, point):
    match = opened(len(seats))
    for _ in range(seats.index(on_turn)):
        match = done(match, "turn")
    match = done(match, "effect_add", text="lasts", source=seats[0], until=f"{waited_for} {point}")
    moment = (seats.index(waited_for) - seats.index(on_turn)) % len(seats)
    if point == "start" and moment == 0:
        moment = len(seats)
    if leaving:
        match = done(match, "eliminate", player=leaving[0], also=leaving[1:])
    position = (seats.index(match.state.turn_seat) - seats.index(on_turn)) % len(seats)
    for _ in seats:
        at_its_moment = position == moment and point == "end" and waited_for in match.state.living
        assert bool(match.state.effects) == (position < moment or at_its_moment)
        before = match.state.turn_seat
        match = done(match, "turn")
        position += (seats.index(match.state.turn_seat) - seats.index(before)) % len(seats)


@settings(max_examples=150, deadline=None)
@given(WALKS["party"].openings, st.lists(WALKS["party"].deeds | BACK_AND_FORTH, max_size=40))
def test_any_sequence_of_moves_keeps_the_match_whole(opening, sequence):
    match = opening
    for deed in sequence:
        match = tried(match, deed)
        is_whole(match)


def is_whole(match):
    state = match.state
    assert board(state).blocks
    assert json.loads(json.dumps(export(state)))["phase"] == ("over" if match.over else "duel")
    assert state.drawn or state.turn_seat in state.living
    assert match.over == (len(state.living) < 2)
    for player in state.players.values():
        assert player.shields >= 0
        assert player.status is Status.ALIVE or (player.shields, player.partner) == (0, None)
    if not match.over:
        assert all(effect.until is None or effect.until in state.living for effect in state.effects)
        assert all(waiting.seat in state.living for waiting in state.pending)
        assert set(state.offers) <= set(state.living)
