"""Dimension Zero tag: every passage that a tracker must follow, the worked examples as printed, and any sequence."""

import json
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import hypothesis.strategies as st
import pytest
from hypothesis import given
from walks import BACK_AND_FORTH, HOST, WALKS, entry, opened, tried, walk

from bot.rules import FORMATS
from bot.rules.format import Board, Change, Line, Refused, Seat, Team, Weight
from bot.rules.match import change_rule
from bot.rules.record import export, restore
from bot.rules.tag import (
    PILE_MOST,
    SEATS,
    TAG,
    Aim,
    Area,
    CardSays,
    CentreChooses,
    CopiesFit,
    DoubleLoss,
    EachMeets,
    HandSeen,
    HandUndecided,
    Lane,
    LaterToGraveyard,
    LibraryReduced,
    LibrarySet,
    LineHits,
    Loss,
    LossComes,
    LossLifted,
    LossPending,
    MatchDrawn,
    MatchWon,
    NoLoss,
    NoneMeets,
    NoYourUnit,
    OneChosen,
    OneMeets,
    OwnSquare,
    Pile,
    PlayerTurnBegan,
    PriorityArose,
    PriorityOrder,
    Seating,
    SeatsBeside,
    SeatsOpposite,
    Smashed,
    SmashesSet,
    SmashPoints,
    SquareBattle,
    Started,
    State,
    StoppedAtZero,
    TooManyCopies,
    TurnBegan,
    Whose,
    YourUnitThere,
    ZoneNotShared,
    ZoneUndecided,
    ZoneUsable,
    board,
    evolve,
    start,
)

A1, A2, B1, B2 = SEATS
RECORDED = Path(__file__).parents[1] / "recorded" / "tag.json"


class Zones(NamedTuple):
    """Smash zone and library of a player, for tables."""

    smashes: int = 0
    library: int = 35


def table(first=Team.A, library=35, house=None, **zones):
    """A table after the start; `A1=Zones(...)` sets what a player has."""
    state = reduce(evolve, start(house or {}, SEATS, library=library, first=first), None)
    for seat, have in zones.items():
        player = state.players[Seat(seat)]._replace(smashes=have.smashes, library=have.library)
        state = state._replace(players={**state.players, Seat(seat): player})
    return state


def play(state, move, **options):
    """The events of a move, and the state after it."""
    events = TAG.moves[move](state, **options)
    return events, reduce(evolve, events, state)


def after(state, *moves):
    """The state after several moves, each a name with its options."""
    for move, options in moves:
        _, state = play(state, move, **options)
    return state


def zones(state, seat):
    return Zones(state.players[seat].smashes, state.players[seat].library)


def refusal(state, move, **options):
    with pytest.raises(Refused) as caught:
        TAG.moves[move](state, **options)
    return caught.value


def up(amount):
    return Change(amount, relative=True)


def to(amount):
    return Change(amount, relative=False)


# Who is hit.

TWELVE = {
    Seating.BESIDE: {
        A1: {"left": B2, "centre": (B2, B1), "right": B1},
        A2: {"left": B2, "centre": (B2, B1), "right": B1},
        B1: {"left": A2, "centre": (A2, A1), "right": A1},
        B2: {"left": A2, "centre": (A2, A1), "right": A1},
    },
    Seating.OPPOSITE: {
        A1: {"left": B1, "centre": (B1, B2), "right": B2},
        B1: {"left": A2, "centre": (A2, A1), "right": A1},
        A2: {"left": B2, "centre": (B2, B1), "right": B1},
        B2: {"left": A1, "centre": (A1, A2), "right": A2},
    },
}
ANSWERS = [
    pytest.param(seating, player, Lane(line), hit, id=f"{seating}-{player}-{line}")
    for seating, players in TWELVE.items()
    for player, lines in players.items()
    for line, hit in lines.items()
]


@pytest.mark.parametrize(("seating", "player", "line", "hit"), ANSWERS)
def test_each_line_of_each_player_finds_its_opponent(seating, player, line, hit):
    """tag.smash.left-line-left-opponent, tag.smash.right-line-right-opponent, tag.smash.centre-line-one-opponent."""
    found = TAG.judges["line_target"](player=player, line=line, seating=seating)
    state = table(house={"seating": seating.value})

    if line is Lane.CENTRE:
        assert found == CentreChooses(player, *hit)
        assert refusal(state, "smash", player=player, line=line, points=2).why == "tag-smash-choose"
        for target in hit:
            events, after_it = play(state, "smash", player=player, line=line, points=2, target=(target,))
            assert events[0] == Smashed(player, line, Area.CENTRE, 2, target, Aim.CHOSEN, 2, 2)
            assert zones(after_it, target) == Zones(2, 33)
    else:
        assert found == LineHits(player, line, hit)
        events, after_it = play(state, "smash", player=player, line=line, points=2)
        assert events[0] == Smashed(player, line, Area.CENTRE, 2, hit, Aim(line.value), 2, 2)
        assert [zones(after_it, seat).smashes for seat in SEATS] == [2 if seat == hit else 0 for seat in SEATS]


