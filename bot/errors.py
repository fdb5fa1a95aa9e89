"""The one door for every failure: a private sentence with the next step, in the reader's language."""

import contextlib
import logging
import sqlite3
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.language import CONTENT_MOST, shorten
from bot.rules.format import Line, Refused
from bot.scorekeeper import PlayedAlready
from bot.voices import private_voice

if TYPE_CHECKING:
    from bot.client import Sidecar

log = logging.getLogger("sidecar")

# Discord's numbers for what it refuses, as told to the reader.
_DISCORD = {
    10003: "discord-channel-gone",
    10008: "discord-message-gone",
    50001: "discord-no-access",
    50013: "discord-no-permission",
    50083: "discord-thread-archived",
    160005: "discord-thread-locked",
}
_TOO_LATE = (10062, 40060)


def cause_of(error: BaseException) -> BaseException:
    """What went wrong, without what the library wraps round it."""
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError):
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error.__cause__
        if cause is None:
            break
        error = cause
    return error


def sentence_of(error: BaseException) -> Line:
    """What to say of a failure; what nobody expected is logged and said to be the bot's own fault."""
    match error:
        case Refused():
            return Line(error.why, error.facts)
        case discord.HTTPException() if error.code in _DISCORD:
            return Line(_DISCORD[error.code])
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return Line("commands-changed")
        case app_commands.MissingPermissions():
            return Line("needs-manage-server")
        case app_commands.NoPrivateMessage():
            return Line("servers-only")
        case sqlite3.Error():
            log.error("the store failed", exc_info=error)
            return Line("store-failed")
        case _:
            log.error("unexpected failure", exc_info=error)
            return Line("unexpected")


async def explain(interaction: "discord.Interaction[Sidecar]", error: BaseException) -> None:
    """Tell the person who acted, and nobody else, why it did not work and what to do."""
    error = cause_of(error)
    if isinstance(error, discord.DiscordServerError) or (
        isinstance(error, discord.HTTPException) and error.code in _TOO_LATE
    ):
        # Discord forgot the interaction, or failed for longer than it lives; the board shows what was played.
        log.warning("an answer came too late: %s", error)
        interaction.client.table.boards.redraw_soon(interaction)
        return
    if isinstance(error, PlayedAlready):
        return
    line = sentence_of(error)
    match = None
    with contextlib.suppress(sqlite3.Error, Refused):
        match = await interaction.client.table.find(interaction)
    voice = private_voice(interaction, match)
    with contextlib.suppress(discord.HTTPException):
        await reply_privately(interaction, voice.line(line), interaction.client.why(line.message, voice, match))
    if line.message == "board-moved-on":
        interaction.client.table.boards.redraw_soon(interaction)


async def reply_privately(
    interaction: discord.Interaction[Any], text: str, view: discord.ui.View | None = None
) -> None:
    """Answer so that only the reader sees it, whether or not something was answered before."""
    text = shorten(text, CONTENT_MOST)
    options: dict[str, Any] = {"ephemeral": True} | ({"view": view} if view else {})
    if interaction.response.is_done():
        await interaction.followup.send(text, **options)
    else:
        await interaction.response.send_message(text, **options)
