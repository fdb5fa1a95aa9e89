"""The lobby: who gets a place, in which order, and when a match can begin."""

from functools import reduce

import pytest

from bot.rules.format import Line, Refused, Seat, Team
from bot.rules.lobby import LOBBY, Joined, LeftLobby, LobbyOpened, MovedUp, Shuffled, open_lobby, seating
from bot.rules.match import Person
from bot.rules.party import PARTY
from bot.rules.tag import TAG
from bot.rules.wrgp import WRGP

YUSEI, JACK, CROW = Person("遊星", 1), Person("ジャック", 2), Person("クロウ", 3)
AKI = Person("アキ")


def lobby(form=WRGP, *sides, **options):
    return reduce(LOBBY.evolve, open_lobby(form, options, sides), None)


def play(state, move, **options):
    events = LOBBY.moves[move](state, **options)
    return events, reduce(LOBBY.evolve, events, state)


def refusal(state, move, **options):
    with pytest.raises(Refused) as caught:
        LOBBY.moves[move](state, **options)
    return caught.value.why


def names(state, team=None):
    return [one.person.name for one in state.of(team)]


def test_a_lobby_opens_with_those_who_are_named():
    assert open_lobby(TAG, {"library": 30}, ((YUSEI,), (AKI,))) == [
        LobbyOpened("tag", True, (4,), {"library": 30}),
        Joined("遊星", 1, Team.A),
        Joined("アキ", None, Team.B),
    ]
    assert open_lobby(PARTY, {}, ((JACK,),))[1:] == [Joined("ジャック", 2, None)]


def test_a_side_that_is_named_too_large_is_refused():
    with pytest.raises(Refused) as caught:
        open_lobby(WRGP, {}, (tuple(map(Person, "abcd")),))

    assert (caught.value.why, caught.value.facts) == ("lobby-full", {"most": 3})


JOINS = {
    "a member": ("join", {"actor": CROW, "team": "B"}, [Joined("クロウ", 3, Team.B)]),
    "a guest": ("guest", {"name": ("鬼柳",), "team": "A"}, [Joined("鬼柳", None, Team.A)]),
    "a member who changes sides": (
        "join",
        {"actor": YUSEI, "team": "B"},
        [LeftLobby("遊星"), Joined("遊星", 1, Team.B)],
    ),
    "a member under a new name": (
        "join",
        {"actor": Person("不動遊星", 1), "team": "B"},
        [LeftLobby("遊星"), Joined("不動遊星", 1, Team.B)],
    ),
    "several guests": (
        "guest",
        {"name": ("鬼柳", "牛尾"), "team": "B"},
        [Joined("鬼柳", None, Team.B), Joined("牛尾", None, Team.B)],
    ),
    "one who leaves": ("leave", {"actor": YUSEI}, [LeftLobby("遊星")]),
    "one who leaves under a new name": ("leave", {"actor": Person("不動遊星", 1)}, [LeftLobby("遊星")]),
    "one who is taken off": ("remove", {"name": "アキ"}, [LeftLobby("アキ")]),
    "one who moves up": ("move_up", {"name": "ジャック"}, [MovedUp("ジャック")]),
}


@pytest.mark.parametrize(("move", "options", "events"), JOINS.values(), ids=JOINS)
def test_places_are_taken_and_given_up(move, options, events):
    assert play(lobby(WRGP, (YUSEI, JACK), (AKI,)), move, **options)[0] == events


REFUSED = {
    "no side chosen": ("join", {"actor": CROW}, "lobby-which-team"),
    "a side that there is not": ("join", {"actor": CROW, "team": "C"}, "lobby-which-team"),
    "in already": ("join", {"actor": YUSEI, "team": "A"}, "lobby-already-in"),
    "a guest in already": ("guest", {"name": ("アキ",), "team": "A"}, "lobby-already-in"),
    "a guest with a member's name": ("guest", {"name": ("遊星",), "team": "B"}, "lobby-already-in"),
    "a guest twice": ("guest", {"name": ("鬼柳", "鬼柳"), "team": "A"}, "lobby-already-in"),
    "a guest too many": ("guest", {"name": ("鬼柳", "牛尾"), "team": "A"}, "lobby-full"),
    "no guest at all": ("guest", {"name": (), "team": "A"}, "name-empty"),
    "leaving without being in": ("leave", {"actor": CROW}, "lobby-not-in"),
    "taking off nobody": ("remove", {"name": "クロウ"}, "lobby-name-unknown"),
    "moving up nobody": ("move_up", {"name": ""}, "lobby-name-unknown"),
    "the first of a side": ("move_up", {"name": "アキ"}, "lobby-already-first"),
}


