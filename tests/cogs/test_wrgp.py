"""`/wrgp` as people use it: starting, every command, and what it says to whom when it can't."""

# ruff: noqa: E501  a case of a table keeps to its line

import pytest
from hall import TEAM_A, TEAM_B, said

from bot.rules.format import Line
from bot.rules.wrgp import SEATS, Phase

LOCALES = ("ja", "en-US")
LIFE_MOST = 9_999_999
NAMES_A = ["遊星", "ジャック", "クロウ"]
NAMES_B = ["鬼柳", "ボマー", "ルドガー"]


async def lives(hall):
    state = await hall.state()
    return {d["seat"]: d["life"] for team in state["teams"].values() for d in team["players"]}


async def sitters(hall):
    match = await hall.match()
    return {str(seat): person.name for seat, person in match.sitters.items()}


# Starting.


@pytest.mark.parametrize(
    "team",
    [
        pytest.param("遊星 ジャック クロウ", id="spaces"),
        pytest.param("遊星　ジャック　クロウ", id="full-width spaces"),
        pytest.param("遊星,ジャック,クロウ", id="commas"),
        pytest.param("遊星、ジャック、 クロウ", id="Japanese commas"),
        pytest.param(" 遊星 、ジャック，クロウ、", id="mixed, with a stray one"),
    ],
)
async def test_a_team_is_three_names_however_they_are_separated(hall, team):
    board = await hall.start(team_a=team)
    assert [*(await sitters(hall)).values()][:3] == NAMES_A
    assert board.life() == [8000, 8000]
    assert [team["speed"] for team in (await hall.state())["teams"].values()] == [2, 2]


async def test_names_may_hold_spaces_where_commas_part_them(hall):
    await hall.start(team_a="Yusei Fudo, Jack Atlas, Crow Hogan")
    assert (await sitters(hall))["A2"] == "Jack Atlas"


async def test_members_are_mentioned_and_guests_are_named(hall):
    """Mentions may touch each other, as the client sends them; a guest sits by name."""
    yusei, jack = hall.member("遊星"), hall.member("ジャック")
    await hall.start(team_a=f"{yusei.mention}{jack.mention} クロウ")
    match = await hall.match()
    assert [(person.name, person.user_id) for person in match.sitters.values()][:3] == [
        ("遊星", yusei.id),
        ("ジャック", jack.id),
        ("クロウ", None),
    ]


async def test_nobody_named_opens_a_lobby_and_one_team_named_waits_in_it(hall):
    reply = await hall.command(hall.member("遊星"), "wrgp start", team_a=TEAM_A)
    assert "遊星, ジャック, クロウ" in reply.public
    assert reply.screen.has("join", team="B")


@pytest.mark.parametrize(
    ("options", "turn_team", "life", "speed"),
    [
        pytest.param({}, "A", 8000, 2, id="left out"),
        pytest.param({"first": "B"}, "B", 8000, 2, id="first B"),
        pytest.param({"first": "b"}, "B", 8000, 2, id="first in small letters"),
        pytest.param({"first": "鬼柳"}, "B", 8000, 2, id="first by name"),
        pytest.param({"life": "４０００"}, "A", 4000, 2, id="life in full-width digits"),
        pytest.param({"life": "8000*2"}, "A", 16000, 2, id="life as a sum"),
        pytest.param({"edition": "plain"}, "A", 8000, 1, id="plain Speed World"),
        pytest.param({"edition": "none"}, "A", 8000, None, id="no Speed World"),
    ],
)
async def test_start_takes_house_rules_and_who_goes_first(hall, options, turn_team, life, speed):
    await hall.start(**options)
    state = await hall.state()
    assert (state["turn_team"], (await lives(hall))["A1"], state["teams"]["A"]["speed"]) == (turn_team, life, speed)


