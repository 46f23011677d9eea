"""The bot's health, for the health file and `/health`."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass

from bot.discord.app.client import Stationmaster
from bot.store import StoreTrouble
from engine.core.sentences import because, sentence_of

PATIENCE = 10.0
"""Seconds within which the database must answer."""


@dataclass(frozen=True)
class Vitals:
    """Checked anew each time; nothing is cached."""

    bot: Stationmaster
    sender: asyncio.Task[None]

    def connected(self) -> bool:
        """Is every shard connected, with heartbeats that Discord answers?"""
        # `is_ready()` alone stays true after the gateway is lost.
        shards = self.bot.shards.values()
        return (
            self.bot.is_ready()
            and len(shards) == len(self.bot.shard_ids or range(self.bot.shard_count or 1))
            and all(not shard.is_closed() and math.isfinite(shard.latency) for shard in shards)
        )

    async def ailment(self) -> str:
        """What is wrong with the bot, in a sentence; empty if nothing is."""
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
