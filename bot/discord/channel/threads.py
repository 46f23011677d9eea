"""Games' threads: kept open while a game is running, with its players as members. In an archived thread nothing can be
changed, and only members can press anything, since only they can reopen it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

import discord
from sqlmodel import col, select

from bot.discord.kit.retries import FAILURES, final
from bot.discord.kit.say import words
from bot.store.processes.shared import MESSAGE
from bot.store.rows import GATHERING, RUNNING, GameRow, SeatRow
from bot.table.play.extras import Extras
from bot.table.table import Table

T = TypeVar("T")
log = logging.getLogger("stationmaster.discord")
WEEK = 10080
"""The longest time in minutes after which Discord archives a silent thread."""
ARCHIVED = 50083
AT_PEACE = timedelta(hours=1)
"""A thread archived again this soon after it was reopened is left alone: somebody wants it archived."""
MOST_TAGS, MOST_IN_FORUM = 5, 20
"""The most tags of a post, and of a forum."""
OVER = "over"
STATUSES = (GATHERING, RUNNING, OVER)
TAGGED = "tagged"
"""The key under which a game's place records for which status its post has been tagged."""
BROUGHT = "brought"
"""The key under which a game's place records whom the bot has added to the thread: those who leave stay away."""


@dataclass
class Threads:
    """The threads where games are played or watched."""

    client: discord.Client
    table: Table
    extras: Extras
    _woken: dict[int, datetime] = field(default_factory=dict)

    # --- awake

    async def awake(self, channel: int, request: Callable[[], Awaitable[T]]) -> T:
        """Change something in a channel, first reopening an archived thread."""
        # Open threads are in the cache, archived ones are not.
        if self.client.get_channel(channel) is None:
            await self.wake(channel)
        return await self.repeated(channel, request)

    async def repeated(self, channel: int, request: Callable[[], Awaitable[T]]) -> T:
        """Change something, and retry if the thread had been archived."""
        try:
            return await request()
        except discord.HTTPException as e:
            if e.code != ARCHIVED:
                raise
        await self.wake(channel)
        return await request()

    async def wake(self, channel: int, *, locked_too: bool = True) -> None:
        """Reopen an archived thread; a locked one needs the permission to manage threads."""
        found = await self.client.fetch_channel(channel)
        if isinstance(found, discord.Thread) and found.archived and (locked_too or not found.locked):
            await (
                found.edit(archived=False, auto_archive_duration=WEEK) if _sets(found) else found.edit(archived=False)
            )

    async def reopen(self, thread: int) -> None:
        """Reopen it if a game is running there and nobody wants it archived."""
        async with self.table.db.read() as session:
            found = select(GameRow.id).where(GameRow.channel_id == thread, col(GameRow.status) == RUNNING)
            if (await session.exec(found)).first() is None:
                return
        now = self.table.clock()
        self._woken = {one: at for one, at in self._woken.items() if abs(now - at) < AT_PEACE}
        if thread not in self._woken:
            self._woken[thread] = now
            await self.wake(thread, locked_too=False)

    async def is_archived(self, channel: int) -> bool:
        """Is it an archived thread?"""
        # Open threads are in the cache, archived ones are not.
        if self.client.get_channel(channel) is not None:
            return False
        found = await self.client.fetch_channel(channel)
        return isinstance(found, discord.Thread) and found.archived

    async def stays_archived(self, row: GameRow) -> bool:
        """Is the game's place an archived thread that is to stay so: locked, or of a game that is not running?"""
        if self.client.get_channel(row.channel_id) is not None:
            return False
        found = await self.client.fetch_channel(row.channel_id)
        return isinstance(found, discord.Thread) and found.archived and (found.locked or row.status != RUNNING)

    # --- in it

    async def bring_in(self, row: GameRow, seats: Sequence[SeatRow]) -> None:
        """Add each player to the game's thread once."""
        before = row.place.get(BROUGHT, [])
        known = before[1:] if before[:1] == [row.channel_id] else []
        missing = [seat.user_id for seat in seats if seat.has_person and seat.user_id not in known]
        if not missing:
            return
        thread = self.client.get_channel(row.channel_id) or await self.client.fetch_channel(row.channel_id)
        if not isinstance(thread, discord.Thread):
            return
        if thread.auto_archive_duration < WEEK and not thread.archived and _sets(thread):
            await thread.edit(auto_archive_duration=WEEK)
        came = [user for user in missing if await self.enter(thread.id, user)]
        if came:
            await self.extras.put(row.id or 0, **{BROUGHT: [row.channel_id, *known, *came]})

    async def enter(self, channel: int, user: int) -> bool:
        """Add somebody to a thread; False if it should be tried again."""
        try:
            await self.awake(channel, lambda: self.client.http.add_user_to_thread(channel, user))
        except FAILURES as e:
            log.info("a person could not be brought into a thread: %s", type(e).__name__)
            return isinstance(e, discord.NotFound) or bool(final(e))
        return True

    # --- its tags in a forum

    async def label(self, row: GameRow) -> None:
        """Tags of a forum say whether a game is gathering players, running or over, and which title it is."""
        mark = [row.channel_id, _status(row)]
        if row.place.get(TAGGED) == mark:
            return
        thread = self.client.get_channel(row.channel_id) or await self.client.fetch_channel(row.channel_id)
        if not isinstance(thread, discord.Thread) or not isinstance(thread.parent, discord.ForumChannel):
            return
        try:
            async with self.table.db.one_at_a_time(MESSAGE, f"forum {thread.parent.id}"):
                wanted = await self._tags(thread.parent, tag_names(mark[1]), [row.title])
            old = {name for status in STATUSES for name in tag_names(status)}
            kept = [tag for tag in thread.applied_tags if tag.name.casefold() not in old]
            tags = list({tag.id: tag for tag in (*wanted, *kept)}.values())[:MOST_TAGS]
            if {tag.id for tag in tags} != {tag.id for tag in thread.applied_tags}:
                await self.awake(thread.id, lambda: thread.edit(applied_tags=tags))
        except FAILURES as e:
            log.info("a post could not be tagged: %s", type(e).__name__)
            if not final(e):
                return
        await self.extras.put(row.id or 0, **{TAGGED: mark})

    async def _tags(self, forum: discord.ForumChannel, *wanted: list[str]) -> list[discord.ForumTag]:
        """For each list of names a tag that fits; missing ones are made if the bot may do that."""
        rights = bots_rights(forum)
        missing = [names for names in wanted if fitting_tag(forum, names) is None]
        if missing and rights is not None and rights.manage_channels:
            # Another game's may have been made meanwhile.
            fresh = await self.client.fetch_channel(forum.id)
            forum = fresh if isinstance(fresh, discord.ForumChannel) else forum
            new = [discord.ForumTag(name=names[0]) for names in missing if _tag_named(forum, names) is None]
            if new and len(forum.available_tags) + len(new) <= MOST_IN_FORUM:
                changed = await forum.edit(available_tags=[*forum.available_tags, *new])
                forum = changed if isinstance(changed, discord.ForumChannel) else forum
        return [tag for names in wanted if (tag := fitting_tag(forum, names)) is not None]


