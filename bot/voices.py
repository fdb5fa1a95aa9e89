"""Which language is spoken to whom: to a reader in their own, in a channel in what it was set to or its server's."""

from typing import TYPE_CHECKING

import discord

from bot.language import LANGUAGES, Voice, private_language
from bot.people import Interaction, place_of
from bot.rules.format import Refused
from bot.rules.match import Match
from bot.scorekeeper import Place
from bot.store import Store

if TYPE_CHECKING:
    from bot.client import Sidecar


def voice_of(language: str, match: Match | None) -> Voice:
    """A voice that knows who sits at the table, if a match is on."""
    if match is None:
        return Voice(language)
    return Voice(language, {seat: person.name for seat, person in match.sitters.items()}, match.format.key)


def private_voice(interaction: Interaction, match: Match | None = None) -> Voice:
    """The voice for the reader alone."""
    return voice_of(private_language(interaction.locale), match)


class Voices:
    """What each channel speaks; what was set for it is looked up once."""

    def __init__(self, client: "Sidecar", store: Store) -> None:
        self._client = client
        self._store = store
        self._chosen: dict[int, str | None] = {}

    async def public(self, interaction: Interaction, match: Match | None = None) -> Voice:
        """The voice of the channel."""
        return voice_of(await self.language(interaction), match)

    async def at(self, place: Place, match: Match | None = None) -> Voice:
        """The voice of a channel where nobody is acting just now; a direct message is taken to speak English."""
        guild = self._client.get_guild(place.guild) if place.guild else None
        locale = guild.preferred_locale if guild else discord.Locale.american_english
        return voice_of(await self._spoken(place.id, self._client.get_channel(place.id), locale), match)

    async def language(self, interaction: Interaction) -> str:
        """What the channel speaks; a thread follows its parent."""
        locale = interaction.guild_locale if interaction.guild_id else interaction.locale
        return await self._spoken(place_of(interaction).id, interaction.channel, locale or interaction.locale)

    async def answering(self, message: discord.Message, spoken: str) -> Voice:
        """The voice that answers a message: that of its channel.

        A server says English until somebody changes it; there, and in direct messages, it is what the writer `spoken`.
        """
        chosen = await self._store.language(_places(message.channel.id, message.channel))
        server = private_language(message.guild.preferred_locale) if message.guild else "en"
        return Voice(chosen or ("ja" if server == "ja" else spoken))

    async def choose(self, interaction: Interaction, language: str) -> None:
        """Set what the channel speaks; `auto` follows the server again. Raises Refused for another language."""
        if language not in (*LANGUAGES, "both", "auto"):
            raise Refused("language-unknown", typed=language)
        await self._store.set_language(place_of(interaction).id, None if language == "auto" else language)
        self._chosen.clear()

    async def _spoken(self, place: int, channel: object, locale: discord.Locale) -> str:
        # Only what was set is kept: a locale may be a guess of who asks, or change.
        if place not in self._chosen:
            self._chosen[place] = await self._store.language(_places(place, channel))
        return self._chosen[place] or private_language(locale)


def _places(place: int, channel: object) -> tuple[int, ...]:
    """A channel, and for a thread its parent."""
    parent: int | None = getattr(channel, "parent_id", None)
    return (place, parent) if parent else (place,)