@pytest.mark.parametrize(("lot", "team"), [(0, "A"), (1, "B")])
async def test_random_first_is_a_lot(hall, monkeypatch, lot, team):
    monkeypatch.setattr("secrets.randbelow", lambda _: lot)
    await hall.start(first="random")
    assert (await hall.state())["turn_team"] == team


@pytest.mark.parametrize(
    ("options", "message", "facts"),
    [
        pytest.param({"team_a": "遊星 ジャック"}, "wrgp-players", {"count": 5}, id="two against three"),
        pytest.param({"team_a": TEAM_A + " 龍可"}, "wrgp-players", {"count": 7}, id="four against three"),
        pytest.param({"team_a": "a b", "team_b": "c d"}, "wrgp-players", {"count": 4}, id="two against two"),
        pytest.param({"team_a": "　", "team_b": "、"}, "wrgp-players", {"count": 0}, id="only separators"),
        pytest.param({"team_a": "遊星 遊星 クロウ"}, "named-twice", {"name": "遊星"}, id="twice in a team"),
        pytest.param({"team_b": "遊星 a b"}, "named-twice", {"name": "遊星"}, id="in both teams"),
        pytest.param({"team_a": "a, \u202e\u200b, b"}, "name-empty", {}, id="a name of marks alone"),
        pytest.param(
            {"life": "0"}, "rule-value-range", {"rule": "starting_life", "least": 1, "most": LIFE_MOST}, id="life 0"
        ),
        pytest.param(
            {"life": "-1"}, "rule-value-range", {"rule": "starting_life", "least": 1, "most": LIFE_MOST}, id="life -1"
        ),
        pytest.param({"life": "1/0"}, "amount-unreadable", {"typed": "1/0"}, id="life 1/0"),
        pytest.param({"life": "たくさん"}, "amount-unreadable", {"typed": "たくさん"}, id="life in words"),
        pytest.param({"first": "C"}, "player-unknown", {"typed": "C", "seats": SEATS}, id="first is nobody"),
    ],
)
async def test_a_start_that_can_not_be_read_is_refused_privately(hall, options, message, facts):
    """One private sentence in the reader's language, and no match."""
    given = {"team_a": TEAM_A, "team_b": TEAM_B} | options
    for locale in LOCALES:
        who = hall.member(f"the one who reads {locale}", locale)
        assert (await hall.command(who, "wrgp start", **given)).private == said(locale, message, **facts)
        assert hall.messages() == []
        assert (await hall.command(who, "wrgp turn")).private == said(locale, "no-match-here")


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_bot_can_not_play(hall, locale):
    robot = hall.guild.add_member(hall.env.create_user("robot", bot=True, global_name="ロボ"))
    reply = await hall.command(hall.member("遊星", locale), "wrgp start", team_a=f"{robot.mention} b c", team_b=TEAM_B)
    assert reply.private == said(locale, "bot-as-player", name="ロボ")
    assert hall.messages() == []


async def test_a_stranger_can_not_be_seated_by_mention(hall):
    reply = await hall.command(hall.member("遊星"), "wrgp start", team_a="<@123456789> b c", team_b=TEAM_B)
    assert reply.private == said("en-US", "member-unknown")


async def test_one_member_by_two_names_is_one_person(hall):
    """A mention and the same mention in its old form are one person."""
    yusei = hall.member("遊星")
    old = yusei.mention.replace("<@", "<@!")
    reply = await hall.command(yusei, "wrgp start", team_a=f"{yusei.mention} {old} c", team_b=TEAM_B)
    assert reply.private == said("en-US", "named-twice", name="遊星")


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_second_start_is_refused_and_names_the_match_that_runs(hall, locale):
    board = await hall.start(hall.member("遊星"))
    before = board.text
    reply = await hall.command(hall.member("旅人", locale), "wrgp start", team_a="a b c", team_b="d e f")
    assert reply.private == said(locale, "match-here-already", game=Line("format-wrgp"), host="遊星")
    lobby = await hall.command(hall.member("旅人", locale), "wrgp start")
    assert lobby.private == said(locale, "match-here-already", game=Line("format-wrgp"), host="遊星")
    assert [screen.text for screen in hall.messages()] == [before]