def _status(row: GameRow) -> str:
    return row.status if row.status in (GATHERING, RUNNING) else OVER


def tag_names(status: str) -> list[str]:
    """How people call the tag of games that are gathering players, running or over; the first is the bot's own."""
    return str(words()["tags"][status]).split(", ")


def fitting_tag(forum: discord.ForumChannel, names: Sequence[str]) -> discord.ForumTag | None:
    """A tag of a forum with one of these names that the bot may use."""
    rights = bots_rights(forum)
    moderates = rights is not None and rights.manage_threads
    tag = _tag_named(forum, names)
    return tag if tag is not None and (moderates or not tag.moderated) else None


def _tag_named(forum: discord.ForumChannel, names: Sequence[str]) -> discord.ForumTag | None:
    known = {tag.name.casefold(): tag for tag in forum.available_tags}
    return next((known[name] for name in map(str.casefold, names) if name in known), None)


def bots_rights(channel: object) -> discord.Permissions | None:
    """The bot's permissions in a channel or thread; None if they cannot be determined."""
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel.permissions_for(channel.guild.me) if isinstance(channel, discord.abc.GuildChannel) else None


def _sets(thread: discord.Thread) -> bool:
    """May the bot set how long the thread stays open?"""
    rights = bots_rights(thread)
    return thread.owner_id == thread.guild.me.id or (rights is not None and rights.manage_threads)
