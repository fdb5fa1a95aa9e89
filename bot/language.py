"""All that the bot says: sentences from the catalogues in `data/locales`, and the localised words of its commands."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, cast

import discord
from babel.messages.pofile import read_po
from discord import app_commands

from bot.rules.format import Fact, Line, Refused, RuleChanged, Seat

LOCALES = Path(__file__).parent.parent / "data" / "locales"
LANGUAGES = ("ja", "en")
CONTENT_MOST = 2000
LABEL_MOST = 80
NAME_MOST = 32
DESCRIPTION_MOST = 100

_MARKS = re.compile(r"([\\`*_~|<>\[\]()#:@-])")
# Letters and symbols that show nothing: fillers of Hangul, and the empty Braille cell.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of one language; `plural_by` names the fact that picks between its forms."""

    forms: tuple[str, ...]
    plural_by: str | None = None

    @property
    def placeholders(self) -> frozenset[str]:
        """The facts that the sentence asks for."""
        return _placeholders(self.forms)


@cache
def _placeholders(forms: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for form in forms for name in _PLACEHOLDER.findall(form))


class Code(str):
    """Words to be shown as they are typed, such as a command: told in backticks."""

    __slots__ = ()


@cache
def catalogue(language: str) -> Mapping[str, Message]:
    """Every message of a language, read once. Raises ValueError for an id that two files give."""
    messages: dict[str, Message] = {}
    for path in sorted((LOCALES / language).glob("*.po")):
        with path.open("rb") as file:
            entries = [entry for entry in read_po(file, locale=language) if entry.id]
        for entry in entries:
            ids, strings = _all(entry.id), _all(entry.string)
            key, plural_by = ids[0], (ids[1] if len(ids) > 1 else None)
            if key in messages:
                raise ValueError(f"{path.name}: {key} stands in another catalogue too")
            messages[key] = Message(strings, plural_by)
    return messages


@dataclass(frozen=True, slots=True)
class Voice:
    """Speaks to a reader: `ja`, `en`, or `both` at once; seats are told as the names of who sits there.

    `form` is the format of the match, whose words its house rules are told in.
    """

    language: str
    names: Mapping[Seat, str] = field(default_factory=dict[Seat, str])
    form: str = ""

    def say(self, message: str, /, **facts: object) -> str:
        """A sentence for a message body: whatever people typed is made harmless to Markdown and mentions."""
        return self._in_each(message, facts, escape=True)

    def label(self, message: str, /, most: int = LABEL_MOST, **facts: Any) -> str:
        """Words for a button, a choice or a form, where Markdown does not work; cut to what Discord takes."""
        return shorten(self.plain(message, **facts), most)

    def line(self, line: Line) -> str:
        """One line of a board or a list."""
        return self.say(line.message, **line.facts)

    def plain(self, message: str, /, **facts: object) -> str:
        """A sentence for a terminal or a text file, where Markdown does not work and nothing is cut."""
        return self._in_each(message, facts, escape=False)

    def tell(self, fact: Fact) -> str:
        """An event or a finding in words."""
        if isinstance(fact, RuleChanged) and self.form:
            return self.say(fact.message, **rule_words(self.form, fact.rule, fact.value))
        return self.say(fact.message, **facts_of(fact))

    def refuse(self, refused: Refused) -> str:
        """Why something can't be done, and what to do instead."""
        return self.say(refused.why, **refused.facts)

    def _in_each(self, message: str, facts: Mapping[str, object], *, escape: bool) -> str:
        if self.language != "both":
            return self._speak(self.language, message, facts, escape=escape)
        said = list(dict.fromkeys(self._speak(each, message, facts, escape=escape) for each in LANGUAGES))
        # Headings and lists begin a line: side by side, the second would show its marks.
        return ("\n" if any("\n" in text or text[:1] in "#-" for text in said) else " / ").join(said)

    def _speak(self, language: str, message: str, facts: Mapping[str, object], *, escape: bool) -> str:
        found = catalogue(language)[message]
        form = found.forms[0]
        if found.plural_by is not None and len(found.forms) > 1 and facts[found.plural_by] != 1:
            form = found.forms[1]
        if "{" not in form:
            return form
        words = {name: self._word(language, facts[name], escape=escape) for name in found.placeholders}
        return form.format_map(words)

    def _word(self, language: str, value: object, *, escape: bool) -> str:
        if isinstance(value, Seat):
            return self._word(language, str(self.names.get(value, value)), escape=escape)
        if isinstance(value, StrEnum | bool):
            return catalogue(language)[f"{type(value).__name__}.{value}"].forms[0]
        if isinstance(value, Code):
            return "`" + value.replace("`", "'") + "`"
        if isinstance(value, Line):
            return self._speak(language, value.message, value.facts, escape=escape)
        if value is None or value == ():
            return catalogue(language)["nothing"].forms[0]
        if isinstance(value, Fact):
            return self._speak(language, value.message, facts_of(value), escape=escape)
        if isinstance(value, tuple | list):
            parts = cast("tuple[object, ...]", value)
            if isinstance(parts[0], Fact):
                return "\n".join(self._word(language, part, escape=escape) for part in parts)
            separator = catalogue(language)["list-separator"].forms[0]
            return separator.join(self._word(language, part, escape=escape) for part in parts)
        if not isinstance(value, str):
            return str(value)
        return harmless(value) if escape else _one_line(value)


