"""`/party` as people use it: starts, every command and button, questions, whole matches, and what goes wrong."""

# ruff: noqa: E501  a case of a table keeps to its line

import pytest
from hall import said

from bot.language import LANGUAGES, Voice, catalogue
from bot.rules.format import Line, Seat
from bot.rules.party.board import board
from bot.rules.party.judges import TABLE_OF_OPPONENTS, Wording
from bot.rules.party.terms import SEATS, Civilisation, Knockout, PartnerZone, TurnPoint

LOCALES = ("ja", "en-US")
NAMES = ("ミナ", "Ken", "Rosa", "ソラ")
PLAYERS = "、".join(NAMES)
VOICES = {language: Voice(language, dict(zip(SEATS, NAMES, strict=False))) for language in (*LANGUAGES, "both")}


async def sit_down(hall, who=None, *, language="en", **options):
    """A table of four guests, unless others are named, and its board; the channel speaks `language`."""
    who = who or hall.member("ミナ")
    await hall.command(who, "table language", language=language)
    reply = await hall.command(who, "party start", **({"players": PLAYERS} | options))
    assert not reply.screen.message.ephemeral, reply.screen.text
    return reply.screen


async def do(hall, *commands, who=None):
    """Commands one after another, each `move key:value …` as typed; the answer to the last."""
    reply = None
    for command, options in commands:
        reply = await hall.command(who or hall.member("ミナ"), f"party {command}", **options)
        assert not reply.screen.message.ephemeral, reply.screen.text
    return reply


async def shields(hall):
    return {player["seat"]: player["shields"] for player in (await hall.state())["players"]}


async def living(hall):
    return [player["seat"] for player in (await hall.state())["players"] if player["status"] == "alive"]


# Starting.


@pytest.mark.parametrize(
    ("options", "first", "six"),
    [
        pytest.param({}, "P1", 6, id="left out"),
        pytest.param({"first": "P3"}, "P3", 6, id="first by seat"),
        pytest.param({"first": "ソラ"}, "P4", 6, id="first by name"),
        pytest.param({"first": "ｐ２"}, "P2", 6, id="first in full-width letters"),
        pytest.param({"shields": "５"}, "P1", 5, id="shields in full-width digits"),
        pytest.param({"shields": "3*2"}, "P1", 6, id="shields as a sum"),
    ],
)
async def test_start_takes_players_in_turn_order_and_who_goes_first(hall, options, first, six):
    shown = await sit_down(hall, **options)
    state = await hall.state()
    match = await hall.match()
    assert [person.name for person in match.sitters.values()] == [*NAMES]
    assert (state["turn_seat"], state["turn"], state["round"]) == (first, 1, 1)
    assert await shields(hall) == dict.fromkeys(("P1", "P2", "P3", "P4"), six)
    assert f"▶ {match.sitters[Seat(first)].name}'s turn (turn 1, round 1)" in shown.text


async def test_members_are_mentioned_and_guests_are_named(hall):
    mina, ken = hall.member("ミナ"), hall.member("Ken")
    await sit_down(hall, mina, players=f"{mina.mention}{ken.mention} Rosa ソラ")
    people = (await hall.match()).sitters.values()
    assert [(person.name, person.user_id) for person in people] == [
        ("ミナ", mina.id),
        ("Ken", ken.id),
        ("Rosa", None),
        ("ソラ", None),
    ]


@pytest.mark.parametrize("lot", range(4))
async def test_random_first_is_a_lot_among_all(hall, monkeypatch, lot):
    asked = []
    monkeypatch.setattr("secrets.randbelow", lambda most: asked.append(most) or lot)
    await sit_down(hall, first="random")
    assert ((await hall.state())["turn_seat"], asked) == (f"P{lot + 1}", [4])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", range(2, 9))
async def test_two_to_eight_play_and_other_than_three_or_four_get_a_note(hall, players, language):
    """A note on the first round's board, never a refusal; every number has its controls."""
    names = " ".join(f"p{number}" for number in range(1, players + 1))
    shown = await sit_down(hall, players=names, language=language)
    note = VOICES[language].say("party-board-unusual", players=players)
    assert (note in shown.text) == (players not in (3, 4))
    assert shown.has("turn")
    assert shown.has("undo")
    for turn in range(players):
        assert (await hall.state())["turn_seat"] == f"P{turn + 1}"
        await hall.press(hall.member("ミナ"), shown, "turn")
    assert note not in hall.board().text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", [1, 2, 3])
async def test_the_play_level_is_on_the_board_with_its_meaning(hall, level, language):
    shown = await sit_down(hall, level=level, language=language)
    assert catalogue(language)[f"Level.{level}"].forms[0] in shown.text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("options", "message", "facts"),
    [
        pytest.param({"players": "ミナ"}, "party-players", {"least": 2, "most": 8}, id="one"),
        pytest.param({"players": "a b c d e f g h i"}, "party-players", {"least": 2, "most": 8}, id="nine"),
        pytest.param({"players": "　、"}, "party-players", {"least": 2, "most": 8}, id="only separators"),
        pytest.param({"players": "ミナ ミナ Ken"}, "named-twice", {"name": "ミナ"}, id="one of them twice"),
        pytest.param({"shields": "0"}, "rule-value-range", {"rule": "shields", "least": 1, "most": 99}),
        pytest.param({"shields": "100"}, "rule-value-range", {"rule": "shields", "least": 1, "most": 99}),
        pytest.param({"shields": "six"}, "amount-unreadable", {"typed": "six"}),
        pytest.param({"first": "P5"}, "player-unknown", {"typed": "P5", "seats": SEATS[:4]}),
        pytest.param({"first": "だれか"}, "player-unknown", {"typed": "だれか", "seats": SEATS[:4]}),
    ],
)
async def test_a_start_that_can_not_be_read_is_refused_privately(hall, locale, options, message, facts):
    reply = await hall.command(hall.member("ミナ", locale), "party start", **({"players": PLAYERS} | options))
    assert reply.private == said(locale, message, **facts)
    assert hall.messages() == []


async def test_a_second_start_is_refused_and_names_what_runs(hall):
    await sit_down(hall)
    reply = await hall.command(hall.member("旅人", "ja"), "tag start", team_a="a b", team_b="c d")
    assert reply.private == said("ja", "match-here-already", game=Line("format-party"), host="ミナ")