@pytest.mark.parametrize(("move", "options", "why"), REFUSED.values(), ids=REFUSED)
def test_a_place_that_cannot_be_taken_or_given_up(move, options, why):
    assert refusal(lobby(WRGP, (YUSEI, JACK), (AKI,)), move, **options) == why


def test_a_namesake_is_told_apart_by_a_number():
    state = lobby(WRGP, (YUSEI, JACK), (AKI,))
    for number, team in ((2, "A"), (3, "B")):
        (joined,) = LOBBY.moves["join"](state, actor=Person("遊星", number + 100), team=team)
        state = LOBBY.evolve(state, joined)
        assert joined.name == f"遊星 {number}"


def test_a_full_side_takes_nobody_and_loses_nobody():
    full = lobby(TAG, (YUSEI, JACK), (AKI,))

    assert refusal(full, "join", actor=CROW, team="A") == "lobby-full"
    assert refusal(lobby(TAG, (YUSEI, JACK), (CROW, AKI)), "join", actor=CROW, team="A") == "lobby-full"
    assert refusal(lobby(PARTY, tuple(map(Person, "abcdefgh"))), "guest", name=("i",)) == "lobby-full"


def test_moving_up_keeps_to_the_own_side():
    """Somebody of the other side who stands between them is no step."""
    state = lobby(TAG, (YUSEI,), (AKI,))
    _, state = play(state, "join", actor=JACK, team="A")

    _, state = play(state, "move_up", name="ジャック")

    assert (names(state, Team.A), names(state, Team.B)) == (["ジャック", "遊星"], ["アキ"])


def test_the_order_is_drawn_by_lot():
    state = lobby(PARTY, (YUSEI, JACK, CROW))

    events, after = play(state, "shuffle", chance=lambda _: 0)

    assert events == [Shuffled((1, 2, 0))]
    assert names(after) == ["ジャック", "クロウ", "遊星"]
    assert refusal(lobby(PARTY, (YUSEI,)), "shuffle", chance=lambda _: 0) == "lobby-shuffle-two"


def test_everybody_sits_by_side_and_order():
    state = lobby(TAG, (YUSEI, JACK), (AKI, CROW))

    assert seating(state, TAG) == {Seat("A1"): YUSEI, Seat("A2"): JACK, Seat("B1"): AKI, Seat("B2"): CROW}
    assert seating(lobby(PARTY, (YUSEI, JACK)), PARTY) == {Seat("P1"): YUSEI, Seat("P2"): JACK}


NOT_READY = {
    "a seat open": lobby(WRGP, (YUSEI, JACK, CROW), (AKI,)),
    "nobody": lobby(TAG),
    "one alone": lobby(PARTY, (YUSEI,)),
}


@pytest.mark.parametrize("state", NOT_READY.values(), ids=NOT_READY)
def test_a_match_does_not_begin_while_places_are_open(state):
    form = {"wrgp": WRGP, "tag": TAG, "party": PARTY}[state.game]
    with pytest.raises(Refused) as caught:
        seating(state, form)

    assert caught.value.why == "lobby-not-ready"
    assert caught.value.facts["waiting"] == len(state.waiting)


def test_who_joined_may_act_and_guests_are_acted_for():
    assert LOBBY.joined(lobby(WRGP, (YUSEI, AKI), (JACK,))) == {1, 2}
    assert LOBBY.open_moves == {"join", "leave"}


def test_the_board_shows_who_is_in_and_who_is_missing():
    shown = LOBBY.board(lobby(WRGP, (YUSEI, AKI)))
    lines = [line for block in shown.blocks for line in block.lines]
    facts = {"team": Team.A, "names": ("遊星", "アキ"), "count": 2, "most": 3}

    assert shown.heading == Line("lobby-board-heading", {"game": Line("format-wrgp")})
    assert Line("lobby-board-team", facts) in lines
    assert [line.message for line in lines][1:] == ["lobby-board-team-empty", "lobby-board-next", "lobby-order-wrgp"]
    ready = LOBBY.board(lobby(PARTY, (YUSEI, JACK)))
    assert ready.blocks[-1].lines[0].message == "lobby-board-next-ready"
