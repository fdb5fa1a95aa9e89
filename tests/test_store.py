"""The store on disk: what was acknowledged is there after any end of the process, and nothing is ever half done."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.rules.format import Refused
from bot.store import StoredEntry, StoredMatch, open_store
from bot.store.sqlite import GROUP_MOST, SCHEMA, SqliteStore

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
NEWEST = max(int(path.name.partition("_")[0]) for path in SCHEMA.glob("[0-9]*.sql"))


def entry(seq, *, events="[]", undoes=None, source=None, at=NOW):
    return StoredEntry(seq, at.isoformat(), "遊星", 1, events, undoes, source)


def match_at(place, *, form="wrgp", log=None, board=None):
    return StoredMatch(0, place, 5, form, "{}", "遊星", 1, board, (entry(1),) if log is None else log)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "sidecar.db"


@pytest.fixture
async def store(path):
    async with open_store(f"sqlite:///{path}") as opened:
        yield opened


def rows(path, query):
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchall()


# Opening.


async def test_a_new_file_gets_the_newest_schema(store, path):
    assert rows(path, "PRAGMA user_version") == [(NEWEST,)]
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    assert await store.live(1) is None


async def test_a_file_of_each_older_schema_is_brought_up_with_what_is_in_it(path):
    """Also one that is up to date already, and the same file twice."""
    scripts = sorted(SCHEMA.glob("[0-9]*.sql"))
    for count in range(1, len(scripts) + 1):
        file = path.with_suffix(f".{count}")
        with closing(sqlite3.connect(file)) as db:
            for script in scripts[:count]:
                db.executescript(script.read_text(encoding="utf-8"))
            db.execute(f"PRAGMA user_version = {count}")
            db.execute("INSERT INTO match VALUES (7, 1, 5, 'wrgp', '{}', '遊星', 1, '2026-11-29', NULL, NULL)")
            db.execute("INSERT INTO entry (match, seq, at, by_name, events) VALUES (7, 1, '2026-11-29', '遊星', '[]')")
            db.commit()

        for _ in range(2):
            async with open_store(f"sqlite:///{file}") as store:
                assert (await store.live(1)).id == 7
                assert [each.by_name for each in (await store.live(1)).log] == ["遊星"]
        assert rows(file, "PRAGMA user_version") == [(NEWEST,)]


async def test_a_file_of_a_newer_bot_is_refused_and_left_alone(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {NEWEST + 1}")

    with pytest.raises(Refused) as caught:
        async with open_store(f"sqlite:///{path}"):
            pass

    assert caught.value.why == "store-newer"
    assert rows(path, "PRAGMA user_version") == [(NEWEST + 1,)]


async def test_a_schema_that_fails_leaves_the_file_as_it_was(path, tmp_path, monkeypatch):
    async with open_store(f"sqlite:///{path}") as store:
        await store.open(match_at(1), NOW)
    for script in SCHEMA.glob("[0-9]*.sql"):
        (tmp_path / script.name).write_bytes(script.read_bytes())
    (tmp_path / "9999_broken.sql").write_text("CREATE TABLE half (a TEXT) STRICT; INSERT INTO nowhere VALUES (1);")
    monkeypatch.setattr("bot.store.sqlite.SCHEMA", tmp_path)

    with pytest.raises(Refused) as caught:
        async with open_store(f"sqlite:///{path}"):
            pass

    assert caught.value.why == "store-unreadable"
    assert rows(path, "PRAGMA user_version") == [(NEWEST,)]
    assert rows(path, "SELECT count(*) FROM sqlite_master WHERE name = 'half'") == [(0,)]


async def test_migrations_are_numbered_without_a_gap_and_give_their_reason():
    numbers = [int(path.name.partition("_")[0]) for path in sorted(SCHEMA.glob("*.sql"))]

    assert numbers == list(range(1, len(numbers) + 1))
    assert all(path.read_text(encoding="utf-8").startswith("-- Reason: ") for path in SCHEMA.glob("*.sql"))


BAD_URLS = {
    "another database": ("mysql://host/x", "store-unknown"),
    "no database": ("", "store-unknown"),
    "no path": ("sqlite:///", "store-unknown"),
    "a path without its slashes": ("sqlite:x.db", "store-unknown"),
    "a folder that is not there": ("sqlite:////nowhere/at/all/x.db", "store-unreadable"),
}


@pytest.mark.parametrize(("url", "why"), BAD_URLS.values(), ids=BAD_URLS)
async def test_a_store_that_cannot_be_opened_is_refused(url, why):
    with pytest.raises(Refused) as caught:
        async with open_store(url):
            pass

    assert caught.value.why == why


async def test_a_file_that_is_no_database_is_refused_and_kept(path):
    path.write_text("my shopping list, and more of it " * 100)

    with pytest.raises(Refused) as caught:
        async with open_store(f"sqlite:///{path}"):
            pass

    assert caught.value.why == "store-unreadable"
    assert path.read_text().startswith("my shopping list")


async def test_every_commit_is_on_disk_before_it_is_acknowledged(store):
    pragmas = {}
    for name in ("synchronous", "journal_mode", "foreign_keys"):
        pragmas[name] = next(iter(await store._db.execute_fetchall(f"PRAGMA {name}")))[0]  # noqa: SLF001

    assert pragmas == {"synchronous": 2, "journal_mode": "wal", "foreign_keys": 1}


# Matches.


async def test_a_match_is_read_as_it_was_written(store):
    log = (entry(1, events='[{"event":"x"}]', source=99), entry(2, undoes=1))
    match_id = await store.open(match_at(1, log=log, board=77), NOW)

    assert await store.live(1) == match_at(1, log=log, board=77)._replace(id=match_id)
    assert await store.latest(1) == await store.live(1)


async def test_one_match_lives_in_a_place(store):
    """However many start at once; another place has its own."""
    opened = await asyncio.gather(*(store.open(match_at(1), NOW) for _ in range(20)))

    assert len([match_id for match_id in opened if match_id]) == 1
    assert await store.open(match_at(2), NOW) is not None


async def test_a_match_takes_the_place_of_its_lobby_in_one_step(store, path):
    lobby = await store.open(match_at(1, form="lobby"), NOW)

    match_id = await store.open(match_at(1), NOW, instead_of=lobby)

    assert (await store.live(1)).id == match_id
    assert rows(path, "SELECT format FROM match WHERE closed_at IS NULL") == [("wrgp",)]
    assert await store.open(match_at(1), NOW, instead_of=lobby) is None, "the lobby has gone"
    assert (await store.live(1)).id == match_id


async def test_a_log_that_cannot_be_written_leaves_no_match(store):
    twice = (entry(1), entry(1))

    with pytest.raises(sqlite3.IntegrityError):
        await store.open(match_at(1, log=twice), NOW)

    assert await store.live(1) is None
    assert await store.open(match_at(1), NOW)


async def test_a_lobby_whose_match_cannot_be_written_stays(store):
    lobby = await store.open(match_at(1, form="lobby"), NOW)

    with pytest.raises(sqlite3.IntegrityError):
        await store.open(match_at(1, log=(entry(1), entry(1))), NOW, instead_of=lobby)

    assert (await store.live(1)).id == lobby


async def test_an_ended_match_makes_room_and_is_still_the_latest(store):
    first = await store.open(match_at(1), NOW)
    assert await store.close_match(first, NOW)
    assert not await store.close_match(first, NOW)

    assert await store.live(1) is None
    assert (await store.latest(1)).id == first
    second = await store.open(match_at(1), NOW)
    assert (await store.latest(1)).id == second
    await store.close_match(second, NOW + timedelta(hours=1))
    assert (await store.latest(1)).id == second


async def test_a_lobby_is_never_the_latest_match(store):
    await store.open(match_at(1, form="lobby"), NOW)

    assert await store.latest(1) is None


async def test_a_channel_that_is_gone_ends_what_lived_there(store):
    await store.open(match_at(1), NOW)
    other = await store.open(match_at(2), NOW)

    await store.close_place(1, NOW)

    assert await store.live(1) is None
    assert (await store.live(2)).id == other


WEEK = timedelta(days=7)
QUIET = {
    "untouched for a week": (NOW - WEEK * 2, NOW - WEEK * 2, False),
    "touched within the week": (NOW - WEEK * 2, NOW - timedelta(days=6), True),
    "imported today from an old file": (NOW, NOW - WEEK * 9, True),
    "touched a second within": (NOW - WEEK * 2, NOW - WEEK + timedelta(seconds=1), True),
    "touched a moment within": (NOW - WEEK * 2, NOW - WEEK + timedelta(microseconds=1), True),
    "touched a second beyond": (NOW - WEEK * 2, NOW - WEEK - timedelta(seconds=1), False),
}


@pytest.mark.parametrize(("opened", "touched", "lives"), QUIET.values(), ids=QUIET)
async def test_a_quiet_week_ends_a_match(store, opened, touched, lives):
    await store.open(match_at(1, log=(entry(1, at=touched),)), opened)

    assert await store.close_quiet(NOW - WEEK, NOW) == (0 if lives else 1)
    assert (await store.live(1) is not None) is lives


async def test_small_things_are_remembered(store):
    match_id = await store.open(match_at(1), NOW)
    await store.set_board(match_id, 2**63 - 1)
    await store.set_language(10, "both")
    await store.set_language(11, "ja")
    await store.set_note("commands", "a")
    await store.set_note("commands", "b")

    assert await store.board(match_id) == 2**63 - 1
    assert [await store.language(places) for places in ((10,), (9, 11), (11, 10), (9,))] == ["both", "ja", "ja", None]
    await store.set_language(10, None)
    assert await store.language((10,)) is None
    assert (await store.note("commands"), await store.note("else")) == ("b", None)
    await store.set_board(match_id, None)
    assert await store.board(match_id) is None


# Entries.


async def test_entries_are_read_in_their_order(store):
    match_id = await store.open(match_at(1), NOW)

    for seq in (3, 2, 4):
        assert await store.append(match_id, entry(seq))

    assert [each.seq for each in (await store.live(1)).log] == [1, 2, 3, 4]


async def test_a_number_is_given_once(store):
    match_id = await store.open(match_at(1), NOW)

    landed = await asyncio.gather(*(store.append(match_id, entry(2, events=f"[{n}]")) for n in range(20)))

    assert landed.count(True) == 1
    assert (await store.live(1)).log[1].events == f"[{landed.index(True)}]"
    assert not await store.append(match_id, entry(2))


async def test_an_interaction_is_carried_out_once(store):
    match_id = await store.open(match_at(1), NOW)

    assert await store.append(match_id, entry(2, source=5))
    assert not await store.append(match_id, entry(3, source=5))
    assert await store.append(match_id, entry(3, source=None))
    assert await store.append(match_id, entry(4, source=None))


async def test_nothing_lands_behind_the_end(store):
    match_id = await store.open(match_at(1), NOW)
    await store.close_match(match_id, NOW)

    assert not await store.append(match_id, entry(2))
    assert not await store.append(10**6, entry(1)), "a match that never was"
    assert [each.seq for each in (await store.latest(1)).log] == [1]


async def test_many_at_once_all_land(store, monkeypatch):
    """More than go into one statement, while others write too; each caller hears of its own."""
    monkeypatch.setattr("bot.store.sqlite.GROUP_MOST", 7)
    matches = [await store.open(match_at(place), NOW) for place in range(20)]

    landed = await asyncio.gather(
        *(store.append(match_id, entry(seq)) for seq in range(2, 7) for match_id in matches),
        *(store.set_note(str(n), "x") for n in range(10)),
        *(store.append(match_id, entry(2)) for match_id in matches),
    )

    assert (landed.count(True), landed.count(False), landed.count(None)) == (100, 20, 10)
    assert [len((await store.live(place)).log) for place in range(20)] == [6] * 20
    assert GROUP_MOST * 8 < 32_766


async def test_a_caller_who_gives_up_holds_nobody_up(store):
    match_id = await store.open(match_at(1), NOW)
    impatient = [asyncio.create_task(store.append(match_id, entry(seq))) for seq in (2, 3, 4)]
    await asyncio.sleep(0)
    for task in impatient[1:]:
        task.cancel()

    assert await asyncio.wait_for(store.append(match_id, entry(5)), 10)
    assert await impatient[0]


# When the disk fails.


async def test_a_full_disk_is_said_to_each_and_nothing_is_half_done(store, path):
    match_id = await store.open(match_at(1), NOW)
    (pages,) = rows(path, "PRAGMA page_count")[0]
    await store._db.execute_fetchall(f"PRAGMA max_page_count = {pages}")  # noqa: SLF001  as small as it is

    book = json.dumps(["x" * 5000])
    done = await asyncio.gather(
        *(store.append(match_id, entry(seq, events=book)) for seq in range(2, 22)), return_exceptions=True
    )

    assert {type(each) for each in done} <= {sqlite3.OperationalError, bool}
    assert any(isinstance(each, sqlite3.OperationalError) for each in done)
    there = {each.seq for each in (await store.live(1)).log}
    assert there == {1} | {seq for seq, each in enumerate(done, 2) if each is True}
    with pytest.raises(sqlite3.OperationalError):
        await store.open(match_at(2, log=tuple(entry(seq, events=book) for seq in range(1, 20))), NOW)
    assert await store.live(2) is None

    await store._db.execute_fetchall("PRAGMA max_page_count = 100000")  # noqa: SLF001  room again
    assert await store.append(match_id, entry(max(there) + 1, events=book))
    assert await store.open(match_at(2), NOW)


async def test_an_error_in_the_middle_is_each_callers_and_passes(store, monkeypatch):
    match_id = await store.open(match_at(1), NOW)
    plain = SqliteStore._insert  # noqa: SLF001

    async def failing(*_):
        await asyncio.sleep(0)
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(SqliteStore, "_insert", failing)
    done = await asyncio.gather(*(store.append(match_id, entry(seq)) for seq in range(2, 9)), return_exceptions=True)
    monkeypatch.setattr(SqliteStore, "_insert", plain)

    assert [str(each) for each in done] == ["disk I/O error"] * 7
    assert await store.append(match_id, entry(2))


async def test_a_file_that_another_process_holds_is_waited_for_and_then_said(store, path):
    match_id = await store.open(match_at(1), NOW)
    await store._db.execute_fetchall("PRAGMA busy_timeout = 50")  # noqa: SLF001  no test waits two seconds
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError):
            await store.append(match_id, entry(2))
        other.execute("ROLLBACK")

    assert await store.append(match_id, entry(2))


# Two processes, and the end of one.


async def test_two_processes_on_one_file_never_take_the_same_number(path):
    async with open_store(f"sqlite:///{path}") as one, open_store(f"sqlite:///{path}") as other:
        match_id = await one.open(match_at(1), NOW)
        landed = await asyncio.gather(
            *(store.append(match_id, entry(seq)) for seq in range(2, 30) for store in (one, other))
        )

        assert landed.count(True) == 28
        assert [each.seq for each in (await other.live(1)).log] == list(range(1, 30))
        assert await other.open(match_at(1), NOW) is None


WRITER = """
import asyncio, sys
from datetime import UTC, datetime
from bot.store import StoredEntry, StoredMatch, open_store

