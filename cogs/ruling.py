"""`/ruling`, the message menu and mentions in chat: questions answered from rulings that the engine has run."""

import contextlib
import re
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import lookup
from bot.commands import CHOICES_MOST, command, explained, formats
from bot.errors import reply_privately
from bot.language import private_language, shorten, words
from bot.people import Interaction, place_of_message
from bot.rules.format import Refused
from bot.voices import private_voice

if TYPE_CHECKING:
    from bot.client import Sidecar

_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


async def questions(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The questions that have a ruling, as they are typed: of the format chosen, named, or played here."""
    language = private_language(interaction.locale)
    search = lookup.shelf().search
    chosen = str(getattr(interaction.namespace, "format", None) or "") or search.named_format(typed)
    form = chosen or lookup.format_here(await interaction.client.table.find(interaction))
    told = [
        (lookup.title(ruling, language, with_format=form is None), ruling.id)
        for ruling in search.complete(typed, language, form, CHOICES_MOST)
    ]
    return [app_commands.Choice(name=shorten(title, lookup.OPTION_MOST), value=ruling) for title, ruling in told]


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
        key = format or lookup.format_here(await interaction.client.table.find(interaction)) or ""
        voice = private_voice(interaction)
        await reply_privately(interaction, lookup.listed(key, voice), lookup.browse(key, 0, voice))

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answer a message that names the bot; a reply that only pings it is no question."""
        bot: Sidecar = self.bot
        if message.author.bot or bot.user is None or not re.search(rf"<@!?{bot.user.id}>", message.content):
            return
        match = await bot.table.keeper.find(place_of_message(message))
        voice = await bot.table.voices.answering(message, "ja" if _JAPANESE.search(message.content) else "en")
        try:
            found = lookup.consult(message.content, None, match)
        except Refused:
            text, view = voice.say("ruling-how-to-ask"), discord.ui.View()
        else:
            if isinstance(found, lookup.Nearest):
                text, view = lookup.offer(found, voice, asker=message.author.id)
            else:
                text, view = lookup.answer(found, voice, match), lookup.around(found, voice, asker=message.author.id)
        with contextlib.suppress(discord.HTTPException):  # without the right to write here, nobody can be told
            await message.reply(text, view=view, mention_author=False)

    def __init__(self, bot: "Sidecar") -> None:
        self.bot = bot


async def answer(interaction: Interaction, question: str, form: str | None, *, public: bool = False) -> None:
    """Answer a question, ask back which ruling is meant, or say that nothing fits and offer the nearest."""
    table = interaction.client.table
    found = lookup.consult(question, form, await table.find(interaction))
    if isinstance(found, lookup.Nearest):
        text, view = lookup.offer(found, private_voice(interaction), public=public)
        await reply_privately(interaction, text, view)
    else:
        await lookup.show(interaction, found, public=public)


@app_commands.context_menu(name="Look up ruling / 裁定を調べる")
@explained
async def look_up(interaction: Interaction, message: discord.Message) -> None:
    """Answer what a message asks, to the reader alone."""
    await answer(interaction, message.content, None)


async def setup(bot: "Sidecar") -> None:
    """Add the commands, the menu entry and the buttons of answers."""
    lookup.shelf()
    bot.add_dynamic_items(*lookup.ITEMS)
    bot.tree.add_command(look_up)
    await bot.add_cog(RulingCog(bot))
