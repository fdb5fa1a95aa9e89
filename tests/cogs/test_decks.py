"""Deck checks in Discord: files, pasted text or what the server keeps in, the whole report out."""

import base64
import re
import sqlite3
import struct
from datetime import UTC, datetime

import discord
import pytest
from hall import Reply

from bot.kept import KEPT_MOST, LISTS_MOST
from bot.language import catalogue
from bot.store import KeptTable, open_store
from bot.store.sqlite import SCHEMA

MIB = 1 << 20
ASH, ASH_ART = 14558127, 14558128
LIMITS = f"""#[lists]
!2026.04 OCG
{ASH} 3
!2026.07 OCG
{ASH} 1 --灰流うらら
55144522 0 --強欲な壺
!2026.05 TCG
{ASH} 2 --Ash Blossom & Joyous Spring
"""
FORM_FIELDS = {
    "wrgp": ["deck1", "deck2", "deck3", "list", "limits"],
    "party": ["deck", "partner", "cost", "table", "restricted"],
    "tag": ["deck1", "deck2", "restricted"],
}


def passcodes(player, *held, size=40):
    """A legal main deck of cards that no other player has, which also holds the given ones."""
    own = [1000 * player + 20 * (number // 3) for number in range(1, size + 1)]
    return [*held, *own[: size - len(held)]]


def ydk(player, *held):
    return "\n".join(["#main", *map(str, passcodes(player, *held)), "#extra", str(9000 + 100 * player), "!side", ""])


def ydke(player, *held):
    main, extra = passcodes(player, *held), [9000 + 100 * player]
    parts = [base64.b64encode(struct.pack(f"<{len(part)}I", *part)).decode() for part in (main, extra, [])]
    return "ydke://" + "".join(f"{part}!" for part in parts)


def file(name, text):
    return name, text if isinstance(text, bytes) else text.encode()


def team(*held):
    """Three attached decks; the first holds the given cards."""
    cards = [held, (), ()]
    return {f"deck{n}": file(f"{n}.ydk", ydk(n, *cards[n - 1])) for n in (1, 2, 3)}


def names(count, first=1):
    return "\n".join(f"1 カード甲{number}乙" for number in range(first, first + count))


@pytest.fixture
def reader(hall):
    return hall.member("Ken")


@pytest.fixture
def yomite(hall):
    return hall.member("遊星", "ja")


@pytest.fixture
def owner(hall):
    """Somebody with the Manage Server right."""
    role = hall.guild.create_role("owners", permissions=discord.Permissions(manage_guild=True))
    user = hall.env.create_user("owner", global_name="Owner")
    hall.locales[user.id] = "en-US"
    return hall.guild.add_member(user, roles=[role])


async def keep(hall, owner, name="Ignis", text=LIMITS, kind="limits"):
    return await hall.command(owner, "table list keep", name=name, file=file("kept.conf", text), kind=kind)


# Files.


@pytest.mark.parametrize(
    "deck",
    [
        pytest.param(ydk(1), id="as a client writes it"),
        pytest.param(ydk(1).replace("\n", "\r\n"), id="CRLF"),
        pytest.param("\ufeff" + ydk(1), id="BOM"),
        pytest.param(ydk(1).encode("utf-16"), id="UTF-16"),
        pytest.param(("#created by ジャック\n" + ydk(1)).encode("cp932"), id="Shift JIS"),
        pytest.param(ydk(1).removesuffix("!side\n").rstrip(), id="no side, no final newline"),
        pytest.param(re.sub(r"(?m)^(\d+)$", r"000\1", ydk(1)), id="padded numbers"),
        pytest.param(re.sub(r"(?m)^(\d+)$", r"# card \1\n\1", ydk(1)), id="comments"),
        pytest.param(ydke(1), id="a ydke:// link"),
        pytest.param(f"my deck\n{ydke(1)}\n", id="a link in a note"),
        pytest.param(
            "#main\n"
            + "\n".join(f"{n} {1000 + 20 * i}" for i, n in enumerate([2] + [3] * 12 + [2]))
            + "\n#extra\n9100",
            id="counts",
        ),
    ],
)
async def test_a_deck_file_is_read_in_each_shape(hall, reader, deck):
    reply = await hall.command(reader, "wrgp deck", **team() | {"deck1": file("mine.ydk", deck)})

    assert "mine.ydk: Main 40, Extra 1, Side 0" in reply.private
    assert reply.private.startswith("**No violation found, but 1 point")


@pytest.mark.parametrize(
    ("deck", "said", "told"),
    [
        pytest.param(
            b"\x89PNG\r\n\x1a\n\x00\x00",
            "x.ydk is not text. Give a plain text file.",
            "x.ydkはテキストではありません。文字だけのファイルを渡してください。",
            id="a picture",
        ),
        pytest.param(b"", "x.ydk holds no cards.", "x.ydkにはカードがありません。", id="nothing"),
        pytest.param(
            "ydke://o6lXBZyFNA=!!!",
            "The ydke:// link in x.ydk is damaged or cut off in its Main Deck part. Copy it again.",
            "x.ydkのydke://リンクは、メインデッキの部分が壊れているか途中で切れています。もう一度コピーしてください。",
            id="base64 cut",
        ),
        pytest.param(
            "1\n" * 100_000,
            "x.ydk has more than 2000 lines. Is it the right file?",
            "x.ydkは2000行を超えています。別のファイルではありませんか。",
            id="100,000 lines",
        ),
        pytest.param(
            LIMITS,
            "Line 2 of x.ydk heads a limit list. Give the deck here, and the list in its own place.",
            "x.ydkの2行目はリミットレギュレーションの見出しです。デッキのファイルを渡してください。",
            id="a limit list",
        ),
        pytest.param(
            "\nDear Jack,\nhere it is\n",
            "Line 2 of x.ydk is no card, and there is none elsewhere. Check that it is a deck.",
            "x.ydkの2行目はカードとして読めず、ほかにもカードがありません。デッキのファイルか確かめてください。",
            id="a letter",
        ),
    ],
)
async def test_a_bad_file_gets_one_private_sentence_in_the_readers_language(hall, reader, yomite, deck, said, told):
    for who, sentence in ((reader, said), (yomite, told)):
        reply = await hall.command(who, "wrgp deck", public=True, **team() | {"deck2": file("x.ydk", deck)})

        assert sentence == reply.private.replace("\\", "")


async def test_an_empty_link_is_an_empty_deck(hall, reader):
    reply = await hall.command(reader, "wrgp deck", **team() | {"deck3": file("empty.txt", "ydke://!!!")})

    assert "- empty.txt: Main Deck 0; it must have 40 to 60" in reply.private


@pytest.mark.parametrize("option", ["deck2", "limits", "map"])
async def test_a_file_of_10_mib_is_refused_at_once_and_never_fetched(hall, yomite, monkeypatch, option):
    fetched = []
    monkeypatch.setattr(hall.env.backend.cdn, "get", fetched.append)
    reply = await hall.command(yomite, "wrgp deck", **team() | {option: file("big.txt", b"1" * (10 * MIB))})

    assert reply.private == "big.txtは1MiBを超えているので読みません。もっと小さいファイルを渡してください。"
    assert fetched == []


async def test_a_file_that_discord_does_not_hand_over_is_asked_for_again(hall, reader, monkeypatch):
    monkeypatch.setattr(hall.env.backend.cdn, "get", lambda _: None)
    reply = await hall.command(reader, "tag deck", deck1=file("a.txt", "1 甲"), deck2=file("b.txt", "1 乙"))

    assert reply.private == "Discord did not hand over a.txt. Attach it again."


async def test_files_of_one_name_are_told_apart(hall, reader):
    decks = {option: ("deck.ydk", data) for option, (_, data) in team(4242, 4242).items()} | {
        "deck3": file("c.ydk", ydk(3, 4242, 4242))
    }
    reply = await hall.command(reader, "wrgp deck", **decks)

    assert r"- 4242: 4 in the team, at most 3 allowed. deck.ydk \(1\) ×2, c.ydk ×2" in reply.private


async def test_a_files_name_has_no_power(hall, reader):
    decks = team(4242, 4242, 4242, 4242) | {"deck1": file("**@everyone**.ydk", ydk(1, 4242, 4242, 4242, 4242))}
    reply = await hall.command(reader, "wrgp deck", **decks)

    assert "\\*\\*\\@\u200beveryone\\*\\*.ydk ×4" in reply.private


@pytest.mark.parametrize(
    ("command", "files", "said"),
    [
        pytest.param(
            "wrgp deck",
            ["deck1", "deck2"],
            "Three decks are needed, one for each team-mate; 2 given.",
            id="two of three",
        ),
        pytest.param("tag deck", ["deck2"], "Two decks are needed, one for each partner; 1 given.", id="one of two"),
        pytest.param(
            "wrgp deck",
            ["limits"],
            "Attach the 3 decks too. To paste them, leave out every file: a form opens.",
            id="a list without decks",
        ),
        pytest.param(
            "party deck",
            ["table"],
            "Attach the deck too. To paste it, leave out every file: a form opens.",
            id="a table without a deck",
        ),
    ],
)
async def test_too_few_files_are_told_what_is_missing(hall, reader, command, files, said):
    deck = ydk(1) if command == "wrgp deck" else "1 甲"
    reply = await hall.command(reader, command, **{option: file(f"{option}.txt", deck) for option in files})

    assert reply.private == said


# Reports.


async def test_each_violation_tells_who_holds_how_many_by_the_lists_names(hall, yomite):
    decks = team(ASH, 55144522) | {
        "deck2": file("2.ydk", ydk(2, ASH, 7777, 7777)),
        "deck3": file("3.ydk", ydk(3, 7777, 7777)),
    }
    reply = await hall.command(yomite, "wrgp deck", limits=file("lflist.conf", LIMITS), **decks)

    assert reply.private.splitlines()[:4] == [
        "**違反が3件あります。**",
        r"- 強欲な壺 \(55144522\)：禁止カードがチームで1枚。1.ydk 1枚",
        rf"- 灰流うらら \({ASH}\)：チームで2枚（1枚まで）。1.ydk 1枚、2.ydk 1枚",
        "- 7777：チームで4枚（3枚まで）。2.ydk 2枚、3.ydk 2枚",
    ]
    assert "- リミットレギュレーション：2026.07 OCG" in reply.private


@pytest.mark.parametrize(
    ("chosen", "most"),
    [("", 1), ("2026.04", 3), ("2026.05 TCG", 2), ("tcg", 2)],
    ids=["the newest OCG list", "by date", "by name", "by part of it"],
)
async def test_a_list_inside_an_attached_file_is_chosen_by_name(hall, reader, chosen, most):
    listed = {"list": chosen} if chosen else {}
    reply = await hall.command(
        reader, "wrgp deck", limits=file("l.conf", LIMITS), **listed, **team(*[ASH] * (most + 1))
    )

    assert f"{most + 1} in the team, at most {most} allowed. 1.ydk ×{most + 1}" in reply.private


async def test_an_unknown_list_of_an_attached_file_suggests_its_names(hall, yomite):
    reply = await hall.command(yomite, "wrgp deck", limits=file("l.conf", LIMITS), list="2026.7 OGC", **team())

    assert reply.private == (
        "l.confに「2026.7 OGC」というリストはありません。あるのは：2026.07 OCG、2026.04 OCG、2026.05 TCG"
    )


async def test_an_attached_id_map_counts_the_pictures_of_a_card_together(hall, reader):
    ids = file("YdkIds.txt", f"{ASH} 12950\n{ASH_ART} 12950\n")
    reply = await hall.command(reader, "wrgp deck", map=ids, **team(ASH, ASH, ASH_ART, ASH_ART))

    assert rf"- {ASH}, {ASH_ART}: 4 in the team, at most 3 allowed. 1.ydk ×4" in reply.private


async def test_a_party_deck_is_judged_with_its_partner_and_table(hall, yomite):
    rows = "".join(f"カード甲{number}乙,火,3,クリーチャー\n" for number in range(1, 59))
    table = file("cards.csv", f"名前,文明,コスト,種類\n{rows}水の者,水,2,クリーチャー\n竜王,火,7,クリーチャー\n")
    deck = file("deck.txt", f"{names(56)}\n2 カード甲57乙\n水の者\n")
    reply = await hall.command(yomite, "party deck", deck=deck, partner="竜王", table=table)

    assert reply.private.splitlines()[:3] == [
        "**違反が2件あります。**",
        "- カード甲57乙：2枚（同じ名前のカードは1枚まで）",
        "- 水の者：パートナーにない文明です（水）",
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param(
            {"cost": "4"}, "- The partner 竜王 costs 4; it must be a creature of cost 5 or more", id="too cheap"
        ),
        pytest.param({"cost": "７"}, "Civilisations were not checked.", id="enough, in full width"),
        pytest.param({}, '- The cost of the partner 竜王 is not known, so "5 or more" was not checked.', id="unsaid"),
    ],
)
async def test_a_partners_cost_may_be_stated(hall, reader, typed, said):
    reply = await hall.command(reader, "party deck", deck=file("d.txt", f"パートナー: 竜王\n{names(59)}"), **typed)

    assert said in reply.private
    assert ("costs 4" in reply.private) == (typed.get("cost") == "4")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"cost": "seven"}, "“seven” is not a number. For example 1500 or 800*3."),
        ({"cost": "-1"}, "Give a whole number from 0 to 99."),
        ({"civilisations": "red"}, "“red”"),
    ],
    ids=["no number", "below 0", "no civilisation"],
)
async def test_a_misread_partner_is_refused(hall, reader, typed, said):
    reply = await hall.command(reader, "party deck", deck=file("d.txt", names(59)), partner="竜王", **typed)

    assert said in reply.private
    assert len(reply.private.splitlines()) == 1


