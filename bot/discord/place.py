"""Places for games: a thread, a post in a forum, a channel of its own, or where people happen to be."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.discord.asked import Asked, Channel
from bot.discord.losses import BARE, PLAIN
from bot.discord.rights import (
    FORUMS,
    WITH_THREADS,
    Spot,
    check_makes_channels,
    name_of,
    not_pinned,
    spot_here,
)
from bot.discord.say import say
from bot.discord.threads import WEEK, bots_rights
from bot.discord.weather import FAILURES
from bot.table import telling
from bot.table.errors import NotYours, Refused

PLACES = ("thread", "here", "channel")
POST = "post"
EMBED, ATTACH, MODERATE = "embed_links", "attach_files", "manage_threads"


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
    if plan.kind == POST:
        _check_tags(await found(asked, plan.spot.id), plan.spot)
    if plan.kind == "channel" and not (await asked.table.preferences.server(asked.guild))["members_channels"]:
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
        tags = _tags(origin)[:1] if origin.flags.require_tag else []
        post = await origin.create_thread(name=name, content=name, auto_archive_duration=WEEK, applied_tags=tags)
        return post.thread.id
    assert isinstance(origin, discord.TextChannel)
    # Where announcements are made threads are of a kind of their own, and no other is allowed.
    kind = discord.ChannelType.news_thread if origin.is_news() else discord.ChannelType.public_thread
    return (await origin.create_thread(name=name, type=kind, auto_archive_duration=WEEK)).id


def _tags(forum: discord.ForumChannel) -> list[discord.ForumTag]:
    """The tags of a forum, first those that anybody may use."""
    return sorted(forum.available_tags, key=lambda tag: tag.moderated)


def _check_tags(forum: object, spot: Spot) -> None:
    """Refuse a post in a forum that wants a tag and has none that the asker may use, or none for the bot."""
    if not isinstance(forum, discord.ForumChannel) or not forum.flags.require_tag:
        return
    if not forum.available_tags:
        raise Refused(say("no_tags", group="rights", channel=forum.id))
    if _tags(forum)[0].moderated:
        spot.check(MODERATE)
        rights = bots_rights(forum)
        if rights is not None and not getattr(rights, MODERATE):
            raise Refused(say("moderated_tags", group="rights", right=name_of(MODERATE), channel=forum.id))


@dataclass(frozen=True)
class Placed:
    """Where a game has come to be."""

    channel: int
    no_pin: int | None
    told: tuple[str, ...]
    """What has to be said about that."""


async def placed(asked: Asked, game: int, title: str, plan: Plan) -> Placed:
    """Make the place of a new game and move it there; it stays where it was opened if the bot may not make one."""
    try:
        channel = await made(asked, plan, say("place_name", game=game, title=title))
    except FAILURES as e:
        # Not allowed, or there is no room: so many threads, channels, or channels of a category and no more.
        spot = spot_here(asked)
        if lacking := spot.lacks(spot.writing):
            await asked.table.seating.discard(game)
            raise NotYours(say("no_place", group="rights", right=name_of(lacking))) from e
        await asked.bot.shelf.put(game, no_pin=spot.no_pin)
        return Placed(asked.channel, spot.no_pin, (say("no_place"),))
    await asked.table.seating.move(game, asked.user, channel)
    own, no_pin = (1, None) if plan.made else (None, plan.spot.no_pin)
    await asked.bot.shelf.put(game, own=own, no_pin=no_pin)
    return Placed(channel, no_pin, ())


async def shown(asked: Asked, game: int, channel: int, no_pin: int | None) -> list[str]:
    """Show a game in its place; what has to be said about that."""
    lacks = await _shortcomings(asked, game, channel)
    if not await asked.bot.pinned.show(game):
        return [say("cannot_write", game=game, channel=channel)]
    return [*lacks, *([not_pinned()] if no_pin else [])]


async def _shortcomings(asked: Asked, game: int, channel: int) -> list[str]:
    """What the bot lacks where a game is played, said at once; the organiser then needs no warning of it."""
    try:
        rights = bots_rights(await found(asked, channel))
    except FAILURES:
        rights = None
    lacking = [one for one in (EMBED, ATTACH) if rights is not None and not getattr(rights, one)]
    target = telling.channel(channel)
    known = {PLAIN: target if EMBED in lacking else None, BARE: target if ATTACH in lacking else None}
    await asked.bot.shelf.put(game, **known)
    return [say(f"without_{one}", group="rights", right=name_of(one), channel=channel) for one in lacking]


async def _category(asked: Asked, spot: Spot) -> discord.CategoryChannel | None:
    """The one in which a channel would be made."""
    origin = await found(asked, spot.id)
    return origin.category if isinstance(origin, discord.abc.GuildChannel) else None


async def found(asked: Asked, channel: int) -> Channel:
    """A channel, known already or asked for."""
    return asked.bot.get_channel(channel) or await asked.bot.fetch_channel(channel)
