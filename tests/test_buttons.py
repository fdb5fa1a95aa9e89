"""Buttons and forms of a board, as thumbs press them: whole matches, races, old screens, and who may press what."""

import pytest
from hall import said

from bot.rules.wrgp import LIFE_MOST

LOCALES = ("ja", "en-US")


async def seated(hall, **options):
    """Six members at the table, and its board."""
    names = ["遊星", "ジャック", "クロウ", "鬼柳", "ボマー", "ルドガー"]
    people = [hall.member(name) for name in names]
    mentions = [person.mention for person in people]
    board = await hall.start(people[0], team_a=" ".join(mentions[:3]), team_b=" ".join(mentions[3:]), **options)
    return people, board


# A match by presses.


async def test_nine_presses_lead_to_the_handover_and_done_to_the_second_duelist(hall):
    """The ninth finds nobody to hit: the handover is shown, Done brings in the next, three undos lead back."""
    yusei = hall.member("遊星", "ja")
    board = await hall.start(yusei)
    before = hall.remember(board)
    for _ in range(8):
        assert (await hall.press(yusei, board, "damage", player="A1", amount=1000)).quiet
    assert said("en", "wrgp-board-may") in board.text
    assert board.life() == [0, 8000]
    assert not board.has("damage", player="A1", amount=1000)
    assert not board.has("turn")
    ninth = await hall.press_old(yusei, before, "damage", player="A1", amount=1000)
    assert ninth.private == said("ja", "wrgp-already-fallen", seat="遊星")
    assert (await hall.press(yusei, board, "done")).quiet
    assert "ジャック" in board.text.splitlines()[0]
    assert board.life() == [8000, 8000]
    assert (await hall.state())["turn"] == 2
    for left in (0, 1000, 2000):
        await hall.press(yusei, board, "undo")
        assert board.life()[0] == left
    assert board.has("damage", player="A1", amount=1000)
    assert len(hall.messages()) == 1


async def test_a_whole_match_by_presses_alone(hall):
    """From the lobby to the last duelist, and the end of a match that is decided."""
    yusei = hall.member("遊星")
    board = (await hall.command(yusei, "wrgp start")).screen
    for team, names in (("A", "遊ジク"), ("B", "鬼ボル")):
        for name in names:
            await hall.fill(yusei, await hall.press(yusei, board, "guest", team=team), name=name)
    await hall.press(yusei, board, "begin")
    for player in ("B1", "A1", "B2", "A2", "B3"):
        await hall.press(yusei, board, "turn")
        for _ in range(8):
            await hall.press(yusei, board, "damage", player=player, amount=1000)
        if player != "B3":
            await hall.press(yusei, board, "done")
    state = await hall.state()
    assert (state["phase"], state["winner"]) == ("over", "A")
    assert "🏆" in board.text
    assert [*board.labels] == [said("en", "button-undo"), said("en", "button-end")]
    await hall.press(yusei, board, "undo")
    assert (await hall.state())["winner"] is None
    await hall.press(yusei, board, "damage", player="B3", amount=1000)
    asked = await hall.press(yusei, board, "end")
    assert asked.private == said("en", "confirm-end")
    await hall.press(yusei, asked.screen, "end")
    assert "🏆" in board.text
    assert not board.buttons
    assert len(hall.messages()) == 1
    assert await hall.start(yusei)


# Forms.


@pytest.mark.parametrize(
    ("move", "options", "typed", "life", "speed"),
    [
        ("damage", {"player": "A1"}, {"amount": "１２３４"}, [6766, 8000], [2, 2]),
        ("damage", {"player": "B1"}, {"amount": "800*3", "kind": ["effect"]}, [8000, 5600], [2, 2]),
        ("heal", {"player": "B1"}, {"amount": "500"}, [8000, 8500], [2, 2]),
        ("counters", {"team": "A"}, {"change": "+5"}, [8000, 8000], [7, 2]),
        ("counters", {"team": "B"}, {"change": "－1"}, [8000, 8000], [2, 1]),
    ],
)
async def test_a_form_plays_its_move(hall, move, options, typed, life, speed):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    sent = await hall.fill(yusei, await hall.press(yusei, board, move, **options), **typed)
    assert sent.quiet
    assert board.life() == life
    assert [team["speed"] for team in (await hall.state())["teams"].values()] == speed


OUT_OF_RANGE = ("-1", "0", "1" + "0" * 30, "－５００")


