"""The bot: its command tree, cogs and buttons, with the store opened at start and closed at the end."""

import hashlib
import json
import logging
from contextlib import AsyncExitStack

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot import deckcheck, lookup
from bot.buttons import MoveButton, MoveChoice, read_form, under
from bot.errors import explain
from bot.language import Translator, Voice
from bot.rules.match import Match
from bot.scorekeeper import Scorekeeper
from bot.settings import Settings
from bot.store import open_store
from bot.table import Table

log = logging.getLogger("sidecar")

COGS = ("cogs.match", "cogs.table", "cogs.wrgp", "cogs.party", "cogs.tag", "cogs.ruling")


# What an invitation asks for: the integer of the link in the README is made from these.
NEEDS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    read_message_history=True,
    attach_files=True,
    embed_links=True,
)


class Tree(app_commands.CommandTree["Sidecar"]):
    """The command tree; whatever a command raises goes through the one door."""

    async def on_error(
        self, interaction: "discord.Interaction[Sidecar]", error: app_commands.AppCommandError, /
    ) -> None:
        """Explain a failed command."""
        await explain(interaction, error)


class Sidecar(commands.AutoShardedBot):
    """The client. `table` is what cogs and buttons call; it exists from `setup_hook` on."""

    table: Table

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._open_things = AsyncExitStack()
        super().__init__(
            command_prefix=(),
            help_command=None,
            # Messages that mention the bot bring their text without the message content intent.
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            tree_cls=Tree,
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            shard_count=settings.shard_count or 1,
            shard_ids=list(settings.shard_ids or range(settings.shard_count or 1)),
        )

    async def setup_hook(self) -> None:
        """Open the store, load the cogs, and give Discord the commands where they changed."""
        store = await self._open_things.enter_async_context(open_store(self.settings.database_url))
        self.table = Table(self, Scorekeeper(store))
        await self.tree.set_translator(Translator())
        self.add_dynamic_items(MoveButton, MoveChoice)
        for cog in COGS:
            await self.load_extension(cog)
        await self._sync()
        self._close_quiet.start()

    async def close(self) -> None:
        """Leave Discord, then close the store: nothing answers any more when the file closes."""
        self._close_quiet.cancel()
        await super().close()
        await self._open_things.aclose()

    async def _sync(self) -> None:
        """Give Discord the commands, unless it has just these already: it limits how often they may be written."""
        translator = self.tree.translator or Translator()
        payload = [await each.get_translated_payload(self.tree, translator) for each in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        known = {each.name for each in await self.tree.fetch_commands()}
        store = self.table.keeper.store
        if known != {each["name"] for each in payload} or await store.note("commands") != digest:
            await self.tree.sync()
            await store.set_note("commands", digest)
            log.info("told Discord the commands")

    async def on_interaction(self, interaction: "discord.Interaction[Sidecar]") -> None:
        """Answer a form of ours that was sent in; all other interactions find their own way."""
        sent = read_form(interaction)
        if sent is None:
            return
        try:
            if sent.press is not None:
                await self.table.press(interaction, sent.press)
            else:
                await deckcheck.receive(interaction, sent)
        except Exception as error:  # noqa: BLE001  an event handler has no other door
            await explain(interaction, error)

    async def on_ready(self) -> None:
        """Bring boards up to date that the process before this one left behind."""
        await self.table.boards.catch_up()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the match of a channel that is gone."""
        await self.table.keeper.close_place(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the match of a thread that is gone."""
        await self.table.keeper.close_place(payload.thread_id)

    def why(self, refusal: str, voice: Voice, match: Match | None) -> discord.ui.View | None:
        """A button to the ruling that a refusal rests on, where this match's format has one."""
        ruling = lookup.shelf().rulings.for_refusal(refusal, match.format.key) if match else None
        if ruling is None:
            return None
        return under(lookup.RulingButton.of(ruling, voice.label("button-why")))

    @tasks.loop(hours=6)
    async def _close_quiet(self) -> None:
        ended = await self.table.keeper.close_quiet()
        if ended:
            log.info("ended %s quiet matches", ended)


def create_client(settings: Settings) -> Sidecar:
    """The client, not started."""
    return Sidecar(settings)
