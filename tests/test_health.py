"""`/health` and `/metrics`: what a watcher reads of a bot that is well, and of one that is not."""

import aiohttp
import pytest
import simcord
from aiohttp import web

from bot.client import create_client
from bot.health import answering
from bot.rules.format import Refused
from bot.settings import Settings


async def read(port: int, path: str):
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def test_a_bot_that_is_well_says_so_and_counts_what_it_was_asked(tmp_path, unused_tcp_port):
    client = create_client(Settings(database_url=f"sqlite:///{tmp_path / 's.db'}"))
    async with answering(client, str(unused_tcp_port)):
        async with simcord.run(client) as env:
            guild = env.create_guild()
            member = guild.add_member(env.create_user("ken"))
            await member.slash(guild.create_text_channel("table"), "table coin")

            assert await read(unused_tcp_port, "/health") == (200, '{"discord": true, "store": true}')
            _, metrics = await read(unused_tcp_port, "/metrics")
            assert "\nsidecar_servers 1\n" in metrics
            assert '\nsidecar_interactions_total{kind="application_command"} 1\n' in metrics
        await client.close()


async def test_before_the_store_is_open_it_is_not_well(tmp_path, unused_tcp_port):
    client = create_client(Settings(database_url=f"sqlite:///{tmp_path / 's.db'}"))
    async with answering(client, f"127.0.0.1:{unused_tcp_port}"):
        assert await read(unused_tcp_port, "/health") == (503, '{"discord": false, "store": false}')


async def test_without_an_address_nothing_is_opened(monkeypatch):
    opened = []
    monkeypatch.setattr(web.BaseSite, "start", opened.append)
    async with answering(create_client(Settings()), None):
        assert opened == []


@pytest.mark.parametrize("address", ["here", "127.0.0.1:http", "127.0.0.1:99999", "203.0.113.9:80"])
async def test_an_address_that_cannot_be_used_is_refused(address):
    with pytest.raises(Refused, match="host-http-unreadable"):
        async with answering(create_client(Settings()), address):
            pass
