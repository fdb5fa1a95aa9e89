"""The log of a match in words: what each entry did, with a run of quick taps told as one line."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from bot.language import CONTENT_MOST, Voice, facts_of, harmless, shorten
from bot.rules.format import Event
from bot.rules.match import Entry, Match, newest_first

QUICK = timedelta(seconds=10)
LINES_MOST = 20
LINE_ROOM = 180
LINES_ROOM = 1900
_SUMMED = ("amount", "count", "points")


class Run(NamedTuple):
    """One line of the log: an entry, or several taps of one person on one button told as one."""

    first: Entry
    last: Entry
    events: tuple[Event, ...]
    taps: int
    stands: bool


def tell_entry(voice: Voice, match: Match, entry: Entry, most: int | None = None) -> list[str]:
    """What an entry did, a sentence an event; an undo or redo tells what it took back or brought back."""
    if entry.undoes is None:
        return [voice.tell(event) for event in entry.events[:most]]
    struck = match.entry(entry.undoes)
    told = struck if struck.undoes is None else match.entry(struck.undoes)
    head = voice.say("entry-undone" if told is struck else "entry-redone", seq=told.seq)
    return [head, *(voice.tell(event) for event in told.events[:most])]


def runs(match: Match) -> Iterator[Run]:
    """The log as lines, newest first; the board takes only the first of them, however long the log."""
    taps: list[Entry] = []
    stood, button = True, None
    for entry, counts in newest_first(match.log):
        stands, pressed = entry.undoes is not None or counts, _button(entry)
        quick = taps and taps[-1].at - entry.at <= QUICK
        if taps and not (quick and stands is stood and pressed is not None and pressed == button):
            yield _run(taps, stood)
            taps = []
        taps.append(entry)
        stood, button = stands, pressed
    if taps:
        yield _run(taps, stood)


def tell_log(voice: Voice, match: Match) -> str:
    """The end of the log, oldest line first, as much of it as a message holds; above it how many lines are older."""
    lines = [*runs(match)]
    told = [tell_run(voice, match, run, room=LINE_ROOM) for run in lines[:LINES_MOST]]
    while len("\n".join(told)) > LINES_ROOM:
        told.pop()
    older = len(lines) - len(told)
    head = [voice.say("log-older", count=older)] if older else []
    return "\n".join([*head, *told[::-1]])


def tell_run(voice: Voice, match: Match, run: Run, *, most: int | None = None, room: int = CONTENT_MOST) -> str:
    """One line of the log: number, what happened, who did it and when; struck through where it was undone.

    `most` keeps to the first so many events; what happened is cut to `room` characters.
    """
    entry = run.first
    told = " ".join(tell_entry(voice, match, entry if entry.undoes else replace(entry, events=run.events), most))
    told = shorten(told.replace("\n", " "), room)
    numbers = f"{entry.seq}" if run.taps == 1 else f"{entry.seq}–{run.last.seq}"
    text = told if run.stands else f"~~{told}~~"
    return f"`{numbers}` {text} — {harmless(run.last.by.name)} <t:{int(run.last.at.timestamp())}:R>"


def _run(taps: list[Entry], stands: bool) -> Run:
    """Taps, newest first, as one line: what the last one left, with the sum of them all."""
    last = taps[0]
    events = last.events
    if len(taps) > 1:
        summed = next(name for name in _SUMMED if hasattr(events[0], name))
        events = (replace(events[0], **{summed: sum(getattr(tap.events[0], summed) for tap in taps)}),)
    return Run(taps[-1], last, events, len(taps), stands)


def _button(entry: Entry) -> tuple[object, ...] | None:
    """What taps on one button have in common: who, the kind of event, how many, and the facts that are no numbers."""
    if len(entry.events) != 1 or not any(hasattr(entry.events[0], name) for name in _SUMMED):
        return None
    event = entry.events[0]
    facts = facts_of(event).items()
    return (entry.by, type(event), *(fact for name, fact in facts if name in _SUMMED or not isinstance(fact, int)))
