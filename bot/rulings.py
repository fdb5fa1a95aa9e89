"""The rulings: read from `data/`, every fault found at once, every worked example run on the engine."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from bot.example import Example, Step, Untrue, run
from bot.language import LANGUAGES
from bot.rules import FORMATS
from bot.rules.format import Format, Line

DATA = Path(__file__).parents[1] / "data"
ASKS_LEAST = 6
MUST_BE_RULED: Final = frozenset({"rule", "example", "construction", "definition"})
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
_KEYS: Final = frozenset(
    {"id", "passages", "source", "authority", "house_rule", "silent", "explains", "cards", "example", *LANGUAGES}
)


class Authority(StrEnum):
    """Who decides: the source document, the table where it is silent, or the general rules of the game."""

    SOURCE = "source"
    TABLE = "table"
    GENERAL = "general"


class Passage(NamedTuple):
    """A statement or worked example of a source, by its kind and the heading under which it stands."""

    id: str
    kind: str
    heading: str

    @property
    def format(self) -> str:
        """The format whose source it stands in."""
        return self.id.partition(".")[0]


class Words(NamedTuple):
    """A ruling in one language; `ask` is how players put the question."""

    question: str
    answer: str
    reason: str
    ask: tuple[str, ...]


class CardName(NamedTuple):
    """A card that a ruling speaks of, by its names and what people write for them."""

    ja: str
    en: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """The answer to one question, with what it rests on and the examples that prove it.

    A `silent` one tells only that the source says nothing about it; its passages are the nearest that there are.
    """

    id: str
    format: str
    passages: tuple[str, ...]
    source: str
    authority: Authority
    words: Mapping[str, Words]
    house_rule: str | None = None
    silent: bool = False
    explains: tuple[str, ...] = ()
    cards: tuple[CardName, ...] = ()
    examples: tuple[Example, ...] = ()
    traces: tuple[tuple[Step, ...], ...] = ()


class Fault(NamedTuple):
    """Something wrong in a file of rulings: where, under which key, and what."""

    file: str
    key: str
    what: Line


class RulingsBroken(Exception):  # noqa: N818  the rulings are; it is the state that stops the start
    """The rulings can't be used; `faults` are all that is wrong with them."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(*(f"{fault.file}: {fault.key}: {fault.what.message}" for fault in faults[:3]), len(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Rulings:
    """All rulings by their id, and the passages that they may rest on."""

    by_id: Mapping[str, Ruling]
    passages: Mapping[str, Passage]

    def __iter__(self) -> Iterator[Ruling]:
        """Every ruling, format by format, in the order of the sources."""
        return iter(self.by_id.values())

    def __len__(self) -> int:
        """How many there are."""
        return len(self.by_id)

    def for_refusal(self, why: str, form: str) -> Ruling | None:
        """The ruling of a format that a refusal rests on: the one that says so, else the first that shows it."""
        ours = [ruling for ruling in self if ruling.format == form]
        said = (ruling for ruling in ours if why in ruling.explains)
        shown = (ruling for ruling in ours if any(example.refused == why for example in ruling.examples))
        return next(said, None) or next(shown, None)

    def uncovered(self) -> tuple[Passage, ...]:
        """The passages that have to be ruled and are not."""
        ruled = {passage for ruling in self for passage in ruling.passages}
        return tuple(p for p in self.passages.values() if p.kind in MUST_BE_RULED and p.id not in ruled)