def test_both_tables_hold_twelve_answers():
    assert len(ANSWERS) == 24


@pytest.mark.parametrize("player", SEATS)
def test_a_target_that_the_line_does_not_hit_is_refused_and_the_right_one_named(player):
    """tag.smash.left-line-left-opponent: no choice on an outer line."""
    state = table()
    for line in (Lane.LEFT, Lane.RIGHT):
        hit = TAG.judges["line_target"](player=player, line=line).target
        other = B1 if hit == B2 else B2 if hit == B1 else A1 if hit == A2 else A2

        refused = refusal(state, "smash", player=player, line=line, points=1, target=(other,))

        assert refused.why == "tag-smash-wrong-target"
        assert refused.facts == {"player": player, "line": line, "target": other, "hits": hit}
        named, _ = play(state, "smash", player=player, line=line, points=1, target=(hit,))
        assert named[0].target == hit


@pytest.mark.parametrize(
    ("points", "area", "dealt"),
    [(1, Area.OWN, 1), (1, Area.CENTRE, 1), (1, Area.ENEMY, 2), (3, Area.ENEMY, 4), (99, Area.ENEMY, 100)],
)
def test_the_enemy_area_adds_one(points, area, dealt):
    """tag.smash.enemy-area-plus-one."""
    events, state = play(table(library=200), "smash", player=A1, line=Lane.LEFT, points=points, area=area)

    assert TAG.judges["smash_points"](points=points, area=area) == SmashPoints(points, area, dealt)
    assert (events[0].dealt, zones(state, B2)) == (dealt, Zones(dealt, 200 - dealt))


def test_a_smash_is_never_divided():
    """tag.smash.no-dividing: two targets are refused, on every line."""
    for line in Lane:
        refused = refusal(table(), "smash", player=A1, line=line, points=4, target=(B1, B2))
        assert (refused.why, refused.facts) == ("tag-smash-never-split", {"player": A1})


BAD_SMASHES = {
    "no points": ({"points": 0}, "amount-out-of-range"),
    "a hundred": ({"points": 100}, "amount-out-of-range"),
    "negative": ({"points": -1}, "amount-out-of-range"),
    "endless": ({"points": 10**30}, "amount-out-of-range"),
    "at the ally": ({"target": (A2,)}, "tag-smash-at-own-team"),
    "at oneself": ({"target": (A1,)}, "tag-smash-at-own-team"),
    "at an opponent and the ally": ({"target": (B1, A2)}, "tag-smash-at-own-team"),
    "at nobody here": ({"target": (Seat("B3"),)}, "seat-unknown"),
    "by nobody here": ({"player": Seat("P1")}, "seat-unknown"),
}


@pytest.mark.parametrize(("options", "why"), BAD_SMASHES.values(), ids=BAD_SMASHES)
def test_a_smash_that_cannot_be_is_refused(options, why):
    good = {"player": A1, "line": Lane.CENTRE, "points": 2, "target": (B1,)}

    assert refusal(table(), "smash", **good | options).why == why


def test_a_smash_zone_has_an_end():
    state = table(B2=Zones(PILE_MOST, 5))

    assert refusal(state, "smash", player=A1, line=Lane.LEFT, points=1).why == "tag-pile-too-big"


# Zones.


def test_each_player_has_an_own_smash_zone_and_library():
    """tag.zones.each-player-owns-own: a smash moves cards of the one who is hit, and of nobody else."""
    _, state = play(table(), "smash", player=A2, line=Lane.RIGHT, points=3)

    assert zones(state, B1) == Zones(3, 32)
    assert {zones(state, seat) for seat in (A1, A2, B2)} == {Zones(0, 35)}


def test_the_library_is_counted_by_hand_where_the_table_says_so():
    events, state = play(table(house={"smash_from_library": "by_hand"}), "smash", player=A1, line=Lane.LEFT, points=3)

    assert [type(event) for event in events] == [Smashed]
    assert zones(state, B2) == Zones(3, 35)


