"""Decks as passcodes: .ydk in all the odd shapes, and ydke:// links whole, cut and damaged."""

import base64
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.decks.ydk import CARDS_MOST, Deck, DeckPart, read_deck

PASSCODES = st.lists(st.integers(min_value=1000, max_value=2**32 - 1), max_size=60)
EXAMPLE = "ydke://o6lXBZyFNAI=!viOnAg==!7ydRAA==!"


def link(main, extra, side):
    parts = [base64.b64encode(struct.pack(f"<{len(part)}I", *part)).decode() for part in (main, extra, side)]
    return f"ydke://{'!'.join(parts)}!"


def parts(deck: Deck):
    return deck.main, deck.extra, deck.side


@pytest.mark.parametrize(
    ("text", "main", "extra", "side"),
    [
        pytest.param("#main\n1111\n1111\n#extra\n2222\n!side\n3333\n", (1111, 1111), (2222,), (3333,), id="plain"),
        pytest.param("#created by 遊星\r\n#main\r\n1111\r\n#extra\r\n!side\r\n", (1111,), (), (), id="crlf"),
        pytest.param("\ufeff#main\n1111\n", (1111,), (), (), id="bom"),
        pytest.param("#main\n1111\n#extra\n2222", (1111,), (2222,), (), id="no side, no final newline"),
        pytest.param("1111\n2222", (1111, 2222), (), (), id="no sections"),
        pytest.param("#MAIN\n1111\n#Extra\n2222\n!Side\n3333", (1111,), (2222,), (3333,), id="capitals"),
        pytest.param("#main\n#extra\n!side\n", (), (), (), id="empty sections"),
        pytest.param("#main\n# hand traps\n1111\n\n  2222 \n", (1111, 2222), (), (), id="comments and blanks"),
        pytest.param("#main\n160204001\n511000123\n", (160204001, 511000123), (), (), id="nine digits"),
        pytest.param("#main\n00027551\n27551\n", (27551, 27551), (), (), id="padded"),
        pytest.param("#main\n１１１１\n", (1111,), (), (), id="full width digits"),
        pytest.param(
            "3 14558127\n14558128 x2\n2x 1111\n1111×2",
            (14558127,) * 3 + (14558128,) * 2 + (1111,) * 4,
            (),
            (),
            id="counts",
        ),
        pytest.param("#main\n1111\n!anything\n3333\n", (1111,), (), (3333,), id="any ! is side"),
    ],
)
def test_ydk_files_are_read_as_the_clients_read_them(text, main, extra, side):
    deck = read_deck(text, "A1")
    assert (main, extra, side) == parts(deck)
    assert (deck.unread, deck.notes) == ((), ())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        pytest.param("Ash Blossom", "deck-line-unread", id="a name"),
        pytest.param("0", "deck-line-unread", id="zero"),
        pytest.param("99999999999", "deck-line-unread", id="too long"),
        pytest.param("9999999999", "deck-line-unread", id="above 32 bits"),
        pytest.param("-14558127", "deck-line-unread", id="negative"),
        pytest.param("14558127 3", "deck-number-behind", id="a number behind"),
    ],
)
def test_what_is_odd_in_a_ydk_file_is_told_with_its_line(told, line, why):
    deck = read_deck(f"#main\n1111\n{line}\n", "A1")
    lines = deck.unread + deck.notes
    assert [why] == told(lines)
    assert 3 in (lines[0].facts.get("line"), *lines[0].facts.get("lines", ()))


@pytest.mark.parametrize(
    ("text", "why", "line"),
    [
        pytest.param("", "deck-empty", None, id="empty"),
        pytest.param("# only a comment\n", "deck-empty", None, id="comment"),
        pytest.param("\n灰流うらら\n増殖するG", "deck-no-cards", 2, id="names"),
        pytest.param("<html>\n<body>", "deck-no-cards", 1, id="a page"),
        pytest.param("#main\n1111\n!2026.07 OCG\n14558127 1\n", "deck-is-limit-list", 3, id="a limit list"),
        pytest.param("#main\n" + "99 1111\n" * 7, "deck-too-many-cards", 8, id="endless"),
        pytest.param("#main\n1111\n" + "x\n" * 61, "deck-not-readable", 3, id="mostly junk"),
        pytest.param("1111\n" * 2001, "deck-too-many-lines", None, id="lines"),
    ],
)
def test_what_is_no_deck_is_refused_with_its_line(refusal, text, why, line):
    said, facts = refusal(read_deck, text, "A1")
    assert (why, line) == (said, facts.get("line"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("#main\n# Ash\n1111\n1111\n# Veiler\n2222\n", {1111: "Ash", 2222: "Veiler"}, id="above each"),
        pytest.param("#main\n# Ash\n1111\n# Ash\n1111\n", {1111: "Ash"}, id="above each copy"),
        pytest.param("#main\n# hand traps\n1111\n2222\n", {}, id="a heading is no name"),
        pytest.param("#main\n1111 -- Ash\n2222 # Veiler\n3333\n", {1111: "Ash", 2222: "Veiler"}, id="behind"),
    ],
)
def test_names_come_from_comments_that_are_surely_names(text, names):
    assert names == read_deck(text, "A1").names


