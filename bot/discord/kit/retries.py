"""Failed requests to Discord: which are temporary, which are final, and how long to wait."""

from __future__ import annotations

import itertools
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import aiohttp
import discord

from bot.discord.kit.reply import Reply

T = TypeVar("T")
log = logging.getLogger("stationmaster.discord")

FAILURES = (discord.HTTPException, discord.GatewayNotFound, discord.RateLimited, aiohttp.ClientError, OSError)
"""How a request can fail: refused by Discord, or a broken connection (a time-out is an OSError)."""
FINAL = {
    10003: "gone",  # unknown channel
    10004: "gone",  # unknown server
    10013: "gone",  # unknown user
    50001: "forbidden",  # no access
    50007: "forbidden",  # this user takes no direct messages
    50013: "forbidden",  # a permission is missing
    50278: "forbidden",  # no server in common with this user
    160005: "forbidden",  # the thread is locked
    40005: "refused",  # too large
    40058: "refused",  # a forum takes posts, no messages
    50006: "refused",  # empty
    50008: "refused",  # nothing can be written in a channel of this kind
    50035: "refused",  # the form of the message is wrong
}
"""Discord's codes for final refusals. Anything else may be temporary: Discord's front sometimes answers 403 and 404
with HTML and no code, and 40333 only means that the front did not recognise the bot.
"""
INVALID = 50035
"""The form of a request is wrong; a plainer one may be accepted."""
UNKNOWN_MESSAGE = 10008
"""The message has been deleted. The channel still exists, so a new message is posted."""
AVOIDED = 3600.0
"""Seconds for which messages are sent without an emoji that Discord has refused: otherwise each would be sent twice."""
REFUSED: dict[str, float] = {}
"""Until when each emoji is left out."""
LONGEST = 300.0
TRIES = 3


def final(error: BaseException) -> str:
    """Why retrying is useless (gone, forbidden or refused); empty if it may help."""
    return FINAL.get(error.code, "") if isinstance(error, discord.HTTPException) else ""


def pauses() -> Iterator[float]:
    """Endless pauses in seconds, each twice as long as the one before, up to five minutes."""
    return (min(2.0**number, LONGEST) for number in itertools.count(1))


async def plainer_if_refused(reply: Reply, send: Callable[[Reply], Awaitable[T]]) -> T:
    """Send a reply. One whose form Discord refuses is sent again without what only adorns it, its emoji; those are not
    tried again for a while.
    """
    plainer = reply.plainer()
    if plainer is None:
        return await send(reply)
    emoji, now = reply.emoji(), time.monotonic()
    if any(REFUSED.get(one, 0.0) > now for one in emoji):
        return await send(plainer)
    try:
        return await send(reply)
    except discord.HTTPException as e:
        if e.code != INVALID:
            raise
        log.warning("a message was refused (%s); sending a plainer one", e.code)
        sent = await send(plainer)
        REFUSED.update(dict.fromkeys(emoji, now + AVOIDED))
        return sent


async def repeated(request: Callable[[], Awaitable[T]]) -> T:
    """Make a request that may safely be repeated; repeat it at once if its connection was lost."""
    for _ in range(TRIES - 1):
        try:
            return await request()
        except (aiohttp.ClientError, OSError) as e:
            log.info("a request was lost (%s); trying again", type(e).__name__)
    return await request()
