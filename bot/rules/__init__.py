"""The rules of every format; they know no Discord, no SQL, no clock, no chance, and no sentence of any language."""

from bot.rules.format import Format
from bot.rules.party import PARTY
from bot.rules.tag import TAG
from bot.rules.wrgp import WRGP

FORMATS: dict[str, Format] = {form.key: form for form in (WRGP, PARTY, TAG)}
