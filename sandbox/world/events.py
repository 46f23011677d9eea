"""Events in the sandbox: sent in order to the bot's sessions, and waking everybody who waits for something."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from sandbox.world.world import Guild

T = TypeVar("T")
HANG_GUARD = 300.0
"""Seconds after which waiting is abandoned: not a deadline, and far more than any machine needs."""


class Events:
    """The events still to be sent, and the waiters to wake at every change."""

    def __init__(self) -> None:
        self.unsent: asyncio.Queue[tuple[str, Any, int, int | None]] = asyncio.Queue()
        """Name, data, intent (0: for all sessions) and server (none: direct messages) of each."""
        self._waiting: set[asyncio.Event] = set()

    def tell(self, event: str, data: Any, intent: int, guild: Guild | None) -> None:
        """Queue an event for the bot's sessions and wake the waiters."""
        if guild and isinstance(data, dict):
            data.setdefault("guild_id", str(guild.id))
        self.unsent.put_nowait((event, json.loads(json.dumps(data)), intent, guild.id if guild else None))
        self.changed()

    def changed(self) -> None:
        """Wake the waiters."""
        for one in self._waiting:
            one.set()

    @contextlib.contextmanager
    def watched(self) -> Iterator[asyncio.Event]:
        """An event set at every change, for repeated looks."""
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            yield event
        finally:
            self._waiting.discard(event)

    async def until(self, event: Callable[[], T | bool | None], what: str = "") -> T:
        """Wait until a function finds something; it is called again at every change."""
        with self.watched() as changes:
            try:
                async with asyncio.timeout(HANG_GUARD):
                    while True:
                        if result := event():
                            return result  # pyright: ignore[reportReturnType]
                        await changes.wait()
                        changes.clear()
            except TimeoutError:
                raise TimeoutError(f"waited {HANG_GUARD} s in vain for {what or event}") from None