@pytest.mark.parametrize("typed", [*OUT_OF_RANGE, "", "1.5", "1/0", "9**9**9", "半分", "x"])
async def test_a_bad_form_gets_one_private_sentence_and_changes_nothing(hall, typed):
    yusei, jack = hall.member("遊星", "ja"), hall.member("ジャック", "en-US")
    board = await hall.start(yusei, team_a=f"{yusei.mention} {jack.mention} クロウ")
    before = board.text
    for who, locale in ((yusei, "ja"), (jack, "en-US")):
        reply = await hall.fill(who, await hall.press(who, board, "damage", player="A1"), amount=typed)
        message, facts = {
            "1.5": ("amount-not-whole", {"typed": typed}),
            **dict.fromkeys(
                ("-1", "0", "1" + "0" * 30, "－５００"), ("amount-out-of-range", {"least": 1, "most": LIFE_MOST})
            ),
        }.get(typed, ("amount-unreadable", {"typed": typed}))
        assert reply.private == said(locale, message, **facts)
    assert board.text == before


async def test_each_form_is_new_and_in_the_readers_language(hall):
    """Phones show the answers of an old form under an old id."""
    yusei, jack = hall.member("遊星", "ja"), hall.member("ジャック")
    board = await hall.start(yusei, team_a=f"{yusei.mention} {jack.mention} クロウ")
    forms = [(await hall.press(who, board, "damage", player="A1")).form for who in (yusei, yusei, jack)]
    assert len({form["custom_id"] for form in forms}) == 3
    assert forms[0]["title"] == said("ja", "button-custom")
    assert forms[2]["title"] == said("en", "button-custom")


async def test_a_form_sent_in_after_the_board_was_deleted_counts_and_brings_a_new_board(hall):
    yusei, mod = hall.member("遊星"), hall.member("mod", moderator=True)
    board = await hall.start(yusei)
    form = await hall.press(yusei, board, "damage", player="A1")
    memory = hall.remember(board)
    await mod.delete(board.message)
    hall.may_fail = True
    reply = await hall.fill_old(yusei, form, memory, amount="700")
    assert reply.private == said("en", "discord-message-gone")
    assert hall.board().life() == [7300, 8000]


async def test_a_form_that_was_open_while_others_played_still_counts(hall):
    people, board = await seated(hall)
    form = await hall.press(people[0], board, "damage", player="B1")
    await hall.press(people[1], board, "damage", player="B1", amount=500)
    await hall.press(people[3], board, "turn")
    await hall.fill(people[0], form, amount="100")
    assert board.life() == [8000, 7400]


async def test_a_form_for_one_who_fell_meanwhile_is_refused(hall):
    people, board = await seated(hall)
    form = await hall.press(people[0], board, "damage", player="B1")
    await hall.command(people[1], "wrgp damage", player="B1", amount="8000")
    reply = await hall.fill(people[0], form, amount="100")
    assert reply.private == said("en", "wrgp-already-fallen", seat="鬼柳")


# Races.


async def test_six_people_press_different_buttons_at_once_and_all_count(hall):
    people, board = await seated(hall)
    presses = [("A1", 100), ("A1", 500), ("A1", 1000), ("B1", 100), ("B1", 500), ("B1", 1000)]
    async with hall.at_once():
        replies = [
            await hall.press(who, board, "damage", player=player, amount=amount)
            for who, (player, amount) in zip(people, presses, strict=True)
        ]
    assert all(reply.quiet for reply in replies)
    assert board.life() == [6400, 6400]
    log = (await hall.export(people[0]))["log"][1:]
    assert sorted((e["by"], e["events"][0]["seat"], e["events"][0]["amount"]) for e in log) == sorted(
        (who.user.global_name, player, amount) for who, (player, amount) in zip(people, presses, strict=True)
    )


@pytest.mark.usefixtures("slow_discord")
async def test_twelve_presses_on_a_slow_wire_all_count(hall):
    people, board = await seated(hall)
    async with hall.at_once():
        for who in people * 2:
            await hall.press(who, board, "damage", player="A1", amount=100)
    assert board.life() == [6800, 8000]


@pytest.mark.parametrize("locale", LOCALES)
async def test_an_end_of_turn_pressed_by_two_thumbs_ends_one_turn(hall, locale):
    """The second is told that the board has moved on, and the board is drawn anew."""
    people, board = await seated(hall)
    hall.locales[people[3].id] = locale
    async with hall.at_once():
        first = await hall.press(people[0], board, "turn")
        second = await hall.press(people[3], board, "turn")
    assert first.quiet
    assert second.private == said(locale, "board-moved-on")
    assert (await hall.state())["turn"] == 2


