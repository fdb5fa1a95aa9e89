"""The lobby and the board as people see them: in every place, in each language, and where Discord fails."""

import discord
import pytest
from hall import TEAM_A, TEAM_B, Screen, said

from bot import boards

JOINERS = [f"D{number}" for number in range(8)]


async def lobby(hall, who, **options):
    return (await hall.command(who, "wrgp start", **options)).screen


async def waiting(hall):
    match = await hall.match()
    return {str(team): [one.person.name for one in match.state.of(team)] for team, _ in match.state.places}


async def with_guests(hall, who, teams, **options):
    """A lobby with guests in it, by team."""
    screen = await lobby(hall, who, **options)
    for team, names in teams.items():
        for name in names:
            await add_guest(hall, who, screen, team, name)
    return screen


async def add_guest(hall, who, screen, team, name):
    return await hall.fill(who, await hall.press(who, screen, "guest", team=team), name=name)


# The lobby.


async def test_from_lobby_to_match_by_presses(hall):
    """Members join, guests are added, the board says who is missing, and Begin turns it into the match."""
    yusei, kiryu, jack = hall.member("遊星"), hall.member("鬼柳"), hall.member("ジャック")
    screen = await lobby(hall, yusei)
    for who, team in ((yusei, "A"), (kiryu, "B"), (jack, "A")):
        assert (await hall.press(who, screen, "join", team=team)).quiet
    assert "(2/3): 遊星, ジャック" in screen.text
    for team, name in (("A", "クロウ"), ("B", "ボマー"), ("B", "ルドガー")):
        assert (await add_guest(hall, yusei, screen, team, name)).quiet
    assert said("en", "lobby-board-next-ready") in screen.text
    assert (await hall.press(kiryu, screen, "begin")).quiet
    assert screen.life() == [8000, 8000]
    match = await hall.match()
    assert [(str(seat), person.name, person.user_id) for seat, person in match.sitters.items()] == [
        ("A1", "遊星", yusei.id),
        ("A2", "ジャック", jack.id),
        ("A3", "クロウ", None),
        ("B1", "鬼柳", kiryu.id),
        ("B2", "ボマー", None),
        ("B3", "ルドガー", None),
    ]
    assert len(hall.messages()) == 1
    assert match.hosted_by.user_id == yusei.id


async def test_eight_join_at_once_for_two_places(hall):
    yusei = hall.member("遊星")
    screen = await lobby(hall, yusei)
    await add_guest(hall, yusei, screen, "A", "guest")
    async with hall.at_once():
        replies = [await hall.press(hall.member(name), screen, "join", team="A") for name in JOINERS]
    told = [reply.private for reply in replies if not reply.quiet]
    assert told == [said("en", "lobby-full", most=3)] * 6
    assert len((await waiting(hall))["A"]) == 3
    assert "(3/3)" in screen.text


@pytest.mark.usefixtures("slow_discord")
async def test_eight_join_at_once_for_six_places_while_discord_is_slow(hall):
    screen = await lobby(hall, hall.member("遊星"))
    async with hall.at_once():
        for number, name in enumerate(JOINERS):
            await hall.press(hall.member(name), screen, "join", team="AB"[number % 2])
    assert {team: len(names) for team, names in (await waiting(hall)).items()} == {"A": 3, "B": 3}
    names = [name for team in (await waiting(hall)).values() for name in team]
    assert all(name in screen.text for name in names)


async def test_a_double_click_takes_one_place(hall):
    yusei = hall.member("遊星", "ja")
    screen = await lobby(hall, yusei)
    async with hall.at_once():
        first, second = [await hall.press(yusei, screen, "join", team="A") for _ in range(2)]
    assert first.quiet
    assert second.private == said("ja", "lobby-already-in", name="遊星")
    assert (await waiting(hall))["A"] == ["遊星"]


async def test_who_joins_the_other_team_changes_sides(hall):
    yusei = hall.member("遊星")
    screen = await lobby(hall, yusei)
    await hall.press(yusei, screen, "join", team="A")
    await hall.press(yusei, screen, "join", team="B")
    assert await waiting(hall) == {"A": [], "B": ["遊星"]}


