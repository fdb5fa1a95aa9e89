"""`/match`: board, log, undo and redo, house rules, host and seats, export and import, and the end."""

import json
import re
from datetime import timedelta

import pytest
from hall import TEAM_A, TEAM_B, said

from bot.board import lay_out
from bot.language import rule_words
from bot.rules.format import Line
from bot.rules.wrgp import RULES
from bot.voices import voice_of

LOCALES = ("ja", "en-US")


async def hurt(hall, who, amount=100, player="A1"):
    return await hall.command(who, "wrgp damage", player=player, amount=str(amount))


# The board.


async def test_a_board_posted_anew_is_pointed_to_by_the_old_one(hall):
    yusei = hall.member("遊星")
    old = await hall.start(yusei)
    memory = hall.remember(old)
    for number in range(3):
        await yusei.send(hall.channel, f"chat {number}")
    new = (await hall.command(yusei, "match board")).screen
    assert not old.buttons
    assert f"/channels/{hall.guild.id}/{hall.channel.id}/{new.id}" in old.text
    assert new.life() == [8000, 8000]
    lagging = await hall.press_old(yusei, memory, "damage", player="B1", amount=100)
    assert lagging.quiet
    assert (new.life(), hall.board().id) == ([8000, 7900], new.id)
    assert f"/{new.id}" in old.text
    assert [screen.id for screen in hall.messages() if screen.buttons] == [new.id]


async def test_two_new_boards_leave_one_with_buttons(hall):
    yusei = hall.member("遊星")
    await hall.start(yusei)
    for _ in range(3):
        await hall.command(yusei, "match board")
    assert len([screen for screen in hall.messages() if screen.buttons]) == 1


async def test_onlookers_may_look(hall):
    """The board, the log, the rules and the file are for everybody."""
    await hall.start()
    onlooker = hall.member("旅人")
    assert (await hall.command(onlooker, "match board")).public
    assert (await hall.command(onlooker, "match log")).private
    assert (await hall.command(onlooker, "match rules")).private
    assert (await hall.export(onlooker))["format"] == "wrgp"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("command", ["board", "log", "undo", "redo", "rules", "export", "end"])
async def test_without_a_match_one_sentence_says_how_to_start(hall, command, locale):
    reply = await hall.command(hall.member("旅人", locale), f"match {command}")
    assert reply.private == said(locale, "no-match-here")


# The log.


async def test_the_log_tells_who_did_what_and_who_undid_it(hall):
    yusei, jack = hall.member("遊星"), hall.member("ジャック", "ja")
    await hall.start(yusei, team_a=f"{yusei.mention} {jack.mention} クロウ")
    await hurt(hall, yusei, 900)
    await hall.command(jack, "match undo")
    told = (await hall.command(yusei, "match log")).private
    assert "~~遊星 −900 → **7100** (battle)~~ — 遊星" in told
    assert "↩ Undone, no. 2: 遊星 −900 → **7100** (battle) — ジャック" in told
    assert "戦闘" in (await hall.command(jack, "match log")).private


