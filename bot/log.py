"""The log of a match in words: what each entry did, with a run of quick taps told as one line."""

from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import timedelta
from typing import NamedTuple

from bot.language import Voice, harmless
from bot.rules.format import Event
from bot.rules.match import Entry, Match, standing

QUICK = timedelta(seconds=10)
_SUMMED = ("amount", "count", "points")


class Run(NamedTuple):
    """One line of the log: an entry, or several taps of one person on one button told as one."""

    first: Entry
    last: Entry
    events: tuple[Event, ...]
    taps: int
    stands: bool


def voice_of(language: str, match: Match) -> Voice:
    """A voice that knows who sits at the table."""
    return Voice(language, {seat: person.name for seat, person in match.sitters.items()})


def tell_entry(voice: Voice, match: Match, entry: Entry, most: int | None = None) -> list[str]:
    """What an entry did, a sentence an event; an undo or redo tells what it took back or brought back."""
    if entry.undoes is None:
        return [voice.tell(event) for event in entry.events[:most]]
    struck = match.entry(entry.undoes)
    told = struck if struck.undoes is None else match.entry(struck.undoes)
    head = voice.say("entry-undone" if told is struck else "entry-redone", seq=told.seq)
    return [head, *(voice.tell(event) for event in told.events[:most])]


def runs(match: Match) -> Iterator[Run]:
    """The log as lines, oldest first."""
    counts = {entry.seq for entry in standing(match.log)}
    run: Run | None = None
    for entry in match.log:
        stands = entry.undoes is not None or entry.seq in counts
        longer = _joined(run, entry, stands) if run else None
        if run and not longer:
            yield run
        run = longer or Run(entry, entry, entry.events, 1, stands)
    if run:
        yield run


def tell_run(voice: Voice, match: Match, run: Run, most: int | None = None) -> str:
    """One line of the log: number, what happened, who did it and when; struck through where it was undone.

    `most` keeps to the first so many events.
    """
    entry = run.first
    told = " ".join(tell_entry(voice, match, entry if entry.undoes else replace(entry, events=run.events), most))
    numbers = f"{entry.seq}" if run.taps == 1 else f"{entry.seq}–{run.last.seq}"
    text = told if run.stands else f"~~{told}~~"
    return f"`{numbers}` {text} — {harmless(run.last.by.name)} <t:{int(run.last.at.timestamp())}:R>"


def _joined(run: Run, entry: Entry, stands: bool) -> Run | None:
    """The run with one more tap, where it is the same person's on the same button, soon after."""
    if entry.undoes is not None or run.first.undoes is not None or run.stands is not stands:
        return None
    if entry.by != run.last.by or entry.at - run.last.at > QUICK or len(entry.events) != 1 or len(run.events) != 1:
        return None
    before, after = run.events[0], entry.events[0]
    names = {field.name for field in fields(after)}
    summed = next((name for name in _SUMMED if name in names), None)
    if type(before) is not type(after) or summed is None:
        return None
    steady = [name for name in names if not isinstance(getattr(after, name), int)]
    if any(getattr(before, name) != getattr(after, name) for name in steady):
        return None
    total = getattr(before, summed) + getattr(after, summed)
    return Run(run.first, entry, (replace(after, **{summed: total}),), run.taps + 1, stands)
