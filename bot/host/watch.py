"""Long-lived tasks: restarted when they die, with warnings for the host meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

log = logging.getLogger("stationmaster.watch")
PAUSE, LONGEST = 1.0, 60.0
"""Seconds before a dead task is restarted, at first and at most."""
SOUND = 10.0
"""Seconds a restarted task must run before it counts as healthy."""


@dataclass
class Watch:
    """Supervises long-lived tasks."""

    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the bot is told to stop: after that nothing is restarted."""
    _ailing: dict[str, str] = field(default_factory=dict)
    _notes: dict[str, str] = field(default_factory=dict)

    def keep(self, name: str, begin: Callable[[], Awaitable[None]], ailing: str) -> asyncio.Task[None]:
        """Run a task until it ends or is cancelled, restarting it if it fails. `ailing` is the warning meanwhile."""
        return asyncio.create_task(self._kept(name, begin, ailing), name=name)

    def ailment(self) -> str:
        """The task that is down, in a sentence; empty if none is."""
        return next(iter(self._ailing.values()), "")

    def note(self, about: str, sentence: str = "") -> None:
        """Set a warning for the host; an empty sentence clears it."""
        self._notes.pop(about, None)
        if sentence:
            self._notes[about] = sentence

    def notes(self) -> list[str]:
        """The warnings for the host."""
        return list(self._notes.values())

    async def _kept(self, name: str, begin: Callable[[], Awaitable[None]], ailing: str) -> None:
        pause = PAUSE
        while not self.over.is_set():
            job = asyncio.ensure_future(begin())
            try:
                if name in self._ailing:
                    await asyncio.wait((job,), timeout=SOUND)
                if not job.done():
                    self._ailing.pop(name, None)
                    pause = PAUSE
                await job
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    job.cancel()
                    await asyncio.gather(job, return_exceptions=True)
                    raise
                log.error("%s was cancelled and restarts in %.0f s", name, pause)
            except Exception as e:
                log.exception("%s failed (%s) and restarts in %.0f s", name, type(e).__name__, pause)
            else:
                self._ailing.pop(name, None)
                return
            self._ailing[name] = ailing
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self.over.wait()
            pause = min(2 * pause, LONGEST)
