"""Lists of names in all the forms that players paste, and lists of restricted cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.decks.text import fold
from bot.decks.textlist import CARDS_MOST, DeckZone, read_card_list, read_restrictions

TRAPS = [
    "13番目の計画",
    "20thSPじーさん",
    "2番ウッドのタイガーくん",
    "♪2×2-4×5+17=1",
    "♪言葉すら もう必要ない ×××××",
    "配球の超人 / 記録的剛球",
    "奇天烈 シャッフ",
    "【今日のラッキーナンバー！】",
    "S級不死 デッドゾーン",
    "∞龍 ゲンムエンペラー",
    "D2W2 バイケン",
    "5000GT",
    "X・ドラゴン",
    "xenon x",
    "単騎連射 マグナム",
    "「大蛇」の鬼 ジャドク丸",
]


def cards(text, known=()):
    return [(entry.name, entry.copies) for entry in read_card_list(text, "P1", known).cards]


@pytest.mark.parametrize(
    ("line", "name", "copies"),
    [
        pytest.param("4 天災 デドダム", "天災 デドダム", 4, id="count ahead"),
        pytest.param("４　天災 デドダム", "天災 デドダム", 4, id="full width"),
        pytest.param("4x 天災 デドダム", "天災 デドダム", 4, id="4x"),
        pytest.param("4 x 天災 デドダム", "天災 デドダム", 4, id="4 x"),
        pytest.param("4×天災 デドダム", "天災 デドダム", 4, id="4× without a space"),
        pytest.param("4枚 天災 デドダム", "天災 デドダム", 4, id="4枚 ahead"),
        pytest.param("x4 天災 デドダム", "天災 デドダム", 4, id="x4 ahead"),
        pytest.param("天災 デドダム x4", "天災 デドダム", 4, id="x4"),
        pytest.param("天災 デドダム ×4", "天災 デドダム", 4, id="×4"),
        pytest.param("天災 デドダム　✕ ４枚", "天災 デドダム", 4, id="full width behind"),
        pytest.param("天災 デドダム 4枚", "天災 デドダム", 4, id="4枚"),
        pytest.param("天災 デドダム,4", "天災 デドダム", 4, id="comma behind"),
        pytest.param("4,天災 デドダム", "天災 デドダム", 4, id="comma ahead"),
        pytest.param("4\t天災 デドダム", "天災 デドダム", 4, id="table of count and name"),
        pytest.param("天災 デドダム\t4", "天災 デドダム", 4, id="table of name and count"),
        pytest.param("天災 デドダム", "天災 デドダム", 1, id="bare"),
        pytest.param("《天災 デドダム》", "天災 デドダム", 1, id="brackets"),
        pytest.param("《天災 デドダム》×4", "天災 デドダム", 4, id="brackets and ×4"),
        pytest.param("《天災 デドダム》 4枚", "天災 デドダム", 4, id="brackets and 4枚"),
        pytest.param("4《天災 デドダム》", "天災 デドダム", 4, id="count before brackets"),
        pytest.param("・天災 デドダム", "天災 デドダム", 1, id="bullet"),
        pytest.param("- 4 天災 デドダム", "天災 デドダム", 4, id="dash bullet"),
        pytest.param("12. 天災 デドダム", "天災 デドダム", 1, id="numbered"),
        pytest.param("4 Bolshack Dragon (DM22-RP1)", "Bolshack Dragon", 4, id="set code"),
        pytest.param("4 天災 デドダム # 強い", "天災 デドダム", 4, id="comment behind"),
        pytest.param("1 13番目の計画", "13番目の計画", 1, id="count before a name with a digit"),
        pytest.param("2 ♪2×2-4×5+17=1", "♪2×2-4×5+17=1", 2, id="count before a name with signs"),
        pytest.param("♪言葉すら もう必要ない ×××××　×2", "♪言葉すら もう必要ない ×××××", 2, id="signs, then a count"),
        pytest.param("2 配球の超人 ／ 記録的剛球", "配球の超人 ／ 記録的剛球", 2, id="twinpact"),
        pytest.param("配球の超人/記録的剛球 x2", "配球の超人/記録的剛球", 2, id="twinpact behind"),
        pytest.param("4 X-レイ", "X-レイ", 4, id="a name that begins with X"),
    ],
)
def test_each_form_of_a_line(line, name, copies):
    deck = read_card_list(f"{line}\r\n", "P1")
    assert [(name, copies)] == [(entry.name, entry.copies) for entry in deck.cards]
    assert (deck.unread, deck.notes) == ((), ())


@pytest.mark.parametrize("name", TRAPS)
def test_a_name_with_digits_or_signs_is_one_card(name):
    assert [(name, 1)] == cards(name)


@pytest.mark.parametrize(
    "name", [*TRAPS, "光 5", "計画×4", "計画4枚", "計画 (2)", "x4 計画", "4 計画", "■計画", "計画:", "#計画", "デッキ"]
)
def test_a_card_table_settles_what_a_line_means(name):
    deck = read_card_list(name, "P1", {fold(name)})
    assert [(name, 1)] == [(entry.name, entry.copies) for entry in deck.cards]
    assert (deck.unread, deck.notes) == ((), ())


@pytest.mark.parametrize(
    ("line", "name", "copies"),
    [
        pytest.param("天災 デドダム×4", "天災 デドダム", 4, id="× without a space"),
        pytest.param("天災デドダム4枚", "天災デドダム", 4, id="枚 without a space"),
        pytest.param("天災デドダム (4)", "天災デドダム", 4, id="count in brackets"),
        pytest.param("4天災デドダム", "4天災デドダム", 1, id="digit ahead without a space"),
        pytest.param("天災デドダム 4", "天災デドダム 4", 1, id="digit behind without a sign"),
    ],
)
def test_a_line_that_may_be_meant_otherwise_is_read_and_told(told, line, name, copies):
    deck = read_card_list(f"1 零\n{line}", "P1")
    assert (name, copies) == deck.cards[1][:2]
    assert told(deck.notes) == ["deck-line-doubtful"]
    assert (2, name, copies) == tuple(deck.notes[0].facts[fact] for fact in ("line", "card", "copies"))


@pytest.mark.parametrize(
    ("line", "read"),
    [
        pytest.param("《甲》 《乙》", [("甲", 1), ("乙", 1)], id="two"),
        pytest.param("《甲》×2、《乙》×3", [("甲", 2), ("乙", 3)], id="counts behind"),
        pytest.param("2《甲》 3《乙》", [("甲", 2), ("乙", 3)], id="counts ahead"),
        pytest.param("2 《甲 / 丙》 《乙》", [("甲 / 丙", 2), ("乙", 1)], id="one count, a twinpact"),
    ],
)
def test_brackets_hold_several_cards_a_line(line, read):
    deck = read_card_list(line, "P1")
    assert read == [(entry.name, entry.copies) for entry in deck.cards]
    assert deck.notes == ()


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        pytest.param("パートナー: 甲\n乙", {"甲": DeckZone.PARTNER, "乙": DeckZone.MAIN}, id="line ahead"),
        pytest.param("乙\nPartner：1 甲", {"甲": DeckZone.PARTNER, "乙": DeckZone.MAIN}, id="line, full width colon"),
        pytest.param("1 甲 (パートナー)\n乙", {"甲": DeckZone.PARTNER, "乙": DeckZone.MAIN}, id="mark"),
        pytest.param(
            "《甲》(統率者)\n《乙》", {"甲": DeckZone.PARTNER, "乙": DeckZone.MAIN}, id="mark behind brackets"
        ),
        pytest.param("【パートナー】\n甲\n乙", {"甲": DeckZone.PARTNER, "乙": DeckZone.MAIN}, id="heading, one card"),
        pytest.param(
            "# Partner\n1 甲\n# Main Deck (59)\n1 乙", {"甲": DeckZone.PARTNER, "乙": DeckZone.MAIN}, id="headings"
        ),
        pytest.param(
            "メインデッキ 40枚\n甲\n【超次元ゾーン】\n乙\n■超GR\n丙",
            {"甲": DeckZone.MAIN, "乙": DeckZone.HYPERSPATIAL, "丙": DeckZone.GR},
            id="zones",
        ),
        pytest.param("甲\n== Sideboard ==\n乙", {"甲": DeckZone.MAIN, "乙": DeckZone.SIDE}, id="sideboard"),
        pytest.param(
            "//deck-1\nクリーチャー (2)\n甲\n呪文：1\n乙\n----------\n合計 60枚",
            {"甲": DeckZone.MAIN, "乙": DeckZone.MAIN},
            id="kinds, rules, totals and comments say nothing",
        ),
    ],
)
def test_headings_and_marks_put_cards_in_zones(text, zones):
    deck = read_card_list(text, "P1")
    assert zones == {entry.name: entry.zone for entry in deck.cards}
    assert (deck.unread, deck.notes) == ((), ())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        pytest.param("14558127", "deck-line-unread", id="a passcode"),
        pytest.param("https://example.com/deck", "deck-line-unread", id="an address"),
        pytest.param("あ" * 201, "deck-line-unread", id="endless"),
        pytest.param(f"甲{' ' * 400}×2", "deck-line-unread", id="too wide"),
        pytest.param("0 甲", "deck-line-zero", id="none of it"),
        pytest.param("■自由枠", "deck-heading-skipped", id="a heading of one's own"),
        pytest.param("《甲》は強い", "deck-text-skipped", id="words beside"),
    ],
)
def test_what_is_not_counted_is_told_with_its_line(told, line, why):
    deck = read_card_list(f"1 零\n{line}", "P1")
    lines = deck.unread + deck.notes
    assert [why] == told(lines)
    assert lines[0].facts["line"] == 2


@pytest.mark.parametrize(
    ("text", "why", "line"),
    [
        pytest.param("", "deck-empty", None, id="empty"),
        pytest.param("\n# comment\n【メインデッキ】", "deck-empty", None, id="headings only"),
        pytest.param("#main\n14558127\n14558127", "deck-no-cards", 2, id="a ydk file"),
        pytest.param("99 甲\n" * 7, "deck-too-many-cards", 7, id="endless"),
        pytest.param("甲\n" * 2001, "deck-too-many-lines", None, id="lines"),
        pytest.param("1\n" * 61, "deck-not-readable", 1, id="junk"),
    ],
)
def test_what_is_no_list_is_refused(refusal, text, why, line):
    said, facts = refusal(read_card_list, text, "P1")
    assert (why, line) == (said, facts.get("line"))


NAMES = st.builds(
    "{}{}{}".format,
    st.sampled_from("アイウエオ龍王神"),
    st.text("アイウエオ龍王神ー・×/0123456789", max_size=12),
    st.sampled_from(["龍", " 神", " / 王", "×××神", "99の王"]),
)


@given(
    st.lists(st.tuples(NAMES, st.integers(1, 9)), min_size=1, max_size=9),
    st.sampled_from(["{1} {0}", "{1}x {0}", "{0} x{1}", "{0} ×{1}", "《{0}》×{1}", "{1}\t{0}"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_a_list_gives_back_what_was_written(deck, form, ending):
    text = ending.join(form.format(*card) for card in deck)
    assert deck == cards(text)


@given(text=st.text(max_size=200))
def test_any_text_is_read_or_refused(permitted, text):
    with permitted("deck-"):
        deck = read_card_list(text, "P1")
        assert 0 < sum(entry.copies for entry in deck.cards) <= CARDS_MOST


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        pytest.param("甲\n1 乙\n2 丙\n0 丁", {"甲": 1, "乙": 1, "丙": 2, "丁": 0}, id="counts, bare is one"),
        pytest.param("【禁止カード】\n甲\n【制限カード】\n乙\n準制限\n丙", {"甲": 0, "乙": 1, "丙": 2}, id="headings"),
        pytest.param("プレミアム殿堂\n甲\n殿堂\n乙\n公式大会では使えません\n丙", {"甲": 0, "乙": 1}, id="only a print"),
        pytest.param("name,limit\r\n甲,0\r\n乙,2\r\n", {"甲": 0, "乙": 2}, id="csv"),
        pytest.param("\ufeff名前,制限枚数\n甲,1\n", {"甲": 1}, id="csv in Japanese"),
        pytest.param("甲\n甲 ×2", {"甲": 2}, id="the later line counts"),
    ],
)
def test_restricted_cards_are_read_with_their_limits(text, limits):
    assert {fold(name): limit for name, limit in limits.items()} == read_restrictions(text, "list").limits


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("甲\n甲 ×2", ["list-cards-twice"], id="twice"),
        pytest.param("甲×2", ["list-line-doubtful"], id="doubtful"),
        pytest.param("甲\n14558127", ["deck-line-unread"], id="a passcode"),
        pytest.param("name,limit\n甲,1\n乙,many", ["deck-line-unread"], id="csv without a number"),
    ],
)
def test_what_is_odd_in_restricted_cards_is_told(told, text, why):
    restricted = read_restrictions(text, "list")
    assert why == told(restricted.unread + restricted.notes)


def test_restrictions_without_cards_are_refused(refusal):
    assert refusal(read_restrictions, "# nothing", "list")[0] == "deck-empty"
