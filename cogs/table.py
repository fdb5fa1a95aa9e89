"""`/table`: help, language, and what a table needs beside a match."""

import secrets
from typing import TYPE_CHECKING, Literal

import discord
from discord.ext import commands

from bot import kept
from bot.commands import command, group, terms
from bot.kept import TableKind
from bot.language import clean_name, words
from bot.options import split_names
from bot.people import Interaction
from bot.rules.format import Line, Refused
from bot.rules.match import Match

if TYPE_CHECKING:
    from bot.client import Sidecar

DICE_MOST = 20
SIDES_MOST = 1000
SHUFFLE_MOST = 60


class TableCog(commands.GroupCog, group_name="table", group_description=words("cmd-table")):
    """The table around the match."""

    @command("table help")
    async def help(self, interaction: Interaction) -> None:
        """What to do now, from where the match stands."""
        table = interaction.client.table
        match = await table.find(interaction)
        lines = _help(match, interaction.user.id) if match else [Line("help-none")]
        await table.show(interaction, [*lines, Line("help-always")], private=True)

    @command("table language")
    async def language(self, interaction: Interaction, language: Literal["ja", "en", "both", "auto"]) -> None:
        """Set what the bot speaks in this channel."""
        table = interaction.client.table
        await table.voices.choose(interaction, language)
        table.boards.redraw_soon(interaction)
        voice = await table.voices.public(interaction)
        await interaction.response.send_message(voice.say(f"language-{language}"))

    @command("table doctor")
    async def doctor(self, interaction: Interaction) -> None:
        """What the bot may and may not do here, and the cure."""
        table = interaction.client.table
        missing = table.missing_rights(interaction)
        found = [Line("doctor-rights-missing", {"rights": missing}) if missing else Line("doctor-rights-fine")]
        match = await table.find(interaction)
        found.append(
            Line("doctor-match", {"game": Line(f"format-{match.format.key}"), "entries": match.version})
            if match
            else Line("doctor-no-match")
        )
        found.append(
            Line("doctor-language", {"language": Line(f"doctor-speaks-{await table.voices.language(interaction)}")})
        )
        await table.show(interaction, found, private=True)

    @command("table coin")
    async def coin(self, interaction: Interaction) -> None:
        """Toss a coin."""
        await interaction.client.table.show(interaction, [Line(f"coin-{secrets.choice(('heads', 'tails'))}")])

    @command("table dice")
    async def dice(self, interaction: Interaction, sides: int = 6, count: int = 1) -> None:
        """Roll dice."""
        if not (2 <= sides <= SIDES_MOST and 1 <= count <= DICE_MOST):
            raise Refused("dice-out-of-range", sides=SIDES_MOST, count=DICE_MOST)
        rolled = tuple(secrets.randbelow(sides) + 1 for _ in range(count))
        facts = {"sides": sides, "count": count, "rolled": rolled, "total": sum(rolled)}
        await interaction.client.table.show(interaction, [Line("dice-one" if count == 1 else "dice-many", facts)])

    @command("table shuffle")
    async def shuffle(self, interaction: Interaction, names: str | None = None) -> None:
        """Put names, or the players of the match, in a random order."""
        match = await interaction.client.table.find(interaction)
        seated = [person.name for person in match.sitters.values()] if match else []
        people = [clean_name(name) for name in split_names(names)] if names else seated
        if not 2 <= len(people) <= SHUFFLE_MOST:
            raise Refused("shuffle-out-of-range", most=SHUFFLE_MOST)
        order = [people.pop(secrets.randbelow(len(people))) for _ in range(len(people))]
        await interaction.client.table.show(interaction, [Line("shuffled", {"names": tuple(order)})])

    list_ = group("table list")

    @command("table list keep", list_, choices={"kind": terms(TableKind)})
    async def list_keep(
        self, interaction: Interaction, name: str, file: discord.Attachment, kind: str = TableKind.LIMITS
    ) -> None:
        """Keep a file for the server's deck checks."""
        await kept.keep(interaction, name, file, TableKind(kind))

    @command("table list show", list_)
    async def list_show(self, interaction: Interaction) -> None:
        """Show what the server keeps."""
        await kept.show(interaction)

    @command("table list drop", list_, complete={"name": kept.names})
    async def list_drop(self, interaction: Interaction, name: str) -> None:
        """Forget a kept file."""
        await kept.drop(interaction, name)


def _help(match: Match, user_id: int) -> list[Line]:
    form, state = match.format, match.state
    now = [Line("help-now", {"heading": form.board(state).heading})]
    if match.over:
        return [*now, Line("help-over")]
    seat = match.seat_of(user_id)
    return [*now, *form.now(state), *(form.seen_from(state, seat) if seat else ()), Line(f"help-{form.key}")]


async def setup(bot: "Sidecar") -> None:
    """Add the commands."""
    await bot.add_cog(TableCog())
