"""Numbers as people type them: full-width digits, sums, a half, and signed corrections."""

import re
import unicodedata
from typing import Literal, cast

from simpleeval import SimpleEval  # pyright: ignore[reportMissingTypeStubs]  # the package ships none

from bot.rules.format import Change, Refused

MOST_CHARACTERS = 40
_SIGNS = str.maketrans({"×": "*", "✕": "*", "x": "*", "X": "*", "÷": "/", "−": "-", "–": "-", "—": "-", "ー": "-"})
_SUM = re.compile(r"[-+*/(). \d]+")
# A hexadecimal 0x10 is no 0×10, and 1² no 12.
_OTHER = re.compile(r"(?<![\d０-９])[0０][xXｘＸ]|[²³¹⁰⁴-⁹₀-₉]")
_HALF = frozenset({"half", "半分", "はんぶん", "1/2"})
_UNIT = re.compile(r"(?:lp|ライフ|点|枚|ダメージ|damage)$")


def read_amount(text: str) -> int:
    """A whole number from digits or a sum, as `１５００` or `800*3`. Raises Refused with the sentence that helps."""
    typed = _typed(text)
    if len(typed) > MOST_CHARACTERS:
        raise Refused("amount-too-long", most=MOST_CHARACTERS)
    shown = " ".join(text.split())[:MOST_CHARACTERS]
    if not _SUM.fullmatch(typed) or "**" in typed or "//" in typed or _OTHER.search(text):
        raise Refused("amount-unreadable", typed=shown)
    calculator = SimpleEval(functions={}, names={})
    try:
        value = cast("object", calculator.eval(typed))  # pyright: ignore[reportUnknownMemberType]  # no stubs, as above
    except Exception as error:  # the evaluator raises its own kinds, Python's and the parser's for what is no sum
        raise Refused("amount-unreadable", typed=shown) from error
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int):
        raise Refused("amount-not-whole", typed=shown)
    return value


def read_payment(text: str) -> int | Literal["half"]:
    """An amount, or `half` for 半分."""
    return "half" if _typed(text) in _HALF else read_amount(text)


def read_change(text: str) -> Change:
    """`+2` and `-2` as a change, `2` as the new number."""
    return Change(read_amount(text), relative=_typed(text)[:1] in ("+", "-"))


def _typed(text: str) -> str:
    folded = _UNIT.sub("", unicodedata.normalize("NFKC", text).strip().casefold()).translate(_SIGNS)
    ungrouped = re.sub(r"(?<=\d),(?=\d{3})", "", folded)
    return re.sub(r"(?<![\d.])0+(?=\d)", "", ungrouped).strip()
