"""Places for games: a thread, a forum post, a channel of its own, or the current channel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import discord

from bot.discord.channel.losses import BARE, PLAIN
from bot.discord.channel.threads import WEEK, bots_rights, fitting_tag, tag_names
from bot.discord.domains.shared.request import Request
from bot.discord.games.rights import (
    FORUMS,
    WITH_THREADS,
    Chosen,
    Spot,
    check_makes_channels,
    chosen_channel,
    name_of,
    not_pinned,
    spot_here,
)
from bot.discord.kit.command import Typed, choices
from bot.discord.kit.reply import Reply
from bot.discord.kit.request import Channel
from bot.discord.kit.retries import FAILURES
from bot.discord.kit.say import say
from bot.errors import NotYours, Refused
from bot.store.rows import GATHERING
from bot.table.play import telling

PLACES = ("thread", "here", "channel")
PlaceKind = Annotated[str, Typed(choices=choices("place", PLACES))]
POST = "post"
EMBED, ATTACH, MODERATE = "embed_links", "attach_files", "manage_threads"


@dataclass(frozen=True)
class Plan:
    """The kind of place a game gets, and where: one of PLACES, or a post."""

    kind: str
    spot: Spot

    @property
    def is_new(self) -> bool:
        """Is a new place created for the game?"""
        return self.kind != "here"


def planned(spot: Spot, kind: str) -> Plan:
    """The plan for a place: forums accept only posts, and only text channels have threads."""
    if spot.kind in FORUMS:
        return Plan(POST, spot)
    return Plan("here" if kind == "thread" and spot.kind not in WITH_THREADS else kind, spot)


def place_of(request: Request, channel: str) -> tuple[str, Chosen | None]:
    """The place that somebody chose in a form: with nothing chosen a thread of its own, in another channel too; here,
    if they chose the channel where they are.
    """
    here = channel == str(request.channel)
    return ("here" if here else PLACES[0]), (None if here else chosen_channel(request, channel))


async def check(request: Request, plan: Plan) -> None:
    """Refuse somebody who could not create such a place themselves, or write in an existing one."""
    plan.spot.check("create_public_threads" if plan.kind == "thread" else plan.spot.writing)
    if plan.kind == POST:
        _check_tags(await channel_of(request, plan.spot.id), plan.spot)
    if plan.kind == "channel" and not (await request.table.preferences.server(request.guild))["members_channels"]:
        check_makes_channels(request, await _category(request, plan.spot))


async def create_channel(request: Request, plan: Plan, name: str) -> int:
    """Create the place and return its id; raises HTTPException if the bot may not, or there is no room."""
    if plan.kind == "here":
        return plan.spot.id
    if plan.kind == "channel":
        guild = request.interaction.guild
        if guild is None:
            raise Refused(say("servers_only"))
        category = await _category(request, plan.spot)
        return (await guild.create_text_channel(name.lower().replace(" ", "-"), category=category)).id
    origin = await channel_of(request, plan.spot.id)
    if isinstance(origin, discord.ForumChannel):
        fitting = fitting_tag(origin, tag_names(GATHERING))
        tags = ([fitting] if fitting else _tags(origin)[:1]) if origin.flags.require_tag else []
        post = await origin.create_thread(name=name, content=name, auto_archive_duration=WEEK, applied_tags=tags)
        return post.thread.id
    assert isinstance(origin, discord.TextChannel)
    # Announcement channels allow only their own kind of thread.
    kind = discord.ChannelType.news_thread if origin.is_news() else discord.ChannelType.public_thread
    return (await origin.create_thread(name=name, type=kind, auto_archive_duration=WEEK)).id


def _tags(forum: discord.ForumChannel) -> list[discord.ForumTag]:
    """A forum's tags, unmoderated ones first."""
    return sorted(forum.available_tags, key=lambda tag: tag.moderated)


def _check_tags(forum: object, spot: Spot) -> None:
    """Refuse a post in a forum that requires a tag, if it has none that the asker and the bot may use."""
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
class GamePlace:
    """Where a game was placed."""

    channel: int
    no_pin: int | None
    told: tuple[str, ...]
    """What to tell the organiser about it."""


async def create_place(request: Request, game: int, title: str, plan: Plan, name: str = "") -> GamePlace:
    """Create a new game's place, called by the game's own name if it has one, and move it there; if the bot may not,
    the game stays where it was opened.
    """
    try:
        channel = await create_channel(request, plan, name or say("place_name", game=game, title=title))
    except FAILURES as e:
        # Not allowed, or no room: the number of threads and channels is limited.
        spot = spot_here(request)
        if lacking := spot.lacks(spot.writing):
            await request.table.seating.discard(game)
            raise NotYours(say("no_place", group="rights", right=name_of(lacking))) from e
        await request.bot.extras.put(game, no_pin=spot.no_pin)
        return GamePlace(request.channel, spot.no_pin, (say("no_place"),))
    own, no_pin = (1, None) if plan.is_new else (None, plan.spot.no_pin)
    await request.table.seating.move(game, request.user, channel, own=own, no_pin=no_pin)
    return GamePlace(channel, no_pin, ())


async def show_in_place(request: Request, game: int, channel: int, no_pin: int | None) -> list[str]:
    """Show a game in its place; returns what to tell the organiser about it."""
    lacks = await _shortcomings(request, game, channel)
    if not await request.bot.pinned.show(game):
        return [say("cannot_write", game=game, channel=channel)]
    return [*lacks, *([not_pinned()] if no_pin else [])]


async def league_shown(request: Request, league: int, first: str, no_pin: int | None) -> Reply:
    """Show a league in its channel, and tell the organiser what went wrong."""
    lines = [first]
    if not await request.bot.league_pins.show(league):
        lines.append(say("not_shown", group="league"))
    elif no_pin:
        lines.append(not_pinned())
    return Reply("\n".join(lines))


async def _shortcomings(request: Request, game: int, channel: int) -> list[str]:
    """The permissions the bot lacks there, reported at once, so that the organiser needs no warning later."""
    try:
        rights = bots_rights(await channel_of(request, channel))
    except FAILURES:
        rights = None
    lacking = [one for one in (EMBED, ATTACH) if rights is not None and not getattr(rights, one)]
    target = telling.channel(channel)
    known = {PLAIN: target if EMBED in lacking else None, BARE: target if ATTACH in lacking else None}
    await request.bot.extras.put(game, **known)
    return [say(f"without_{one}", group="rights", right=name_of(one), channel=channel) for one in lacking]


async def _category(request: Request, spot: Spot) -> discord.CategoryChannel | None:
    """The category in which a channel would be created."""
    origin = await channel_of(request, spot.id)
    return origin.category if isinstance(origin, discord.abc.GuildChannel) else None


async def channel_of(request: Request, channel: int) -> Channel:
    """A channel, from the cache or from Discord."""
    return request.bot.get_channel(channel) or await request.bot.fetch_channel(channel)
