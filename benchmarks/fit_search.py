"""Fit the weights by which search tells an answer from none: what `_SIGN_WEIGHTS` in bot/search.py holds.

Run it as `python benchmarks/fit_search.py` after rulings or talk have changed much, then benchmarks/search.py.
A fifth of the ways to ask and of the talk from elsewhere is left out of the index in turn and asked of it: ways to ask
under their own format or none have an answer; under another format, and talk, they have none. The questions kept apart
take no part.
"""

import json
import math
import random
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.rules import FORMATS  # noqa: E402  the project's folder has to be found first
from bot.rulings import DATA, Ruling, load  # noqa: E402  the same
from bot.search import Index, Signs  # noqa: E402  the same

FOLDS = 5
TALK_COUNTS = 3.0
AMBIGUOUS = 0.5  # so well covered under another format, a question most likely has an answer there too
Row = tuple[Signs, bool, float]


def without_some(rulings: list[Ruling], fold: int) -> tuple[list[Ruling], list[tuple[Ruling, str]]]:
    """The rulings without a fifth of their ways to ask, and those."""
    kept, left_out = [], []
    for number, ruling in enumerate(rulings):
        words = {}
        for language, said in ruling.words.items():
            asks = random.Random(f"{number}{language}").sample(said.ask, len(said.ask))
            left_out += [(ruling, ask) for ask in asks[fold::FOLDS]]
            words[language] = said._replace(ask=tuple(ask for ask in asks if ask not in asks[fold::FOLDS]))
        kept.append(replace(ruling, words=words))
    return kept, left_out


def rows(rulings: list[Ruling], fold: int) -> Iterator[Row]:
    """The signs of everything that one fold left out, whether it has an answer, and how much it counts."""
    chance = random.Random(fold)
    talk = tomllib.loads((DATA / "elsewhere.toml").read_text(encoding="utf-8"))
    spoken = [text for lines in talk.values() for text in random.Random(3).sample(lines, len(lines))]
    kept, left_out = without_some(rulings, fold)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(DATA / "words.toml", folder)
        heard = [text for number, text in enumerate(spoken) if number % FOLDS != fold]
        Path(folder, "elsewhere.toml").write_text(f"all = {json.dumps(heard, ensure_ascii=False)}\n", encoding="utf-8")
        index = Index(kept, Path(folder))
    for ruling, ask in left_out:
        yield index.signs(ask, chance.choice([ruling.format, None])), True, 1.0
        if chance.random() < 0.3:
            signs = index.signs(ask, chance.choice([key for key in FORMATS if key != ruling.format]))
            if signs.cover < AMBIGUOUS:
                yield signs, False, 1.0
    for text in spoken[fold::FOLDS]:
        yield index.signs(text, None), False, TALK_COUNTS


def fitted(data: list[Row]) -> tuple[list[float], float]:
    """Weights and bias of a logistic regression that takes both sides for equally likely."""
    count = len(Signs._fields)
    means = [sum(signs[n] for signs, *_ in data) / len(data) for n in range(count)]
    spans = [math.sqrt(sum((signs[n] - means[n]) ** 2 for signs, *_ in data) / len(data)) for n in range(count)]
    points = [[*((signs[n] - means[n]) / spans[n] for n in range(count)), 1.0] for signs, *_ in data]
    balance = sum(w for _, yes, w in data if not yes) / sum(w for _, yes, w in data if yes)
    whole = 2 * sum(w for _, yes, w in data if not yes)
    slope = [0.0] * (count + 1)
    for _ in range(400):
        step = [0.0] * (count + 1)
        for point, (_, yes, weight) in zip(points, data, strict=True):
            guess = 1 / (1 + math.exp(-sum(map(float.__mul__, slope, point))))
            miss = (yes - guess) * weight * (balance if yes else 1.0) / whole
            step = [s + miss * p for s, p in zip(step, point, strict=True)]
        slope = [a + 2.0 * b for a, b in zip(slope, step, strict=True)]
    weights = [slope[n] / spans[n] for n in range(count)]
    return weights, slope[-1] - sum(w * m for w, m in zip(weights, means, strict=True))


def main() -> None:
    """Fit and print."""
    rulings = list(load())
    data = [row for fold in range(FOLDS) for row in rows(rulings, fold)]
    weights, bias = fitted(data)
    for name, weight in zip(Signs._fields, weights, strict=True):
        print(f"{name:10} {weight:7.2f}")
    print(f"bias       {bias:7.2f}")


if __name__ == "__main__":
    main()
