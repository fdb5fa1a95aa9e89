"""What people type into commands and forms, read as what a move takes."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from bot.language import Voice
from bot.options import TEXT_MOST, asked, find_seat, mentioned, read_options, read_rule, read_start, split_names
from bot.rules import FORMATS
from bot.rules.format import Change, Refused, Seat, Team
from bot.rules.match import Person
from bot.rules.tag import TAG, Area, Lane
from bot.rules.wrgp import RULES, WRGP, DrawCause, Kind, ListStatus

A1, A2, A3, B1, B2, B3 = (Seat(code) for code in ("A1", "A2", "A3", "B1", "B2", "B3"))
SITTERS = {
    A1: Person("遊星", 11),
    A2: Person("Jack Atlas", 12),
    A3: Person("クロウ"),
    B1: Person("Jakob", 21),
    B2: Person("Luna"),
    B3: Person("Luna"),
}

FOUND = {
    "code": ("A1", A1),
    "small code": ("b1", B1),
    "full-width code": ("Ａ２", A2),
    "code with spaces": (" A 3 ", A3),
    "mention": ("<@12>", A2),
    "mention of a nickname": ("<@!21>", B1),
    "mention with spaces": (" <@11> ", A1),
    "name": ("遊星", A1),
    "name with a space": ("Jack Atlas", A2),
    "name without its space": ("jackatlas", A2),
    "name with an at sign": ("@Jakob", B1),
    "half-width kana": ("ｸﾛｳ", A3),
    "beginning of a name": ("jac", A2),
    "beginning in Japanese": ("遊", A1),
}


@pytest.mark.parametrize(("typed", "seat"), FOUND.values(), ids=FOUND)
def test_a_seat_is_found_by_code_mention_or_name(typed, seat):
    assert find_seat(typed, SITTERS) == seat


NOT_FOUND = {
    "nobody": ("Yusei", "player-unknown"),
    "empty": ("", "player-unknown"),
    "a space": ("　", "player-unknown"),
    "no such seat": ("A4", "player-unknown"),
    "a seat of another game": ("P1", "player-unknown"),
    "a mention of somebody else": ("<@99>", "player-unknown"),
    "two of one name": ("luna", "player-ambiguous"),
    "a beginning of two": ("ja", "player-ambiguous"),
    "everyone": ("@everyone", "player-unknown"),
}


@pytest.mark.parametrize(("typed", "why"), NOT_FOUND.values(), ids=NOT_FOUND)
def test_nobody_and_several_are_refused_with_the_seats_to_choose_from(typed, why):
    with pytest.raises(Refused) as caught:
        find_seat(typed, SITTERS)

    assert caught.value.why == why
    assert set(caught.value.facts["seats"]) <= set(SITTERS)
    assert len(caught.value.facts["typed"]) <= 40


def test_a_seat_code_is_stronger_than_a_name():
    assert find_seat("A1", {A1: Person("x"), A2: Person("A1")}) == A1


def test_a_whole_name_is_stronger_than_a_beginning():
    assert find_seat("Jack", {A1: Person("Jackie"), A2: Person("Jack")}) == A2


NAMES = {
    "commas": ("遊星, ジャック,クロウ", ("遊星", "ジャック", "クロウ")),
    "Japanese commas": ("遊星、ジャック、クロウ", ("遊星", "ジャック", "クロウ")),
    "full-width commas": ("遊星，ジャック，クロウ", ("遊星", "ジャック", "クロウ")),
    "spaces": ("遊星 ジャック クロウ", ("遊星", "ジャック", "クロウ")),
    "full-width spaces": ("遊星　ジャック　クロウ", ("遊星", "ジャック", "クロウ")),
    "names with spaces between commas": ("Jack Atlas, Crow Hogan", ("Jack Atlas", "Crow Hogan")),
    "lines": ("遊星\nジャック", ("遊星", "ジャック")),
    "semicolons": ("a; b；c", ("a", "b", "c")),
    "mentions that touch": ("<@1><@!2> <@3>", ("<@1>", "<@!2>", "<@3>")),
    "mentions and names": ("<@1>, クロウ", ("<@1>", "クロウ")),
    "commas too many": (",a,,b,", ("a", "b")),
    "nothing": ("", ()),
    "only separators": (" ,、 ", ()),
}


@pytest.mark.parametrize(("typed", "names"), NAMES.values(), ids=NAMES)
def test_names_are_separated_as_people_separate_them(typed, names):
    assert split_names(typed) == names


MENTIONS = {
    "<@5>": 5,
    "<@!5>": 5,
    " <@5> ": 5,
    "5": None,
    "<@5> x": None,
    "<@>": None,
    "<#5>": None,
    "@x": None,
    "<@٥>": None,
    f"<@{'9' * 5000}>": None,
}


@pytest.mark.parametrize(("typed", "user"), MENTIONS.items(), ids=[text[:12] for text in MENTIONS])
def test_a_mention_names_a_user_and_nothing_else(typed, user):
    assert mentioned(typed) == user


def test_options_are_read_by_the_types_that_a_move_declares():
    read = {
        "damage": {"player": "遊", "amount": "800*3", "kind": "effect"},
        "pay": {"player": "B1", "amount": "半分"},
        "counters": {"team": "b", "change": "-2"},
        "draw": {"cause": "One_Card", "loser": "A"},
        "once": {"team": "A", "card": " Glow-Up \n Bulb "},
    }

    assert {move: read_options(WRGP.moves[move], typed, SITTERS) for move, typed in read.items()} == {
        "damage": {"player": A1, "amount": 2400, "kind": Kind.EFFECT},
        "pay": {"player": B1, "amount": "half"},
        "counters": {"team": Team.B, "change": Change(-2, relative=True)},
        "draw": {"cause": DrawCause.ONE_CARD, "loser": Team.A},
        "once": {"team": Team.A, "card": "Glow-Up Bulb"},
    }


def test_what_is_left_out_stays_out():
    assert read_options(WRGP.moves["damage"], {"player": "A1", "amount": "1", "kind": None}, SITTERS) == {
        "player": A1,
        "amount": 1,
    }


def test_what_has_its_type_already_is_kept():
    typed = {"player": A1, "line": Lane.LEFT, "points": 3, "area": Area.OWN}

    assert read_options(TAG.moves["smash"], typed, SITTERS) == typed


SEVERAL = {
    "one": ("B1", (B1,)),
    "two": ("B1, 遊星", (B1, A1)),
    "one name with a space": ("Jack Atlas", (A2,)),
    "two codes by a space": ("B1 A1", (B1, A1)),
}


@pytest.mark.parametrize(("typed", "seats"), SEVERAL.values(), ids=SEVERAL)
def test_several_seats_are_read_from_one_text(typed, seats):
    assert read_options(TAG.moves["smash"], {"target": typed}, SITTERS) == {"target": seats}


def test_several_numbers_are_read_from_one_text():
    typed = {"status": "limited", "held": "2, １ 0"}
    with pytest.raises(Refused):
        read_options(WRGP.judges["team_copies"], typed, SITTERS)

    read = read_options(WRGP.judges["team_copies"], typed | {"held": "2,１,0"}, SITTERS)
    assert read == {"status": ListStatus.LIMITED, "held": (2, 1, 0)}


BAD_OPTIONS = {
    "a seat": ({"player": "nobody"}, "player-unknown"),
    "an amount": ({"amount": "many"}, "amount-unreadable"),
    "a word of the rules": ({"kind": "magic"}, "option-unknown"),
    "an empty word of the rules": ({"kind": ""}, "option-unknown"),
}


@pytest.mark.parametrize(("typed", "why"), BAD_OPTIONS.values(), ids=BAD_OPTIONS)
def test_what_cannot_be_read_is_refused(typed, why):
    with pytest.raises(Refused) as caught:
        read_options(WRGP.moves["damage"], typed, SITTERS)

    assert caught.value.why == why


def test_a_text_is_kept_on_one_line_and_within_bounds():
    typed = "a\u202eb\u200bc\td\x00\n" + "x" * 500

    read = read_options(WRGP.moves["effect_add"], {"text": typed}, SITTERS)["text"]

    assert read.startswith("abc d x")
    assert len(read) == TEXT_MOST


HOUSES = {
    "a word": ("edition", "plain", "plain"),
    "a capital": ("edition", "PLAIN", "plain"),
    "full width": ("edition", "２０１８", "2018"),
    "a number": ("starting_life", "4000", 4000),
    "a sum": ("starting_life", "8000/2", 4000),
}


@pytest.mark.parametrize(("key", "typed", "value"), HOUSES.values(), ids=HOUSES)
def test_a_house_rules_value_is_read(key, typed, value):
    assert read_rule(next(rule for rule in RULES if rule.key == key), typed) == value


BAD_HOUSES = {
    "no such word": ("edition", "2022", "rule-value-unknown"),
    "no number": ("starting_life", "many", "amount-unreadable"),
    "no life": ("starting_life", "0", "rule-value-range"),
    "a fraction": ("starting_life", "0.5", "amount-not-whole"),
    "without end": ("starting_life", "1" + "0" * 30, "rule-value-range"),
}


@pytest.mark.parametrize(("key", "typed", "why"), BAD_HOUSES.values(), ids=BAD_HOUSES)
def test_a_house_rules_value_that_cannot_be_is_refused(key, typed, why):
    with pytest.raises(Refused) as caught:
        read_rule(next(rule for rule in RULES if rule.key == key), typed)

    assert caught.value.why == why


def test_a_start_is_read_into_house_rules_and_options():
    """`first` is kept as typed: who that is, is known once everybody sits."""
    assert read_start(WRGP, {"starting_life": "４０００", "first": "random", "edition": None}) == {
        "starting_life": 4000,
        "first": "random",
    }
    assert read_start(TAG, {"library": "40-5"}) == {"library": 35}


@given(st.sampled_from([*FORMATS.values()]), st.text(max_size=60), st.data())
def test_whatever_is_typed_is_read_or_refused(form, typed, data):
    """What is refused is refused in words."""
    deed = data.draw(st.sampled_from([*form.moves.values(), *form.judges.values()]))
    for name in asked(deed):
        try:
            read = read_options(deed, {name: typed}, SITTERS)
        except Refused as refused:
            Voice("both").refuse(refused)
            continue
        assert read.keys() == {name}
