"""`/tag` as people use it: starts and seats, every command and button, whole matches, and what goes wrong."""

# ruff: noqa: E501  a case of a table keeps to its line

import pytest
from hall import said

from bot.language import LANGUAGES, Voice, catalogue
from bot.rules.format import Line, Seat, Team
from bot.rules.tag import SEATS, Aim, Area, Lane, Loss, Pile, Seating, Side, Whose, board, seat_picture

LOCALES = ("ja", "en-US")
NAMES = ("ミナ", "Ken", "Rosa", "ソラ")
A1, A2, B1, B2 = SEATS
VOICES = {language: Voice(language, dict(zip(SEATS, NAMES, strict=True))) for language in (*LANGUAGES, "both")}


async def sit_down(hall, who=None, *, language="en", **options):
    """ミナ and Ken against Rosa and ソラ, all guests unless mentioned, and the board; the channel speaks `language`."""
    who = who or hall.member("ミナ")
    await hall.command(who, "table language", language=language)
    reply = await hall.command(who, "tag start", **({"team_a": "ミナ、Ken", "team_b": "Rosa ソラ"} | options))
    assert not reply.screen.message.ephemeral, reply.screen.text
    return reply.screen


async def do(hall, *commands, who=None):
    """Commands one after another; the answer to the last."""
    reply = None
    for command, options in commands:
        reply = await hall.command(who or hall.member("ミナ"), f"tag {command}", **options)
        assert not reply.screen.message.ephemeral, reply.screen.text
    return reply


async def piles(hall):
    """Smash zone and library by seat."""
    teams = (await hall.state())["teams"]
    return {p["seat"]: (p["smashes"], p["library"]) for team in teams.values() for p in team["players"]}


def smash(player, line, points, **options):
    return ("smash", {"player": player, "line": line, "points": str(points)} | options)


# Starting.


async def test_the_first_named_of_a_team_sits_left(hall):
    await sit_down(hall)
    match, state = await hall.match(), await hall.state()
    assert {str(seat): person.name for seat, person in match.sitters.items()} == dict(zip(SEATS, NAMES, strict=True))
    sides = [(p["seat"], p["side"]) for team in state["teams"].values() for p in team["players"]]
    assert sides == [("A1", "left"), ("A2", "right"), ("B1", "left"), ("B2", "right")]
    assert (state["active_team"], state["turn"]) == ("A", 1)


@pytest.mark.parametrize(
    ("options", "active", "library"),
    [
        pytest.param({}, "A", 35, id="left out"),
        pytest.param({"first": "B"}, "B", 35, id="first B"),
        pytest.param({"first": "ソラ"}, "B", 35, id="first by a player's name"),
        pytest.param({"library": "４０"}, "A", 40, id="full-width digits"),
        pytest.param({"library": "40-5"}, "A", 35, id="a sum"),
        pytest.param({"team_a": "ミナ　Ken", "team_b": "Rosa,ソラ"}, "A", 35, id="other separators"),
    ],
)
async def test_start_takes_libraries_and_who_goes_first(hall, options, active, library):
    await sit_down(hall, **options)
    assert (await hall.state())["active_team"] == active
    assert await piles(hall) == dict.fromkeys(map(str, SEATS), (0, library))


@pytest.mark.parametrize(("lot", "team"), [(0, "A"), (1, "B")])
async def test_random_first_is_a_lot(hall, monkeypatch, lot, team):
    monkeypatch.setattr("secrets.randbelow", lambda _: lot)
    await sit_down(hall, first="random")
    assert (await hall.state())["active_team"] == team


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("options", "message", "facts"),
    [
        pytest.param({"team_a": "ミナ"}, "tag-players", {"count": 3}, id="one against two"),
        pytest.param({"team_a": "a b c", "team_b": "d"}, "tag-players", {"count": 4}, id="three against one"),
        pytest.param({"team_a": "a b c"}, "tag-players", {"count": 5}, id="three against two"),
        pytest.param({"team_a": "、"}, "tag-players", {"count": 2}, id="nobody"),
        pytest.param({"team_a": "ミナ Rosa"}, "named-twice", {"name": "Rosa"}, id="on both sides"),
        pytest.param({"library": "0"}, "amount-out-of-range", {"least": 1, "most": 999}),
        pytest.param({"library": "1000"}, "amount-out-of-range", {"least": 1, "most": 999}),
        pytest.param({"library": "山"}, "amount-unreadable", {"typed": "山"}),
        pytest.param({"first": "C"}, "player-unknown", {"typed": "C", "seats": SEATS}),
    ],
)
async def test_a_start_that_can_not_be_read_is_refused_privately(hall, locale, options, message, facts):
    given = {"team_a": "ミナ Ken", "team_b": "Rosa ソラ"} | options
    reply = await hall.command(hall.member("ミナ", locale), "tag start", **given)
    assert reply.private == said(locale, message, **facts)
    assert hall.messages() == []


