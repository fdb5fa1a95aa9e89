"""The command line beside the bot itself: `check` the data, look up a `ruling`, `replay` an exported match."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bot.language import LANGUAGES, Voice
from bot.rules import FORMATS
from bot.rules.format import Refused
from bot.rules.match import Person
from bot.rules.record import restore
from bot.rulings import MUST_BE_RULED, Rulings, RulingsBroken, load

_WHOLE = 10_000


def run(arguments: Sequence[str], language: str = "en") -> int:
    """Carry out one of the three commands and return the exit code: 1 where something is wrong, 2 for a wrong call."""
    voice = Voice(language)
    parser = argparse.ArgumentParser(prog="python -m bot")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help=voice.label("console-help-check", _WHOLE))
    replaying = commands.add_parser("replay", help=voice.label("console-help-replay", _WHOLE))
    replaying.add_argument("file", type=Path)
    asked = parser.parse_args(arguments)
    try:
        return check(voice) if asked.command == "check" else replay(asked.file, voice)
    except RulingsBroken as broken:
        for fault in broken.faults:
            what = voice.label(fault.what.message, _WHOLE, **fault.what.facts)
            _complain(": ".join(part for part in (fault.file, fault.key, what) if part))
        _complain(voice.label("console-faults", _WHOLE, count=len(broken.faults)))
    except Refused as refused:
        _complain(voice.label(refused.why, _WHOLE, **refused.facts))
    return 1


def check(voice: Voice) -> int:
    """Load all data, run every example, and print what there is and which passages have no ruling yet."""
    rulings = load()
    for key in FORMATS:
        _print(voice.label("console-format", _WHOLE, format=key, **_counts(rulings, key)))
    kinds = Counter(passage.kind for passage in rulings.passages.values())
    ruled = {passage for ruling in rulings for passage in ruling.passages}
    have = Counter(rulings.passages[passage].kind for passage in ruled)
    for kind, count in kinds.items():
        _print(voice.label("console-kind", _WHOLE, kind=kind, ruled=have[kind], count=count))
    for passage in rulings.uncovered():
        _print(voice.label("console-uncovered", _WHOLE, passage=passage.id, kind=passage.kind))
    must = sum(kinds[kind] for kind in MUST_BE_RULED)
    covered = must - len(rulings.uncovered())
    _print(voice.label("console-sound", _WHOLE, count=len(rulings), covered=covered, must=must))
    return 0


def replay(file: Path, voice: Voice) -> int:
    """Print the state of an exported match, folded anew from its log. Raises Refused for a file that is none."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Refused("console-no-file", file=str(file)) from error
    except (ValueError, RecursionError) as error:
        raise Refused("import-broken", reason=str(error)[:100]) from error
    name = voice.label("console-reader")
    match = restore(FORMATS, data, match_id=0, opened_by=Person(name))
    _print(json.dumps(match.format.export(match.state), ensure_ascii=False, indent=2))
    return 0


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


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