# The lobby.


async def test_a_lobby_gathers_shuffles_and_begins_with_what_was_asked(hall, monkeypatch):
    """Join, a guest, leave; the order is drawn by lot; shields, level and the random first one come along."""
    mina, ken, rosa = (hall.member(name) for name in ("ミナ", "Ken", "Rosa"))
    lobby = (await hall.command(mina, "party start", shields="5", level=3)).screen
    for who in (mina, ken, rosa):
        await hall.press(who, lobby, "join")
    await hall.press(ken, lobby, "leave")
    await hall.press(ken, lobby, "join")
    await hall.fill(mina, await hall.press(mina, lobby, "guest"), name="ソラ")
    assert "ミナ, Rosa, Ken, ソラ" in lobby.text
    monkeypatch.setattr("secrets.randbelow", lambda _: 0)
    await hall.press(mina, lobby, "shuffle")
    order = [one.person.name for one in (await hall.match()).state.waiting]
    assert sorted(order) == sorted(NAMES)
    assert order != ["ミナ", "Rosa", "Ken", "ソラ"]
    monkeypatch.setattr("secrets.randbelow", lambda most: most - 1)
    await hall.press(mina, lobby, "begin", first="random")
    state = await hall.state()
    assert [person.name for person in (await hall.match()).sitters.values()] == order
    assert (state["turn_seat"], state["players"][0]["shields"]) == ("P4", 5)
    assert catalogue("en")["Level.3"].forms[0] in lobby.text
    assert [screen.id for screen in hall.messages()] == [lobby.id]


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_lobby_of_one_does_not_begin(hall, locale):
    mina = hall.member("ミナ", locale)
    lobby = (await hall.command(mina, "party start")).screen
    await hall.press(mina, lobby, "join")
    reply = await hall.press(mina, lobby, "begin")
    assert reply.private == said(locale, "lobby-not-ready", sizes=(4, 3, 2, 5, 6, 7, 8), waiting=1)


async def test_a_lobby_takes_eight(hall):
    mina = hall.member("ミナ")
    lobby = (await hall.command(mina, "party start")).screen
    for number in range(8):
        await hall.fill(mina, await hall.press(mina, lobby, "guest"), name=f"guest {number}")
    ninth = await hall.fill(mina, await hall.press(mina, lobby, "guest"), name="guest 9")
    assert ninth.private == said("en", "lobby-full", most=8)
    await hall.press(mina, lobby, "begin")
    assert len((await hall.state())["players"]) == 8


# Every command.


PARTNER = ("partner set", {"player": "P1", "name": "モモキング", "cost": "5", "civilisations": "火/自然"})
EFFECT = ("effect add", {"text": "ブロックできない", "source": "P4", "until": "P3 start"})
WAITS = ("pending add", {"player": "P3", "text": "1枚引く"})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("before", "command", "options", "told"),
    [
        ([], "shields", {"player": "P2", "change": "+1"}, [("party.ShieldsSet", {"seat": "P2", "before": 6, "shields": 7})]),
        ([], "shields", {"player": "Ken", "change": "３"}, [("party.ShieldsSet", {"seat": "P2", "before": 6, "shields": 3})]),
        ([], "shields", {"player": "ソ", "change": "−２"}, [("party.ShieldsSet", {"seat": "P4", "before": 6, "shields": 4})]),
        ([], "shields", {"player": "P2", "change": "-9"}, [("party.ShieldsSet", {"seat": "P2", "before": 6, "shields": 0}), ("party.StoppedAtZero", {"seat": "P2", "over": 3})]),
        ([], "break", {"attacker": "P1", "target": "Rosa"}, [("party.ShieldsBroken", {"attacker": "P1", "target": "P3", "count": 1, "left": 5})]),
        ([], "break", {"attacker": "ミナ", "target": "P3", "count": "２"}, [("party.ShieldsBroken", {"attacker": "P1", "target": "P3", "count": 2, "left": 4})]),
        ([], "break", {"attacker": "P2", "target": "P1", "count": "9"}, [("party.ShieldsBroken", {"attacker": "P2", "target": "P1", "count": 6, "left": 0}), ("party.StoppedAtZero", {"seat": "P1", "over": 3})]),
        ([("shields", {"player": "P3", "change": "0"})], "break", {"attacker": "P1", "target": "P3"}, [("party.DirectAttack", {"attacker": "P1", "target": "P3"})]),
        ([], "library-out", {"player": "P2"}, [("party.LibraryOut", {"seat": "P2"})]),
        ([], "turn", {}, [("party.TurnBegan", {"turn": 2, "round": 1, "seat": "P2"})]),
        ([("turn", {})] * 3, "turn", {}, [("party.TurnBegan", {"turn": 5, "round": 2, "seat": "P1"})]),
        ([], *PARTNER, [("party.PartnerSet", {"seat": "P1", "name": "モモキング", "cost": 5, "civilisations": (Civilisation.FIRE, Civilisation.NATURE)})]),
        ([PARTNER], "partner move", {"player": "P1", "zone": "battle"}, [("party.PartnerMoved", {"seat": "P1", "name": "モモキング", "before": PartnerZone.FACE_UP, "zone": PartnerZone.BATTLE})]),
        ([], *EFFECT, [("party.EffectAdded", {"effect": 1, "text": "ブロックできない", "source": "P4", "affects": ("P1", "P2", "P3")}), ("party.EffectLasts", {"effect": 1, "until": "P3", "point": TurnPoint.START})]),
        ([EFFECT], "effect end", {"effect": "1"}, [("party.EffectEnded", {"effect": 1, "text": "ブロックできない"})]),
        ([], *WAITS, [("party.PendingAdded", {"seat": "P3", "text": "1枚引く"})]),
        ([], "pending add", {"player": "P3", "text": "1枚引く", "shield_trigger": True}, [("party.PendingAdded.trigger", {"seat": "P3", "text": "1枚引く"})]),
        ([WAITS], "pending resolve", {}, [("party.PendingResolved", {"seat": "P3", "text": "1枚引く"})]),
    ],
)  # fmt: skip
async def test_a_command_plays_and_tells_everybody_by_name(hall, language, before, command, options, told):
    shown = await sit_down(hall, language=language)
    await do(hall, *before)
    reply = await do(hall, (command, options))
    voice = VOICES[language]
    assert reply.public == "\n".join(voice.say(message, **_seated(facts)) for message, facts in told)
    match = await hall.match()
    lines = [line for block in board(match.state).blocks for line in block.lines]
    assert all(voice.line(line) in shown.text for line in lines), shown.text