def load(data: Path = DATA, formats: Mapping[str, Format] = FORMATS) -> Rulings:
    """Every ruling under `data`, checked whole and with its examples run. Raises RulingsBroken with every fault."""
    passages = {
        name: Passage(name, row["kind"], row["heading"]) for name, row in read_toml(data / "passages.toml").items()
    }
    faults: list[Fault] = []
    found: dict[str, Ruling] = {}
    explained: dict[str, str] = {}
    for path in sorted((data / "rulings").rglob("*.toml")):
        page = _Page(str(path.relative_to(data)), faults)
        ruling = _ruling(page, path, passages, formats)
        if ruling is None:
            continue
        if ruling.id in found:
            page.fault("id", "ruling-id-twice", id=ruling.id)
        for why in ruling.explains:
            if why in explained:
                page.fault("explains", "ruling-explains-twice", why=why, other=explained[why])
            explained[why] = ruling.id
        found[ruling.id] = ruling
    if faults:
        raise RulingsBroken(tuple(faults))
    place = {name: number for number, name in enumerate(passages)}
    by_format = {name: number for number, name in enumerate(formats)}

    def order(ruling: Ruling) -> tuple[int, int, str]:
        return by_format[ruling.format], min((place[p] for p in ruling.passages), default=len(place)), ruling.id

    return Rulings({ruling.id: ruling for ruling in sorted(found.values(), key=order)}, passages)


