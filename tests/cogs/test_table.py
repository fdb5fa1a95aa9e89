"""`/table`: help from where the match stands, the language of a channel, the doctor, and chance."""

import re

import pytest
from hall import said

from bot.rules.format import Line

# Help.


@pytest.mark.parametrize("locale", ["ja", "en-US"])
async def test_help_says_what_to_do_now(hall, locale):
    """Without a match, in a lobby, in a match, in a handover and after the end, with the board's heading first."""
    who = hall.member("旅人", locale)

    async def told():
        return (
            (await hall.command(who, "table help")).private.removesuffix(said(locale, "help-always")).split("\n")[:-1]
        )

    assert "\n".join(await told()) == said(locale, "help-none")

    await hall.command(who, "wrgp start")
    now, *topic = await told()
    assert now == said(locale, "help-now", heading=Line("lobby-board-heading", {"game": Line("format-wrgp")}))
    assert "\n".join(topic) == said(locale, "help-lobby")

    await hall.press(who, (await hall.command(who, "match end")).screen, "end")
    board = await hall.start(who)
    now, *topic = await told()
    assert "遊星" in now
    assert "\n".join(topic) == said(locale, "help-wrgp")

    await hall.command(who, "wrgp damage", player="A1", amount="8000")
    steps = said(locale, "wrgp-board-steps").split("\n")
    assert [line for line in await told() if line in steps] == steps

    for player in ("A2", "A3"):
        await hall.press(who, board, "done")
        await hall.command(who, "wrgp damage", player=player, amount="8000")
    now, over = await told()
    assert "🏆" in now
    assert over == said(locale, "help-over")


# Language.


@pytest.mark.parametrize("server", ["ja", "en-US", "fr"])
async def test_a_channel_speaks_the_servers_language_until_it_is_told_otherwise(hall, server):
    hall.server_locale = server
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    japanese, english = "1ターン目" in board.text, "turn 1" in board.text
    assert (japanese, english) == ((True, False) if server == "ja" else (False, True))


@pytest.mark.parametrize(
    ("language", "japanese", "english"),
    [("ja", True, False), ("en", False, True), ("both", True, True), ("auto", False, True)],
)
async def test_the_board_changes_with_the_language(hall, language, japanese, english):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    await hall.command(yusei, "table language", language="ja")
    reply = await hall.command(yusei, "table language", language=language)
    assert reply.public
    assert ("ターン終了" in str(board.labels), "End turn" in str(board.labels)) == (japanese, english)
    assert ("1ターン目" in board.text, "turn 1" in board.text) == (japanese, english)


async def test_the_language_is_the_channels_alone_and_stays_over_a_restart(hall):
    yusei, other = hall.member("遊星"), hall.guild.create_text_channel("second")
    await hall.command(yusei, "table language", language="ja")
    await hall.restart()
    assert "1ターン目" in (await hall.start(yusei)).text
    assert "turn 1" in (await hall.start(yusei, channel=other)).text


async def test_a_private_answer_speaks_the_readers_language_whatever_the_channel_speaks(hall):
    await hall.start()
    await hall.command(hall.member("遊星"), "table language", language="both")
    for locale in ("ja", "en-US", "de"):
        reply = await hall.command(hall.member(f"reads {locale}", locale), "wrgp turn")
        assert reply.private == said(locale, "onlooker", host="遊星")


# The doctor.


async def test_the_doctor_tells_rights_match_and_language(hall):
    yusei = hall.member("遊星", "ja")
    told = (await hall.command(yusei, "table doctor")).private.splitlines()
    assert told == [
        said("ja", "doctor-rights-fine"),
        said("ja", "doctor-no-match"),
        said("ja", "doctor-language", language=Line("doctor-speaks-en")),
    ]
    await hall.start(yusei)
    told = (await hall.command(yusei, "table doctor")).private.splitlines()
    assert told[1] == said("ja", "doctor-match", game=Line("format-wrgp"), entries=1)


async def test_the_doctor_names_each_missing_right(hall):
    hall.allow(hall.channel, send_messages=False, read_message_history=False)
    told = (await hall.command(hall.member("遊星", "ja"), "table doctor")).private
    missing = tuple(said("ja", f"right-{right}") for right in ("send_messages", "read_message_history"))
    assert told.splitlines()[0] == said("ja", "doctor-rights-missing", rights=missing)


# Chance.


async def test_a_coin_shows_a_side(hall):
    shown = {(await hall.command(hall.member("遊星"), "table coin")).public for _ in range(40)}
    assert shown == {said("en", "coin-heads"), said("en", "coin-tails")}


async def test_dice_show_each_and_the_sum(hall):
    yusei = hall.member("遊星")
    for _ in range(20):
        told = (await hall.command(yusei, "table dice", sides=10, count=5)).public
        each, total = re.search(r"5d10: ([\d, ]+) = \*\*(\d+)\*\*", told).groups()
        rolled = [int(number) for number in each.split(", ")]
        assert len(rolled) == 5
        assert set(rolled) <= set(range(1, 11))
        assert sum(rolled) == int(total)
    assert re.fullmatch(r".*d6: \*\*[1-6]\*\*", (await hall.command(yusei, "table dice")).public)


@pytest.mark.parametrize(
    "options",
    [{"sides": 1}, {"sides": 0}, {"sides": -6}, {"sides": 1001}, {"count": 0}, {"count": 21}, {"count": 10**9}],
)
async def test_dice_that_nobody_has_are_refused(hall, options):
    reply = await hall.command(hall.member("遊星", "ja"), "table dice", **options)
    assert reply.private == said("ja", "dice-out-of-range", sides=1000, count=20)


async def test_twenty_dice_of_a_thousand_sides_fit(hall):
    assert "20d1000" in (await hall.command(hall.member("遊星"), "table dice", sides=1000, count=20)).public


@pytest.mark.parametrize(
    ("names", "people"),
    [
        ("a b c", {"a", "b", "c"}),
        ("Yusei Fudo、Jack Atlas", {"Yusei Fudo", "Jack Atlas"}),
        (" ".join(f"n{i}" for i in range(60)), {f"n{i}" for i in range(60)}),
    ],
)
async def test_shuffle_puts_names_in_an_order(hall, names, people):
    told = (await hall.command(hall.member("遊星"), "table shuffle", names=names)).public
    assert set(told.split(": ", 1)[1].split(", ")) == people


async def test_shuffle_without_names_takes_the_players(hall):
    await hall.start()
    told = (await hall.command(hall.member("遊星"), "table shuffle")).public
    assert set(told.split(": ", 1)[1].split(", ")) == {"遊星", "ジャック", "クロウ", "鬼柳", "ボマー", "ルドガー"}


@pytest.mark.parametrize("names", [None, "alone", "　", " ".join(f"n{i}" for i in range(61))])
async def test_shuffle_needs_two_to_sixty(hall, names):
    reply = await hall.command(hall.member("遊星", "ja"), "table shuffle", **({"names": names} if names else {}))
    assert reply.private == said("ja", "shuffle-out-of-range", most=60)


async def test_shuffled_names_ping_nobody(hall):
    """Members are shown by name, and a typed mention of everybody has no power."""
    jack = hall.member("ジャック")
    reply = await hall.command(hall.member("遊星"), "table shuffle", names=f"{jack.mention} @everyone")
    assert "@everyone" not in reply.public
    assert not any(message.mention_everyone for message in hall.env.backend.messages[hall.channel.id].values())
