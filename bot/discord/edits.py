"""Messages of channels changed: in threads that are awake, and old ones no oftener than Discord takes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.utils import snowflake_time

from bot.discord.threads import Threads
from bot.table.desk import utc_now

OLD = timedelta(minutes=55)
"""A little less than the hour after which changes of a message are counted."""
APART = timedelta(seconds=2.5)
"""Between two changes of old messages in one channel. Discord takes about three in six seconds (30046)."""


@dataclass
class Edits:
    """The one place through which messages of channels are changed."""

    client: discord.Client
    threads: Threads
    clock: Callable[[], datetime] = utc_now
    rest: Callable[[float], Awaitable[None]] = asyncio.sleep
    _free: dict[int, datetime] = field(default_factory=dict)
    """When the next old message of a channel may be changed."""

    async def turn(self, channel: int, message: int) -> None:
        """Wait until a message may be changed; what is shown should be found out after that."""
        now = self.clock()
        if now - snowflake_time(message) < OLD:
            return
        self._free = {one: at for one, at in self._free.items() if at > now}
        mine = self._free.get(channel, now)
        self._free[channel] = mine + APART
        if mine > now:
            await self.rest((mine - now).total_seconds())

    async def edit(self, channel: int, message: int, contents: Callable[[], dict[str, Any]]) -> discord.Message:
        """Change a message whose turn it is; the contents are made afresh for every try."""
        found = self.client.get_partial_messageable(channel).get_partial_message(message)
        return await self.threads.awake(channel, lambda: found.edit(**contents()))
