"""Work that goes on as long as the bot runs: begun anew when it dies, and what its host should know of meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

log = logging.getLogger("stationmaster.watch")
PAUSE, LONGEST = 1.0, 60.0
"""Seconds before work that has died is begun anew, at first and at most."""
SOUND = 10.0
"""So many seconds it must live again before it counts as well."""


@dataclass
class Watch:
    """Looks after long-lived work."""

    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the bot is told to stop: what dies then stays dead."""
    _ailing: dict[str, str] = field(default_factory=dict)
    _notes: dict[str, str] = field(default_factory=dict)

    def keep(self, name: str, begin: Callable[[], Awaitable[None]], ailing: str) -> asyncio.Task[None]:
        """Do it until it ends, or this is cancelled. `ailing` says what is wrong while it does not live."""
        return asyncio.create_task(self._kept(name, begin, ailing), name=name)

    def ailment(self) -> str:
        """What does not live just now, in a sentence; empty if all does."""
        return next(iter(self._ailing.values()), "")

    def note(self, about: str, sentence: str = "") -> None:
        """Tell the host of something; with no sentence: it has been put right."""
        self._notes.pop(about, None)
        if sentence:
            self._notes[about] = sentence

    def notes(self) -> list[str]:
        """What the host should look at although the bot goes on."""
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
