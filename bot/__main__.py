"""`python -m bot`: reads the settings, then runs the bot, opens the local table, or carries out a console command."""

import asyncio
import contextlib
import gc
import logging
import signal
import sys
from collections.abc import Awaitable, Sequence
from pathlib import Path

import aiohttp
import discord

from bot import console
from bot.client import NEEDS, Sidecar, create_client
from bot.health import answering
from bot.language import Voice
from bot.rules.format import Refused
from bot.rulings import RulingsBroken
from bot.settings import Settings, console_language, read_env_file

log = logging.getLogger("sidecar")

STOPPED, FAILED, UNUSABLE = 0, 1, 78  # the last one is sysexits' EX_CONFIG: starting again would not help
# An interaction lives for three seconds: what has not been answered by then never will be.
FINISH_SECONDS = 3.0
_AT_WORK = ("CommandTree", "discord-ui-", "discord.py: on_", "sidecar-")


def main(arguments: Sequence[str]) -> int:
    """Do what the command line asks and give the exit code."""
    voice = Voice(console_language())
    if arguments:
        return console.run(arguments, voice.language)
    try:
        read_env_file(Path(".env"))
        settings = Settings.from_env()
        _start_log(settings)
        asyncio.run(_run(settings, voice))
    except Refused as refused:
        return _complain(voice, refused.why, UNUSABLE, **refused.facts)
    except discord.LoginFailure:
        return _complain(voice, "host-token-wrong", UNUSABLE)
    except RulingsBroken as broken:
        return _complain(voice, "host-rulings-broken", UNUSABLE, count=len(broken.faults))
    except discord.DiscordException as error:
        return _complain(voice, "host-discord-refuses", FAILED, reason=_reason(error))
    except (aiohttp.ClientError, OSError) as error:
        return _complain(voice, "host-no-network", FAILED, reason=type(error).__name__)
    except KeyboardInterrupt:
        return STOPPED
    return STOPPED


async def _run(settings: Settings, voice: Voice) -> None:
    stop = _stop_asked()
    if settings.token is None:
        try:
            from bot.local import open_table  # noqa: PLC0415  the simulated Discord is installed only where it is used
        except ModuleNotFoundError as error:
            raise Refused("host-no-local-table", package=error.name) from error
        await open_table(settings, voice, stop, opened=settle_memory)
        return
    async with create_client(settings) as client, answering(client, settings.http):
        await _until(stop, client.start(settings.token), _greet(client, voice))
        await _finish()


def _stop_asked() -> asyncio.Event:
    """Set when the process is asked to stop, by Ctrl-C or by whoever started it; asked twice, it stops at once."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)

    def asked() -> None:
        stop.set()
        for each in signals:
            loop.remove_signal_handler(each)

    for each in signals:
        # Windows has no handlers on the loop; there Ctrl-C cancels the task, and the client closes all the same.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(each, asked)
    return stop


async def _until(stop: asyncio.Event, *works: Awaitable[None]) -> None:
    """Work until a stop is asked for, or until a work fails; what fails is raised."""
    tasks = [asyncio.ensure_future(work) for work in works]
    asked = asyncio.ensure_future(stop.wait())
    try:
        done, _ = await asyncio.wait([asked, *tasks[:1]], return_when=asyncio.FIRST_COMPLETED)
        if asked not in done:
            tasks[0].result()
    finally:
        for task in (asked, *tasks):
            task.cancel()


async def _finish() -> None:
    """Let the commands and presses that are being carried out come to their answers."""
    mine = asyncio.current_task()
    working = [each for each in asyncio.all_tasks() if each is not mine and each.get_name().startswith(_AT_WORK)]
    if working:
        await asyncio.wait(working, timeout=FINISH_SECONDS)


async def _greet(client: Sidecar, voice: Voice) -> None:
    await client.wait_until_ready()
    settle_memory()
    log.info(voice.plain("host-ready", name=str(client.user), servers=len(client.guilds)))
    if not client.guilds and client.application_id:
        scopes = ("bot", "applications.commands")
        link = discord.utils.oauth_url(client.application_id, permissions=NEEDS, scopes=scopes)
        log.info(voice.plain("host-invite", link=link))


def settle_memory() -> None:
    """Take what stays for good out of the garbage collector's sight: walking it made pauses of 30 ms."""
    gc.collect()
    gc.freeze()


class _Discreet(logging.Formatter):
    """Writes the log without the token, whatever a library puts into a message."""

    def __init__(self, token: str | None) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        text = super().format(record)
        return text.replace(self._token, "[token]") if self._token else text


def _start_log(settings: Settings) -> None:
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks at a card table's bot
    if settings.token is None:
        # What the library says of its connection is not true of a simulated Discord.
        logging.getLogger("discord").setLevel(logging.ERROR)
    discord.utils.setup_logging(
        formatter=_Discreet(settings.token), level=logging.getLevelNamesMapping()[settings.log_level]
    )


def _reason(error: discord.DiscordException) -> str:
    # Numbers only: what a server sends back may hold what was sent to it.
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status}"
    return f"{type(error).__name__} {error.code}" if isinstance(error, discord.ConnectionClosed) else str(error)


def _complain(voice: Voice, message: str, code: int, /, **facts: object) -> int:
    sys.stderr.write(voice.plain(message, **facts) + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