def _seated(facts):
    def seat(value):
        return Seat(value) if value in SEATS else tuple(map(seat, value)) if isinstance(value, tuple) else value

    return {name: value if name == "text" else seat(value) for name, value in facts.items()}


@pytest.mark.parametrize(
    ("until", "ends"),
    [
        ("P3 start", ("P3", "turn_start")),
        ("ｐ３　ＥＮＤ", ("P3", "turn_end")),
        ("Rosa end", ("P3", "turn_end")),
        ("ミナ start", ("P1", "turn_start")),
        ("ミナの次のターン開始時まで", ("P1", "turn_start")),
        ("ソラのターン終了時", ("P4", "turn_end")),
        ("ken's turn end", ("P2", "turn_end")),
        ("ソ 終了", ("P4", "turn_end")),
    ],
)
async def test_an_end_is_said_by_seat_or_name_in_either_language(hall, until, ends):
    await sit_down(hall)
    await do(hall, ("effect add", {"text": "x", "source": "ソラ", "until": until}))
    assert (await hall.state())["effects"][0]["until"] == dict(zip(("seat", "moment"), ends, strict=True))


async def test_an_end_is_said_by_mention_too(hall):
    mina, ken = hall.member("ミナ"), hall.member("Ken")
    await sit_down(hall, mina, players=f"{mina.mention} {ken.mention} Rosa Endo")
    await do(
        hall,
        ("effect add", {"text": "x", "source": "P1", "affects": f"{ken.mention}Rosa", "until": f"{ken.mention} end"}),
    )
    await do(hall, ("effect add", {"text": "y", "source": "P1", "until": "Endo end"}))
    first, second = (await hall.state())["effects"]
    assert first["until"] == {"seat": "P2", "moment": "turn_end"}
    assert second["until"] == {"seat": "P4", "moment": "turn_end"}
    assert (await hall.match()).state.effects[0].affects == ("P2", "P3")


@pytest.mark.parametrize("affects", ["Ken、ソラ", "P2,P4", "Ken ソラ", "ｐ２　P4", "Ken、P4、Ken"])
async def test_those_whom_an_effect_lies_on_are_a_list(hall, affects):
    shown = await sit_down(hall)
    await do(hall, ("effect add", {"text": "攻撃できない", "source": "P1", "affects": affects, "until": "P1 start"}))
    assert (await hall.match()).state.effects[0].affects == ("P2", "P4")
    assert "(ミナ → Ken, ソラ)" in shown.text


async def test_several_go_out_together(hall):
    await sit_down(hall)
    reply = await do(hall, ("eliminate", {"player": "Ken", "also": "Rosa、ソラ", "by": "ミナ", "reason": "場を離れた"}))
    assert reply.public.count(VOICES["en"].say("party.EliminationCredited", by=Seat("P1"))) == 3
    assert reply.public.count("場を離れた") == 3
    assert ((await hall.state())["winner"], await living(hall)) == ("P1", ["P1"])


# Buttons and forms.


async def test_one_tap_breaks_one_for_the_turn_player(hall):
    mina = hall.member("ミナ")
    shown = await sit_down(hall, mina)
    assert not shown.has("break", attacker="P1", target="P1")
    for left in (5, 4):
        reply = await hall.press(mina, shown, "break", attacker="P1", target="P3")
        assert reply.quiet
        assert (await shields(hall))["P3"] == left
        assert f"🛡 {left}　Rosa" in shown.text
    await hall.press(mina, shown, "turn")
    assert shown.has("break", attacker="P2", target="P1")
    assert not shown.has("break", attacker="P2", target="P2")
    assert len(hall.messages()) == 2  # the channel's language, and the board


async def test_seven_quick_taps_are_one_line_and_seven_entries(hall):
    mina = hall.member("ミナ")
    shown = await sit_down(hall, mina, shields="9")
    for _ in range(7):
        await hall.press(mina, shown, "break", attacker="P1", target="P2")
    assert (
        VOICES["en"].say("party.ShieldsBroken", attacker=Seat("P1"), target=Seat("P2"), count=7, left=2) in shown.text
    )
    assert len((await hall.export(mina))["log"]) == 8
    await hall.press(mina, shown, "undo")
    assert (await shields(hall))["P2"] == 3


@pytest.mark.parametrize(("typed", "left"), [("+2", 8), ("−1", 5), ("４", 4), ("-9", 0)])
async def test_the_form_sets_shields_and_says_whose(hall, typed, left):
    mina = hall.member("ミナ", "ja")
    shown = await sit_down(hall, mina, language="ja")
    opened = await hall.press(mina, shown, "shields", player="P3")
    assert "Rosa" in opened.form["components"][0]["label"]
    reply = await hall.fill(mina, opened, change=typed)
    assert reply.quiet
    assert (await shields(hall))["P3"] == left
    assert f"🛡 {left}　Rosa" in shown.text


@pytest.mark.parametrize(
    ("typed", "message", "facts"),
    [
        ("", "amount-unreadable", {"typed": ""}),
        ("two", "amount-unreadable", {"typed": "two"}),
        ("100", "amount-out-of-range", {"least": 0, "most": 99}),
        ("6", "party-shields-same", {"seat": "Rosa", "shields": 6}),
        ("1.5", "amount-not-whole", {"typed": "1.5"}),
    ],
)
@pytest.mark.parametrize("locale", LOCALES)
async def test_a_form_that_can_not_be_read_gets_one_private_sentence(hall, locale, typed, message, facts):
    mina = hall.member("ミナ", locale)
    shown = await sit_down(hall, mina)
    reply = await hall.fill(mina, await hall.press(mina, shown, "shields", player="P3"), change=typed)
    assert reply.private == said(locale, message, **facts)
    assert (await hall.match()).version == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("how", ["direct_attack", "library_out"])
