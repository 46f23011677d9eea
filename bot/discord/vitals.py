"""Is the bot well? What its sign of life, `/health` and a host's service manager are told."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass

from bot.discord.client import Stationmaster
from bot.store import StoreTrouble
from engine.core.sentences import because, sentence_of

PATIENCE = 10.0
"""Seconds in which the database must answer."""


@dataclass(frozen=True)
class Vitals:
    """Looked at afresh each time; nothing is remembered."""

    bot: Stationmaster
    sender: asyncio.Task[None]

    def connected(self) -> bool:
        """Is every shard open, with heartbeats that Discord answers?"""
        # `is_ready()` alone stays true when the gateway is gone.
        shards = self.bot.shards.values()
        return (
            self.bot.is_ready()
            and len(shards) == len(self.bot.shard_ids or range(self.bot.shard_count or 1))
            and all(not shard.is_closed() and math.isfinite(shard.latency) for shard in shards)
        )

    async def ailment(self) -> str:
        """What is wrong with the bot itself, in a sentence; empty if nothing is."""
        if self.sender.done():
            return because("The bot has stopped posting; please restart it.")
        if ailing := self.bot.watch.ailment():
            return ailing
        try:
            async with asyncio.timeout(PATIENCE):
                await self.bot.table.db.ping()
        except StoreTrouble as e:
            return sentence_of(e)
        except TimeoutError:
            return because("The database does not answer.")
        return ""
