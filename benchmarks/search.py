"""How well and how fast search finds rulings, on the questions kept apart, next to plain BM25.

Run it as `python benchmarks/search.py`.

Prints, by language: the share of answerable questions whose first hit and whose first three hits rest on an expected
passage; the share of them that are refused; the share of the unanswerable that are rightly not answered. A question on
which the source is silent is rightly met by silence or by a ruling that says so. Times are processor time of one core.
"""

import gc
import json
import math
import random
import re
import sys
import time
import tracemalloc
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.rulings import Ruling, load  # noqa: E402  the project's folder has to be found first
from bot.search import Index  # noqa: E402  the same

MANY = 5000


def questions(language: str) -> list[dict]:
    """The questions of one language, as they are kept."""
    lines = (ROOT / "tests" / "questions" / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


class PlainBM25:
    """Words and character pairs with BM25 over all that a ruling says: what there would be without any of the rest."""

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        """Count the terms of every ruling."""
        self.rulings = list(rulings)
        self.counts = [Counter(self.terms(" ".join(self.said(ruling)))) for ruling in self.rulings]
        self.spread = Counter(term for counts in self.counts for term in counts)
        self.lengths = [counts.total() for counts in self.counts]
        self.mean = sum(self.lengths) / len(self.lengths)

    @staticmethod
    def said(ruling: Ruling) -> Iterable[str]:
        """All texts of a ruling."""
        for words in ruling.words.values():
            yield from (words.question, words.answer, words.reason, *words.ask)

    @staticmethod
    def terms(text: str) -> list[str]:
        """English words, and pairs of neighbouring Japanese characters."""
        folded = unicodedata.normalize("NFKC", text).casefold()
        runs = re.findall(r"[a-z0-9]+|[^\x00-\x7f]+", folded)
        return [
            term
            for run in runs
            for term in ([run] if run.isascii() else [run[at : at + 2] for at in range(len(run) - 1)])
        ]

    def look_up(self, question: str, form: str | None) -> list[Ruling]:
        """The best three of the format."""
        scores: dict[int, float] = defaultdict(float)
        for term in set(self.terms(question)):
            rarity = math.log(1 + (len(self.rulings) - self.spread[term] + 0.5) / (self.spread[term] + 0.5))
            for place, counts in enumerate(self.counts):
                if counts[term] and form in {None, self.rulings[place].format}:
                    damp = 1.2 * (0.25 + 0.75 * self.lengths[place] / self.mean)
                    scores[place] += rarity * counts[term] * 2.2 / (counts[term] + damp)
        return [self.rulings[place] for place in sorted(scores, key=lambda p: -scores[p])[:3]]


def shares(rows: list[dict], find: Callable[[str, str | None], list[Ruling]]) -> tuple[float, float]:
    """How many answerable questions have a right first hit, and a right one in the first three."""
    first = three = 0
    answerable = [row for row in rows if row["expect"]]
    for row in answerable:
        right = [bool(set(ruling.passages) & set(row["expect"])) for ruling in find(row["q"], row["format"])[:3]]
        first += right[:1] == [True]
        three += any(right)
    return first / len(answerable), three / len(answerable)


def abstention(rows: list[dict], index: Index) -> tuple[float, float, float]:
    """How many answerable questions are refused; how many others rightly unanswered, in words and as `found`."""
    refused = right = unfound = 0
    unanswerable = [row for row in rows if not row["expect"]]
    for row in rows:
        answer = index.look_up(row["q"], row["format"])
        if row["expect"]:
            refused += not answer.settled
            continue
        says_silent = answer.fits and answer.results[0].ruling.authority != "source"
        right += not answer.fits or (row["style"] == "silent" and says_silent)
        unfound += not answer.settled
    return refused / (len(rows) - len(unanswerable)), right / len(unanswerable), unfound / len(unanswerable)


def times(index: Index, asked: list[tuple[str, str | None]]) -> tuple[float, float]:
    """Median and 99th percentile of one look-up, in milliseconds."""
    gc.collect()
    gc.freeze()
    taken = []
    for question, form in asked:
        began = time.process_time_ns()
        index.look_up(question, form)
        taken.append((time.process_time_ns() - began) / 1e6)
    taken.sort()
    return taken[len(taken) // 2], taken[int(len(taken) * 0.99)]


def multiplied(rulings: list[Ruling], count: int) -> list[Ruling]:
    """So many rulings, made of the true ones with their ways to ask mixed within a format."""
    chance = random.Random(1)
    pool = {
        (form, language): [ask for r in rulings if r.format == form for ask in r.words[language].ask]
        for form in {r.format for r in rulings}
        for language in ("ja", "en")
    }
    made = list(rulings)
    while len(made) < count:
        model = chance.choice(rulings)
        words = {
            language: said._replace(ask=tuple(chance.sample(pool[model.format, language], len(said.ask))))
            for language, said in model.words.items()
        }
        made.append(replace(model, id=f"{model.id}-{len(made)}", words=words))
    return made


def main() -> None:
    """Measure and print."""
    began = time.process_time()
    rulings = list(load())
    loaded = time.process_time()
    index = Index(rulings)
    built = time.process_time()
    plain = PlainBM25(rulings)

    print(f"{len(rulings)} rulings: read and run in {loaded - began:.2f} s, index built in {built - loaded:.2f} s")
    print("                 first hit  first three  refused  rightly unanswered  found is false")
    for language in ("ja", "en"):
        rows = questions(language)
        first, three = shares(rows, lambda q, f: [found.ruling for found in index.look_up(q, f).results])
        refused, right, unfound = abstention(rows, index)
        print(f"{language} search        {first:9.3f}  {three:11.3f}  {refused:7.3f}  {right:18.3f}  {unfound:14.3f}")
        first, three = shares(rows, plain.look_up)
        print(f"{language} plain BM25    {first:9.3f}  {three:11.3f}")

    asked = [(row["q"], row["format"]) for language in ("ja", "en") for row in questions(language)]
    print("one look-up: p50 {:.1f} ms, p99 {:.1f} ms".format(*times(index, asked)))
    long = [(" ".join(q for q, _ in asked[at : at + 60])[:2000], None) for at in range(0, len(asked), 5)]
    print("of 2,000 characters: p50 {:.1f} ms, p99 {:.1f} ms".format(*times(index, long)))
    del index, plain
    tracemalloc.start()
    index = Index(rulings)
    print(f"memory of the index: {tracemalloc.get_traced_memory()[0] / 2**20:.0f} MiB")
    tracemalloc.stop()
    index = Index(multiplied(rulings, MANY))
    print("one look-up of {} rulings: p50 {:.1f} ms, p99 {:.1f} ms".format(MANY, *times(index, asked)))


if __name__ == "__main__":
    main()
