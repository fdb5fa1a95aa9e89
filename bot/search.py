"""Finding a ruling by a player's words: in Japanese and English, in memory, and silent where nothing fits."""

import math
import re
import unicodedata
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from pathlib import Path
from typing import Final, NamedTuple

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from bot.rulings import DATA, Ruling, read_toml

QUESTION_MOST: Final = 200
RESULTS_MOST: Final = 10
_CANDIDATES: Final = 40  # so many are compared with the question way by way

# What a kind of feature counts, beside how rare it is: pairs, triples and single kanji of Japanese; words and numbers
# of English; groups of words that mean one thing.
_KINDS: Final = {"p": 0.9, "t": 0.4, "k": 0.9, "w": 1.5, "c": 2.8}
# How much of a ruling speaks for it, beside the ways to ask it.
_ASK, _ANSWER, _REASON, _CARD = 1.0, 0.5, 0.25, 0.5
_SATURATION, _LENGTH = 1.2, 0.3  # BM25's k1 and b
_COVER: Final = 0.88  # the ruling as a whole against its nearest way to ask
_LIGHTEST: Final = 0.3  # what so many rulings share tells none from another
_ABROAD: Final = 5  # so many of other formats
_NEARLY_ASKED: Final = 0.6
_MENDED_MOST: Final = 6
_CARD_WHOLE, _CARD_BEGUN, _CARD_NEAR = 0.1, 0.07, 0.05
_CARD_NEARNESS: Final = 85.0  # of 100
_TELLING: Final = frozenset("pkwc")  # kinds whose log-odds count
_FAINT: Final = 0.1  # how often a feature that was never seen is taken to be there
# Fitted by benchmarks/fit_search.py, but for `asked` and the bias, which were set: what somebody asked is answered, and
# a refusal is worse than an answer too many.
_SIGN_WEIGHTS: Final = (7.2, 4.0, -1.7, 1.25, -8.4, 0.37, 1.0)
_SIGN_BIAS: Final = -3.7

_LATIN = "0-9a-z\u00df-\u024f"
_JAPANESE = "ぁ-ゖ一-龯々〆"
_SMALL = str.maketrans("ぁぃぅぇぉっゃゅょゎ", "あいうえおつやゆよわ")
_LONG = re.compile(r"(?<=[ぁ-ゖ])[ー‐‑‒–—―−~〜-]+")
_MENTION = re.compile(r"<[@#:][^>]{1,80}>|@(?:everyone|here)\b")
_APOSTROPHE = re.compile(r"(?<=[a-z])['’`](?=[a-z])")
_RUN = re.compile(rf"[0-9]{{2,}}|[{_LATIN}]+|[{_JAPANESE}]+")
_PLUS = re.compile(r"(?<![0-9])\+(?=[0-9])")
_COMMAND = re.compile(r"\s*[/!！][a-z]", re.IGNORECASE)  # an order to some bot, mistyped or meant for another
# Japanese in Latin letters: rows of kana by the consonant before a, i, u, e, o.
_ROMAJI_ROWS = (
    "あいうえお kかきくけこ sさしすせそ tたちつてと nなにぬねの hはひふへほ mまみむめも rらりるれろ "
    "gがぎぐげご zざじずぜぞ dだぢづでど bばびぶべぼ pぱぴぷぺぽ"
)
_DOUBLED = re.compile(r"([aie])\1")  # a long mark as it is spelled
_SYLLABLE = re.compile(r"n(?![aiueoy])|([kstpgzdbc])(?=\1)|t(?=ch)|[bcdfghjkmnprstwyz]{0,2}[aiueo]")
_ENDINGS = ("ings", "ing", "ied", "ies", "ers", "ed", "es", "er", "s", "ly")


def fold(text: str) -> str:
    """A text without what people vary: width, case, kana, small kana, long marks, dashes, brackets, punctuation.

    Mentions are no words of it. What is left are words, numbers and runs of Japanese, with a space between them.
    """
    text = _PLUS.sub(" plus ", unicodedata.normalize("NFKC", _MENTION.sub(" ", text)).casefold())
    text = "".join(chr(ord(char) - 0x60) if "ァ" <= char <= "ヶ" else char for char in text)
    return " ".join(_RUN.findall(_APOSTROPHE.sub("", _LONG.sub("", text).translate(_SMALL))))