async def test_a_lobby_seats_two_and_two(hall):
    """Who joined first sits left; the library that was asked for comes along."""
    people = {name: hall.member(name) for name in NAMES}
    lobby = (await hall.command(people["ミナ"], "tag start", library="30")).screen
    for name, team in (("Ken", "A"), ("ミナ", "A"), ("ソラ", "B")):
        await hall.press(people[name], lobby, "join", team=team)
    early = await hall.press(people["ミナ"], lobby, "begin")
    assert early.private == said("en", "lobby-not-ready", sizes=(4,), waiting=3)
    await hall.press(people["Rosa"], lobby, "join", team="B")
    await hall.press(people["ミナ"], lobby, "begin")
    match = await hall.match()
    assert [person.name for person in match.sitters.values()] == ["Ken", "ミナ", "ソラ", "Rosa"]
    assert match.seat_of(people["Rosa"].id) == "B2"
    assert await piles(hall) == dict.fromkeys(map(str, SEATS), (0, 30))
    assert [screen.id for screen in hall.messages()] == [lobby.id]


# Seats.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seating", [*Seating])
async def test_each_player_sees_the_seats_from_their_own_side(hall, seating, language):
    """The board has A1's picture and the others' lines; `/table help` shows each reader's own picture, privately."""
    members = [hall.member(name, "ja" if language == "ja" else "en-US") for name in NAMES]
    ids = [member.mention for member in members]
    shown = await sit_down(hall, members[0], language=language, team_a=" ".join(ids[:2]), team_b=" ".join(ids[2:]))
    if seating is Seating.OPPOSITE:
        await hall.command(members[0], "match rules", rule="tag.seating", value="opposite")
    voice = VOICES[language]
    assert voice.tell(seat_picture(player=A1, seating=seating)) in shown.text
    for seat, member in zip(SEATS, members, strict=True):
        told = (await hall.command(member, "table help")).private
        assert voice.tell(seat_picture(player=seat, seating=seating)) in told
    onlooker = hall.member("旅人", "ja" if language == "ja" else "en-US")
    told = (await hall.command(onlooker, "table help")).private
    assert catalogue(language)["help-tag"].forms[0] in told
    assert not any(voice.tell(seat_picture(player=seat, seating=seating)) in told for seat in SEATS)