def test_a_smash_into_a_short_library_stops_it_at_zero_and_says_so():
    events, state = play(table(B2=Zones(0, 2)), "smash", player=A1, line=Lane.LEFT, points=3)

    assert events[1:] == [LibraryReduced(B2, 2, 0), StoppedAtZero(B2, Pile.LIBRARY, 1)]
    assert zones(state, B2) == Zones(3, 0)


CHANGES = {
    "a card drawn": ("library", up(-1), [LibraryReduced(A1, 1, 19)], Zones(4, 19)),
    "cards back": ("library", up(2), [LibrarySet(A1, 22, 20)], Zones(4, 22)),
    "library set": ("library", to(31), [LibrarySet(A1, 31, 20)], Zones(4, 31)),
    "library below zero": (
        "library",
        up(-23),
        [LibraryReduced(A1, 20, 0), StoppedAtZero(A1, Pile.LIBRARY, 3)],
        Zones(4, 0),
    ),
    "smashes up": ("smashes", up(1), [SmashesSet(A1, 5, 4)], Zones(5, 20)),
    "a card leaves the smash zone": ("smashes", up(-1), [SmashesSet(A1, 3, 4)], Zones(3, 20)),
    "smashes set": ("smashes", to(0), [SmashesSet(A1, 0, 4)], Zones(0, 20)),
    "smashes below zero": (
        "smashes",
        up(-6),
        [SmashesSet(A1, 0, 4), StoppedAtZero(A1, Pile.SMASH, 2)],
        Zones(0, 20),
    ),
}


@pytest.mark.parametrize(("move", "change", "events", "left"), CHANGES.values(), ids=CHANGES)
def test_zones_are_corrected_by_hand(move, change, events, left):
    happened, state = play(table(A1=Zones(4, 20)), move, player=A1, change=change)

    assert happened == events
    assert zones(state, A1) == left


BAD_CHANGES = {
    "library as it is": ("library", A1, to(20), "tag-pile-same"),
    "smashes as they are": ("smashes", A1, up(0), "tag-pile-same"),
    "below an empty zone": ("smashes", A2, up(-1), "tag-pile-same"),
    "library without end": ("library", A1, to(PILE_MOST + 1), "tag-pile-too-big"),
    "smashes without end": ("smashes", A1, up(10**30), "amount-out-of-range"),
    "a library far below 0": ("library", A1, up(-(10**30)), "amount-out-of-range"),
    "a stranger's library": ("library", Seat("A3"), up(-1), "seat-unknown"),
    "a stranger's smashes": ("smashes", Seat(""), up(-1), "seat-unknown"),
}


@pytest.mark.parametrize(("move", "player", "change", "why"), BAD_CHANGES.values(), ids=BAD_CHANGES)
def test_a_correction_that_changes_nothing_or_too_much_is_refused(move, player, change, why):
    assert refusal(table(A1=Zones(4, 20)), move, player=player, change=change).why == why


# Losing.

SUMS = {
    "eight and none": (8, 0, ()),
    "seven and one": (7, 1, ()),
    "none and none": (0, 0, ()),
    "nine and none": (9, 0, (Loss.SMASHES,)),
    "five and four": (5, 4, (Loss.SMASHES,)),
    "three and six": (3, 6, (Loss.SMASHES,)),
    "ten and five": (10, 5, (Loss.SMASHES,)),
}


@pytest.mark.parametrize(("left", "right", "why"), SUMS.values(), ids=SUMS)
def test_a_team_loses_by_nine_smashes_together(left, right, why):
    """tag.defeat.smash-nine-combined: the sum counts, however it is split; seven alone is no loss."""
    state = table(B1=Zones(left), B2=Zones(right))

    assert state.losing(Team.B) == why
    assert state.losing(Team.A) == ()
    assert TAG.judges["loss"](first_smashes=left, second_smashes=right, first_library=35, second_library=35) == (
        LossComes(left + right, 70, why) if why else NoLoss(left + right, 70)
    )
    _, after_it = play(state, "priority")
    assert after_it.winner == (Team.A if why else None)


LIBRARIES = {
    "both empty": ("both", 0, 0, True),
    "one empty, the source's words": ("both", 0, 1, False),
    "the other empty, the source's words": ("both", 12, 0, False),
    "none empty": ("both", 1, 1, False),
    "one empty, the rival reading": ("either", 0, 20, True),
    "the other empty, the rival reading": ("either", 20, 0, True),
    "both empty, the rival reading": ("either", 0, 0, True),
    "none empty, the rival reading": ("either", 1, 1, False),
}