async def test_stated_civilisations_count_where_the_table_lacks_the_partner(hall, reader):
    table = file("cards.csv", "name,civ,cost\n水の者,水,2\n")
    deck = file("d.txt", f"{names(58)}\n水の者")
    reply = await hall.command(
        reader, "party deck", deck=deck, partner="竜王", cost="7", civilisations="火・自然", table=table
    )

    assert "- 水の者: has a civilisation that the partner lacks (water)" in reply.private


async def test_tag_decks_are_counted_together_against_a_restricted_list(hall, reader):
    decks = {"deck1": file("a.txt", "2 甲\n3 乙\n1 丙"), "deck2": file("b.txt", "2 甲\n丙")}
    reply = await hall.command(reader, "tag deck", restricted=file("r.txt", "丙"), **decks)

    assert reply.private.splitlines()[:3] == [
        "**2 violations:**",
        "- 丙: 2 in the team, at most 1 allowed. a.txt ×1, b.txt ×1",
        "- 甲: 4 in the team, at most 3 allowed. a.txt ×2, b.txt ×2",
    ]


# Who sees it.


async def test_a_report_is_private_unless_it_is_to_be_shown(hall, yomite):
    hidden = await hall.command(yomite, "wrgp deck", **team())
    shown = await hall.command(yomite, "wrgp deck", public=True, **team())

    assert hidden.private.startswith("**違反は見つかりませんでした")
    assert shown.public.startswith("**No violation found")
    assert [screen.text for screen in hall.messages()] == [shown.public]


