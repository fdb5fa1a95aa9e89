"""Files that people attach: let in by their size, told by their name, fetched, and read beside the event loop."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import ParamSpec, TypeVar

import discord

from bot.decks.text import admit
from bot.language import clean
from bot.rules.format import Refused

FETCH_SECONDS = 30.0
NAME_MOST = 40

P = ParamSpec("P")
T = TypeVar("T")


def names_of(files: Iterable[discord.Attachment]) -> list[str]:
    """What the files are told by; a number tells those of one name apart, as phones give them."""
    names = [clean(file.filename, NAME_MOST) or "?" for file in files]
    return [
        f"{name} ({names[: at + 1].count(name)})" if names.count(name) > 1 else name for at, name in enumerate(names)
    ]


def admit_file(file: discord.Attachment) -> None:
    """Let a file in by the size that Discord tells, before anything of it is fetched. Raises Refused over 1 MiB."""
    admit(file.size, *names_of([file]))


async def fetch(file: discord.Attachment) -> bytes:
    """What is in a file that was let in. Raises Refused where Discord does not give it."""
    try:
        async with asyncio.timeout(FETCH_SECONDS):
            return await file.read()
    except (discord.HTTPException, TimeoutError) as error:
        raise Refused("file-not-fetched", source=names_of([file])[0]) from error


async def beside(read: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
    """Read something long beside the event loop, one at a time: several threads would keep the loop from its turn."""
    return await asyncio.get_running_loop().run_in_executor(_desk(), partial(read, *args, **options))


@cache
def _desk() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "sidecar-files")