@pytest.mark.parametrize(("reading", "left", "right", "loses"), LIBRARIES.values(), ids=LIBRARIES)
def test_a_team_loses_by_its_libraries(reading, left, right, loses):
    """tag.defeat.decks-of-both-empty; `library_loss` chooses the reading."""
    state = table(A1=Zones(0, left), A2=Zones(0, right), house={"library_loss": reading})

    assert state.losing(Team.A) == ((Loss.LIBRARY,) if loses else ())
    found = TAG.judges["loss"](first_library=left, second_library=right, library_loss=reading)
    assert found == (LossComes(0, left + right, (Loss.LIBRARY,)) if loses else NoLoss(0, left + right))


def test_both_conditions_can_hold_at_once():
    state = table(B1=Zones(9, 0), B2=Zones(0, 0))

    assert state.losing(Team.B) == (Loss.SMASHES, Loss.LIBRARY)
    assert TAG.export(state)["teams"]["B"]["losing"] == ["smashes", "library"]


@pytest.mark.parametrize("move", ["priority", "turn"])
def test_the_loss_waits_for_priority(move):
    """tag.defeat.at-next-priority: the ninth smash announces it; priority, or the end of the turn, applies it."""
    events, state = play(table(B2=Zones(8, 20)), "smash", player=A1, line=Lane.LEFT, points=1)

    assert events[-1] == LossPending(Team.B, (Loss.SMASHES,), 9)
    assert (state.winner, TAG.over(state)) == (None, False)
    ended, state = play(state, move)
    assert ended[-1] == MatchWon(Team.A, Team.B, (Loss.SMASHES,))
    assert (state.winner, state.turn, TAG.over(state)) == (Team.A, 1, True)
    assert TAG.export(state)["winner"] == "A"


@pytest.mark.parametrize("move", ["priority", "turn"])
def test_coming_back_before_priority_is_no_loss(move):
    """tag.defeat.at-next-priority: nine is looked at only when priority arises."""
    reached = after(table(B2=Zones(8, 20)), ("smash", {"player": A1, "line": Lane.LEFT, "points": 1}))

    events, back = play(reached, "smashes", player=B2, change=up(-1))

    assert events[-1] == LossLifted(Team.B, 8)
    _, state = play(back, move)
    assert not TAG.over(state)


def test_a_second_reason_is_told_too():
    events, state = play(table(B1=Zones(9, 1), B2=Zones(0, 0)), "library", player=B1, change=up(-1))

    assert events[-1] == LossPending(Team.B, (Loss.SMASHES, Loss.LIBRARY), 9)
    again, _ = play(state, "library", player=A1, change=up(-1))
    assert again == [LibraryReduced(A1, 1, 34)]


DOUBLE = {
    "draw": ("draw", Team.A, [DoubleLoss(Team.A), MatchDrawn()], "draw"),
    "active A loses": ("active_loses", Team.A, [DoubleLoss(Team.A), MatchWon(Team.B, Team.A, (Loss.SMASHES,))], "B"),
    "active B loses": ("active_loses", Team.B, [DoubleLoss(Team.B), MatchWon(Team.A, Team.B, (Loss.LIBRARY,))], "A"),
}


@pytest.mark.parametrize("move", ["priority", "turn"])
@pytest.mark.parametrize(("rule", "active", "events", "winner"), DOUBLE.values(), ids=DOUBLE)
def test_both_teams_losing_at_once_is_decided_by_the_house_rule(rule, active, events, winner, move):
    both = {"A1": Zones(9, 20), "B1": Zones(0, 0), "B2": Zones(0, 0)}
    state = table(first=active, house={"double_loss": rule}, **both)

    happened, state = play(state, move)

    assert happened[-2:] == events
    assert TAG.export(state)["winner"] == winner
    assert TAG.export(state)["phase"] == "over"


EVERY_MOVE = {
    "smash": {"player": A1, "line": Lane.LEFT, "points": 1},
    "smashes": {"player": A1, "change": up(1)},
    "library": {"player": A1, "change": up(-1)},
    "turn": {},
    "priority": {},
}


@pytest.mark.parametrize("move", TAG.moves)
def test_nothing_moves_after_the_end(move):
    won = after(table(B1=Zones(9)), ("priority", {}))
    drawn = after(table(B1=Zones(9), A1=Zones(9)), ("priority", {}))

    assert refusal(won, move, **EVERY_MOVE[move]).why == "match-over"
    assert refusal(drawn, move, **EVERY_MOVE[move]).why == "tag-drawn-already"


# Priority and turns.