async def test_a_shown_report_speaks_the_channels_languages(hall, reader):
    await hall.command(reader, "table language", language="both")
    reply = await hall.command(reader, "wrgp deck", public=True, **team(4242, 4242, 4242, 4242))

    assert "**違反が1件あります。 / 1 violation:**" in reply.public
    assert (
        "- 4242：チームで4枚（3枚まで）。1.ydk 4枚 / 4242: 4 in the team, at most 3 allowed. 1.ydk ×4" in reply.public
    )


async def test_a_shown_report_can_be_taken_away_by_the_one_who_asked(hall, reader, yomite):
    reply = await hall.command(reader, "wrgp deck", public=True, **team())
    (button,) = reply.screen.buttons
    denied = Reply(await yomite.click(reply.screen.message, custom_id=button))
    still_there = len(hall.messages())
    await reader.click(reply.screen.message, custom_id=button)

    assert (denied.screen.message.ephemeral, still_there, hall.messages()) == (True, 1, [])


@pytest.mark.parametrize("public", [False, True], ids=["private", "public"])
async def test_a_long_report_keeps_its_verdict_and_comes_whole_in_a_file(hall, reader, public):
    cards = [100_000 + 20 * number for number in range(40)]
    decks = {
        f"deck{n}": file(f"{n}__deck.ydk", "#main\n" + "\n".join(f"2 {card}" for card in cards[: n * 10]))
        for n in (2, 3)
    }
    reply = await hall.command(
        reader, "wrgp deck", public=public, **decks, deck1=file("1.ydk", "#main\n" + "\n".join(f"2 {c}" for c in cards))
    )
    told = reply.public if public else reply.private
    whole = hall.file(reply).decode()

    assert told.startswith("**31 violations:**\n- ")
    assert told.endswith("-# The whole report is in the file.")
    assert len(told) <= 2000
    broken = [line for line in whole.splitlines() if "at most 3 allowed" in line]
    assert broken[0] == "100000: 6 in the team, at most 3 allowed. 1.ydk ×2, 2__deck.ydk ×2, 3__deck.ydk ×2"
    assert len(broken) == 30
    assert "1.ydk: Main 80, Extra 0, Side 0" in whole


