"""The scorekeeper: who may act, on which board, in which order; and what is on disk is what was answered."""

import asyncio
import json
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.rules import FORMATS
from bot.rules.format import Refused, Team
from bot.rules.lobby import LOBBY
from bot.rules.match import Match, Person
from bot.rules.party import PARTY
from bot.rules.record import export, restore
from bot.rules.tag import TAG
from bot.rules.wrgp import SEATS, WRGP
from bot.scorekeeper import KEPT_MOST, Actor, Place, PlayedAlready, Scorekeeper
from bot.store import open_store
from bot.store.sqlite import SqliteStore

A1, A2, A3, B1, B2, B3 = SEATS
HERE, THERE = Place(1, 5), Place(2, 5)
HOST = Actor(Person("遊星", 1))
JACK = Actor(Person("ジャック", 2))
ONLOOKER = Actor(Person("Bruno", 9))
MODERATOR = Actor(Person("Zora", 8), moderator=True)
SEATED = {
    A1: HOST.person,
    A2: JACK.person,
    A3: Person("クロウ"),
    B1: Person("Aki"),
    B2: Person("Luna"),
    B3: Person("Leo"),
}


class Clock:
    """A time that passes only when it is told to."""

    def __init__(self):
        self.now = datetime(2026, 11, 29, 12, tzinfo=UTC)

    def __call__(self):
        self.now += timedelta(milliseconds=1)
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def store(tmp_path):
    async with open_store(f"sqlite:///{tmp_path}/sidecar.db") as opened:
        yield opened


@pytest.fixture
def keeper(store, clock):
    return Scorekeeper(store, clock)


def begin(keeper, place=HERE, actor=HOST, form=WRGP, seated=SEATED, **options):
    return keeper.begin(place, actor, form, seated, options)


def hit(keeper, amount=100, *, place=HERE, actor=HOST, drawn=None, player=B1):
    return keeper.play(place, actor, WRGP, "damage", drawn=drawn, player=player, amount=amount)


async def why(awaited):
    with pytest.raises(Refused) as caught:
        await awaited
    return caught.value.why


async def results(*awaited):
    """What each came to: its result, or the reason of its refusal."""
    done = await asyncio.gather(*awaited, return_exceptions=True)
    for each in done:
        if isinstance(each, BaseException) and not isinstance(each, Refused):
            raise each
    return [each.why if isinstance(each, Refused) else each for each in done]


def life(match, seat=B1):
    return match.state.duelists[seat].life


# Beginning.


async def test_of_many_starts_at_once_one_wins(keeper):
    done = await results(*(begin(keeper) for _ in range(10)))

    begun = [each for each in done if isinstance(each, Match)]
    assert len(begun) == 1
    assert done.count("match-here-already") == 9
    assert (await keeper.match(HERE)).id == begun[0].id


async def test_a_second_start_names_what_lives_there(keeper):
    await begin(keeper)

    with pytest.raises(Refused) as caught:
        await begin(keeper, form=TAG, seated=dict.fromkeys(TAG.seatings[0], Person("x")), actor=JACK)

    assert caught.value.facts["game"].message == "format-wrgp"
    assert caught.value.facts["host"] == "遊星"


async def test_what_the_format_refuses_begins_nothing(keeper):
    assert await why(begin(keeper, starting_life=0)) == "rule-value-range"
    assert await why(begin(keeper, first="nobody")) == "player-unknown"
    assert await keeper.find(HERE) is None


FIRSTS = {"A": "A", "b": "B", " B ": "B", "B2": "B", "Aki": "B", "ジャック": "A"}


@pytest.mark.parametrize(("first", "team"), FIRSTS.items())
async def test_who_goes_first_is_a_team_or_anybody_of_it(keeper, first, team):
    assert (await begin(keeper, first=first)).state.turn_team == Team(team)


async def test_who_goes_first_can_be_drawn_by_lot(keeper):
    """Both sides come up, and in a free-for-all a seat does."""
    teams = {(await begin(keeper, Place(n, 5), first="random")).state.turn_team for n in range(100, 160)}
    seated = {seat: Person(f"n{seat}") for seat in PARTY.seatings[2]}
    party = await begin(keeper, Place(99, 5), form=PARTY, seated=seated, first="Random")

    assert teams == {*Team}
    assert party.state.turn_seat in seated


