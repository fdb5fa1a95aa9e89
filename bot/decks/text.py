"""What players attach or paste, as text and numbered lines, and card names folded so that spellings meet."""

import re
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence

from bot.rules.format import Line, Refused

BYTES_MOST = 1 << 20
LINES_MOST = 80_000
"""Lines of the longest thing worth reading: a file of limit lists, an id map or a card table."""
UNREAD_MOST = 60
NAME_MOST = 200

# cp932 reads any byte; what it has no character for, it puts in these private places.
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\uf8f0-\uf8f3]")
_INVISIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
_VARIATION = re.compile("[\ufe00-\ufe0f]")
_SPELLINGS = str.maketrans(
    dict.fromkeys("‐‑‒–—―−ー─━", "-")
    | dict.fromkeys("〜∼〰", "~")
    | dict.fromkeys("‘’‛′`´", "'")
    | dict.fromkeys("“”„″〝〟", '"')
    | dict.fromkeys("・·•‧∙⋅", "")
    | {chr(code): chr(code + 0x60) for code in range(0x3041, 0x3097)}
)


def admit(size: int, source: str) -> None:
    """Let a file of `size` bytes in, before anything of it is read. Raises Refused over 1 MiB."""
    if size > BYTES_MOST:
        raise Refused("deck-file-too-large", source=source, most=BYTES_MOST >> 20)


def decode(data: bytes, source: str) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or the Shift JIS of Japanese Windows (cp932).

    Raises Refused for a file that is too large or is not text.
    """
    admit(len(data), source)
    marked = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp932"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _NOT_TEXT.search(text):
            return text
    raise Refused("deck-file-not-text", source=source)


def split(text: str, source: str, most: int = LINES_MOST) -> list[str]:
    """The lines of a text, whatever ends them, without marks that can't be seen.

    Raises Refused for more than `most`, before it splits.
    """
    if text.count("\n") > most or text.count("\r") > most:
        raise Refused("deck-too-many-lines", source=source, most=most)
    return _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")


def numbered(text: str, source: str, most: int = LINES_MOST) -> list[tuple[int, str]]:
    """The lines that say something, stripped, each with its number from 1. Raises Refused for more than `most`."""
    stripped = ((number, line.strip()) for number, line in enumerate(split(text, source, most), 1))
    return [(number, line) for number, line in stripped if line]


def unread(source: str, line: int, text: str) -> Line:
    """A line that could not be understood; it is told, never dropped."""
    return Line("deck-line-unread", {"source": source, "line": line, "text": text[:60]})


def bear(problems: Sequence[Line], source: str) -> tuple[Line, ...]:
    """The unread lines of a text, if they are few. Raises Refused where so many show that it is something else."""
    if len(problems) > UNREAD_MOST:
        raise Refused("deck-not-readable", source=source, line=problems[0].facts["line"], most=UNREAD_MOST)
    return tuple(problems)


def fold(name: str) -> str:
    """A card name as it is compared: width, case, kana, spaces, dashes, tildes, quotes and middle dots do not count."""
    plain = unicodedata.normalize("NFKC", _VARIATION.sub("", _INVISIBLE.sub("", name))).casefold()
    # A mark that lost the dot or space before it joins its letter.
    return unicodedata.normalize("NFC", "".join(plain.translate(_SPELLINGS).split()))