def _all(text: object) -> tuple[str, ...]:
    return tuple(cast("tuple[str, ...]", text)) if isinstance(text, tuple | list) else (str(text),)


def facts_of(fact: Fact) -> dict[str, Any]:
    """The fields of an event or a finding, as the placeholders of its sentence."""
    return {name: getattr(fact, name) for name in fact.__dataclass_fields__}


def rule_words(form: str, key: str, value: str | int) -> dict[str, Any]:
    """A house rule of a format and its value as facts: `rule` and `value` in words."""
    worded = Line(f"rule-{form}.{key}.{value}") if isinstance(value, str) else value
    return {"rule": Line(f"rule-{form}.{key}"), "value": worded}


def harmless(text: str) -> str:
    """Typed text without power: no Markdown, no mention, no link, no timestamp."""
    return _MARKS.sub(r"\\\1", _one_line(text)).replace("@", "@\N{ZERO WIDTH SPACE}")


def _one_line(text: str) -> str:
    # What was typed is clean already; a log that was imported may hold anything.
    return text if text.isprintable() else clean(text, len(text))


def shorten(text: str, most: int) -> str:
    """The text, cut with an ellipsis where it is longer than `most`."""
    return text if len(text) <= most else text[: most - 1] + "…"


def clean(text: str, most: int) -> str:
    """Typed text on one line, without control, blank and direction marks, cut to `most` characters."""
    kept = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text)
    kept = "".join(c for c in kept if unicodedata.category(c) not in ("Cf", "Cs", "Co", "Cn") and c not in _BLANK)
    return " ".join(kept.split())[:most].strip()


def clean_name(text: str) -> str:
    """A name as it is kept. Raises Refused where nothing readable is left."""
    name = clean(text, NAME_MOST)
    if not any(unicodedata.category(char)[0] in "LNSP" for char in name):
        raise Refused("name-empty")
    return name


def private_language(locale: discord.Locale) -> str:
    """What a reader's own client speaks: Japanese, else English."""
    return "ja" if locale is discord.Locale.japanese else "en"


def words(message: str) -> app_commands.locale_str:
    """A command's description: English by default, and a message id for the translator."""
    return app_commands.locale_str(catalogue("en")[message].forms[0], message=message)


class Translator(app_commands.Translator):
    """Gives Discord the Japanese descriptions. Names stay English: they are copied and typed."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002  discord.py passes it
    ) -> str | None:
        """The words in Japanese; None leaves the English ones."""
        message = string.extras.get("message")
        if message is None or locale is not discord.Locale.japanese:
            return None
        return catalogue("ja")[message].forms[0]
