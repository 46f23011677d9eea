"""Posts what the outbox holds. What a post looks like is for the poster to know; here it is order, retries, nonces."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from bot.store import Database, StoreTrouble, outbox
from bot.store.rows import WAITING, OutboxRow
from bot.store.shared import CHANNEL

log = logging.getLogger("stationmaster.outbox")
IDLE = 30.0
FINISH = 10.0
LONGEST = 180.0
"""Seconds: how long posts under way may take when the sender is stopped, and how long one may take at all."""
LOOK = 1.0
"""Seconds between two looks for what other processes have stored, where several work on the database."""
AT_ONCE = 0.05
"""Seconds: whoever waited longer for a target reads its row again, which may have been rewritten meanwhile."""
MOST_TRIES = 12
"""So often what cannot even be put together is tried, which takes about an hour."""


class Gone(Exception):
    """The target does not exist any more, or may not be written to: trying again is of no use."""


async def _nobody(row: int, game: int | None, kind: str) -> None:
    """Nobody wants to know."""


class Poster(Protocol):
    """Whoever brings an announcement to its target."""

    async def post(self, row: OutboxRow) -> int:
        """Post it with `row.nonce`, so that a second try is recognised as the same; the number of the message."""
        ...


@dataclass
class Sender:
    """Works through the outbox: targets beside each other, the rows of one target one after another."""

    db: Database
    poster: Poster
    clock: Callable[[], datetime]
    abreast: int = 8
    set_aside: Callable[[int, int | None, str], Awaitable[None]] = _nobody
    """Told of a row that will never be posted, since it cannot be read: its number, its game and its kind."""
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _busy: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _woken: int = 0
    """How often something new has been stored."""
    _full: bool = False
    """Had the last round as much to post as it has hands? Then more may be due."""
    _elsewhere: dict[str, float] = field(default_factory=dict)
    """Targets to which another process posts, and until when this one does not ask again."""

    def wake(self) -> None:
        """There is something new."""
        self._woken += 1
        self._wake.set()

    async def run(self) -> None:
        """Until cancelled; what is being posted then is brought to its end, so that it is not posted twice."""
        try:
            while True:
                self._wake.clear()
                await self._rest(await self._round())
        finally:
            await self._finish()

    async def _finish(self) -> None:
        """Wait a while for what is under way. What does not end by then is posted again at the next start."""
        if not self._busy:
            return
        _, late = await asyncio.wait(self._busy.values(), timeout=FINISH)
        for task in late:
            task.cancel()

    async def _rest(self, seconds: float) -> None:
        """Until there is something to do: so many seconds, or less if something new is stored here.

        What other processes store wakes nobody here, so that is looked for.
        """
        shared = self.db.shared is not None
        while not await self._woken_within(LOOK if shared else seconds):
            if not shared or await self.db.asked(outbox.WAITS, WAITING, self.clock()) is not None:
                return

    async def _woken_within(self, seconds: float) -> bool:
        # Not `wait_for`: in Python 3.11 it forgets that it was cancelled if it is woken in the same moment.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        return self._wake.is_set()

    async def _round(self) -> float:
        """Take up what is due; how long there is nothing more to do."""
        try:
            async with self.db.read() as session:
                # Of several processes one that is replaced gets no channel to post to, and is told so there.
                if self.db.shared is None and not await self.db.is_ours(session):
                    return IDLE
                now, hands = self.clock(), self.abreast - len(self._busy)
                rows, next_one = await outbox.due(session, now, self._taken(), hands, self.db.share)
        except StoreTrouble as e:
            log.error("the outbox cannot be read: %s", e)
            return IDLE
        except (ValueError, TypeError, LookupError):
            if not await self._sift():
                raise
            return await self._round()
        self._full = len(rows) >= hands
        for row in rows:
            self._busy[row.target] = asyncio.create_task(self._bring(row))
        if next_one is None or self._busy:
            return IDLE
        return min(max((next_one - self.clock()).total_seconds(), 0.05), IDLE)

    def _taken(self) -> set[str]:
        """Targets to which something is being posted, here or elsewhere."""
        now = time.monotonic()
        self._elsewhere = {target: until for target, until in self._elsewhere.items() if until > now}
        return {*self._busy, *self._elsewhere}

    async def _sift(self) -> int:
        """Set rows aside that cannot be read, so that all others get through; how many there were."""
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
            found = await outbox.set_aside(session, row_id, why)
        if found is None:
            # Another process has met the same row, and tells of it.
            return
        game, kind = found
        log.error("announcement %d, of game %s, is set aside: %s", row_id, game, why)
        await self.set_aside(row_id, game, kind)

    async def _bring(self, row: OutboxRow) -> None:
        assert row.id is not None
        looked = None
        try:
            if self.db.shared is None:
                await self._try(row, row.id)
            else:
                looked = await self._try_alone(row)
        except StoreTrouble as e:
            log.error("announcement %d: %s", row.id, e)
            await asyncio.sleep(1)
        except Exception as e:
            log.exception("announcement %d: %s", row.id, type(e).__name__)
            await asyncio.sleep(1)
        finally:
            self._busy.pop(row.target, None)
            if self._full or looked != self._woken:
                self._wake.set()

    async def _try_alone(self, found: OutboxRow) -> int | None:
        """Post what is first, unless another process posts there: one after another, whoever posts.

        If then nothing is left there: what had been stored by the time of that look.
        """
        target = found.target
        asked = time.monotonic()
        if not await self.db.hold(CHANNEL, target):
            self._elsewhere[target] = time.monotonic() + LOOK
            return None
        try:
            # Looked up again: it may have been posted before the others were kept out.
            row: OutboxRow | None = found
            first = await self.db.asked(outbox.FIRST, target, WAITING)
            if first is None:
                # Nothing waits there any more, or the connection is cut and with it the lock.
                return None
            waited = time.monotonic() - asked > AT_ONCE
            if waited or first != (found.id, found.tries, found.message_id):
                async with self.db.read() as session:
                    row = await outbox.head(session, target, self.clock())
            if row is not None and row.id is not None:
                await self._try(row, row.id)
            woken = self._woken
            return woken if await self.db.asked(outbox.FIRST, target, WAITING) is None else None
        finally:
            await self.db.let_go(CHANNEL, target)

    async def _try(self, row: OutboxRow, row_id: int) -> None:
        if not isinstance(row.payload, dict):
            await self._set_aside(row_id, "unreadable")
            return
        try:
            # A post that never comes back would keep its target silent for ever.
            message = await asyncio.wait_for(self.poster.post(row), LONGEST)
        except Gone as e:
            log.warning("announcement %d cannot be posted: %s", row_id, e)
            async with self.db.write(row.target, told=False) as session:
                await outbox.failed(session, row_id, str(e), self.clock(), for_good=True)
        except (LookupError, TypeError, AttributeError) as e:
            # No weather: something in the row, or in the program, is wrong. What follows must get through one day.
            if row.tries + 1 >= MOST_TRIES:
                await self._set_aside(row_id, type(e).__name__)
                return
            await self._failed(row, row_id, e)
        except Exception as e:
            await self._failed(row, row_id, e)
        else:
            async with self.db.write(row.target, told=False) as session:
                await outbox.sent(session, row_id, message, self.clock())

    async def _failed(self, row: OutboxRow, row_id: int, e: Exception) -> None:
        """After any error the row stays and is tried again; its text is not logged."""
        log.warning("announcement %d: %s, tried %d times", row_id, type(e).__name__, row.tries + 1)
        async with self.db.write(row.target, told=False) as session:
            await outbox.failed(session, row_id, type(e).__name__, self.clock(), for_good=False)

    async def drain(self) -> None:
        """Post all that is due now."""
        while True:
            await self._round()
            if not self._busy:
                return
            await asyncio.gather(*self._busy.values())