LINES = {
    Seating.BESIDE: {A1: (B2, B1), A2: (B2, B1), B1: (A2, A1), B2: (A2, A1)},
    Seating.OPPOSITE: {A1: (B1, B2), A2: (B2, B1), B1: (A2, A1), B2: (A1, A2)},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seating", [*Seating])
@pytest.mark.parametrize("player", SEATS)
async def test_all_three_lines_of_each_player_give_the_right_answer(hall, player, seating, language):
    """Left and right find their opponent by the seats, centre asks; who was hit and why is announced."""
    mina = hall.member("ミナ", "ja" if language == "ja" else "en-US")
    shown = await sit_down(hall, mina, language=language, first=player[0])
    if seating is Seating.OPPOSITE:
        await hall.command(mina, "match rules", rule="seating", value="opposite")
    voice = VOICES[language]
    left, right = LINES[seating][player]
    for line, hit, other, aim in ((Lane.LEFT, left, right, Aim.LEFT), (Lane.RIGHT, right, left, Aim.RIGHT)):
        wrong = await hall.command(mina, "tag smash", player=player, line=line, points="1", target=other)
        assert wrong.private == voice.say("tag-smash-wrong-target", player=player, line=line, target=other, hits=hit)
        told = (await do(hall, smash(player, line.value, 2, area="own"))).public
        facts = {"player": player, "line": line, "area": Area.OWN, "base": 2, "dealt": 2, "smashes": 2}
        assert told.split("\n")[0] == voice.say("tag.Smashed", target=hit, aim=aim, **facts)
        assert (await piles(hall))[hit] == (2, 33)
        assert voice.say("tag.Smashed", target=hit, aim=aim, **facts) in shown.text
        await hall.command(mina, "match undo")

    asked = await hall.command(mina, "tag smash", player=player, line="centre", points="1")
    assert asked.private == voice.say("tag-smash-choose", left=left, right=right)
    for hit in (left, right):
        told = (await do(hall, smash(player, "centre", 2, area="enemy", target=hit))).public
        facts = {"player": player, "line": Lane.CENTRE, "area": Area.ENEMY, "base": 2, "dealt": 3, "smashes": 3}
        assert told.split("\n")[0] == voice.say("tag.Smashed", target=hit, aim=Aim.CHOSEN, **facts)
        assert {seat: pile for seat, pile in (await piles(hall)).items() if pile != (0, 35)} == {hit: (3, 32)}
        await hall.command(mina, "match undo")


# Every command.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("before", "command", "options", "told"),
    [
        ([], *smash("A1", "left", 3), [("tag.Smashed", {"player": A1, "line": Lane.LEFT, "area": Area.CENTRE, "base": 3, "target": B2, "aim": Aim.LEFT, "dealt": 3, "smashes": 3}), ("tag.LibraryReduced", {"seat": B2, "amount": 3, "library": 32})]),
        ([], *smash("ミナ", "centre", "１+1", area="enemy", target="Rosa"), [("tag.Smashed", {"player": A1, "line": Lane.CENTRE, "area": Area.ENEMY, "base": 2, "target": B1, "aim": Aim.CHOSEN, "dealt": 3, "smashes": 3}), ("tag.LibraryReduced", {"seat": B1, "amount": 3, "library": 32})]),
        ([("library", {"player": "B2", "change": "2"})], *smash("A1", "left", 3), [("tag.Smashed", {"player": A1, "line": Lane.LEFT, "area": Area.CENTRE, "base": 3, "target": B2, "aim": Aim.LEFT, "dealt": 3, "smashes": 3}), ("tag.LibraryReduced", {"seat": B2, "amount": 2, "library": 0}), ("tag.StoppedAtZero", {"seat": B2, "pile": Pile.LIBRARY, "missing": 1})]),
        ([smash("A1", "left", 4)], *smash("A1", "right", 5), [("tag.Smashed", {"player": A1, "line": Lane.RIGHT, "area": Area.CENTRE, "base": 5, "target": B1, "aim": Aim.RIGHT, "dealt": 5, "smashes": 5}), ("tag.LibraryReduced", {"seat": B1, "amount": 5, "library": 30}), ("tag.LossPending", {"team": Team.B, "why": (Loss.SMASHES,), "smashes": 9})]),
        ([smash("A1", "left", 9)], "smashes", {"player": "ソラ", "change": "-1"}, [("tag.SmashesSet", {"seat": B2, "before": 9, "smashes": 8}), ("tag.LossLifted", {"team": Team.B, "smashes": 8})]),
        ([], "smashes", {"player": "A2", "change": "３"}, [("tag.SmashesSet", {"seat": A2, "before": 0, "smashes": 3})]),
        ([smash("A1", "left", 2)], "smashes", {"player": "B2", "change": "-5"}, [("tag.SmashesSet", {"seat": B2, "before": 2, "smashes": 0}), ("tag.StoppedAtZero", {"seat": B2, "pile": Pile.SMASH, "missing": 3})]),
        ([], "library", {"player": "Ken", "change": "-1"}, [("tag.LibraryReduced", {"seat": A2, "amount": 1, "library": 34})]),
        ([], "library", {"player": "A2", "change": "30"}, [("tag.LibrarySet", {"seat": A2, "before": 35, "library": 30})]),
        ([], "library", {"player": "A2", "change": "−４０"}, [("tag.LibraryReduced", {"seat": A2, "amount": 35, "library": 0}), ("tag.StoppedAtZero", {"seat": A2, "pile": Pile.LIBRARY, "missing": 5})]),
        ([], "turn", {}, [("tag.TurnBegan", {"turn": 2, "team": Team.B})]),
        ([], "priority", {}, [("tag.PriorityArose", {"first": Team.A, "then": Team.B})]),
        ([smash("A1", "left", 9)], "priority", {}, [("tag.PriorityArose", {"first": Team.A, "then": Team.B}), ("tag.MatchWon", {"team": Team.A, "loser": Team.B, "why": (Loss.SMASHES,)})]),
        ([smash("A1", "left", 9)], "turn", {}, [("tag.MatchWon", {"team": Team.A, "loser": Team.B, "why": (Loss.SMASHES,)})]),
    ],
)  # fmt: skip
async def test_a_command_plays_and_tells_everybody_by_name(hall, language, before, command, options, told):
    shown = await sit_down(hall, language=language)
    await do(hall, *before)
    reply = await do(hall, (command, options))
    voice = VOICES[language]
    assert reply.public == "\n".join(voice.say(message, **facts) for message, facts in told)
    lines = [line for block in board((await hall.match()).state).blocks for line in block.lines]
    assert all(voice.line(line) in shown.text for line in lines), shown.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("A1", "Ken", [("tag.LaterToGraveyard", {"first": A1, "second": A2}), ("tag.CardSays", {"player": A2, "owner": A1, "whose": Whose.ALLYS})]),
        ("ミナ", "A1", [("tag.OwnSquare", {"player": A1}), ("tag.CardSays", {"player": A1, "owner": A1, "whose": Whose.YOURS})]),
        ("A1", "ソラ", [("tag.SquareBattle", {"first": A1, "second": B2}), ("tag.CardSays", {"player": B2, "owner": A1, "whose": Whose.OPPONENTS})]),
    ],
)  # fmt: skip
async def test_square_tells_what_happens_and_whose_card_is_meant(hall, language, first, second, told):
    """tag.control.*: an ally's card placed later goes, without a battle; "your" is one's own only."""
    await sit_down(hall, language=language)
    reply = await do(hall, ("square", {"first": first, "second": second}))
    assert reply.public == "\n".join(VOICES[language].say(message, **facts) for message, facts in told)


