"""Who acts and where, and the people whom a command names: members by mention, guests by name."""

import asyncio
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.language import clean_name
from bot.options import mentioned, split_names
from bot.rules.format import Refused
from bot.rules.match import Person
from bot.scorekeeper import Actor, Place

if TYPE_CHECKING:
    from bot.client import Sidecar

Interaction: TypeAlias = "discord.Interaction[Sidecar]"
"""A command, a press or a form that reached this bot."""

LOOKUP_SECONDS = 2.0


def place_of(interaction: Interaction) -> Place:
    """The channel that an interaction came from. Raises Refused for one from nowhere."""
    if interaction.channel_id is None:
        raise Refused("no-match-here")
    return Place(interaction.channel_id, interaction.guild_id)


def place_of_message(message: discord.Message) -> Place:
    """The channel that a message was written in."""
    return Place(message.channel.id, message.guild.id if message.guild else None)


def actor_of(interaction: Interaction) -> Actor:
    """Who acts, and whether as a moderator of this channel."""
    user = interaction.user
    moderator = interaction.guild_id is not None and interaction.permissions.manage_messages
    return Actor(Person(_called(user), user.id), moderator, interaction.id)


def player(user: discord.User | discord.Member) -> Person:
    """A member as a player. Raises Refused for a bot."""
    if user.bot:
        raise Refused("bot-as-player", name=_called(user))
    return Person(_called(user), user.id)


def member_here(interaction: Interaction, user: discord.User | discord.Member) -> Person:
    """A member of this server as a player; in direct messages anybody. Raises Refused for a bot and a stranger."""
    if interaction.guild_id is not None and not isinstance(user, discord.Member):
        raise Refused("member-unknown")
    return player(user)


async def named_players(interaction: Interaction, typed: str) -> tuple[Person, ...]:
    """The people whom a text names.

    Raises Refused for a bot, a stranger, or where Discord does not answer in time.
    """
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            return tuple(await asyncio.gather(*(_named(interaction, name) for name in split_names(typed))))
    except TimeoutError as error:
        raise Refused("lookup-slow") from error


async def _named(interaction: Interaction, typed: str) -> Person:
    user_id = mentioned(typed)
    if user_id is None:
        return Person(clean_name(typed))
    try:
        if interaction.guild is None:
            user: discord.User | discord.Member = await interaction.client.fetch_user(user_id)
        else:
            user = interaction.guild.get_member(user_id) or await interaction.guild.fetch_member(user_id)
    except discord.NotFound as error:
        raise Refused("member-unknown") from error
    return player(user)


async def has_left(interaction: Interaction, person: Person) -> bool:
    """Whether somebody is no longer on the server; a guest counts as there."""
    if interaction.guild is None or person.user_id is None:
        return False
    try:
        await interaction.guild.fetch_member(person.user_id)
    except discord.NotFound:
        return True
    return False


def _called(user: discord.User | discord.Member) -> str:
    """A member's name as it is kept; the account's own where the shown one has nothing readable in it."""
    try:
        return clean_name(user.display_name)
    except Refused:
        return clean_name(user.name)