async def test_a_check_works_in_direct_messages(hall):
    friend = hall.env.create_user("friend")
    reply = await hall.command(friend, "wrgp deck", limits=file("l.conf", LIMITS), **team(ASH, ASH))

    assert "2 in the team, at most 1 allowed" in reply.private


# Forms.


@pytest.mark.parametrize("key", FORM_FIELDS)
async def test_without_files_a_form_opens(hall, yomite, key):
    form = (await hall.command(yomite, f"{key} deck")).form

    assert [row["component"]["custom_id"] for row in form["components"]] == FORM_FIELDS[key]
    assert form["title"].startswith("デッキチェック：")


@pytest.mark.parametrize("restart", [False, True], ids=["at once", "after a restart"])
@pytest.mark.parametrize("public", [False, True], ids=["private", "public"])
async def test_pasted_decks_are_judged(hall, reader, restart, public):
    opened = await hall.command(reader, "wrgp deck", public=public)
    if restart:
        await hall.restart()
    reply = await hall.fill(
        reader, opened, deck1=ydke(1, ASH), deck2=ydk(2), deck3=ydk(3, ASH), limits=file("l.conf", LIMITS)
    )

    told = reply.public if public else reply.private
    assert rf"- 灰流うらら \({ASH}\): 2 in the team, at most 1 allowed. deck 1 ×1, deck 3 ×1" in told


