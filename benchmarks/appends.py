"""Moves durably on disk a second, one after another and over many places (python benchmarks/appends.py)."""

import asyncio
import sys
import time
from datetime import UTC, datetime

from figures import Figure, database, tell

from bot.store import Store, StoredEntry, StoredMatch, open_store

PLACES = 64
ALONE, EACH = 500, 100
EVENTS = '[{"event":"LifeLost","seat":"A1","amount":500,"left":7500,"kind":"battle","over":0}]'


def _entry(seq: int) -> StoredEntry:
    return StoredEntry(seq, datetime.now(UTC).isoformat(), "遊星", 1, EVENTS, None)


async def _rate(store: Store, matches: list[int], begin: int, each: int) -> float:
    async def busy(match: int) -> None:
        for seq in range(begin, begin + each):
            assert await store.append(match, _entry(seq))

    started = time.perf_counter()
    await asyncio.gather(*(busy(match) for match in matches))
    return len(matches) * each / (time.perf_counter() - started)


async def _measure() -> int:
    now = datetime.now(UTC)
    with database() as url:
        async with open_store(url) as store:
            opened = [
                await store.open(StoredMatch(0, place, 1, "wrgp", "{}", "遊星", 1, None, (_entry(1),)), now)
                for place in range(PLACES)
            ]
            matches = [match for match in opened if match is not None]
            assert len(matches) == PLACES
            await _rate(store, matches[:1], 2, 100)
            alone = await _rate(store, matches[:1], 102, ALONE)
            together = await _rate(store, matches[1:], 2, EACH)
    return tell(
        Figure("durable appends, one after another", alone, "/s"),
        Figure(f"durable appends, {PLACES - 1} places at once", together, "/s"),
        Figure("at once : one after another, as many share one commit", together / alone, least=5),
    )


if __name__ == "__main__":
    sys.exit(asyncio.run(_measure()))