# Who may act.

ACTORS = {
    "a host who does not sit": (Actor(Person("host", 7)), True, True),
    "a player": (JACK, True, False),
    "another player": (HOST, True, False),
    "a moderator": (MODERATOR, True, True),
    "an onlooker": (ONLOOKER, False, False),
    "an onlooker with a player's name": (Actor(Person("ジャック", 9)), False, False),
}


@pytest.mark.parametrize(("actor", "plays", "hosts"), ACTORS.values(), ids=ACTORS)
async def test_players_host_and_moderators_act_and_the_host_settles(keeper, actor, plays, hosts):
    await begin(keeper, actor=Actor(Person("host", 7)))
    deeds = {
        "hit": hit(keeper, actor=actor),
        "undo": keeper.undo(HERE, actor),
        "redo": keeper.redo(HERE, actor),
    }
    settled = {
        "rule": keeper.change_rule(HERE, actor, "bonus_over_cap", "yes"),
        "seat": keeper.seat(HERE, actor, B1, Person("new", 30)),
        "host": keeper.host(HERE, actor, Person("new", 30)),
    }

    done = {name: (await results(deed))[0] for name, deed in {**deeds, **settled}.items()}

    assert {name for name in deeds if done[name] == "onlooker"} == (set() if plays else set(deeds))
    assert {name for name in settled if done[name] == "host-only"} == (set() if hosts else set(settled))


async def test_a_guest_is_acted_for_by_any_player(keeper):
    await begin(keeper)

    assert life((await hit(keeper, actor=JACK, player=B1)).match) == 7900


async def test_a_player_hands_over_the_own_seat_and_no_other(keeper):
    await begin(keeper)

    handed = await keeper.seat(HERE, JACK, A2, Person("Bruno", 9))

    assert handed.match.sitters[A2] == ONLOOKER.person
    assert life((await hit(keeper, actor=ONLOOKER)).match) == 7900
    assert await why(hit(keeper, actor=JACK)) == "onlooker"
    assert await why(keeper.seat(HERE, ONLOOKER, A3, Person("Zora", 8))) == "host-only"


async def test_any_player_makes_a_host_where_the_host_has_left(keeper):
    await begin(keeper)

    assert await why(keeper.host(HERE, JACK, JACK.person)) == "host-only"
    assert await why(keeper.host(HERE, ONLOOKER, JACK.person, host_is_gone=True)) == "host-only"
    played = await keeper.host(HERE, JACK, JACK.person, host_is_gone=True)
    assert played.match.hosted_by == JACK.person


async def test_an_onlooker_ends_nothing(keeper):
    await begin(keeper)

    assert await why(keeper.close(HERE, ONLOOKER)) == "onlooker"
    assert (await keeper.close(HERE, JACK)).format is WRGP


async def test_a_move_of_another_format_is_refused(keeper):
    await begin(keeper)

    assert await why(keeper.play(HERE, HOST, TAG, "turn")) == "other-match-here"


async def test_a_place_without_a_match_says_so(keeper):
    await begin(keeper, THERE)

    for awaited in (hit(keeper), keeper.undo(HERE, HOST), keeper.close(HERE, HOST), keeper.latest(HERE)):
        assert await why(awaited) == "no-match-here"


# Boards.


async def test_a_press_on_the_newest_board_counts_and_on_an_older_one_does_not(keeper):
    match = await begin(keeper)
    drawn = (match.id, match.version)

    assert (await hit(keeper, drawn=drawn)).match.version == 2
    assert await why(hit(keeper, drawn=drawn)) == "board-moved-on"
    assert await why(hit(keeper, drawn=(match.id + 1, 2))) == "match-ended"
    assert life(await keeper.match(HERE)) == 7900


async def test_of_two_thumbs_on_one_board_one_ends_the_turn(keeper):
    match = await begin(keeper)
    drawn = (match.id, match.version)

    done = await results(*(keeper.play(HERE, actor, WRGP, "turn", drawn=drawn) for actor in (HOST, JACK, HOST)))

    assert sorted(str(each) for each in done if isinstance(each, str)) == ["board-moved-on"] * 2
    assert (await keeper.match(HERE)).state.turn == 2