async def test_square_answers_without_a_match_too(hall):
    told = (await hall.command(hall.member("ミナ", "ja"), "tag square", first="A1", second="A2")).public
    assert told.startswith(Voice("en").say("tag.LaterToGraveyard", first="A1", second="A2"))


# Buttons and forms.


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("player", "filled", "hit", "dealt"),
    [
        ("A1", {"line": ["left"], "points": "2"}, B2, 2),
        ("A2", {"line": ["right"], "points": "２", "area": ["enemy"]}, B1, 3),
        ("A1", {"line": ["centre"], "points": "1+1", "area": ["own"], "target": ["B2"]}, B2, 2),
    ],
)
async def test_the_form_smashes_in_place(hall, locale, player, filled, hit, dealt):
    """Line, points, area and, on the centre line, one of two opponents with the side that each sits on."""
    language = "ja" if locale == "ja" else "en"
    mina = hall.member("ミナ", locale)
    shown = await sit_down(hall, mina, language=language)
    posted = len(hall.messages())
    opened = await hall.press(mina, shown, "smash", player=player)
    assert NAMES[SEATS.index(Seat(player))] in opened.form["title"]
    target = next(part["component"] for part in opened.form["components"] if part["component"]["custom_id"] == "target")
    sides = [VOICES[language].label(f"tag-form-{side}", seat=seat) for side, seat in (("left", B2), ("right", B1))]
    assert [option["label"] for option in target["options"]] == sides
    reply = await hall.fill(mina, opened, **filled)
    assert reply.quiet
    assert (await piles(hall))[hit] == (dealt, 35 - dealt)
    state = (await hall.match()).state
    line = Line(
        "tag-board-player",
        {"seat": hit, "side": Side(state.players[hit].side), "smashes": dealt, "library": 35 - dealt},
    )
    assert VOICES[language].line(line) in shown.text
    assert len(hall.messages()) == posted


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("filled", "message", "facts"),
    [
        ({"line": ["centre"], "points": "1"}, "tag-smash-choose", {"left": "ソラ", "right": "Rosa"}),
        ({"line": ["left"], "points": "1", "target": ["B1"]}, "tag-smash-wrong-target", {"player": "ミナ", "line": Lane.LEFT, "target": "Rosa", "hits": "ソラ"}),
        ({"line": ["left"], "points": ""}, "amount-unreadable", {"typed": ""}),
        ({"line": ["left"], "points": "0"}, "amount-out-of-range", {"least": 1, "most": 99}),
        ({"line": ["left"], "points": "two each"}, "amount-unreadable", {"typed": "two each"}),
    ],
)  # fmt: skip
async def test_a_form_that_can_not_be_gets_one_private_sentence(hall, locale, filled, message, facts):
    mina = hall.member("ミナ", locale)
    shown = await sit_down(hall, mina)
    reply = await hall.fill(mina, await hall.press(mina, shown, "smash", player="A1"), **filled)
    assert reply.private == said(locale, message, **facts)
    assert (await hall.match()).version == 1


