"""How much memory the client takes when it has started and nobody plays (python benchmarks/memory.py).

Each figure is of a process of its own, with the client started in a simulated Discord; what it takes to load the
simulation is left out.
"""

import asyncio
import subprocess
import sys
from pathlib import Path

from figures import Figure, database, tell

MOST = 90


def _resident() -> float:
    """MiB of memory that this process holds in RAM, as Linux tells it."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    kib = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(kib) / 1024


async def _idle(*, rulings: bool) -> float:
    # The order of the imports is what is measured: the client's own library first, so that it counts as the client's.
    import discord.ext.commands  # noqa: F401, PLC0415

    before = _resident()
    import simcord  # noqa: PLC0415

    simulation = _resident() - before
    from bot import client as room  # noqa: PLC0415
    from bot.__main__ import settle_memory  # noqa: PLC0415
    from bot.settings import Settings  # noqa: PLC0415

    if not rulings:
        room.COGS = tuple(cog for cog in room.COGS if cog != "cogs.ruling")
    with database() as url:
        client = room.create_client(Settings(database_url=url))
        env = simcord.Env(client)
        await env.start()
        env.create_guild("Duel Hall").create_text_channel("duel")
        await env.settle()
        settle_memory()
        idle = _resident() - simulation
        await env.shutdown()
        await client.close()
    return idle


def _in_a_process(which: str) -> float:
    command = [sys.executable, "-B", __file__, which]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)  # noqa: S603  this file


def main() -> int:
    """Start a process each with and without the rulings."""
    if len(sys.argv) > 1:
        print(asyncio.run(_idle(rulings=sys.argv[1] == "rulings")))
        return 0
    return tell(
        Figure("client idle, without the rulings", _in_a_process("none"), "MiB", most=MOST),
        Figure("client idle, all rulings loaded and indexed", _in_a_process("rulings"), "MiB", most=MOST),
    )


if __name__ == "__main__":
    sys.exit(main())
