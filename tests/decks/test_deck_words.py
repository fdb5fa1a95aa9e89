"""The deck catalogues hold what the deck checks say, and nothing else."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import bot.decks
from bot.decks.textlist import DeckZone
from bot.decks.ydk import DeckPart
from bot.language import LANGUAGES, LOCALES, catalogue

MESSAGE = re.compile(r'"((?:deck|list|table|map)-[a-z-]+)"')


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_message_and_word_stands_in_the_catalogue_and_is_used(language):
    code = "".join(path.read_text(encoding="utf8") for path in Path(bot.decks.__path__[0]).glob("*.py"))
    words = {f"{type(word).__name__}.{word}" for kind in (DeckZone, DeckPart) for word in kind}
    with (LOCALES / language / "decks.po").open("rb") as file:
        held = {entry.id[0] if isinstance(entry.id, tuple) else entry.id for entry in read_po(file) if entry.id}
    assert set(MESSAGE.findall(code)) | words == held
    assert len(held) > 80


def test_both_languages_ask_for_the_same_facts():
    english, japanese = catalogue("en"), catalogue("ja")
    for message in (key for key in english if MESSAGE.fullmatch(f'"{key}"') and key in japanese):
        assert english[message].placeholders == japanese[message].placeholders, message
