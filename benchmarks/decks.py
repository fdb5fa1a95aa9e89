"""Whether checking three decks against a long limit list leaves the bot awake (python benchmarks/decks.py)."""

import asyncio
import random
import sys
import time

from figures import Figure, best, tell

from bot.deckcheck import WRGP, Handed, Paper

LISTS, CARDS = 100, 330
TIMES = 10


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


async def _measure() -> int:
    chance, limits = random.Random(3), _limits()
    papers = tuple(Paper(f"deck {n}", _deck(chance)) for n in (1, 2, 3))
    handed = Handed(papers, {"limits": Paper("lflist.conf", limits.encode())}, {"list": "2018.04 TCG"})
    assert WRGP.judge(handed) is not None
    took = best(lambda: WRGP.judge(handed), TIMES)
    lag = 0.0

    async def watch() -> None:
        nonlocal lag
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.001)
            lag = max(lag, time.perf_counter() - before - 0.001)

    watching = asyncio.create_task(watch())
    for _ in range(TIMES):
        await asyncio.to_thread(WRGP.judge, handed)
    watching.cancel()
    size = len(limits.encode()) // 1000
    return tell(
        Figure(f"three decks against a list of {size} KB, off the event loop", took * 1000, "ms", most=200),
        Figure("longest lag of the event loop meanwhile", lag * 1000, "ms", most=20),
    )


if __name__ == "__main__":
    sys.exit(asyncio.run(_measure()))
