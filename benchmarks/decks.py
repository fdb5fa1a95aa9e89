"""Whether checking three decks against a long limit list leaves the bot awake (python benchmarks/decks.py)."""

import asyncio
import random
import sys
import time
from collections.abc import Callable
from statistics import median

from figures import Figure, best, tell

from bot.deckcheck import WRGP, Handed, Paper

LISTS, CARDS = 100, 330
TIMES = 15


def _limits() -> str:
    """A file of 100 limit lists, 660 KB in all, as they are published for months and formats."""
    chance = random.Random(2)
    parts: list[str] = []
    for number in range(LISTS):
        parts.append(f"!{2010 + number // 12}.{number % 12 + 1:02} TCG")
        parts += [f"{chance.randrange(10**7, 10**8)} {chance.randrange(4)} -- {n:05}" for n in range(CARDS)]
    return "\n".join(parts)


def _deck(chance: random.Random) -> str:
    cards = [chance.randrange(10**7, 10**8) for _ in range(30)]
    main, extra = cards[:15] * 3, cards[15:]
    return "\n".join(["#main", *map(str, main), "#extra", *map(str, extra), "!side"])


async def _lag(work: Callable[[], object]) -> float:
    """Seconds by which the event loop is late at the most while a thread does the work."""
    longest = 0.0
    working = asyncio.ensure_future(asyncio.to_thread(work))
    while not working.done():
        before = time.perf_counter()
        await asyncio.sleep(0.001)
        longest = max(longest, time.perf_counter() - before - 0.001)
    return longest


async def _measure() -> int:
    chance, limits = random.Random(3), _limits()
    papers = tuple(Paper(f"deck {n}", _deck(chance)) for n in (1, 2, 3))
    handed = Handed(papers, {"limits": Paper("lflist.conf", limits.encode())}, {"list": "2018.04 TCG"})
    assert WRGP.judge(handed) is not None
    took = best(lambda: WRGP.judge(handed), TIMES)
    lags = [await _lag(lambda: WRGP.judge(handed)) for _ in range(TIMES)]
    size = len(limits.encode()) // 1000
    return tell(
        Figure(f"three decks against a list of {size} KB, off the event loop", took * 1000, "ms", most=200),
        Figure(f"longest lag of the event loop in a check, median of {TIMES}", median(lags) * 1000, "ms", most=20),
    )


if __name__ == "__main__":
    sys.exit(asyncio.run(_measure()))