@pytest.mark.parametrize("move", ["turn", "done", "undo"])
async def test_a_press_that_means_just_this_board_is_refused_on_a_newer_one(hall, move):
    people, board = await seated(hall)
    await hall.command(people[0], "wrgp damage", player="A1", amount="8000" if move == "done" else "100")
    memory = hall.remember(board)
    await hall.command(people[1], "wrgp damage", player="B1", amount="100")
    state = await hall.state()
    reply = await hall.press_old(people[0], memory, move)
    assert reply.private == said("en", "board-moved-on")
    assert await hall.state() == state


async def test_three_quick_undos_of_one_person_are_three(hall):
    people, board = await seated(hall)
    for _ in range(4):
        await hall.press(people[0], board, "damage", player="A1", amount=100)
    async with hall.at_once():
        replies = [await hall.press(people[0], board, "undo") for _ in range(3)]
    assert all(reply.quiet for reply in replies)
    assert board.life() == [7900, 8000]


async def test_taps_keep_their_ids_while_the_board_changes(hall):
    """Discord refuses a press whose id is no longer on the message, so a slower thumb would lose its tap."""
    people, board = await seated(hall)
    memory = hall.remember(board)
    await hall.press(people[0], board, "damage", player="B1", amount=100)
    same = {("damage", "A1", 100), ("damage", "B1", 1000)}
    assert all(board.find(m, player=p, amount=a) == memory.find(m, player=p, amount=a) for m, p, a in same)
    assert board.find("turn") != memory.find("turn")


async def test_an_undo_and_a_tap_at_once_keep_log_and_board_together(hall):
    people, board = await seated(hall)
    await hall.press(people[0], board, "damage", player="A1", amount=500)
    async with hall.at_once():
        await hall.press(people[0], board, "undo")
        await hall.press(people[1], board, "damage", player="A1", amount=100)
    exported = await hall.export(people[0])
    assert board.life()[0] == exported["state"]["teams"]["A"]["players"][0]["life"]
    assert len(exported["log"]) in (3, 4)


# Who may press.


KINDS = [
    pytest.param("damage", {"player": "A1", "amount": 1000}, id="a tap"),
    pytest.param("damage", {"player": "A1"}, id="a form"),
    pytest.param("heal", {"player": "B1"}, id="another form"),
    pytest.param("counters", {"team": "A"}, id="the counters' form"),
    pytest.param("turn", {}, id="end turn"),
    pytest.param("undo", {}, id="undo"),
]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("move", "options"), KINDS)
async def test_an_onlooker_is_refused_privately_by_every_kind_of_button(hall, move, options, locale):
    people, board = await seated(hall)
    await hall.press(people[0], board, "damage", player="A1", amount=100)
    before = board.text
    reply = await hall.press(hall.member("旅人", locale), board, move, **options)
    assert reply.private == said(locale, "onlooker", host="遊星")
    assert reply.result.modal is None
    assert board.text == before
    assert len(hall.messages()) == 1


async def test_an_onlooker_finishes_no_handover_and_ends_no_match(hall):
    people, board = await seated(hall)
    onlooker = hall.member("旅人", "ja")
    refused = said("ja", "onlooker", host="遊星")
    await hall.command(people[0], "wrgp damage", player="A1", amount="8000")
    guide = (await hall.command(onlooker, "wrgp handover")).screen
    assert (await hall.press(onlooker, board, "done")).private == refused
    assert (await hall.press(onlooker, guide, "done")).private == refused
    for player in ("A1", "A2", "A3"):
        if player != "A1":
            await hall.press(people[0], board, "done")
            await hall.command(people[0], "wrgp damage", player=player, amount="8000")
    assert (await hall.press(onlooker, board, "end")).private == refused
    assert (await hall.press(onlooker, board, "undo")).private == refused


async def test_an_onlooker_with_an_old_board_is_told_who_may_act_and_not_to_press_again(hall):
    yusei = hall.member("遊星")
    old = hall.remember(await hall.start(yusei))
    await hall.press(yusei, hall.board(), "turn")
    reply = await hall.press_old(hall.member("旅人", "ja"), old, "turn")
    assert reply.private == said("ja", "onlooker", host="遊星")


async def test_a_form_sent_in_by_one_who_lost_the_seat_is_refused(hall):
    people, board = await seated(hall)
    form = await hall.press(people[1], board, "damage", player="B1")
    await hall.command(people[1], "match seat", seat="A2", member=hall.member("ブルーノ"))
    reply = await hall.fill(people[1], form, amount="100")
    assert reply.private == said("en", "onlooker", host="遊星")
    assert board.life() == [8000, 8000]


