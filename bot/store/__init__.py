"""All SQL: matches and their logs on disk. Knows no rules; rows go in and out as text."""

from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import NamedTuple, Protocol

from bot.rules.format import Refused


class StoredEntry(NamedTuple):
    """One row of a log; `events` is JSON, `source` the interaction that asked for it."""

    seq: int
    at: str
    by_name: str
    by_id: int | None
    events: str
    undoes: int | None
    source: int | None = None


class StoredMatch(NamedTuple):
    """A match as its rows say it; `seated` is JSON."""

    id: int
    place: int
    guild: int | None
    format: str
    seated: str
    host_name: str
    host_id: int | None
    board: int | None
    log: tuple[StoredEntry, ...]


class KeptTable(NamedTuple):
    """What a server keeps for its deck checks, without its text; `lists` is JSON, `folded` the name as compared."""

    name: str
    folded: str
    kind: str
    lists: str
    size: int


class Store(Protocol):
    """What a database has to do for the scorekeeper."""

    async def live(self, place: int) -> StoredMatch | None:
        """The match that lives in a place."""
        ...

    async def latest(self, place: int) -> StoredMatch | None:
        """The match that lives in a place, else the last that ended there."""
        ...

    async def open(self, match: StoredMatch, at: datetime, *, instead_of: int | None = None) -> int | None:
        """Write a new match with its log and give its id; None where one lives there. `instead_of` closes that one."""
        ...

    async def append(self, match_id: int, entry: StoredEntry) -> bool:
        """Write one entry; False where its number or source is taken or the match is no longer live."""
        ...

    async def close_match(self, match_id: int, at: datetime) -> bool:
        """End a match; False where it had ended."""
        ...

    async def close_quiet(self, since: datetime, at: datetime) -> int:
        """End every match in which nothing has happened since; how many."""
        ...

    async def touched(self, since: datetime) -> tuple[tuple[int, int | None], ...]:
        """Place and server of each live match in which something has happened since, the latest first; at most 200."""
        ...

    async def close_place(self, place: int, at: datetime) -> None:
        """End what lives in a channel that is gone."""
        ...

    async def board(self, match_id: int) -> int | None:
        """Which message shows the match."""
        ...

    async def set_board(self, match_id: int, message: int | None) -> None:
        """Remember which message shows the match."""
        ...

    async def language(self, places: tuple[int, ...]) -> str | None:
        """The language set for the first of these places that has one."""
        ...

    async def set_language(self, place: int, language: str | None) -> None:
        """Set a place's language; None forgets it."""
        ...

    async def kept(self, guild: int) -> tuple[KeptTable, ...]:
        """What a server keeps for its deck checks, the newest first."""
        ...

    async def kept_text(self, guild: int, folded: str) -> str | None:
        """The text of a kept table; None where nothing is kept under that name."""
        ...

    async def keep(self, guild: int, table: KeptTable, text: str, at: datetime, most: int) -> bool:
        """Keep a table, instead of one of its name; False where that would be more than `most` for the server."""
        ...

    async def drop(self, guild: int, folded: str) -> bool:
        """Forget a kept table; False where nothing is kept under that name."""
        ...

    async def note(self, key: str) -> str | None:
        """What this bot wrote down for its next start."""
        ...

    async def set_note(self, key: str, value: str) -> None:
        """Write something down for the next start."""
        ...


def open_store(url: str) -> AbstractAsyncContextManager[Store]:
    """The store behind a database URL. Raises Refused for a kind of database that there is none for."""
    scheme, _, rest = url.partition("://")
    if scheme != "sqlite" or not rest.startswith("/") or rest == "/":
        raise Refused("store-unknown", url=scheme)
    from bot.store.sqlite import SqliteStore  # noqa: PLC0415  the driver is needed only where it is chosen

    return SqliteStore.opened(rest[1:])