async def test_a_namesake_never_takes_anothers_place(hall):
    ken = hall.member("Ken")
    user = hall.env.create_user("another", global_name="Ken")
    other = hall.guild.add_member(user)
    screen = await lobby(hall, ken)
    await hall.press(ken, screen, "join", team="A")
    await hall.press(other, screen, "join", team="B")
    assert [(one.person.name, one.person.user_id) for one in (await hall.match()).state.waiting] == [
        ("Ken", ken.id),
        ("Ken 2", other.id),
    ]


async def test_leaving_frees_the_place_and_is_only_for_those_who_joined(hall):
    yusei, onlooker = hall.member("遊星"), hall.member("旅人", "ja")
    screen = await lobby(hall, yusei)
    await hall.press(yusei, screen, "join", team="A")
    assert (await hall.press(onlooker, screen, "leave")).private == said("ja", "lobby-not-in")
    assert (await hall.press(yusei, screen, "leave")).quiet
    assert await waiting(hall) == {"A": [], "B": []}


@pytest.mark.parametrize(
    ("typed", "message", "facts"),
    [
        ("", "name-empty", {}),
        ("  \u200b ", "name-empty", {}),
        ("クロウ", "lobby-already-in", {"name": "クロウ"}),
        ("ク\u200bロウ", "lobby-already-in", {"name": "クロウ"}),
        ("、,", "name-empty", {}),
        ("鬼柳、クロウ", "lobby-already-in", {"name": "クロウ"}),
        ("一、二、三、四", "lobby-full", {"most": 3}),
    ],
)
async def test_a_guest_needs_a_name_of_their_own(hall, typed, message, facts):
    yusei = hall.member("遊星", "ja")
    screen = await lobby(hall, yusei, team_a="クロウ")
    reply = await add_guest(hall, yusei, screen, "B", typed)
    assert reply.private == said("ja", message, **facts)
    assert await waiting(hall) == {"A": ["クロウ"], "B": []}


async def test_several_guests_are_added_at_once_and_a_name_may_hold_a_space(hall):
    yusei = hall.member("遊星", "ja")
    screen = await lobby(hall, yusei)
    assert (await add_guest(hall, yusei, screen, "A", "Jack Atlas、 クロウ，ブルーノ")).quiet
    assert await waiting(hall) == {"A": ["Jack Atlas", "クロウ", "ブルーノ"], "B": []}
    await hall.press(yusei, screen, "undo")
    assert await waiting(hall) == {"A": [], "B": []}


async def test_an_order_is_made_by_moving_up_and_people_are_taken_off(hall):
    yusei = hall.member("遊星")
    screen = await with_guests(hall, yusei, {"A": "abc", "B": "d"})
    assert (await hall.pick(yusei, screen, "move_up", "c")).quiet
    await hall.pick(yusei, screen, "move_up", "c")
    assert (await waiting(hall))["A"] == ["c", "a", "b"]
    assert (await hall.pick(yusei, screen, "move_up", "c")).private == said("en", "lobby-already-first", name="c")
    await hall.pick(yusei, screen, "remove", "d")
    assert await waiting(hall) == {"A": ["c", "a", "b"], "B": []}
    await hall.press(yusei, screen, "undo")
    assert (await waiting(hall))["B"] == ["d"]


async def test_a_shuffle_is_a_lot_within_the_sides(hall, monkeypatch):
    yusei = hall.member("遊星")
    screen = await lobby(hall, yusei)
    assert (await hall.press(yusei, screen, "shuffle")).private == said("en", "lobby-shuffle-two")
    await hall.press(yusei, (await hall.command(yusei, "match end")).screen, "end")
    screen = await with_guests(hall, yusei, {"A": "abc", "B": "def"})
    monkeypatch.setattr("secrets.randbelow", lambda _: 0)
    before = await waiting(hall)
    await hall.press(yusei, screen, "shuffle")
    after = await waiting(hall)
    assert after != before
    assert {team: sorted(names) for team, names in after.items()} == before


@pytest.mark.parametrize(("lot", "team"), [(0, "A"), (1, "B")])
async def test_begin_with_a_random_first(hall, monkeypatch, lot, team):
    yusei = hall.member("遊星")
    screen = await with_guests(hall, yusei, {"A": "abc", "B": "def"})
    monkeypatch.setattr("secrets.randbelow", lambda _: lot)
    await hall.press(yusei, screen, "begin", first="random")
    assert (await hall.state())["turn_team"] == team


