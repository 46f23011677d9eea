"""Background work added to an answer when it is ready, unless the person asks for something else first."""

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
class BackgroundJobs:
    """One such job per person, in worker processes; their next request cancels it."""

    workers: Workers = field(default_factory=lambda: Workers(niceness=5))
    _asked: dict[int, int] = field(default_factory=dict[int, int])
    _count: int = 0
    _going: dict[int, asyncio.Task[None]] = field(default_factory=dict[int, "asyncio.Task[None]"])

    async def do(self, job: Callable[..., Any], *given: object) -> Any:
        """Run a function in another process."""
        return await self.workers.do(job, *given)

    def begin(self, user: int, asked: int, work: Callable[[], Awaitable[None]]) -> None:
        """Start a job in the background, unless the person has asked for something else since."""
        if self._asked.get(user) != asked:
            return
        task = asyncio.create_task(self._guarded(work))
        self._going[user] = task
        task.add_done_callback(lambda done: self._over(user, done))

    async def cancel(self, user: int) -> int:
        """Cancel a person's job because they asked for something else. Returns their request's number, by which `begin`
        knows whether it is still the newest.
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
        """The running jobs."""
        return tuple(self._going.values())

    def close(self) -> None:
        """Stop."""
        for task in self.going:
            task.cancel()
        self.workers.close()

    def _over(self, user: int, task: asyncio.Task[None]) -> None:
        if self._going.get(user) is task:
            del self._going[user]

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        """The answer is shown already, so a failure to add to it is only logged."""
        try:
            await work()
        except Exception as e:
            log.warning("nothing could be added to an answer: %s", type(e).__name__)
