"""Bad weather between the bot and Discord: what passes by itself, and how long to wait before the next try."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator

import aiohttp
import discord

PASSING = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""A request that failed, whatever the reason; those who know better reasons look for them first."""
LONGEST = 300.0


def pauses() -> Iterator[float]:
    """Seconds to wait, each twice as long as the one before, up to five minutes; without end."""
    return (min(2.0**number, LONGEST) for number in itertools.count(1))
