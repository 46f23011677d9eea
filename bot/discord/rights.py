"""What people may do on Discord themselves: the bot never does for them what they could not do by hand."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.discord.asked import Asked
from bot.discord.say import say
from bot.table.errors import NotYours, Refused

Chosen = app_commands.AppCommandChannel | app_commands.AppCommandThread
FORUMS = (discord.ChannelType.forum, discord.ChannelType.media)
WITH_THREADS = (discord.ChannelType.text, discord.ChannelType.news)
THREADS = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


class ChannelOption(app_commands.Transformer):
    """A channel as Discord hands it over: with the rights of whoever chose it, and also if the bot does not know it."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """An option for channels."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Where a game can be played, or a place be made for it."""
        return [*WITH_THREADS, *FORUMS, *THREADS]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        """As it came."""
        return value


@dataclass(frozen=True)
class Spot:
    """A channel or thread, and what the asker may do there."""

    id: int
    kind: discord.ChannelType
    rights: discord.Permissions
    """As Discord counts them, which leaves out what follows from not seeing a channel."""
    locked: bool = False

    @property
    def writing(self) -> str:
        """The right to write there."""
        return "send_messages_in_threads" if self.kind in THREADS else "send_messages"

    @property
    def no_pin(self) -> int | None:
        """What a game's place remembers where the asker may not pin: its message is not pinned there."""
        return None if self.lacks("pin_messages") is None else 1

    def lacks(self, *needed: str) -> str | None:
        """The first right that the asker needs and has not got."""
        if self.rights.administrator:
            return None
        wanted = ("view_channel", *needed, *(("manage_threads",) if self.locked else ()))
        return next((right for right in wanted if not getattr(self.rights, right)), None)

    def check(self, *needed: str) -> None:
        """Refuse an asker who lacks one of these rights there."""
        lacking = self.lacks(*needed)
        if lacking is not None:
            raise NotYours(say("lacking", group="rights", right=name_of(lacking), channel=self.id))


def spot_here(asked: Asked) -> Spot:
    """Where somebody asks."""
    channel: Any = asked.interaction.channel
    return Spot(asked.channel, channel.type, asked.interaction.permissions, getattr(channel, "locked", False))


async def spot_of(asked: Asked, chosen: Chosen | None) -> Spot:
    """The channel that somebody chose, or the one where they ask."""
    if chosen is None or chosen.id == asked.channel:
        return spot_here(asked)
    if isinstance(chosen, app_commands.AppCommandChannel):
        return Spot(chosen.id, chosen.type, chosen.permissions)
    if chosen.type is discord.ChannelType.private_thread and not chosen.permissions.manage_threads:
        await _check_member(asked, chosen)
    return Spot(chosen.id, chosen.type, chosen.permissions, chosen.locked)


async def _check_member(asked: Asked, thread: app_commands.AppCommandThread) -> None:
    """A private thread is for its members, whatever the rights in its channel say."""
    try:
        found = await thread.fetch()
        await found.fetch_member(asked.user)
    except (discord.NotFound, discord.Forbidden) as e:
        raise NotYours(say("not_in_thread", group="rights", channel=thread.id)) from e


async def check_sees(asked: Asked, guild: int, channel: int) -> None:
    """Refuse somebody who does not see the channel of a game, in which what they do would be told."""
    if channel == asked.channel:
        return
    try:
        server = await _server(asked, guild)
        member = await _member(asked, server)
        place, parent = await _place(server, channel)
        if await _is_seen(member, place, parent):
            return
    except (discord.NotFound, discord.Forbidden) as e:
        raise NotYours(say("not_seen", group="rights", channel=channel)) from e
    raise NotYours(say("not_seen", group="rights", channel=channel))


async def check_seen_by(asked: Asked, guild: int, channel: int, person: Any) -> None:
    """Refuse to call somebody to a channel that they cannot see."""
    with contextlib.suppress(discord.NotFound, discord.Forbidden):
        server = await _server(asked, guild)
        there = isinstance(person, discord.Member) and person.guild.id == guild
        member = person if there else await server.fetch_member(person.id)
        place, parent = await _place(server, channel)
        if await _is_seen(member, place, parent):
            return
    raise Refused(say("not_seen_by", group="rights", person=person.id, channel=channel))


async def _is_seen(member: discord.Member, place: Any, parent: Any) -> bool:
    """Does a member see a channel? Whoever is not in a private thread is not found there."""
    if not isinstance(parent, discord.abc.GuildChannel):
        return False
    rights = parent.permissions_for(member)
    if rights.view_channel and isinstance(place, discord.Thread) and place.is_private() and not rights.manage_threads:
        await place.fetch_member(member.id)
    return rights.view_channel


async def _server(asked: Asked, guild: int) -> discord.Guild:
    """The server of a game, with its roles; of those of another process Discord tells only if it is asked."""
    known = asked.bot.get_guild(guild)
    if known is None and asked.bot.hears_of(guild):
        raise Refused(say("not_a_game"))
    return known or await asked.bot.fetch_guild(guild, with_counts=False)


async def _place(server: discord.Guild, channel: int) -> tuple[Any, Any]:
    """A channel of a server, and the one whose rights count there: a thread has those of its channel."""
    place: Any = server.get_channel_or_thread(channel) or await server.fetch_channel(channel)
    if not isinstance(place, discord.Thread):
        return place, place
    return place, place.parent or await server.fetch_channel(place.parent_id)


async def _member(asked: Asked, server: discord.Guild) -> discord.Member:
    """The asker on the server of a game."""
    user = asked.interaction.user
    if isinstance(user, discord.Member) and user.guild.id == server.id:
        return user
    return await server.fetch_member(asked.user)


def not_pinned() -> str:
    """That a message is not pinned, and why."""
    return say("not_pinned", group="rights", right=name_of("pin_messages"))


def name_of(right: str) -> str:
    """A right as Discord's settings call it."""
    return say(right, group="permissions")


def check_makes_channels(asked: Asked, category: discord.CategoryChannel | None) -> None:
    """Refuse somebody who may not make a channel by hand, on the server or in this category of it."""
    member = asked.interaction.user
    if isinstance(member, discord.Member):
        own = category.permissions_for(member) if category is not None else member.guild_permissions
        if own.manage_channels:
            return
    raise NotYours(say("no_channels", group="rights", right=name_of("manage_channels")))
