"""What is worked out after an answer is there, and put into it when it is ready, unless something else is asked for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bot.host.workers import Workers

log = logging.getLogger("stationmaster.discord")


@dataclass
class Later:
    """One piece of such work a person, in processes of its own; the next thing they ask for cancels it."""

    workers: Workers = field(default_factory=lambda: Workers(niceness=5))
    _asked: dict[int, int] = field(default_factory=dict[int, int])
    _count: int = 0
    _going: dict[int, asyncio.Task[None]] = field(default_factory=dict[int, "asyncio.Task[None]"])

    async def do(self, job: Callable[..., Any], *given: object) -> Any:
        """A function of a module, in another process."""
        return await self.workers.do(job, *given)

    def begin(self, user: int, asked: int, work: Callable[[], Awaitable[None]]) -> None:
        """Work on, without anybody waiting for it; not if they have asked for something else since."""
        if self._asked.get(user) != asked:
            return
        task = asyncio.create_task(self._guarded(work))
        self._going[user] = task
        task.add_done_callback(lambda done: self._over(user, done))

    async def cancel(self, user: int) -> int:
        """Somebody asks for something else: what they were still to be shown would only be in the way.

        The number of what they ask for, by which `begin` knows whether it is still the newest.
        """
        self._count += 1
        asked = self._asked[user] = self._count
        task = self._going.pop(user, None)
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait((task,))
        return asked

    @property
    def going(self) -> tuple[asyncio.Task[None], ...]:
        """All that is being worked on."""
        return tuple(self._going.values())

    def close(self) -> None:
        """No more of it."""
        for task in self.going:
            task.cancel()
        self.workers.close()

    def _over(self, user: int, task: asyncio.Task[None]) -> None:
        if self._going.get(user) is task:
            del self._going[user]

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        """The answer is there already: if nothing can be added to it, nobody need hear of that."""
        try:
            await work()
        except Exception as e:
            log.warning("nothing could be added to an answer: %s", type(e).__name__)
