"""Tables that players keep as CSV: card tables (name, civilisations, cost) and id maps (passcode, Konami id, name)."""

import csv
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.decks.text import NAME_MOST, bear, fold, numbered, split, unread
from bot.rules.format import Line, Refused
from bot.rules.party.terms import Civilisation

_COLOURS = tuple(civilisation for civilisation in Civilisation if civilisation is not Civilisation.COLOURLESS)
_CIVILISATIONS: dict[str, Civilisation | None] = {
    **{civilisation.value: civilisation for civilisation in _COLOURS},
    **dict(zip("光水闇火自", _COLOURS, strict=True)),
    **dict(zip("lwdfn", _COLOURS, strict=True)),
    "自然": Civilisation.NATURE,
    "dark": Civilisation.DARKNESS,
    **dict.fromkeys(("ゼロ", "無", "無色", "zero", "colorless", "colourless", "none", "z", "-"), None),
}
_COLUMNS = {
    "name": ("name", "名前", "カード名", "カード", "card", "cardname", "名称"),
    "civilisations": ("civilisations", "civilizations", "civilisation", "civilization", "civs", "civ", "文明", "色"),
    "cost": ("cost", "コスト", "マナコスト", "manacost", "mana"),
    "kind": ("type", "kind", "cardtype", "種類", "種別", "カードタイプ", "カード種類", "タイプ"),
    "unlimited": ("unlimited", "無制限", "枚数無制限", "anynumber"),
    "limit": ("limit", "制限", "制限枚数", "枚数", "上限", "copies", "count"),
    "passcode": ("passcode", "password", "パスワード", "ydk", "ydkid", "code", "id"),
    "konami": ("konamiid", "konami", "kid", "cid", "konamiカードid", "公式id", "dbid"),
}
_COLUMN_OF = {fold(word): column for column, words in _COLUMNS.items() for word in words}
_YES = frozenset(map(fold, ("1", "yes", "y", "true", "○", "〇", "◯", "はい", "有", "無制限", "unlimited", "x")))
_PAIR = re.compile(r"(\d{1,10})[\s,;:|=>]+(\d{1,10})(?:[\s,;|]+(.*))?")
_ORNAMENT = str.maketrans("", "", "_.\"'")


@dataclass(frozen=True, slots=True)
class Card:
    """A card as its owner's table tells it. What the table leaves out is None or empty.

    A twinpact's row may hold one half only, so `cost` keeps every number of its cell.
    """

    name: str
    civilisations: frozenset[Civilisation] | None = None
    cost: tuple[int, ...] = ()
    kind: str = ""
    unlimited: bool = False
    limit: int | None = None

    @property
    def twinpact(self) -> bool:
        """Whether the name joins two halves."""
        return "/" in fold(self.name)


@dataclass(frozen=True, slots=True)
class CardTable:
    """Cards by folded name."""

    cards: Mapping[str, Card]
    unread: tuple[Line, ...] = ()
    notes: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class IdMap:
    """Which passcodes are one card: equal values of `cards` mean the same card under other pictures or numbers."""

    cards: Mapping[int, str]
    names: Mapping[int, str]
    unread: tuple[Line, ...] = ()


def civilisations_of(text: str) -> frozenset[Civilisation] | None:
    """The civilisations that a cell or an option names, such as `光/水`, `火自然`, `light, water` or `ゼロ`.

    Empty for a colourless card; None for a blank, and for a word that is no civilisation.
    """
    plain = unicodedata.normalize("NFKC", text).casefold().replace("文明", "")
    found: set[Civilisation] = set()
    for word in filter(None, re.split(r"[\s/,、。・|+&;]+", plain)):
        parts = [word] if word in _CIVILISATIONS else word.replace("自然", "自")
        for part in parts:
            if part not in _CIVILISATIONS:
                return None
            if civilisation := _CIVILISATIONS[part]:
                found.add(civilisation)
    return frozenset(found) if plain.strip() else None


def columns_of(cells: Sequence[str]) -> dict[str, int]:
    """Which known columns a heading has, and where."""
    found: dict[str, int] = {}
    for index, cell in enumerate(cells):
        if column := _COLUMN_OF.get(fold(cell.translate(_ORNAMENT))):
            found.setdefault(column, index)
    return found


