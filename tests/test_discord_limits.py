"""The largest and longest-named matches against Discord's limits, and the commands as Discord takes them.

The hall checks every request of every test; here it is made to send the most that there can be.
"""

import discord_limits
import pytest

from bot.buttons import Press
from bot.rules import FORMATS
from bot.rules.format import Seat
from bot.rules.match import Person
from bot.rules.wrgp import WRGP, Phase
from bot.scorekeeper import Actor, Place

LANGUAGES = ("ja", "en", "both")
COMMAND_CHARACTERS_MOST = 8000
COMMANDS_MOST = 100
# Each 32 characters, as long as a name may be: wide ones, those that escaping doubles or triples, and outside the BMP.
NAMES = [
    pytest.param("界", id="wide"),
    pytest.param("*", id="Markdown"),
    pytest.param("@", id="mentions"),
    pytest.param("𠮷", id="beyond the basic plane"),
    pytest.param("W", id="Latin"),
]
LONGEST = [
    pytest.param(language, *name.values, id=f"{language}, {name.id}")
    for language in LANGUAGES
    for name in (NAMES if language == "both" else NAMES[2:3])
]


def longest(char, count):
    """So many different names of 32 characters."""
    return [char * 31 + str(number) for number in range(count)]


async def speak(hall, who, language):
    await hall.command(who, "table language", language=language)


@pytest.mark.parametrize(("language", "char"), LONGEST)
async def test_the_largest_wrgp_match_fits(hall, language, char):
    """Ten effects of 100 characters, two ledgers of long cards, both duelists fallen, and a match won after that."""
    yusei = hall.member("遊星")
    await speak(hall, yusei, language)
    names = longest(char, 6)
    board = await hall.start(yusei, team_a=",".join(names[:3]), team_b=",".join(names[3:]))
    for number in range(10):
        await hall.command(yusei, "wrgp effect add", text=(char * 97 + f"{number:03}"))
        for team in "AB":
            await hall.command(yusei, "wrgp once", team=team, card=char * 97 + f"{team}{number}")
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert len(board.buttons) == 14
    for cause in ("chain", "one_card"):
        await hall.command(yusei, "wrgp draw", cause=cause, loser="A")
        assert board.has("done")
        for phase in Phase:
            await hall.command(yusei, "wrgp handover", phase=phase.value)
        await hall.press(yusei, board, "done")
    await hall.command(yusei, "wrgp draw", cause="chain", loser="B")
    assert "🏆" in board.text
    await hall.command(yusei, "match log")
    await hall.command(yusei, "match rules")
    await hall.command(yusei, "table shuffle")
    await hall.command(yusei, "table help")
    await hall.command(yusei, "table doctor")
    offered = await yusei.autocomplete(hall.channel, "wrgp damage", "player", "")
    assert len(offered) == 6
    assert len(await yusei.autocomplete(hall.channel, "wrgp effect end", "effect", "")) == 10
    await hall.press(yusei, (await hall.command(yusei, "match end")).screen, "end")
    assert not board.buttons
    await hall.command(yusei, "match export")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_numbers_stand_even_where_the_words_had_to_be_cut(hall, language):
    """What matters stands first in each line: life, counters and who is on are there at the longest."""
    yusei = hall.member("遊星")
    await speak(hall, yusei, language)
    names = longest("@", 6)
    board = await hall.start(yusei, team_a=",".join(names[:3]), team_b=",".join(names[3:]), life="7654321")
    for number in range(10):
        await hall.command(yusei, "wrgp effect add", text="@" * 97 + f"{number:03}")
        await hall.command(yusei, "wrgp once", team="A", card="@" * 97 + f"{number:03}")
    await hall.press(yusei, board, "damage", player="B1", amount=1000)
    assert board.life() == [7654321, 7653321]
    shown = board.text
    assert shown.count("7653321") >= 1
    assert all(str(number) in shown for number in range(1, 11))


@pytest.mark.parametrize("char", NAMES)
@pytest.mark.parametrize("game", ["wrgp", "party", "tag"])
async def test_the_fullest_lobby_fits(hall, game, char):
    yusei = hall.member("遊星")
    await speak(hall, yusei, "both")
    seats = max(len(seating) for seating in FORMATS[game].seatings)
    names = longest(char, seats)
    screen = (await hall.command(yusei, f"{game} start")).screen
    for number, name in enumerate(names):
        team = {"team": "AB"[number % 2]} if FORMATS[game].teams else {}
        await hall.fill(yusei, await hall.press(yusei, screen, "guest", **team), name=name)
    assert [sorted(picks) for picks in screen.lists.values()] == [sorted(names)] * 2
    await hall.pick(yusei, screen, "remove", names[0])
    await hall.press(yusei, screen, "undo")
    await hall.press(yusei, screen, "shuffle")
    await hall.press(yusei, screen, "begin", first="random")
    assert (await hall.match()).format.key == game