def read_toml(path: Path) -> dict[str, Any]:
    """What is in a file of the data. Raises TOMLDecodeError or UnicodeDecodeError for what is no TOML."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


class _Page:
    """One file while it is read: every wrong key is noted, and reading goes on."""

    def __init__(self, file: str, faults: list[Fault]) -> None:
        self._file = file
        self._faults = faults
        self.sound = True

    def fault(self, key: str, message: str, **facts: object) -> None:
        self._faults.append(Fault(self._file, key, Line(message, facts)))
        self.sound = False

    def known(self, table: Mapping[str, Any], prefix: str, keys: frozenset[str]) -> None:
        for key in table:
            if key not in keys:
                self.fault(prefix + key, "ruling-key-unknown", keys=tuple(sorted(keys)))

    def text(self, table: Mapping[str, Any], prefix: str, key: str) -> str:
        if key not in table:
            self.fault(prefix + key, "ruling-key-missing")
            return ""
        value = table[key]
        if not isinstance(value, str) or not value.strip() or "\n" in value:
            self.fault(prefix + key, "ruling-not-a-line")
            return ""
        return value.strip()

    def texts(self, table: Mapping[str, Any], prefix: str, key: str) -> tuple[str, ...]:
        value = table.get(key, [])
        rows: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [None]
        if not all(isinstance(row, str) and row.strip() for row in rows):
            self.fault(prefix + key, "ruling-not-lines")
            return ()
        return tuple(rows)

    def truth(self, table: Mapping[str, Any], key: str) -> bool:
        value = table.get(key, False)
        if not isinstance(value, bool):
            self.fault(key, "ruling-not-true-or-false")
        return value is True

    def table(self, table: Mapping[str, Any], prefix: str, key: str) -> dict[str, Any]:
        value = table.get(key, {})
        if not isinstance(value, dict):
            self.fault(prefix + key, "ruling-not-a-table")
            return {}
        return cast("dict[str, Any]", value)

    def tables(self, table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
        value = table.get(key, [])
        rows: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [None]
        if not all(isinstance(row, dict) for row in rows):
            self.fault(key, "ruling-not-tables")
            return []
        return rows


def _ruling(page: _Page, path: Path, passages: Mapping[str, Passage], formats: Mapping[str, Format]) -> Ruling | None:
    try:
        data = read_toml(path)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        page.fault("", "ruling-not-toml", reason=str(error))
        return None
    form = formats.get(path.parent.name)
    if form is None:
        page.fault("", "ruling-folder", folder=path.parent.name, formats=tuple(formats))
        return None
    page.known(data, "", _KEYS)
    name = page.text(data, "", "id")
    if name and (name != f"{form.key}-{path.stem}" or not _ID.fullmatch(name)):
        page.fault("id", "ruling-id-shape", id=name, wanted=f"{form.key}-{path.stem}")
    examples = tuple(_example(page, row, f"example[{n}].") for n, row in enumerate(page.tables(data, "example")))
    authority = _authority(page, data, form)
    ruling = Ruling(
        id=name,
        format=form.key,
        passages=_passages(page, data, authority, form, passages),
        source=page.text(data, "", "source"),
        authority=authority,
        words={language: _words(page, data, language) for language in LANGUAGES},
        house_rule=page.text(data, "", "house_rule") if "house_rule" in data else None,
        silent=page.truth(data, "silent"),
        explains=page.texts(data, "", "explains"),
        cards=tuple(_card(page, row, f"cards[{n}].") for n, row in enumerate(page.tables(data, "cards"))),
        examples=tuple(example for example in examples if example),
        traces=tuple(_run(page, form, example, f"example[{n}].") for n, example in enumerate(examples) if example),
    )
    return ruling if page.sound else None


def _authority(page: _Page, data: Mapping[str, Any], form: Format) -> Authority:
    said = page.text(data, "", "authority")
    if said and said not in set(Authority):
        page.fault("authority", "ruling-authority", choices=tuple(str(kind) for kind in Authority))
    authority = Authority(said) if said in set(Authority) else Authority.SOURCE
    if "house_rule" in data:
        keys = tuple(rule.key for rule in form.rules)
        if data["house_rule"] not in keys:
            page.fault("house_rule", "ruling-house-rule", keys=keys)
    for key in ("house_rule", "silent"):
        if data.get(key) and authority is not Authority.TABLE:
            page.fault(key, "ruling-table-decides")
    return authority


def _passages(
    page: _Page, data: Mapping[str, Any], authority: Authority, form: Format, known: Mapping[str, Passage]
) -> tuple[str, ...]:
    named = page.texts(data, "", "passages")
    if not named and authority is Authority.SOURCE:
        page.fault("passages", "ruling-rests-on-nothing")
    for passage in named:
        if passage not in known:
            page.fault("passages", "ruling-passage-dead", passage=passage)
        elif known[passage].format != form.key:
            page.fault("passages", "ruling-passage-elsewhere", passage=passage)
    return named


def _words(page: _Page, data: Mapping[str, Any], language: str) -> Words:
    if language not in data:
        page.fault(language, "ruling-language-missing")
        return Words("", "", "", ())
    table = page.table(data, "", language)
    prefix = f"{language}."
    page.known(table, prefix, frozenset(Words._fields))
    ask = page.texts(table, prefix, "ask")
    if len(set(ask)) < ASKS_LEAST:
        page.fault(f"{prefix}ask", "ruling-asks-few", count=len(set(ask)), least=ASKS_LEAST)
    question, answer, reason = (page.text(table, prefix, key) for key in ("question", "answer", "reason"))
    return Words(question, answer, reason, ask)


def _card(page: _Page, row: Mapping[str, Any], prefix: str) -> CardName:
    page.known(row, prefix, frozenset(CardName._fields))
    return CardName(page.text(row, prefix, "ja"), page.text(row, prefix, "en"), page.texts(row, prefix, "also"))


def _example(page: _Page, row: Mapping[str, Any], prefix: str) -> Example | None:
    page.known(row, prefix, frozenset(Example.__dataclass_fields__))
    start, then = page.table(row, prefix, "start"), page.table(row, prefix, "then")
    rules = start.get("rules", {})
    if not isinstance(rules, dict):
        page.fault(f"{prefix}start.rules", "ruling-not-a-table")
        return None
    judge = page.text(row, prefix, "judge") if "judge" in row else None
    refused = page.text(row, prefix, "refused") if "refused" in row else None
    if not then and not refused:
        page.fault(prefix.rstrip("."), "example-checks-nothing")
        return None
    return Example(start, page.texts(row, prefix, "given"), page.texts(row, prefix, "when"), judge, then, refused)


def _run(page: _Page, form: Format, example: Example, prefix: str) -> tuple[Step, ...]:
    try:
        return run(form, example)
    except Untrue as untrue:
        page.fault(prefix + untrue.key, untrue.what.message, **untrue.what.facts)
        return ()