@pytest.mark.usefixtures("slow_discord")
async def test_two_starts_at_once_make_one_match(hall):
    async with hall.at_once():
        replies = [
            await hall.command(hall.member(name), "wrgp start", team_a=f"{name} a b", team_b="c d e")
            for name in ("遊星", "鬼柳")
        ]
    assert sorted(reply.screen.message.ephemeral for reply in replies) == [False, True]
    assert len(hall.messages()) == 1


async def test_each_channel_has_its_own_match(hall):
    other = hall.guild.create_text_channel("second")
    await hall.start()
    await hall.start(channel=other, life="4000")
    await hall.command(hall.member("遊星"), "wrgp damage", channel=other, player="A1", amount="1000")
    assert hall.board().life() == [8000, 8000]
    assert hall.board(other).life() == [3000, 4000]


AWKWARD = [
    pytest.param("@everyone", "\\@\u200beveryone", id="everyone"),
    pytest.param("<@&1234>", "\\<\\@\u200b&1234\\>", id="a role"),
    pytest.param("```x", "\\`\\`\\`x", id="backticks"),
    pytest.param("**b**_c_||d||", "\\*\\*b\\*\\*\\_c\\_\\|\\|d\\|\\|", id="Markdown"),
    pytest.param("[a](http://b)", "\\[a\\]\\(http\\://b\\)", id="a link"),
    pytest.param("a\u202eb\u200fc", "abc", id="right-to-left marks"),
    pytest.param("界" * 32, "界" * 32, id="32 wide characters"),
    pytest.param("界" * 40, "界" * 32, id="40 wide characters"),
    pytest.param("\\@here", None, id="a backslash before"),
]


@pytest.mark.parametrize(("name", "shown"), AWKWARD)
async def test_a_name_has_no_power(hall, name, shown):
    """It stands on the board as typed, without Markdown, mention, link or marks (the hall checks that nothing pings)."""
    board = await hall.start(team_a=f"{name}、b、c")
    reply = await hall.command(hall.member("遊星"), "wrgp damage", player="A1", amount="100")
    shown = shown or "\\\\\\@\u200bhere"
    assert f"**A1 {shown}**" in board.text
    assert shown in reply.public
    assert not any(message.mention_everyone for message in hall.env.backend.messages[hall.channel.id].values())


# Every command.


