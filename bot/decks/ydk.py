"""Yu-Gi-Oh! decks as passcodes: .ydk files, ydke:// links, and the "3 14558127" lines that people type."""

import base64
import re
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from bot.decks.text import NAME_MOST, bear, numbered, unread
from bot.rules.format import Line, Refused

LINES_MOST = 2_000
CARDS_MOST = 600
PASSCODE_MOST = 2**32 - 1

_TIMES = "[xX×✕✖*＊ｘＸ]"
_ENTRY = re.compile(rf"(?:(\d{{1,2}})(?:\s*{_TIMES}\s*|\s+))?(\d{{4,10}})(?!\d)(?:\s*{_TIMES}\s*(\d{{1,2}})\b)?(.*)")
_LINK = re.compile(r"ydke://([A-Za-z0-9+/=\s]*)!([A-Za-z0-9+/=\s]*)!([A-Za-z0-9+/=\s]*)(!?)", re.IGNORECASE)
_SCHEME = "ydke://"


class DeckPart(StrEnum):
    """A part of a Yu-Gi-Oh! deck."""

    MAIN = "main"
    EXTRA = "extra"
    SIDE = "side"


@dataclass(frozen=True, slots=True)
class Deck:
    """One player's deck; a copy is a repeated passcode. `source` is whose it is, or the file that it came from."""

    source: str
    main: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    side: tuple[int, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict[int, str])
    unread: tuple[Line, ...] = ()
    notes: tuple[Line, ...] = ()

    @property
    def copies(self) -> Counter[int]:
        """How often each passcode stands in the deck, the side deck with it."""
        return Counter(self.main + self.extra + self.side)


def read_deck(text: str, source: str) -> Deck:
    """A deck from a .ydk file or a ydke:// link. Raises Refused, with the line where there is one, if it holds none."""
    low = text.lower()
    if _SCHEME in low and "#main" not in low:
        return _from_link(text, source)
    return _from_lines(text, source)


def _from_lines(text: str, source: str) -> Deck:
    lines = numbered(text, source, LINES_MOST)
    cards: dict[DeckPart, list[int]] = {section: [] for section in DeckPart}
    names: dict[int, str] = {}
    problems: list[Line] = []
    doubtful: list[int] = []
    section, marked = DeckPart.MAIN, False
    for number, line in lines:
        if turned := _turn(line, number, source):
            section, marked = turned, True
        if line.startswith(("#", "!")):
            continue
        read = _ENTRY.fullmatch(line)
        passcode = int(read[2]) if read else 0
        if not read or not 0 < passcode <= PASSCODE_MOST:
            problems.append(unread(source, number, line))
            continue
        cards[section] += [passcode] * int(read[1] or read[3] or 1)
        if sum(map(len, cards.values())) > CARDS_MOST:
            raise Refused("deck-too-many-cards", source=source, line=number, most=CARDS_MOST)
        rest = read[4].strip(" \t-–—#/:,")
        if any(map(str.isalpha, rest)):
            names.setdefault(passcode, rest[:NAME_MOST])
        elif rest:
            doubtful.append(number)
    if not marked and not any(cards.values()):
        if problems:
            raise Refused("deck-no-cards", source=source, line=problems[0].facts["line"])
        raise Refused("deck-empty", source=source)
    return Deck(
        source,
        main=tuple(cards[DeckPart.MAIN]),
        extra=tuple(cards[DeckPart.EXTRA]),
        side=tuple(cards[DeckPart.SIDE]),
        names=_titles(lines) | names,
        unread=bear(problems, source),
        notes=(Line("deck-number-behind", {"source": source, "lines": tuple(doubtful)}),) if doubtful else (),
    )


def _turn(line: str, number: int, source: str) -> DeckPart | None:
    """The section that a line opens. As in the clients, every line that begins with `!` opens the side deck."""
    if line.lower() in {"#main", "#extra"}:
        return DeckPart(line[1:].lower())
    if not line.startswith("!"):
        return None
    if any(map(str.isdigit, line)):
        raise Refused("deck-is-limit-list", source=source, line=number)
    return DeckPart.SIDE


def _titles(lines: Sequence[tuple[int, str]]) -> dict[int, str]:
    """The names that EDOPro can write above the passcodes.

    Only a file that does so throughout is believed: a stray "# hand traps" names no card.
    """
    titles: dict[int, str] = {}
    above = previous = ""
    for _, line in lines:
        if line.startswith(("#", "!")):
            above = "" if line.lower() in {"#main", "#extra"} else line.strip("#! ")[:NAME_MOST]
            previous = ""
        elif above and (read := _ENTRY.fullmatch(line)):
            titles[int(read[2])] = above
            above, previous = "", line
        elif line != previous:
            return {}
    return titles


def _from_link(text: str, source: str) -> Deck:
    if (links := text.lower().count(_SCHEME)) > 1:
        raise Refused("deck-many-links", source=source, count=links)
    link = _LINK.search(text)
    if not link:
        raise Refused("deck-link-broken", source=source)
    cards = {section: _passcodes(link[index], section, source) for index, section in enumerate(DeckPart, 1)}
    if sum(map(len, cards.values())) > CARDS_MOST:
        raise Refused("deck-too-many-cards", source=source, line=1, most=CARDS_MOST)
    problems = [unread(source, 1, "0") for part in cards.values() for passcode in part if not passcode]
    main, extra, side = (tuple(passcode for passcode in part if passcode) for part in cards.values())
    if not link[4]:
        problems.append(Line("deck-link-open", {"source": source}))
    beside = (text[: link.start()] + text[link.end() :]).strip(" \t\r\n<>`\"'|")
    return Deck(
        source,
        main=main,
        extra=extra,
        side=side,
        unread=tuple(problems),
        notes=(Line("deck-link-beside", {"source": source, "text": beside[:60]}),) if beside else (),
    )


def _passcodes(part: str, section: DeckPart, source: str) -> tuple[int, ...]:
    try:
        data = base64.b64decode("".join(part.split()), validate=True)
        return struct.unpack(f"<{len(data) // 4}I", data)
    except (ValueError, struct.error):
        raise Refused("deck-link-cut", source=source, part=section) from None
