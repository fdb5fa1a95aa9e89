"""`/party`: the commands of デュエパーティー, Duel Party."""

from typing import TYPE_CHECKING, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot import deckcheck
from bot.commands import command, effects, group, offered, seats, several, terms, values
from bot.language import words
from bot.people import Interaction
from bot.rules.party import PARTY
from bot.rules.party.judges import Ability, Quantity, Wording, opponent, relation
from bot.rules.party.judges import pending_list as list_pending
from bot.rules.party.terms import Knockout, PartnerZone, TurnPoint
from bot.voices import private_voice

if TYPE_CHECKING:
    from bot.client import Sidecar

PLAYER = {"player": seats}


async def waiting(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The effects that wait, in the order in which they resolve."""
    table = interaction.client.table
    match = await table.find(interaction)
    if match is None or match.format is not PARTY:
        return []
    voice = private_voice(interaction, match)
    told = (
        (str(each.id), voice.label("party-board-pending", place=place, seat=each.seat, text=each.text))
        for place, each in enumerate(match.state.queue, start=1)
    )
    return offered(told, typed)


async def moments(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The start and end of each living player's next turn."""
    table = interaction.client.table
    match = await table.find(interaction)
    if match is None or match.format is not PARTY:
        return []
    voice = private_voice(interaction, match)
    told = (
        (f"{seat} {word}", voice.label("party-moment", seat=seat, point=point))
        for seat in match.state.living
        for word, point in (("start", TurnPoint.START), ("end", TurnPoint.END))
    )
    return offered(told, typed)


async def knockouts(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The usual reasons; any other may be typed."""
    voice = private_voice(interaction)
    usual = (why for why in Knockout if why is not Knockout.UNSAID)
    return offered(((why.value, voice.label(f"Knockout.{why}")) for why in usual), typed)


class Party(commands.GroupCog, group_name="party", group_description=words("cmd-party")):
    """Shields, partners, effects and eliminations of a table for many."""

    @command("party start", choices={"edition": values(PARTY, "edition")})
    async def start(
        self,
        interaction: Interaction,
        players: str | None = None,
        shields: str | None = None,
        level: Literal[1, 2, 3] | None = None,
        first: str | None = None,
        edition: str | None = None,
    ) -> None:
        """Open a match in turn order, or a lobby where nobody is named."""
        await interaction.client.table.start(
            interaction, PARTY, (players,), shields=shields, level=level, first=first, edition=edition
        )

    @command("party shields", complete=PLAYER)
    async def shields(self, interaction: Interaction, player: str, change: str) -> None:
        """Change or set shields."""
        await interaction.client.table.play(interaction, PARTY, "shields", player=player, change=change)

    @command("party break", complete={"attacker": seats, "target": seats})
    async def break_(self, interaction: Interaction, attacker: str, target: str, count: str = "1") -> None:
        """Break shields; with none left it is a direct attack."""
        await interaction.client.table.play(interaction, PARTY, "break", attacker=attacker, target=target, count=count)

    @command(
        "party eliminate",
        complete={"player": seats, "by": seats, "reason": knockouts, "also": several},
    )
    async def eliminate(
        self,
        interaction: Interaction,
        player: str,
        by: str | None = None,
        reason: str | None = None,
        also: str | None = None,
    ) -> None:
        """Put a player out, with all that follows from it."""
        await interaction.client.table.play(
            interaction, PARTY, "eliminate", player=player, by=by, reason=reason, also=also
        )

    @command("party library-out", complete=PLAYER)
    async def library_out(self, interaction: Interaction, player: str) -> None:
        """Say that a deck is empty."""
        await interaction.client.table.play(interaction, PARTY, "library_out", player=player)

    @command("party turn")
    async def turn(self, interaction: Interaction) -> None:
        """End the turn."""
        await interaction.client.table.play(interaction, PARTY, "turn")

    partner = group("party partner")

    @command("party partner set", partner, complete=PLAYER)
    async def partner_set(
        self, interaction: Interaction, player: str, name: str, cost: str, civilisations: str
    ) -> None:
        """Name a player's partner."""
        await interaction.client.table.play(
            interaction, PARTY, "partner_set", player=player, name=name, cost=cost, civilisations=civilisations
        )

    @command("party partner move", partner, choices={"zone": terms(PartnerZone)}, complete=PLAYER)
    async def partner_move(self, interaction: Interaction, player: str, zone: str) -> None:
        """Move a player's partner."""
        await interaction.client.table.play(interaction, PARTY, "partner_move", player=player, zone=zone)

    effect = group("party effect")

    @command("party effect add", effect, complete={"source": seats, "affects": several, "until": moments})
    async def effect_add(
        self,
        interaction: Interaction,
        text: str,
        source: str,
        affects: str | None = None,
        until: str | None = None,
    ) -> None:
        """Keep a lasting effect."""
        await interaction.client.table.play(
            interaction, PARTY, "effect_add", text=text, source=source, affects=affects, until=until
        )

    @command("party effect end", effect, complete={"effect": effects})
    async def effect_end(self, interaction: Interaction, effect: str) -> None:
        """Take a lasting effect off."""
        await interaction.client.table.play(interaction, PARTY, "effect_end", effect=effect)

    pending = group("party pending")

    @command("party pending add", pending, complete=PLAYER)
    async def pending_add(self, interaction: Interaction, player: str, text: str, shield_trigger: bool = False) -> None:
        """Let an effect wait."""
        await interaction.client.table.play(
            interaction, PARTY, "pending_add", player=player, text=text, shield_trigger=shield_trigger
        )

    @command("party pending resolve", pending, complete={"pending": waiting})
    async def pending_resolve(self, interaction: Interaction, pending: str | None = None) -> None:
        """Resolve a waiting effect."""
        await interaction.client.table.play(interaction, PARTY, "pending_resolve", pending=pending)

    @command("party pending list", pending)
    async def pending_list(self, interaction: Interaction) -> None:
        """Show what waits, in order."""
        table = interaction.client.table
        await table.show(interaction, [await table.judge(interaction, PARTY, list_pending)])

    @command("party relation", choices={"ability": terms(Ability), "quantity": terms(Quantity)}, complete=PLAYER)
    async def relation(
        self,
        interaction: Interaction,
        ability: str,
        player: str,
        quantity: str | None = None,
        numbers: str | None = None,
    ) -> None:
        """Test a relation against each opponent."""
        table = interaction.client.table
        found = await table.judge(
            interaction, PARTY, relation, ability=ability, player=player, quantity=quantity, numbers=numbers
        )
        await table.show(interaction, [found])

    @command("party opponent", choices={"kind": terms(Wording)})
    async def opponent(self, interaction: Interaction, kind: str) -> None:
        """Tell who "相手" is for a wording."""
        table = interaction.client.table
        await table.show(interaction, [await table.judge(interaction, PARTY, opponent, kind=kind)])

    @command("party deck")
    async def deck(
        self,
        interaction: Interaction,
        deck: discord.Attachment | None = None,
        partner: str | None = None,
        cost: str | None = None,
        civilisations: str | None = None,
        table: discord.Attachment | None = None,
        restricted: discord.Attachment | None = None,
        public: bool = False,
    ) -> None:
        """Check a deck."""
        files = {"deck": deck, "table": table, "restricted": restricted}
        await deckcheck.check(
            interaction,
            deckcheck.PARTY,
            files,
            public=public,
            partner=partner,
            cost=cost,
            civilisations=civilisations,
        )


async def setup(bot: "Sidecar") -> None:
    """Add the commands."""
    await bot.add_cog(Party())
