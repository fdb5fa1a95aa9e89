"""A process that dies and starts again on the same file: what was answered stands, and everything old still answers."""

from datetime import timedelta
from types import SimpleNamespace

import discord
import pytest
from hall import said

from bot.rules.format import Seat
from bot.rules.match import Person
from bot.rules.wrgp import WRGP
from bot.scorekeeper import Actor, Place, PlayedAlready, Scorekeeper
from bot.store import open_store


async def test_the_board_and_every_old_button_work_after_a_restart(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    for _ in range(8):
        await hall.press(yusei, board, "damage", player="A1", amount=1000)
    await hall.press(yusei, board, "done")
    for _ in range(3):
        await hall.press(yusei, board, "undo")
    before, exported = board.text, await hall.export(yusei)
    await hall.restart()
    assert await hall.export(yusei) == exported
    assert (await hall.press(yusei, board, "damage", player="A1", amount=100)).quiet
    assert board.id == hall.board().id
    assert before.splitlines()[0] == board.text.splitlines()[0]
    assert board.life() == [1900, 8000]
    await hall.press(yusei, board, "undo")
    assert board.life() == [2000, 8000]
    await hall.press(yusei, board, "turn")
    assert (await hall.state())["turn"] == 2


async def test_a_board_that_a_killed_process_left_behind_is_drawn_at_the_next_start(hall):
    """The move was on disk, and nobody had edited the board yet."""
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    async with open_store(hall.database_url) as store:
        actor = Actor(Person("遊星", yusei.id))
        place = Place(hall.channel.id, hall.guild.id)
        await Scorekeeper(store).play(place, actor, WRGP, "damage", player=Seat("B1"), amount=700)
    assert board.life() == [8000, 8000]
    await hall.restart()
    assert board.life() == [8000, 7300]
    assert len(hall.messages()) == 1


async def test_a_board_of_a_server_that_another_process_serves_is_left_to_it(hall, monkeypatch):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    before = len(hall.env.http_requests)
    monkeypatch.setattr(hall.client, "get_guild", lambda _: None)
    await hall.client.table.boards.catch_up()
    assert [request.path for request in hall.env.http_requests[before:]] == []
    monkeypatch.undo()
    await hall.client.table.boards.catch_up()
    assert [request.path.endswith(f"/messages/{board.id}") for request in hall.env.http_requests[before:]] == [True]


async def test_what_a_channel_is_guessed_to_speak_is_not_kept(hall):
    """A direct message is taken to speak English where nobody acts; whoever writes there is answered in their own."""
    voices, channel = hall.client.table.voices, hall.member("遊星").user.dm_channel.id
    writing = SimpleNamespace(channel_id=channel, guild_id=None, channel=None, locale=discord.Locale.japanese)
    assert (await voices.at(Place(channel, None))).language == "en"
    assert (await voices.public(writing)).language == "ja"


@pytest.mark.parametrize(
    ("move", "options"),
    [
        pytest.param("damage", {"player": "B1", "amount": 500}, id="a tap"),
        pytest.param("turn", {}, id="end turn"),
        pytest.param("undo", {}, id="undo"),
        pytest.param("damage", {"player": "A1"}, id="a form"),
        pytest.param("counters", {"team": "B"}, id="the counters' form"),
    ],
)
async def test_each_kind_of_button_outlives_the_process(hall, move, options):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    await hall.restart()
    reply = await hall.press(yusei, board, move, **options)
    assert reply.quiet or reply.form["title"]


async def test_a_form_open_over_a_restart_still_counts(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    form = await hall.press(yusei, board, "damage", player="A1")
    await hall.restart()
    assert (await hall.fill(yusei, form, amount="１２００")).quiet
    assert board.life() == [6800, 8000]


async def test_a_question_asked_before_a_restart_can_be_answered_after_it(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    asked = await hall.command(yusei, "match end")
    await hall.restart()
    await hall.press(yusei, asked.screen, "end")
    assert asked.screen.text == said("en", "match-closed")
    assert not board.buttons


async def test_a_guide_opened_before_a_restart_finishes_the_handover(hall):
    yusei = hall.member("遊星")
    await hall.start(yusei)
    await hall.command(yusei, "wrgp damage", player="A1", amount="8000")
    guide = (await hall.command(yusei, "wrgp handover")).screen
    await hall.restart()
    await hall.press(yusei, guide, "done")
    assert "ジャック" in hall.board().text.splitlines()[0]


async def test_a_lobby_outlives_the_process(hall):
    yusei, jack = hall.member("遊星"), hall.member("ジャック")
    board = (await hall.command(yusei, "wrgp start", team_a="クロウ", life="4000")).screen
    await hall.press(yusei, board, "join", team="A")
    form = await hall.press(yusei, board, "guest", team="B")
    await hall.restart()
    await hall.press(jack, board, "join", team="A")
    await hall.fill(yusei, form, name="鬼柳")
    for name in ("ボマー", "ルドガー"):
        await hall.fill(yusei, await hall.press(yusei, board, "guest", team="B"), name=name)
    await hall.pick(yusei, board, "move_up", "ジャック")
    await hall.restart()
    await hall.press(yusei, board, "begin")
    assert board.life() == [4000, 4000]
    assert [person.name for person in (await hall.match()).sitters.values()][:3] == ["クロウ", "ジャック", "遊星"]


async def test_an_ended_match_stays_ended(hall):
    yusei = hall.member("遊星", "ja")
    memory = hall.remember(await hall.start(yusei))
    await hall.press(yusei, (await hall.command(yusei, "match end")).screen, "end")
    await hall.restart()
    assert (await hall.press_old(yusei, memory, "turn")).private == said("ja", "match-ended")
    assert (await hall.command(yusei, "wrgp turn")).private == said("ja", "no-match-here")


async def test_a_board_deleted_while_the_bot_was_away_is_posted_anew(hall):
    yusei, mod = hall.member("遊星"), hall.member("mod", moderator=True)
    board = await hall.start(yusei)
    await hall.restart()
    await mod.delete(board.message)
    await hall.command(yusei, "wrgp damage", player="A1", amount="100")
    assert hall.board().id != board.id
    assert hall.board().life() == [7900, 8000]


async def test_undo_reaches_behind_a_restart_and_redo_too(hall):
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    await hall.press(yusei, board, "damage", player="A1", amount=1000)
    await hall.press(yusei, board, "turn")
    await hall.restart()
    for _ in range(2):
        await hall.command(yusei, "match undo")
    assert board.life() == [8000, 8000]
    await hall.restart()
    for _ in range(2):
        await hall.command(yusei, "match redo")
    assert (board.life(), (await hall.state())["turn"]) == ([7000, 8000], 2)
    assert (await hall.command(yusei, "match redo")).private == said("en", "nothing-to-redo")


@pytest.mark.parametrize("after", [timedelta(minutes=15), timedelta(days=1), timedelta(days=6, hours=23)])
async def test_a_button_works_after_a_long_pause(hall, after):
    """The button of a quiet match lives as long as the match: a week."""
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    hall.later = after
    await hall.client.table.keeper.close_quiet()
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert board.life() == [7900, 8000]


async def test_a_match_that_nobody_touched_for_a_week_makes_room(hall):
    yusei = hall.member("遊星")
    memory = hall.remember(await hall.start(yusei))
    hall.later = timedelta(days=8)
    assert await hall.client.table.keeper.close_quiet() == 1
    assert (await hall.press_old(yusei, memory, "turn")).private == said("en", "match-ended")
    assert await hall.start(yusei)


async def test_commands_are_told_to_discord_only_when_they_changed(hall):
    def told():
        return [request for request in hall.env.http_requests if request.method == "PUT"]

    assert len(told()) == 1
    await hall.restart()
    assert len(told()) == 1
    hall.env.backend.commands.clear()
    await hall.restart()
    assert len(told()) == 2


async def test_two_processes_on_one_file_play_one_press_once(hall):
    """While a new version takes over from the old one, both hear each press; the log has it once."""
    yusei = hall.member("遊星")
    board = await hall.start(yusei)
    place, hit = Place(hall.channel.id, hall.guild.id), {"player": Seat("A1"), "amount": 100}
    async with open_store(hall.database_url) as store:
        first, second = hall.client.table.keeper, Scorekeeper(store)
        assert (await second.match(place)).version == 1
        for source in (1, 2, 3):
            heard = Actor(Person("遊星", yusei.id), source=source)
            await first.play(place, heard, WRGP, "damage", **hit)
            with pytest.raises(PlayedAlready):
                await second.play(place, heard, WRGP, "damage", **hit)
        await second.play(place, Actor(Person("遊星", yusei.id), source=4), WRGP, "damage", **hit)
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert board.life() == [7500, 8000]
