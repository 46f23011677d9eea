"""A queue for scarce workers: announcements before pictures that people only look at, and a limit on those."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

IN_A_ROW = 5
"""How many announcements go first while somebody who only looks is waiting."""
MOST_LOOKING = 60
"""How many requests to look may wait; the next one is refused at once."""


@dataclass
class Queue:
    """A queue for a number of workers."""

    free: int
    _first: deque[asyncio.Future[bool]] = field(default_factory=deque, init=False)
    _looking: deque[asyncio.Future[bool]] = field(default_factory=deque, init=False)
    _newest: dict[str, asyncio.Future[bool]] = field(default_factory=dict, init=False)
    _in_a_row: int = field(default=0, init=False)

    def waiting(self) -> tuple[int, int]:
        """How many announcements and how many requests to look are waiting."""
        return len(self._first), len(self._looking)

    async def turn(self, newest: str = "", *, first: bool = False) -> bool:
        """Wait for a worker; False if something newer of the same name came, or too many are waiting. The holder calls
        `next` when done.
        """
        if self.free > 0:
            self.free -= 1
            return True
        if not first and len(self._looking) >= MOST_LOOKING and newest not in self._newest:
            return False
        mine: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        older = self._newest.get(newest) if newest else None
        if older is not None and not older.done():
            older.set_result(False)
            (self._first if older in self._first else self._looking).remove(older)
        (self._first if first else self._looking).append(mine)
        if newest:
            self._newest[newest] = mine
        try:
            return await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled() and mine.result():
                self.next()
            elif mine in self._first or mine in self._looking:
                (self._first if first else self._looking).remove(mine)
            raise
        finally:
            if newest and self._newest.get(newest) is mine:
                del self._newest[newest]

    def next(self) -> None:
        """Release a worker to the next in the queue."""
        while self._first or self._looking:
            looks = bool(self._looking) and (not self._first or self._in_a_row >= IN_A_ROW)
            mine = (self._looking if looks else self._first).popleft()
            if not mine.done():
                self._in_a_row = 0 if looks else self._in_a_row + 1
                mine.set_result(True)
                return
        self.free += 1