async def test_pasted_decks_are_told_in_the_readers_language(hall, yomite):
    opened = await hall.command(yomite, "tag deck")
    reply = await hall.fill(yomite, opened, deck1="4 甲", deck2="1 乙")

    assert "- 甲：チームで4枚（3枚まで）。デッキ1 4枚" in reply.private


async def test_words_given_with_the_command_stand_in_the_form(hall, reader):
    list_form = (await hall.command(reader, "wrgp deck", list="2026.05 TCG")).form
    partner_form = (await hall.command(reader, "party deck", partner="竜王", cost="7", civilisations="火")).form
    filled = {
        row["component"]["custom_id"]: row["component"].get("value")
        for row in (*list_form["components"], *partner_form["components"])
    }

    assert (filled["list"], filled["partner"], filled["cost"]) == ("2026.05 TCG", "竜王", "7")


async def test_what_a_form_has_no_field_for_goes_along_in_its_id(hall, reader):
    opened = await hall.command(reader, "party deck", partner="竜王", civilisations="光/水/闇/火/自然", public=True)
    await hall.restart()
    table = file("cards.csv", "name,civ,cost\nカード甲1乙,火,2\n")
    reply = await hall.fill(reader, opened, deck=names(59), partner="竜王", cost="7", table=table)

    assert "The partner's civilisations are not known" not in reply.public