async def test_quick_taps_without_a_board_all_count(keeper):
    await begin(keeper)

    await asyncio.gather(*(hit(keeper, actor=actor) for actor in (HOST, JACK) for _ in range(10)))

    match = await keeper.match(HERE)
    assert (life(match), match.version) == (6000, 21)


async def test_three_quick_undos_of_ones_own_are_three_undos(keeper):
    match = await begin(keeper)
    for _ in range(3):
        match = (await hit(keeper)).match
    drawn = (match.id, match.version)

    for _ in range(3):
        match = (await keeper.undo(HERE, HOST, drawn)).match

    assert life(match) == 8000
    for _ in range(3):
        match = (await keeper.redo(HERE, HOST, drawn)).match
    assert life(match) == 7700


async def test_an_undo_never_takes_back_what_its_presser_has_not_seen(keeper):
    await begin(keeper)
    match = (await hit(keeper)).match
    drawn = (match.id, match.version)
    await hit(keeper, 500, actor=JACK)

    assert await why(keeper.undo(HERE, HOST, drawn)) == "board-moved-on"
    assert await why(keeper.redo(HERE, HOST, drawn)) == "board-moved-on"
    assert life(await keeper.match(HERE)) == 7400


async def test_an_undo_of_a_match_that_ended_finds_no_other(keeper):
    await begin(keeper)
    match = (await hit(keeper)).match
    await keeper.close(HERE, HOST)
    await begin(keeper)
    await hit(keeper)

    assert await why(keeper.undo(HERE, HOST, (match.id, match.version))) == "match-ended"


async def test_a_command_is_carried_out_once_however_often_it_is_heard(keeper, store, clock):
    await begin(keeper)
    asked = HOST._replace(source=77)
    await hit(keeper, actor=asked)

    with pytest.raises(PlayedAlready):
        await hit(keeper, actor=asked)
    with pytest.raises(PlayedAlready):
        await hit(Scorekeeper(store, clock), actor=asked)

    assert life(await keeper.match(HERE)) == 7900


# The end, and after it.


async def test_an_ended_match_is_out_of_the_way_and_can_still_be_read(keeper):
    await begin(keeper)
    first = (await hit(keeper)).match
    await keeper.close(HERE, HOST)

    assert await keeper.find(HERE) is None
    assert await why(hit(keeper)) == "no-match-here"
    assert await why(keeper.close(HERE, HOST)) == "no-match-here"
    assert export(await keeper.latest(HERE)) == export(first)
    assert (await begin(keeper)).id > first.id
    assert life(await keeper.latest(HERE)) == 8000


async def test_a_won_match_lives_until_it_is_ended(keeper):
    await begin(keeper)
    for seat in (B1, B2, B3):
        await hit(keeper, 8000, player=seat)
        if seat != B3:
            await keeper.play(HERE, HOST, WRGP, "done")

    assert (await keeper.match(HERE)).over
    assert await why(begin(keeper)) == "match-here-already"
    assert not (await keeper.undo(HERE, JACK)).match.over


async def test_a_quiet_week_ends_a_match_and_a_busy_one_lives(keeper, clock):
    await begin(keeper)
    await begin(keeper, THERE)
    clock.now += timedelta(days=6, hours=23)
    await hit(keeper, place=THERE)
    clock.now += timedelta(hours=2)

    assert await keeper.close_quiet() == 1
    assert await why(hit(keeper)) == "no-match-here"
    assert life((await hit(keeper, place=THERE)).match) == 7800


async def test_a_channel_that_is_gone_is_forgotten(keeper):
    await begin(keeper)
    await keeper.close_place(HERE.id)

    assert await keeper.find(HERE) is None


# Imports.


def recorded(form="wrgp"):
    file = json.loads((Path(__file__).parent / "recorded" / f"{form}.json").read_text(encoding="utf-8"))
    return restore(FORMATS, file, match_id=0, opened_by=Person("nobody"))


@pytest.mark.parametrize("form", FORMATS)
async def test_an_imported_match_goes_on_with_the_importer_as_host(keeper, store, clock, form):
    """Also where its log has handed it to somebody else; its last play is still the one before the handing over."""
    match = recorded(form)

    brought = await keeper.bring_in(HERE, ONLOOKER, match)

    assert brought.hosted_by == ONLOOKER.person
    assert brought.state == match.state
    assert brought.log[: len(match.log)] == match.log
    again = await Scorekeeper(store, clock).match(HERE)
    assert (again.state, again.hosted_by, again.sitters) == (brought.state, ONLOOKER.person, brought.sitters)
    assert (await keeper.undo(HERE, ONLOOKER)).entry.undoes


