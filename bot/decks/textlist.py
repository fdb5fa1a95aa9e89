"""Lists of card names in the forms that players paste: decks, and the restricted cards of a format."""

import re
import unicodedata
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.decks.table import columns_of, read_card_table
from bot.decks.text import NAME_MOST, bear, fold, numbered, unread
from bot.rules.format import Line, Refused

LINES_MOST = 2_000
CARDS_MOST = 600
LENGTH_MOST = 2 * NAME_MOST
HEADING_MOST = 40


class DeckZone(StrEnum):
    """Where a list puts its cards."""

    MAIN = "main"
    PARTNER = "partner"
    SIDE = "side"
    HYPERSPATIAL = "hyperspatial"
    GR = "gr"
    START = "start"


class Entry(NamedTuple):
    """A line of a list: so many copies of a name, as it was written."""

    name: str
    copies: int
    line: int
    zone: DeckZone = DeckZone.MAIN

    @property
    def key(self) -> str:
        """The name as it is compared."""
        return fold(self.name)


@dataclass(frozen=True, slots=True)
class CardList:
    """One player's deck by names. `source` is whose it is, or the file that it came from."""

    source: str
    cards: tuple[Entry, ...]
    unread: tuple[Line, ...] = ()
    notes: tuple[Line, ...] = ()

    def within(self, *zones: DeckZone) -> tuple[Entry, ...]:
        """The entries of some zones."""
        return tuple(entry for entry in self.cards if entry.zone in zones)


@dataclass(frozen=True, slots=True)
class Restrictions:
    """Cards with a limit of their own, by folded name; 0 forbids. `names` keeps how they are written."""

    limits: Mapping[str, int]
    names: Mapping[str, str]
    unread: tuple[Line, ...] = ()
    notes: tuple[Line, ...] = ()


class _Read(NamedTuple):
    """What a line seems to say: `copies` is None where no count is written, `sure` is False where signs may be name."""

    name: str
    copies: int | None = None
    sure: bool = True


class _Row(NamedTuple):
    """A card that was read, the folded heading over it, and whether it is marked as the partner."""

    read: _Read
    line: int
    heading: str
    marked: bool


@dataclass(slots=True)
class _Listing:
    """What a text holds, line by line."""

    rows: list[_Row]
    problems: list[Line]
    doubts: list[Line]


