"""Limit lists: the choice among several, and the odd lines that real files have."""

import pytest

from bot.decks.lflist import list_names, read_limit_list

CHOICE = "#[file]\n999 0\n!2026.04 OCG\n1 0\n!2026.07 OCG\n1 1\n!2026.05 TCG\n1 2\n!2005.4 GOAT\n$whitelist\n1 3\n"


def names(*lists):
    return "".join(f"!{name}\n1 {count % 4}\n" for count, name in enumerate(lists))


@pytest.mark.parametrize(
    ("lists", "wanted", "chosen"),
    [
        pytest.param(("2026.04 OCG", "2026.07 OCG", "2026.05 TCG"), "", "2026.07 OCG", id="newest OCG"),
        pytest.param(("2026.7", "2026.10", "2026.5 TCG"), "", "2026.10", id="dated alone is OCG, by number"),
        pytest.param(("2025.12 OCG", "2026.1 OCG"), "", "2026.1 OCG", id="by year"),
        pytest.param(("2026.07 OCG", "2026.7"), "", "2026.07 OCG", id="named OCG goes before"),
        pytest.param(
            ("2026.09 TCG", "2026.07 OCG", "2026.10 OCG Korea", "2026.11 World"), "", "2026.07 OCG", id="others"
        ),
        pytest.param(("Our list",), "", "Our list", id="the only one"),
        pytest.param(("2026.07 OCG", "2026.05 TCG"), "2026.5 tcg", "2026.05 TCG", id="case and zero"),
        pytest.param(("2026.07 OCG", "2026.05 TCG"), "２０２６．０７　ｏｃｇ", "2026.07 OCG", id="full width"),
        pytest.param(
            ("2026.07 OCG", "2005.4 GOAT", "2026.02 TCG", "2026.05 TCG"), "tcg", "2026.05 TCG", id="newest TCG"
        ),
        pytest.param(("2026.07 OCG", "2026.07 OCG Korea"), "ocg", "2026.07 OCG", id="the plain one"),
        pytest.param(("2026.07 OCG", "2005.4 GOAT"), "goat", "2005.4 GOAT", id="a part"),
    ],
)
def test_a_list_is_chosen_by_name_and_the_newest_ocg_without_one(lists, wanted, chosen):
    assert chosen == read_limit_list(names(*lists), "lflist.conf", wanted).name


@pytest.mark.parametrize(
    ("text", "wanted", "why"),
    [
        pytest.param("14558127 1\n", "", "list-none", id="no heading"),
        pytest.param("", "", "list-none", id="empty"),
        pytest.param(CHOICE, "2027", "list-unknown", id="not there"),
        pytest.param(names("House A", "House B"), "", "list-which", id="no OCG among several"),
        pytest.param(names("House A", "House B"), "house", "list-which", id="fits several"),
        pytest.param("!2026.03 Genesys\n$genesys\n14558127 20\n", "", "list-directive-unknown", id="points"),
        pytest.param("!2026.07 OCG\n" + "junk\n" * 61, "", "deck-not-readable", id="junk"),
    ],
)
def test_a_list_that_cannot_be_used_is_refused(refusal, text, wanted, why):
    assert why == refusal(read_limit_list, text, "lflist.conf", wanted)[0]


def test_the_names_of_a_file_are_listed():
    assert list_names(CHOICE, "lflist.conf") == ("2026.04 OCG", "2026.07 OCG", "2026.05 TCG", "2005.4 GOAT")


def test_only_the_chosen_list_counts_and_lines_before_the_first_are_ignored():
    chosen = read_limit_list(CHOICE, "lflist.conf", "2026.04 ocg")
    assert (chosen.limits, chosen.whitelist) == ({1: 0}, False)
    assert read_limit_list(CHOICE, "lflist.conf", "goat").whitelist


@pytest.mark.parametrize(
    ("line", "limits", "named"),
    [
        pytest.param("14558127 1 --Ash Blossom", {14558127: 1}, {14558127: "Ash Blossom"}, id="named"),
        pytest.param("581014 1   -- Daigusto Emeral\t\t\tEXTRA", {581014: 1}, {581014: "Daigusto Emeral"}, id="tabs"),
        pytest.param("14558127 1", {14558127: 1}, {}, id="bare"),
        pytest.param("14558127 0--A", {14558127: 0}, {14558127: "A"}, id="no space"),
        pytest.param("00027551 2", {27551: 2}, {}, id="padded"),
        pytest.param("160204001 3", {160204001: 3}, {}, id="nine digits"),
        pytest.param("#14558127 1", {}, {}, id="comment"),
        pytest.param("1 -1", {1: 0}, {}, id="below zero"),
        pytest.param("1111 9", {1111: 3}, {}, id="above three"),
        pytest.param("1111 1\n1111 2", {1111: 2}, {}, id="the last line counts"),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_lines_of_real_lists(line, limits, named, ending):
    chosen = read_limit_list(f"\ufeff!2026.07 OCG\n{line}".replace("\n", ending), "lflist.conf")
    assert (limits, named, ()) == (chosen.limits, chosen.names, chosen.unread)


@pytest.mark.parametrize(
    ("text", "why", "line"),
    [
        pytest.param("!2026.07 OCG\n1 -1\n1111 9", "list-count-odd", (2, 3), id="odd counts"),
        pytest.param("!2026.07 OCG\n1111 1\n1111 2\n", "list-last-counts", (3,), id="twice"),
        pytest.param("!2026.07 OCG\n1111\n", "deck-line-unread", 2, id="no count"),
        pytest.param("!2026.07 OCG\n\nAsh 1\n", "deck-line-unread", 3, id="no number"),
        pytest.param("!2026.07 OCG\n1 1\n!2026.7 OCG\n1 2\n", "list-named-twice", 3, id="the same list twice"),
    ],
)
def test_what_is_odd_in_a_list_is_told_with_its_line(told, text, why, line):
    chosen = read_limit_list(text, "lflist.conf")
    lines = chosen.unread + chosen.notes
    assert [why] == told(lines)
    assert line == lines[0].facts.get("line", lines[0].facts.get("lines"))
