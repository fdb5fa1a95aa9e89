"""What a file with 1,000 live matches adds to a start (python benchmarks/start.py)."""

import asyncio
import sys
import time
from contextlib import AsyncExitStack

import simcord
from figures import Figure, database, tell
from players import HOST, SEATED, play

from bot.client import create_client
from bot.lookup import shelf
from bot.scorekeeper import Actor, Place, Scorekeeper
from bot.settings import Settings
from bot.store import open_store

MATCHES, EVENTS = 1000, 60
ROUNDS = 5


async def _fill(url: str) -> None:
    matches = [play(key, EVENTS) for key in SEATED]
    async with open_store(url) as store:
        keeper = Scorekeeper(store)
        for place in range(MATCHES):
            await keeper.bring_in(Place(place + 1, 1), Actor(HOST), matches[place % len(matches)])


async def _start(url: str) -> float:
    """Seconds until the client is ready and has done what it does at its start."""
    client = create_client(Settings(database_url=url))
    env = simcord.Env(client)
    begin = time.perf_counter()
    await env.start()
    await env.settle()
    took = time.perf_counter() - begin
    await env.shutdown()
    await client.close()
    return took


async def _measure() -> int:
    shelf()  # the rulings are read once a process; they are the same for both
    async with AsyncExitStack() as files:
        blank, full = files.enter_context(database()), files.enter_context(database())
        await _fill(full)
        await _start(blank)
        pairs = [(await _start(blank), await _start(full)) for _ in range(ROUNDS)]
    first, second = (min(column) for column in zip(*pairs, strict=True))
    return tell(
        Figure("start on a blank file, rulings aside", first, "s"),
        Figure(f"start on a file with {MATCHES:,} live matches of {EVENTS} events", second, "s"),
        Figure("what the live matches add", max(0.0, second - first), "s", most=0.5),
    )


if __name__ == "__main__":
    sys.exit(asyncio.run(_measure()))
