"""The deck rules, passage by passage, and what the files alone do not decide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.decks.judges import Partner, judge_party, judge_tag, judge_wrgp
from bot.decks.lflist import read_limit_list
from bot.decks.table import read_card_table, read_id_map
from bot.decks.textlist import DeckZone, read_card_list, read_restrictions
from bot.decks.ydk import Deck, read_deck
from bot.rules.format import Seat
from bot.rules.party.terms import Civilisation

SEATS = (Seat("A1"), Seat("A2"), Seat("A3"))
LIST = read_limit_list(
    "!2026.07 OCG\n1000001 0 --Pot of Greed\n1000101 1 --Ash Blossom\n1000201 2 --Semi\n1000301 3 --Free\n", "list"
)
WHITELIST = read_limit_list("!GOAT\n$whitelist\n1000101 1\n" + "".join(f"{n} 3\n" for n in range(5000, 8999, 20)), "l")


def filler(seat, size=40):
    """Main deck cards that nobody else plays, three of each at most, no two near each other."""
    first = 5000 + 1000 * SEATS.index(seat)
    return tuple(first + 20 * (index // 3) for index in range(size))


def team(*held, extra=(), side=()):
    """Three legal decks that also hold, one after the other, the given cards (side and extra go to the first)."""
    return [
        Deck(
            seat,
            main=tuple(cards) + filler(seat, 40 - len(cards)),
            extra=tuple(extra) if seat == "A1" else (9000,),
            side=tuple(side) if seat == "A1" else (),
        )
        for seat, cards in zip(SEATS, held, strict=True)
    ]


def of(line):
    """Who holds how many, of a violation."""
    return {holder.facts["source"]: holder.facts["count"] for holder in line.facts["holders"]}


@pytest.mark.parametrize(
    ("held", "extra", "side", "why", "holders"),
    [
        pytest.param(
            ([42] * 2, [42] * 2, []),
            (9000,),
            (),
            "deck-too-many",
            {"A1": 2, "A2": 2},
            id="wrgp.deck.same-name-three-per-team: two and two",
        ),
        pytest.param(([42] * 3, [], []), (9000,), (), None, None, id="wrgp.deck.same-name-three-per-team: three"),
        pytest.param(([42], [42], [42]), (9000,), (), None, None, id="wrgp.difference.team-regulation: one each"),
        pytest.param(
            ([42], [42] * 2, []), (9000,), (42,), "deck-too-many", {"A1": 2, "A2": 2}, id="the side deck counts"
        ),
        pytest.param(
            ([], [42] * 2, [42]), (42,), (), "deck-too-many", {"A1": 1, "A2": 2, "A3": 1}, id="the extra deck counts"
        ),
        pytest.param(
            ([1000201], [1000201], []), (9000,), (), None, None, id="wrgp.deck.semi-limited-two-per-team: two"
        ),
        pytest.param(
            ([1000201], [1000201], [1000201]),
            (9000,),
            (),
            "deck-too-many",
            {"A1": 1, "A2": 1, "A3": 1},
            id="wrgp.deck.semi-limited-two-per-team: three",
        ),
        pytest.param(([1000101], [], []), (9000,), (), None, None, id="wrgp.deck.limited-one-per-team: one"),
        pytest.param(
            ([], [1000101], [1000101]),
            (9000,),
            (),
            "deck-too-many",
            {"A2": 1, "A3": 1},
            id="wrgp.deck.limited-one-per-team: two team-mates",
        ),
        pytest.param(
            ([], [], [1000001]), (9000,), (), "deck-forbidden", {"A3": 1}, id="wrgp.deck.three-legal-decks: forbidden"
        ),
        pytest.param(
            ([1000301] * 3, [1000301], []), (9000,), (), "deck-too-many", {"A1": 3, "A2": 1}, id="listed as free"
        ),
    ],
)
def test_cards_are_counted_over_the_whole_team(told, held, extra, side, why, holders):
    report = judge_wrgp(team(*held, extra=extra, side=side), LIST)
    told(report)
    assert [why] * bool(why) == [line.message for line in report.violations]
    assert not why or holders == of(report.violations[0])


def test_three_decks_are_required(refusal):
    """wrgp.deck.three-legal-decks"""
    assert refusal(judge_wrgp, team([], [], [])[:2], LIST) == ("deck-three-decks", {"count": 2})


def test_the_whole_list_of_violations_comes_the_gravest_cards_first(told):
    report = judge_wrgp(team([42] * 4, [1000101] * 2, [1000001, 1000201, 1000201, 1000201]), LIST)
    assert told(report)[:5] == ["deck-breaks", "deck-forbidden", "deck-too-many", "deck-too-many", "deck-too-many"]
    assert [line.facts["most"] for line in report.violations] == [0, 1, 2, 3]
    assert [line.facts["card"] for line in report.violations] == [
        "Pot of Greed (1000001)",
        "Ash Blossom (1000101)",
        "Semi (1000201)",
        "42",
    ]


@pytest.mark.parametrize(
    ("main", "extra", "violations", "unsettled"),
    [
        pytest.param(40, 15, [], [], id="least and most"),
        pytest.param(60, 0, [], [], id="most"),
        pytest.param(39, 0, ["deck-main-size"], [], id="too few"),
        pytest.param(61, 1, ["deck-main-size"], [], id="too many"),
        pytest.param(40, 16, ["deck-extra-size"], [], id="extra too many"),
        pytest.param(0, 0, ["deck-main-size"], [], id="empty"),
        pytest.param(61, 0, [], ["deck-main-mixed"], id="extra cards may stand under main"),
        pytest.param(75, 0, [], ["deck-main-mixed"], id="as many as may"),
        pytest.param(76, 0, ["deck-main-size"], [], id="more than may"),
    ],
)
def test_each_deck_has_its_size(told, main, extra, violations, unsettled):
    decks = team([], [], [])
    first = [Deck(SEATS[0], main=filler(SEATS[0], main), extra=tuple(9000 + 20 * n for n in range(extra))), *decks[1:]]
    report = judge_wrgp(first, LIST)
    told(report)
    assert (violations, unsettled) == (
        [line.message for line in report.violations],
        [line.message for line in report.unsettled],
    )


def test_a_side_deck_is_noted():
    report = judge_wrgp(team([], [], [], side=(77777,)), LIST)
    assert [(line.facts["source"], line.facts["count"]) for line in report.notes if line.message == "deck-side"] == [
        ("A1", 1)
    ]


@pytest.mark.parametrize(
    ("held", "why"),
    [
        pytest.param(([1000101], [], []), [], id="listed"),
        pytest.param(([], [42], []), ["deck-not-on-whitelist"], id="not listed"),
        pytest.param(([1000101], [1000101], []), ["deck-too-many"], id="listed once"),
    ],
)
def test_a_whitelist_forbids_what_it_does_not_name(told, held, why):
    decks = [Deck(deck.source, main=deck.main) for deck in team(*held)]
    report = judge_wrgp(decks, WHITELIST)
    told(report)
    assert why == [line.message for line in report.violations]


ALIKE = (
    "!2026.07 OCG\n14558127 1 --Ash Blossom\n14558128 1 --Ash Blossom\n"
    "46986414 3 --Dark Magician\n36996508 3 --Dark Magician\n"
)


@pytest.mark.parametrize(
    ("held", "limits", "ids", "violations", "unsettled", "notes"),
    [
        pytest.param(
            ([14558127], [14558128], []),
            ALIKE,
            "",
            ["deck-too-many"],
            [],
            [],
            id="near and named alike by the list is one card",
        ),
        pytest.param(
            ([18144506] * 2, [18144507] * 2, []),
            "!2026.07 OCG\n",
            "",
            [],
            ["deck-perhaps-same"],
            [],
            id="near alone is told, because together they break the limit",
        ),
        pytest.param(
            ([18144506], [18144507], []),
            "!2026.07 OCG\n",
            "",
            [],
            [],
            ["deck-perhaps-same"],
            id="near alone within the limit is a note",
        ),
        pytest.param(
            ([18144506] * 2, [18144507] * 2, []),
            "!2026.07 OCG\n",
            "18144506 1\n18144507 1",
            ["deck-too-many"],
            [],
            [],
            id="the map joins pictures",
        ),
        pytest.param(
            ([81945676] * 3, [81945678] * 3, []),
            "!2026.07 OCG\n",
            "81945676 1\n81945678 2",
            [],
            [],
            [],
            id="the map parts near cards",
        ),
        pytest.param(
            ([14558127] * 3, [], []),
            "!2026.07 OCG\n14558128 1 --A\n",
            "14558127,1,A\n14558128,2,A",
            [],
            [],
            [],
            id="the map parts even near cards named alike",
        ),
        pytest.param(
            ([14558127] * 2, [], []),
            "!2026.07 OCG\n14558127 3\n14558129 1\n",
            "",
            [],
            [],
            [],
            id="a listed number is not taken for another listed one",
        ),
        pytest.param(
            ([46986414] * 2, [36996508] * 2, []),
            "!2026.07 OCG\n",
            "46986414 4041\n36996508 4041",
            ["deck-too-many"],
            [],
            [],
            id="the map joins official numbers far apart",
        ),
        pytest.param(
            ([46986414] * 2, [36996508] * 2, []),
            ALIKE,
            "",
            [],
            ["deck-perhaps-same"],
            [],
            id="far and named alike is told",
        ),
        pytest.param(
            ([14558128] * 3, [], []),
            "!2026.07 OCG\n14558127 1 --Ash\n",
            "",
            [],
            ["deck-perhaps-listed"],
            [],
            id="near a limited card is told",
        ),
        pytest.param(
            ([14558128], [], []),
            "!2026.07 OCG\n14558127 1 --Ash\n",
            "",
            [],
            [],
            ["deck-perhaps-listed"],
            id="near a limited card within its limit is a note",
        ),
        pytest.param(
            ([14558128] * 2, [], []),
            "!2026.07 OCG\n14558127 1\n",
            "14558127 1\n14558128 1",
            ["deck-too-many"],
            [],
            [],
            id="the limit holds for the other picture",
        ),
        pytest.param(
            ([14558128] * 2, [], []),
            "!L\n$whitelist\n14558127 3\n",
            "14558127 1\n14558128 1",
            [],
            [],
            [],
            id="the whitelist names the other picture",
        ),
        pytest.param(
            ([14558127, 14558128], [], []),
            "!2026.07 OCG\n14558127 1\n14558128 2\n",
            "14558127 1\n14558128 1",
            ["deck-too-many"],
            [],
            [],
            id="a number's own entry goes first, the lowest binds",
        ),
    ],
)
def test_one_card_under_several_numbers(told, held, limits, ids, violations, unsettled, notes):
    """wrgp.deck.same-name-three-per-team: numbers near each other prove nothing alone."""
    decks = [Deck(seat, main=tuple(cards)) for seat, cards in zip(SEATS, held, strict=True)]
    report = judge_wrgp(decks, read_limit_list(limits, "list"), read_id_map(ids, "map") if ids else None)
    told(report)
    sizes = ["deck-main-size"] * 3
    assert sizes + violations == [line.message for line in report.violations]
    assert unsettled == [line.message for line in report.unsettled]
    assert notes == [line.message for line in report.notes if line.message.startswith("deck-perhaps")]


def test_numbers_that_the_map_does_not_know_are_told():
    decks = [Deck(seat, main=(14558127, 160204001)) for seat in SEATS]
    report = judge_wrgp(decks, LIST, read_id_map("14558127 12950", "map"))
    assert [line.facts["cards"] for line in report.unsettled if line.message == "deck-not-in-id-map"] == [
        ("160204001",)
    ]


def test_without_a_list_the_answer_says_so():
    report = judge_wrgp(team([], [], []))
    assert (report.verdict.message, [line.message for line in report.unsettled]) == ("deck-open", ["deck-no-list"])


def test_names_come_from_the_map_then_the_list_then_the_deck():
    decks = [Deck(seat, main=(1000101,) * 2 + (42,) * 2, names={1000101: "mine", 42: "deck's"}) for seat in SEATS]
    named = [line.facts["card"] for line in judge_wrgp(decks, LIST).violations if "card" in line.facts]
    assert named == ["Ash Blossom (1000101)", "deck's (42)"]
    ids = read_id_map("1000101,1,灰流うらら", "map")
    assert "灰流うらら (1000101)" in [line.facts.get("card") for line in judge_wrgp(decks, LIST, ids).violations]


def test_unread_lines_leave_the_verdict_open():
    decks = [
        read_deck("#main\n" + "\n".join(map(str, filler(seat))) + "\n#extra\n9000\nAsh\n", seat) for seat in SEATS[:1]
    ]
    report = judge_wrgp([*decks, *team([], [], [])[1:]], LIST)
    assert (report.verdict.message, [line.message for line in report.unsettled]) == ("deck-open", ["deck-line-unread"])


@given(st.lists(st.lists(st.integers(42, 46), max_size=5), min_size=3, max_size=3))
def test_a_team_breaks_the_limit_exactly_where_the_sum_passes_three(held):
    decks = [Deck(seat, main=tuple(100 * card for card in cards)) for seat, cards in zip(SEATS, held, strict=True)]
    every = [100 * card for cards in held for card in cards]
    broken = {str(card): every.count(card) for card in every if every.count(card) > 3}
    report = judge_wrgp(decks, LIST)
    assert broken == {
        line.facts["card"]: line.facts["count"] for line in report.violations if line.message == "deck-too-many"
    }


PARTNER = "パートナー: 龍帝\n"


def party(*lines, line=PARTNER, size=60, **options):
    """A Duel Party deck of the given size that holds the given lines besides cards of its own."""
    rest = size - len(lines) - line.count("\n")
    text = line + "".join(f"{each}\n" for each in lines) + "".join(f"兵{chr(0x4E00 + n)}\n" for n in range(rest))
    return judge_party(read_card_list(text, "P1"), **options)


def table(*rows):
    body = "".join(f"兵{chr(0x4E00 + n)},火,3,クリーチャー,\n" for n in range(60))
    return read_card_table(
        "name,civilisations,cost,type,unlimited\n龍帝,火/水,7,クリーチャー,\n" + "\n".join(rows) + "\n" + body, "t"
    )


@pytest.mark.parametrize(
    ("report", "why"),
    [
        pytest.param(party, [], id="party.deck.sixty-cards: sixty with the partner"),
        pytest.param(lambda: party(size=59), ["deck-party-size"], id="party.deck.sixty-cards: fifty-nine"),
        pytest.param(lambda: party(size=61), ["deck-party-size"], id="party.deck.sixty-cards: sixty-one"),
        pytest.param(lambda: party("龍帝", size=61), [], id="the partner among the sixty counts once"),
        pytest.param(lambda: party("甲", "甲"), ["deck-repeated"], id="party.deck.singleton: twice"),
        pytest.param(
            lambda: party("ボルシャック・龍", "ﾎﾞﾙｼｬｯｸ龍"), ["deck-repeated"], id="party.deck.singleton: two spellings"
        ),
        pytest.param(lambda: party("甲 / 乙", "乙"), [], id="party.deck.singleton: a twinpact and one of its names"),
        pytest.param(
            lambda: party("甲", "甲", table=table("甲,火,2,クリーチャー,yes")),
            [],
            id="party.deck.singleton-exception: more than four allowed",
        ),
        pytest.param(
            lambda: party("甲", "甲", table=table("甲,火,2,クリーチャー,")),
            ["deck-repeated"],
            id="party.deck.singleton-exception: not for others",
        ),
        pytest.param(
            lambda: party(line=""), ["deck-partner-missing"], id="party.deck.partner-cost-five-creature: none"
        ),
        pytest.param(
            lambda: party(line=PARTNER + "パートナー: 虎帝\n", size=59),
            ["deck-partner-many", "deck-party-size"],
            id="party.deck.partner-cost-five-creature: two",
        ),
        pytest.param(
            lambda: party(line="", size=59, partner=Partner("龍帝", 5)),
            [],
            id="party.deck.partner-cost-five-creature: stated, cost five",
        ),
        pytest.param(
            lambda: party(partner=Partner("龍帝", 4)),
            ["deck-partner-cost"],
            id="party.deck.partner-cost-five-creature: cost four",
        ),
        pytest.param(
            lambda: party(line="パートナー: 呪\n", table=table("呪,火,7,呪文,")),
            ["deck-partner-kind"],
            id="party.deck.partner-cost-five-creature: a spell",
        ),
        pytest.param(
            lambda: party(line="パートナー: 低\n", table=table("低,火,4,クリーチャー,")),
            ["deck-partner-cost"],
            id="party.deck.partner-cost-five-creature: the table's cost",
        ),
        pytest.param(
            lambda: party("甲", table=table("甲,火/水,2,クリーチャー,")),
            [],
            id="party.deck.partner-civilizations: the partner's own",
        ),
        pytest.param(
            lambda: party("甲", table=table("甲,ゼロ,2,クリーチャー,")),
            [],
            id="party.deck.partner-civilizations: colourless",
        ),
        pytest.param(
            lambda: party("甲", table=table("甲,火/闇,2,クリーチャー,")),
            ["deck-civilisation"],
            id="party.deck.partner-civilizations: another",
        ),
        pytest.param(
            lambda: party("甲", table=table("甲,ゼロ,2,サイキック・クリーチャー,")),
            ["deck-not-main-deck"],
            id="party.deck.main-deck-only: psychic by the table",
        ),
        pytest.param(
            lambda: party("甲", restricted=read_restrictions("0 甲", "l")),
            ["deck-premium"],
            id="party.deck.hall-of-fame-original: premium",
        ),
        pytest.param(
            lambda: party("甲", restricted=read_restrictions("1 甲", "l")),
            [],
            id="party.deck.hall-of-fame-original: one copy",
        ),
        pytest.param(
            lambda: party("甲", restricted=read_restrictions("プレミアム殿堂\n乙\n公式大会では使えません\n甲", "l")),
            [],
            id="party.deck.not-for-tournaments-cards-allowed",
        ),
    ],
)
def test_a_duel_party_deck(told, report, why):
    found = report()
    told(found)
    assert why == [line.message for line in found.violations]


@pytest.mark.parametrize(
    ("heading", "zone"),
    [("超次元ゾーン", DeckZone.HYPERSPATIAL), ("超GR", DeckZone.GR), ("ゲーム開始時", DeckZone.START)],
)
def test_only_the_main_deck_is_used(heading, zone):
    """party.deck.main-deck-only"""
    main = PARTNER + "".join(f"兵{chr(0x4E00 + n)}\n" for n in range(59))
    report = judge_party(read_card_list(f"{main}【{heading}】\n8 甲\n", "P1"))
    assert [("deck-zone-unused", zone, 8)] == [
        (line.message, line.facts["zone"], line.facts["count"]) for line in report.violations
    ]


@pytest.mark.parametrize(
    ("options", "unsettled"),
    [
        pytest.param({}, ["deck-partner-cost-unknown", "deck-civilisations-unchecked"], id="no table"),
        pytest.param({"partner": Partner("龍帝", 7)}, ["deck-civilisations-unchecked"], id="cost stated"),
        pytest.param({"table": table()}, [], id="everything given"),
        pytest.param(
            {"table": table("龍帝,,7,クリーチャー,")}, ["deck-partner-civilisations"], id="partner without colours"
        ),
        pytest.param(
            {"table": table("龍帝,,7,クリーチャー,"), "partner": Partner("龍帝", 7, frozenset({Civilisation.FIRE}))},
            [],
            id="colours stated",
        ),
        pytest.param(
            {"table": read_card_table("name,civilisations,cost\n龍帝,火,7\n", "t")},
            ["deck-not-in-table"],
            id="unknown names",
        ),
        pytest.param(
            {
                "table": read_card_table(
                    "name,civ,cost,type\n龍帝,火,7,クリーチャー\n"
                    + "".join(f"兵{chr(0x4E00 + n)},,3,\n" for n in range(59)),
                    "t",
                )
            },
            ["deck-civilisations-blank"],
            id="blank cells",
        ),
    ],
)
def test_what_was_not_given_is_said_not_to_be_checked(told, options, unsettled):
    main = PARTNER + "".join(f"兵{chr(0x4E00 + n)}\n" for n in range(59))
    report = judge_party(read_card_list(main, "P1"), **options)
    told(report)
    assert ([], unsettled) == (list(report.violations), [line.message for line in report.unsettled])
    assert ("deck-open" if unsettled else "deck-keeps") == report.verdict.message


@pytest.mark.parametrize(
    ("row", "unsettled", "violations"),
    [
        pytest.param("竜 / 術,火/水,7/3,クリーチャー/呪文,", ["deck-partner-twinpact"], [], id="two costs"),
        pytest.param("竜 / 術,火/水,3,クリーチャー,", ["deck-partner-twinpact"], [], id="one half's cost, too low"),
        pytest.param("竜 / 術,水,7,クリーチャー,", ["deck-civilisation"] * 59, [], id="one half's civilisations"),
        pytest.param("竜 / 術,火,6/5,クリーチャー/呪文,", [], [], id="both halves fit"),
    ],
)
def test_a_twinpact_partner_is_not_judged_from_half_a_row(told, row, unsettled, violations):
    main = "パートナー: 竜 / 術\n" + "".join(f"兵{chr(0x4E00 + n)}\n" for n in range(59))
    report = judge_party(read_card_list(main, "P1"), table=table(row))
    told(report)
    assert unsettled == [line.message for line in report.unsettled]
    assert violations == [line.message for line in report.violations]


def test_a_twinpact_in_the_deck_is_noted_for_a_look_at_its_other_half():
    report = party("火 / 術", table=table("火 / 術,火,2,クリーチャー,"))
    assert [line.facts["cards"] for line in report.notes if line.message == "deck-twinpacts"] == [("火 / 術",)]


def test_a_partner_of_another_name_than_the_listed_one_is_told():
    report = judge_party(read_card_list(PARTNER + "甲", "P1"), partner=Partner("虎帝", 7))
    assert next(line.facts["cards"] for line in report.violations if line.message == "deck-partner-many") == (
        "龍帝",
        "虎帝",
    )


@pytest.mark.parametrize(
    ("lists", "restricted", "why", "holders"),
    [
        pytest.param(("2 甲", "1 甲"), "", [], {}, id="tag.deck.three-copies-per-team: three"),
        pytest.param(
            ("2 甲", "2 甲"), "", ["deck-too-many"], {"B1": 2, "B2": 2}, id="tag.deck.three-copies-per-team: four"
        ),
        pytest.param(("3 甲", "1 《ｺｳ・甲》"), "", [], {}, id="tag.deck.three-copies-per-team: other names"),
        pytest.param(("3 コウ・甲", "1 《ｺｳ甲》"), "", ["deck-too-many"], {"B1": 3, "B2": 1}, id="two spellings"),
        pytest.param(
            ("1 甲", "1 甲"),
            "1 甲",
            ["deck-too-many"],
            {"B1": 1, "B2": 1},
            id="tag.deck.restricted-cards-own-limit: one over both",
        ),
        pytest.param(("1 甲", "乙"), "1 甲", [], {}, id="tag.deck.restricted-cards-own-limit: kept"),
        pytest.param(
            ("2 甲", "1 甲"),
            "甲 ×2",
            ["deck-too-many"],
            {"B1": 2, "B2": 1},
            id="tag.deck.restricted-cards-own-limit: two",
        ),
        pytest.param(("甲", "乙"), "禁止\n甲", ["deck-forbidden"], {"B1": 1}, id="forbidden"),
        pytest.param(("3 甲", "1 甲"), "4 甲", ["deck-too-many"], {"B1": 3, "B2": 1}, id="never more than three"),
        pytest.param(
            ("2 甲\nサイドボード\n1 甲", "1 甲"), "", ["deck-too-many"], {"B1": 3, "B2": 1}, id="sideboard counts"
        ),
    ],
)
def test_a_tag_team_shares_its_copies(told, lists, restricted, why, holders):
    decks = [read_card_list(text, seat) for text, seat in zip(lists, (Seat("B1"), Seat("B2")), strict=True)]
    report = judge_tag(decks, read_restrictions(restricted, "l") if restricted else None)
    told(report)
    assert why == [line.message for line in report.violations]
    assert not why or holders == of(report.violations[0])


def test_the_sizes_of_a_tag_team_are_told_and_two_decks_required(refusal):
    decks = [read_card_list("40 甲", "B1"), read_card_list("39 乙\n【サイドボード】\n2 丙", "B2")]
    assert [
        (line.facts["source"], line.facts["count"], line.facts["side"])
        for line in judge_tag(decks).notes
        if line.message == "deck-tag-size"
    ] == [("B1", 40, 0), ("B2", 39, 2)]
    assert refusal(judge_tag, decks[:1]) == ("deck-two-decks", {"count": 1})


def test_two_spellings_of_a_card_are_both_shown():
    report = judge_tag([read_card_list("3 コウ・甲", "B1"), read_card_list("コウ甲", "B2")])
    assert report.violations[0].facts["card"] == "コウ・甲 = コウ甲"