def read_card_table(text: str, source: str) -> CardTable:
    """A card table with a heading line, or of name, civilisations, cost in this order.

    Raises Refused, with the line, for a table without names or one that is no CSV.
    """
    cards: dict[str, Card] = {}
    problems: list[Line] = []
    changed: list[int] = []
    columns: dict[str, int] = {}
    for number, cells in _rows(text, source):
        if not columns:
            columns = columns_of(cells)
            if "name" in columns:
                continue
            if len(cells) < 2 or civilisations_of(cells[1]) is None:
                raise Refused("table-no-name", source=source, line=number)
            columns = {"name": 0, "civilisations": 1, "cost": 2, "kind": 3, "unlimited": 4}
        card = _card({column: cells[at].strip() for column, at in columns.items() if at < len(cells)})
        if not card:
            problems.append(unread(source, number, ",".join(cells)))
            continue
        key = fold(card.name)
        if (known := cards.get(key)) and (known.civilisations, known.cost) != (card.civilisations, card.cost):
            changed.append(number)
        cards[key] = card
    if not columns:
        raise Refused("deck-empty", source=source)
    notes = (Line("table-last-counts", {"source": source, "lines": tuple(changed)}),) if changed else ()
    return CardTable(cards, bear(problems, source), notes)


def read_id_map(text: str, source: str) -> IdMap:
    """An id map: lines of passcode and Konami id (as `YdkIds.txt` has them), or a CSV with a heading line.

    In a CSV a name may stand instead of the Konami id. Raises Refused, with the line, for anything else.
    """
    lines = [(number, line) for number, line in numbered(text, source) if not line.startswith(("#", "//"))]
    if not lines:
        raise Refused("deck-empty", source=source)
    cards: dict[int, str] = {}
    names: dict[int, str] = {}
    problems: list[Line] = []
    columns = columns_of(lines[0][1].split(_delimiter(lines[0][1])))
    headed = "passcode" in columns and len(columns) > 1
    for number, passcode, konami, name in _headed(text, source) if headed else _plain(lines):
        if not passcode.isdecimal() or not (konami.isdecimal() or (headed and name and not konami)):
            problems.append(unread(source, number, passcode))
            continue
        cards[int(passcode)] = str(int(konami)) if konami else f"name {fold(name)}"
        if name:
            names[int(passcode)] = name[:NAME_MOST]
    if not cards:
        raise Refused("map-no-pairs", source=source, line=lines[0][0])
    return IdMap(cards, names, bear(problems, source))


def _plain(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str, str, str]]:
    for number, line in lines:
        pair = _PAIR.fullmatch(line)
        yield (number, pair[1], pair[2], (pair[3] or "").strip()) if pair else (number, line, "", "")


def _headed(text: str, source: str) -> Iterator[tuple[int, str, str, str]]:
    columns: dict[str, int] = {}
    for number, cells in _rows(text, source):
        if not columns:
            columns = columns_of(cells)
            continue
        passcode, konami, name = (
            cells[at].strip() if (at := columns.get(column, len(cells))) < len(cells) else ""
            for column in ("passcode", "konami", "name")
        )
        yield number, passcode, konami, name


def _delimiter(line: str) -> str:
    return max(",\t;", key=line.count)


def _rows(text: str, source: str) -> Iterator[tuple[int, list[str]]]:
    lines = split(text, source)
    heading = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    reader = csv.reader(lines, delimiter=_delimiter(heading), strict=True, skipinitialspace=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and not cells[0].startswith("#"):
                yield reader.line_num, cells
    except csv.Error:
        raise Refused("table-not-csv", source=source, line=reader.line_num) from None


def _card(cells: Mapping[str, str]) -> Card | None:
    name = cells.get("name", "")
    told = cells.get("civilisations", "")
    civilisations = civilisations_of(told)
    cost = tuple(int(number) for number in re.findall(r"\d{1,4}", cells.get("cost", "")))
    limit = cells.get("limit", "")
    if not name or len(name) > NAME_MOST or (told and civilisations is None) or (limit and not limit.isdecimal()):
        return None
    unlimited = fold(cells.get("unlimited", "")) in _YES
    return Card(name, civilisations, cost, cells.get("kind", ""), unlimited, int(limit) if limit else None)
