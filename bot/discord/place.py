"""Places for games: a thread, a post in a forum, a channel of its own, or where people happen to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.discord.rights import FORUMS, WITH_THREADS, Spot, check_makes_channels
from bot.discord.say import say
from bot.table.errors import Refused

if TYPE_CHECKING:
    from bot.discord.asked import Asked

WEEK = 10080
"""Minutes after which a silent thread is archived; the longest there is."""
PLACES = ("thread", "here", "channel")
POST = "post"


@dataclass(frozen=True)
class Plan:
    """What kind of place a game is to have, and where: one of PLACES, or a post."""

    kind: str
    spot: Spot

    @property
    def made(self) -> bool:
        """Is it a place of the game's own?"""
        return self.kind != "here"


def planned(spot: Spot, kind: str) -> Plan:
    """A forum takes nothing but posts, and only channels for messages have threads."""
    if spot.kind in FORUMS:
        return Plan(POST, spot)
    return Plan("here" if kind == "thread" and spot.kind not in WITH_THREADS else kind, spot)


async def check(asked: Asked, plan: Plan) -> None:
    """Refuse somebody who could not make such a place by hand, or write in one that is there."""
    plan.spot.check("create_public_threads" if plan.kind == "thread" else plan.spot.writing)
    if plan.kind == "channel" and not (await asked.table.seating.server(asked.guild))["members_channels"]:
        check_makes_channels(asked, await _category(asked, plan.spot))


async def made(asked: Asked, plan: Plan, name: str) -> int:
    """The number of the place; raises HTTPException if the bot may not make it, or there is no room."""
    if plan.kind == "here":
        return plan.spot.id
    if plan.kind == "channel":
        guild = asked.interaction.guild
        if guild is None:
            raise Refused(say("servers_only"))
        category = await _category(asked, plan.spot)
        return (await guild.create_text_channel(name.lower().replace(" ", "-"), category=category)).id
    origin = await found(asked, plan.spot.id)
    if isinstance(origin, discord.ForumChannel):
        tags = [tag for tag in origin.available_tags if not tag.moderated][:1] if origin.flags.require_tag else []
        post = await origin.create_thread(name=name, content=name, auto_archive_duration=WEEK, applied_tags=tags)
        return post.thread.id
    assert isinstance(origin, discord.TextChannel)
    # Where announcements are made threads are of a kind of their own, and no other is allowed.
    kind = discord.ChannelType.news_thread if origin.is_news() else discord.ChannelType.public_thread
    return (await origin.create_thread(name=name, type=kind, auto_archive_duration=WEEK)).id


async def _category(asked: Asked, spot: Spot) -> discord.CategoryChannel | None:
    """The one in which a channel would be made."""
    origin = await found(asked, spot.id)
    return origin.category if isinstance(origin, discord.abc.GuildChannel) else None


async def found(asked: Asked, channel: int) -> discord.abc.GuildChannel | discord.Thread | discord.abc.PrivateChannel:
    """A channel, known already or asked for."""
    return asked.bot.get_channel(channel) or await asked.bot.fetch_channel(channel)