@pytest.mark.parametrize(
    "text",
    [EXAMPLE, f"  <{EXAMPLE}>\n", f"`{EXAMPLE}`", EXAMPLE.replace("ydke", "YDKE"), EXAMPLE.replace("Nal", "Nal\n")],
)
def test_a_link_is_read_as_it_is_pasted(text):
    deck = read_deck(text, "A1")
    assert parts(deck) == ((89631139, 36996508), (44508094,), (5318639,))
    assert (deck.unread, deck.notes) == ((), ())


def test_an_empty_link_is_an_empty_deck():
    assert parts(read_deck("ydke://!!!", "A1")) == ((), (), ())


@pytest.mark.parametrize(
    ("text", "why", "facts"),
    [
        pytest.param("ydke://o6lXBZyFNAI=", "deck-link-broken", {}, id="one part"),
        pytest.param("ydke://o6lXBZyFNAI=!viOnAg==", "deck-link-broken", {}, id="two parts"),
        pytest.param("ydke://", "deck-link-broken", {}, id="nothing"),
        pytest.param("ydke://o6lX*ZyFNAI=!!!", "deck-link-broken", {}, id="a foreign sign"),
        pytest.param("ydke://o6lXBZyFNAI!!!", "deck-link-cut", {"part": DeckPart.MAIN}, id="no padding"),
        pytest.param("ydke://!viOnAgA=!!", "deck-link-cut", {"part": DeckPart.EXTRA}, id="five bytes"),
        pytest.param("ydke://!!7ydRAA=", "deck-link-cut", {"part": DeckPart.SIDE}, id="cut at the end"),
        pytest.param("ydke://!!7ydR!", "deck-link-cut", {"part": DeckPart.SIDE}, id="three bytes"),
        pytest.param(f"{EXAMPLE} {EXAMPLE}", "deck-many-links", {"count": 2}, id="two decks"),
        pytest.param(link([1111] * (CARDS_MOST + 1), [], []), "deck-too-many-cards", {"most": CARDS_MOST}, id="huge"),
    ],
)
def test_a_damaged_link_is_refused_in_one_sentence(refusal, text, why, facts):
    said, given_facts = refusal(read_deck, text, "A1")
    assert (why, facts) == (said, {key: given_facts[key] for key in facts})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("ydke://o6lXBZyFNAI=!!", "deck-link-open", id="no closing mark"),
        pytest.param("ydke://AAAAAA==!!!", "deck-line-unread", id="passcode zero"),
        pytest.param(f"my deck {EXAMPLE}", "deck-link-beside", id="words beside"),
    ],
)
def test_what_is_odd_in_a_link_is_told(told, text, why):
    deck = read_deck(text, "A1")
    assert [why] == told(deck.unread + deck.notes)


@given(PASSCODES, PASSCODES, PASSCODES)
def test_a_link_gives_back_the_deck_that_it_was_made_of(main, extra, side):
    assert (tuple(main), tuple(extra), tuple(side)) == parts(read_deck(link(main, extra, side), "A1"))


@given(PASSCODES, PASSCODES, PASSCODES, st.sampled_from(["\n", "\r\n"]), st.integers(0, 12))
def test_a_file_gives_back_the_deck_that_it_was_made_of(main, extra, side, ending, padding):
    lines = [
        "#created by somebody",
        *(["#main"] + [f"{card:0{min(padding, 10)}}" for card in main]),
        *(["#extra"] + [str(card) for card in extra]),
        *(["!side"] + [str(card) for card in side]),
    ]
    assert (tuple(main), tuple(extra), tuple(side)) == parts(read_deck(ending.join(lines), "A1"))


@given(data=st.data())
def test_a_link_cut_anywhere_is_refused_or_told(permitted, data):
    cards = data.draw(st.lists(st.integers(1000, 2**32 - 1), min_size=1, max_size=9))
    whole = link(cards, cards, cards)
    cut = whole[: data.draw(st.integers(len("ydke://"), len(whole) - 1))]
    with permitted("deck-link-broken", "deck-link-cut"):
        deck = read_deck(cut, "A1")
        assert [line.message for line in deck.unread] == ["deck-link-open"]
