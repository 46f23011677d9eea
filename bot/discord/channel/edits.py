"""Edit channel messages: reopening archived threads, and old messages no more often than Discord allows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.utils import snowflake_time

from bot.discord.channel.threads import Threads
from bot.discord.kit.retries import UNKNOWN_MESSAGE
from bot.store.due import has_come
from bot.table.ground.services import utc_now

OLD = timedelta(minutes=55)
"""A little less than the hour after which Discord limits edits of a message."""
APART = timedelta(seconds=2.5)
"""Seconds between edits of old messages in one channel. Discord allows about three in six seconds (30046)."""

LONGEST = timedelta(minutes=10)
"""Far longer than edits ever wait for each other."""


@dataclass
class Edits:
    """All edits of channel messages go through here."""

    client: discord.Client
    threads: Threads
    clock: Callable[[], datetime] = utc_now
    rest: Callable[[float], Awaitable[None]] = asyncio.sleep
    _free: dict[int, datetime] = field(default_factory=dict)
    """When a channel's next old message may be edited."""

    async def turn(self, channel: int, message: int) -> None:
        """Wait until a message may be edited; compute its contents after that."""
        now = self.clock()
        if now - snowflake_time(message) < OLD:
            return
        self._free = {one: at for one, at in self._free.items() if not has_come(at, now, LONGEST)}
        mine = self._free.get(channel, now)
        self._free[channel] = mine + APART
        if mine > now:
            await self.rest((mine - now).total_seconds())

    async def edit(self, channel: int, message: int, contents: Callable[[], dict[str, Any]]) -> discord.Message:
        """Edit a message after its turn has come; the contents are built anew for every try."""
        found = self.client.get_partial_messageable(channel).get_partial_message(message)
        return await self.threads.awake(channel, lambda: found.edit(**contents()))

    async def without_waking(self, channel: int, message: int, contents: dict[str, Any]) -> discord.Message:
        """Edit a message after its turn has come, unless its thread is archived, which Discord refuses."""
        return await self.client.get_partial_messageable(channel).get_partial_message(message).edit(**contents)

    async def edit_if_there(
        self, channel: int, message: int, contents: Callable[[], dict[str, Any]]
    ) -> discord.Message | None:
        """The same; None if the message has been deleted."""
        try:
            return await self.edit(channel, message, contents)
        except discord.NotFound as e:
            if e.code != UNKNOWN_MESSAGE:
                raise
            return None
