"""A deck check in Discord: files, pasted text or what the server keeps in, the report out."""

import asyncio
import contextlib
import dataclasses
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

import discord

from bot import kept
from bot.amounts import read_amount
from bot.attached import admit_file, beside, fetch, names_of
from bot.buttons import FORM_MOST, SentForm, open_form, under
from bot.decks.judges import Partner, Report, judge_party, judge_tag, judge_wrgp
from bot.decks.lflist import read_limit_list
from bot.decks.table import read_card_table, read_id_map
from bot.decks.text import decode
from bot.decks.textlist import DeckZone, read_card_list, read_restrictions
from bot.decks.ydk import read_deck
from bot.kept import TableKind
from bot.language import CONTENT_MOST, Voice, clean, shorten
from bot.lookup import DeleteButton
from bot.people import Interaction
from bot.rules.format import Line, Refused
from bot.rules.party.terms import Civilisation, read_civilisations
from bot.voices import private_voice

if TYPE_CHECKING:
    pass


PASTED_MOST = 4000
WORDS_MOST = 100
COST_MOST = 99


class Paper(NamedTuple):
    """A text to be read, and what it is told by: a file's name, `deck 1`, or the name under which it is kept."""

    source: str
    content: bytes | str

    @property
    def text(self) -> str:
        """The content as text. Raises Refused for a file that is none."""
        return self.content if isinstance(self.content, str) else decode(self.content, self.source)


class Handed(NamedTuple):
    """All that a check is given: decks, tables by the name of their option, and what was typed beside them."""

    decks: tuple[Paper, ...]
    tables: Mapping[str, Paper]
    typed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Check:
    """How the decks of a format are asked for, and who judges them.

    `decks` and `tables` are options that take a file, `words` those that take a text; a form has room for five of them.
    `kept` are the tables that a server may keep.
    """

    format: str
    decks: tuple[str, ...]
    tables: tuple[str, ...]
    words: tuple[str, ...]
    kept: Mapping[str, TableKind]
    judge: Callable[[Handed], Report]


def _judge_wrgp(handed: Handed) -> Report:
    decks = [read_deck(paper.text, paper.source) for paper in handed.decks]
    limits, ids = handed.tables.get("limits"), handed.tables.get("map")
    return judge_wrgp(
        decks,
        read_limit_list(limits.text, limits.source, handed.typed.get("list", "")) if limits else None,
        read_id_map(ids.text, ids.source) if ids else None,
    )


def _judge_party(handed: Handed) -> Report:
    cards, restricted = handed.tables.get("table"), handed.tables.get("restricted")
    table = read_card_table(cards.text, cards.source) if cards else None
    (paper,) = handed.decks
    deck = read_card_list(paper.text, paper.source, table.cards if table else ())
    marked = next((entry.name for entry in deck.within(DeckZone.PARTNER)), "")
    return judge_party(
        deck,
        partner=_partner(handed.typed, marked),
        table=table,
        restricted=read_restrictions(restricted.text, restricted.source) if restricted else None,
    )


def _partner(typed: Mapping[str, str], marked: str) -> Partner | None:
    """The partner as stated; its cost and civilisations may be stated of one that the list marks."""
    name = clean(typed.get("partner", ""), WORDS_MOST) or marked
    cost = read_amount(typed["cost"]) if typed.get("cost") else None
    if cost is not None and not 0 <= cost <= COST_MOST:
        raise Refused("amount-out-of-range", least=0, most=COST_MOST)
    civilisations = None
    if typed.get("civilisations"):
        civilisations = frozenset(read_civilisations((typed["civilisations"],))) - {Civilisation.COLOURLESS}
    return Partner(name, cost, civilisations) if name else None


def _judge_tag(handed: Handed) -> Report:
    restricted = handed.tables.get("restricted")
    return judge_tag(
        [read_card_list(paper.text, paper.source) for paper in handed.decks],
        read_restrictions(restricted.text, restricted.source) if restricted else None,
    )