async def test_an_import_of_ones_own_match_adds_nothing(keeper):
    mine = await begin(keeper)
    await keeper.close(HERE, HOST)
    file = json.loads(json.dumps(export(mine)))

    brought = await keeper.bring_in(HERE, JACK, restore(FORMATS, file, match_id=0, opened_by=JACK.person))

    assert [entry.events for entry in brought.log] == [entry.events for entry in mine.log]
    assert brought.hosted_by == JACK.person


async def test_no_import_into_a_living_match(keeper):
    await begin(keeper)

    assert await why(keeper.bring_in(HERE, ONLOOKER, recorded())) == "match-here-already"


async def test_an_old_match_that_is_imported_lives_a_week_from_then(keeper, clock):
    clock.now += timedelta(days=365)
    await keeper.bring_in(HERE, HOST, recorded())
    clock.now += timedelta(days=6)

    assert await keeper.close_quiet() == 0
    assert await keeper.find(HERE)


# Lobbies.


async def test_a_lobby_becomes_a_match_once(keeper):
    options = {"starting_life": 4000}
    sides = (tuple(map(Person, ("a", "b", "c"))), tuple(map(Person, ("d", "e", "f"))))
    lobby = await keeper.open_lobby(HERE, HOST, WRGP, options, sides)
    assert lobby.format is LOBBY

    done = await results(*(keeper.begin_from_lobby(HERE, HOST, {"first": "B"}) for _ in range(3)))

    assert [each for each in done if isinstance(each, str)] == ["board-moved-on"] * 2
    match = await keeper.match(HERE)
    assert (match.state.turn_team, life(match), match.sitters[B3].name) == (Team.B, 4000, "f")


async def test_anybody_may_join_a_lobby_and_who_joined_may_act(keeper):
    await keeper.open_lobby(HERE, HOST, WRGP, {}, ())

    assert await why(keeper.play(HERE, ONLOOKER, LOBBY, "guest", name=("x",), team="A")) == "lobby-onlooker"
    await keeper.play(HERE, ONLOOKER, LOBBY, "join", team="A")
    played = await keeper.play(HERE, ONLOOKER, LOBBY, "guest", name=("x",), team="A")

    assert [one.person.name for one in played.match.state.waiting] == ["Bruno", "x"]
    assert await why(keeper.begin_from_lobby(HERE, ONLOOKER, {})) == "lobby-not-ready"


async def test_a_lobby_is_shuffled_by_chance_and_keeps_everybody(keeper):
    await keeper.open_lobby(HERE, HOST, PARTY, {}, (tuple(map(Person, "abcd")),))

    orders = {
        "".join(one.person.name for one in (await keeper.play(HERE, HOST, LOBBY, "shuffle")).match.state.waiting)
        for _ in range(40)
    }

    assert len(orders) > 5
    assert {"".join(sorted(order)) for order in orders} == {"abcd"}


async def test_of_a_lobby_and_a_match_at_once_one_wins(keeper):
    done = await results(begin(keeper), keeper.open_lobby(HERE, JACK, TAG, {}, ()), begin(keeper))

    assert [type(each) for each in done].count(Match) == 1


# Two processes, restarts, failures.


async def test_a_restart_finds_everything_as_it_was_answered(keeper, store, clock):
    await begin(keeper, zero_survivor="stays")
    await hit(keeper)
    await keeper.seat(HERE, HOST, B2, Person("龍可", 5))
    await keeper.host(HERE, HOST, JACK.person)
    await keeper.change_rule(HERE, JACK, "edition", "plain")
    await keeper.undo(HERE, HOST)
    before = (await keeper.redo(HERE, HOST)).match

    assert await Scorekeeper(store, clock).match(HERE) == before
    assert (await keeper.undo(HERE, HOST)).match.version == before.version + 1
    assert (await Scorekeeper(store, clock).undo(HERE, HOST)).match.hosted_by == HOST.person


