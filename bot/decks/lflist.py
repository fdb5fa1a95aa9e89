"""Forbidden & Limited Lists in the clients' own lflist.conf form: one of the file's lists, chosen by name."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from bot.decks.text import NAME_MOST, bear, numbered, unread
from bot.rules.format import Line, Refused

COPIES_MOST = 3
NAMES_TOLD = 25
NAME_TOLD_MOST = 40
NEAR_AMONG = 500

_ENTRY = re.compile(r"(\d{1,10})\s+(-?\d{1,6})(?:(?:\s|--).*)?")
_NAME = re.compile(r"\s*--?\s*([^\t]*)")
_DATE = re.compile(r"(\d{4})[./-]0?(\d{1,2})(?:[./-]0?(\d{1,2}))?")


@dataclass(frozen=True, slots=True)
class LimitList:
    """One list: how many copies of a passcode may be played, 0 to 3. A whitelist forbids what it does not name."""

    name: str
    limits: Mapping[int, int]
    whitelist: bool = False
    names: Mapping[int, str] = field(default_factory=dict[int, str])
    unread: tuple[Line, ...] = ()
    notes: tuple[Line, ...] = ()


def list_names(text: str, source: str) -> tuple[str, ...]:
    """The names of a file's lists, in its order. Raises Refused for a file without one."""
    return tuple(name for _, name in _headings(numbered(text, source), source))


def read_limit_list(text: str, source: str, wanted: str = "") -> LimitList:
    """One list of a file: the one named by `wanted` (whole or in part, in any case), else the newest of the OCG.

    Raises Refused for a file without lists, a name that fits none or several, and a list that counts points.
    """
    lines = numbered(text, source)
    headings = _headings(lines, source)
    names = [name for _, name in headings]
    chosen = choose_list(names, wanted, source)
    start = headings[chosen][0] + 1
    end = headings[chosen + 1][0] if chosen + 1 < len(headings) else len(lines)
    notes: list[Line] = []
    if sum(_key(name) == _key(names[chosen]) for name in names) > 1:
        notes.append(Line("list-named-twice", {"name": names[chosen], "line": lines[start - 1][0]}))
    return _read(names[chosen], lines[start:end], source, notes)


def _headings(lines: Sequence[tuple[int, str]], source: str) -> list[tuple[int, str]]:
    headings = [(at, line[1:].strip()[:NAME_MOST]) for at, (_, line) in enumerate(lines) if line.startswith("!")]
    if not headings:
        raise Refused("list-none", source=source)
    return headings


def _read(name: str, lines: Sequence[tuple[int, str]], source: str, notes: list[Line]) -> LimitList:
    limits: dict[int, int] = {}
    named: dict[int, str] = {}
    whitelist = False
    problems: list[Line] = []
    odd: list[int] = []
    changed: list[int] = []
    for number, line in lines:
        if line.startswith("#"):
            continue
        if line.startswith("$"):
            if line.lower() != "$whitelist":
                raise Refused("list-directive-unknown", source=source, line=number, directive=line[:60], name=name)
            whitelist = True
            continue
        read = _ENTRY.fullmatch(line)
        if not read:
            problems.append(unread(source, number, line))
            continue
        passcode, count = int(read[1]), int(read[2])
        if not 0 <= count <= COPIES_MOST:
            odd.append(number)
        limit = max(0, min(COPIES_MOST, count))
        if limits.get(passcode, limit) != limit:
            changed.append(number)
        limits[passcode] = limit
        if (comment := _NAME.match(line, read.end(2))) and (words := comment[1].strip()):
            named[passcode] = words[:NAME_MOST]
    notes += [
        Line(message, {"source": source, "lines": tuple(told)})
        for message, told in (("list-count-odd", odd), ("list-last-counts", changed))
        if told
    ]
    return LimitList(name, limits, whitelist, named, bear(problems, source), tuple(notes))


def _key(name: str) -> str:
    plain = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return _DATE.sub(lambda date: ".".join(part for part in date.groups() if part), plain)


def _date(key: str) -> tuple[int, ...]:
    date = _DATE.search(key)
    return tuple(int(part or 0) for part in date.groups()) if date else ()


def newest_first(names: Iterable[str]) -> tuple[str, ...]:
    """The names by the dates in them, each once."""
    return tuple(dict.fromkeys(sorted(names, key=lambda name: _date(_key(name)), reverse=True)))


def choose_list(names: Sequence[str], wanted: str, source: str) -> int:
    """Which of a file's lists is meant by `wanted`; for no wish, the newest of the OCG.

    Raises Refused for a name that fits none or several.
    """
    keys = [_key(name) for name in names]
    want = _key(wanted)
    every = range(len(keys))
    if want:
        found = [at for at in every if keys[at] == want]
        if found:
            return found[-1]
        found = [at for at in every if all(word in keys[at] for word in want.split())]
    else:
        # Classic YGOPro names its OCG lists by their date alone.
        found = [at for at in every if _date(keys[at]) and _DATE.sub("", keys[at]).strip() in {"", "ocg"}]
        if not found and len(keys) == 1:
            found = [0]
    newest = max((_date(keys[at]) for at in found), default=())
    found = [at for at in found if _date(keys[at]) == newest]
    if want and len(found) > 1:
        shortest = min(len(keys[at]) for at in found)
        found = [at for at in found if len(keys[at]) == shortest]
    near = [names[keys.index(key)] for key in get_close_matches(want, keys[:NEAR_AMONG], 5)] if not found else []
    told = tuple(name[:NAME_TOLD_MOST] for name in dict.fromkeys([*near, *newest_first(names)]))[:NAMES_TOLD]
    if want and not found:
        raise Refused("list-unknown", source=source, wanted=wanted[:60], names=told)
    if not found or (want and len({keys[at] for at in found}) > 1):
        raise Refused("list-which", source=source, names=told)
    return max(found, key=lambda at: ("ocg" in keys[at], at))
