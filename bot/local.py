"""The local table: the same client in a simulated Discord, played in the browser of this computer.

The simulated Discord starts empty each time; people and channels are made in the same order, so they keep their
numbers, and what the store holds for them lives on.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import discord
from simcord import ChannelHandle, Env, MemberActor

from bot.client import Sidecar, create_client
from bot.language import Voice
from bot.rules.format import Refused
from bot.scorekeeper import Place
from bot.settings import Settings

if TYPE_CHECKING:
    from simcord import Preview

JAPANESE, ENGLISH = discord.Locale.japanese, discord.Locale.american_english

# Only ever append to these: the numbers of all that follows depend on the order.
PEOPLE = (
    ("yusei", "遊星", JAPANESE),
    ("mina", "ミナ", JAPANESE),
    ("ken", "Ken", ENGLISH),
    ("rosa", "Rosa", ENGLISH),
    ("sora", "ソラ", JAPANESE),
)
TABLES = (("デュエルカフェ", "卓", JAPANESE), ("Duel Café", "table", ENGLISH))

_TICK_SECONDS = 1.0


class LocalTable(NamedTuple):
    """A channel of the simulated Discord with those who may sit there, and the language of its server."""

    server: str
    channel: ChannelHandle
    members: tuple[MemberActor, ...]
    locale: discord.Locale

    @property
    def place(self) -> Place:
        """The channel as the scorekeeper knows it."""
        return Place(self.channel.id, self.members[0].guild.id)


async def open_table(
    settings: Settings, voice: Voice, stop: asyncio.Event, opened: Callable[[], None] = lambda: None
) -> None:
    """Play in the browser until a stop is asked for or each page was closed.

    `opened` is called once all stands. Raises Refused for a store that can't be opened or a port that is taken.
    """
    async with AsyncExitStack() as open_things:
        client = await open_things.enter_async_context(
            create_client(replace(settings, shard_ids=None, shard_count=None))
        )
        env = Env(client, check_errors=False)
        tables = furnish(env)
        env.backend.advance_clock((datetime.now(UTC) - env.now()).total_seconds())
        await env.start()
        open_things.push_async_callback(env.shutdown)
        for table in tables:
            await welcome(client, table)
        pages = await _serve(env, tables, settings, open_things)
        ticking = asyncio.create_task(_tick(env, pages))
        open_things.callback(ticking.cancel)
        _print_addresses(voice, settings, zip(tables, pages, strict=True))
        opened()
        asked = asyncio.create_task(stop.wait())
        all_closed = asyncio.create_task(_closed(pages))
        await asyncio.wait((asked, all_closed), return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        all_closed.cancel()
        with suppress(TimeoutError):
            await env.settle()


def furnish(env: Env) -> tuple[LocalTable, ...]:
    """Make the servers, channels and people, before the bot comes and while the simulated clock stands at its zero."""
    env.backend.edit_bot_profile("Sidecar")
    users = [env.create_user(name, global_name=shown) for name, shown, _ in PEOPLE]
    locales = {user.id: locale for user, (_, _, locale) in zip(users, PEOPLE, strict=True)}
    tables: list[LocalTable] = []
    for server, channel_name, locale in TABLES:
        guild = env.create_guild(server, preferred_locale=locale.value)
        channel = guild.create_text_channel(channel_name)
        members = [guild.add_member(user) for user in users]
        members.sort(key=lambda member: locales[member.id] is not locale)  # a page opens as the first of them
        tables.append(LocalTable(server, channel, tuple(members), locale))

    def speak(event: str, payload: Mapping[str, Any]) -> None:
        # SimCord has every interaction come from an English client in an English server.
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            user = (payload.get("member") or payload)["user"]
            payload["locale"] = locales[int(user["id"])].value
            if payload.get("guild_id"):
                payload["guild_locale"] = env.backend.get_guild(int(payload["guild_id"])).preferred_locale

    env.backend.subscribers.append(speak)  # before the bot, which listens from its start on
    return tuple(tables)


async def welcome(client: Sidecar, table: LocalTable) -> None:
    """Say where one is, and show the match that lives in this channel."""
    voice = await client.table.voices.at(table.place)
    channel = client.get_partial_messageable(table.channel.id, guild_id=table.place.guild)
    await channel.send(voice.say("local-welcome"))
    match = await client.table.keeper.find(table.place)
    if match is not None:
        await client.table.boards.show(table.place, match, await client.table.voices.at(table.place, match))


async def _serve(
    env: Env, tables: tuple[LocalTable, ...], settings: Settings, open_things: AsyncExitStack
) -> list["Preview"]:
    pages: list[Preview] = []
    for number, table in enumerate(tables):
        port = settings.local_port + number if settings.local_port else None
        # One page shows one channel, and SimCord keeps to one page at a time; all that it notes for the page it knows
        # is that a plain message went out.
        env._preview = None  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  see above
        page = env.preview(table.channel, viewers=table.members, layout="channel", locale=table.locale.value, port=port)
        try:
            pages.append(await open_things.enter_async_context(page))
        except OSError as error:
            raise Refused("host-port-taken", port=port, reason=error.strerror or str(error)) from error
    return pages


async def _closed(pages: list["Preview"]) -> None:
    for page in pages:
        await page.wait_closed()


def _print_addresses(voice: Voice, settings: Settings, pages: Iterable[tuple[LocalTable, "Preview"]]) -> None:
    lines = [voice.plain("local-open"), ""]
    for table, page in pages:
        lines += [f"  {table.server} #{table.channel.name}", f"    {page.url}"]
    lines += ["", voice.plain("local-secret", database=settings.database_url.removeprefix("sqlite:///"))]
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


async def _tick(env: Env, pages: Iterable["Preview"]) -> None:
    """Keep the simulated clock, and what the pages take for now, at the real time: by themselves they stand still."""
    while True:
        await asyncio.sleep(_TICK_SECONDS)
        env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
        for page in pages:
            page.capture_time = env.now() + timedelta(seconds=_TICK_SECONDS)  # nothing said since lies in the future