NOW = datetime.now(UTC)

def entry(seq):
    return StoredEntry(seq, NOW.isoformat(), "x", 1, "[]", None)

async def write(store, place):
    match_id = await store.open(StoredMatch(0, place, 5, "wrgp", "{}", "x", 1, None, (entry(1),)), NOW)
    for seq in range(2, 1_000_000):
        assert await store.append(match_id, entry(seq))
        print(place, seq, flush=True)

async def main():
    async with open_store("sqlite:///" + sys.argv[1]) as store:
        await asyncio.gather(*(write(store, place) for place in range(8)))

asyncio.run(main())
"""


@pytest.mark.parametrize("answers", [1, 50, 400])
async def test_a_kill_at_any_moment_loses_nothing_that_was_acknowledged(path, answers):
    """The process is killed between two of its answers, with eight matches being written at once."""
    root = Path(__file__).parent.parent
    writer = subprocess.Popen(  # noqa: ASYNC220, S603  our own script, and nothing else runs meanwhile
        [sys.executable, "-c", WRITER, str(path)], cwd=root, stdout=subprocess.PIPE, text=True
    )
    with writer:
        heard = [writer.stdout.readline().split() for _ in range(answers)]
        writer.kill()
        heard += [line.split() for line in writer.stdout if line.endswith("\n")]

    async with open_store(f"sqlite:///{path}") as store:
        for place, seq in heard:
            log = [each.seq for each in (await store.live(int(place))).log]
            assert int(seq) in log
            assert log == list(range(1, len(log) + 1))
    assert len(heard) >= answers
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]
