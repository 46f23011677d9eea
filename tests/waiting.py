"""Tests wait for a condition as long as it takes, so that none depends on the speed of the machine."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import pytest

from sandbox import HANG_GUARD

LIMITS = (
    "bot.beliefs.live.PATIENCE",
    "bot.beliefs.session.PATIENCE",
    "bot.discord.app.client.LAST_ANSWERS",
    "bot.discord.app.invitation.PATIENCE",
    "bot.discord.channel.pinned.LAST_CHANGES",
    "bot.discord.app.run.LAST_POSTS",
    "bot.discord.app.vitals.PATIENCE",
    "bot.host.workers.PATIENCE",
    "bot.store.database.ANSWERING",
    "bot.store.database.BUSY_SECONDS",
    "bot.store.database.CONNECTING",
    "bot.store.processes.lease.ENDING",
    "bot.store.processes.lease.EXPIRES",
    "bot.table.ground.services.PATIENCE",
    "bot.table.upkeep.sender.FINISH",
    "bot.table.upkeep.sender.LONGEST",
)
"""How long the bot waits for something before it goes on without it. A test about one of them sets it itself."""
LOOK_AGAIN = 0.01
"""Seconds between two looks, where nothing says that something has changed."""
LOOK_ANYWAY = 0.2
"""The same where something does, though not of every change."""


async def until(found: Callable[[], object], what: str = "") -> None:
    """Wait until a condition holds."""

    async def look() -> object:
        return found()

    await until_stored(look, what)


async def until_stored(
    found: Callable[[], Awaitable[object]], what: str = "", sign: asyncio.Event | None = None
) -> None:
    """The same for conditions that need a database query. `sign`: is set when something has changed."""
    try:
        async with asyncio.timeout(HANG_GUARD):
            while True:
                if sign is not None:
                    sign.clear()
                if await found():
                    return
                if sign is None:
                    await asyncio.sleep(LOOK_AGAIN)
                else:
                    await _set_within(sign, LOOK_ANYWAY)
    except TimeoutError:
        raise AssertionError(f"waited {HANG_GUARD:.0f} s in vain for {what or found}") from None


async def _set_within(sign: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await sign.wait()


class Endless:
    """Work that goes on until it is cancelled."""

    def __init__(self) -> None:
        self.begun, self.ended = asyncio.Event(), asyncio.Event()

    async def __call__(self, *given: object, **how: object) -> bytes:
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.ended.set()
        return b""


def lift_limits(patch: pytest.MonkeyPatch) -> None:
    """The bot gives nothing up because the machine is slow."""
    for limit in LIMITS:
        patch.setattr(limit, HANG_GUARD)


__all__ = ["HANG_GUARD", "Endless", "lift_limits", "until", "until_stored"]
