"""How many presses a second become board edits, next to a bot that does nothing else (python benchmarks/press.py).

Both run in the same simulated Discord, in turns. The bare bot keeps a number in memory and answers with a board of just
as many texts, rows and buttons; Sidecar decides by the rules, has the press on disk, and answers with the match.
"""

# ruff: noqa: SLF001  SimCord has no public seam for presses at once; its own waiting would be what is measured

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from statistics import median
from typing import Any, Self

import discord
import simcord
from discord import app_commands
from figures import Figure, database, tell
from simcord.components import walk_components
from simcord.http.client import FakeWebhookAdapter

from bot.client import create_client
from bot.settings import Settings

CHANNELS = 64
ROUNDS = 5
WAVES, SINGLE, REST = 8, 150, 8
TEXT, SEPARATOR, BUTTON = 10, 14, 2
TEAMS = {"team_a": "遊星 ジャック クロウ", "team_b": "鬼柳 ボマー ルドガー", "life": "9000000"}


class BareButton(discord.ui.DynamicItem[Any], template=r"bare:(\d+):(\d+)"):
    """Counts up."""

    @classmethod
    async def from_custom_id(cls, _: Any, item: discord.ui.Item[Any], __: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer by the board."""
        bot = interaction.client
        bot.count[interaction.channel_id] = bot.count.get(interaction.channel_id, 0) + 1
        await interaction.response.edit_message(view=bot.board(bot.count[interaction.channel_id]))


class Bare(discord.Client):
    """A bot with one command and one board, in memory alone; the board is made of the parts of another one."""

    def __init__(self, parts: list[dict[str, Any]]) -> None:
        """Take over how many of which parts the other board has."""
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
        )
        self.parts, self.count = parts, {}
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="start", description="A board.", callback=_start_bare))

    async def setup_hook(self) -> None:
        """Take presses."""
        self.add_dynamic_items(BareButton)
        await self.tree.sync()

    def board(self, count: int) -> discord.ui.LayoutView:
        """The board with a number on it."""
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.Container(*(self._part(n, part, count) for n, part in enumerate(self.parts))))
        return view

    def _part(self, row: int, part: dict[str, Any], count: int) -> discord.ui.Item[Any]:
        if part["type"] == TEXT:
            return discord.ui.TextDisplay(f"{count} {part['content']}")
        if part["type"] == SEPARATOR:
            return discord.ui.Separator()
        labels = [button["label"] for button in part["components"]]
        return discord.ui.ActionRow(
            *(BareButton(discord.ui.Button(label=label, custom_id=f"bare:{row}:{n}")) for n, label in enumerate(labels))
        )


async def _start_bare(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=interaction.client.board(0))


class Players:
    """Somebody with a board in each channel, and thumbs that do not wait for the simulated Discord to be at rest."""

    def __init__(self, env: simcord.Env, member: Any, boards: list[Any], wanted: Callable[[str], bool]) -> None:
        """Take the boards that were just posted; `wanted` picks the buttons to press."""
        self._env, self._member, self.boards = env, member, boards
        self._ids = {board.id: [*filter(wanted, _ids(board))] for board in boards}
        self._answered = asyncio.Event()
        self._settle = env.settle
        self._open = 0
        self._pressed = 0

    async def press(self, boards: list[Any]) -> None:
        """Press a button on each board at once, and wait for the last answer."""
        self._open = len(boards)
        self._answered.clear()
        self._pressed += 1
        for board in boards:
            ids = self._ids[board.id]
            # Another duelist each time: a thousand taps on one button would be one long run, as nobody plays.
            await self._member.click(board, custom_id=ids[self._pressed % len(ids)])
        await self._answered.wait()

    @asynccontextmanager
    async def hasty(self) -> AsyncIterator[None]:
        """Count answers instead of waiting for rest."""
        settle, request = self._env._settle_internal, FakeWebhookAdapter.request

        async def not_yet(**_: Any) -> None:
            pass

        async def counted(adapter: Any, *args: Any, **options: Any) -> Any:
            answer = await request(adapter, *args, **options)
            self._open -= 1
            if not self._open:
                self._answered.set()
            return answer

        self._settle = settle
        self._env._settle_internal, FakeWebhookAdapter.request = not_yet, counted
        try:
            yield
        finally:
            self._env._settle_internal, FakeWebhookAdapter.request = settle, request
            await self._env.settle()

    async def rest(self) -> None:
        """Let the simulated Discord clear away what it has noted, which else makes it slower with every press."""
        await self._settle()


def _ids(board: Any) -> list[str]:
    return [part["custom_id"] for part in walk_components(board.components) if "custom_id" in part]


async def _rates(
    client: Any, command: str, options: dict[str, str], wanted: Callable[[str], bool]
) -> tuple[float, float, list[dict[str, Any]]]:
    """Presses a second over all channels at once and in one channel, and the parts of a board."""
    env = simcord.Env(client)
    await env.start()
    try:
        guild = env.create_guild("Duel Hall")
        member = guild.add_member(env.create_user("yusei"))
        channels = [guild.create_text_channel(f"duel-{n}") for n in range(CHANNELS)]
        boards = [(await member.slash(channel, command, **options)).response for channel in channels]
        parts = boards[0].components[0]["components"]
        players = Players(env, member, boards, wanted)
        async with players.hasty():
            for _ in range(2):
                await players.press(boards)
            at_once = await _rate(players, [boards] * WAVES)
            alone = await _rate(players, [[boards[0]]] * SINGLE)
        env.raise_errors()
        return at_once, alone, parts
    finally:
        await env.shutdown()
        await client.close()


async def _rate(players: Players, waves: list[list[Any]]) -> float:
    took = 0.0
    for number, wave in enumerate(waves):
        if number % REST == 0:
            await players.rest()
        begin = time.perf_counter()
        await players.press(wave)
        took += time.perf_counter() - begin
    return sum(map(len, waves)) / took


async def _measure() -> int:
    ours: list[tuple[float, float]] = []
    bare: list[tuple[float, float]] = []
    parts: list[dict[str, Any]] = []
    for _ in range(ROUNDS):
        with database() as url:
            client = create_client(Settings(database_url=url))
            *rates, parts = await _rates(client, "wrgp start", TEAMS, lambda custom_id: ":m:damage:" in custom_id)
            ours.append((rates[0], rates[1]))
        *rates, theirs = await _rates(Bare(parts), "start", {}, lambda custom_id: custom_id.startswith("bare:"))
        bare.append((rates[0], rates[1]))
        assert len([*walk_components(theirs)]) == len([*walk_components(parts)])
    buttons = sum(part["type"] == BUTTON for part in walk_components(parts))
    figures = [
        Figure(f"board of both bots: components, {buttons} of them buttons", len([*walk_components(parts)]), "in all")
    ]
    for which, name in enumerate((f"{CHANNELS} channels at once", "one channel, one after another")):
        mine, others = [rates[which] for rates in ours], [rates[which] for rates in bare]
        figures += [
            Figure(f"presses to board edits, {name}: Sidecar", median(mine), "/s"),
            Figure(f"presses to board edits, {name}: bare bot", median(others), "/s"),
            Figure(
                f"Sidecar : bare bot, {name}",
                median(a / b for a, b in zip(mine, others, strict=True)),
                # One after another, each press waits for the disk alone: that tells about the disk.
                least=None if which else 0.6,
            ),
        ]
    return tell(*figures)


if __name__ == "__main__":
    sys.exit(asyncio.run(_measure()))