async def test_a_card_drawn_is_one_tap_for_each_of_the_four(hall):
    mina = hall.member("ミナ")
    shown = await sit_down(hall, mina)
    for number, seat in enumerate(SEATS, start=1):
        for _ in range(number):
            assert (await hall.press(mina, shown, "library", player=seat, change="-1")).quiet
    assert [library for _, library in (await piles(hall)).values()] == [34, 33, 32, 31]
    assert "## A: smashes 0/9\nlibrary **67** between them" in shown.text
    assert "## B: smashes 0/9\nlibrary **63** between them" in shown.text
    await hall.press(mina, shown, "undo")
    assert (await piles(hall))["B2"] == (0, 32)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_is_active_stands_in_words_and_only_they_smash(hall, language):
    mina = hall.member("ミナ")
    shown = await sit_down(hall, mina, language=language)
    voice = VOICES[language]
    for turn, (team, players) in enumerate([(Team.A, (A1, A2)), (Team.B, (B1, B2))] * 2, start=1):
        assert voice.say("tag-board-turn", team=team, players=players, turn=turn) in shown.text
        assert [seat for seat in SEATS if shown.has("smash", player=seat)] == [*players]
        await hall.press(mina, shown, "turn")


async def test_players_may_take_turns_one_by_one(hall):
    mina = hall.member("ミナ")
    shown = await sit_down(hall, mina)
    await hall.command(mina, "match rules", rule="turns", value="players")
    for name, seat in (("ミナ", A1), ("Rosa", B1), ("Ken", A2), ("ソラ", B2), ("ミナ", A1)):
        assert f"▶ {name} plays" in shown.text
        assert [each for each in SEATS if shown.has("smash", player=each)] == [seat]
        await hall.press(mina, shown, "turn")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("move", ["priority", "turn"])
async def test_a_loss_waits_for_priority_in_words(hall, language, move):
    """tag.defeat.at-next-priority: announced first on the board, final by the button; back at 8 before that is no loss."""
    mina = hall.member("ミナ")
    shown = await sit_down(hall, mina, language=language)
    voice = VOICES[language]
    warning = voice.say("tag-board-losing", team=Team.B, why=(Loss.SMASHES,))
    await do(hall, smash("A1", "left", 5), smash("A2", "right", 4))
    assert shown.text.index(warning) < shown.text.index("## A")
    assert voice.say("tag-board-losing-when") in shown.text
    assert (await hall.state())["phase"] == "duel"
    await do(hall, ("smashes", {"player": "B2", "change": "-1"}))
    assert warning not in shown.text
    await hall.press(mina, shown, move)
    assert (await hall.state())["phase"] == "duel"
    await do(hall, ("smashes", {"player": "B2", "change": "+1"}))
    await hall.press(mina, shown, move)
    state = await hall.state()
    assert (state["phase"], state["winner"]) == ("over", "A")
    assert (
        voice.say("tag-board-won", team=Team.A, players=(A1, A2), turn=state["turn"], why=(Loss.SMASHES,)) in shown.text
    )
    assert voice.say("tag.MatchWon", team=Team.A, loser=Team.B, why=(Loss.SMASHES,)) in shown.text


