"""The command line beside the bot itself: `check` the data, look up a `ruling`, `replay` an exported match."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from bot.language import LANGUAGES, Voice
from bot.rules import FORMATS
from bot.rules.format import Refused
from bot.rules.match import Person
from bot.rules.record import read_match
from bot.rulings import MUST_BE_RULED, Ruling, Rulings, RulingsBroken, load
from bot.search import Answer, Index


def run(arguments: Sequence[str], language: str = "en") -> int:
    """Carry out one of the three commands and return the exit code: 1 where something is wrong, 2 for a wrong call."""
    voice = Voice(language)
    parser = argparse.ArgumentParser(prog="python -m bot")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help=voice.plain("console-help-check"))
    asking = commands.add_parser("ruling", help=voice.plain("console-help-ruling"))
    asking.add_argument("question", nargs="*")
    asking.add_argument("--format", choices=tuple(FORMATS))
    asking.add_argument("--lang", choices=LANGUAGES)
    asking.add_argument("--json", action="store_true")
    asking.add_argument("--stdin", action="store_true")
    replaying = commands.add_parser("replay", help=voice.plain("console-help-replay"))
    replaying.add_argument("file", type=Path)
    asked = parser.parse_args(arguments)
    try:
        match asked.command:
            case "check":
                return check(voice)
            case "replay":
                return replay(asked.file, voice)
            case _ if asked.stdin:
                return answer_lines(sys.stdin)
            case _:
                voice = Voice(asked.lang or language)
                return ruling(" ".join(asked.question), asked.format, voice, as_json=asked.json)
    except RulingsBroken as broken:
        for fault in broken.faults:
            what = voice.plain(fault.what.message, **fault.what.facts)
            _complain(": ".join(part for part in (fault.file, fault.key, what) if part))
        _complain(voice.plain("console-faults", count=len(broken.faults)))
    except Refused as refused:
        _complain(voice.plain(refused.why, **refused.facts))
    return 1


def check(voice: Voice) -> int:
    """Load all data, run every example, and print what there is and which passages have no ruling yet."""
    rulings = load()
    for key in FORMATS:
        _print(voice.plain("console-format", format=key, **_counts(rulings, key)))
    kinds = Counter(passage.kind for passage in rulings.passages.values())
    ruled = {passage for ruling in rulings for passage in ruling.passages}
    have = Counter(rulings.passages[passage].kind for passage in ruled)
    for kind, count in kinds.items():
        _print(voice.plain("console-kind", kind=kind, ruled=have[kind], count=count))
    for passage in rulings.uncovered():
        _print(voice.plain("console-uncovered", passage=passage.id, kind=passage.kind))
    must = sum(kinds[kind] for kind in MUST_BE_RULED)
    covered = must - len(rulings.uncovered())
    _print(voice.plain("console-sound", count=len(rulings), covered=covered, must=must))
    return 0


def ruling(question: str, form: str | None, voice: Voice, *, as_json: bool) -> int:
    """Look one question up and print the ruling, or the nearest three where nothing fits."""
    answer = Index(load()).look_up(question, form)
    if as_json:
        _print(json.dumps(_as_json(answer), ensure_ascii=False))
        return 0
    if answer.fits:
        _print(_told(answer.results[0].ruling, voice))
        return 0
    near = [found.ruling for found in answer.results[:3]]
    _print(voice.plain("console-nothing-fits", count=len(near)))
    for nearest in near:
        _print(f"- {nearest.words[voice.language].question} ({nearest.id})")
    return 0


def answer_lines(lines: Iterable[str]) -> int:
    """Answer each line of JSON with one; a line that is no question finds nothing."""
    index = Index(load())
    for line in lines:
        try:
            asked = json.loads(line)
            question, form = asked["q"], asked.get("format")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            question, form = "", None
        known = form if form in FORMATS else None
        _print(json.dumps(_as_json(index.look_up(str(question or ""), known)), ensure_ascii=False))
        sys.stdout.flush()
    return 0


def replay(file: Path, voice: Voice) -> int:
    """Print the state of an exported match, folded anew from its log. Raises Refused for a file that is none."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise Refused("console-no-file", file=str(file)) from error
    match = read_match(FORMATS, data, opened_by=Person(voice.plain("console-reader")))
    _print(json.dumps(match.format.export(match.state), ensure_ascii=False, indent=2))
    return 0


def _as_json(answer: Answer) -> dict[str, object]:
    results = answer.results if answer.fits else answer.results[:3]
    return {
        "found": answer.settled,
        "results": [
            {"id": found.ruling.id, "passages": list(found.ruling.passages), "score": found.score} for found in results
        ],
    }


def _told(ruling: Ruling, voice: Voice) -> str:
    words = ruling.words[voice.language]
    facts = {"authority": ruling.authority, "format": ruling.format, "source": ruling.source, "id": ruling.id}
    return "\n".join((words.question, words.answer, words.reason, voice.plain("console-rests", **facts)))


def _counts(rulings: Rulings, key: str) -> dict[str, int]:
    ours = [ruling for ruling in rulings if ruling.format == key]
    asks = {language: sum(len(ruling.words[language].ask) for ruling in ours) for language in LANGUAGES}
    authorities = Counter(str(ruling.authority) for ruling in ours)
    return {
        "count": len(ours),
        "examples": sum(len(ruling.examples) for ruling in ours),
        "proved": sum(bool(ruling.examples) for ruling in ours),
        "source": authorities["source"],
        "table": authorities["table"],
        "general": authorities["general"],
        **asks,
    }


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _complain(text: str) -> None:
    sys.stderr.write(f"{text}\n")
