"""Tests wait for what they wait for, as long as it takes: no test depends on how fast the machine is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.sandbox import HANG_GUARD

LOOK_AGAIN = 0.01
"""Seconds between two looks, where nothing says that something has changed."""


async def until(found: Callable[[], object], what: str = "") -> None:
    """Wait until something is so."""

    async def look() -> object:
        return found()

    await until_stored(look, what)


async def until_stored(found: Callable[[], Awaitable[object]], what: str = "") -> None:
    """The same for what must be asked of a database."""
    try:
        async with asyncio.timeout(HANG_GUARD):
            while not await found():
                await asyncio.sleep(LOOK_AGAIN)
    except TimeoutError:
        raise AssertionError(f"waited {HANG_GUARD:.0f} s in vain for {what or found}") from None


__all__ = ["HANG_GUARD", "until", "until_stored"]
