"""`/tag`: the commands of Dimension Zero tag."""

from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot import deckcheck
from bot.commands import command, seats, terms
from bot.language import words
from bot.people import Interaction
from bot.rules.tag import TAG, Area, Lane, square, whose

if TYPE_CHECKING:
    from bot.client import Sidecar

PLAYER = {"player": seats}


class Tag(commands.GroupCog, group_name="tag", group_description=words("cmd-tag")):
    """Smashes, libraries and priority of two against two."""

    @command("tag start")
    async def start(
        self,
        interaction: Interaction,
        team_a: str | None = None,
        team_b: str | None = None,
        library: str | None = None,
        first: str | None = None,
    ) -> None:
        """Open a match, or a lobby where a team is not named."""
        await interaction.client.table.start(interaction, TAG, (team_a, team_b), library=library, first=first)

    @command(
        "tag smash", choices={"line": terms(Lane), "area": terms(Area)}, complete={"player": seats, "target": seats}
    )
    async def smash(
        self,
        interaction: Interaction,
        player: str,
        line: str,
        points: str,
        area: str | None = None,
        target: str | None = None,
    ) -> None:
        """Smash the opponent whom the line finds."""
        await interaction.client.table.play(
            interaction, TAG, "smash", player=player, line=line, points=points, area=area, target=target
        )

    @command("tag smashes", complete=PLAYER)
    async def smashes(self, interaction: Interaction, player: str, change: str) -> None:
        """Correct a smash zone."""
        await interaction.client.table.play(interaction, TAG, "smashes", player=player, change=change)

    @command("tag library", complete=PLAYER)
    async def library(self, interaction: Interaction, player: str, change: str) -> None:
        """Change a library."""
        await interaction.client.table.play(interaction, TAG, "library", player=player, change=change)

    @command("tag turn")
    async def turn(self, interaction: Interaction) -> None:
        """Let priority arise, then switch the active side."""
        await interaction.client.table.play(interaction, TAG, "turn")

    @command("tag priority")
    async def priority(self, interaction: Interaction) -> None:
        """Let priority arise: rule effects are applied."""
        await interaction.client.table.play(interaction, TAG, "priority")

    @command("tag square", complete={"first": seats, "second": seats})
    async def square(self, interaction: Interaction, first: str, second: str) -> None:
        """Tell what happens when two cards meet on a square, and whose card is meant by "your"."""
        table = interaction.client.table
        meets = await table.judge(interaction, TAG, square, first=first, second=second)
        says = await table.judge(interaction, TAG, whose, player=second, owner=first)
        await table.show(interaction, [meets, says])

    @command("tag deck")
    async def deck(
        self,
        interaction: Interaction,
        deck1: discord.Attachment | None = None,
        deck2: discord.Attachment | None = None,
        restricted: discord.Attachment | None = None,
        public: bool = False,
    ) -> None:
        """Check both decks of a team."""
        files = {"deck1": deck1, "deck2": deck2, "restricted": restricted}
        await deckcheck.check(interaction, deckcheck.TAG, files, public=public)


async def setup(bot: "Sidecar") -> None:
    """Add the commands."""
    await bot.add_cog(Tag())