async def test_an_offered_elimination_stands_in_words_and_asks_once_more_privately(hall, how, language):
    """A direct attack and an empty deck offer; the second press decides, with reason and author in the log."""
    mina = hall.member("ミナ", "ja" if language == "ja" else "en-US")
    shown = await sit_down(hall, mina, language=language)
    voice = VOICES[language]
    if how == "direct_attack":
        await do(hall, ("shields", {"player": "P3", "change": "0"}))
        await hall.press(mina, shown, "break", attacker="P1", target="P3")
    else:
        await hall.fill(mina, await hall.press(mina, shown, "library_out"), player=["P3"])
    assert voice.say(f"party-board-offer-{how.replace('_', '-')}", by=Seat("P1")) in shown.text
    assert await living(hall) == ["P1", "P2", "P3", "P4"]

    asked = await hall.press(mina, shown, "eliminate", player="P3")
    assert asked.private == voice.say("party-confirm-eliminate", seat=Seat("P3"))
    assert await living(hall) == ["P1", "P2", "P3", "P4"]
    await hall.press(mina, asked.screen, "eliminate", player="P3")

    assert await living(hall) == ["P1", "P2", "P4"]
    assert voice.say("party-board-out", seat=Seat("P3")) in shown.text
    assert voice.say("party.Eliminated", seat=Seat("P3"), reason=Knockout(how)) in shown.text
    assert voice.say("party.CardsLeft", seat=Seat("P3")) in shown.text
    credited = voice.say("party.EliminationCredited", by=Seat("P1"))
    assert (credited in shown.text) == (how == "direct_attack")


async def test_an_offer_lapses_with_the_turn_and_with_a_new_shield(hall):
    mina = hall.member("ミナ")
    shown = await sit_down(hall, mina)
    offer = VOICES["en"].say("party-board-offer-direct-attack", by=Seat("P1"))
    for lapse in (("shields", {"player": "P3", "change": "1"}), ("turn", {})):
        await do(hall, ("shields", {"player": "P3", "change": "0"}), ("break", {"attacker": "P1", "target": "P3"}))
        assert offer in shown.text
        await do(hall, lapse)
        assert offer not in shown.text


async def test_the_board_resolves_what_is_due(hall):
    mina = hall.member("ミナ")
    shown = await sit_down(hall, mina)
    await do(
        hall,
        WAITS,
        ("pending add", {"player": "P2", "text": "破壊"}),
        ("pending add", {"player": "P2", "text": "手札に戻す"}),
    )
    assert not shown.has("pending_resolve", pending=1)
    await hall.press(mina, shown, "pending_resolve", pending=3)
    await hall.press(mina, shown, "pending_resolve", pending=2)
    await hall.press(mina, shown, "pending_resolve", pending=1)
    assert (await hall.state())["pending"] == []
    assert VOICES["en"].say("party.PendingResolved", seat=Seat("P3"), text="1枚引く") in shown.text


async def test_from_five_on_breaks_are_named_and_forms_stand_for_the_rest(hall):
    mina = hall.member("ミナ", "ja")
    shown = await sit_down(hall, mina, players="ミナ Ken Rosa ソラ ゆう")
    assert "🛡−1 ゆう" in shown.labels
    await hall.press(mina, shown, "break", attacker="P1", target="P5")
    assert (await shields(hall))["P5"] == 5
    await hall.fill(mina, await hall.press(mina, shown, "shields"), player=["P5"], change="0")
    assert "Direct attack: ゆう" in shown.labels
    await hall.press(mina, shown, "break", attacker="P1", target="P5")
    asked = await hall.press(mina, shown, "eliminate", player="P5")
    assert asked.private == said("ja", "party-confirm-eliminate", seat="ゆう")
    await hall.press(mina, asked.screen, "eliminate", player="P5")
    assert await living(hall) == ["P1", "P2", "P3", "P4"]
    assert shown.has("break", attacker="P1", target="P4")


async def test_from_five_on_a_form_eliminates_with_a_reason(hall):
    mina = hall.member("ミナ")
    shown = await sit_down(hall, mina, players="a b c d e")
    await hall.fill(mina, await hall.press(mina, shown, "eliminate"), player=["P2"], reason=["left"])
    assert await living(hall) == ["P1", "P3", "P4", "P5"]
    assert "✖ b is out (left the table)." in shown.text


async def test_two_thumbs_end_one_turn(hall):
    """A press on the board of the turn before is told so; it does not end another turn."""
    mina = hall.member("ミナ", "ja")
    shown = await sit_down(hall, mina)
    memory = hall.remember(shown)
    await hall.press(mina, shown, "turn")
    late = await hall.press_old(mina, memory, "turn")
    assert late.private == said("ja", "board-moved-on")
    assert (await hall.state())["turn"] == 2


# Lists that follow the typing.


@pytest.mark.parametrize(
    ("command", "option", "typed", "values"),
    [
        ("shields", "player", "", ["P1", "P2", "P3", "P4"]),
        ("break", "target", "ro", ["P3"]),
        ("eliminate", "by", "ソ", ["P4"]),
        ("eliminate", "also", "", ["P1", "P2", "P3", "P4"]),
        ("eliminate", "also", "P2、", ["P2、P1", "P2、P3", "P2、P4"]),
        ("eliminate", "also", "P2, P3, ソ", ["P2, P3,P4"]),
        ("eliminate", "reason", "", ["direct_attack", "library_out", "effect", "left"]),
        ("eliminate", "reason", "deck", ["library_out"]),
        ("eliminate", "reason", "an old bet", []),
        ("effect add", "affects", "ケン", []),
        ("effect add", "affects", "k", ["P2"]),
        ("effect add", "until", "", [f"P{n} {when}" for n in range(1, 5) for when in ("start", "end")]),
        ("effect add", "until", "rosa", ["P3 start", "P3 end"]),
        ("effect add", "until", "P4 e", ["P4 end"]),
        ("effect end", "effect", "", ["1"]),
        ("pending resolve", "pending", "", ["2", "1"]),
        ("pending resolve", "pending", "rosa", ["1"]),
        ("relation", "player", "\u3000", ["P1", "P2", "P3", "P4"]),
        ("partner set", "player", "x" * 2000, []),
        ("partner move", "player", "ken", ["P2"]),
    ],
)
async def test_what_fits_the_typing_is_offered(hall, command, option, typed, values):
    await sit_down(hall)
    await do(hall, EFFECT, WAITS, ("pending add", {"player": "P2", "text": "破壊"}))
    offered = await hall.member("ミナ").autocomplete(hall.channel, f"party {command}", option, typed)
    assert [choice["value"].replace("、 ", "、") for choice in offered] == values