@pytest.mark.parametrize("active", Team)
def test_priority_is_a_teams(active):
    """tag.priority.active-group, tag.priority.passes-to-non-active-group."""
    events, state = play(table(first=active), "priority")

    assert events == [PriorityArose(active, active.other)]
    assert TAG.judges["priority_order"](active=active) == PriorityOrder(active, active.other)
    assert state == table(first=active)


TURNS = {
    "teams from A": ("teams", Team.A, [(1, "A", None), (2, "B", None), (3, "A", None), (4, "B", None)]),
    "teams from B": ("teams", Team.B, [(1, "B", None), (2, "A", None), (3, "B", None)]),
    "players from A": ("players", Team.A, [(1, "A", A1), (2, "B", B1), (3, "A", A2), (4, "B", B2), (5, "A", A1)]),
    "players from B": ("players", Team.B, [(1, "B", B1), (2, "A", A1), (3, "B", B2), (4, "A", A2), (5, "B", B1)]),
}


@pytest.mark.parametrize(("rule", "first", "order"), TURNS.values(), ids=TURNS)
def test_turns_go_from_group_to_group(rule, first, order):
    state = table(first=first, house={"turns": rule})
    seen = [(state.turn, state.active, state.turn_seat)]
    for _ in order[1:]:
        events, state = play(state, "turn")
        number, team, seat = order[len(seen)]
        assert events == [PlayerTurnBegan(number, Team(team), seat) if seat else TurnBegan(number, Team(team))]
        seen.append((state.turn, state.active, state.turn_seat))

    assert seen == order


# Judges, and the eight worked examples as printed.


def test_an_allys_card_placed_later_goes_to_the_graveyard():
    """tag.control.same-square-example: the ally's unit, placed later, goes; without a battle."""
    assert TAG.judges["square"](first=A1, second=A2) == LaterToGraveyard(first=A1, second=A2)


def test_thunder_jackal_does_not_see_the_allys_units():
    """tag.control.thunder-jackal-example: none of one's own next to it, so no trigger."""
    assert TAG.judges["your_units"](own=0, allys=3) == NoYourUnit(3)
    assert TAG.judges["your_units"](own=1, allys=3) == YourUnitThere(1, 3)


def test_energy_pays_for_its_own_player_only():
    """tag.zones.energy-not-for-ally-example."""
    assert TAG.judges["zone_use"](player=A2, owner=A1, pile=Pile.ENERGY) == ZoneNotShared(A2, A1, Pile.ENERGY)
    assert TAG.judges["zone_use"](player=A1, owner=A1, pile=Pile.ENERGY) == ZoneUsable(A1, Pile.ENERGY)


def test_ice_clock_is_not_synthesised_from_the_allys_graveyard():
    """tag.zones.synthesis-example."""
    assert TAG.judges["zone_use"](player=A1, owner=A2, pile=Pile.GRAVEYARD) == ZoneNotShared(A1, A2, Pile.GRAVEYARD)


@pytest.mark.parametrize("bounds", [{"at_least": 1}, {"at_most": 2}], ids=["at least 1", "at most 2"])
def test_makiri_looks_at_each_graveyard(bounds):
    """tag.opponent.makiri-example: 1 and 2 cards meet it each, +2000 and +1 once; the sum of 3 is never looked at."""
    assert TAG.judges["each_opponent"](first=1, second=2, **bounds) == EachMeets(1, 2, power=2000, smash=1)


def test_pain_of_heartbreak_is_used_on_one_of_two():
    """tag.opponent.heartbreak-choose-one-example."""
    assert TAG.judges["one_opponent"](player=B1) == OneChosen(B1, A2, A1)
    assert TAG.judges["one_opponent"](player=A1, seating=Seating.OPPOSITE) == OneChosen(A1, B1, B2)


def test_the_ally_sees_the_revealed_hand():
    """tag.opponent.heartbreak-ally-sees-hand-example."""
    assert TAG.judges["revealed_hand"](player=A1, reader=A2) == HandSeen(A1, A2)
    assert TAG.judges["revealed_hand"](player=A1, reader=B1) == HandUndecided(A1, B1)


def test_a_centre_smash_from_the_enemy_area_goes_to_one_whole():
    """tag.smash.centre-line-example: choose one; points and +1 together; no dividing."""
    unit = {"player": A1, "line": Lane.CENTRE, "area": Area.ENEMY, "points": 2}

    assert refusal(table(), "smash", **unit).facts == {"left": B2, "right": B1}
    assert refusal(table(), "smash", **unit, target=(B1, B2)).why == "tag-smash-never-split"
    _, state = play(table(), "smash", **unit, target=(B1,))
    assert (zones(state, B1), zones(state, B2)) == (Zones(3, 32), Zones(0, 35))


