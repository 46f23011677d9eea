"""Threads of games: kept awake while a game runs, and its people in them.

In a thread that sleeps nothing can be changed, and nobody can press anything before it is woken, for which they must be
in it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

import discord
from sqlmodel import col, select

from bot.discord.weather import FAILURES, final
from bot.store.rows import RUNNING, GameRow, SeatRow
from bot.table.shelf import Shelf
from bot.table.table import Table

T = TypeVar("T")
log = logging.getLogger("stationmaster.discord")
WEEK = 10080
"""Minutes after which a silent thread is archived; the longest there is."""
ARCHIVED = 50083
AT_PEACE = timedelta(hours=1)
"""A thread that is archived again so soon after it was woken is left alone: somebody wants it to sleep."""
BROUGHT = "brought"
"""By what a game's place remembers the thread and whom the bot has brought into it: who leaves it may stay away."""


@dataclass
class Threads:
    """The threads in which games are played or watched."""

    client: discord.Client
    table: Table
    shelf: Shelf
    _woken: dict[int, datetime] = field(default_factory=dict)

    # --- awake

    async def awake(self, channel: int, request: Callable[[], Awaitable[T]]) -> T:
        """Change something in a channel; if it is a thread that sleeps, it is woken before."""
        # Threads that are awake are known, those that sleep are not.
        if self.client.get_channel(channel) is None:
            await self.wake(channel)
        return await self.repeated(channel, request)

    async def repeated(self, channel: int, request: Callable[[], Awaitable[T]]) -> T:
        """Change something, and once more if the thread had fallen asleep."""
        try:
            return await request()
        except discord.HTTPException as e:
            if e.code != ARCHIVED:
                raise
        await self.wake(channel)
        return await request()

    async def wake(self, channel: int, *, locked_too: bool = True) -> None:
        """Un-archive it if it is a thread that sleeps; a locked one takes the right to manage threads."""
        found = await self.client.fetch_channel(channel)
        if isinstance(found, discord.Thread) and found.archived and (locked_too or not found.locked):
            await (
                found.edit(archived=False, auto_archive_duration=WEEK) if _sets(found) else found.edit(archived=False)
            )

    async def fell_asleep(self, thread: int) -> None:
        """Wake it again if a game is running there and nobody wants it to sleep."""
        async with self.table.db.read() as session:
            found = select(GameRow.id).where(GameRow.channel_id == thread, col(GameRow.status) == RUNNING)
            if (await session.exec(found)).first() is None:
                return
        now = self.table.clock()
        self._woken = {one: at for one, at in self._woken.items() if now - at < AT_PEACE}
        if thread not in self._woken:
            self._woken[thread] = now
            await self.wake(thread, locked_too=False)

    async def is_to_sleep(self, row: GameRow) -> bool:
        """Is the place of a game a thread that sleeps and should go on sleeping: locked, or the game is not running?"""
        if self.client.get_channel(row.channel_id) is not None:
            return False
        found = await self.client.fetch_channel(row.channel_id)
        return isinstance(found, discord.Thread) and found.archived and (found.locked or row.status != RUNNING)

    # --- in it

    async def bring_in(self, row: GameRow, seats: Sequence[SeatRow]) -> None:
        """Bring the players into the thread of their game, each of them once."""
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
            await self.shelf.put(row.id or 0, **{BROUGHT: [row.channel_id, *known, *came]})

    async def enter(self, channel: int, user: int) -> bool:
        """Bring somebody into a thread; False: it should be tried again."""
        try:
            await self.awake(channel, lambda: self.client.http.add_user_to_thread(channel, user))
        except FAILURES as e:
            log.info("a person could not be brought into a thread: %s", type(e).__name__)
            return isinstance(e, discord.NotFound) or bool(final(e))
        return True


def bots_rights(channel: object) -> discord.Permissions | None:
    """What the bot may do in a channel or thread of a server; None: it is none, or not known well enough."""
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel.permissions_for(channel.guild.me) if isinstance(channel, discord.abc.GuildChannel) else None


def _sets(thread: discord.Thread) -> bool:
    """May the bot say how long the thread stays awake?"""
    rights = bots_rights(thread)
    return thread.owner_id == thread.guild.me.id or (rights is not None and rights.manage_threads)
