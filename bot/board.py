"""A match as one message of Components V2; the only file that lays out boards."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.buttons import MoveButton, MoveChoice
from bot.language import Voice, shorten
from bot.log import runs, tell_run
from bot.rules.format import Block, Button, Choice, Line, Weight
from bot.rules.match import Match

TEXT_MOST = 4000
LINE_MOST = 320
AFTER = (
    Button(Line("button-undo"), "undo"),
    Button(Line("button-end"), "end", weight=Weight.GRAVE, confirm=Line("confirm-end")),
)
_LIVE = discord.Colour(0x3B6EA5)
_OVER = discord.Colour(0xB08D2E)


def lay_out(match: Match, voice: Voice, *, closed: bool = False) -> discord.ui.LayoutView:
    """The board: heading, what lies on the table with its buttons, and what happened last; `closed` has no buttons.

    Text carries everything. Where the longest names in two languages would pass Discord's limit, the last lines give.
    """
    board = match.format.board(match.state)
    room = _Room(TEXT_MOST - 40)
    parts: list[discord.ui.Item[Any]] = [room.text("### " + _line(voice, board.heading))]
    for block in board.blocks:
        parts.append(discord.ui.Separator(spacing=discord.SeparatorSpacing.small))
        parts.extend(_block(block, voice, match, room, closed=closed))
    if match.over or closed:
        parts.append(room.text(_length(match, voice, closed=closed)))
    if match.over and not closed:
        parts.append(_row([MoveButton.of(each, voice, match.id, match.version) for each in AFTER]))
    last = next((run for run in runs(match) if run.first.seq > 1), None)
    if last:
        parts.append(discord.ui.Separator(spacing=discord.SeparatorSpacing.small))
        parts.append(room.text("-# " + shorten(tell_run(voice, match, last, most=1).replace("\n", " "), LINE_MOST)))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*parts, accent_colour=_OVER if match.over else _LIVE))
    return view


def pointer(voice: Voice, message: str, **facts: object) -> discord.ui.LayoutView:
    """What an old board becomes: one sentence that says where to look now."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(voice.say(message, **facts)))
    return view


def _length(match: Match, voice: Voice, *, closed: bool) -> str:
    minutes = int((match.log[-1].at - match.log[0].at).total_seconds() // 60)
    return voice.say("board-ended" if closed else "board-over", minutes=minutes, entries=len(match.log))


def _block(block: Block, voice: Voice, match: Match, room: "_Room", *, closed: bool) -> list[discord.ui.Item[Any]]:
    parts: list[discord.ui.Item[Any]] = []
    if block.lines:
        parts.append(room.text("\n".join(_line(voice, line) for line in block.lines)))
    for row in () if closed else block.rows:
        if isinstance(row, Choice):
            parts.append(_row([MoveChoice.of(row, voice, match.id, match.version)]))
        else:
            parts.append(_row([MoveButton.of(each, voice, match.id, match.version) for each in row]))
    return parts


def _row(controls: Sequence[discord.ui.Item[Any]]) -> discord.ui.ActionRow[Any]:
    return discord.ui.ActionRow(*controls)


def _line(voice: Voice, line: Line) -> str:
    return shorten(voice.line(line), LINE_MOST * (2 if voice.language == "both" else 1))


class _Room:
    """How many characters of a message are left."""

    def __init__(self, left: int) -> None:
        self._left = left

    def text(self, text: str) -> discord.ui.TextDisplay[Any]:
        cut = shorten(text, max(1, self._left))
        self._left -= len(cut)
        return discord.ui.TextDisplay(cut)