SQUARES = {(A1, A2): LaterToGraveyard, (B2, B1): LaterToGraveyard, (A1, B2): SquareBattle, (B1, A1): SquareBattle}


@pytest.mark.parametrize(("pair", "kind"), SQUARES.items(), ids=map("-".join, SQUARES))
def test_allies_have_one_controller_on_the_squares(pair, kind):
    """tag.control.ally-same-controller, tag.control.same-square-later-to-graveyard: as if one's own."""
    assert TAG.judges["square"](first=pair[0], second=pair[1]) == kind(*pair)
    assert TAG.judges["square"](first=A1, second=A1) == OwnSquare(A1)


WORDS = {
    (A1, A1): Whose.YOURS,
    (A1, A2): Whose.ALLYS,
    (A1, B1): Whose.OPPONENTS,
    (A1, B2): Whose.OPPONENTS,
    (B2, B1): Whose.ALLYS,
}


@pytest.mark.parametrize(("pair", "word"), WORDS.items(), ids=map("-".join, WORDS))
def test_cards_tell_yours_the_allys_and_the_opponents_apart(pair, word):
    """tag.control.yours-and-allys-told-apart, tag.opponent.is-the-other-team: both of the other team are opponents."""
    assert TAG.judges["whose"](player=pair[0], owner=pair[1]) == CardSays(*pair, word)


@pytest.mark.parametrize("pile", Pile)
def test_zones_belong_to_each_player(pile):
    """tag.zones.each-player-owns-own: six zones are named; the smash zone is not, so it is left to the table."""
    found = TAG.judges["zone_use"](player=A1, owner=A2, pile=pile)

    assert type(found) is (ZoneUndecided if pile is Pile.SMASH else ZoneNotShared)
    assert type(TAG.judges["zone_use"](player=B1, owner=B1, pile=pile)) is ZoneUsable


@pytest.mark.parametrize(
    ("first", "second", "kind"), [(2, 2, EachMeets), (0, 2, OneMeets), (2, 0, OneMeets), (1, 1, NoneMeets)]
)
def test_a_counting_card_looks_at_each_opponent_alone(first, second, kind):
    """Two cards needed, and 1 and 1 are not 2; one opponent alone is left open by the source."""
    assert type(TAG.judges["each_opponent"](first=first, second=second, at_least=2)) is kind


@pytest.mark.parametrize(
    ("yours", "allys", "limit", "fits"),
    [(3, 0, 3, True), (1, 2, 3, True), (2, 2, 3, False), (0, 4, 3, False), (1, 0, 1, True), (1, 1, 1, False)],
)
def test_copies_count_over_both_decks(yours, allys, limit, fits):
    """tag.deck.three-copies-per-team, tag.deck.restricted-cards-own-limit."""
    kind = CopiesFit if fits else TooManyCopies

    assert TAG.judges["copies"](yours=yours, allys=allys, limit=limit) == kind(yours + allys, limit)
    assert TAG.judges["copies"](yours=2, allys=2) == TooManyCopies(4, 3)


PICTURES = {
    (A1, "beside"): SeatsBeside(A1, far_left=B2, far_right=B1, near_left=A1, near_right=A2),
    (A2, "beside"): SeatsBeside(A2, far_left=B2, far_right=B1, near_left=A1, near_right=A2),
    (B1, "beside"): SeatsBeside(B1, far_left=A2, far_right=A1, near_left=B1, near_right=B2),
    (A1, "opposite"): SeatsOpposite(A1, left=B1, far=A2, right=B2),
    (B1, "opposite"): SeatsOpposite(B1, left=A2, far=B2, right=A1),
    (B2, "opposite"): SeatsOpposite(B2, left=A1, far=B1, right=A2),
}


@pytest.mark.parametrize(("who", "picture"), PICTURES.items(), ids=map("-".join, PICTURES))
def test_the_seats_are_pictured_from_the_readers_side(who, picture):
    assert TAG.judges["seat_picture"](player=who[0], seating=Seating(who[1])) == picture


# The start, the board and the export.

BAD_STARTS = {
    "three players": ({}, SEATS[:3], {}, "tag-players"),
    "other seats": ({}, (Seat("P1"), Seat("P2"), Seat("P3"), Seat("P4")), {}, "tag-players"),
    "no cards": ({}, SEATS, {"library": 0}, "amount-out-of-range"),
    "a thousand cards": ({}, SEATS, {"library": 1000}, "amount-out-of-range"),
    "a strange rule": ({"lives": 3}, SEATS, {}, "rule-unknown"),
    "a strange value": ({"seating": "under"}, SEATS, {}, "rule-value-unknown"),
}