async def test_a_form_refuses_words_that_it_could_not_read_later(hall, reader):
    reply = await hall.command(reader, "party deck", civilisations="red")

    assert "“red”" in reply.private


@pytest.mark.parametrize(
    ("key", "values", "said"),
    [
        pytest.param("wrgp", {}, "No deck was pasted. Open the form again and paste 3.", id="nothing"),
        pytest.param("party", {"deck": " \n"}, "No deck was pasted. Open the form again and paste it.", id="blank"),
        pytest.param("wrgp", {"deck1": ydk(1)}, "Three decks are needed, one for each team-mate; 1 given.", id="one"),
        pytest.param(
            "wrgp",
            {"deck1": ydk(1), "deck2": "hello", "deck3": ydk(3)},
            "Line 1 of deck 2 is no card, and there is none elsewhere. Check that it is a deck.",
            id="no deck",
        ),
        pytest.param(
            "tag",
            {"deck1": "甲", "deck2": "乙", "restricted": ("r.txt", b"1" * (MIB + 1))},
            "r.txt is over 1 MiB and was not read. Give a smaller file.",
            id="a large file",
        ),
    ],
)
async def test_a_form_sent_in_wrong_gets_one_sentence(hall, reader, key, values, said):
    reply = await hall.fill(reader, await hall.command(reader, f"{key} deck", public=True), **values)

    assert reply.private == said


# What the server keeps.


async def test_a_kept_list_is_used_by_name_also_after_a_restart(hall, owner, reader):
    kept = await keep(hall, owner)
    await hall.restart()
    reply = await hall.command(reader, "wrgp deck", list="Ignis: 2026.05 TCG", **team(ASH, ASH, ASH))

    assert kept.private == (
        "Kept as Ignis: 3 limit lists, the newest 2026.07 OCG."
        " `/wrgp deck` uses the newest OCG list unless another is named."
    )
    assert rf"- Ash Blossom & Joyous Spring \({ASH}\): 3 in the team, at most 2 allowed. 1.ydk ×3" in reply.private
    assert r"- Used from what this server keeps: Ignis (limit lists)" in reply.private
    assert "- List: 2026.05 TCG" in reply.private


@pytest.mark.parametrize(
    ("typed", "used"),
    [
        (None, "2026.07 OCG"),
        ("Ignis", "2026.07 OCG"),
        ("ＩＧＮＩＳ", "2026.07 OCG"),
        ("ignis: tcg", "2026.05 TCG"),
        ("2026.04 OCG", "2026.04 OCG"),
        ("goat", "2005.4 GOAT"),
        ("old: GOAT", "2005.4 GOAT"),
    ],
)
async def test_a_kept_list_is_found_by_file_list_or_part(hall, owner, reader, typed, used):
    await keep(hall, owner, "old", "!2005.4 GOAT\n4242 1\n!2005.9 OCG\n4242 2\n")
    await keep(hall, owner)
    reply = await hall.command(reader, "wrgp deck", **({"list": typed} if typed else {}), **team())

    assert f"- List: {used}" in reply.private