WRGP = Check(
    "wrgp",
    decks=("deck1", "deck2", "deck3"),
    tables=("limits",),
    words=("list",),
    kept={"limits": TableKind.LIMITS, "map": TableKind.IDS},
    judge=_judge_wrgp,
)
PARTY = Check(
    "party",
    decks=("deck",),
    tables=("table", "restricted"),
    words=("partner", "cost"),
    kept={"table": TableKind.CARDS},
    judge=_judge_party,
)
TAG = Check("tag", decks=("deck1", "deck2"), tables=("restricted",), words=(), kept={}, judge=_judge_tag)
CHECKS = {check.format: check for check in (WRGP, PARTY, TAG)}


async def check(
    interaction: Interaction,
    about: Check,
    files: Mapping[str, discord.Attachment | None],
    *,
    public: bool,
    **typed: str | None,
) -> None:
    """Judge attached decks; where none is attached, open a form to paste them into.

    Raises Refused for a file over 1 MiB before it is fetched, and for tables without a deck.
    """
    given = {option: file for option, file in files.items() if file}
    words = {option: text.strip() for option, text in typed.items() if text and text.strip()}
    for file in given.values():
        admit_file(file)
    if not given:
        await interaction.response.send_modal(_form(about, interaction, words, public=public))
    elif not given.keys() & set(about.decks):
        raise Refused("check-no-deck", count=len(about.decks))
    else:
        await _answer(interaction, about, given, {}, words, public=public)


async def receive(interaction: Interaction, sent: SentForm) -> None:
    """Judge what was pasted into a form."""
    _, form, options = sent.custom_id.split(":")
    about = CHECKS[form]
    carried = dict(parse_qsl(options))
    public = carried.pop("public", "") == "1"
    pasted = {option: text for option, text in sent.typed.items() if option in about.decks and text.strip()}
    words = {option: text.strip() for option, text in sent.typed.items() if option in about.words and text.strip()}
    for file in sent.files.values():
        admit_file(file)
    if not pasted:
        raise Refused("check-nothing-pasted", count=len(about.decks))
    await _answer(interaction, about, sent.files, pasted, carried | words, public=public)


def _form(about: Check, interaction: Interaction, words: Mapping[str, str], *, public: bool) -> discord.ui.Modal:
    """The form for pasted decks: words given with the command stand in it already, the others go along in its id."""
    voice = private_voice(interaction)
    carried = {"public": "1"} if public else {}
    if "civilisations" in words:
        carried["civilisations"] = ",".join(read_civilisations((words["civilisations"],)))
    inputs: list[tuple[str, discord.ui.Item[Any]]] = [
        *((option, _text(option, discord.TextStyle.paragraph, PASTED_MOST)) for option in about.decks),
        *((option, _text(option, discord.TextStyle.short, WORDS_MOST, words.get(option))) for option in about.words),
        *(
            (option, discord.ui.FileUpload(custom_id=option, required=False, min_values=0, max_values=1))
            for option in about.tables
        ),
    ]
    title = voice.label("check-form", FORM_MOST, game=Line(f"format-{about.format}"))
    fields = [(voice.label(f"check-{about.format}-{option}", FORM_MOST), each) for option, each in inputs]
    return open_form(title, f"d:{about.format}:{urlencode(carried)}", fields)


def _text(option: str, style: discord.TextStyle, most: int, default: str | None = None) -> discord.ui.Item[Any]:
    # Discord's own check is left off, so that an empty answer gets a sentence.
    text = shorten(default, most) if default else None
    return discord.ui.TextInput(custom_id=option, style=style, required=False, max_length=most, default=text)