async def test_a_lobby_that_is_not_full_does_not_begin(hall):
    yusei = hall.member("遊星", "ja")
    screen = await with_guests(hall, yusei, {"A": "abc", "B": "d"})
    for options in ({}, {"first": "random"}):
        reply = await hall.press(yusei, screen, "begin", **options)
        assert reply.private == said("ja", "lobby-not-ready", sizes=(6,), waiting=4)


@pytest.mark.parametrize("options", ["edition=none", "rules=1", "seats=", "first=A&starting_life=1", "colour=red"])
async def test_a_begin_settles_nothing_but_who_is_first(hall, options):
    """House rules are those that the lobby was opened with, whatever an id claims."""
    yusei = hall.member("遊星")
    screen = await with_guests(hall, yusei, {"A": "abc", "B": "def"})
    memory = hall.remember(screen)
    forged = f"s:1:0:m:begin:{options}"
    memory.forge(memory.find("begin", first="random"), forged)
    assert (await hall.press_id(yusei, memory, forged)).private == said("en", "board-moved-on")
    assert (await hall.match()).format.key == "lobby"


async def test_begin_pressed_twice_makes_one_match(hall):
    yusei = hall.member("遊星")
    screen = await with_guests(hall, yusei, {"A": "abc", "B": "def"})
    async with hall.at_once():
        first, second = [await hall.press(yusei, screen, "begin") for _ in range(2)]
    assert first.quiet
    assert second.private in (said("en", "board-moved-on"), said("en", "match-ended"))
    assert screen.life() == [8000, 8000]


@pytest.mark.parametrize(
    ("move", "options"),
    [("guest", {"team": "A"}), ("shuffle", {}), ("begin", {}), ("begin", {"first": "random"}), ("undo", {})],
)
async def test_onlookers_only_join_a_lobby(hall, move, options):
    screen = await with_guests(hall, hall.member("遊星"), {"A": "ab", "B": "c"})
    before = screen.text
    reply = await hall.press(hall.member("旅人", "ja"), screen, move, **options)
    assert reply.private == said("ja", "lobby-onlooker", host="遊星")
    assert screen.text == before


@pytest.mark.parametrize("move", ["move_up", "remove"])
async def test_onlookers_order_nobody(hall, move):
    screen = await with_guests(hall, hall.member("遊星"), {"A": "ab", "B": "c"})
    reply = await hall.pick(hall.member("旅人", "ja"), screen, move, "b")
    assert reply.private == said("ja", "lobby-onlooker", host="遊星")


async def test_house_rules_given_at_the_start_hold_after_the_lobby(hall):
    yusei = hall.member("遊星")
    screen = await with_guests(hall, yusei, {"A": "abc", "B": "def"}, life="4000", edition="plain", first="B")
    await hall.press(yusei, screen, "begin")
    state = await hall.state()
    assert (screen.life(), state["turn_team"], state["teams"]["A"]["speed"]) == ([4000, 4000], "B", 1)


async def test_a_name_without_anything_readable_falls_back_to_the_account(hall):
    """Whoever hides behind invisible marks can still press buttons."""
    ghost = hall.guild.add_member(hall.env.create_user("ghost", global_name="\u200b\u2060"))
    screen = await lobby(hall, hall.member("遊星"))
    assert (await hall.press(ghost, screen, "join", team="A")).quiet
    assert (await waiting(hall))["A"] == ["ghost"]
    started = await hall.command(ghost, "wrgp turn")
    assert started.result.acknowledged


# Clutter, bursts, and old boards.