async def test_those_who_are_out_get_no_moments(hall):
    await sit_down(hall)
    await do(hall, ("eliminate", {"player": "P2"}))
    offered = await hall.member("ミナ", "ja").autocomplete(hall.channel, "party effect add", "until", "")
    assert [choice["value"] for choice in offered] == [f"P{n} {when}" for n in (1, 3, 4) for when in ("start", "end")]


@pytest.mark.parametrize(
    ("command", "option"),
    [("shields", "player"), ("eliminate", "also"), ("effect add", "until"), ("pending resolve", "pending")],
)
async def test_nothing_is_offered_where_no_match_lives(hall, command, option):
    assert await hall.member("ミナ").autocomplete(hall.channel, f"party {command}", option, "") == []


# Refusals.


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("before", "command", "options", "message", "facts"),
    [
        ([], "shields", {"player": "P9", "change": "1"}, "player-unknown", {"typed": "P9", "seats": NAMES}),
        ([], "shields", {"player": "P1", "change": "6"}, "party-shields-same", {"seat": "ミナ", "shields": 6}),
        ([], "shields", {"player": "P1", "change": "たくさん"}, "amount-unreadable", {"typed": "たくさん"}),
        ([], "shields", {"player": "P1", "change": "1000"}, "amount-out-of-range", {"least": 0, "most": 99}),
        ([], "break", {"attacker": "P1", "target": "P1"}, "party-breaks-own", {"seat": "ミナ"}),
        ([], "break", {"attacker": "P1", "target": "P2", "count": "0"}, "amount-out-of-range", {"least": 1, "most": 99}),
        ([], "break", {"attacker": "P1", "target": "P2", "count": "-1"}, "amount-out-of-range", {"least": 1, "most": 99}),
        ([], "eliminate", {"player": "だれか"}, "player-unknown", {"typed": "だれか", "seats": NAMES}),
        ([], "eliminate", {"player": "P2", "also": "P2"}, "party-named-twice", {"seat": "Ken"}),
        ([], "eliminate", {"player": "P2", "also": "P3、P9"}, "player-unknown", {"typed": "P9", "seats": NAMES}),
        ([("eliminate", {"player": "P2"})], "eliminate", {"player": "Ken"}, "party-out", {"seat": "Ken"}),
        ([("eliminate", {"player": "P2"})], "shields", {"player": "Ken", "change": "3"}, "party-out", {"seat": "Ken"}),
        ([("eliminate", {"player": "P2"})], "break", {"attacker": "P2", "target": "P1"}, "party-out", {"seat": "Ken"}),
        ([("eliminate", {"player": "P2"})], "pending add", {"player": "P2", "text": "x"}, "party-out", {"seat": "Ken"}),
        ([("eliminate", {"player": "P2"})], "effect add", {"text": "x", "source": "P1", "until": "Ken start"}, "party-until-out", {"seat": "Ken", "before": "ミナ"}),
        ([("eliminate", {"player": "P2", "also": "P3 P4"})], "eliminate", {"player": "P1"}, "match-over", {"winner": "ミナ"}),
        ([("eliminate", {"player": "P2", "also": "P1 P3 P4"})], "turn", {}, "party-drawn-already", {}),
        ([], "partner set", {"player": "P1", "name": "x", "cost": "4", "civilisations": "火"}, "party-partner-cost", {"name": "x", "cost": 4, "least": 5}),
        ([], "partner set", {"player": "P1", "name": "\u3000", "cost": "5", "civilisations": "火"}, "text-empty", {}),
        ([], "partner set", {"player": "P1", "name": "x", "cost": "5", "civilisations": "毒"}, "party-civilisation-unknown", {"typed": "毒", "choices": tuple(Civilisation)}),
        ([], "partner move", {"player": "P1", "zone": "battle"}, "party-no-partner", {"seat": "ミナ"}),
        ([PARTNER], "partner move", {"player": "P1", "zone": "face_up"}, "party-partner-there", {"seat": "ミナ", "name": "モモキング", "zone": PartnerZone.FACE_UP}),
        ([], "effect add", {"text": "\u200b", "source": "P1"}, "text-empty", {}),
        ([], "effect add", {"text": "x", "source": "P1", "until": "いつか"}, "party-until-unreadable", {"typed": "いつか"}),
        ([], "effect add", {"text": "x", "source": "P1", "until": "だれか end"}, "player-unknown", {"typed": "だれか", "seats": NAMES}),
        ([], "effect end", {"effect": "7"}, "effect-unknown", {"effect": 7}),
        ([], "pending resolve", {}, "party-nothing-pending", {}),
        ([WAITS], "pending resolve", {"pending": "9"}, "party-pending-unknown", {"pending": 9}),
        ([WAITS, ("pending add", {"player": "P2", "text": "y"})], "pending resolve", {"pending": "1"}, "party-pending-order", {"seat": "Rosa", "text": "1枚引く", "next": "Ken"}),
        ([], "relation", {"ability": "oni_time", "player": "P1", "numbers": "1 2 3"}, "party-numbers-unreadable", {"typed": "1 2 3", "seats": NAMES}),
        ([], "relation", {"ability": "oni_time", "player": "P1", "numbers": "だれか=3"}, "player-unknown", {"typed": "だれか", "seats": NAMES}),
        ([], "relation", {"ability": "fewer", "player": "P1", "quantity": "mana", "numbers": "Ken=3"}, "party-numbers-missing", {"quantity": Line("Quantity.mana"), "seats": ("ミナ", "Rosa", "ソラ")}),
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
    reply = await hall.command(mina, f"party {command}", **options)
    assert reply.private == said(locale, message, **facts)
    assert (await hall.match(), len(hall.messages())) == (match, count)


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_name_that_fits_two_is_asked_again(hall, locale):
    mina = hall.member("ミナ", locale)
    await sit_down(hall, mina, players="ミナ ミナミ Rosa")
    reply = await hall.command(mina, "party eliminate", player="ミ")
    assert reply.private == said(locale, "player-ambiguous", typed="ミ", seats=("ミナ", "ミナミ"))
    assert (await hall.command(mina, "party eliminate", player="ミナ")).public


COMMANDS = [
    ("shields", {"player": "P1", "change": "1"}),
    ("break", {"attacker": "P1", "target": "P2"}),
    ("eliminate", {"player": "P2"}),
    ("library-out", {"player": "P2"}),
    ("turn", {}),
    PARTNER,
    ("partner move", {"player": "P1", "zone": "battle"}),
    EFFECT,
    ("effect end", {"effect": "1"}),
    WAITS,
    ("pending resolve", {}),
]
ASKED = [("pending list", {}), ("relation", {"ability": "oni_time", "player": "P1"})]


@pytest.mark.parametrize(("command", "options"), COMMANDS)
async def test_an_onlookers_try_is_refused_privately(hall, command, options):
    shown = await sit_down(hall)
    before = (shown.text, await hall.match(), len(hall.messages()))
    reply = await hall.command(hall.member("旅人", "ja"), f"party {command}", **options)
    assert reply.private == said("ja", "onlooker", host="ミナ")
    assert (shown.text, await hall.match(), len(hall.messages())) == before


async def test_an_onlookers_press_is_refused_privately(hall):
    shown = await sit_down(hall)
    onlooker = hall.member("旅人", "ja")
    for move, options in (
        ("break", {"attacker": "P1", "target": "P2"}),
        ("shields", {"player": "P2"}),
        ("eliminate", {"player": "P2"}),
        ("turn", {}),
        ("undo", {}),
    ):
        reply = await hall.press(onlooker, shown, move, **options)
        assert reply.private == said("ja", "onlooker", host="ミナ")
    assert (await hall.match()).version == 1


@pytest.mark.parametrize(("command", "options"), [*COMMANDS, *ASKED])
async def test_without_a_match_a_command_says_how_to_start_one(hall, command, options):
    reply = await hall.command(hall.member("旅人", "ja"), f"party {command}", **options)
    assert reply.private == said("ja", "no-match-here")


@pytest.mark.parametrize(("command", "options"), [*COMMANDS, *ASKED])
async def test_at_another_game_a_command_says_which(hall, command, options):
    mina = hall.member("ミナ", "ja")
    await hall.command(mina, "tag start", team_a="ミナ Ken", team_b="Rosa ソラ")
    reply = await hall.command(mina, f"party {command}", **options)
    assert reply.private == said("ja", "other-match-here", game=Line("format-tag"))


# Out, with everything that follows.


STAGE = [
    *[("turn", {})] * 2,
    ("effect add", {"text": "ブロックできない", "source": "ソラ", "until": "Rosa start"}),
    ("effect add", {"text": "攻撃できない", "source": "Rosa", "affects": "ミナ、ソラ"}),
    ("pending add", {"player": "Rosa", "text": "1枚引く"}),
    ("pending add", {"player": "ミナ", "text": "破壊"}),
    ("shields", {"player": "Rosa", "change": "0"}),
]
P1, P2, P3, P4 = (Seat(f"P{number}") for number in range(1, 5))
CONSEQUENCES = [
    ("party.Eliminated", {"seat": P3, "reason": Knockout.EFFECT}),
    ("party.EliminationCredited", {"by": P2}),
    ("party.CardsLeft", {"seat": P3}),
    ("party.PendingVanished", {"seat": P3, "texts": ("1枚引く",)}),
    ("party.EffectsStayed", {"seat": P3, "texts": ("攻撃できない",)}),
    ("party.TurnCut", {"seat": P3}),
    ("party.EffectMoved", {"text": "ブロックできない", "waited_for": P3, "until": P2}),
    ("party.TurnBegan", {"turn": 4, "round": 1, "seat": P4}),
]


@pytest.mark.parametrize("by_button", [False, True], ids=["command", "buttons"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_out_in_ones_own_turn_everything_happens_is_told_and_one_undo_restores_it(hall, language, by_button):
    """Another's effect waits for that player's next turn, two effects are pending, one of them the loser's."""
    mina = hall.member("ミナ", "ja" if language == "ja" else "en-US")
    shown = await sit_down(hall, mina, language=language)
    await do(hall, *STAGE)
    before, told_before = await hall.match(), shown.text.rpartition("-# ")[0]
    voice = VOICES[language]
    if by_button:
        asked = await hall.press(mina, shown, "eliminate", player="P3")
        answer = await hall.press(mina, asked.screen, "eliminate", player="P3")
        assert answer.quiet
        reason, credited = Knockout.UNSAID, []
        told = shown.text
    else:
        reply = await do(hall, ("eliminate", {"player": "Rosa", "by": "Ken", "reason": "effect"}))
        reason, credited = Knockout.EFFECT, [voice.say("party.EliminationCredited", by=P2)]
        told = reply.public
        assert told.split("\n") == [voice.say(message, **facts) for message, facts in CONSEQUENCES]
    for message, facts in CONSEQUENCES:
        if message == "party.EliminationCredited":
            assert credited == [] or credited[0] in told
        else:
            assert voice.say(message, **(facts | {"reason": reason})) in told, message
    state = await hall.state()
    assert (state["turn_seat"], state["turn"], state["round"]) == ("P4", 4, 1)
    assert state["pending"] == [{"id": 2, "seat": "P1", "text": "破壊"}]
    assert [(e["text"], e["until"]) for e in state["effects"]] == [
        ("ブロックできない", {"seat": "P2", "moment": "turn_end"}),
        ("攻撃できない", None),
    ]
    for line in (
        Line("party-board-out", {"seat": P3}),
        Line("party-board-pending", {"place": 1, "seat": P1, "text": "破壊"}),
        Line(
            "party-board-effect-moved",
            {
                "effect": 1, "until": P2, "point": TurnPoint.END, "waited_for": P3,
                "text": "ブロックできない", "source": P4, "affects": Line("party-all-others"),
            },
        ),
    ):  # fmt: skip
        assert voice.line(line) in shown.text

    if by_button:
        await hall.press(mina, shown, "undo")
    else:
        await hall.command(mina, "match undo")
    after = await hall.match()
    assert (after.state, after.sitters) == (before.state, before.sitters)
    assert shown.text.rpartition("-# ")[0] == told_before
    await hall.command(mina, "match redo")
    assert await hall.state() == state


async def test_the_board_says_it_when_a_lasting_effect_has_run_out(hall):
    shown = await sit_down(hall)
    await do(hall, EFFECT)
    assert "⏳ 1. Until Rosa's turn start: ブロックできない (ソラ → everyone else)" in shown.text
    mina = hall.member("ミナ")
    for _ in range(2):
        await hall.press(mina, shown, "turn")
    assert "⏳" not in shown.text
    assert "“ブロックできない” has ended (Rosa's turn start)." in shown.text


async def test_the_worked_examples_of_the_order(hall):
    """party.resolve.turn-order-example and party.resolve.new-pending-reorder-example, as a table would type them."""
    await sit_down(hall)
    add = [
        ("pending add", {"player": seat, "text": text})
        for seat, text in (("P3", "C"), ("P2", "B1"), ("P2", "B2"), ("P1", "A1"))
    ]
    told = (await do(hall, *add, ("pending list", {}))).public
    assert told.split("\n")[1:] == ["1. ミナ: A1", "2. Ken: B1", "3. Ken: B2", "4. Rosa: C"]
    await do(hall, *[("pending resolve", {})] * 2, ("pending add", {"player": "P1", "text": "A2"}))
    told = (await do(hall, ("pending list", {}))).public
    assert told.split("\n")[1:] == ["1. ミナ: A2", "2. Ken: B2", "3. Rosa: C"]


async def test_shield_triggers_come_first_and_the_table_may_play_otherwise(hall):
    shown = await sit_down(hall)
    await do(
        hall,
        ("pending add", {"player": "P1", "text": "A"}),
        ("pending add", {"player": "P4", "text": "D", "shield_trigger": True}),
    )
    assert [each["text"] for each in (await hall.state())["pending"]] == ["D", "A"]
    assert "Waiting 1 (shield trigger) · ソラ: D" in shown.text
    await hall.command(hall.member("ミナ"), "match rules", rule="shield_triggers_first", value="no")
    assert [each["text"] for each in (await hall.state())["pending"]] == ["A", "D"]


async def test_a_partner_returns_by_the_edition(hall):
    mina = hall.member("ミナ")
    shown = await sit_down(hall, mina, edition="1.02")
    await do(hall, PARTNER, ("partner move", {"player": "P1", "zone": "battle"}))
    told = (await do(hall, ("partner move", {"player": "P1", "zone": "face_down"}))).public
    assert VOICES["en"].say("party.PartnerWaits", seat=P1, name="モモキング") in told
    summon = await hall.command(mina, "party partner move", player="P1", zone="battle")
    assert summon.private == said("en", "party-partner-face-down", seat="ミナ", name="モモキング")
    assert "Partner: partner zone, face-down · モモキング (cost 5, fire, nature)" in shown.text
    for turn in range(5):
        assert (await hall.state())["players"][0]["partner"]["zone"] == "face_down", turn
        told = (await do(hall, ("turn", {}))).public
    assert VOICES["en"].say("party.PartnerTurnedUp", seat=P1, name="モモキング") in told
    assert (await hall.state())["players"][0]["partner"]["zone"] == "face_up"


# Questions.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "numbers",
    [None, "5 1 2 6", "５、１、２、６", "ミナ=5 Ken=1 Rosa=2", "P3=2, ソラ=6、Ken＝1 P1=5", "ken = 1, rosa=2, ミナ=5"],
)
async def test_the_sources_table_comes_out_as_printed(hall, numbers, language):
    """party.shields.example-table: I have 5, A 1, B 2, C 6; from live or given numbers, by seat order or by name."""
    await sit_down(hall, language=language)
    if numbers is None:
        await do(hall, *[("shields", {"player": p, "change": n}) for p, n in (("P1", "5"), ("P2", "1"), ("P3", "2"))])
    given = {"numbers": numbers} if numbers else {}
    for ability, marks, holding in (("oni_time", "○××", (P2,)), ("labyrinth", "○○×", (P2, P3))):
        told = (await do(hall, ("relation", {"ability": ability, "player": "ミナ", **given}))).public
        rows = [line for line in told.split("\n") if line[0] in "○×"]
        assert [row[0] for row in rows] == [*marks]
        assert [row.split()[1].partition("（")[0] for row in rows] == ["Ken", "Rosa", "ソラ"]
        names = VOICES[language].say("list-separator").join(NAMES[int(seat[1]) - 1] for seat in holding)
        assert names in told.split("\n")[-2]
        assert told.count("\n") == 5


async def test_a_relation_that_holds_nowhere_says_so(hall):
    await sit_down(hall)
    told = (await do(hall, ("relation", {"ability": "oni_time", "player": "P1"}))).public
    assert told.endswith("It holds with no opponent: it can't be used either way.")
    assert told.count("×") == 3


async def test_any_quantity_is_compared(hall):
    await sit_down(hall)
    told = (
        await do(hall, ("relation", {"ability": "fewer", "player": "Ken", "quantity": "mana", "numbers": "7 5 5 5"}))
    ).public
    assert [line for line in told.split("\n") if line[0] in "○×"] == ["× Rosa (5)", "× ソラ (5)", "○ ミナ (7)"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", Wording)
async def test_who_the_opponent_is_is_picked_from_the_wordings(hall, kind, language):
    """No match is needed; each of the choices tells whom it reaches, with the worked cards."""
    await hall.command(hall.member("ミナ"), "table language", language=language)
    told = (await hall.command(hall.member("ミナ"), "party opponent", kind=kind.value)).public
    reach, worked = TABLE_OF_OPPONENTS[kind]
    words = catalogue(language)
    assert words[f"Wording.{kind}"].forms[0] in told
    assert words[f"Reach.{reach}"].forms[0] in told
    assert words[f"Worked.{worked}"].forms[0] in told


async def test_the_fourteen_wordings_are_offered_as_choices(hall):
    sent = next(
        command
        for request in hall.env.http_requests
        if request.method == "PUT" and request.path.endswith("/commands")
        for command in request.json
        if command["name"] == "party"
    )
    (kind,) = next(each for each in sent["options"] if each["name"] == "opponent")["options"]
    assert [choice["value"] for choice in kind["choices"]] == [*Wording]
    assert [c["name_localizations"]["ja"] for c in kind["choices"]] == [
        catalogue("ja")[f"Wording.{k}"].forms[0] for k in Wording
    ]


# Whole matches.


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_match_is_played_to_its_end_by_thumb(hall, language):
    """Four players: every shield broken, three direct attacks, the last one living wins; then undone, and ended."""
    mina = hall.member("ミナ", "ja" if language == "ja" else "en-US")
    shown = await sit_down(hall, mina, language=language, shields="2", level=2)
    voice = VOICES[language]
    posted = len(hall.messages())
    for target in (P3, P2, P4):
        attacker = Seat((await hall.state())["turn_seat"])
        for _ in range(3):
            await hall.press(mina, shown, "break", attacker=attacker, target=target)
        assert voice.say("party-board-offer-direct-attack", by=attacker) in shown.text
        asked = await hall.press(mina, shown, "eliminate", player=target)
        await hall.press(mina, asked.screen, "eliminate", player=target)
        if target != P4:
            await hall.press(mina, shown, "turn")
            if (await hall.state())["turn_seat"] != "P1":
                await hall.press(mina, shown, "turn")
    state = await hall.state()
    assert (state["phase"], state["winner"]) == ("over", state["turn_seat"])
    assert (
        voice.say("party-board-won", seat=Seat(state["winner"]), turn=state["turn"], round=state["round"]) in shown.text
    )
    assert voice.say("party.MatchWon", seat=Seat(state["winner"])) in shown.text
    assert [*shown.buttons.values()] == [voice.label("button-undo"), voice.label("button-end")]
    assert len(hall.messages()) == posted
    await hall.press(mina, shown, "undo")
    assert (await hall.state())["phase"] == "duel"
    assert shown.has("turn")
    await hall.command(mina, "match redo")
    asked = await hall.press(mina, shown, "end")
    await hall.press(mina, asked.screen, "end")
    assert shown.buttons == {}
    again = await sit_down(hall, mina, language=language)
    assert await shields(hall) == dict.fromkeys(("P1", "P2", "P3", "P4"), 6)
    assert again.has("turn")


# The known failures of other trackers.


async def test_an_undo_leaves_nothing_of_an_elimination_behind(hall):
    shown = await sit_down(hall)
    before, text = (await hall.match()).state, shown.text
    await do(hall, ("eliminate", {"player": "P2", "by": "P1"}))
    await hall.press(hall.member("ミナ"), shown, "undo")
    assert (await hall.match()).state == before
    assert shown.text.startswith(text)
    assert shown.has("break", attacker="P1", target="P2")


async def test_an_undo_of_something_later_revives_nobody(hall):
    shown = await sit_down(hall)
    await do(hall, ("eliminate", {"player": "P2"}), ("break", {"attacker": "P1", "target": "P3"}))
    await hall.press(hall.member("ミナ"), shown, "undo")
    assert (await living(hall), (await shields(hall))["P3"]) == (["P1", "P3", "P4"], 6)


@pytest.mark.parametrize("first", ["P1", "P2", "P3", "P4"])
async def test_the_game_goes_on_when_whoever_is_on_turn_goes(hall, first):
    """Neither hangs nor jumps, also when the first seat goes."""
    shown = await sit_down(hall, first=first)
    order = [f"P{(int(first[1]) - 1 + step) % 4 + 1}" for step in range(4)]
    await do(hall, ("eliminate", {"player": first}))
    for expected in (*order[1:], *order[1:]):
        assert (await hall.state())["turn_seat"] == expected
        assert f"▶ {NAMES[int(expected[1]) - 1]}'s turn" in shown.text
        await hall.press(hall.member("ミナ"), shown, "turn")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("rule", "winner"), [("draw", "draw"), ("last_named_wins", "P4")])
async def test_all_out_at_once_ends_by_the_house_rule(hall, language, rule, winner):
    shown = await sit_down(hall, language=language)
    mina = hall.member("ミナ")
    if rule != "draw":
        await hall.command(mina, "match rules", rule="party.all_out", value=rule)
    told = (await do(hall, ("eliminate", {"player": "P1", "also": "P2、P3、P4"}))).public
    assert VOICES[language].say("party.AllOut", seats=(P1, P2, P3, P4)) in told
    assert (await hall.state())["winner"] == winner
    assert shown.has("undo")
    await hall.press(mina, shown, "undo")
    assert await living(hall) == ["P1", "P2", "P3", "P4"]


async def test_a_restart_keeps_the_table_and_its_buttons(hall):
    shown = await sit_down(hall)
    await do(hall, *STAGE)
    before = await hall.state()
    await hall.restart()
    mina = hall.member("ミナ")
    assert await hall.state() == before
    asked = await hall.press(mina, shown, "eliminate", player="P3")
    await hall.restart()
    await hall.press(mina, asked.screen, "eliminate", player="P3")
    assert await living(hall) == ["P1", "P2", "P4"]


# The longest board.


@pytest.mark.parametrize("language", [*LANGUAGES, "both"])
@pytest.mark.parametrize("players", [4, 8])
async def test_the_fullest_board_fits_and_no_line_of_it_is_missing(hall, players, language):
    """Names of 32 wide characters, effects, waiting effects and partners, in both languages (the hall checks limits)."""
    mina = hall.member("ミナ")
    names = [f"{number}" + "龘" * 31 for number in range(1, players + 1)]
    shown = await sit_down(hall, mina, players="、".join(names), level=3, language=language)
    seats = [f"P{number}" for number in range(1, players + 1)]
    for seat in seats:
        await hall.command(
            mina, "party partner set", player=seat, name="竜" * 100, cost="99", civilisations="光水闇火自然"
        )
        await hall.command(mina, "party pending add", player=seat, text="*" * 100)
        await hall.command(mina, "party shields", player=seat, change="0")
    for number in range(10):
        await hall.command(
            mina, "party effect add", text=f"{number}" + "効" * 99, source="P1", affects=" ".join(seats), until="P2 end"
        )
    for seat in seats[1:]:
        await hall.command(mina, "party break", attacker="P1", target=seat)
    await hall.command(mina, "party library-out", player="P1")
    match = await hall.match()
    voice = Voice(language, {seat: person.name for seat, person in match.sitters.items()})
    for block in board(match.state).blocks:
        for line in block.lines:
            beginning = voice.line(line).split("\n")[0][:30]
            assert beginning in shown.text, beginning
    for name in names:
        assert f"🛡 0　{'▶ ' if name == names[0] else ''}{name[:20]}" in shown.text
    assert shown.text.count("⚠️") >= players
    assert shown.has("turn")