@pytest.mark.parametrize(
    ("b1", "b2", "loses"), [(8, 0, False), (7, 1, False), (0, 9, True), (5, 4, True), (9, 0, True)]
)
async def test_nine_together_lose_however_they_are_split(hall, b1, b2, loses):
    """tag.defeat.smash-nine-combined: seven alone is no loss."""
    await sit_down(hall)
    for seat, smashes in (("B1", b1), ("B2", b2)):
        if smashes:
            await do(hall, ("smashes", {"player": seat, "change": str(smashes)}))
    await do(hall, ("priority", {}))
    assert ((await hall.state())["winner"] == "A") == loses


@pytest.mark.parametrize(
    ("rule", "empty", "loses"),
    [("both", ("B1",), False), ("both", ("B1", "B2"), True), ("either", ("B1",), True)],
)
async def test_empty_libraries_lose_by_the_tables_reading(hall, rule, empty, loses):
    await sit_down(hall)
    mina = hall.member("ミナ")
    if rule != "both":
        await hall.command(mina, "match rules", rule="tag.library_loss", value=rule)
    for seat in empty:
        await do(hall, ("library", {"player": seat, "change": "0"}))
    assert ("loses at the next priority" in hall.board().text) == loses
    await do(hall, ("turn", {}))
    assert ((await hall.state())["winner"] == "A") == loses


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("rule", "winner"), [("draw", "draw"), ("active_loses", "B")])
async def test_both_at_once_end_by_the_house_rule(hall, language, rule, winner):
    mina = hall.member("ミナ")
    shown = await sit_down(hall, mina, language=language)
    if rule != "draw":
        await hall.command(mina, "match rules", rule="double_loss", value=rule)
    await do(hall, *[("smashes", {"player": seat, "change": "9"}) for seat in ("A1", "B2")])
    message = "tag-board-both-draw" if rule == "draw" else "tag-board-both-active"
    assert VOICES[language].say(message, team=Team.A) in shown.text
    await hall.press(mina, shown, "priority")
    assert (await hall.state())["winner"] == winner
    await hall.press(mina, shown, "undo")
    assert (await hall.state())["phase"] == "duel"


async def test_the_library_is_counted_by_hand_where_the_table_plays_so(hall):
    await sit_down(hall)
    await hall.command(hall.member("ミナ"), "match rules", rule="smash_from_library", value="by_hand")
    await do(hall, smash("A1", "left", 3))
    assert (await piles(hall))["B2"] == (3, 35)