async def test_an_opponent_may_press_and_the_log_says_who(hall):
    people, board = await seated(hall)
    await hall.press(people[3], board, "damage", player="A1", amount=100)
    assert "— 鬼柳" in board.text


# Boards whose match is over, and the guide.


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("move", "options"), KINDS)
async def test_a_button_of_an_ended_match_says_so(hall, move, options, locale):
    yusei = hall.member("遊星", locale)
    board = await hall.start(yusei)
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    memory = hall.remember(board)
    form = await hall.press(yusei, board, "damage", player="A1")
    await hall.press(yusei, (await hall.command(yusei, "match end")).screen, "end")
    for who in (yusei, hall.member("旅人", locale)):
        assert (await hall.press_old(who, memory, move, **options)).private == said(locale, "match-ended")
    assert (await hall.fill(yusei, form, amount="100")).private == said(locale, "match-ended")


async def test_a_button_of_an_ended_match_never_plays_in_the_next_one(hall):
    yusei = hall.member("遊星")
    memory = hall.remember(await hall.start(yusei))
    await hall.press(yusei, (await hall.command(yusei, "match end")).screen, "end")
    board = await hall.start(yusei)
    for move, options in (("damage", {"player": "A1", "amount": 1000}), ("turn", {}), ("undo", {})):
        assert (await hall.press_old(yusei, memory, move, **options)).private == said("en", "match-ended")
    assert board.life() == [8000, 8000]


async def test_the_guides_done_finishes_the_handover_once(hall):
    """The steps stay to be read, with what happened under them; the second press finds the board moved on."""
    people, board = await seated(hall)
    await hall.command(people[0], "wrgp damage", player="A1", amount="8000")
    guide = (await hall.command(people[0], "wrgp handover", phase="battle")).screen
    memory, steps = hall.remember(guide), guide.text
    assert (await hall.press(people[0], guide, "done")).quiet
    assert guide.text.startswith(steps)
    assert "ジャック" in guide.text
    assert not guide.buttons
    assert "ジャック" in board.text.splitlines()[0]
    assert (await hall.press_old(people[1], memory, "done")).private == said("en", "board-moved-on")


async def test_a_guide_without_a_handover_changes_nothing(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    guide = (await hall.command(yusei, "wrgp handover")).screen
    assert (await hall.press(yusei, guide, "done")).private == said("en", "wrgp-no-handover")
    assert board.life() == [8000, 8000]


# Ids that nobody was given.


@pytest.mark.parametrize(
    "custom_id",
    [
        "s:1:0:m:explode:",
        "s:1:0:m:damage:",
        "s:1:0:m:damage:player=Z9&amount=100",
        "s:1:0:m:damage:player=A1&amount=lots",
        "s:1:0:m:damage:player=A1&amount=100&seat=A1",
        "s:1:0:m:damage:state=1",
        "s:1:0:f:damage:player=Z9",
        "s:1:0:f:turn:",
        "s:1:0:q:turn:",
        "s:1:0:w:damage:player=A1",
        "s:1:0:m:begin:",
        "s:1:0:m:begin:first=Q",
        "s:1:0:m:join:team=A",
        "s:1:0:m:__class__:",
        "s:99999999999999999999:0:m:turn:",
        "s:1:99999999999999999999:m:turn:",
        "s:1:0:m:defeat:player=A1&reason=surrender",
        "s:1:0:m:defeat:player=A1&reason=boredom",
        "s:1:0:m:speed:team=A&use=5",
        "s:1:0:m:speed:team=A&use=４.５",
        "s:1:0:m:draw:cause=chain&loser=C",
    ],
)
async def test_an_id_that_no_board_has_is_answered_with_a_sentence(hall, custom_id):
    """From an older version of the bot, or from somebody who plays with the wire."""
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    before = (board.text, await hall.match())
    memory = hall.remember(board)
    memory.forge(memory.find("damage", player="A1", amount=100), custom_id)
    reply = await hall.press_id(yusei, memory, custom_id)
    assert reply.private
    assert reply.private != said("en", "unexpected")
    assert (board.text, await hall.match()) == before


async def test_a_list_forgets_its_pick(hall):
    """Discord sends no second pick of what a list shows as picked; under a new id it shows none."""
    yusei = hall.member("遊星")
    lobby = (await hall.command(yusei, "party start")).screen
    for name in ("a", "b", "c"):
        await hall.fill(yusei, await hall.press(yusei, lobby, "guest"), name=name)
    before = lobby.find_list("move_up")
    await hall.pick(yusei, lobby, "move_up", "c")
    assert lobby.find_list("move_up") != before
    await hall.pick(yusei, lobby, "move_up", "c")
    assert "c, a, b" in lobby.text