async def test_ten_presses_post_nothing_new(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    for _ in range(10):
        assert (await hall.press(yusei, board, "damage", player="A1", amount=100)).quiet
    assert len(hall.messages()) == 1
    assert board.life() == [7000, 8000]


@pytest.mark.usefixtures("slow_discord")
async def test_a_burst_ends_in_one_right_board_with_few_edits(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    before = len(hall.env.http_requests)
    async with hall.at_once():
        for number in range(30):
            await hall.press(yusei, board, "damage", player="AB"[number % 2] + "1", amount=100)
    assert board.life() == [6500, 6500]
    assert len(hall.messages()) == 1
    drawn = [request for request in hall.env.http_requests[before:] if "components" in str(request.json)]
    assert len(drawn) <= 5


@pytest.mark.usefixtures("slow_discord")
async def test_commands_and_presses_together_end_in_one_right_board(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    async with hall.at_once():
        for _ in range(5):
            await hall.command(yusei, "wrgp damage", player="A1", amount="100")
            await hall.press(yusei, board, "damage", player="B1", amount=100)
    assert board.life() == [7500, 7500]


async def test_a_bystander_who_presses_twenty_times_leaves_nothing_in_the_channel(hall):
    board = await hall.start()
    before, requests = board.text, len(hall.env.http_requests)
    for _ in range(20):
        reply = await hall.press(hall.member("旅人"), board, "damage", player="A1", amount=1000)
        assert reply.private == said("en", "onlooker", host="遊星")
    assert [screen.text for screen in hall.messages()] == [before]
    assert len(hall.env.http_requests) - requests == 20


async def test_the_board_keeps_to_plain_characters_and_posts_no_picture(hall):
    """No custom emoji: they show as raw names where the right for them is missing."""
    board = await hall.start()
    await hall.command(hall.member("遊星"), "wrgp damage", player="A1", amount="9000")
    assert "<:" not in board.text
    assert all(label.strip(" −+±→") for label in board.labels)


# Places.


@pytest.mark.parametrize(
    "place", ["thread", "private thread", "forum post", "voice chat", "stage chat", "news channel"]
)
async def test_a_match_lives_in_every_place(hall, place):
    made = {
        "thread": lambda: hall.thread(hall.channel),
        "private thread": lambda: hall.thread(hall.channel, private=True),
        "forum post": lambda: hall.thread(hall.guild.create_forum_channel("forum")),
        "voice chat": lambda: hall.guild.create_voice_channel("voice"),
        "stage chat": lambda: hall.guild.create_stage_channel("stage"),
        "news channel": lambda: hall.guild.create_news_channel("news"),
    }[place]()
    yusei = hall.member("遊星")
    board = await hall.start(yusei, channel=made)
    await hall.press(yusei, board, "damage", player="A1", amount=1000)
    await hall.command(yusei, "wrgp damage", channel=made, player="A1", amount="7000")
    assert said("en", "wrgp-board-may") in board.text
    await hall.press(yusei, board, "done")
    assert board.life() == [8000, 8000]
    assert "ジャック" in board.text
    if place == "private thread":
        with pytest.raises(AssertionError):
            hall.board()


async def test_a_match_lives_in_direct_messages(hall):
    """Alone with the bot, the match and its language are one's own."""
    user = hall.env.create_user("yusei", global_name="遊星")
    hall.locales[user.id] = "ja"
    reply = await hall.command(user, "wrgp start", team_a=f"{user.mention} ジャック クロウ", team_b=TEAM_B)
    board = reply.screen
    assert "1ターン目" in board.text
    await hall.press(user, board, "damage", player="B1", amount=500)
    assert (await hall.command(user, "match undo")).public
    assert board.life() == [8000, 8000]
    await hall.fill(user, await hall.press(user, board, "damage", player="B1"), amount="123")
    assert board.life() == [8000, 7877]
    assert (await hall.command(user, "table doctor")).private.startswith(said("ja", "doctor-rights-fine"))
    await hall.press(user, (await hall.command(user, "match end")).screen, "end")
    assert not board.buttons


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_thread_speaks_its_parents_language(hall, when):
    """Also where the parent changes later, unless the thread was told its own."""
    yusei, thread = hall.member("遊星"), hall.thread(hall.channel)
    if when == "before":
        await hall.command(yusei, "table language", language="ja")
    board = await hall.start(yusei, channel=thread)
    if when == "after":
        await hall.command(yusei, "table language", language="ja")
        await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert "1ターン目" in board.text
    await hall.command(yusei, "table language", channel=thread, language="en")
    assert "turn 1" in board.text


async def test_a_deleted_channel_closes_its_match(hall):
    yusei, other = hall.member("遊星"), hall.guild.create_text_channel("second")
    await hall.start(yusei, channel=other)
    match = await hall.match(other)
    await hall.delete(other)
    assert not await hall.client.table.keeper.store.close_match(match.id, match.log[-1].at)
    await hall.start(yusei)


async def test_a_deleted_thread_closes_its_match(hall):
    yusei, thread = hall.member("遊星"), hall.thread(hall.channel)
    await hall.start(yusei, channel=thread)
    match = await hall.match(thread)
    await hall.delete(thread)
    assert not await hall.client.table.keeper.store.close_match(match.id, match.log[-1].at)


# Rights, and what Discord refuses.


@pytest.mark.parametrize("locale", ["ja", "en-US"])
@pytest.mark.parametrize("command", ["wrgp start", "wrgp start team_a team_b"])
async def test_a_start_without_rights_names_those_that_are_missing(hall, command, locale):
    hall.allow(hall.channel, view_channel=False, send_messages=False)
    options = {"team_a": TEAM_A, "team_b": TEAM_B} if "team" in command else {}
    reply = await hall.command(hall.member("遊星", locale), "wrgp start", **options)
    missing = tuple(said(locale, f"right-{right}") for right in ("view_channel", "send_messages"))
    assert reply.private == said(locale, "rights-missing", rights=missing)
    hall.allow(hall.channel, view_channel=True, send_messages=True)
    assert await hall.start(hall.member("遊星", locale))


async def test_a_thread_asks_for_the_threads_own_right(hall):
    """The parent may deny writing as long as its threads allow it, and the other way round."""
    yusei, thread = hall.member("遊星"), hall.thread(hall.channel)
    hall.allow(hall.channel, send_messages=False, send_messages_in_threads=True)
    assert await hall.start(yusei, channel=thread)
    second = hall.thread(hall.channel)
    hall.allow(hall.channel, send_messages=True, send_messages_in_threads=False)
    reply = await hall.command(yusei, "wrgp start", channel=second, team_a=TEAM_A, team_b=TEAM_B)
    assert reply.private == said("en", "rights-missing", rights=(said("en", "right-send_messages_in_threads"),))


async def test_an_import_without_rights_is_refused_too(hall):
    yusei, other = hall.member("遊星"), hall.guild.create_text_channel("second")
    await hall.start(yusei)
    data = hall.file(await hall.command(yusei, "match export"))
    hall.allow(other, send_messages=False)
    reply = await hall.command(yusei, "match import", channel=other, file=("match.json", data))
    assert reply.private == said("en", "rights-missing", rights=(said("en", "right-send_messages"),))


async def test_rights_taken_away_in_a_match_lose_nothing(hall):
    """Presses still answer, other channels go on, and the board is right once the rights are back."""
    yusei, other = hall.member("遊星"), hall.guild.create_text_channel("second")
    board, second = await hall.start(yusei), await hall.start(yusei, channel=other)
    hall.allow(hall.channel, view_channel=False, send_messages=False, read_message_history=False)
    await hall.command(yusei, "wrgp damage", player="A1", amount="100")
    await hall.press(yusei, second, "damage", player="A1", amount=100)
    assert second.life() == [7900, 8000]
    hall.allow(hall.channel, view_channel=True, send_messages=True, read_message_history=True)
    await hall.command(yusei, "wrgp damage", player="A1", amount="100")
    assert board.life() == [7800, 8000]


async def test_a_deleted_board_is_posted_anew(hall):
    yusei, mod = hall.member("遊星"), hall.member("mod", moderator=True)
    board = await hall.start(yusei)
    await mod.delete(board.message)
    await hall.command(yusei, "wrgp damage", player="A1", amount="100")
    assert hall.board().id != board.id
    assert hall.board().life() == [7900, 8000]
    await hall.press(yusei, hall.board(), "damage", player="A1", amount=100)
    assert hall.board().life() == [7800, 8000]
    assert len([screen for screen in hall.messages() if screen.buttons]) == 1


@pytest.mark.parametrize(
    ("status", "code", "message"),
    [
        (400, 50083, "discord-thread-archived"),
        (403, 160005, "discord-thread-locked"),
        (403, 50001, "discord-no-access"),
        (403, 50013, "discord-no-permission"),
        (404, 10003, "discord-channel-gone"),
    ],
)
async def test_what_discord_refuses_is_told_privately_and_nothing_is_lost(hall, status, code, message):
    yusei = hall.member("遊星", "ja")
    board = await hall.start(yusei)
    hall.fail("POST", "/interactions/*/callback", status=status, code=code)
    reply = await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert reply.private == said("ja", message)
    assert (await hall.match()).version == 2
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert board.life() == [7800, 8000]


async def test_a_locked_thread_keeps_the_match_and_goes_on_when_it_is_unlocked(hall):
    """Everything is refused while it is locked: nobody is told, nothing loops, nothing is lost."""
    yusei, thread = hall.member("遊星"), hall.thread(hall.channel)
    board = await hall.start(yusei, channel=thread)
    hall.fail("*", "/channels/*", status=400, code=50083, times=None)
    hall.fail("*", "/interactions/*", status=400, code=50083, times=None)
    before = len(hall.env.http_requests)
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    await hall.command(yusei, "wrgp damage", channel=thread, player="A1", amount="100")
    assert len(hall.env.http_requests) - before < 10
    hall.env.backend.faults.clear()
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert board.life() == [7700, 8000]


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (503, 0)])
async def test_an_answer_that_came_too_late_is_played_once_and_shows_on_the_board(hall, status, code):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    hall.fail("POST", "/interactions/*/callback", status=status, code=code)
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    await hall.env.settle()
    assert board.life() == [7900, 8000]
    hall.fail("POST", "/interactions/*/callback", status=status, code=code)
    await hall.command(yusei, "wrgp damage", player="A1", amount="100")
    await hall.env.settle()
    assert (board.life(), (await hall.match()).version) == ([7800, 8000], 3)


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 50013), (404, 10003), (400, 50083)])
async def test_a_board_that_can_not_be_edited_stops_nothing(hall, status, code):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    hall.fail("PATCH", "/channels/*/messages/*", status=status, code=code)
    assert (await hall.command(yusei, "wrgp damage", player="A1", amount="100")).public
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert hall.board().life() == [7800, 8000]


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_board_that_discord_was_too_busy_for_is_drawn_when_it_has_time(hall, status):
    """The command is answered; the board follows by itself, without anybody pressing again."""
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    hall.fail("PATCH", "/channels/*/messages/*", status=status, times=2)
    assert (await hall.command(yusei, "wrgp damage", player="A1", amount="100")).public
    await hall.env.settle()
    assert board.life() == [8000, 8000]
    for _ in range(2):
        await hall.env.advance_time(boards.AGAIN_SECONDS)
    assert board.life() == [7900, 8000]