def _syllables() -> dict[str, str]:
    """Kana by their Latin letters, folded: small ones big. A consonant alone stands before the same one."""
    rows = [(row[:-5], row[-5:]) for row in _ROMAJI_ROWS.split()]
    kana = {start + vowel: sign for start, row in rows for vowel, sign in zip("aiueo", row, strict=True)}
    glides = {"ya": "や", "yu": "ゆ", "yo": "よ"}
    kana |= {start + glide: row[1] + sign for start, row in rows for glide, sign in glides.items() if start}
    kana |= {"shi": "し", "chi": "ち", "ji": "じ", "tsu": "つ", "fu": "ふ", "wa": "わ", "wo": "を", "n": "ん"} | glides
    kana |= dict.fromkeys("kstpgzdbc", "つ")
    for start, first in (("sh", "し"), ("ch", "ち"), ("j", "じ")):
        kana |= {f"{start}{glide[1]}": first + sign for glide, sign in (*glides.items(), ("ye", "え"))}
    return kana | {f"f{vowel}": f"ふ{sign}" for vowel, sign in zip("aieo", "あいえお", strict=True)}


_KANA = _syllables()


def _kana(word: str) -> str | None:
    """A word of Japanese typed in Latin letters as kana, folded; None for any other word."""
    short = _DOUBLED.sub(r"\1", word)
    parts = [part[0] for part in _SYLLABLE.finditer(short)]
    return "".join(_KANA[part] for part in parts) if "".join(parts) == short and _KANA.keys() >= set(parts) else None


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """An English word without its ending, near enough for matching."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _stemmed(text: str) -> str:
    return " ".join(stem(word) if word.isascii() else word for word in fold(text).split())


class _Vocabulary:
    """Groups of words that mean one thing, found wherever one of them stands in a text."""

    def __init__(self, groups: Mapping[str, Sequence[str]]) -> None:
        self._group = {_stemmed(form): name for name, forms in groups.items() for form in forms}
        lengths: dict[str, set[int]] = {}
        for form in self._group:
            lengths.setdefault(form[:2], set()).add(len(form))
        self._lengths = {start: sorted(known, reverse=True) for start, known in lengths.items()}
        self.words = {word for form in self._group for word in form.split() if word.isascii()}

    def found(self, text: str) -> list[str]:
        """The groups of a folded, stemmed text, in order; of overlapping words the longest counts."""
        groups: list[str] = []
        at = 0
        while at < len(text):
            length = self._longest(text, at)
            if length:
                groups.append(self._group[text[at : at + length]])
            at += length or 1
        return groups

    def _longest(self, text: str, at: int) -> int:
        if at and text[at].isascii() and " " not in text[at - 1 : at + 1]:
            return 0
        for length in self._lengths.get(text[at : at + 2], self._lengths.get(text[at], ())):
            end = at + length
            inside_word = end < len(text) and text[end - 1].isascii() and " " not in text[end - 1 : end + 1]
            if not inside_word and text[at:end] in self._group:
                return length
        return 0


class Found(NamedTuple):
    """A ruling with how well it fits, from 0 to about 1."""

    ruling: Ruling
    score: float


class Answer(NamedTuple):
    """What a question found, best first. Where `fits` is false nothing answers it, and these are only the nearest."""

    fits: bool
    results: tuple[Found, ...]
    format: str | None

    @property
    def settled(self) -> bool:
        """Whether what fits rests on the source, rather than saying that the source is silent."""
        best = self.results[0].ruling if self.results else None
        return self.fits and best is not None and bool(best.passages) and not best.silent


class Signs(NamedTuple):
    """What speaks for the best ruling being an answer at all, and against it.

    How far the ruling covers the question, whether somebody asked it nearly so, and how near talk from elsewhere is.
    How long the question is. How much better another format would answer. The log-odds of its words: of rulings rather
    than of talk; and of another format rather than of this one, as a loss.
    """

    cover: float = 0.0
    asked: float = 0.0
    elsewhere: float = 0.0
    length: float = 0.0
    abroad: float = 0.0
    ours: float = 0.0
    home: float = 0.0


class _Query(NamedTuple):
    """A question as features: those that the rulings know, and the weight and the length of all."""

    features: frozenset[int]
    whole: float
    norm: float


class _Line(NamedTuple):
    """A way to ask, or a piece of talk, as features."""

    features: "array[int]"
    norm: float


class _Counts(NamedTuple):
    """How much of each feature a ruling has."""

    features: "array[int]"
    times: "array[float]"


class Index:
    """All rulings, ready to be asked. Built once; a look-up changes nothing."""

    def __init__(self, rulings: Iterable[Ruling], data: Path = DATA) -> None:
        self._rulings = tuple(rulings)
        words = read_toml(data / "words.toml")
        self._formats = _Vocabulary(words["formats"])
        self._concepts = _Vocabulary(words["concepts"] | words["games"])
        self._games = frozenset(words["games"])
        self._ids: dict[str, int] = {}
        counted, asked = self._read(map(_texts, self._rulings))
        self._weigh_features(counted)
        self._lines = [tuple(_Line(features, self._norm(features)) for features in asks) for asks in asked]
        talk = [_stemmed(text) for lines in read_toml(data / "elsewhere.toml").values() for text in lines]
        self._elsewhere = [_Line(array("I", query.features), query.norm) for query in map(self._weigh, talk)]
        self._count_words(asked, Counter(name for text in talk for name in set(self._features(text))))
        words_asked = {name[1:] for name in self._ids if name[0] == "w"}
        self._known = frozenset({*words_asked, *self._concepts.words, *self._formats.words})
        self._by_initial: dict[str, list[str]] = {}
        for word in sorted(self._known):
            self._by_initial.setdefault(word[0], []).append(word)
        self._cards = _card_names(self._rulings)

    def look_up(self, question: str, form: str | None = None) -> Answer:
        """The rulings that answer a question, in the format given or named in it. Takes any text."""
        text = self._mended(_stemmed(question[:QUESTION_MOST]))
        key = form or self._named(text)
        ranked, signs = self._ranked(text, key)
        results = tuple(Found(self._rulings[place], round(score, 4)) for score, place in ranked[:RESULTS_MOST])
        strange = bool(_COMMAND.match(question)) or (bool(ranked) and self._is_of_another_game(text, ranked[0][1]))
        fits = bool(results) and not strange and likely(signs) >= 0
        return Answer(fits, results, key)

    def signs(self, question: str, form: str | None) -> Signs:
        """What speaks for an answer to a question, and against it."""
        text = self._mended(_stemmed(question[:QUESTION_MOST]))
        return self._ranked(text, form or self._named(text))[1]

    def complete(self, typed: str, language: str, form: str | None = None, limit: int = 25) -> tuple[Ruling, ...]:
        """The rulings to offer while somebody types, best first, as a look-up finds them; all in order for no text."""
        begun = fold(typed[:QUESTION_MOST])
        ours = [ruling for ruling in self._rulings if form is None or ruling.format == form]
        if not begun:
            return tuple(ours[:limit])
        asked = (found.ruling for found in self.look_up(begun, form).results)
        starts = (ruling for ruling in ours if fold(ruling.words[language].question).startswith(begun))
        return tuple({ruling.id: ruling for ruling in (*asked, *starts)}.values())[:limit]

    def neighbours(self, ruling: Ruling, limit: int = 3) -> tuple[Ruling, ...]:
        """Other rulings near one, as its question finds them."""
        found = self.look_up(ruling.words["ja"].question, ruling.format).results
        return tuple(other.ruling for other in found if other.ruling is not ruling)[:limit]

    def named_format(self, text: str) -> str | None:
        """The one format whose name stands in a text, if any."""
        return self._named(_stemmed(text))

    def _named(self, text: str) -> str | None:
        named = set(self._formats.found(text)) - {"none"}
        return named.pop() if len(named) == 1 else None

    # Building.

    def _read(self, documents: Iterable[Iterable[tuple[float, str]]]) -> tuple[list[_Counts], "list[list[array[int]]]"]:
        """How much of each feature every ruling has, and the features of each way to ask it.

        Kept in arrays, as all that there is much of: as sets and lists they took 30 MiB.
        """
        counted: list[_Counts] = []
        asked: list[list[array[int]]] = []
        for texts in documents:
            counts: dict[int, float] = {}
            asks: list[array[int]] = []
            for share, text in texts:
                names = self._features(_stemmed(text))
                features = frozenset(self._ids.setdefault(name, len(self._ids)) for name in names)
                for feature in features:
                    counts[feature] = counts.get(feature, 0.0) + share
                if share == _ASK:
                    asks.append(array("I", features))
            counted.append(_Counts(array("I", counts), array("d", counts.values())))
            asked.append(asks)
        return counted, asked

    def _weigh_features(self, counted: list[_Counts]) -> None:
        """Weigh each feature by how few rulings have it, and post to it how much it speaks for each of them (BM25)."""
        spread = Counter(feature for counts in counted for feature in counts.features)
        self._rarest = math.log(1 + (len(counted) + 0.5) / 0.5)
        self._weights = array(
            "d",
            (
                math.log(1 + (len(counted) - spread[feature] + 0.5) / (spread[feature] + 0.5)) * _KINDS[name[0]]
                for name, feature in self._ids.items()
            ),
        )
        lengths = [sum(counts.times) for counts in counted]
        mean = sum(lengths) / max(1, len(lengths))
        # The rulings of feature n, and what it is worth to each, stand from the nth begin to the next.
        posted = (spread[n] if weight >= _LIGHTEST else 0 for n, weight in enumerate(self._weights))
        self._begins = array("I", accumulate(posted, initial=0))
        self._places = array("I", [0]) * self._begins[-1]
        self._worths = array("d", [0.0]) * self._begins[-1]
        ends = self._begins[:]
        for place, counts in enumerate(counted):
            damp = _SATURATION * (1 - _LENGTH + _LENGTH * lengths[place] / mean)
            for feature, times in zip(*counts, strict=True):
                if self._weights[feature] >= _LIGHTEST:
                    self._places[ends[feature]] = place
                    self._worths[ends[feature]] = times / (times + damp) * self._weights[feature]
                    ends[feature] += 1

    def _postings(self, feature: int) -> Iterator[tuple[int, float]]:
        """The rulings that have a feature, with how much it speaks for each."""
        begin, end = self._begins[feature], self._begins[feature + 1]
        return zip(self._places[begin:end], self._worths[begin:end], strict=True)

    def _count_words(self, asked: "list[list[array[int]]]", talk: Counter[str]) -> None:
        """Keep how often each feature stands in a way to ask, in all and by format, and in talk from elsewhere."""
        self._asked = array("I", [0]) * len(self._ids)
        self._asked_of = {ruling.format: self._asked[:] for ruling in self._rulings}
        self._asks_of: Counter[str] = Counter()
        for ruling, asks in zip(self._rulings, asked, strict=True):
            counts = self._asked_of[ruling.format]
            self._asks_of[ruling.format] += len(asks)
            for feature in chain.from_iterable(asks):
                counts[feature] += 1
                self._asked[feature] += 1
        share = self._asks_of.total() / max(1, len(self._elsewhere))
        self._odds = {
            name: math.log((often + _FAINT) / (talk[name] * share + _FAINT))
            for name, often in chain(
                zip(self._ids, self._asked, strict=True), ((name, 0) for name in talk if name not in self._ids)
            )
        }

    def _features(self, text: str) -> Iterator[str]:
        for run in text.split():
            if not run.isascii() and run[0] >= "ぁ":
                yield from (f"p{run[at : at + 2]}" for at in range(len(run) - 1))
                yield from (f"t{run[at : at + 3]}" for at in range(len(run) - 2))
                yield from (f"k{char}" for char in run if char >= "一")
            else:
                yield f"w{run}"
        yield from (f"c{group}" for group in self._concepts.found(text))

    def _norm(self, features: Iterable[int]) -> float:
        return math.sqrt(sum(self._weights[feature] ** 2 for feature in features)) or 1.0

    # Asking.

    def _mended(self, text: str) -> str:
        """The text with each unknown English word as the kana that it spells, or the known word a slip away."""
        words = text.split()
        unknown = [
            place
            for place, word in enumerate(words)
            if len(word) > 3 and word.isascii() and word.isalpha() and word not in self._known
        ]
        for place in unknown[:_MENDED_MOST]:
            word = words[place]
            slips = (len(word) > 4) + (len(word) > 7)
            kana = _kana(word)
            near = process.extractOne(word, self._by_initial.get(word[0], ()), scorer=OSA.distance, score_cutoff=slips)
            if kana is not None and self._concepts.found(kana):
                words[place] = kana
            elif near is not None:
                words[place] = near[0]
        return " ".join(words)

    def _is_of_another_game(self, text: str, best: int) -> bool:
        """Whether a text names another game, of which the best ruling says nothing."""
        named = self._games.intersection(self._concepts.found(text))
        spoken_of = (self._ids.get(f"c{game}") for game in named)
        return any(game is None or best not in dict(self._postings(game)) for game in spoken_of)

    def _weigh(self, text: str) -> _Query:
        names = set(self._features(text))
        features = frozenset(self._ids[name] for name in names if name in self._ids)
        strange = [self._rarest * _KINDS[name[0]] for name in names if name not in self._ids]
        known = [self._weights[feature] for feature in features]
        return _Query(
            features, sum((*known, *strange)) or 1.0, math.sqrt(sum(w * w for w in (*known, *strange))) or 1.0
        )

    def _nearness(self, query: _Query, line: _Line) -> float:
        shared = query.features.intersection(line.features)
        return sum(self._weights[feature] ** 2 for feature in shared) / (query.norm * line.norm)

    def _ranked(self, text: str, key: str | None) -> tuple[list[tuple[float, int]], Signs]:
        query = self._weigh(text)
        named = self._named_cards(text)
        cover: dict[int, float] = dict.fromkeys(named, 0.0)
        for feature in query.features:
            for place, worth in self._postings(feature):
                cover[place] = cover.get(place, 0.0) + worth / query.whole
        by_cover = sorted(cover, key=lambda place: cover[place] + named.get(place, 0.0), reverse=True)
        ours = [p for p in by_cover if key is None or self._rulings[p].format == key][:_CANDIDATES]
        theirs = [p for p in by_cover if key is not None and self._rulings[p].format != key][:_ABROAD]
        lines = {p: max(self._nearness(query, line) for line in self._lines[p]) for p in (*ours, *theirs)}

        def score(place: int) -> float:
            return _COVER * cover[place] + (1 - _COVER) * lines[place] + named.get(place, 0.0)

        ranked = sorted(((score(place), place) for place in ours), reverse=True)
        if not ranked:
            return [], Signs()
        best, place = ranked[0]
        signs = Signs(
            cover=cover[place],
            asked=max(0.0, lines[place] - _NEARLY_ASKED),
            elsewhere=max(self._nearness(query, line) for line in self._elsewhere),
            length=min(1.0, len(query.features) / 40),
            abroad=max((0.0, *(score(other) - best for other in theirs))),
            **self._word_odds(text, key),
        )
        return ranked, signs

    def _word_odds(self, text: str, key: str | None) -> dict[str, float]:
        names = {name for name in self._features(text) if name[0] in _TELLING}
        root = math.sqrt(len(names)) or 1.0
        ours = sum(self._odds.get(name, 0.0) for name in names)
        home = 0.0
        if key in self._asked_of:
            own, own_asks = self._asked_of[key], self._asks_of[key] + 1
            other_asks = self._asks_of.total() - own_asks + 2
            for feature in {self._ids[name] for name in names if name in self._ids}:
                odds = (own[feature] + 0.5) / (self._asked[feature] - own[feature] + 0.5)
                home += math.log(odds * other_asks / own_asks)
        return {"ours": ours / root, "home": min(0.0, home / root)}

    def _named_cards(self, text: str) -> dict[int, float]:
        """How much a card's name in the text speaks for its rulings: whole more than begun, begun more than near."""
        compact = text.replace(" ", "")
        found: dict[int, float] = {}
        for name, places in self._cards.items():
            worth = _card_worth(name, compact)
            for place in places if worth else ():
                found[place] = max(found.get(place, 0.0), worth)
        return found


