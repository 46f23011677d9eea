"""Places for games: a thread, a post in a forum, a channel of its own, or where people happen to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.discord.say import say
from bot.table.errors import Refused

if TYPE_CHECKING:
    from bot.discord.asked import Asked

WEEK = 10080
"""Minutes after which a silent thread is archived; the longest there is."""
PLACES = ("thread", "here", "channel")


async def made(asked: Asked, kind: str, name: str, where: int | None) -> int:
    """The number of a place for a game; raises HTTPException if the bot may not make it, or there is no room."""
    origin = await found(asked, where or asked.channel)
    if isinstance(origin, discord.ForumChannel):
        tags = [tag for tag in origin.available_tags if not tag.moderated][:1] if origin.flags.require_tag else []
        post = await origin.create_thread(name=name, content=name, auto_archive_duration=WEEK, applied_tags=tags)
        return post.thread.id
    if kind == "here":
        return origin.id
    if kind == "channel":
        guild = asked.interaction.guild
        if guild is None:
            raise Refused(say("servers_only"))
        category = origin.category if isinstance(origin, discord.abc.GuildChannel) else None
        return (await guild.create_text_channel(name.lower().replace(" ", "-"), category=category)).id
    if isinstance(origin, discord.TextChannel):
        thread = await origin.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=WEEK
        )
        return thread.id
    return origin.id


async def found(asked: Asked, channel: int) -> discord.abc.GuildChannel | discord.Thread | discord.abc.PrivateChannel:
    """A channel, known already or asked for."""
    return asked.bot.get_channel(channel) or await asked.bot.fetch_channel(channel)
