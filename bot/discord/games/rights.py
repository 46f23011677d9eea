"""People's own permissions on Discord: the bot does nothing for them that they could not do themselves."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.discord.games.request import Request
from bot.discord.kit.say import say
from bot.errors import NotYours, Refused

Chosen = app_commands.AppCommandChannel | app_commands.AppCommandThread
FORUMS = (discord.ChannelType.forum, discord.ChannelType.media)
WITH_THREADS = (discord.ChannelType.text, discord.ChannelType.news)
THREADS = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


PLAYABLE = (*WITH_THREADS, *FORUMS, *THREADS)
"""Where a game can be played, or a place for it created."""


class ChannelOption(app_commands.Transformer):
    """A channel option as Discord sends it, with the permissions of whoever chose it, even if the bot cannot see it."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """It is a channel option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Those to choose from."""
        return [*PLAYABLE]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        """Return it unchanged."""
        return value


ChannelChosen: TypeAlias = app_commands.Transform[Chosen, ChannelOption]
"""A channel that somebody chose, with their permissions there."""


@dataclass(frozen=True)
class Spot:
    """A channel or thread, and the asker's permissions there."""

    id: int
    kind: discord.ChannelType
    rights: discord.Permissions
    """As Discord computes them, ignoring whether the channel is visible."""
    locked: bool = False

    @property
    def writing(self) -> str:
        """The permission needed to write there."""
        return "send_messages_in_threads" if self.kind in THREADS else "send_messages"

    @property
    def no_pin(self) -> int | None:
        """The note in a game's place that its message is not pinned, because the asker may not pin there."""
        return None if self.lacks("pin_messages") is None else 1

    def lacks(self, *needed: str) -> str | None:
        """The first needed permission the asker lacks."""
        if self.rights.administrator:
            return None
        wanted = ("view_channel", *needed, *(("manage_threads",) if self.locked else ()))
        return next((right for right in wanted if not getattr(self.rights, right)), None)

    def check(self, *needed: str) -> None:
        """Refuse an asker who lacks one of these permissions there."""
        lacking = self.lacks(*needed)
        if lacking is not None:
            raise NotYours(say("lacking", group="rights", right=name_of(lacking), channel=self.id))


def chosen_channel(request: Request, number: str) -> Chosen | None:
    """The channel that somebody chose in a form, with their permissions there; None if they chose none."""
    return request.bot.chosen_channel(request.described("channels", number), request.guild) if number else None


def spot_here(request: Request) -> Spot:
    """The channel where the asker is."""
    channel: Any = request.interaction.channel
    return Spot(request.channel, channel.type, request.interaction.permissions, getattr(channel, "locked", False))


async def spot_of(request: Request, chosen: Chosen | None) -> Spot:
    """The chosen channel, or the one where the asker is."""
    if chosen is None or chosen.id == request.channel:
        return spot_here(request)
    if isinstance(chosen, app_commands.AppCommandChannel):
        return Spot(chosen.id, chosen.type, chosen.permissions)
    if chosen.type is discord.ChannelType.private_thread and not chosen.permissions.manage_threads:
        await _check_member(request, chosen)
    return Spot(chosen.id, chosen.type, chosen.permissions, chosen.locked)


async def _check_member(request: Request, thread: app_commands.AppCommandThread) -> None:
    """Refuse non-members of a private thread, whatever their permissions in its channel."""
    try:
        found = await thread.fetch()
        await found.fetch_member(request.user)
    except (discord.NotFound, discord.Forbidden) as e:
        raise NotYours(say("not_in_thread", group="rights", channel=thread.id)) from e


async def check_sees(request: Request, guild: int, channel: int) -> None:
    """Refuse somebody who cannot see the game's channel, where their action would be announced."""
    if channel == request.channel:
        return
    with contextlib.suppress(discord.NotFound, discord.Forbidden):
        server = await _server(request, guild)
        if await _is_seen(await _member(request, server), *await _place(server, channel)):
            return
    raise NotYours(say("not_seen", group="rights", channel=channel))


async def check_seen_by(request: Request, guild: int, channel: int, person: Any) -> None:
    """Refuse to invite somebody to a channel they cannot see."""
    with contextlib.suppress(discord.NotFound, discord.Forbidden):
        server = await _server(request, guild)
        there = isinstance(person, discord.Member) and person.guild.id == guild
        member = person if there else await server.fetch_member(person.id)
        if await _is_seen(member, *await _place(server, channel)):
            return
    raise Refused(say("not_seen_by", group="rights", person=person.id, channel=channel))


async def _is_seen(member: discord.Member, place: Any, parent: Any) -> bool:
    """Can a member see a channel? For private threads, they must be in it."""
    if not isinstance(parent, discord.abc.GuildChannel):
        return False
    rights = parent.permissions_for(member)
    if rights.view_channel and isinstance(place, discord.Thread) and place.is_private() and not rights.manage_threads:
        await place.fetch_member(member.id)
    return rights.view_channel


async def _server(request: Request, guild: int) -> discord.Guild:
    """A game's server with its roles, requested from Discord if another process has it."""
    known = request.bot.get_guild(guild)
    if known is None and request.bot.serves(guild):
        raise Refused(say("not_a_game"))
    return known or await request.bot.fetch_guild(guild, with_counts=False)


async def _place(server: discord.Guild, channel: int) -> tuple[Any, Any]:
    """A channel, and the one whose permissions apply: for a thread, its parent."""
    place: Any = server.get_channel_or_thread(channel) or await server.fetch_channel(channel)
    if not isinstance(place, discord.Thread):
        return place, place
    return place, place.parent or await server.fetch_channel(place.parent_id)


async def _member(request: Request, server: discord.Guild) -> discord.Member:
    """The asker as a member of the game's server."""
    user = request.interaction.user
    if isinstance(user, discord.Member) and user.guild.id == server.id:
        return user
    return await server.fetch_member(request.user)


def not_pinned() -> str:
    """The sentence that a message is not pinned, and why."""
    return say("not_pinned", group="rights", right=name_of("pin_messages"))


def name_of(right: str) -> str:
    """A permission's name in Discord's settings."""
    return say(right, group="permissions")


def check_makes_channels(request: Request, category: discord.CategoryChannel | None) -> None:
    """Refuse somebody who may not create a channel themselves, on the server or in this category."""
    member = request.interaction.user
    if isinstance(member, discord.Member):
        own = category.permissions_for(member) if category is not None else member.guild_permissions
        if own.manage_channels:
            return
    raise NotYours(say("no_channels", group="rights", right=name_of("manage_channels")))