# Refusals.


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("before", "command", "options", "message", "facts"),
    [
        ([], *smash("A1", "left", 0), "amount-out-of-range", {"least": 1, "most": 99}),
        ([], *smash("A1", "left", 100), "amount-out-of-range", {"least": 1, "most": 99}),
        ([], *smash("A1", "left", -1), "amount-out-of-range", {"least": 1, "most": 99}),
        ([], *smash("A1", "left", "two each"), "amount-unreadable", {"typed": "two each"}),
        ([], *smash("A1", "left", "1.5"), "amount-not-whole", {"typed": "1.5"}),
        ([], *smash("A1", "left", 1, target="A2"), "tag-smash-at-own-team", {"target": "Ken", "opponents": ("ソラ", "Rosa")}),
        ([], *smash("A1", "centre", 1, target="ミナ"), "tag-smash-at-own-team", {"target": "ミナ", "opponents": ("ソラ", "Rosa")}),
        ([], *smash("A1", "centre", 2, target="Rosa、ソラ"), "tag-smash-never-split", {"player": "ミナ"}),
        ([], *smash("A1", "left", 2, target="B1 B2"), "tag-smash-never-split", {"player": "ミナ"}),
        ([], *smash("A1", "centre", 2, target="だれか"), "player-unknown", {"typed": "だれか", "seats": NAMES}),
        ([], *smash("C1", "left", 2), "player-unknown", {"typed": "C1", "seats": NAMES}),
        ([], "smashes", {"player": "A1", "change": "0"}, "tag-pile-same", {"seat": "ミナ", "pile": Pile.SMASH, "cards": 0}),
        ([], "smashes", {"player": "A1", "change": "1000"}, "tag-pile-too-big", {"seat": "ミナ", "pile": Pile.SMASH, "most": 999}),
        ([], "smashes", {"player": "A1", "change": "+"}, "amount-unreadable", {"typed": "+"}),
        ([], "library", {"player": "A1", "change": "35"}, "tag-pile-same", {"seat": "ミナ", "pile": Pile.LIBRARY, "cards": 35}),
        ([], "library", {"player": "A1", "change": "1000"}, "tag-pile-too-big", {"seat": "ミナ", "pile": Pile.LIBRARY, "most": 999}),
        ([("library", {"player": "A1", "change": "0"})], "library", {"player": "A1", "change": "-1"}, "tag-pile-same", {"seat": "ミナ", "pile": Pile.LIBRARY, "cards": 0}),
        ([smash("A1", "left", 9), ("priority", {})], *smash("A1", "left", 1), "match-over", {"winner": Team.A}),
        ([smash("A1", "left", 9), ("smashes", {"player": "A1", "change": "9"}), ("priority", {})], "turn", {}, "tag-drawn-already", {}),
        ([], "square", {"first": "A1", "second": "だれか"}, "player-unknown", {"typed": "だれか", "seats": NAMES}),
    ],
)  # fmt: skip
async def test_what_can_not_be_is_one_private_sentence_and_changes_nothing(
    hall, locale, before, command, options, message, facts
):
    await sit_down(hall)
    await do(hall, *before)
    match, count = await hall.match(), len(hall.messages())
    mina = hall.member("ミナ")
    hall.locales[mina.id] = locale
    reply = await hall.command(mina, f"tag {command}", **options)
    assert reply.private == said(locale, message, **facts)
    assert (await hall.match(), len(hall.messages())) == (match, count)


COMMANDS = [
    smash("A1", "left", 1),
    ("smashes", {"player": "A1", "change": "1"}),
    ("library", {"player": "A1", "change": "-1"}),
    ("turn", {}),
    ("priority", {}),
]


@pytest.mark.parametrize(("command", "options"), COMMANDS)
async def test_an_onlookers_try_is_refused_privately(hall, command, options):
    shown = await sit_down(hall)
    before = (shown.text, await hall.match(), len(hall.messages()))
    reply = await hall.command(hall.member("旅人", "ja"), f"tag {command}", **options)
    assert reply.private == said("ja", "onlooker", host="ミナ")
    assert (shown.text, await hall.match(), len(hall.messages())) == before


async def test_an_onlookers_press_is_refused_privately(hall):
    shown = await sit_down(hall)
    for move, options in (
        ("smash", {"player": "A1"}),
        ("library", {"player": "B1", "change": "-1"}),
        ("priority", {}),
        ("turn", {}),
        ("undo", {}),
    ):
        reply = await hall.press(hall.member("旅人", "ja"), shown, move, **options)
        assert reply.private == said("ja", "onlooker", host="ミナ")
    assert (await hall.match()).version == 1


@pytest.mark.parametrize(("command", "options"), COMMANDS)
async def test_without_a_match_a_command_says_how_to_start_one(hall, command, options):
    reply = await hall.command(hall.member("旅人", "ja"), f"tag {command}", **options)
    assert reply.private == said("ja", "no-match-here")


@pytest.mark.parametrize(("command", "options"), COMMANDS)
async def test_at_another_game_a_command_says_which(hall, command, options):
    mina = hall.member("ミナ", "ja")
    await hall.command(mina, "party start", players="ミナ Ken Rosa")
    reply = await hall.command(mina, f"tag {command}", **options)
    assert reply.private == said("ja", "other-match-here", game=Line("format-party"))


