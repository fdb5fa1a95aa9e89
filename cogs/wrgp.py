"""`/wrgp`: the commands of WRGP式3on3."""

from typing import TYPE_CHECKING, Literal

import discord
from discord.ext import commands

from bot import deckcheck, kept
from bot.commands import command, effects, group, seats, terms, values
from bot.language import words
from bot.people import Interaction
from bot.rules.format import Team
from bot.rules.wrgp import DONE, WRGP, Cause, DrawCause, Kind, Phase, handover_guide

if TYPE_CHECKING:
    from bot.client import Sidecar

PLAYER = {"player": seats}
TEAM = {"team": terms(Team)}


class Wrgp(commands.GroupCog, group_name="wrgp", group_description=words("cmd-wrgp")):
    """Life, speed counters and the handover of a relay duel."""

    @command("wrgp start", choices={"edition": values(WRGP, "edition")})
    async def start(
        self,
        interaction: Interaction,
        team_a: str | None = None,
        team_b: str | None = None,
        life: str | None = None,
        first: str | None = None,
        edition: str | None = None,
    ) -> None:
        """Open a match, or a lobby where no names are given."""
        await interaction.client.table.start(
            interaction, WRGP, (team_a, team_b), starting_life=life, first=first, edition=edition
        )

    @command("wrgp damage", choices={"kind": terms((Kind.BATTLE, Kind.EFFECT))}, complete=PLAYER)
    async def damage(self, interaction: Interaction, player: str, amount: str, kind: str | None = None) -> None:
        """Take life."""
        await interaction.client.table.play(interaction, WRGP, "damage", player=player, amount=amount, kind=kind)

    @command("wrgp heal", complete=PLAYER)
    async def heal(self, interaction: Interaction, player: str, amount: str) -> None:
        """Give life."""
        await interaction.client.table.play(interaction, WRGP, "heal", player=player, amount=amount)

    @command("wrgp pay", complete=PLAYER)
    async def pay(self, interaction: Interaction, player: str, amount: str) -> None:
        """Pay life as a cost."""
        await interaction.client.table.play(interaction, WRGP, "pay", player=player, amount=amount)

    @command("wrgp life", complete=PLAYER)
    async def life(self, interaction: Interaction, player: str, value: str) -> None:
        """Correct life by hand."""
        await interaction.client.table.play(interaction, WRGP, "life", player=player, value=value)

    @command("wrgp turn")
    async def turn(self, interaction: Interaction) -> None:
        """End the turn."""
        await interaction.client.table.play(interaction, WRGP, "turn")

    @command("wrgp counters", choices=TEAM)
    async def counters(self, interaction: Interaction, team: str, change: str) -> None:
        """Correct speed counters."""
        await interaction.client.table.play(interaction, WRGP, "counters", team=team, change=change)

    @command("wrgp speed", choices=TEAM)
    async def speed(self, interaction: Interaction, team: str, use: Literal[4, 7, 10]) -> None:
        """Spend speed counters."""
        await interaction.client.table.play(interaction, WRGP, "speed", team=team, use=use)

    @command(
        "wrgp defeat", choices={"reason": terms((Cause.LIBRARY_OUT, Cause.SPECIAL_WIN, Cause.EFFECT))}, complete=PLAYER
    )
    async def defeat(self, interaction: Interaction, player: str, reason: str) -> None:
        """Defeat a duelist without life reaching 0 by play."""
        await interaction.client.table.play(interaction, WRGP, "defeat", player=player, reason=reason)

    @command("wrgp draw", choices={"cause": terms(DrawCause), "loser": terms(Team)})
    async def draw(self, interaction: Interaction, cause: str, loser: str) -> None:
        """Settle who loses when both fall at once."""
        await interaction.client.table.play(interaction, WRGP, "draw", cause=cause, loser=loser)

    @command("wrgp handover", choices={"phase": terms(Phase)})
    async def handover(self, interaction: Interaction, phase: str | None = None) -> None:
        """Show the steps of a handover from the phase of defeat on."""
        await interaction.client.table.show(interaction, handover_guide(Phase(phase or Phase.BATTLE)), DONE)

    @command("wrgp once", choices=TEAM)
    async def once(self, interaction: Interaction, team: str, card: str) -> None:
        """Note a once-per-Duel card."""
        await interaction.client.table.play(interaction, WRGP, "once", team=team, card=card)

    effect = group("wrgp effect")

    @command("wrgp effect add", effect)
    async def effect_add(self, interaction: Interaction, text: str) -> None:
        """Keep an effect that is still to be completed."""
        await interaction.client.table.play(interaction, WRGP, "effect_add", text=text)

    @command("wrgp effect end", effect, complete={"effect": effects})
    async def effect_end(self, interaction: Interaction, effect: str) -> None:
        """Take a completed effect off the board."""
        await interaction.client.table.play(interaction, WRGP, "effect_end", effect=effect)

    @command("wrgp deck", complete={"list": kept.lists})
    async def deck(
        self,
        interaction: Interaction,
        deck1: discord.Attachment | None = None,
        deck2: discord.Attachment | None = None,
        deck3: discord.Attachment | None = None,
        limits: discord.Attachment | None = None,
        list: str | None = None,  # noqa: A002  the contract's name
        map: discord.Attachment | None = None,  # noqa: A002  the contract's name
        public: bool = False,
    ) -> None:
        """Check the team's three decks."""
        files = {"deck1": deck1, "deck2": deck2, "deck3": deck3, "limits": limits, "map": map}
        await deckcheck.check(interaction, deckcheck.WRGP, files, public=public, list=list)


async def setup(bot: "Sidecar") -> None:
    """Add the commands."""
    await bot.add_cog(Wrgp())
