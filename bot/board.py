"""A match as one message of Components V2; the only file that lays out boards."""

from typing import Any

import discord

from bot.buttons import MoveButton, MoveChoice
from bot.language import Voice, shorten
from bot.log import runs, tell_run
from bot.rules.format import Block, Board, Button, Choice, Line, Weight
from bot.rules.match import Match

TEXT_MOST = 4000
LINES_MOST = (320, 200, 128, 96, 64, 40)
AFTER = (
    Button(Line("button-undo"), "undo"),
    Button(Line("button-end"), "end", weight=Weight.GRAVE, confirm=Line("confirm-end")),
)
_LIVE = discord.Colour(0x3B6EA5)
_OVER = discord.Colour(0xB08D2E)


def lay_out(match: Match, voice: Voice, *, closed: bool = False) -> discord.ui.LayoutView:
    """The board: heading, what lies on the table with its buttons, and what happened last; `closed` has no buttons.

    Text carries everything. Where the longest names in two languages would pass Discord's limit, every line is cut
    alike: what matters stands first in each line, so none goes missing.
    """
    board = match.format.board(match.state)
    last = next((run for run in runs(match) if run.first.seq > 1), None)
    parts: list[discord.ui.Item[Any]] = []
    for most in LINES_MOST:
        parts = _parts(match, board, voice, most, closed=closed)
        if last:
            # A press posts nothing: what it brought about is told here, all of it.
            told = tell_run(voice, match, last, most=1 if last.first.undoes else None, room=2 * most)
            parts.append(discord.ui.Separator(spacing=discord.SeparatorSpacing.small))
            parts.append(discord.ui.TextDisplay("-# " + told))
        if sum(len(part.content) for part in parts if isinstance(part, discord.ui.TextDisplay)) <= TEXT_MOST:
            break
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*parts, accent_colour=_OVER if match.over else _LIVE))
    return view


def _parts(match: Match, board: Board, voice: Voice, most: int, *, closed: bool) -> list[discord.ui.Item[Any]]:
    parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay("### " + _line(voice, board.heading, most))]
    for block in board.blocks:
        parts.append(discord.ui.Separator(spacing=discord.SeparatorSpacing.small))
        parts.extend(_block(block, voice, match, most, closed=closed))
    if match.over or closed:
        parts.append(discord.ui.TextDisplay(_length(match, voice, closed=closed)))
    if match.over and not closed:
        parts.append(_row(*(MoveButton.of(each, voice, match) for each in AFTER)))
    return parts


def pointer(voice: Voice, link: str) -> discord.ui.LayoutView:
    """What an old board becomes: one sentence that says where to look now."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(voice.say("board-is-below", link=link)))
    return view


def _length(match: Match, voice: Voice, *, closed: bool) -> str:
    minutes = max(0, int((match.log[-1].at - match.log[0].at).total_seconds() // 60))
    return voice.say("board-ended" if closed else "board-over", minutes=minutes, entries=len(match.log))


def _block(block: Block, voice: Voice, match: Match, most: int, *, closed: bool) -> list[discord.ui.Item[Any]]:
    parts: list[discord.ui.Item[Any]] = []
    if block.lines:
        parts.append(discord.ui.TextDisplay("\n".join(_line(voice, line, most) for line in block.lines)))
    for row in () if closed else block.rows:
        if isinstance(row, Choice):
            parts.append(_row(MoveChoice.of(row, voice, match)))
        else:
            parts.append(_row(*(MoveButton.of(each, voice, match) for each in row)))
    return parts


def _row(*controls: discord.ui.Item[Any]) -> discord.ui.ActionRow[Any]:
    return discord.ui.ActionRow(*controls)


def _line(voice: Voice, line: Line, most: int) -> str:
    told = voice.line(line).split("\n")
    both_in_one = voice.language == "both" and len(told) == 1
    return "\n".join(shorten(each, most * 2 if both_in_one else most) for each in told)