@pytest.mark.parametrize(
    ("before", "command", "options", "told", "after"),
    [
        pytest.param([], "damage", {"player": "A1", "amount": "900"}, "遊星 −900 → **7100** (battle)", {"A1": 7100}),
        pytest.param([], "damage", {"player": "鬼柳", "amount": "800*3", "kind": "effect"}, "鬼柳 −2400 → **5600** (effect)", {"B1": 5600}),
        pytest.param([], "heal", {"player": "Ａ１", "amount": "１０００"}, "遊星 +1000 → **9000**", {"A1": 9000}),
        pytest.param([], "pay", {"player": "A1", "amount": "2000"}, "遊星 −2000 → **6000** (cost)", {"A1": 6000}),
        pytest.param([], "pay", {"player": "A1", "amount": "half"}, "遊星 −4000 → **4000** (cost)", {"A1": 4000}),
        pytest.param([("life", "A1", 7999)], "pay", {"player": "A1", "amount": "半分"}, "遊星 −3999 → **4000** (cost)", {"A1": 4000}, id="half leaves the larger half"),
        pytest.param([], "life", {"player": "A1", "value": "8000-1500"}, "Correction: 遊星's LP 8000 → **6500**", {"A1": 6500}),
        pytest.param([], "life", {"player": "A2", "value": "4000"}, "Correction: ジャック's LP 8000 → **4000**", {"A2": 4000}, id="correct one who waits"),
        pytest.param([], "turn", {}, "▶ Turn 2: 鬼柳 (team B).", {"speed": (4, 4)}),
        pytest.param([], "counters", {"team": "A", "change": "+3"}, "Correction: team A speed counters 2 → 5", {"speed": (5, 2)}),
        pytest.param([], "counters", {"team": "B", "change": "−1"}, "Correction: team B speed counters 2 → 1", {"speed": (2, 1)}),
        pytest.param([], "counters", {"team": "B", "change": "１２"}, "Correction: team B speed counters 2 → 12", {"speed": (2, 12)}),
        pytest.param([("counters", "A", 12)], "speed", {"team": "A", "use": 4}, "鬼柳 −1600 → **6400** (Speed World)", {"speed": (8, 2), "B1": 6400}),
        pytest.param([("counters", "A", 12)], "speed", {"team": "A", "use": 7}, "Speed World: team A draws 1 card.", {"speed": (5, 2)}),
        pytest.param([("counters", "A", 12)], "speed", {"team": "A", "use": 10}, "Speed World: team A may destroy up to 1 card on the field.", {"speed": (2, 2)}),
        pytest.param([], "defeat", {"player": "A1", "reason": "library_out"}, "✖ 遊星 is defeated (deck out)", {"A1": 0, "speed": (6, 2)}),
        pytest.param([], "defeat", {"player": "B1", "reason": "special_win"}, "✖ 鬼柳 is defeated (special victory)", {"B1": 0, "speed": (2, 6)}),
        pytest.param([], "defeat", {"player": "A1", "reason": "effect"}, "✖ 遊星 is defeated (lost by an effect)", {"A1": 0}),
        pytest.param([], "draw", {"cause": "one_card", "loser": "B"}, "Both fell: one card (its controller's side wins). Team B counts as the loser.", {"A1": 0, "B1": 0}),
        pytest.param([], "draw", {"cause": "chain", "loser": "A"}, "Both fell: a chain (the last damaged loses). Team A counts as the loser.", {"A1": 0, "B1": 0}),
        pytest.param([], "once", {"team": "A", "card": "Left Arm Offering"}, "Team A has used “once per Duel”: Left Arm Offering.", {}),
        pytest.param([], "effect add", {"text": "次のスタンバイまで"}, "Effect 1 goes on: 次のスタンバイまで", {}),
        pytest.param([("effect_add", "x", 0)], "effect end", {"effect": "1"}, "Effect 1 is done: x", {}),
    ],
)  # fmt: skip
async def test_a_command_plays_tells_everybody_and_redraws(hall, before, command, options, told, after):
    yusei = hall.member("遊星")
    await hall.start(yusei)
    for move, target, value in before:
        given = {
            "life": {"player": target, "value": str(value)},
            "counters": {"team": target, "change": str(value)},
            "effect_add": {"text": target},
        }[move]
        await hall.command(yusei, f"wrgp {move.replace('_', ' ')}", **given)
    reply = await hall.command(yusei, f"wrgp {command}", **options)
    assert told in reply.public
    state = await hall.state()
    if "speed" in after:
        assert tuple(team["speed"] for team in state["teams"].values()) == after["speed"]
    assert (await lives(hall)).items() >= {seat: n for seat, n in after.items() if seat != "speed"}.items()
    assert all(str(number) in hall.board().text for seat, number in after.items() if seat in ("A1", "B1"))


@pytest.mark.parametrize(("locale", "channel_language"), [("ja", "en"), ("en-US", "ja"), ("en-US", "both")])
async def test_everybody_hears_the_channels_language(hall, locale, channel_language):
    yusei = hall.member("遊星", locale)
    await hall.command(yusei, "table language", language=channel_language)
    await hall.start(yusei)
    told = (await hall.command(yusei, "wrgp damage", player="A1", amount="100")).public
    english, japanese = "遊星 −100 → **7900** (battle)", "遊星 −100 → **7900**（戦闘）"
    assert (english in told, japanese in told) == {
        "en": (True, False),
        "ja": (False, True),
        "both": (True, True),
    }[channel_language]


