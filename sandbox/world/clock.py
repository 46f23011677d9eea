"""The sandbox's clock: the real one for people, and one that stands still for tests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Alarm(Protocol):
    """Something that is due at a certain time."""

    def cancel(self) -> None:
        """Cancel it."""
        ...


class Clock:
    """The real time. Every deadline of the sandbox is set on its clock."""

    def now(self) -> datetime:
        """The time in the sandbox."""
        return datetime.now(UTC)

    def later(self, seconds: float, do: Callable[[], None]) -> Alarm:
        """Schedule something after this much time in the sandbox."""
        return asyncio.get_running_loop().call_later(seconds, do)

    async def take(self, seconds: float) -> None:
        """Let this much time pass."""
        await asyncio.sleep(seconds)

    @contextlib.asynccontextmanager
    async def timeout(self, seconds: float) -> AsyncIterator[None]:
        """Like `asyncio.timeout`, in the sandbox's time."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(None) as limit:
            alarm = self.later(seconds, lambda: limit.reschedule(loop.time()))
            try:
                yield
            finally:
                alarm.cancel()


@dataclass(eq=False)
class _Due:
    at: datetime
    do: Callable[[], None]
    pending: list[_Due]

    def cancel(self) -> None:
        with contextlib.suppress(ValueError):
            self.pending.remove(self)


class HeldClock(Clock):
    """A clock that stands still until it is moved, so that a slow machine misses no deadline."""

    def __init__(self) -> None:
        # discord.py compares the time in ids with the real time, so this clock starts there.
        self._now = datetime.now(UTC)
        self._pending: list[_Due] = []

    def now(self) -> datetime:
        """The time in the sandbox."""
        return self._now

    def later(self, seconds: float, do: Callable[[], None]) -> Alarm:
        """Schedule something for when the clock is moved past this."""
        due = _Due(self._now + timedelta(seconds=seconds), do, self._pending)
        self._pending.append(due)
        return due

    async def take(self, seconds: float) -> None:
        """Move the clock by this much, without waiting."""
        self.skip(seconds=seconds)

    def skip(self, **much: float) -> None:
        """Move the clock: `skip(minutes=15)`. Everything due on the way happens in order, at its own time."""
        end = self._now + timedelta(**much)
        while due := min((one for one in self._pending if one.at <= end), key=lambda one: one.at, default=None):
            due.cancel()
            self._now = due.at
            due.do()
        self._now = end