_TIMES = "[xX×✕✖*＊ｘＸ]"
_PARTNER = "(?:パートナー|partner|統率者|commander|リーダー|leader)"
_PARTNER_LINE = re.compile(rf"{_PARTNER}(?:カード|クリーチャー)?\s*[:：=＝]\s*(.+)", re.IGNORECASE)
_PARTNER_MARK = re.compile(rf"\s*[(（\[［【]\s*{_PARTNER}\s*[)）\]］】]", re.IGNORECASE)
_SET_CODE = re.compile(r"\s*[(（\[](?=[^)）\]]{0,25}\d)[A-Za-z0-9][A-Za-z0-9 /:#-]{1,24}[)）\]]$")
_COMMENT_BEHIND = re.compile(r"\s+(?:#(?!\d)|//).*$")
_SPACES = re.compile(r"\s{2,}")
_RULE = re.compile(r"([-=_*~―─ー＝])\1{2,}")
_BULLET = re.compile(r"(?:[・•‣◦]\s*|[-*+]\s+|(?:\d{1,2}[.)．）]|\(\d{1,2}\)|[①-⑳])\s+)")
_TOTAL = re.compile(
    r"(?:(?:合計|総計|計|total|deck|デッキ)[\s:：]*)?\d{1,3}\s*(?:枚|cards?)|(?:合計|計|total)[\s:：]*\d{1,3}",
    re.IGNORECASE,
)
_HEADING_COUNT = re.compile(r"[\s:(（\[]*\d{1,3}\s*(?:枚|cards?)?[)）\]]*$", re.IGNORECASE)
_ORNAMENT = " \t■□◆◇●○◎▼▽▶★☆【】[]<>《》≪≫()=:#/*-―─_"
_AHEAD = (
    re.compile(rf"(\d{{1,2}})\s*(?:{_TIMES}|枚|copies|copy)?\s+(\S.*)"),
    re.compile(r"(\d{1,2})\s*[×✕✖]\s*(?!\d)(\S.*)"),
    re.compile(r"(\d{1,2})枚\s*(\S.*)"),
    re.compile(rf"{_TIMES}\s*(\d{{1,2}})\s+(\S.*)"),
    re.compile(r"(\d{1,2})\s*[,，|]\s*(?!\d)(\S.*)"),
)
_BEHIND = (
    re.compile(rf"(.*\S)\s+{_TIMES}\s*(\d{{1,2}})\s*枚?"),
    re.compile(r"(.*\S)\s+(\d{1,2})\s*(?:枚|copies|copy)"),
    re.compile(r"(.*[^\s\d])\s*[,，|]\s*(\d{1,2})"),
    re.compile(rf"(.*[》≫])\s*{_TIMES}?\s*(\d{{1,2}})\s*枚?"),
)
_PERHAPS_BEHIND = (
    re.compile(r"(.*[^\s\d])[×✕✖]\s*(\d{1,2})\s*枚?"),
    re.compile(r"(.*[^\s\d])(\d{1,2})枚"),
    re.compile(r"(.*\S)\s*[(（]\s*[x×]?(\d{1,2})枚?\s*[)）]"),
)
_PERHAPS_NAME = re.compile(r"\d.*|.*\s\d{1,2}")
_TITLE = re.compile(r"《([^《》]+)》")
_TITLE_AHEAD = re.compile(rf"(\d{{1,2}})\s*(?:{_TIMES}|枚)?\s*《([^《》]+)》")
_TITLE_BEHIND = re.compile(rf"《([^《》]+)》(?:\s*{_TIMES}?\s*(\d{{1,2}})\s*枚?)?")


def _folded(words: str) -> tuple[str, ...]:
    return tuple(fold(word) for word in words.split(","))


_ZONE_OF = {
    **dict.fromkeys(_folded("メイン,メインデッキ,main,main deck,mainboard"), DeckZone.MAIN),
    **dict.fromkeys(_folded("パートナー,パートナーゾーン,統率者,リーダー,partner,commander,leader"), DeckZone.PARTNER),
    **dict.fromkeys(_folded("サイド,サイドデッキ,サイドボード,side,side deck,sideboard"), DeckZone.SIDE),
    **dict.fromkeys(_folded("超次元,超次元ゾーン,hyperspatial,hyperspatial zone,psychic"), DeckZone.HYPERSPATIAL),
    **dict.fromkeys(_folded("GR,超GR,GRゾーン,超GRゾーン,super GR,GR zone,super GR zone"), DeckZone.GR),
    **dict.fromkeys(_folded("ゲーム開始時,バトルゾーン,battle zone,start in battle zone"), DeckZone.START),
}
_LIMIT_OF: dict[str, int | None] = {
    **dict.fromkeys(_folded("禁止,禁止カード,使用禁止,使用禁止カード,プレミアム殿堂,プレミアム殿堂カード"), 0),
    **dict.fromkeys(_folded("forbidden,banned,premium hall of fame"), 0),
    **dict.fromkeys(_folded("制限,制限カード,殿堂,殿堂入り,殿堂カード,limited,restricted,hall of fame"), 1),
    **dict.fromkeys(_folded("準制限,準制限カード,semi-limited,semi-restricted"), 2),
    # Cards whose only bar is this print may be played (party.deck.not-for-tournaments-cards-allowed).
    **dict.fromkeys(
        _folded("公式大会では使えません,公式大会使用不可,not for tournaments,not for official tournaments"), None
    ),
}
# Kinds of cards say nothing about where they go.
_KINDS = frozenset(
    _folded(
        "クリーチャー,呪文,フィールド,ツインパクト,タマシード,クロスギア,城,カード,デッキ,デッキリスト,ユニット,ストラテジー,ベース"
    )
    + _folded("creature,creatures,spell,spells,field,fields,twinpact,twinpacts,card,cards,deck,decklist,deck list")
    + _folded("unit,units,strategy,strategies,base,bases")
)