@pytest.mark.parametrize("phase", [None, *Phase])
async def test_handover_shows_the_phases_that_still_run_and_done_brings_in_the_next(hall, phase):
    yusei = hall.member("遊星")
    await hall.start(yusei)
    await hall.command(yusei, "wrgp damage", player="A1", amount="8000")
    reply = await hall.command(yusei, "wrgp handover", **({"phase": phase.value} if phase else {}))
    phases = [*Phase]
    still = phases[phases.index(phase or Phase.BATTLE) + 1 :]
    assert said("en", "wrgp.HandoverSteps", phase=phase or Phase.BATTLE, steps=tuple(still)) in reply.public
    pressed = await hall.press(yusei, reply.screen, "done")
    assert (await hall.state())["teams"]["A"]["active"] == "A2"
    assert pressed.result.acknowledged
    assert "ジャック" in hall.board().text


async def test_a_once_per_duel_card_is_refused_the_second_time(hall):
    yusei = hall.member("遊星", "ja")
    await hall.start(yusei)
    await hall.command(yusei, "wrgp once", team="A", card="左腕の代償")
    again = await hall.command(yusei, "wrgp once", team="A", card="左腕の 代償")
    assert again.private == said("ja", "wrgp-once-used", team="A", card="左腕の 代償")
    assert (await hall.command(yusei, "wrgp once", team="B", card="左腕の代償")).public


async def test_a_healing_of_the_fallen_and_a_turn_in_a_handover_are_refused_with_their_reason(hall):
    yusei = hall.member("遊星", "ja")
    await hall.start(yusei)
    await hall.command(yusei, "wrgp damage", player="A1", amount="9000")
    heal = await hall.command(yusei, "wrgp heal", player="A1", amount="1000")
    assert heal.private == said("ja", "wrgp-fallen-gains-nothing", seat="遊星")
    turn = await hall.command(yusei, "wrgp turn")
    assert turn.private == said("ja", "wrgp-handover-first", seat="遊星")


# Bad input.


BAD = [
    pytest.param("-1", "amount-out-of-range", id="-1"),
    pytest.param("0", "amount-out-of-range", id="0"),
    pytest.param("1" + "0" * 30, "amount-out-of-range", id="10^30"),
    pytest.param("－５００", "amount-out-of-range", id="full-width -500"),
    pytest.param("10^30", "amount-unreadable", id="typed 10^30"),
    pytest.param("1.5", "amount-not-whole", id="1.5"),
    pytest.param("", "amount-unreadable", id="empty"),
    pytest.param("　", "amount-unreadable", id="a full-width space"),
    pytest.param("1/0", "amount-unreadable", id="1/0"),
    pytest.param("9**9**9", "amount-unreadable", id="9**9**9"),
    pytest.param("+-5", "amount-out-of-range", id="+-5"),
    pytest.param("一億", "amount-unreadable", id="words"),
    pytest.param("1+" * 1000 + "1", "amount-too-long", id="2,001 characters"),
    pytest.param("@everyone", "amount-unreadable", id="a mention"),
]


@pytest.mark.parametrize(("amount", "message"), BAD)
async def test_a_bad_amount_gets_one_private_sentence_in_the_readers_language(hall, amount, message):
    """Nothing has changed, and nothing public was said."""
    yusei, jack = hall.member("遊星", "ja"), hall.member("ジャック", "en-US")
    board = await hall.start(yusei, team_a=f"{yusei.mention} {jack.mention} クロウ")
    before = (board.text, await hall.match())
    facts = {
        "amount-out-of-range": {"least": 1, "most": LIFE_MOST},
        "amount-unreadable": {"typed": amount.strip()},
        "amount-not-whole": {"typed": amount},
        "amount-too-long": {"most": 40},
    }[message]
    for who, locale in ((yusei, "ja"), (jack, "en-US")):
        for command in ("damage", "heal"):
            reply = await hall.command(who, f"wrgp {command}", player="A1", amount=amount)
            assert reply.private == said(locale, message, **facts)
        paid = await hall.command(who, "wrgp pay", player="A1", amount=amount)
        short = said(locale, "wrgp-cannot-pay", seat="遊星", amount=10**30, life=8000)
        assert paid.private == (short if amount == str(10**30) else said(locale, message, **facts))
    assert (board.text, await hall.match()) == before
    assert len(hall.messages()) == 1


