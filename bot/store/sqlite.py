"""The store in one SQLite file: every answered move is on disk, many at a time in one commit."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import aiosqlite

from bot.rules.format import Refused
from bot.store import KeptTable, StoredEntry, StoredMatch

SCHEMA = Path(__file__).parent.parent.parent / "data" / "schema"
# Eight values a row, and SQLite takes 32,766 in one statement.
GROUP_MOST = 1000

_ENTRY = "match, seq, at, by_name, by_id, events, undoes, source"
_MATCH = "SELECT id, place, guild, format, seated, host_name, host_id, board FROM match"


class SqliteStore:
    """One connection that never holds a transaction open across an await of another caller.

    The connection is in autocommit: a single statement is its own transaction. Entries that arrive while one commit is
    under way go out together in the next, in one statement, and each caller goes on when its row is on disk.
    """

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db
        self._writing = asyncio.Lock()
        self._waiting: list[tuple[tuple[Any, ...], asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    @asynccontextmanager
    async def opened(cls, path: str) -> AsyncGenerator["SqliteStore", None]:
        """The store of a file, made and brought to the newest schema where needed. Raises Refused where it can't be."""
        if not Path(path).absolute().parent.is_dir():  # noqa: ASYNC240  once, at start
            raise Refused("store-unreadable", path=path, reason="no such folder")
        async with AsyncExitStack() as open_things:
            try:
                db = await open_things.enter_async_context(aiosqlite.connect(path, isolation_level=None))
                for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 2000"):
                    await db.execute_fetchall(f"PRAGMA {pragma}")
                await _migrate(db, path)
            except aiosqlite.DatabaseError as error:
                raise Refused("store-unreadable", path=path, reason=str(error)) from error
            store = cls(db)
            yield store
            if store._writer is not None:
                await store._writer

    async def live(self, place: int) -> StoredMatch | None:
        """The match that lives in a place."""
        return await self._read(f"{_MATCH} WHERE place = ? AND closed_at IS NULL", place)

    async def latest(self, place: int) -> StoredMatch | None:
        """The match that lives in a place, else the last that ended there."""
        order = "ORDER BY closed_at IS NULL DESC, closed_at DESC, id DESC LIMIT 1"
        return await self._read(f"{_MATCH} WHERE place = ? AND format <> 'lobby' {order}", place)

    async def open(self, match: StoredMatch, at: datetime, *, instead_of: int | None = None) -> int | None:
        """Write a new match with its log; None where one lives there."""
        async with self._transaction():
            if instead_of is not None and not await self._close(instead_of, at):
                return None
            opened = await self._db.execute_fetchall(
                "INSERT INTO match (place, guild, format, seated, host_name, host_id, opened_at, board)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id",
                (*match[1:7], at.isoformat(), match.board),
            )
            rows = list(opened)
            if not rows:
                return None
            match_id = int(rows[0][0])
            await self._db.executemany(
                f"INSERT INTO entry ({_ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  the columns are ours
                [(match_id, *entry) for entry in match.log],
            )
            return match_id

    async def append(self, match_id: int, entry: StoredEntry) -> bool:
        """Write one entry; False where its number or source is taken or the match is no longer live."""
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(((match_id, *entry), written))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write(), name="sidecar-writer")
        return await written

    async def close_match(self, match_id: int, at: datetime) -> bool:
        """End a match; False where it had ended."""
        async with self._writing:
            return await self._close(match_id, at)

    async def close_quiet(self, since: datetime, at: datetime) -> int:
        """End every match in which nothing has happened since; how many."""
        async with self._writing:
            cursor = await self._db.execute(
                "UPDATE match SET closed_at = ?1 WHERE closed_at IS NULL AND opened_at < ?2"
                " AND (SELECT max(at) FROM entry WHERE entry.match = match.id) < ?2",
                (at.isoformat(), since.isoformat()),
            )
            return cursor.rowcount

    async def touched(self, since: datetime) -> tuple[tuple[int, int | None], ...]:
        """Place and server of each live match in which something has happened since, the latest first; at most 200."""
        rows = await self._db.execute_fetchall(
            "SELECT place, guild, (SELECT at FROM entry WHERE match = match.id ORDER BY seq DESC LIMIT 1) AS newest"
            " FROM match WHERE closed_at IS NULL AND newest >= ? ORDER BY newest DESC LIMIT 200",
            (since.isoformat(),),
        )
        return tuple((row[0], row[1]) for row in rows)

    async def close_place(self, place: int, at: datetime) -> None:
        """End what lives in a channel that is gone."""
        async with self._writing:
            await self._db.execute(
                "UPDATE match SET closed_at = ? WHERE place = ? AND closed_at IS NULL", (at.isoformat(), place)
            )

    async def board(self, match_id: int) -> int | None:
        """Which message shows the match."""
        for row in await self._db.execute_fetchall("SELECT board FROM match WHERE id = ?", (match_id,)):
            return row[0]
        return None

    async def set_board(self, match_id: int, message: int | None) -> None:
        """Remember which message shows the match."""
        async with self._writing:
            await self._db.execute("UPDATE match SET board = ? WHERE id = ?", (message, match_id))

    async def language(self, places: tuple[int, ...]) -> str | None:
        """The language set for the first of these places that has one."""
        for place in places:
            for row in await self._db.execute_fetchall("SELECT language FROM language WHERE place = ?", (place,)):
                return str(row[0])
        return None

    async def set_language(self, place: int, language: str | None) -> None:
        """Set a place's language; None forgets it."""
        async with self._writing:
            if language is None:
                await self._db.execute("DELETE FROM language WHERE place = ?", (place,))
            else:
                await self._db.execute("INSERT OR REPLACE INTO language VALUES (?, ?)", (place, language))

    async def kept(self, guild: int) -> tuple[KeptTable, ...]:
        """What a server keeps for its deck checks, the newest first."""
        rows = await self._db.execute_fetchall(
            "SELECT name, folded, kind, lists, size FROM kept_table WHERE guild = ? ORDER BY kept_at DESC, folded",
            (guild,),
        )
        return tuple(KeptTable(*row) for row in rows)

    async def kept_text(self, guild: int, folded: str) -> str | None:
        """The text of a kept table; None where nothing is kept under that name."""
        query = "SELECT text FROM kept_table WHERE guild = ? AND folded = ?"
        for row in await self._db.execute_fetchall(query, (guild, folded)):
            return str(row[0])
        return None

    async def keep(self, guild: int, table: KeptTable, text: str, at: datetime, most: int) -> bool:
        """Keep a table, instead of one of its name; False where that would be more than `most` for the server."""
        async with self._writing:
            cursor = await self._db.execute(
                "INSERT OR REPLACE INTO kept_table (guild, name, folded, kind, lists, size, kept_at, text)"
                " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8"
                " WHERE (SELECT count(*) FROM kept_table WHERE guild = ?1 AND folded <> ?3) < ?9",
                (guild, *table, at.isoformat(), text, most),
            )
            return cursor.rowcount == 1

    async def drop(self, guild: int, folded: str) -> bool:
        """Forget a kept table; False where nothing is kept under that name."""
        async with self._writing:
            cursor = await self._db.execute("DELETE FROM kept_table WHERE guild = ? AND folded = ?", (guild, folded))
            return cursor.rowcount == 1

    async def note(self, key: str) -> str | None:
        """What this bot wrote down for its next start."""
        for row in await self._db.execute_fetchall("SELECT value FROM note WHERE key = ?", (key,)):
            return str(row[0])
        return None

    async def set_note(self, key: str, value: str) -> None:
        """Write something down for the next start."""
        async with self._writing:
            await self._db.execute("INSERT OR REPLACE INTO note VALUES (?, ?)", (key, value))

    @asynccontextmanager
    async def _transaction(self) -> AsyncGenerator[None, None]:
        async with self._writing:
            await self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                await self._db.execute("ROLLBACK")
                raise
            await self._db.execute("COMMIT")

    async def _close(self, match_id: int, at: datetime) -> bool:
        cursor = await self._db.execute(
            "UPDATE match SET closed_at = ? WHERE id = ? AND closed_at IS NULL", (at.isoformat(), match_id)
        )
        return cursor.rowcount == 1

    async def _read(self, query: str, place: int) -> StoredMatch | None:
        for row in await self._db.execute_fetchall(query, (place,)):
            log = await self._db.execute_fetchall(
                "SELECT seq, at, by_name, by_id, events, undoes, source FROM entry WHERE match = ? ORDER BY seq",
                (row[0],),
            )
            return StoredMatch(*tuple(row)[:8], log=tuple(StoredEntry(*entry) for entry in log))
        return None

    async def _write(self) -> None:
        """Write all that waits, a group a commit. A task of its own: no caller can cut it short."""
        try:
            while self._waiting:
                async with self._writing:
                    await self._write_group()
        finally:
            self._writer = None

    async def _write_group(self) -> None:
        group, self._waiting = self._waiting[:GROUP_MOST], self._waiting[GROUP_MOST:]
        try:
            landed = await self._insert(row for row, _ in group)
        except BaseException as error:
            # A full disk is each caller's to explain; nobody may wait for a commit that is gone.
            failure = error if isinstance(error, Exception) else aiosqlite.OperationalError("interrupted")
            for _, written in group:
                if not written.done():
                    written.set_exception(failure)
            if failure is not error:
                raise
            return
        for row, written in group:
            if not written.done():  # it is, where the caller has given up
                written.set_result((row[0], row[1]) in landed)
            landed.discard((row[0], row[1]))

    async def _insert(self, rows: Iterable[tuple[Any, ...]]) -> set[tuple[int, int]]:
        values = list(rows)
        # Only of live matches: a press that races `/match end` must not land behind it. Two rows of one key in a group
        # can't both land, and only the first is told so.
        marks = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * len(values))
        landed = await self._db.execute_fetchall(
            f"INSERT INTO entry ({_ENTRY}) SELECT * FROM (VALUES {marks})"  # noqa: S608  only columns and marks are put in
            " WHERE EXISTS (SELECT 1 FROM match WHERE id = column1 AND closed_at IS NULL)"
            " ON CONFLICT DO NOTHING RETURNING match, seq",
            [value for row in values for value in row],
        )
        return {(int(row[0]), int(row[1])) for row in landed}


async def _migrate(db: aiosqlite.Connection, file: str) -> None:
    version = int(next(iter(await db.execute_fetchall("PRAGMA user_version")))[0])
    scripts = {int(path.name[:4]): path for path in sorted(SCHEMA.glob("[0-9][0-9][0-9][0-9]_*.sql"))}
    if version > max(scripts):
        raise Refused("store-newer", path=file)
    for number, path in scripts.items():
        if number > version:
            script = path.read_text(encoding="utf8")
            await db.executescript(f"BEGIN; {script}; PRAGMA user_version = {number}; COMMIT;")