@pytest.mark.parametrize(("house", "seats", "options", "why"), BAD_STARTS.values(), ids=BAD_STARTS)
def test_a_start_that_cannot_be_is_refused(house, seats, options, why):
    with pytest.raises(Refused) as caught:
        start(house, seats, **options)

    assert caught.value.why == why


def test_the_start_settles_the_house_rules():
    events = start({"turns": "players"}, SEATS, library=40, first=Team.B)

    house = {
        "library_loss": "both",
        "double_loss": "draw",
        "turns": "players",
        "seating": "beside",
        "smash_from_library": "moves",
    }
    assert events == [Started(house, Team.B, 40), PlayerTurnBegan(1, Team.B, B1)]


def test_a_changed_house_rule_counts_from_then_on():
    match = opened(TAG, SEATS, {}).append(
        entry(2, change_rule_events(opened(TAG, SEATS, {}), "tag.seating", "opposite"))
    )

    assert TAG.moves["smash"](match.state, player=A1, line=Lane.LEFT, points=1)[0].target == B1


def change_rule_events(match, rule, value):
    return tuple(change_rule(match, rule, value))


def test_the_export_has_the_shape_of_the_contract():
    state = table(A1=Zones(4, 30), A2=Zones(3, 31))

    assert TAG.export(state) == {
        "phase": "duel",
        "turn": 1,
        "active_team": "A",
        "winner": None,
        "teams": {
            "A": {
                "smashes": 7,
                "library": 61,
                "losing": None,
                "players": [
                    {"seat": "A1", "side": "left", "smashes": 4, "library": 30},
                    {"seat": "A2", "side": "right", "smashes": 3, "library": 31},
                ],
            },
            "B": {
                "smashes": 0,
                "library": 70,
                "losing": None,
                "players": [
                    {"seat": "B1", "side": "left", "smashes": 0, "library": 35},
                    {"seat": "B2", "side": "right", "smashes": 0, "library": 35},
                ],
            },
        },
    }


def test_answers_carry_their_edition():
    """tag.doc.version: the board, the export and the format say Ver. 1.1."""
    assert TAG.edition == "1.1"
    assert Line("tag-board-edition", {"edition": "1.1"}) in lines(board(table()))
    assert export(opened(TAG, SEATS, {}))["edition"] == "1.1"


def lines(shown: Board):
    return [shown.heading, *(line for block in shown.blocks for line in block.lines)]


def buttons(shown: Board):
    return [button for block in shown.blocks for row in block.rows for button in row]


def test_the_board_has_every_number_and_who_is_active():
    shown = lines(board(table(first=Team.B, A1=Zones(4, 30), B2=Zones(2, 12))))

    assert shown[0] == Line("tag-board-turn", {"turn": 1, "team": Team.B, "players": (B1, B2)})
    assert Line("tag-board-next", {"first": Team.B, "then": Team.A}) in shown
    assert Line("tag-board-team", {"team": Team.A, "smashes": 4, "library": 65, "most": 9}) in shown
    assert Line("tag-board-team", {"team": Team.B, "smashes": 2, "library": 47, "most": 9}) in shown
    assert [line.facts["seat"] for line in shown if line.message == "tag-board-player"] == list(SEATS)


@pytest.mark.parametrize(
    ("seating", "others"),
    [
        ("beside", [((B1, B2), A2, A1)]),
        ("opposite", [((A2,), B2, B1), ((B1,), A2, A1), ((B2,), A1, A2)]),
    ],
)
def test_the_board_says_whom_the_outer_lines_hit_from_every_side(seating, others):
    """A1's picture, and a line for each of those who see the table otherwise."""
    shown = lines(board(table(house={"seating": seating})))

    assert [tuple(line.facts.values()) for line in shown if line.message == "tag-board-lines"] == others
    for players, left, right in others:
        for player in players:
            (seen,) = TAG.seen_from(table(house={"seating": seating}), player)
            hits = [
                seen.facts.get(name)
                for name in (("far_left", "far_right") if seating == "beside" else ("left", "right"))
            ]
            assert hits == [left, right]


def test_a_pending_loss_stands_first_in_words():
    shown = board(table(B1=Zones(5), B2=Zones(4)))

    assert shown.blocks[0].lines[0] == Line("tag-board-losing", {"team": Team.B, "why": (Loss.SMASHES,)})
    grave = [button.move for button in buttons(shown) if button.weight is Weight.GRAVE]
    assert grave == ["priority"]
    assert not [line for line in lines(board(table())) if line.message == "tag-board-losing"]