@pytest.mark.parametrize(
    ("command", "options", "message", "facts"),
    [
        ("damage", {"player": "A2", "amount": "100"}, "wrgp-not-active", {"seat": "ジャック", "active": "遊星"}),
        ("damage", {"player": "C9", "amount": "100"}, "player-unknown", {"typed": "C9"}),
        ("damage", {"player": "", "amount": "100"}, "player-unknown", {"typed": "?"}),
        ("damage", {"player": "<@99>", "amount": "100"}, "player-unknown", {"typed": "<@99>"}),
        ("heal", {"player": "A1", "amount": "9999999"}, "wrgp-life-too-high", {"most": LIFE_MOST}),
        ("pay", {"player": "A1", "amount": "8001"}, "wrgp-cannot-pay", {"seat": "遊星", "amount": 8001, "life": 8000}),
        ("life", {"player": "A1", "value": "8000"}, "wrgp-life-same", {"seat": "遊星", "life": 8000}),
        ("life", {"player": "A1", "value": "-1"}, "amount-out-of-range", {"least": 0, "most": LIFE_MOST}),
        ("life", {"player": "A2", "value": "0"}, "wrgp-waiting-not-zero", {"seat": "ジャック"}),
        ("counters", {"team": "A", "change": "2"}, "wrgp-counters-same", {"team": "A", "counters": 2, "most": 12}),
        ("counters", {"team": "A", "change": "two"}, "amount-unreadable", {"typed": "two"}),
        ("counters", {"team": "A", "change": "+"}, "amount-unreadable", {"typed": "+"}),
        ("speed", {"team": "A", "use": 10}, "wrgp-speed-short", {"team": "A", "use": 10, "counters": 2}),
        ("once", {"team": "A", "card": " \u200b "}, "text-empty", {}),
        ("effect add", {"text": "\u3000"}, "text-empty", {}),
        ("effect end", {"effect": "7"}, "effect-unknown", {"effect": 7}),
        ("effect end", {"effect": "x"}, "amount-unreadable", {"typed": "x"}),
    ],
)
async def test_what_the_rules_refuse_is_one_private_sentence(hall, command, options, message, facts):
    if message == "player-unknown":
        facts = facts | {"seats": (*NAMES_A, *NAMES_B)}
    yusei, jack = hall.member("遊星", "ja"), hall.member("ジャック", "en-US")
    await hall.start(yusei, team_a=f"{yusei.mention} {jack.mention} クロウ")
    for who, locale in ((yusei, "ja"), (jack, "en-US")):
        reply = await hall.command(who, f"wrgp {command}", **options)
        assert reply.private == said(locale, message, **facts)
    assert (await hall.match()).version == 1


async def test_a_name_that_fits_two_is_asked_again(hall):
    await hall.start(team_a="遊星 遊馬 クロウ")
    reply = await hall.command(hall.member("遊星"), "wrgp damage", player="遊", amount="100")
    assert reply.private == said("en", "player-ambiguous", typed="遊", seats=("遊星", "遊馬"))


COMMANDS = [
    ("damage", {"player": "A1", "amount": "100"}),
    ("heal", {"player": "A1", "amount": "100"}),
    ("pay", {"player": "A1", "amount": "100"}),
    ("life", {"player": "A1", "value": "100"}),
    ("turn", {}),
    ("counters", {"team": "A", "change": "5"}),
    ("speed", {"team": "A", "use": 4}),
    ("defeat", {"player": "A1", "reason": "effect"}),
    ("draw", {"cause": "chain", "loser": "A"}),
    ("once", {"team": "A", "card": "x"}),
    ("effect add", {"text": "x"}),
    ("effect end", {"effect": "1"}),
]


