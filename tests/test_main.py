"""`python -m bot`: what a host reads where it can't run, and a stop that loses nothing."""

import asyncio
import logging
import os
import signal

import aiohttp
import discord
import pytest

from bot import __main__ as program
from bot.client import NEEDS
from bot.settings import LOCAL_DATABASE_URL, Settings, read_env_file

TOKEN = "MTA.secret.token"  # noqa: S105  no real one
NAMES = ("DISCORD_TOKEN", "DATABASE_URL", "SHARD_IDS", "SHARD_COUNT", "LOG_LEVEL", "SIDECAR_HTTP", "SIDECAR_LOCAL_PORT")


@pytest.fixture(autouse=True)
def host(monkeypatch, tmp_path):
    """A host whose environment is empty, in a folder of its own; the log goes back to what it was."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        # Set and deleted, so that what a test reads from an .env file is forgotten with it.
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    root = logging.getLogger()
    handlers, level = [*root.handlers], root.level
    yield monkeypatch
    root.handlers[:], root.level = handlers, level
    logging.getLogger("discord").setLevel(logging.NOTSET)


class Client:
    """Stands for the bot: what happens when it starts is the test's choice."""

    application_id = 1
    user = "Sidecar#0001"
    guilds = ()

    def __init__(self, start):
        self._start = start
        self.closed = False

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        self.closed = True

    async def start(self, token):
        assert token == TOKEN
        await self._start()

    async def wait_until_ready(self):
        pass


def fails_with(error):
    async def start():
        raise error

    return start


class Response:
    status, reason = 503, "Service Unavailable"


CAUSES = [
    pytest.param(discord.LoginFailure("Improper token"), 78, ("token", "トークン"), id="wrong token"),
    pytest.param(discord.HTTPException(Response(), TOKEN), 1, ("503", "503"), id="Discord refuses"),
    pytest.param(aiohttp.ClientConnectionError(), 1, ("network", "ネットワーク"), id="no network"),
]


@pytest.mark.parametrize(("error", "code", "words"), CAUSES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_stops_the_bot_is_one_sentence_without_the_token(host, capsys, error, code, words, language):
    client = Client(fails_with(error))
    host.setenv("DISCORD_TOKEN", TOKEN)
    host.setenv("LC_ALL", {"en": "en_GB.UTF-8", "ja": "ja_JP.UTF-8"}[language])
    host.setattr(program, "create_client", lambda _: client)

    assert program.main([]) == code

    said = capsys.readouterr().err.strip().splitlines()
    assert words[language == "ja"] in said[-1]
    assert TOKEN not in "".join(said)
    assert client.closed


SETTINGS = [
    pytest.param("LOG_LEVEL", "loud", "LOG_LEVEL", id="log level"),
    pytest.param("SHARD_COUNT", "two", "SHARD_COUNT", id="shard count"),
    pytest.param("SHARD_IDS", "0, 4", "SHARD_COUNT", id="shard outside the count"),
    pytest.param("SIDECAR_LOCAL_PORT", "70000", "SIDECAR_LOCAL_PORT", id="port"),
    pytest.param("DATABASE_URL", "mysql://x", "DATABASE_URL", id="kind of database"),
    pytest.param("DATABASE_URL", "sqlite:////no/such/folder/x.db", "/no/such/folder", id="folder of the database"),
]


@pytest.mark.parametrize(("name", "value", "word"), SETTINGS)
def test_a_setting_that_cannot_be_used_is_named(host, capsys, name, value, word):
    host.setenv(name, value)

    assert program.main([]) == program.UNUSABLE

    said = capsys.readouterr().err.strip().splitlines()
    assert word in said[-1]
    assert not any("Traceback" in line for line in said)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_lets_running_commands_finish_and_closes(host, how):
    """What is being carried out when the stop comes is answered; then the client, and with it the store, is closed."""
    answered: list[str] = []

    async def command():
        await asyncio.sleep(0.05)
        answered.append("board")

    async def start():
        running = asyncio.create_task(command(), name="CommandTree-invoker")
        os.kill(os.getpid(), how)
        await asyncio.gather(asyncio.shield(running), asyncio.sleep(3600))

    client = Client(start)
    host.setenv("DISCORD_TOKEN", TOKEN)
    host.setattr(program, "create_client", lambda _: client)

    assert program.main([]) == program.STOPPED

    assert answered == ["board"]
    assert client.closed


def test_a_bot_without_a_server_says_how_to_invite_it(host, capsys):
    async def start():
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    host.setenv("DISCORD_TOKEN", TOKEN)
    host.setattr(program, "create_client", lambda _: Client(start))

    assert program.main([]) == program.STOPPED

    said = capsys.readouterr().err
    assert f"permissions={NEEDS.value}" in said
    assert "applications.commands" in said


def test_the_log_never_shows_the_token(host, capsys):
    async def start():
        logging.getLogger("discord.http").error("sent %s", {"Authorization": f"Bot {TOKEN}"})
        logging.getLogger("sidecar").error("failed", exc_info=ValueError(TOKEN))

    host.setenv("DISCORD_TOKEN", TOKEN)
    host.setattr(program, "create_client", lambda _: Client(start))
    program.main([])

    said = capsys.readouterr().err
    assert "Authorization" in said
    assert "ValueError" in said
    assert TOKEN not in said
    assert TOKEN not in repr(Settings.from_env())


def test_an_env_file_is_read_and_what_is_set_wins(host, tmp_path):
    lines = (
        "# a comment=",
        "DISCORD_TOKEN=",
        'LOG_LEVEL="warning"',
        "export SHARD_COUNT=3",
        "SIDECAR_LOCAL_PORT=1",
        "nonsense",
    )
    (tmp_path / ".env").write_text("\n".join(lines), encoding="utf-8")
    host.setenv("SIDECAR_LOCAL_PORT", "8700")

    read_env_file(tmp_path / ".env")

    wanted = Settings(database_url=LOCAL_DATABASE_URL, log_level="WARNING", shard_count=3, local_port=8700)
    assert Settings.from_env() == wanted
