"""Health and numbers over HTTP for whoever watches the process: `/health` and `/metrics`, nothing of any player."""

from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import discord
from aiohttp import web

from bot.client import Sidecar
from bot.rules.format import Refused

HOST = "127.0.0.1"


class Health:
    """Answers for one client."""

    def __init__(self, client: Sidecar) -> None:
        self._client = client
        self._interactions: Counter[str] = Counter()
        client.add_listener(self._count, "on_interaction")

    async def _count(self, interaction: discord.Interaction[Any]) -> None:
        self._interactions[interaction.type.name] += 1

    async def health(self, _: web.Request) -> web.Response:
        """200 while Discord is connected and the store answers, else 503 with which of them does not."""
        parts = {"discord": self._client.is_ready(), "store": await self._store_answers()}
        return web.json_response(parts, status=200 if all(parts.values()) else 503)

    async def metrics(self, _: web.Request) -> web.Response:
        """The numbers in the text form that Prometheus reads."""
        client = self._client
        lines = [
            "# TYPE sidecar_ready gauge",
            f"sidecar_ready {int(client.is_ready())}",
            "# TYPE sidecar_servers gauge",
            f"sidecar_servers {len(client.guilds)}",
            "# TYPE sidecar_shard_latency_seconds gauge",
            # A shard that has not heard a heartbeat yet says nan.
            *(f'sidecar_shard_latency_seconds{{shard="{shard}"}} {seconds}' for shard, seconds in client.latencies),
            "# TYPE sidecar_interactions_total counter",
            *(f'sidecar_interactions_total{{kind="{kind}"}} {n}' for kind, n in sorted(self._interactions.items())),
        ]
        return web.Response(text="\n".join(lines) + "\n", content_type="text/plain")

    async def _store_answers(self) -> bool:
        try:
            await self._client.table.keeper.store.note("commands")
        except Exception:  # noqa: BLE001  whatever it is, the store does not answer
            return False
        return True


@asynccontextmanager
async def answering(client: Sidecar, address: str | None) -> AsyncGenerator[None, None]:
    """Answer at `host:port`, or at a port of this machine alone, while the client runs. Raises Refused for no address.

    Without an address nothing is opened.
    """
    if address is None:
        yield
        return
    host, _, port = address.rpartition(":")
    if not port.isdecimal():
        raise Refused("host-http-unreadable", reason=address)
    health = Health(client)
    app = web.Application()
    app.add_routes([web.get("/health", health.health), web.get("/metrics", health.metrics)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host.strip("[]") or HOST, int(port)).start()
    except (OSError, OverflowError) as error:
        await runner.cleanup()
        raise Refused("host-http-unreadable", reason=str(error)) from error
    try:
        yield
    finally:
        await runner.cleanup()
