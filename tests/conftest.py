"""Fixtures for tests in Discord.

Whatever such a test does, three things are checked at its end: each interaction got exactly one answer, nothing that
was sent could ping anybody, and all of it keeps to Discord's limits.
"""

import asyncio
from typing import Any

import discord_limits
import pytest
import simcord
import simcord.interactions
from hall import Hall
from hypothesis import HealthCheck, settings
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from bot.client import create_client
from bot.settings import Settings

# No test measures time: the machine may be busy with something else.
settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("table")


@pytest.fixture
async def hall(tmp_path, monkeypatch):
    """A server with the client in it, on a file of its own."""
    database_url = f"sqlite:///{tmp_path}/sidecar.db"
    env = simcord.Env(create_client(Settings(database_url=database_url)))
    await env.start()
    try:
        guild = env.create_guild("Duel Hall")
        here = Hall(env, database_url, guild, guild.create_text_channel("duel"))
        here.keep_time()
        _speak_each_language(here, monkeypatch)
        yield here
        await env.settle()
        client = here.client
    finally:
        await env.shutdown()
    await client.close()
    if not here.may_fail:
        env.raise_errors()
    found = [(request.path, problem) for request in env.http_requests for problem in discord_limits.problems(request)]
    assert found == []
    if not here.may_fail:
        answers = discord_limits.answers(env.http_requests)
        came = [*env.backend.interactions]
        assert {each: answers[str(each)] for each in came} == dict.fromkeys(came, 1)


def _speak_each_language(here: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each interaction carry its person's locale and the server's; SimCord knows only `en-US`."""
    plain = simcord.interactions.base_payload

    def base_payload(*args: Any, **options: Any) -> Any:
        record, payload = plain(*args, **options)
        payload["locale"] = here.locales.get(options["user_id"], "en-US")
        if "guild_locale" in payload:
            payload["guild_locale"] = here.server_locale
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", base_payload)


@pytest.fixture
def slow_discord(monkeypatch):
    """Requests take a while, so that others come in between; SimCord answers at once."""
    for transport in (FakeHTTPClient, FakeWebhookAdapter):
        quick = transport.request

        async def request(self: Any, *args: Any, quick: Any = quick, **options: Any) -> Any:
            await asyncio.sleep(0.02)
            return await quick(self, *args, **options)

        monkeypatch.setattr(transport, "request", request)