@pytest.mark.usefixtures("slow_discord")
async def test_a_match_that_ends_while_its_board_is_edited_is_left_without_buttons(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    question = await hall.command(yusei, "match end")
    async with hall.at_once():
        await hall.command(yusei, "wrgp damage", player="A1", amount="100")
        await hall.press(yusei, board, "damage", player="B1", amount=100)
        await hall.press(yusei, question.screen, "end")
    assert (board.labels, board.life()) == ([], [7900, 7900])


async def test_a_form_that_can_not_open_is_followed_by_a_sentence(hall):
    yusei = hall.member("遊星", "ja")
    board = await hall.start(yusei)
    hall.fail("POST", "/interactions/*/callback", status=400, code=50035)
    reply = await hall.press(yusei, board, "damage", player="A1")
    assert reply.private == said("ja", "unexpected")


async def test_a_store_that_fails_is_said_and_changes_nothing(hall, monkeypatch):
    import sqlite3  # noqa: PLC0415  the fault is its own

    yusei = hall.member("遊星", "ja")
    board = await hall.start(yusei)

    async def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(type(hall.client.table.keeper.store), "append", full)
        reply = await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert reply.private == said("ja", "store-failed")
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert board.life() == [7900, 8000]


async def test_the_bot_never_answers_an_ordinary_message(hall):
    yusei = hall.member("遊星")
    for text in ("!help", "/wrgp start", "ok", "@everyone"):
        await yusei.send(hall.channel, text)
    assert len(hall.messages()) == 4
    assert isinstance(hall.messages()[0], Screen)
    assert discord.Intents.message_content.flag & hall.client.intents.value == 0