@pytest.mark.parametrize(("language", "char"), [("ja", "界"), ("en", "W"), ("both", "界"), ("both", "@")])
async def test_the_largest_party_fits(hall, language, char):
    """Eight players with partners, and as many lasting and waiting effects as there may be."""
    yusei = hall.member("遊星")
    await speak(hall, yusei, language)
    board = (await hall.command(yusei, "party start", players=",".join(longest(char, 8)))).screen
    for number in range(1, 9):
        seat, text = f"P{number}", char * 99 + str(number)
        await hall.command(
            yusei,
            "party partner set",
            player=seat,
            name=text,
            cost="99",
            civilisations="light water darkness fire nature",
        )
        await hall.command(yusei, "party effect add", text=text, source=seat, affects="P1 P2 P3", until=f"{seat} end")
        await hall.command(yusei, "party pending add", player=seat, text=text)
    for number in range(4):
        await hall.command(yusei, "party effect add", text=char * 98 + f"{number:02}", source="P1")
        await hall.command(yusei, "party pending add", player="P2", text=char * 98 + f"{number:02}")
    await hall.command(yusei, "party pending list")
    assert len(await yusei.autocomplete(hall.channel, "party pending resolve", "pending", "")) > 8
    assert len((await hall.match()).state.effects) >= 10
    assert board.buttons
    assert board.has("break", attacker="P1", target="P8")
    for number in range(2, 9):
        await hall.command(yusei, "party eliminate", player=f"P{number}", by="P1", reason=char * 100)
    assert "🏆" in board.text
    await hall.command(yusei, "match log")


@pytest.mark.parametrize("char", NAMES)
async def test_the_largest_tag_match_fits(hall, char):
    yusei = hall.member("遊星")
    await speak(hall, yusei, "both")
    names = longest(char, 4)
    given = {"team_a": ",".join(names[:2]), "team_b": ",".join(names[2:])}
    board = (await hall.command(yusei, "tag start", **given)).screen
    await hall.command(yusei, "tag smash", player="A1", line="left", points="9")
    await hall.command(yusei, "tag priority")
    assert board.buttons
    await hall.command(yusei, "match log")


async def test_a_log_of_five_hundred_entries_still_shows(hall):
    """What was played long ago is in the file; log and board tell the end."""
    yusei = hall.member("遊星")
    board = await hall.start(yusei, life="1000000")
    place, tapper = Place(hall.channel.id, hall.guild.id), Actor(Person("遊星", yusei.id))
    for _ in range(499):
        await hall.client.table.keeper.play(place, tapper, WRGP, "damage", player=Seat("A1"), amount=100)
    await hall.press(yusei, board, "damage", player="A1", amount=100)
    assert "2–501" in board.text
    assert "2–501" in (await hall.command(yusei, "match log")).private
    assert len((await hall.export(yusei))["log"]) == 501


@pytest.mark.parametrize("game", [*FORMATS])
def test_ids_keep_to_a_hundred_characters_at_the_largest_numbers(game):
    """The move with the longest name and options, in a match with as many digits as a number may have."""
    form = FORMATS[game]
    seats = max(form.seatings, key=len)
    options = {"attacker": seats[-1], "target": seats[-1], "amount": 9_999_999}
    for move in form.moves:
        press = Press(2**63 - 1, 999_999, "w", move, options)
        assert len(press.custom_id) + len(":abcdef") <= 100


# The commands.


async def test_the_commands_are_within_every_limit(hall):
    """Names and descriptions in both languages, choices, options and the sum of all; names are never localised."""
    (request,) = [request for request in hall.env.http_requests if request.method == "PUT"]
    commands = request.json
    assert [problem for command in commands for problem in discord_limits.command_problems(command)] == []
    assert len(commands) <= COMMANDS_MOST
    assert {command["name"] for command in commands} >= {"wrgp", "party", "tag", "match", "table", "ruling"}
    for command in commands:
        for language in ("en", "ja"):
            assert discord_limits.command_size(command, language) <= COMMAND_CHARACTERS_MOST
        assert set(command["contexts"]) == {0, 1}
        assert command["integration_types"] == [0]


# The checks themselves can fail.


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"content": "x" * 2001}, "content of 2001"),
        ({"content": "x", "allowed_mentions": {"parse": ["everyone"]}}, "it could ping"),
        ({"content": "x", "allowed_mentions": None}, "it could ping"),
        ({"flags": 1 << 15, "components": [{"type": 10, "content": "x" * 4001}]}, "text of 4001"),
        ({"flags": 1 << 15, "components": [{"type": 10, "content": " "}]}, "an empty text"),
        ({"flags": 1 << 15, "components": [{"type": 14}] * 41}, "41 components"),
        ({"components": [{"type": 10, "content": "x"}]}, "a layout without its flag"),
        ({"components": [{"type": 1, "components": []}]}, "a row of 0"),
        ({"components": [{"type": 1, "components": [{"type": 2, "label": "", "custom_id": "a"}]}]}, "label ''"),
        ({"components": [{"type": 1, "components": [{"type": 2, "label": "x" * 81, "custom_id": "a"}]}]}, "label"),
        ({"components": [{"type": 1, "components": [{"type": 2, "label": "x", "custom_id": "a" * 101}]}]}, "id of 101"),
        ({"components": [{"type": 1, "components": [{"type": 2, "label": "x", "custom_id": "a"}] * 2}]}, "a twice"),
        ({"components": [{"type": 1, "components": [{"type": 3, "custom_id": "a", "options": []}]}]}, "a list of 0"),
    ],
)
def test_what_passes_a_limit_is_found(body, problem):
    found = discord_limits.message_problems({"allowed_mentions": {"parse": []}} | body)
    assert any(problem in each for each in found), found
