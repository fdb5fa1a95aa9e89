"""The log as lines: what is told as one run of quick taps, and what is not."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.log import runs
from bot.rules.format import Seat
from bot.rules.match import Entry, Match, Person
from bot.rules.wrgp import WRGP, damage

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
YUSEI, JACK = Person("遊星", 1), Person("ジャック", 2)
SEATED = {Seat(seat): Person(seat) for seat in ("A1", "A2", "A3", "B1", "B2", "B3")}


def played(*steps):
    """A match with one entry a step: `(second, who, seat, amount)`, or `(second, who, undone seq)`."""
    match = Match(1, WRGP, SEATED, YUSEI).append(Entry(1, NOON, YUSEI, tuple(WRGP.start({}, tuple(SEATED)))))
    for second, who, *what in steps:
        at, seq = NOON + timedelta(seconds=second), match.version + 1
        if len(what) == 1:
            match = match.append(Entry(seq, at, who, undoes=what[0]))
        else:
            events = damage(match.state, player=Seat(what[0]), amount=what[1])
            match = match.append(Entry(seq, at, who, tuple(events)))
    return match


A1, B1 = (YUSEI, "A1", 500), (YUSEI, "B1", 500)


@pytest.mark.parametrize(
    ("steps", "lines"),
    [
        pytest.param([(0, *A1), (5, *A1), (14, *A1)], [(2, 4, 1500)], id="taps within ten seconds of each other"),
        pytest.param([(0, YUSEI, "A1", 100), (1, *A1)], [(2, 2, 100), (3, 3, 500)], id="another button"),
        pytest.param([(0, *A1), (11, *A1)], [(2, 2, 500), (3, 3, 500)], id="a pause"),
        pytest.param([(0, *A1), (1, *B1)], [(2, 2, 500), (3, 3, 500)], id="another duelist"),
        pytest.param([(0, *A1), (1, JACK, "A1", 500)], [(2, 2, 500), (3, 3, 500)], id="another person"),
        pytest.param([(0, *A1), (1, *A1), (2, YUSEI, 3)], [(2, 2, 500), (3, 3, 500), (4, 4, None)], id="one undone"),
        pytest.param(
            [(0, *A1), (1, *A1), (2, YUSEI, 3), (3, YUSEI, 4)],
            [(2, 3, 1000), (4, 4, None), (5, 5, None)],
            id="one undone and redone",
        ),
    ],
)
def test_a_run_of_quick_taps_is_one_line(steps, lines):
    told = [
        (run.first.seq, run.last.seq, getattr(run.events[0], "amount", None) if run.events else None)
        for run in runs(played(*steps))
    ]
    assert told[::-1] == [(1, 1, None), *lines]


def test_a_run_tells_what_the_last_tap_left():
    newest = next(runs(played((0, *A1), (1, *A1), (2, *A1))))
    assert (newest.taps, newest.events[0].amount, newest.events[0].left) == (3, 1500, 6500)


def test_only_what_was_undone_is_told_as_undone():
    match = played((0, *A1), (20, *A1), (40, YUSEI, 3))
    assert {run.first.seq: run.stands for run in runs(match)} == {1: True, 2: True, 3: False, 4: True}