@pytest.mark.parametrize(("command", "options"), COMMANDS)
async def test_an_onlooker_is_refused_privately(hall, command, options):
    board = await hall.start()
    before = (board.text, await hall.match())
    reply = await hall.command(hall.member("旅人", "ja"), f"wrgp {command}", **options)
    assert reply.private == said("ja", "onlooker", host="遊星")
    assert (board.text, await hall.match()) == before
    assert len(hall.messages()) == 1


@pytest.mark.parametrize(("command", "options"), COMMANDS)
async def test_without_a_match_a_command_says_how_to_start_one(hall, command, options):
    reply = await hall.command(hall.member("旅人", "ja"), f"wrgp {command}", **options)
    assert reply.private == said("ja", "no-match-here")
    assert hall.messages() == []


@pytest.mark.parametrize("start", ["party start", "wrgp start"])
async def test_a_guide_beside_another_game_or_a_lobby_has_no_button(hall, start):
    yusei = hall.member("遊星")
    await hall.command(yusei, start, **({"players": "a b c"} if start == "party start" else {}))
    assert (await hall.command(yusei, "wrgp handover")).screen.buttons == {}


@pytest.mark.parametrize(("command", "options"), COMMANDS)
async def test_in_a_lobby_a_command_says_that_the_match_has_not_begun(hall, command, options):
    yusei = hall.member("遊星", "ja")
    await hall.command(yusei, "wrgp start")
    reply = await hall.command(yusei, f"wrgp {command}", **options)
    assert reply.private == said("ja", "lobby-not-begun")


async def test_players_the_host_and_moderators_act_and_any_of_them_for_a_guest(hall):
    """The host hosts without a seat; クロウ and all of team B are guests."""
    host, jack, aki = hall.member("host"), hall.member("ジャック"), hall.member("アキ", moderator=True)
    await hall.start(host, team_a=f"遊星 {jack.mention} クロウ")
    for who in (host, jack, aki):
        assert (await hall.command(who, "wrgp damage", player="B1", amount="100")).public
    assert (await lives(hall))["B1"] == 7700


# Lists that follow the typing.


@pytest.mark.parametrize(
    ("typed", "seats"),
    [
        ("", ["A1", "A2", "A3", "B1", "B2", "B3"]),
        ("　 ", ["A1", "A2", "A3", "B1", "B2", "B3"]),
        ("b", ["B1", "B2", "B3"]),
        ("ジャ", ["A2"]),
        ("nobody", []),
        ("\u200b", None),
        ("遊" * 2000, []),
        ("%_*[", []),
    ],
)
async def test_players_are_offered_by_code_and_name(hall, typed, seats):
    await hall.start()
    offered = await hall.member("遊星").autocomplete(hall.channel, "wrgp damage", "player", typed)
    if seats is not None:
        assert [choice["value"] for choice in offered] == seats
    for choice in offered:
        assert (await hall.command(hall.member("遊星"), "wrgp life", player=choice["value"], value="5000")).public


async def test_nothing_is_offered_where_no_match_lives(hall):
    assert await hall.member("遊星").autocomplete(hall.channel, "wrgp damage", "player", "") == []


async def test_effects_are_offered_by_number_and_text(hall):
    yusei = hall.member("遊星")
    await hall.start(yusei)
    for text in ("次のターンまで", "効果" * 50):
        await hall.command(yusei, "wrgp effect add", text=text)
    offered = await yusei.autocomplete(hall.channel, "wrgp effect end", "effect", "ターン")
    assert [choice["value"] for choice in offered] == ["1"]
    assert len(await yusei.autocomplete(hall.channel, "wrgp effect end", "effect", "")) == 2