async def test_two_processes_on_one_match_lose_nothing(tmp_path, clock):
    url = f"sqlite:///{tmp_path}/sidecar.db"
    async with open_store(url) as first, open_store(url) as second:
        keepers = (Scorekeeper(first, clock), Scorekeeper(second, clock))
        await begin(keepers[0])
        for _ in range(10):
            await results(*(hit(keeper) for keeper in keepers))

        match = await Scorekeeper(first, clock).match(HERE)
        assert life(match) == 8000 - 100 * (match.version - 1)
        assert match.version == 21


async def test_a_board_that_another_process_drew_is_no_old_board(tmp_path, clock):
    url = f"sqlite:///{tmp_path}/sidecar.db"
    async with open_store(url) as first, open_store(url) as second:
        one, other = Scorekeeper(first, clock), Scorekeeper(second, clock)
        await begin(one)
        await other.match(HERE)
        match = (await hit(one)).match

        assert (await hit(other, drawn=(match.id, match.version))).match.version == 3
        await one.close(HERE, HOST)
        anew = await begin(one)
        assert (await hit(other, drawn=(anew.id, anew.version))).match.id == anew.id
        assert await why(hit(other, drawn=(match.id, match.version))) == "match-ended"


async def test_many_tables_play_at_once(keeper, store, clock):
    """200 plays over 50 places, all at the same time."""
    places = [Place(number, 5) for number in range(100, 150)]
    await asyncio.gather(*(begin(keeper, place) for place in places))

    await asyncio.gather(*(hit(keeper, 100 * (n + 1), place=place) for n in range(4) for place in places))

    fresh = Scorekeeper(store, clock)
    for place in places:
        kept, read = await keeper.match(place), await fresh.match(place)
        assert kept == read
        assert (life(read), read.version) == (7000, 5)


async def test_what_could_not_be_written_was_not_played(keeper, store, clock, monkeypatch):
    await begin(keeper)
    await hit(keeper)
    plain = SqliteStore._insert  # noqa: SLF001

    async def failing(*_):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(SqliteStore, "_insert", failing)
    done = await asyncio.gather(hit(keeper), keeper.undo(HERE, HOST), return_exceptions=True)
    assert {type(each) for each in done} == {sqlite3.OperationalError}
    assert life(await keeper.match(HERE)) == 7900
    monkeypatch.setattr(SqliteStore, "_insert", plain)

    assert life((await hit(keeper)).match) == 7800
    assert await Scorekeeper(store, clock).match(HERE) == await keeper.match(HERE)


async def test_a_slow_reader_never_forgets_a_newer_board(keeper, store, clock, monkeypatch):
    """A look at the board that was read before a play, and comes back after it, shows the play."""
    await begin(keeper)
    fresh = Scorekeeper(store, clock)
    read, played = store.live, asyncio.Event()

    async def slowly(place):
        found = await read(place)
        await played.wait()
        return found

    monkeypatch.setattr(store, "live", slowly)
    look = asyncio.create_task(fresh.match(HERE))
    await asyncio.sleep(0.01)
    monkeypatch.setattr(store, "live", read)
    newest = (await hit(fresh)).match
    played.set()

    assert await look == newest == await fresh.match(HERE)


async def test_more_matches_than_are_remembered_are_read_again(keeper, monkeypatch):
    monkeypatch.setattr("bot.scorekeeper.KEPT_MOST", 3)
    places = [Place(number, 5) for number in range(100, 110)]
    for place in places:
        await begin(keeper, place)
        await hit(keeper, place=place)

    assert [life(await keeper.match(place)) for place in places] == [7900] * 10
    assert len(keeper._kept) == 3 < KEPT_MOST  # noqa: SLF001
    assert life((await hit(keeper, place=places[0])).match) == 7800


async def test_a_lock_lives_no_longer_than_somebody_needs_it(keeper):
    await begin(keeper)
    await asyncio.gather(*(hit(keeper) for _ in range(5)))

    assert len(keeper._turns) == 0  # noqa: SLF001


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
async def test_rows_hold_every_event_as_the_rules_made_it(keeper, store, clock, form):
    """What the recorded match of a format went through is read back from rows as from its file."""
    match = recorded(form.key)
    brought = await keeper.bring_in(HERE, HOST, match)

    read = await Scorekeeper(store, clock).match(HERE)

    assert read.log == brought.log
    assert read.state == match.state
