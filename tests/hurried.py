"""Shortens the pauses of discord.py and the bot before a retry, for tests in which they do retry."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

SHORT = 0.02
"""Seconds that any of these waits takes at most."""
WHERE = ("discord.http", "discord.client", "discord.shard", "discord.webhook.async_")
"""Where discord.py waits before it tries again or connects the next shard."""


class _Hasty:
    """All of asyncio, but with short naps."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(seconds: float) -> None:
        await asyncio.sleep(min(seconds, SHORT))


def hurry(patch: pytest.MonkeyPatch) -> None:
    """Retry everything at once."""
    for module in WHERE:
        patch.setattr(f"{module}.asyncio", _Hasty())
    patch.setattr("bot.discord.channel.pinned.REST", SHORT)
    patch.setattr("bot.store.outbox.pause", lambda tries: timedelta(seconds=SHORT))