def likely(signs: Signs) -> float:
    """Above 0 where the signs say that a question is answered; fitted on ways to ask that the index did not hold."""
    return sum(weight * sign for weight, sign in zip(_SIGN_WEIGHTS, signs, strict=True)) + _SIGN_BIAS


def _card_worth(name: str, compact: str) -> float:
    if name in compact:
        return _CARD_WHOLE
    if name[: max(3 if name[0] >= "ぁ" else 5, len(name) * 2 // 5)] in compact:
        return _CARD_BEGUN
    if len(name) >= 5 and len(compact) >= 4 and fuzz.partial_ratio(name, compact, score_cutoff=_CARD_NEARNESS):
        return _CARD_NEAR
    return 0.0


def _card_names(rulings: Sequence[Ruling]) -> dict[str, list[int]]:
    names: dict[str, list[int]] = {}
    for place, ruling in enumerate(rulings):
        for card in ruling.cards:
            for name in {_stemmed(written).replace(" ", "") for written in (card.ja, card.en, *card.also)}:
                if len(name) >= 3:
                    names.setdefault(name, []).append(place)
    return names


def _texts(ruling: Ruling) -> Iterator[tuple[float, str]]:
    for words in ruling.words.values():
        yield from ((_ASK, text) for text in (words.question, *words.ask))
        yield _ANSWER, words.answer
        yield _REASON, words.reason
    for card in ruling.cards:
        yield from ((_CARD, text) for text in (card.ja, card.en, *card.also))
