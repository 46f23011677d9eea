"""Posts the outbox: order, retries and nonces. The poster knows what posts look like."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from bot.store import Database, StoreTrouble, outbox
from bot.store.processes.shared import CHANNEL
from bot.store.rows import OutboxRow

log = logging.getLogger("stationmaster.outbox")
IDLE = 30.0
FINISH = 2.0
LONGEST = 180.0
"""Seconds that unfinished posts get when the sender is stopped, and that one post may take."""
LOOK = 1.0
"""Seconds between looking for rows that other processes have stored."""
MOST_TRIES = 12
"""How often a post that cannot be built is tried, which takes about an hour."""


class TargetGone(Exception):
    """The target no longer exists or may not be written to: retrying is useless."""


async def _nobody(row: int, game: int | None, kind: str) -> None:
    """A listener that does nothing."""


class Poster(Protocol):
    """Posts an announcement to its target."""

    async def post(self, row: OutboxRow) -> int:
        """Post it with `row.nonce`, so that a retry is recognised; returns the message's id."""
        ...


@dataclass
class Sender:
    """Works through the outbox: targets in parallel, each target's rows in order."""

    db: Database
    poster: Poster
    clock: Callable[[], datetime]
    abreast: int = 8
    set_aside: Callable[[int, int | None, str], Awaitable[None]] = _nobody
    """Called with a row that will never be posted because it cannot be read: its id, game and kind."""
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _busy: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _woken: int = 0
    """A counter of wake-ups."""
    _full: bool = False
    """Did the last round use its full capacity, or leave something for later? Then more rows may be due."""
    _elsewhere: dict[str, float] = field(default_factory=dict)
    """Targets another process is posting to, and until when not to ask again."""

    def wake(self) -> None:
        """Wake the sender: something was stored."""
        self._woken += 1
        self._wake.set()

    async def run(self) -> None:
        """Run until cancelled; unfinished posts are completed, so that they are not posted twice."""
        try:
            while True:
                self._wake.clear()
                await self._rest(await self._round())
        finally:
            await self._finish()

    async def _finish(self) -> None:
        """Wait a while for unfinished posts. Any others are posted again at the next start."""
        if not self._busy:
            return
        _, late = await asyncio.wait(self._busy.values(), timeout=FINISH)
        for task in late:
            task.cancel()

    async def _rest(self, seconds: float) -> None:
        """Wait until something new is stored here, or so long.

        What other processes store sets no event here, so the outbox is checked for that.
        """
        shared = self.db.shared is not None
        while not await self._woken_within(LOOK if shared else seconds):
            if not shared or await self.db.fetch(outbox.WAITS, self.clock()):
                return

    async def _woken_within(self, seconds: float) -> bool:
        # Not `wait_for`: in Python 3.11 it loses a cancellation if it is woken at the same moment.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        return self._wake.is_set()

    async def _round(self) -> float:
        """Start posting what is due; returns how long to wait."""
        now, hands = self.clock(), self.abreast - len(self._busy)
        if self.db.share is not None:
            # A process that was replaced gets no channel to post to, and notices it there.
            asked = outbox.share_of_targets(now, self._taken(), hands, self.db.share)
            targets = [target for (target,) in await self.db.fetch(outbox.TARGETS, *asked)]
            self._begin({target: self._try_alone(target) for target in targets}, hands)
            return IDLE
        try:
            async with self.db.read() as session:
                if not await self.db.is_ours(session):
                    return IDLE
                rows, next_one = await outbox.due(session, now, self._taken(), hands)
        except StoreTrouble as e:
            log.error("the outbox cannot be read: %s", e)
            return IDLE
        except (ValueError, TypeError, LookupError):
            if not await self._sift():
                raise
            return await self._round()
        self._begin({row.target: self._try(row) for row in rows}, hands)
        # The next one is looked for when what is being posted is through.
        self._full |= next_one is not None
        if next_one is None or self._busy:
            return IDLE
        return min(max((next_one - self.clock()).total_seconds(), 0.05), IDLE)

    def _begin(self, posts: dict[str, Coroutine[None, None, int | None]], hands: int) -> None:
        self._full = len(posts) >= hands
        for target, post in posts.items():
            self._busy[target] = asyncio.create_task(self._bring(target, post))

    def _taken(self) -> set[str]:
        """Targets that are being posted to, here or in another process."""
        now = time.monotonic()
        self._elsewhere = {target: until for target, until in self._elsewhere.items() if until > now}
        return {*self._busy, *self._elsewhere}

    async def _sift(self) -> int:
        """Skip unreadable rows, so that all others are posted; returns how many there were."""
        async with self.db.read() as session:
            numbers = await outbox.waiting(session)
        bad: list[int] = []
        for number in numbers:
            async with self.db.read() as session:
                if not await outbox.is_readable(session, number):
                    bad.append(number)
        for number in bad:
            await self._set_aside(number, "unreadable")
        return len(bad)

    async def _set_aside(self, row_id: int, why: str) -> None:
        async with self.db.write() as session:
            set_aside = await outbox.set_aside(session, row_id, why)
        if set_aside is None:
            # Another process has found the same row, and reports it.
            return
        game, kind = set_aside
        log.error("announcement %d, of game %s, is set aside: %s", row_id, game, why)
        await self.set_aside(row_id, game, kind)

    async def _bring(self, target: str, post: Awaitable[int | None]) -> None:
        looked = None
        try:
            looked = await post
        except StoreTrouble as e:
            log.error("an announcement cannot be posted: %s", e)
            await asyncio.sleep(1)
        except Exception as e:
            log.exception("an announcement cannot be posted: %s", type(e).__name__)
            await asyncio.sleep(1)
        finally:
            self._busy.pop(target, None)
            if self._full or looked != self._woken:
                self._wake.set()

    async def _try_alone(self, target: str) -> int | None:
        """Post a target's first row, unless another process is posting there. If nothing is left, returns what had been
        stored at that time.
        """
        if not await self.db.hold(CHANNEL, target):
            self._elsewhere[target] = time.monotonic() + LOOK
            return None
        try:
            # Read only now: before the lock was taken, another process may have posted it. Nothing is found if the
            # connection and its lock are lost.
            rows = await self.db.fetch(outbox.FIRST, target, holding=(CHANNEL, target))
            for first in rows:
                row = outbox.row_of(first)
                if outbox.is_due(row, self.clock()):
                    await self._try(row)
        finally:
            woken = self._woken
            left = await self.db.let_go(CHANNEL, target, outbox.LET_GO)
        waiting = left[0][1] if left else None
        if waiting is not None and not rows:
            await self._look_into(waiting)
        return woken if left and waiting is None else None

    async def _look_into(self, row_id: int) -> None:
        """Skip a row that is there but was not read, unless it can be read after all."""
        async with self.db.read() as session:
            readable = await outbox.is_readable(session, row_id)
        if readable:
            await asyncio.sleep(LOOK)
        else:
            await self._set_aside(row_id, "unreadable")

    async def _try(self, row: OutboxRow) -> int | None:
        """Post it. If nothing else waits there, returns what had been stored at that time."""
        assert row.id is not None
        row_id = row.id
        if not outbox.has_payload(row):
            await self._set_aside(row_id, "unreadable")
            return None
        try:
            # A post that hangs would silence its target forever.
            message = await asyncio.wait_for(self.poster.post(row), LONGEST)
        except TargetGone as e:
            log.warning("announcement %d cannot be posted: %s", row_id, e)
            async with self.db.write(row.target, notify=False) as session:
                await outbox.failed(session, row_id, str(e), self.clock(), for_good=True)
        except (LookupError, TypeError, AttributeError) as e:
            # Not a network error: the row or the program is faulty. Later rows must get through eventually.
            if row.tries + 1 >= MOST_TRIES:
                await self._set_aside(row_id, type(e).__name__)
                return None
            await self._failed(row, row_id, e)
        except Exception as e:
            await self._failed(row, row_id, e)
        else:
            woken = self._woken
            async with self.db.write(row.target, notify=False) as session:
                more = await outbox.sent(session, row, message, self.clock())
            return None if more else woken
        return None

    async def _failed(self, row: OutboxRow, row_id: int, e: Exception) -> None:
        """After an error the row stays and is retried; its text is not logged."""
        log.warning("announcement %d: %s, tried %d times", row_id, type(e).__name__, row.tries + 1)
        async with self.db.write(row.target, notify=False) as session:
            await outbox.failed(session, row_id, type(e).__name__, self.clock(), for_good=False)

    async def drain(self) -> None:
        """Post all that is due now."""
        while True:
            await self._round()
            if not self._busy:
                return
            await asyncio.gather(*self._busy.values())