async def test_an_attached_list_goes_before_a_kept_one(hall, owner, reader):
    await keep(hall, owner)
    reply = await hall.command(reader, "wrgp deck", limits=file("l.conf", "!2026.9 OCG\n4242 1\n"), **team(ASH, ASH))

    assert "- List: 2026.9 OCG" in reply.private
    assert "keeps" not in reply.private


async def test_an_unknown_kept_list_suggests_the_nearest(hall, owner, reader, yomite):
    await keep(hall, owner)
    said = await hall.command(reader, "wrgp deck", list="2026.7 OGC", **team())
    told = await hall.command(yomite, "wrgp deck", list="Iggnis", **team())

    assert said.private.startswith("No kept list is called “2026.7 OGC”. Nearest: Ignis\\: 2026.07 OCG, ")
    assert told.private.startswith("「Iggnis」というリストの登録はありません。近いもの：Ignis、")


async def test_a_list_is_asked_for_where_none_is_kept(hall, reader):
    reply = await hall.command(reader, "wrgp deck", list="Ignis", **team())

    assert reply.private == "No limit list is kept here. Attach an lflist.conf as `limits`."


async def test_kept_lists_are_offered_with_those_inside_while_typing(hall, owner, reader):
    await keep(hall, owner)
    every = await reader.autocomplete(hall.channel, "wrgp deck", "list", "")
    fitting = await reader.autocomplete(hall.channel, "wrgp deck", "list", "ｔｃｇ 2026")
    named = await owner.autocomplete(hall.channel, "table list drop", "name", "ig")

    assert [each["value"] for each in every] == [
        "Ignis",
        "Ignis: 2026.07 OCG",
        "Ignis: 2026.05 TCG",
        "Ignis: 2026.04 OCG",
    ]
    assert [each["value"] for each in fitting] == ["Ignis: 2026.05 TCG"]
    assert [each["value"] for each in named] == ["Ignis"]


async def test_kept_names_of_any_length_are_offered_and_taken(hall, owner, reader):
    await keep(hall, owner, "長" * 32, "!" + "名" * 120 + "\n4242 1\n")
    offers = await reader.autocomplete(hall.channel, "wrgp deck", "list", "名")
    reply = await hall.command(reader, "wrgp deck", list=offers[0]["value"], **team(4242, 4242))

    assert "- 4242: 2 in the team, at most 1 allowed. 1.ydk ×2" in reply.private


async def test_a_kept_id_map_and_card_table_are_used(hall, owner, reader):
    await keep(hall, owner, "ids", f"{ASH} 12950\n{ASH_ART} 12950\n", "ids")
    await keep(hall, owner, "cards", "name,civ,cost,type\n竜王,火,4,クリーチャー\n", "cards")
    wrgp = await hall.command(reader, "wrgp deck", **team(ASH, ASH, ASH_ART, ASH_ART))
    party = await hall.command(reader, "party deck", partner="竜王", deck=file("d.txt", names(59)))

    assert f"- {ASH}, {ASH_ART}: 4 in the team, at most 3 allowed. 1.ydk ×4" in wrgp.private
    assert "- The partner 竜王 costs 4; it must be a creature of cost 5 or more" in party.private


async def test_keeping_takes_the_manage_server_right(hall, owner, reader, yomite):
    await keep(hall, owner)
    kept = await keep(hall, reader, "Mine")
    dropped = await hall.command(yomite, "table list drop", name="Ignis")
    shown = await hall.command(yomite, "table list show")

    assert kept.private == catalogue("en")["needs-manage-server"].forms[0]
    assert dropped.private == catalogue("ja")["needs-manage-server"].forms[0]
    assert shown.private == (
        "**デッキチェックに使う登録** （1/20）\n- Ignis：リミットレギュレーション3個（最新は2026.07 OCG）、1 KB"
    )


