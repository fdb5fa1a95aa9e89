"""Card tables and id maps as players keep them."""

import pytest

from bot.decks.table import civilisations_of, read_card_table, read_id_map
from bot.decks.text import fold
from bot.rules.party.terms import Civilisation

FIRE, WATER, LIGHT = Civilisation.FIRE, Civilisation.WATER, Civilisation.LIGHT


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("火", {FIRE}),
        ("光/水", {LIGHT, WATER}),
        ("火・水", {FIRE, WATER}),
        ("火水", {FIRE, WATER}),
        ("火自然", {FIRE, Civilisation.NATURE}),
        ("Light, Water", {LIGHT, WATER}),
        ("fire|water", {FIRE, WATER}),
        ("闇文明", {Civilisation.DARKNESS}),
        ("LW", {LIGHT, WATER}),
        ("ゼロ", set()),
        ("無色", set()),
        ("colorless", set()),
        ("", None),
        ("赤", None),
        ("fire/red", None),
    ],
)
def test_civilisations_in_every_way_of_writing(cell, found):
    assert found == civilisations_of(cell)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("name,civilisations,cost,type,unlimited\n甲 / 乙,火/水,7,クリーチャー,yes\n", id="english"),
        pytest.param(
            "\ufeffカード名,文明,コスト,種類,無制限\r\n甲 / 乙,火/水,7,クリーチャー,○", id="japanese, bom, crlf"
        ),
        pytest.param(
            "cost;type;Card Name;Unlimited;Civilization\n7;クリーチャー;甲 / 乙;1;fire water\n", id="semicolons"
        ),
        pytest.param("name\tcost\tciv\ttype\tunlimited\tset\n甲 / 乙\t7\t火水\tクリーチャー\ttrue\tDM\n", id="tabs"),
        pytest.param(
            '# my table\n\nname,civilisations,cost,type,unlimited\n\n"甲 / 乙","火,水",7,クリーチャー,x\n', id="quotes"
        ),
        pytest.param("甲 / 乙,火/水,7,クリーチャー,1\n", id="no heading, the usual order"),
    ],
)
def test_a_card_table_is_read_in_each_shape(text):
    table = read_card_table(text, "cards.csv")
    card = table.cards[fold("甲/乙")]
    assert ({FIRE, WATER}, (7,), "クリーチャー", True, True) == (
        card.civilisations,
        card.cost,
        card.kind,
        card.unlimited,
        card.twinpact,
    )
    assert (table.unread, table.notes) == ((), ())


@pytest.mark.parametrize(
    ("text", "why", "line"),
    [
        pytest.param("", "deck-empty", None, id="empty"),
        pytest.param("\nfoo,bar\n1,2", "table-no-name", 2, id="no name column"),
        pytest.param("甲\n乙", "table-no-name", 1, id="a list"),
        pytest.param('name,cost\n"甲,7\n乙,6\n', "table-not-csv", 4, id="an open quotation mark"),
        pytest.param("name,civilisations\n" + "甲,赤\n" * 61, "deck-not-readable", 2, id="junk"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused_with_its_line(refusal, text, why, line):
    said, facts = refusal(read_card_table, text, "cards.csv")
    assert (why, line) == (said, facts.get("line"))


def test_rows_that_cannot_be_read_or_come_twice_are_told(told):
    table = read_card_table("name,civilisations,cost\n甲,赤,3\n乙,火,3\n乙,水,3\n,火,2\n", "cards.csv")
    assert told(table.unread + table.notes) == ["deck-line-unread", "deck-line-unread", "table-last-counts"]
    assert [line.facts.get("line") or line.facts["lines"] for line in table.unread + table.notes] == [2, 5, (4,)]
    assert {WATER} == table.cards[fold("乙")].civilisations


@pytest.mark.parametrize(
    ("text", "same", "names"),
    [
        pytest.param("14558127 12950\n14558128 12950\n", True, {}, id="plain pairs"),
        pytest.param("\ufeff14558127\t12950\r\n14558128\t12950", True, {}, id="tabs, bom, crlf, no final newline"),
        pytest.param(
            "14558127,12950,灰流うらら\n14558128,12950\n", True, {14558127: "灰流うらら"}, id="commas and a name"
        ),
        pytest.param("passcode,konami_id,name\n14558127,12950,A\n14558128,12950,\n", True, {14558127: "A"}, id="csv"),
        pytest.param(
            "name,Konami ID,Passcode\nA,12950,14558127\nB,3891,14558128\n",
            False,
            {14558127: "A", 14558128: "B"},
            id="csv in another order",
        ),
        pytest.param(
            "passcode,name\n14558127,Ash Blossom\n14558128,ash blossom\n",
            True,
            {14558127: "Ash Blossom", 14558128: "ash blossom"},
            id="names instead of ids",
        ),
        pytest.param("# map\n14558127 12950\n14558128 1\n14558128 12950", True, {}, id="comment, the last line counts"),
    ],
)
def test_an_id_map_is_read_in_each_shape(text, same, names):
    ids = read_id_map(text, "YdkIds.txt")
    assert same is (ids.cards[14558127] == ids.cards[14558128])
    assert (names, ()) == (ids.names, ids.unread)


def test_lines_of_an_id_map_that_cannot_be_read_are_told(told):
    ids = read_id_map("14558127 12950\nAsh 12950\n14558128\n", "YdkIds.txt")
    assert told(ids.unread) == ["deck-line-unread"] * 2
    assert [line.facts["line"] for line in ids.unread] == [2, 3]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("", "deck-empty", id="empty"),
        pytest.param("{\n}\n", "map-no-pairs", id="json"),
        pytest.param("1 2\n" + "x\n" * 61, "deck-not-readable", id="junk"),
    ],
)
def test_what_is_no_id_map_is_refused(refusal, text, why):
    assert why == refusal(read_id_map, text, "YdkIds.txt")[0]
