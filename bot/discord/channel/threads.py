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
from bot.store.rows import RUNNING, GameRow, SeatRow
from bot.table.play.extras import Extras
from bot.table.table import Table

T = TypeVar("T")
log = logging.getLogger("stationmaster.discord")
WEEK = 10080
"""The longest time in minutes after which Discord archives a silent thread."""
ARCHIVED = 50083
AT_PEACE = timedelta(hours=1)
"""A thread archived again this soon after it was reopened is left alone: somebody wants it archived."""
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


def bots_rights(channel: object) -> discord.Permissions | None:
    """The bot's permissions in a channel or thread; None if they cannot be determined."""
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel.permissions_for(channel.guild.me) if isinstance(channel, discord.abc.GuildChannel) else None


def _sets(thread: discord.Thread) -> bool:
    """May the bot set how long the thread stays open?"""
    rights = bots_rights(thread)
    return thread.owner_id == thread.guild.me.id or (rights is not None and rights.manage_threads)