@pytest.mark.parametrize(
    ("command", "option", "typed", "values"),
    [
        ("smash", "player", "", ["A1", "A2", "B1", "B2"]),
        ("smash", "player", "ソ", ["B2"]),
        ("smash", "target", "b", ["B1", "B2"]),
        ("smashes", "player", "ｋｅｎ", []),
        ("library", "player", "rosa", ["B1"]),
        ("square", "first", "\u3000", ["A1", "A2", "B1", "B2"]),
        ("square", "second", "a2", ["A2"]),
    ],
)
async def test_players_are_offered_by_seat_and_name(hall, command, option, typed, values):
    await sit_down(hall)
    offered = await hall.member("ミナ").autocomplete(hall.channel, f"tag {command}", option, typed)
    assert [choice["value"] for choice in offered] == values


# Whole matches.


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_match_is_played_to_its_end_by_thumb(hall, language):
    """Smashes by form, cards drawn, turns and priority; the ninth smash announces, priority decides; undone, and ended."""
    mina = hall.member("ミナ", "ja" if language == "ja" else "en-US")
    shown = await sit_down(hall, mina, language=language)
    posted, voice = len(hall.messages()), VOICES[language]
    for player, line, points, area in (
        ("A1", "left", "3", "enemy"),
        ("B2", "right", "2", "centre"),
        ("A2", "right", "5", "own"),
    ):
        await hall.press(mina, shown, "library", player=player, change="-1")
        opened = await hall.press(mina, shown, "smash", player=player)
        await hall.fill(mina, opened, line=[line], points=points, area=[area])
        if points != "5":
            await hall.press(mina, shown, "priority")
            await hall.press(mina, shown, "turn")
    assert await piles(hall) == {"A1": (2, 32), "A2": (0, 34), "B1": (5, 30), "B2": (4, 30)}
    assert voice.say("tag-board-losing", team=Team.B, why=(Loss.SMASHES,)) in shown.text
    await hall.press(mina, shown, "priority")
    assert (await hall.state())["winner"] == "A"
    assert voice.say("tag-board-won", team=Team.A, players=(A1, A2), turn=3, why=(Loss.SMASHES,)) in shown.text
    assert len(hall.messages()) == posted
    await hall.press(mina, shown, "undo")
    assert ((await hall.state())["phase"], await piles(hall)) == (
        "duel",
        {"A1": (2, 32), "A2": (0, 34), "B1": (5, 30), "B2": (4, 30)},
    )
    await hall.command(mina, "match redo")
    asked = await hall.press(mina, shown, "end")
    await hall.press(mina, asked.screen, "end")
    assert shown.buttons == {}
    await sit_down(hall, mina, language=language)
    assert await piles(hall) == dict.fromkeys(map(str, SEATS), (0, 35))


async def test_both_partners_show_one_total(hall):
    shown = await sit_down(hall)
    await do(hall, smash("A1", "left", 3), smash("A1", "right", 2))
    assert "## B: smashes 5/9\nlibrary **65** between them" in shown.text


async def test_two_thumbs_end_one_turn(hall):
    mina = hall.member("ミナ", "ja")
    shown = await sit_down(hall, mina)
    memory = hall.remember(shown)
    await hall.press(mina, shown, "turn")
    late = await hall.press_old(mina, memory, "turn")
    assert late.private == said("ja", "board-moved-on")
    assert (await hall.state())["turn"] == 2


@pytest.mark.parametrize("language", [*LANGUAGES, "both"])
async def test_the_fullest_board_fits_and_no_line_of_it_is_missing(hall, language):
    """Names of 32 wide characters, both teams about to lose, in both languages (the hall checks the limits)."""
    mina = hall.member("ミナ")
    names = [f"{number}" + "*" * 15 + "龘" * 16 for number in range(1, 5)]
    shown = await sit_down(hall, mina, language=language, team_a="、".join(names[:2]), team_b="、".join(names[2:]))
    await hall.command(mina, "match rules", rule="seating", value="opposite")
    for seat in SEATS:
        await do(hall, ("smashes", {"player": seat, "change": "999"}), ("library", {"player": seat, "change": "0"}))
    match = await hall.match()
    voice = Voice(language, {seat: person.name for seat, person in match.sitters.items()})
    for block in board(match.state).blocks:
        for line in block.lines:
            assert voice.line(line) in shown.text
    assert shown.has("priority")