def read_card_list(text: str, source: str, known: Container[str] = ()) -> CardList:
    """A deck list by names, in any mixture of the usual forms.

    `known` holds the folded names of a card table: a line that is such a name as it stands is that card, whatever
    digits and signs are in it. Raises Refused for a text without cards, or with more than belong in a deck.
    """
    listing = _listing(text, source, _ZONE_OF, known)
    entries: list[Entry] = []
    partner_line = 0
    total = 0
    for read, line, heading, marked in listing.rows:
        zone = DeckZone.PARTNER if marked else _ZONE_OF.get(heading, DeckZone.MAIN)
        if zone is DeckZone.PARTNER and not marked:
            # A heading 'Partner' speaks for one line: lists go on with the deck under it, without another heading.
            partner_line = partner_line or line
            zone = DeckZone.PARTNER if line == partner_line else DeckZone.MAIN
        copies = 1 if read.copies is None else read.copies
        if not read.sure:
            told = {"source": source, "line": line, "card": read.name, "copies": copies}
            listing.doubts.append(Line("deck-line-doubtful", told))
        if copies:
            entries.append(Entry(read.name, copies, line, zone))
        else:
            listing.doubts.append(Line("deck-line-zero", {"source": source, "line": line, "card": read.name}))
        total += copies
        if total > CARDS_MOST:
            raise Refused("deck-too-many-cards", source=source, line=line, most=CARDS_MOST)
    problems = bear(listing.problems, source)
    if not entries and problems:
        raise Refused("deck-no-cards", source=source, line=problems[0].facts["line"])
    if not entries:
        raise Refused("deck-empty", source=source)
    return CardList(source, tuple(entries), problems, tuple(listing.doubts))


def read_restrictions(text: str, source: str) -> Restrictions:
    """Restricted cards: a CSV with name and limit, or a list whose counts are the limits.

    A line without a count takes the limit of its heading (禁止 0, 制限 1, 準制限 2), else 1: the usual restriction.
    Raises Refused for a text without cards.
    """
    lines = numbered(text, source)
    if lines and {"name", "limit"} <= columns_of(re.split("[,\t;]", lines[0][1])).keys():
        table = read_card_table(text, source)
        cards = [(card.name, card.limit) for card in table.cards.values() if card.limit is not None]
        return _restrictions(cards, table.unread, table.notes, source)
    listing = _listing(text, source, _LIMIT_OF, ())
    cards: list[tuple[str, int]] = []
    for read, line, heading, _ in listing.rows:
        limit = _LIMIT_OF.get(heading, 1)
        if limit is None:
            continue
        limit = limit if read.copies is None else read.copies
        if not read.sure:
            told = {"source": source, "line": line, "card": read.name, "limit": limit}
            listing.doubts.append(Line("list-line-doubtful", told))
        cards.append((read.name, limit))
    return _restrictions(cards, listing.problems, listing.doubts, source)


def _restrictions(
    cards: Sequence[tuple[str, int]], problems: Sequence[Line], doubts: Sequence[Line], source: str
) -> Restrictions:
    unread_lines = bear(problems, source)
    if not cards:
        raise Refused("deck-empty", source=source)
    names = {fold(name): name for name, _ in cards}
    times = Counter(fold(name) for name, _ in cards)
    twice = tuple(name for key, name in names.items() if times[key] > 1)
    notes = [*doubts, Line("list-cards-twice", {"source": source, "cards": twice})] if twice else doubts
    return Restrictions({fold(name): limit for name, limit in cards}, names, unread_lines, tuple(notes))


