"""All that the bot says has words in both languages, with the facts that there are; and names have no power."""

import ast
import importlib
import inspect
import pkgutil
import re
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import discord
import hypothesis.strategies as st
import pytest
from discord import app_commands
from discord.ext import commands
from hypothesis import given

import bot
import cogs
from bot.language import (
    DESCRIPTION_MOST,
    LANGUAGES,
    NAME_MOST,
    Translator,
    Voice,
    catalogue,
    clean,
    clean_name,
    harmless,
    private_language,
)
from bot.rules import FORMATS
from bot.rules.format import Event, Fact, Finding, Line, Refused, Seat, Team, message_of
from bot.rules.lobby import LOBBY
from bot.rules.match import COMMON_EVENTS
from bot.rules.values import annotations

ROOT = Path(bot.__file__).parents[1]
SOURCES = sorted([*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").glob("*.py")])
SPEAKERS = {"Refused", "Line", "say", "label", "plain", "words", "Untrue", "fault"}


# What the code says.


class Said(NamedTuple):
    """A message that the code names: where, by whom it is spoken, and its facts; None where they come from outside."""

    where: str
    speaker: str
    message: str
    facts: frozenset[str] | None


class Code(NamedTuple):
    """All that the source files name: what they speak, every string, and the patterns of the strings put together."""

    said: tuple[Said, ...]
    strings: frozenset[str]
    patterns: tuple[re.Pattern[str], ...]


@cache
def code():
    said, strings, patterns = [], set(), []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(v.value) if isinstance(v, ast.Constant) else "(.+)" for v in node.values]
                if any(len(part) > 3 and part != "(.+)" for part in parts):
                    patterns.append(re.compile("".join(parts)))
            elif isinstance(node, ast.Call):
                said += spoken(path, node)
    return Code(tuple(said), frozenset(strings), tuple(patterns))


def spoken(path, call):
    name = getattr(call.func, "attr", None) or getattr(call.func, "id", None)
    place = 1 if name in ("Untrue", "fault") else 0
    if name not in SPEAKERS or len(call.args) <= place:
        return
    for message in [part for part in ast.walk(call.args[place]) if isinstance(part, ast.Constant)]:
        if isinstance(message.value, str) and not put_together(call.args[place], message):
            yield Said(f"{path.name}:{call.lineno}", name, message.value, facts_given(name, call))


def put_together(argument, constant):
    joined = [node for node in ast.walk(argument) if isinstance(node, ast.JoinedStr | ast.BinOp | ast.Call)]
    compared = [node.test for node in ast.walk(argument) if isinstance(node, ast.IfExp)]
    return any(constant in ast.walk(node) for node in [*joined, *compared])


def facts_given(name, call):
    if name == "Line":
        if len(call.args) < 2:
            return frozenset()
        given = call.args[1]
        if not isinstance(given, ast.Dict) or not all(isinstance(key, ast.Constant) for key in given.keys):
            return None
        return frozenset(key.value for key in given.keys)
    if any(keyword.arg is None for keyword in call.keywords):
        return None
    return frozenset(keyword.arg for keyword in call.keywords)


def modules():
    for package in (bot, cogs):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


@cache
def facts_of_kind():
    """Every event and finding of the rules, by the catalogue's name."""
    kinds = {kind for module in modules() for kind in vars(module).values() if isinstance(kind, type)}
    bases = {Fact, Event, Finding}
    return tuple(
        sorted((k for k in kinds if issubclass(k, Fact) and k not in bases), key=lambda k: (k.__module__, k.__name__))
    )


@cache
def terms():
    """Every enum of the rules whose members are told."""
    kinds = {kind for module in modules() for kind in vars(module).values() if isinstance(kind, type)}
    return tuple(
        sorted((k for k in kinds if issubclass(k, StrEnum) and k is not StrEnum), key=lambda k: k.__qualname__)
    )


def rule_messages():
    for form in FORMATS.values():
        for rule in form.rules:
            yield f"rule-{form.key}.{rule.key}"
            yield from (f"rule-{form.key}.{rule.key}.{choice}" for choice in rule.choices)


class Words(NamedTuple):
    """Words of a command, an option or a choice: where they stand, and the message that gives them."""

    where: str
    text: app_commands.locale_str | str


def cog_classes():
    for module in modules():
        for kind in vars(module).values():
            if inspect.isclass(kind) and issubclass(kind, commands.Cog) and kind.__module__ == module.__name__:
                yield kind


def command_words():
    for cog in cog_classes():
        if issubclass(cog, commands.GroupCog):
            yield Words(cog.__cog_group_name__, cog.__cog_group_description__)
        for item in cog.__cog_app_commands__:
            yield from words_of(item, cog.__name__)


def words_of(item, where):
    name = f"{where} {item.name}"
    yield Words(name, getattr(item, "_locale_description", None) or item.description)
    if isinstance(item, app_commands.Group):
        for child in item.commands:
            yield from words_of(child, name)
    else:
        for option, parameter in item._params.items():  # noqa: SLF001  the words before they are translated
            yield Words(f"{name} {option}", parameter.description)
            for choice in parameter.choices or ():
                yield Words(f"{name} {option} {choice.value}", choice._locale_name or choice.name)  # noqa: SLF001


# The catalogues.


def test_both_languages_have_the_same_messages():
    assert catalogue("ja").keys() == catalogue("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_empty(language):
    assert [
        key for key, message in catalogue(language).items() if not all(form.strip() for form in message.forms)
    ] == []


def test_both_languages_ask_for_the_same_facts():
    ja, en = catalogue("ja"), catalogue("en")

    assert [key for key in ja if ja[key].placeholders != en[key].placeholders] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_plural_has_the_fact_that_picks_it(language):
    wrong = [
        key
        for key, message in catalogue(language).items()
        if message.plural_by and message.plural_by not in catalogue("en")[key].placeholders
    ]
    assert wrong == []
    assert {len(message.forms) for message in catalogue("ja").values()} == {1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_braces_are_placeholders_and_nothing_else(language):
    stray = [
        key
        for key, message in catalogue(language).items()
        if any("{" in re.sub(r"\{\w+\}", "", form) or "}" in re.sub(r"\{\w+\}", "", form) for form in message.forms)
    ]
    assert stray == []


def test_japanese_is_japanese_and_english_is_not():
    """Catches an entry that was copied and never put into words; a few are the same in both."""
    japanese = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")

    assert [key for key, m in catalogue("en").items() if any(japanese.search(form) for form in m.forms)] == []
    plain = [key for key, m in catalogue("ja").items() if not any(japanese.search(form) for form in m.forms)]
    assert [
        key
        for key in plain
        if re.search(r"[A-Za-z]{3,} [A-Za-z]{3,}", re.sub(r"`[^`]*`", "", "".join(catalogue("ja")[key].forms)))
    ] == []


# Everything that is said has words, with facts that are there.


def test_every_message_that_the_code_names_has_words():
    named = [said for said in code().said if said.message not in catalogue("en")]

    assert [f"{said.where} {said.speaker} {said.message}" for said in named if said.message] == []
    assert len(code().said) > 150


def test_every_refusal_and_line_is_given_the_facts_that_its_words_ask_for():
    short = [
        (said.where, said.message, sorted(catalogue("en")[said.message].placeholders - said.facts))
        for said in code().said
        if said.message in catalogue("en") and said.facts is not None and said.speaker != "words"
    ]
    assert [each for each in short if each[2]] == []


@pytest.mark.parametrize("kind", facts_of_kind(), ids=message_of)
def test_every_event_and_finding_is_told_in_every_voice(kind):
    """Whatever its fields hold: the least, the most, nothing."""
    names = {Seat(f"{side}{n}"): f"n{side}{n}" for side in "ABP" for n in range(1, 9)}
    for amount in (0, 1, 2, 9_999_999):
        fact = kind(**{name: sample(hint, amount) for name, hint in annotations(kind).items()})
        for language in (*LANGUAGES, "both"):
            told = Voice(language, names).tell(fact)
            assert told.strip()
            assert "{" not in told


def sample(hint: Any, amount: int) -> Any:
    """A value of a field's type."""
    text = str(hint)
    if inspect.isclass(hint) and (issubclass(hint, Fact) or hasattr(hint, "_fields")):
        return hint(**{name: sample(part, amount) for name, part in annotations(hint).items()})
    if inspect.isclass(hint) and issubclass(hint, StrEnum):
        return tuple(hint)[amount % len(tuple(hint))]
    if hint is Seat:
        return Seat("A1")
    if hint in (int, bool, str):
        return {int: amount, bool: amount > 1, str: "x" * (amount % 5)}[hint]
    if "tuple" in text:
        part = getattr(hint, "__args__", (str,))[0]
        return tuple(sample(part, n) for n in range(min(amount, 3)))
    if "Mapping" in text or "dict" in text:
        return {}
    if "|" in text or "Optional" in text or "Union" in text:
        kinds = hint.__args__
        return sample(kinds[amount % len(kinds)], amount)
    if hint is type(None):
        return None
    raise AssertionError(f"no sample of {hint}")


def test_every_event_of_every_format_is_a_kind_that_was_told():
    events = {event for form in (*FORMATS.values(), LOBBY) for event in form.events} | set(COMMON_EVENTS)

    assert events <= set(facts_of_kind())
    assert len(facts_of_kind()) > 90


def told_terms():
    """The enums that a fact or a refusal can hold, or a command offers."""
    offered = {(message_in(each) or "").partition(".")[0] for each in command_words()}
    held = {kind for fact in facts_of_kind() for hint in annotations(fact).values() for kind in enums_in(hint)}
    return {kind for kind in terms() if kind in held or kind.__name__ in offered}


def enums_in(hint):
    if inspect.isclass(hint) and issubclass(hint, StrEnum):
        yield hint
    for part in getattr(hint, "__args__", ()):
        yield from enums_in(part)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_that_can_be_told_has_words(language):
    missing = [f"{kind.__name__}.{term}" for kind in told_terms() for term in kind]

    assert [each for each in missing if each not in catalogue(language)] == []
    assert len(told_terms()) > 20


def test_terms_of_one_name_have_one_meaning():
    """The catalogue names a term by its class alone: two classes of one name would have to share their words."""
    by_name = {}
    for kind in told_terms():
        by_name.setdefault(kind.__name__, []).append(kind)

    assert {name: kinds for name, kinds in by_name.items() if len(kinds) > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_and_each_of_its_values_has_words(language):
    assert [key for key in rule_messages() if key not in catalogue(language)] == []


def test_every_word_of_the_commands_comes_from_the_catalogues():
    """Descriptions, options and choices, within what Discord takes in both languages; a number speaks for itself."""
    found = [*command_words()]

    bare = [each.where for each in found if message_in(each) is None]
    codes = {"ja", "en", "both", "auto"}  # as they are typed
    assert [where for where in bare if not (where.split()[-1].isdecimal() or where.split()[-1] in codes)] == []
    for each in found:
        for language in LANGUAGES if message_in(each) else ():
            words = catalogue(language)[message_in(each)]
            assert 0 < len(words.forms[0]) <= DESCRIPTION_MOST, each.where
            assert words.placeholders == frozenset(), each.where
    assert len(found) > 100


def message_in(words):
    return words.text.extras.get("message") if isinstance(words.text, app_commands.locale_str) else None


def test_no_message_is_unused():
    """Each is named in the code: as a whole, by the pattern of a string that is put together, or by what it tells."""
    told = {message_of(kind) for kind in facts_of_kind()}
    worded = {f"{kind.__name__}.{term}" for kind in terms() for term in kind} | {"bool.True", "bool.False"}
    offered = {message_in(each) for each in command_words()}
    known = code().strings | told | worded | offered | set(rule_messages())
    rest = [key for key in catalogue("en") if key not in known]

    assert [key for key in rest if not any(pattern.fullmatch(key) for pattern in code().patterns)] == []


async def test_commands_are_translated_and_names_are_not():
    translator = Translator()
    text = app_commands.locale_str("Show the log", message="cmd-match-log")

    assert await translator.translate(text, discord.Locale.japanese, None) == catalogue("ja")["cmd-match-log"].forms[0]
    assert await translator.translate(text, discord.Locale.german, None) is None
    assert await translator.translate(app_commands.locale_str("log"), discord.Locale.japanese, None) is None


def test_a_reader_is_spoken_to_in_their_own_language():
    assert private_language(discord.Locale.japanese) == "ja"
    assert {private_language(locale) for locale in discord.Locale if locale is not discord.Locale.japanese} == {"en"}


# How it is said.


def test_seats_are_told_as_names_and_teams_and_terms_as_words():
    voice = Voice("en", {Seat("A1"): "Yusei"})

    assert (
        voice.say("seat-unknown", seat="C1", seats=(Seat("A1"), Seat("B1")))
        == "There is no seat C1 here. Seats: Yusei, B1"
    )
    assert voice.say("rule-same", rule=Team.A, value=None) == "A is none already."


def test_both_languages_say_a_thing_twice_and_words_that_are_the_same_once():
    both = Voice("both")

    assert both.say("nothing-to-undo") == f"{Voice('ja').say('nothing-to-undo')} / {Voice('en').say('nothing-to-undo')}"
    assert both.say("lobby-pick", name="Yusei") == "Yusei"


@pytest.mark.parametrize(("count", "text"), [(1, "1 older line"), (2, "2 older lines"), (0, "0 older lines")])
def test_plural_forms_go_by_the_fact(count, text):
    assert text in Voice("en").say("log-older", count=count)


def test_a_line_within_a_line_is_told():
    said = Voice("en").say("match-here-already", game=Line("format-tag"), host="Aki")

    assert "Dimension Zero tag" in said


def test_labels_are_plain_and_cut():
    assert Voice("en").label("lobby-pick", 10, name="*x*") == "*x*"
    assert Voice("en").label("lobby-pick", 10, name="x" * 30) == "x" * 9 + "…"


# Names.

HOSTILE = {
    "everyone": "@everyone",
    "here": "@here",
    "a member": "<@123>",
    "a role": "<@&123>",
    "a channel": "<#123>",
    "a command": "</match end:1>",
    "a time": "<t:0:R>",
    "an emoji": "<:x:1>",
    "a link": "[x](https://example.com)",
    "an address": "https://example.com",
    "code": "`code`",
    "a block": "```\ncode```",
    "bold": "**bold** __x__ ~~y~~ ||z||",
    "a heading": "# big",
    "small print": "-# small",
    "a quote": "> said\n>>> all",
    "a list": "- one\n* two",
    "lines": "a\nb\r\nc\u2028d\x85e\x0bf",
    "right to left": "\u202eevil\u202c \u2067x\u2069",
    "zero width": "a\u200bb\u200d\u2060\ufeffc",
    "controls": "a\x00b\x1bc\x7f",
    "32 wide characters": "龍" * 32,
    "more than 32": "𠮷" * 40,
    "a placeholder": "{seat} {0} {{",
    "percent": "%s %(x)s",
}
POWERFUL = re.compile(
    r"(?<!\\)[`*_~|<>\[\]()#]|@(?!\u200b)|(?<!\\)://|[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_a_name_is_kept_on_one_line_and_within_32_characters(name):
    kept = clean_name(name)

    assert 0 < len(kept) <= NAME_MOST
    assert kept.isprintable()
    assert clean_name(kept) == kept


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_typed_text_has_no_power_in_a_message(text):
    """Even where it was never cleaned, as in a file that was imported."""
    for said in (harmless(text), Voice("en").say("bot-as-player", name=text).removesuffix(" is a bot and can't play.")):
        assert POWERFUL.findall(said) == []


@given(st.text())
def test_any_text_is_harmless(text):
    assert POWERFUL.findall(harmless(text)) == []
    assert clean(text, 20).isprintable()
    assert len(clean(text, 20)) <= 20


@pytest.mark.parametrize("text", ["a\nb", "\u202ex", "a\x00b"])
def test_a_label_shows_no_hidden_characters(text):
    assert Voice("en").label("lobby-pick", name=text).isprintable()


@pytest.mark.parametrize("name", ["", " ", "　", "\u200b", "\u202e\u202c", "\x00", "\u3164", "\u2800"])
def test_a_name_has_something_to_read(name):
    with pytest.raises(Refused) as caught:
        clean_name(name)

    assert caught.value.why == "name-empty"


@pytest.mark.parametrize("name", ["遊", "x", "7", "!", "😀", "ﾕｳｾｲ", "אבג", "é"])
def test_any_readable_name_is_a_name(name):
    assert clean_name(name) == name
