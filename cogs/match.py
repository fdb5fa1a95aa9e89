"""`/match`: what every format has in common — board, log, undo, rules, seats, export and the end."""

import io
import json
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.attached import admit_file, beside, fetch
from bot.commands import command, offered, seats
from bot.errors import reply_privately
from bot.language import Code, rule_words, words
from bot.log import tell_log
from bot.options import find_seat, read_rule
from bot.people import Interaction, actor_of, has_left, member_here, place_of
from bot.rules import FORMATS
from bot.rules.format import Line
from bot.rules.match import house_rule
from bot.rules.record import export, read_match
from bot.scorekeeper import other_match, taken
from bot.voices import private_voice

if TYPE_CHECKING:
    from bot.client import Sidecar


async def rules(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The house rules of this channel's match."""
    match = await interaction.client.table.find(interaction)
    if match is None:
        return []
    voice = private_voice(interaction)
    told = ((rule.key, voice.label(f"rule-{match.format.key}.{rule.key}")) for rule in match.format.rules)
    return offered(told, typed)


async def values(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The values of the house rule that is being changed."""
    match = await interaction.client.table.find(interaction)
    key = str(getattr(interaction.namespace, "rule", "") or "")
    rule = next((rule for rule in match.format.rules if rule.key == key), None) if match else None
    if match is None or rule is None:
        return []
    voice = private_voice(interaction)
    told = ((each, voice.label(f"rule-{match.format.key}.{key}.{each}", 100)) for each in rule.choices)
    return offered(told, typed)


class MatchCog(commands.GroupCog, group_name="match", group_description=words("cmd-match")):
    """The match of this channel, whatever its format."""

    @command("match board")
    async def board(self, interaction: Interaction) -> None:
        """Post the board anew; the old one points to it."""
        table = interaction.client.table
        await table.boards.post(interaction, await table.keeper.match(place_of(interaction)))

    @command("match log")
    async def log(self, interaction: Interaction) -> None:
        """Show the last lines of the log, privately."""
        table = interaction.client.table
        match = await table.keeper.latest(place_of(interaction))
        await reply_privately(interaction, tell_log(private_voice(interaction, match), match))

    @command("match undo")
    async def undo(self, interaction: Interaction) -> None:
        """Take back the last command or press."""
        table = interaction.client.table
        await table.tell(interaction, await table.keeper.undo(place_of(interaction), actor_of(interaction)))

    @command("match redo")
    async def redo(self, interaction: Interaction) -> None:
        """Bring back what was undone last."""
        table = interaction.client.table
        await table.tell(interaction, await table.keeper.redo(place_of(interaction), actor_of(interaction)))

    @command("match rules", complete={"rule": rules, "value": values})
    async def rules(self, interaction: Interaction, rule: str | None = None, value: str | None = None) -> None:
        """Show the house rules, or change one."""
        table = interaction.client.table
        match = await table.keeper.match(place_of(interaction))
        if not match.format.rules:
            raise other_match(match)
        chosen = match.format.rules if rule is None else (house_rule(match, rule),)
        if rule is None or value is None:
            lines = [rule_line(match.format.key, each.key, match.state.rules[each.key]) for each in chosen]
            await table.show(interaction, lines, private=True)
            return
        key, read = chosen[0].key, read_rule(chosen[0], value)
        await table.tell(
            interaction, await table.keeper.change_rule(place_of(interaction), actor_of(interaction), key, read)
        )

    @command("match host")
    async def host(self, interaction: Interaction, member: discord.User) -> None:
        """Make another member the host."""
        table = interaction.client.table
        match = await table.keeper.match(place_of(interaction))
        gone = await has_left(interaction, match.hosted_by)
        played = await table.keeper.host(
            place_of(interaction), actor_of(interaction), member_here(interaction, member), host_is_gone=gone
        )
        await table.tell(interaction, played)

    @command("match seat", complete={"seat": seats})
    async def seat(self, interaction: Interaction, seat: str, member: discord.User) -> None:
        """Hand a seat to a member."""
        table = interaction.client.table
        match = await table.keeper.match(place_of(interaction))
        if not match.sitters:
            raise other_match(match)
        played = await table.keeper.seat(
            place_of(interaction),
            actor_of(interaction),
            find_seat(seat, match.sitters),
            member_here(interaction, member),
        )
        await table.tell(interaction, played)

    @command("match export")
    async def export(self, interaction: Interaction) -> None:
        """Attach the whole match as a file."""
        table = interaction.client.table
        match = await table.keeper.latest(place_of(interaction))
        data = json.dumps(export(match), ensure_ascii=False, indent=1).encode()
        file = discord.File(io.BytesIO(data), f"sidecar-{match.format.key}-{match.id}.json")
        text = (await table.voices.public(interaction, match)).say("exported", entries=len(match.log))
        await interaction.response.send_message(text, file=file)

    @command("match import")
    async def import_(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Let an exported match live here."""
        table = interaction.client.table
        living = await table.find(interaction)
        if living is not None:
            raise taken(living)
        admit_file(file)
        # Discord may take its time to hand the file over; reading a long log takes the processor's.
        await interaction.response.defer(ephemeral=True, thinking=True)
        host = actor_of(interaction).person
        await table.bring_in(interaction, await beside(read_match, FORMATS, await fetch(file), opened_by=host))

    @command("match end")
    async def end(self, interaction: Interaction) -> None:
        """End the match, after asking once more."""
        await interaction.client.table.ask_to_end(interaction)


def rule_line(form: str, key: str, value: str | int) -> Line:
    """A house rule and its value in words."""
    return Line("rule-line", {"key": Code(f"{form}.{key}"), **rule_words(form, key, value)})


async def setup(bot: "Sidecar") -> None:
    """Add the commands."""
    await bot.add_cog(MatchCog())