async def _answer(
    interaction: Interaction,
    about: Check,
    files: Mapping[str, discord.Attachment],
    pasted: Mapping[str, str],
    typed: dict[str, str],
    *,
    public: bool,
) -> None:
    # Acknowledged to the reader alone, also where the report is for everybody: a refusal is private.
    await interaction.response.defer(ephemeral=True, thinking=True)
    table = interaction.client.table
    voice = await table.voices.public(interaction) if public else private_voice(interaction)
    papers = {
        option: Paper(voice.label("check-pasted", number=about.decks.index(option) + 1), text)
        for option, text in pasted.items()
    }
    fetched = await asyncio.gather(*map(fetch, files.values()))
    papers |= {
        option: Paper(name, data) for option, name, data in zip(files, names_of(files.values()), fetched, strict=True)
    }
    used = await _take_kept(interaction, about, papers, typed)
    handed = Handed(
        tuple(papers[option] for option in about.decks if option in papers),
        {option: paper for option, paper in papers.items() if option not in about.decks},
        typed,
    )
    text, file = await beside(_report, about, handed, used, voice)
    await _send(interaction, text, file, f"deck-check-{about.format}.txt", voice, public=public)


async def _take_kept(
    interaction: Interaction, about: Check, papers: dict[str, Paper], typed: dict[str, str]
) -> tuple[Line, ...]:
    """Add what the server keeps where no file was attached; told is what was taken."""
    used: list[Line] = []
    for option, kind in about.kept.items():
        tables = await kept.tables_of(interaction, kind) if option not in papers else ()
        if kind is TableKind.LIMITS and typed.get("list") and option not in papers:
            if not tables:
                raise Refused("kept-no-lists")
            found, typed["list"] = await beside(kept.find_list, tables, typed["list"])
        elif tables:
            found = tables[0]
        else:
            continue
        text = await interaction.client.table.keeper.store.kept_text(interaction.guild_id or 0, found.folded)
        if text is not None:
            papers[option] = Paper(found.name, text)
            used.append(Line("check-kept", {"name": found.name, "kind": kind}))
    return tuple(used)


def _report(about: Check, handed: Handed, used: tuple[Line, ...], voice: Voice) -> tuple[str, bytes | None]:
    """The report as a message, and as a file too where it does not fit; runs beside the event loop."""
    report = about.judge(handed)
    if used:
        report = dataclasses.replace(report, notes=(Line("check-kept-used", {"names": used}), *report.notes))
    rows = [
        row
        for heading, lines in report.parts()
        # The empty line keeps a heading out of the list before it, where Markdown is read strictly.
        for row in (f"\n**{voice.line(heading)}**", *(f"- {voice.line(line)}" for line in lines))
    ]
    text = "\n".join(rows).lstrip()
    if len(text) <= CONTENT_MOST:
        return text, None
    below = voice.say("check-in-file")
    room = CONTENT_MOST - len(below)
    shown: list[str] = []
    for row in rows:
        room -= len(row) + 1
        if room < 0:
            break
        shown.append(row)
    whole = [
        row
        for heading, lines in report.parts()
        for row in ("", _plain(voice, heading), "", *(_plain(voice, line) for line in lines))
    ]
    return "\n".join([*shown, below]).lstrip(), "\n".join([*whole[1:], ""]).encode()


def _plain(voice: Voice, line: Line) -> str:
    return voice.plain(line.message, **line.facts)


async def _send(
    interaction: Interaction, text: str, data: bytes | None, name: str, voice: Voice, *, public: bool
) -> None:
    files = [discord.File(io.BytesIO(data), name)] if data else []
    if not public:
        await interaction.edit_original_response(content=text, attachments=files)
        return
    # Discord turns the first message after an acknowledgement into its answer, as private as that was.
    await interaction.edit_original_response(content=private_voice(interaction).say("check-shown"))
    await interaction.followup.send(text, files=files, view=under(DeleteButton.of(interaction.user.id, voice)))
    with contextlib.suppress(discord.HTTPException):
        await interaction.delete_original_response()