@pytest.mark.parametrize(
    ("rule", "message"), [("draw", "tag-board-both-draw"), ("active_loses", "tag-board-both-active")]
)
def test_both_pending_losses_say_what_the_table_plays(rule, message):
    shown = lines(board(table(house={"double_loss": rule}, A1=Zones(9), B1=Zones(9))))

    assert message in [line.message for line in shown]


def test_the_board_offers_the_usual_moves():
    """The active team smashes by a form that names its two opponents; everybody's library counts down by one."""
    offered = buttons(board(table()))

    assert [(b.move, b.options) for b in offered if b.form] == [
        ("smash", {"player": "A1"}),
        ("smash", {"player": "A2"}),
    ]
    assert [b.options for b in offered if b.move == "library"] == [{"player": str(s), "change": "-1"} for s in SEATS]
    assert [b.move for b in offered][-3:] == ["priority", "turn", "undo"]
    target = next(field for field in offered[0].form if field.option == "target")
    assert [value for value, _ in target.choices] == ["B2", "B1"]


def test_the_board_offers_the_smash_of_whose_turn_it_is():
    state = after(table(house={"turns": "players"}), ("turn", {}), ("turn", {}))

    assert [b.options for b in buttons(board(state)) if b.form] == [{"player": "A2"}]
    assert board(state).heading == Line(
        "tag-board-turn-player", {"turn": 3, "team": Team.A, "players": (A1, A2), "seat": A2}
    )


def test_the_last_board_tells_the_result():
    won = board(after(table(B1=Zones(9)), ("priority", {})))
    drawn = board(after(table(B1=Zones(9), A1=Zones(9)), ("priority", {})))

    assert won.heading == Line(
        "tag-board-won", {"team": Team.A, "players": (A1, A2), "turn": 1, "why": (Loss.SMASHES,)}
    )
    assert drawn.heading == Line("tag-board-drawn", {"turn": 1})
    assert buttons(won) == buttons(drawn) == []


# Whatever the table does.


TABLE = WALKS["tag"]


@given(TABLE.openings, st.lists(TABLE.deeds | BACK_AND_FORTH, max_size=25))
def test_any_sequence_keeps_the_zones_in_bounds_and_ends_only_by_priority(opening, sequence):
    match = opening
    for deed in sequence:
        before = match.state
        match = tried(match, deed)
        state: State = match.state
        for player in state.players.values():
            assert 0 <= player.smashes <= PILE_MOST
            assert 0 <= player.library <= PILE_MOST
        if TAG.over(state) and not TAG.over(before) and deed[0] not in ("undo", "redo"):
            assert deed[0] in ("turn", "priority")
            assert any(before.losing(team) for team in Team)
        assert TAG.export(state)["phase"] == ("over" if TAG.over(state) else "duel")


def test_the_recorded_match_replays_for_ever():
    """A match from the first smash to the priority that ends it, with an undo, a redo, a new sitter and a new rule."""
    file = json.loads(RECORDED.read_text(encoding="utf-8"))

    match = restore(FORMATS, file, match_id=1, opened_by=HOST)

    assert export(match) == file
    assert (match.state.winner, match.sitters[B2].name) == (Team.A, "龍可")


@given(TABLE.openings, st.lists(TABLE.deeds, max_size=25))
def test_the_sum_of_the_log_is_the_board(opening, sequence):
    """Smashes dealt, cards moved and corrections made, added up apart from the fold, are what the board shows."""
    match = walk(opening, sequence)
    smashes = dict.fromkeys(SEATS, 0)
    library = {seat: player.library for seat, player in opening.state.players.items()}
    for event in (event for row in match.log for event in row.events):
        match event:
            case Smashed():
                smashes[event.target] += event.dealt
            case SmashesSet():
                smashes[event.seat] += event.smashes - event.before
            case LibraryReduced():
                library[event.seat] -= event.amount
            case LibrarySet():
                library[event.seat] += event.library - event.before

    shown = {line.facts["seat"]: line.facts for line in lines(board(match.state)) if line.message == "tag-board-player"}

    assert {seat: facts["smashes"] for seat, facts in shown.items()} == smashes
    assert {seat: facts["library"] for seat, facts in shown.items()} == library
    for team, of_team in TAG.export(match.state)["teams"].items():
        assert of_team["smashes"] == sum(count for seat, count in smashes.items() if seat[0] == team)
        assert of_team["library"] == sum(count for seat, count in library.items() if seat[0] == team)