@pytest.mark.parametrize("command", ["keep", "show", "drop"])
async def test_nothing_is_kept_in_direct_messages(hall, command):
    friend = hall.env.create_user("friend")
    given = {"keep": {"name": "Ignis", "file": file("l.conf", LIMITS)}, "drop": {"name": "Ignis"}, "show": {}}
    reply = await hall.command(friend, f"table list {command}", **given[command])

    assert reply.private == "That works on servers only. Use it in a server's channel."


async def test_a_servers_lists_are_its_own(hall, owner):
    await keep(hall, owner)
    other = hall.env.create_guild("Elsewhere")
    user = other.add_member(hall.env.create_user("stranger"))
    reply = await hall.command(user, "wrgp deck", channel=other.create_text_channel("duel"), **team(ASH, ASH))

    assert "Without a limit list only" in reply.private


async def test_a_name_kept_again_is_replaced_and_a_dropped_one_is_gone(hall, owner, reader):
    await keep(hall, owner)
    await keep(hall, owner, "ｉｇｎｉｓ", "!2027.01 OCG\n4242 1\n")
    again = await hall.command(reader, "table list show")
    dropped = await hall.command(owner, "table list drop", name="IGNIS")
    missing = await hall.command(owner, "table list drop", name="IGNIS")
    shown = await hall.command(reader, "table list show")

    assert again.private.splitlines()[1:] == ["- ｉｇｎｉｓ: 1 limit list, 2027.01 OCG, 1 KB"]
    assert dropped.private == "IGNIS is no longer kept."
    assert missing.private.startswith("Nothing is kept as “IGNIS”.")
    assert shown.private == catalogue("en")["kept-nothing"].forms[0]


async def test_a_server_keeps_so_many_and_no_more(hall, owner):
    for number in range(KEPT_MOST):
        await keep(hall, owner, f"list {number}", "!2026.07 OCG\n4242 1\n")
    full = await keep(hall, owner, "one more", "!2026.07 OCG\n4242 1\n")
    again = await keep(hall, owner, "list 3", "!2026.07 OCG\n4242 2\n")

    assert full.private == "This server keeps 20 files already. Drop one with `/table list drop`."
    assert again.private.startswith("Kept as list 3")


async def test_a_database_from_before_lists_were_kept_keeps_them_now(tmp_path):
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as old:
        old.executescript((SCHEMA / "0001_matches.sql").read_text("utf8"))
        old.execute("INSERT INTO language VALUES (7, 'ja')")
        old.execute("PRAGMA user_version = 1")
    old.close()
    table = KeptTable("Ignis", "ignis", "limits", "[]", 7)
    async with open_store(f"sqlite:///{path}") as store:
        await store.keep(1, table, "!a\n9 1", datetime.now(UTC), KEPT_MOST)

        assert (await store.kept(1), await store.kept_text(1, "ignis")) == ((table,), "!a\n9 1")
        assert await store.language((7,)) == "ja"


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("limits", "1 2\n", 'kept.conf holds no list. A list begins with a line like "!2026.07 OCG".'),
        ("ids", "hello\n", 'Line 1 of kept.conf is no line of an id map. Write "passcode Konami-id" on each line.'),
        (
            "cards",
            "hello\n",
            'Line 1 of kept.conf has no column "name". Begin the table with "name,civilisations,cost".',
        ),
        (
            "limits",
            "".join(f"!list {number}\n" for number in range(LISTS_MOST + 1)),
            "kept.conf holds more than 300 lists. Keep those in a file of their own that you need.",
        ),
        ("limits", b"\x00\x01", "kept.conf is not text. Give a plain text file."),
        ("limits", b"1" * (MIB + 1), "kept.conf is over 1 MiB and was not read. Give a smaller file."),
    ],
    ids=["no list", "no map", "no table", "too many lists", "binary", "too large"],
)
async def test_a_file_that_can_not_be_used_is_not_kept(hall, owner, kind, text, said):
    reply = await keep(hall, owner, text=text, kind=kind)
    shown = await hall.command(owner, "table list show")

    assert reply.private.replace("\\", "") == said
    assert shown.private == catalogue("en")["kept-nothing"].forms[0]
