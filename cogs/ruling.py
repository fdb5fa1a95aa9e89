"""`/ruling`, the message menu and mentions in chat: questions answered from rulings that the engine has run."""

import re
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import lookup
from bot.commands import CHOICES_MOST, command, explained, formats
from bot.errors import reply_privately
from bot.language import Voice, private_language, shorten, words
from bot.rules.format import Refused

if TYPE_CHECKING:
    from bot.client import Sidecar

Interaction = discord.Interaction["Sidecar"]
_MENTION = re.compile(r"<@[!&]?\d+>")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


async def questions(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The questions that have a ruling, as they are typed."""
    language = private_language(interaction.locale)
    form = str(getattr(interaction.namespace, "format", None) or "") or None
    found = lookup.shelf().search.complete(typed, language, form, CHOICES_MOST)
    return [app_commands.Choice(name=shorten(each.words[language].question, 100), value=each.id) for each in found]


class RulingCog(commands.GroupCog, group_name="ruling", group_description=words("cmd-ruling")):
    """Ruling look-ups."""

    @command("ruling ask", choices={"format": formats()}, complete={"question": questions})
    async def ask(
        self,
        interaction: Interaction,
        question: str,
        format: str | None = None,  # noqa: A002  the contract's name
        public: bool = False,
    ) -> None:
        """Answer a question."""
        await answer(interaction, question, format, public=public)

    @command("ruling show", complete={"id": questions})
    async def show(self, interaction: Interaction, id: str) -> None:  # noqa: A002  the contract's name
        """Show one ruling."""
        await lookup.show(interaction, lookup.find(id))

    @command("ruling browse", choices={"format": formats()})
    async def browse(self, interaction: Interaction, format: str | None = None) -> None:  # noqa: A002  as above
        """List every question that has a ruling."""
        match = await interaction.client.table.find(interaction)
        key = format or (match.format.key if match and match.format.key != "lobby" else "")
        voice = Voice(private_language(interaction.locale))
        await reply_privately(interaction, lookup.listed(key, voice), lookup.browse(key, 0, voice))

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answer a message that mentions the bot with a question."""
        bot: Sidecar = self.bot
        if message.author.bot or bot.user is None or bot.user not in message.mentions:
            return
        question = _MENTION.sub(" ", message.content).strip()
        if not question:
            return
        place = await bot.table.keeper.find(bot.table.place_of(message))
        key = place.format.key if place and place.format.key != "lobby" else None
        voice = Voice("ja" if _JAPANESE.search(question) else "en")
        found = lookup.shelf().search.look_up(question, key)
        if found.fits:
            ruling = found.results[0].ruling
            text, view = lookup.answer(ruling, voice), lookup.around(ruling, voice, asker=message.author.id)
        else:
            near = [each.ruling for each in found.results[: lookup.NEIGHBOURS]]
            text, view = lookup.nothing_fits(near, voice, found.format)
        await message.reply(text, view=view, mention_author=False)

    def __init__(self, bot: "Sidecar") -> None:
        self.bot = bot


async def answer(interaction: Interaction, question: str, form: str | None, *, public: bool = False) -> None:
    """Look a question up and answer it, or say that nothing fits and offer the nearest."""
    if not question.strip():
        raise Refused("text-empty")
    shelf = lookup.shelf()
    chosen = shelf.rulings.by_id.get(question.strip())
    match = await interaction.client.table.find(interaction)
    key = form or (match.format.key if match and match.format.key != "lobby" else None)
    found = shelf.search.look_up(question, key)
    if chosen is None and found.fits:
        chosen = found.results[0].ruling
    if chosen is not None:
        await lookup.show(interaction, chosen, public=public)
        return
    near = [each.ruling for each in found.results[: lookup.NEIGHBOURS]]
    text, view = lookup.nothing_fits(near, Voice(private_language(interaction.locale)), found.format or key)
    await reply_privately(interaction, text, view)


@app_commands.context_menu(name="Look up ruling / 裁定を調べる")
@explained
async def look_up(interaction: Interaction, message: discord.Message) -> None:
    """Answer what a message asks, to the reader alone."""
    await answer(interaction, _MENTION.sub(" ", message.content), None)


async def setup(bot: "Sidecar") -> None:
    """Add the commands, the menu entry and the buttons of answers."""
    lookup.shelf()
    bot.add_dynamic_items(*lookup.ITEMS)
    bot.tree.add_command(look_up)
    await bot.add_cog(RulingCog(bot))
