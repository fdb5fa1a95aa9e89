"""A match as a log: undo and redo are entries, nothing is deleted, and seats, host and rules go the same way."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.rules.format import Refused, RuleChanged, Seat
from bot.rules.match import (
    Entry,
    HostChanged,
    Match,
    Person,
    SeatTaken,
    change_rule,
    hand_over_host,
    standing,
    take_seat,
)
from bot.rules.wrgp import SEATS, WRGP

A1, A2, A3, B1, B2, B3 = SEATS
AT = datetime(2026, 11, 29, 12, tzinfo=UTC)
HOST = Person("Yusei", 1)
SEATED = {
    A1: HOST,
    A2: Person("Jack", 2),
    A3: Person("Crow"),
    B1: Person("Aki", 4),
    B2: Person("Luna"),
    B3: Person("Leo"),
}


def opened(**house):
    return played(Match(7, WRGP, SEATED, HOST), *WRGP.start(house, SEATS))


def played(match, *events, undoes=None):
    seq = match.version + 1
    return match.append(Entry(seq, AT + timedelta(seconds=seq), HOST, events, undoes))


def hit(match, amount=100):
    return played(match, *WRGP.moves["damage"](match.state, player=B1, amount=amount))


def undo(match):
    return played(match, undoes=match.to_undo().seq)


def redo(match):
    return played(match, undoes=match.to_redo().seq)


def life(match):
    return match.state.duelists[B1].life


def refused(call, *arguments):
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return caught.value


def test_undo_and_redo_are_entries_that_name_what_they_strike():
    match = redo(undo(hit(opened())))

    assert [(entry.seq, entry.undoes) for entry in match.log] == [(1, None), (2, None), (3, 2), (4, 3)]
    assert match.version == 4
    assert life(match) == 7900


# Each letter is a step: h hits for 100, u undoes, r redoes; then the life that is left of 8000.
WALKS = {
    "h": 7900,
    "hh": 7800,
    "hu": 8000,
    "hhu": 7900,
    "hhuu": 8000,
    "hhuur": 7900,
    "hhuurr": 7800,
    "hhuurru": 7900,
    "hurur": 7900,
    "hururur": 7900,
    "huh": 7900,
    "hhuh": 7800,
    "hhuhu": 7900,
    "hhuhuu": 8000,
    "hhuhuurr": 7800,
}
STEPS = {"h": hit, "u": undo, "r": redo}


@pytest.mark.parametrize(("walk", "left"), WALKS.items())
def test_steps_go_back_and_forth_one_at_a_time(walk, left):
    match = opened()
    for step in walk:
        match = STEPS[step](match)

    assert life(match) == left
    assert match.version == len(walk) + 1


DEAD_ENDS = {
    "nothing to undo but the opening": ("", undo, "nothing-to-undo"),
    "all taken back": ("hhuu", undo, "nothing-to-undo"),
    "nothing undone": ("", redo, "nothing-to-redo"),
    "a play last": ("h", redo, "nothing-to-redo"),
    "all brought back": ("hhuurr", redo, "nothing-to-redo"),
    "a new play after an undo": ("huh", redo, "nothing-to-redo"),
    "a new play, also when it was brought back itself": ("huhur", redo, "nothing-to-redo"),
}


@pytest.mark.parametrize(("walk", "step", "why"), DEAD_ENDS.values(), ids=DEAD_ENDS)
def test_where_there_is_nothing_to_take_back_or_bring_back(walk, step, why):
    match = opened()
    for each in walk:
        match = STEPS[each](match)

    assert refused(step, match).why == why


def test_a_redo_dies_with_the_next_play():
    """What was undone before it stays undone, and undo takes back the new play."""
    match = hit(undo(hit(opened(), 3000)), 200)

    assert life(match) == 7800
    assert refused(redo, match).why == "nothing-to-redo"
    assert life(undo(match)) == 8000
    assert life(redo(undo(match))) == 7800


def test_only_plays_that_no_standing_undo_strikes_stand():
    match = hit(undo(hit(hit(opened()))))

    assert [entry.seq for entry in standing(match.log)] == [1, 2, 5]


def test_a_log_folded_at_once_is_the_log_folded_step_by_step():
    match = redo(undo(undo(hit(hit(hit(opened()))))))

    assert Match(7, WRGP, SEATED, HOST).extend(match.log) == match


def test_entries_are_found_by_their_number():
    match = undo(hit(opened()))

    assert [match.entry(seq).seq for seq in (1, 2, 3)] == [1, 2, 3]


# Seats, host, house rules.


def test_a_seat_is_taken_and_given_back_by_undo():
    match = opened()
    guest = match.sitters[B2]

    taken = played(match, *take_seat(match, B2, Person("Ruka", 5)))

    assert taken.log[-1].events == (SeatTaken(B2, "Ruka", 5, "Luna"),)
    assert (taken.sitters[B2], taken.seat_of(5)) == (Person("Ruka", 5), B2)
    assert (undo(taken).sitters[B2], undo(taken).seat_of(5)) == (guest, None)
    assert redo(undo(taken)).sitters == taken.sitters
    assert (taken.seated, taken.state) == (match.seated, match.state)


def test_a_seat_can_be_handed_on_twice_and_undone_once():
    match = opened()
    match = played(match, *take_seat(match, B2, Person("Ruka", 5)))
    match = played(match, *take_seat(match, B2, Person("Rua", 6)))

    assert match.log[-1].events[0].before == "Ruka"
    assert undo(match).sitters[B2] == Person("Ruka", 5)


BAD_SEATS = {
    "no such seat": (Seat("C1"), Person("Ruka", 5), "seat-unknown"),
    "sits there already": (A2, Person("Jack", 2), "seated-twice"),
    "sits elsewhere": (B2, Person("Jack", 2), "seated-twice"),
}


@pytest.mark.parametrize(("seat", "person", "why"), BAD_SEATS.values(), ids=BAD_SEATS)
def test_a_seat_that_cannot_be_taken(seat, person, why):
    assert refused(take_seat, opened(), seat, person).why == why


def test_guests_of_one_name_are_no_one_person():
    assert take_seat(opened(), B2, Person("Crow")) == [SeatTaken(B2, "Crow", None, "Luna")]


def test_the_host_changes_and_comes_back_by_undo():
    match = opened()
    assert match.hosted_by == HOST

    changed = played(match, *hand_over_host(match, SEATED[A2]))

    assert changed.log[-1].events == (HostChanged("Jack", 2, "Yusei"),)
    assert (changed.hosted_by, undo(changed).hosted_by) == (SEATED[A2], HOST)
    assert refused(hand_over_host, changed, SEATED[A2]).why == "host-already"
    assert redo(undo(changed)).hosted_by == SEATED[A2]


@pytest.mark.parametrize("named", ["starting_life", "wrgp.starting_life"])
def test_a_rule_is_named_with_or_without_its_format(named):
    assert change_rule(opened(), named, 4000) == [RuleChanged("starting_life", 4000)]


def test_a_rule_changes_and_comes_back_by_undo():
    match = opened(zero_survivor="stays")

    changed = played(match, *change_rule(match, "zero_survivor", "both_out"))

    assert changed.state.rules["zero_survivor"] == "both_out"
    assert undo(changed).state == match.state


BAD_RULES = {
    "unknown": ("lives", 3, "rule-unknown"),
    "of another format": ("tag.turns", "teams", "rule-unknown"),
    "unknown value": ("edition", "2022", "rule-value-unknown"),
    "out of range": ("starting_life", 0, "rule-value-range"),
    "a word for a number": ("starting_life", "many", "rule-value-range"),
    "as it is": ("edition", "2018", "rule-same"),
    "the number that it is": ("starting_life", 8000, "rule-same"),
}


@pytest.mark.parametrize(("rule", "value", "why"), BAD_RULES.values(), ids=BAD_RULES)
def test_a_rule_that_cannot_be_changed_so(rule, value, why):
    assert refused(change_rule, opened(), rule, value).why == why


def test_a_decided_match_can_be_undone():
    match = opened()
    for seat in (B1, B2, B3):
        match = played(match, *WRGP.moves["damage"](match.state, player=seat, amount=8000))
        if not match.over:
            match = played(match, *WRGP.moves["done"](match.state))

    assert match.over
    assert not undo(match).over
    assert redo(undo(match)).over