async def test_a_run_of_quick_taps_is_one_line_and_slow_taps_are_lines_of_their_own(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    for _ in range(7):
        await hall.press(yusei, board, "damage", player="B1", amount=100)
    told = (await hall.command(yusei, "match log")).private
    assert "`2–8` 鬼柳 −700 → **7300**" in told
    hall.later = timedelta(seconds=30)
    await hall.press(yusei, board, "damage", player="B1", amount=100)
    told = (await hall.command(yusei, "match log")).private
    assert "`2–8` 鬼柳 −700 → **7300**" in told
    assert "`9` 鬼柳 −100 → **7200**" in told


async def test_a_run_ends_where_somebody_else_or_another_button_comes_between(hall):
    yusei, jack = hall.member("遊星"), hall.member("ジャック")
    board = await hall.start(yusei, team_a=f"{yusei.mention} {jack.mention} クロウ")
    for who, player in ((yusei, "B1"), (yusei, "B1"), (jack, "B1"), (yusei, "B1"), (yusei, "A1")):
        await hall.press(who, board, "damage", player=player, amount=100)
    told = (await hall.command(yusei, "match log")).private
    assert [line.split()[0] for line in told.splitlines()] == ["`1`", "`2–3`", "`4`", "`5`", "`6`"]


async def test_undo_takes_back_tap_by_tap_and_the_file_has_each_tap(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    for _ in range(4):
        await hall.press(yusei, board, "damage", player="B1", amount=500)
    left = []
    for _ in range(3):
        await hall.press(yusei, board, "undo")
        left.append(board.life()[1])
    assert left == [6500, 7000, 7500]
    exported = await hall.export(yusei)
    assert [[event["event"] for event in entry["events"]] for entry in exported["log"][1:5]] == [["LifeLost"]] * 4
    assert [entry["undoes"] for entry in exported["log"][5:]] == [5, 4, 3]


async def test_a_long_log_shows_its_end_and_says_how_much_is_older(hall):
    yusei = hall.member("遊星", "ja")
    await hall.start(yusei)
    for number in range(30):
        await hurt(hall, yusei, 10, "AB"[number % 2] + "1")
    told = (await hall.command(yusei, "match log")).private
    assert told.splitlines()[0] == said("ja", "log-older", count=11)
    assert "`31` 鬼柳 −10" in told


# Undo and redo.


async def test_undo_and_redo_go_step_by_step_and_tell_everybody(hall):
    yusei = hall.member("遊星")
    await hall.start(yusei)
    await hurt(hall, yusei, 900)
    await hall.command(yusei, "wrgp turn")
    start = await hall.state()
    assert "↩ Undone, no. 3:\n▶ Turn 2: 鬼柳" in (await hall.command(yusei, "match undo")).public
    assert (await hall.state())["turn"] == 1
    assert "↩ Undone, no. 2" in (await hall.command(yusei, "match undo")).public
    assert hall.board().life() == [8000, 8000]
    assert "↪ Redone, no. 2:\n遊星 −900" in (await hall.command(yusei, "match redo")).public
    assert "↪ Redone, no. 3" in (await hall.command(yusei, "match redo")).public
    assert await hall.state() == start
    assert hall.board().life() == [7100, 8000]


@pytest.mark.parametrize(("command", "message"), [("undo", "nothing-to-undo"), ("redo", "nothing-to-redo")])
async def test_nothing_to_take_back_is_said_privately(hall, command, message):
    yusei = hall.member("遊星", "ja")
    await hall.start(yusei)
    assert (await hall.command(yusei, f"match {command}")).private == said("ja", message)


async def test_a_new_move_ends_what_can_be_redone(hall):
    yusei = hall.member("遊星")
    await hall.start(yusei)
    await hurt(hall, yusei)
    await hall.command(yusei, "match undo")
    await hurt(hall, yusei, 200)
    assert (await hall.command(yusei, "match redo")).private == said("en", "nothing-to-redo")


@pytest.mark.parametrize(
    ("who", "may"), [("actor", True), ("teammate", True), ("opponent", True), ("moderator", True), ("onlooker", False)]
)
async def test_whoever_may_act_may_undo(hall, who, may):
    host, actor = hall.member("host"), hall.member("actor")
    people = {name: hall.member(name, moderator=name == "moderator") for name in ("teammate", "opponent", who)}
    await hall.start(
        host,
        team_a=f"{actor.mention} {people['teammate'].mention} クロウ",
        team_b=f"{people['opponent'].mention} ボマー ルドガー",
    )
    await hurt(hall, actor)
    reply = await hall.command(hall.member(who), "match undo")
    if may:
        assert reply.public
    else:
        assert reply.private == said("en", "onlooker", host="host")
    assert (await hall.match()).version == (3 if may else 2)


# House rules.


async def test_every_house_rule_is_shown_with_its_key_and_value(hall):
    yusei = hall.member("遊星", "ja")
    await hall.start(yusei, life="4000", edition="plain")
    told = (await hall.command(yusei, "match rules")).private
    assert all(f"`wrgp.{rule.key}`" in told for rule in RULES)
    assert "**4000**" in told
    assert said("ja", "rule-wrgp.edition.plain") in told
    one = (await hall.command(yusei, "match rules", rule="wrgp.starting_life")).private
    assert "4000" in one
    assert "\n" not in one


@pytest.mark.parametrize(
    ("rule", "value", "kept"),
    [
        ("edition", "none", ("edition", "none")),
        ("wrgp.zero_survivor", "stays", ("zero_survivor", "stays")),
        ("first_standby", "skipped", ("first_standby", "skipped")),
        ("bonus_over_cap", "YES", ("bonus_over_cap", "yes")),
        ("wrgp.starting_life", "１００００", ("starting_life", 10000)),
    ],
)
async def test_the_host_changes_a_rule_and_it_can_be_undone(hall, rule, value, kept):
    yusei = hall.member("遊星")
    await hall.start(yusei)
    before = (await hall.match()).state.rules
    assert (await hall.command(yusei, "match rules", rule=rule, value=value)).public
    key, read = kept
    assert (await hall.match()).state.rules[key] == read
    assert (await hall.export(yusei))["house_rules"][key] == read
    await hall.command(yusei, "match undo")
    assert (await hall.match()).state.rules == before


@pytest.mark.parametrize(
    ("rule", "value", "message"),
    [
        ("nonsense", None, "rule-unknown"),
        ("nonsense", "1", "rule-unknown"),
        ("party.shields", "5", "rule-unknown"),
        ("edition", "2019", "rule-value-unknown"),
        ("edition", "2018", "rule-same"),
        ("starting_life", "0", "rule-value-range"),
        ("starting_life", "1e9", "amount-unreadable"),
        ("starting_life", "half", "amount-unreadable"),
    ],
)
async def test_a_rule_that_can_not_be_is_refused_privately(hall, rule, value, message):
    yusei = hall.member("遊星", "ja")
    await hall.start(yusei)
    given = {"rule": rule} | ({"value": value} if value else {})
    reply = await hall.command(yusei, "match rules", **given)
    facts = {
        "rule-unknown": {"rule": rule, "rules": tuple(each.key for each in RULES)},
        "rule-value-unknown": {"rule": "edition", "value": "2019", "choices": RULES[0].choices},
        "rule-same": {"rule": "edition", "value": "2018"},
        "rule-value-range": {"rule": "starting_life", "least": 1, "most": RULES[1].most},
        "amount-unreadable": {"typed": value},
    }[message]
    assert reply.private == said("ja", message, **facts)
    assert (await hall.match()).version == 1


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_a_changed_rule_is_told_in_words(hall, language):
    """Not as `first_standby = skipped`, which is what the command takes."""
    yusei = hall.member("遊星")
    await hall.command(yusei, "table language", language=language)
    await hall.start(yusei)
    words = rule_words("wrgp", "first_standby", "skipped")
    told = (await hall.command(yusei, "match rules", rule="first_standby", value="skipped")).public
    assert told == said(language, "format.RuleChanged", **words)
    assert "skipped" not in told
    assert said("en", "format.RuleChanged", **words) in (await hall.command(yusei, "match log")).private


async def test_only_the_host_and_moderators_change_rules(hall):
    host, jack, aki = hall.member("host"), hall.member("ジャック", "ja"), hall.member("アキ", moderator=True)
    await hall.start(host, team_a=f"遊星 {jack.mention} クロウ")
    refused = await hall.command(jack, "match rules", rule="edition", value="none")
    assert refused.private == said("ja", "host-only", host="host")
    assert (await hall.command(aki, "match rules", rule="edition", value="none")).public


async def test_rules_and_their_values_are_offered(hall):
    yusei = hall.member("遊星", "ja")
    assert await yusei.autocomplete(hall.channel, "match rules", "rule", "") == []
    assert await yusei.autocomplete(hall.channel, "match rules", "value", "", rule="edition") == []
    await hall.start(yusei)
    offered = await yusei.autocomplete(hall.channel, "match rules", "rule", "")
    assert [choice["value"] for choice in offered] == [rule.key for rule in RULES]
    values = await yusei.autocomplete(hall.channel, "match rules", "value", "", rule="edition")
    assert [choice["value"] for choice in values] == ["2018", "plain", "none"]
    assert await yusei.autocomplete(hall.channel, "match rules", "value", "", rule="starting_life") == []
    assert await yusei.autocomplete(hall.channel, "match rules", "value", "", rule="nonsense") == []


# Host and seats.


async def test_a_new_host_hosts_at_once(hall):
    yusei, jack = hall.member("遊星"), hall.member("ジャック")
    await hall.start(yusei)
    assert (await hall.command(yusei, "match host", member=jack)).public == said(
        "en", "match.HostChanged", name="ジャック", before="遊星"
    )
    assert (await hall.command(jack, "match rules", rule="edition", value="none")).public
    again = await hall.command(yusei, "match rules", rule="edition", value="plain")
    assert again.private == said("en", "host-only", host="ジャック")


@pytest.mark.parametrize(("gone", "may"), [(False, False), (True, True)])
async def test_a_player_makes_a_host_where_the_host_has_left(hall, gone, may):
    host, jack = hall.member("host"), hall.member("ジャック")
    await hall.start(host, team_a=f"遊星 {jack.mention} クロウ")
    if gone:
        hall.guild.remove_member(host)
    reply = await hall.command(jack, "match host", member=jack)
    if may:
        assert reply.public
    else:
        assert reply.private == said("en", "host-only", host="host")


async def test_an_onlooker_makes_nobody_host_and_a_moderator_may(hall):
    host, aki, onlooker = hall.member("host"), hall.member("アキ", moderator=True), hall.member("旅人")
    await hall.start(host)
    assert (await hall.command(onlooker, "match host", member=onlooker)).private == said("en", "host-only", host="host")
    assert (await hall.command(aki, "match host", member=aki)).public
    assert (await hall.command(aki, "match host", member=aki)).private == said("en", "host-already", name="アキ")


async def test_a_bot_neither_hosts_nor_sits(hall):
    robot = hall.guild.add_member(hall.env.create_user("robot", bot=True, global_name="ロボ"))
    yusei = hall.member("遊星", "ja")
    await hall.start(yusei)
    assert (await hall.command(yusei, "match host", member=robot)).private == said("ja", "bot-as-player", name="ロボ")
    reply = await hall.command(yusei, "match seat", seat="A2", member=robot)
    assert reply.private == said("ja", "bot-as-player", name="ロボ")


@pytest.mark.parametrize(("command", "options"), [("host", {}), ("seat", {"seat": "A2"})])
async def test_a_stranger_neither_hosts_nor_sits(hall, command, options):
    """Discord takes the number of anybody's account for a member."""
    yusei = hall.member("遊星", "ja")
    await hall.start(yusei)
    before = await hall.match()
    reply = await hall.command(yusei, f"match {command}", member=hall.env.create_user("stranger"), **options)
    assert reply.private == said("ja", "member-unknown")
    assert await hall.match() == before


@pytest.mark.parametrize("locale", LOCALES)
async def test_where_a_lobby_is_open_a_start_and_an_import_lead_to_it(hall, locale):
    yusei = hall.member("遊星", locale)
    await hall.command(yusei, "tag start")
    for command, options in (("wrgp start", {}), ("match import", {"file": ("x.json", b"{}")})):
        reply = await hall.command(yusei, command, **options)
        assert reply.private == said(locale, "lobby-here-already", host="遊星")


async def test_a_guest_becomes_a_member_who_may_then_act(hall):
    yusei, jack = hall.member("遊星"), hall.member("ジャック・アトラス")
    await hall.start(yusei)
    assert (await hurt(hall, jack)).private == said("en", "onlooker", host="遊星")
    told = await hall.command(yusei, "match seat", seat="ジャック", member=jack)
    assert told.public == "ジャック・アトラス takes ジャック's seat."
    assert (await hurt(hall, jack)).public
    assert "ジャック・アトラス" in hall.board().text


async def test_a_player_hands_a_seat_over_and_is_an_onlooker_then(hall):
    host, jack, crow = hall.member("host"), hall.member("ジャック"), hall.member("クロウ")
    await hall.start(host, team_a=f"遊星 {jack.mention} ブルーノ")
    assert (await hall.command(jack, "match seat", seat="A2", member=crow)).public
    assert (await hurt(hall, jack)).private == said("en", "onlooker", host="host")
    assert (await hurt(hall, crow)).public


@pytest.mark.parametrize(
    ("seat", "message", "facts"),
    [
        ("A1", "seated-twice", {"name": "遊星", "seat": "A1"}),
        ("A2", "seated-twice", {"name": "遊星", "seat": "A1"}),
        (
            "Z9",
            "player-unknown",
            {"typed": "Z9", "seats": ("遊星", "ジャック", "クロウ", "鬼柳", "ボマー", "ルドガー")},
        ),
    ],
)
async def test_one_seat_a_person(hall, seat, message, facts):
    yusei = hall.member("遊星")
    await hall.start(yusei, team_a=f"{yusei.mention} ジャック クロウ")
    reply = await hall.command(yusei, "match seat", seat=seat, member=yusei)
    assert reply.private == said("en", message, **facts)


async def test_a_player_who_left_the_server_keeps_the_name_on_the_board(hall):
    yusei, jack = hall.member("遊星"), hall.member("ジャック")
    await hall.start(yusei, team_a=f"{jack.mention} クロウ 龍可")
    hall.guild.remove_member(jack)
    await hurt(hall, yusei)
    assert "ジャック" in hall.board().text
    assert "ジャック" in (await hall.command(yusei, "match log")).private


# Export and import.


async def full_match(hall, yusei):
    await hall.start(yusei, team_a=f"{yusei.mention} `ジャック` クロウ", life="4000")
    await hurt(hall, yusei, 5000)
    await hall.command(yusei, "match undo")
    await hall.command(yusei, "match redo")
    await hall.command(yusei, "wrgp once", team="B", card="左腕の代償")
    await hall.command(yusei, "wrgp effect add", text="次のスタンバイフェイズまで")
    await hall.command(yusei, "match rules", rule="zero_survivor", value="stays")


async def test_what_was_exported_imports_to_the_same(hall):
    yusei = hall.member("遊星")
    await full_match(hall, yusei)
    reply = await hall.command(yusei, "match export")
    (attachment,) = reply.screen.message.attachments
    assert attachment.filename.startswith("sidecar-wrgp-")
    assert attachment.filename.endswith(".json")
    exported, data = json.loads(hall.file(reply)), hall.file(reply)
    other = hall.guild.create_text_channel("second")
    crow = hall.member("クロウ")
    imported = await hall.command(crow, "match import", channel=other, file=("match.json", data))
    assert imported.result.acknowledged
    assert await hall.export(crow, channel=other) == exported
    assert hall.board(other).text.splitlines()[0] == hall.board().text.splitlines()[0]
    assert (await hall.match(other)).hosted_by.user_id == crow.id
    assert (await hall.command(crow, "match undo", channel=other)).public


async def test_an_ended_match_still_exports(hall):
    yusei = hall.member("遊星")
    await full_match(hall, yusei)
    before = await hall.export(yusei)
    await hall.press(yusei, (await hall.command(yusei, "match end")).screen, "end")
    assert await hall.export(yusei) == before
    assert "左腕の代償" in (await hall.command(yusei, "match log")).private


async def test_an_import_is_refused_while_a_match_lives(hall):
    yusei = hall.member("遊星", "ja")
    await hall.start(yusei)
    data = json.dumps(await hall.export(yusei)).encode()
    before = await hall.match()
    reply = await hall.command(yusei, "match import", file=("match.json", data))
    assert reply.private == said("ja", "match-here-already", game=Line("format-wrgp"), host="遊星")
    assert await hall.match() == before


def _changed(exported, path, value):
    data = json.loads(json.dumps(exported))
    here = data
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    return json.dumps(data).encode()


HOSTILE = [
    pytest.param(lambda _: b"", id="empty"),
    pytest.param(lambda _: b"\x89PNG\r\n\x1a\n\x00\xff", id="a picture"),
    pytest.param(lambda _: b"[" * 100_000, id="deep brackets"),
    pytest.param(lambda _: b'{"a":' * 50_000, id="deep objects"),
    pytest.param(lambda _: b"[]", id="a list"),
    pytest.param(lambda _: b"null", id="null"),
    pytest.param(lambda _: b"NaN", id="NaN"),
    pytest.param(lambda _: b"9" * 5000, id="a huge number"),
    pytest.param(lambda _: '{"sidecar": 1}'.encode("utf-16"), id="UTF-16"),
    pytest.param(lambda e: _changed(e, ["sidecar"], 2), id="another edition"),
    pytest.param(lambda e: _changed(e, ["format"], "chess"), id="another game"),
    pytest.param(lambda e: _changed(e, ["format"], "lobby"), id="a lobby"),
    pytest.param(lambda e: _changed(e, ["format"], "party"), id="the wrong format"),
    pytest.param(lambda e: _changed(e, ["seats"], []), id="no seats"),
    pytest.param(lambda e: _changed(e, ["seats", 1, "seat"], "A1"), id="a seat twice"),
    pytest.param(lambda e: _changed(e, ["seats", 0, "name"], "x" * 5000), id="a long name"),
    pytest.param(lambda e: _changed(e, ["seats", 0, "name"], "a\n# LP 1"), id="a name of two lines"),
    pytest.param(lambda e: _changed(e, ["seats", 0, "user_id"], "x"), id="a user that is no number"),
    pytest.param(lambda e: _changed(e, ["seats", 0, "user_id"], 10**30), id="a user beyond every number"),
    pytest.param(lambda e: _changed(e, ["log"], []), id="no log"),
    pytest.param(lambda e: _changed(e, ["log", 0, "events", 0, "event"], "Exploded"), id="an unknown event"),
    pytest.param(lambda e: _changed(e, ["log", 0, "events", 0, "event"], "__class__"), id="no event at all"),
    pytest.param(lambda e: _changed(e, ["log", 1, "seq"], 7), id="a gap"),
    pytest.param(lambda e: _changed(e, ["log", 1, "seq"], True), id="a number that is true"),
    pytest.param(lambda e: _changed(e, ["log", 1, "at"], "yesterday"), id="no time"),
    pytest.param(lambda e: _changed(e, ["log", 1, "undoes"], 2), id="an undo of itself"),
    pytest.param(lambda e: _changed(e, ["log", 1, "events", 0, "seat"], "Z9"), id="a seat that is not there"),
    pytest.param(lambda e: _changed(e, ["log", 1, "events", 0, "left"], 10**400), id="a life beyond every number"),
    pytest.param(lambda e: _changed(e, ["log", 1, "events", 0, "kind"], "magic"), id="a term that is none"),
    pytest.param(lambda e: _changed(e, ["log", 0, "events", 0, "rules"], {}), id="no house rules"),
    pytest.param(lambda e: _changed(e, ["log", 0, "events", 0, "rules", "edition"], "9999"), id="an unknown edition"),
    pytest.param(lambda e: _changed(e, ["log", 0, "events"], []), id="an empty opening"),
]


@pytest.mark.parametrize("make", HOSTILE)
async def test_a_file_that_no_export_could_be_is_refused_in_one_sentence(hall, make):
    yusei, other = hall.member("遊星", "ja"), hall.guild.create_text_channel("second")
    await hall.start(yusei)
    await hurt(hall, yusei)
    data = make(await hall.export(yusei))
    reply = await hall.command(yusei, "match import", channel=other, file=("match.json", data))
    assert reply.private in (said("ja", "import-broken"), said("ja", "import-edition", edition="2"))
    assert hall.messages(other) == []
    assert (await hall.command(yusei, "wrgp turn", channel=other)).private == said("ja", "no-match-here")


async def test_a_file_over_one_mebibyte_is_refused_before_it_is_read(hall):
    reply = await hall.command(hall.member("遊星", "ja"), "match import", file=("match.json", b" " * (1024 * 1024 + 1)))
    assert reply.private == said("ja", "deck-file-too-large", source="match.json", most=1)
    assert not [request for request in hall.env.http_requests if "attachments" in request.path]


async def test_the_state_in_a_file_is_never_trusted(hall):
    yusei, other = hall.member("遊星"), hall.guild.create_text_channel("second")
    await hall.start(yusei)
    await hurt(hall, yusei)
    data = _changed(await hall.export(yusei), ["state", "teams", "A", "players", 0, "life"], 1)
    await hall.command(yusei, "match import", channel=other, file=("match.json", data))
    assert hall.board(other).life() == [7900, 8000]


async def test_names_in_a_file_have_no_power_either(hall):
    yusei, other = hall.member("遊星"), hall.guild.create_text_channel("second")
    await hall.start(yusei)
    data = _changed(await hall.export(yusei), ["seats", 0, "name"], "@everyone # **big**")
    await hall.command(yusei, "match import", channel=other, file=("match.json", data))
    assert " \\@\u200beveryone \\# \\*\\*big\\*\\***" in hall.board(other).text


# The end.


@pytest.mark.parametrize("locale", LOCALES)
async def test_an_end_asks_once_more_privately_and_then_leaves_a_last_board(hall, locale):
    yusei = hall.member("遊星", locale)
    board = await hall.start(yusei)
    await hurt(hall, yusei)
    asked = await hall.command(yusei, "match end")
    assert asked.private == said(locale, "confirm-end")
    assert (await hall.match()).version == 2
    await hall.press(yusei, asked.screen, "end")
    assert asked.screen.text == said(locale, "match-closed")
    assert not asked.screen.buttons
    assert not board.buttons
    assert "LP 7900" in board.text
    again = await hall.command(yusei, "match end")
    assert again.private == said(locale, "no-match-here")
    assert await hall.start(yusei)


async def test_an_onlooker_ends_nothing(hall):
    await hall.start()
    reply = await hall.command(hall.member("旅人", "ja"), "match end")
    assert reply.private == said("ja", "onlooker", host="遊星")


async def test_a_match_ended_twice_says_so(hall):
    yusei, jack = hall.member("遊星"), hall.member("ジャック", "ja")
    await hall.start(yusei, team_a=f"{yusei.mention} {jack.mention} クロウ")
    asked = [(who, await hall.command(who, "match end")) for who in (yusei, jack)]
    await hall.press(yusei, asked[0][1].screen, "end")
    second = await hall.press(jack, asked[1][1].screen, "end")
    assert second.private == said("ja", "match-ended")


@pytest.mark.usefixtures("slow_discord")
async def test_an_end_and_a_press_at_once_give_each_one_sensible_answer(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    asked = await hall.command(yusei, "match end")
    async with hall.at_once():
        end = await hall.press(yusei, asked.screen, "end")
        tap = await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert end.result.acknowledged
    assert tap.quiet or tap.private in (said("en", "match-ended"), said("en", "no-match-here"))
    assert not board.buttons
    assert (await hall.command(yusei, "wrgp turn")).private == said("en", "no-match-here")


async def test_the_match_is_for_those_named_only(hall):
    """Nobody is enrolled who neither joined nor was named."""
    yusei = hall.member("遊星")
    hall.member("旅人")
    await hall.start(yusei, team_a=TEAM_A, team_b=TEAM_B)
    assert {person.user_id for person in (await hall.match()).sitters.values()} == {None}


@pytest.mark.parametrize("locale", ["ja", "en-US"])
@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("log", {}),
        ("export", {}),
        ("rules", {}),
        ("rules", {"rule": "zero_survivor", "value": "stays"}),
        ("seat", {"seat": "A1"}),
    ],
)
async def test_in_a_lobby_what_needs_a_match_says_how_it_begins(hall, command, options, locale):
    yusei = hall.member("遊星", locale)
    await hall.command(yusei, "wrgp start")
    member = {"member": hall.member("ジャック")} if command == "seat" else {}
    assert (await hall.command(yusei, f"match {command}", **options, **member)).private == said(
        locale, "lobby-not-begun"
    )


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_a_log_of_the_longest_names_shows_its_end_with_who_and_when(hall, language):
    """Lines are cut where they tell what happened; a log that is too long for a message loses its oldest lines."""
    host = hall.member("漢" * 32, "ja" if language == "ja" else "en-US")
    await hall.start(host, team_a=", ".join(c * 32 for c in "あいう"), team_b=", ".join(c * 32 for c in "*_|"))
    for _ in range(15):
        await hall.command(host, "wrgp turn")
    told = (await hall.command(host, "match log")).private
    assert len(told) <= 2000
    older, *lines = told.split("\n")
    assert older == said("ja" if language == "ja" else "en-US", "log-older", count=16 - len(lines))
    assert [line.split("`")[1] for line in lines] == [str(number) for number in range(17 - len(lines), 17)]
    assert all(re.search(r" — 漢{32} <t:\d+:R>$", line) for line in lines)


@pytest.mark.usefixtures("slow_discord")
@pytest.mark.parametrize(
    ("command", "options"),
    [("wrgp damage", {"player": "A1", "amount": "1000"}), ("table language", {"language": "ja"})],
)
async def test_a_board_posted_while_something_happens_shows_it(hall, command, options):
    yusei = hall.member("遊星")
    await hall.start(yusei)
    async with hall.at_once():
        await hall.command(yusei, "match board")
        await hall.command(hall.member("mod", moderator=True), command, **options)
    board = hall.messages()[1]
    voice = voice_of("ja" if command == "table language" else "en", await hall.match())
    shown = [part.content for part in lay_out(await hall.match(), voice).walk_children() if hasattr(part, "content")]
    assert board.text == "\n".join(shown)


@pytest.mark.usefixtures("slow_discord")
async def test_of_two_boards_posted_at_once_one_stays(hall):
    yusei = hall.member("遊星")
    await hall.start(yusei)
    async with hall.at_once():
        await hall.command(yusei, "match board")
        await hall.command(yusei, "match board")
    assert [bool(screen.buttons) for screen in hall.messages()] == [False, False, True]
