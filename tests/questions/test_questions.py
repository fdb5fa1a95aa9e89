"""The questions that measure ruling search are well formed, many, spread out, and apart from what search knows."""

import json
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RULINGS = HERE.parents[1] / "data" / "rulings"
FORMATS = {"wrgp", "party", "tag"}
UNANSWERABLE = {"silent", "out-of-scope"}
ANSWERABLE = {"keyword", "question", "scenario", "typo", "kana", "slang", "card", "mixed"}
PASSAGE = re.compile(r"(wrgp|party|tag)(\.[a-z0-9-]+){2}")


def questions(language: str) -> list[dict]:
    return [json.loads(line) for line in (HERE / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()]


def folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def asks(node: object) -> Iterator[str]:
    """Every `ask` line anywhere in a ruling file, in whichever language table it stands."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from strings(value) if key.startswith("ask") else asks(value)
    elif isinstance(node, list):
        for value in node:
            yield from asks(value)


def strings(node: object) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict | list):
        for value in node.values() if isinstance(node, dict) else node:
            yield from strings(value)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_each_line_is_well_formed(language):
    faults = []
    for number, row in enumerate(questions(language), 1):
        named = {passage.partition(".")[0] for passage in row["expect"]}
        right = (
            row.keys() == {"q", "format", "expect", "style"}
            and row["q"].strip() == row["q"] != ""
            and row["format"] in FORMATS | {None}
            and all(PASSAGE.fullmatch(passage) for passage in row["expect"])
            and len(set(row["expect"])) == len(row["expect"]) <= 4
            and row["style"] in (ANSWERABLE if row["expect"] else UNANSWERABLE)
            and (row["format"] is None or named <= {row["format"]})
            and (row["style"] != "silent" or row["format"] is not None)
        )
        if not right:
            faults.append((number, row))
    assert not faults


@pytest.mark.parametrize("language", ["ja", "en"])
def test_there_are_enough_of_every_sort(language):
    rows = questions(language)
    answerable = [row for row in rows if row["expect"]]
    by_format = Counter(row["expect"][0].partition(".")[0] for row in answerable)
    styles = {row["style"] for row in rows}
    assert len(answerable) >= 200
    assert len(rows) - len(answerable) >= 40
    assert min(by_format[name] for name in FORMATS) >= 35
    assert 0.4 <= sum(row["format"] is None for row in answerable) / len(answerable) <= 0.6
    assert styles >= (ANSWERABLE | UNANSWERABLE) - ({"kana"} if language == "en" else set())


def test_every_passage_is_expected_by_a_question():
    expected = {passage for language in ("ja", "en") for row in questions(language) for passage in row["expect"]}
    assert len(expected) == 181


def test_no_question_is_asked_twice():
    counts = Counter(folded(row["q"]) for language in ("ja", "en") for row in questions(language))
    assert [question for question, count in counts.items() if count > 1] == []


def test_questions_are_kept_apart_from_ask_lines():
    """Two people may chance on the same two words, but not often."""
    known = {
        folded(line)
        for path in RULINGS.rglob("*.toml")
        for line in asks(tomllib.loads(path.read_text(encoding="utf-8")))
    }
    asked = {folded(row["q"]) for language in ("ja", "en") for row in questions(language)}
    assert len(asked & known) <= len(asked) * 0.03