def _listing(text: str, source: str, headings: Container[str], known: Container[str]) -> _Listing:
    listing = _Listing([], [], [])
    heading = ""
    for number, written in numbered(text, source, LINES_MOST):
        if len(written) > LENGTH_MOST:
            listing.problems.append(unread(source, number, written))
            continue
        line = _SPACES.sub(lambda run: "\t" if "\t" in run[0] else " ", written)
        if fold(line) not in known:
            if (words := _heading(line)) in headings:
                heading = words
                continue
            if words in _KINDS or _says_nothing(line):
                continue
            if _is_heading(line):
                listing.doubts.append(Line("deck-heading-skipped", _told(source, number, line)))
                continue
        reads, marked, rest = _cards(line, known)
        if not reads:
            listing.problems.append(unread(source, number, line))
            bear(listing.problems, source)
        elif rest:
            listing.doubts.append(Line("deck-text-skipped", _told(source, number, rest)))
        listing.rows += [_Row(read, number, heading, marked) for read in reads]
    return listing


def _told(source: str, line: int, text: str) -> dict[str, object]:
    return {"source": source, "line": line, "text": text[:60]}


def _heading(line: str) -> str:
    if len(line) > HEADING_MOST:
        return ""
    plain = unicodedata.normalize("NFKC", line).strip(_ORNAMENT)
    return fold(_HEADING_COUNT.sub("", plain).strip(_ORNAMENT))


def _says_nothing(line: str) -> bool:
    return line.startswith(("#", "//")) or bool(_RULE.fullmatch(line) or _TOTAL.fullmatch(line.strip(_ORNAMENT)))


def _is_heading(line: str) -> bool:
    return line.startswith(tuple("■□◆◇▼▽▶")) or line.endswith((":", "："))


def _cards(line: str, known: Container[str]) -> tuple[list[_Read], bool, str]:
    """The cards that a line names, whether it marks the partner, and what else stands in it."""
    if fold(line) in known:
        return [_Read(line)], False, ""
    partner = _PARTNER_LINE.fullmatch(line)
    line = _COMMENT_BEHIND.sub("", partner[1] if partner else line)
    line = _BULLET.sub("", line, count=1) if _BULLET.match(line) else line
    unmarked = _PARTNER_MARK.sub("", line).strip()
    marked = bool(partner) or unmarked != line.strip()
    reads, rest = _titles(unmarked) if _TITLE.search(unmarked) else ([_plain(unmarked, known)], "")
    return (reads if all(_is_name(read.name) for read in reads) else []), marked, rest


def _titles(line: str) -> tuple[list[_Read], str]:
    if line[0].isdigit():
        reads = [_Read(found[2].strip(), int(found[1])) for found in _TITLE_AHEAD.finditer(line)]
        rest = _TITLE_AHEAD.sub("", line)
        reads += [_Read(found[1].strip()) for found in _TITLE.finditer(rest)]
        rest = _TITLE.sub("", rest)
    else:
        reads = [_Read(found[1].strip(), int(found[2]) if found[2] else None) for found in _TITLE_BEHIND.finditer(line)]
        rest = _TITLE_BEHIND.sub("", line)
    return reads, _SET_CODE.sub("", rest.strip()).strip(" ,、，・/／　と")


def _plain(line: str, known: Container[str]) -> _Read:
    cells = [cell.strip() for cell in line.split("\t") if cell.strip()]
    if len(cells) > 1:
        for cell in cells:
            if count := re.fullmatch(rf"{_TIMES}?(\d{{1,2}}){_TIMES}?枚?", cell):
                return _Read(_bare(next(other for other in cells if other is not cell), known), int(count[1]))
    for form in _AHEAD:
        if found := form.fullmatch(line):
            return _Read(_bare(found[2], known), int(found[1]))
    for form in _BEHIND:
        if found := form.fullmatch(line):
            return _Read(_bare(found[1], known), int(found[2]))
    for form in _PERHAPS_BEHIND:
        if found := form.fullmatch(line):
            name = _bare(found[1], known)
            return _Read(name, int(found[2]), sure=fold(name) in known)
    name = _bare(line, known)
    return _Read(name, sure=fold(name) in known or not _PERHAPS_NAME.fullmatch(name))


def _bare(name: str, known: Container[str]) -> str:
    name = name.strip().strip("《》≪≫").strip()
    return name if fold(name) in known else _SET_CODE.sub("", name)


def _is_name(name: str) -> bool:
    return (
        0 < len(name) <= NAME_MOST
        and not name.isdecimal()
        and not name.lower().startswith(("http://", "https://", "ydke://"))
    )
