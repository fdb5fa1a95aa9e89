"""What a server keeps for its deck checks: limit lists, id maps and card tables, each under a name."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.attached import admit_file, beside, fetch, names_of
from bot.commands import CHOICES_MOST
from bot.decks.lflist import choose_list, list_names, newest_first
from bot.decks.table import read_card_table, read_id_map
from bot.decks.text import decode, fold
from bot.errors import reply_privately
from bot.language import clean, clean_name, shorten
from bot.people import Interaction
from bot.rules.format import Line, Refused
from bot.store import KeptTable
from bot.voices import private_voice

if TYPE_CHECKING:
    pass


KEPT_MOST = 20
LISTS_MOST = 300
NEAR_TOLD = 8
OFFER_MOST = 100
NEWEST_MOST = 40


class TableKind(StrEnum):
    """What a kept table is for."""

    LIMITS = "limits"
    IDS = "ids"
    CARDS = "cards"


async def keep(interaction: Interaction, name: str, file: discord.Attachment, kind: TableKind) -> None:
    """Keep a file for the server, instead of one of that name, and tell the reader what is in it."""
    guild = _kept_by(interaction)
    called = clean_name(name)
    admit_file(file)
    await interaction.response.defer(ephemeral=True, thinking=True)
    table, text, told = await beside(_read, called, kind, await fetch(file), names_of([file])[0])
    store = interaction.client.table.keeper.store
    if not await store.keep(guild, table, text, datetime.now(UTC), KEPT_MOST):
        raise Refused("kept-full", most=KEPT_MOST)
    await reply_privately(interaction, private_voice(interaction).line(told))


def _read(name: str, kind: TableKind, data: bytes, source: str) -> tuple[KeptTable, str, Line]:
    text = decode(data, source)
    lists: tuple[str, ...] = ()
    match kind:
        case TableKind.LIMITS:
            lists = newest_first(list_names(text, source))
            if len(lists) > LISTS_MOST:
                raise Refused("kept-many-lists", source=source, most=LISTS_MOST)
            told = Line("kept-limits", {"name": name, "count": len(lists), "newest": lists[0][:NEWEST_MOST]})
        case TableKind.IDS:
            told = Line("kept-ids", {"name": name, "count": len(read_id_map(text, source).cards)})
        case TableKind.CARDS:
            told = Line("kept-cards", {"name": name, "count": len(read_card_table(text, source).cards)})
    named = json.dumps(lists, ensure_ascii=False)
    return KeptTable(name, _folded(name), kind, named, len(data)), text, told


async def drop(interaction: Interaction, name: str) -> None:
    """Forget what is kept under a name."""
    guild = _kept_by(interaction)
    store = interaction.client.table.keeper.store
    if not await store.drop(guild, _folded(name)):
        kept = tuple(table.name for table in await store.kept(guild))
        raise Refused("kept-unknown", typed=clean(name, 40) or "?", names=kept)
    voice = private_voice(interaction)
    await reply_privately(interaction, voice.say("kept-dropped", name=clean(name, 40)))


async def show(interaction: Interaction) -> None:
    """Tell what the server keeps, to the reader alone."""
    if interaction.guild_id is None:
        raise Refused("servers-only")
    tables = await tables_of(interaction)
    head = Line("kept-heading", {"count": len(tables), "most": KEPT_MOST})
    told = [head, *map(_line, tables)] if tables else [Line("kept-nothing")]
    await interaction.client.table.show(interaction, told, private=True)


def _line(table: KeptTable) -> Line:
    lists = json.loads(table.lists)
    size = -(-table.size // 1024)
    if not lists:
        return Line("kept-line", {"name": table.name, "kind": TableKind(table.kind), "size": size})
    newest = lists[0][:NEWEST_MOST]
    return Line("kept-line-limits", {"name": table.name, "size": size, "count": len(lists), "newest": newest})


async def tables_of(interaction: Interaction, kind: TableKind | None = None) -> tuple[KeptTable, ...]:
    """What the server of an interaction keeps, of one kind or of all, the newest first; nothing in direct messages."""
    if interaction.guild_id is None:
        return ()
    tables = await interaction.client.table.keeper.store.kept(interaction.guild_id)
    return tuple(table for table in tables if kind in (None, table.kind))


def find_list(tables: Sequence[KeptTable], typed: str) -> tuple[KeptTable, str]:
    """The kept file that a text means, and the name of the list inside it; an empty name is the newest of the OCG.

    The text is an offer as autocompleted (`Ignis: 2026.07 OCG`), the name of a file, or that of a list in any of them.
    Raises Refused, with the nearest names, for one that fits none.
    """
    offers = list(_offers(tables))
    for offer, table, inside in offers:
        if fold(offer) == fold(typed):
            return table, inside
    file, _, wanted = typed.partition(":")
    for table in tables:
        names = json.loads(table.lists)
        if _folded(file) == table.folded and wanted.strip():
            return table, names[choose_list(names, wanted, table.name)]
    for table in tables:
        names = json.loads(table.lists)
        try:
            return table, names[choose_list(names, typed, table.name)]
        except Refused as refused:
            if refused.why != "list-unknown":
                raise
    near = sorted((offer for offer, _, _ in offers), key=lambda offer: _likeness(offer, typed), reverse=True)
    raise Refused("kept-list-unknown", typed=clean(typed, 60) or "?", names=tuple(near[:NEAR_TOLD]))


def _offers(tables: Sequence[KeptTable]) -> Iterator[tuple[str, KeptTable, str]]:
    for table in tables:
        yield table.name, table, ""
        for inside in json.loads(table.lists):
            yield shorten(f"{table.name}: {inside}", OFFER_MOST), table, inside


def _likeness(offer: str, typed: str) -> float:
    whole, wanted = fold(offer), fold(typed)
    inside = whole.rpartition(":")[2]
    return max(SequenceMatcher(None, each, wanted).ratio() for each in (whole, inside))


async def lists(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The kept files of limit lists and the lists inside them."""
    tables = await tables_of(interaction, TableKind.LIMITS)
    return await beside(_fitting, (offer for offer, _, _ in _offers(tables)), typed)


async def names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The names of what the server keeps."""
    return _fitting((table.name for table in await tables_of(interaction)), typed)


def _fitting(offers: Iterable[str], typed: str) -> list[app_commands.Choice[str]]:
    words = [fold(word) for word in typed.split()]
    fitting = (offer for offer in offers if all(word in fold(offer) for word in words))
    return [app_commands.Choice(name=offer, value=offer) for offer in islice(fitting, CHOICES_MOST)]


def _kept_by(interaction: Interaction) -> int:
    """The server whose keeping somebody may change."""
    if interaction.guild_id is None:
        raise Refused("servers-only")
    if not interaction.permissions.manage_guild:
        raise Refused("needs-manage-server")
    return interaction.guild_id


def _folded(name: str) -> str:
    return fold(name) or name.strip()
