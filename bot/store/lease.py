"""Which of several processes works on a PostgreSQL database: one at a time, another as soon as that one is dead.

Processes that share the work (shared.py) do the same, each for its shards.

A lock of the server says who it is, as long as one connection of that process lives. A row beside it is kept fresh, so
that a process that hangs, or whose machine is gone, is known and its connections are ended. And the row has a number
that rises whenever another process takes over: every transaction that writes looks at it, so whoever has been replaced
without knowing it stores nothing more.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any
from uuid import uuid4

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from engine.core.sentences import because

log = logging.getLogger("stationmaster.lease")
BEAT, EXPIRES = 10.0, 40.0
"""Seconds between two signs of life, and after how many without one a process is taken for dead."""
AGAIN = 1.0
"""Seconds before a server that cannot be reached is tried again."""
ENDING = 5.0
"""Seconds that connections of a dead process may take to end."""
LOCK = 18_70_18_28
"""Number of the lock that whoever works on a PostgreSQL database holds."""
WRITING = 18_43_18_39
"""Number of the lock that whoever writes to a PostgreSQL database holds until the end of the transaction: together with
others if they write about one game, or one target of announcements, alone otherwise."""
GAME, TARGET = 18_70_01, 18_70_02
"""Kinds of the locks by which those that hold it together take turns: one for each game, and for each target."""
PROGRAM = "stationmaster "
EPOCH = text("SELECT epoch FROM lease WHERE name = 'bot'")
TAKEN = text(
    "INSERT INTO lease (name, epoch, holder, seen) VALUES (:name, 1, :holder, clock_timestamp()) ON CONFLICT (name) "
    "DO UPDATE SET epoch = lease.epoch + 1, holder = :holder, seen = clock_timestamp() RETURNING epoch"
)
_OTHERS_OUT = text("UPDATE lease SET epoch = epoch + 1, holder = '' WHERE name <> 'bot'")
_BEAT = text("UPDATE lease SET seen = clock_timestamp() WHERE name = 'bot' AND epoch = :epoch")
OWNERS = (
    "SELECT DISTINCT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid "
    "WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database() AND l.database = a.datid "
    "AND l.pid <> pg_backend_pid() AND "
)
_OWNERS = text(f"{OWNERS} l.classid = 0 AND l.objid = {LOCK} AND l.objsubid = 1")
_EXPIRED = text(
    "SELECT count(*) FROM lease WHERE holder = :holder AND seen < clock_timestamp() - make_interval(secs => :seconds)"
)
_END = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = :name AND datname = current_database() AND pid <> pg_backend_pid()"
)


class Lease:
    """One process's part in it."""

    def __init__(self, url: URL, connecting: dict[str, Any]) -> None:
        self.holder = uuid4().hex[:12]
        self.epoch = 0
        self.lost = asyncio.Event()
        """Set when another process has taken over."""
        self.leads = True
        """Does this process see to what is done once for all?"""
        self.refused: str = because("Another bot is running on this database; stop it first.")
        """Why the lock could not be taken."""
        self._url = url
        self._connecting = {**connecting, "server_settings": {"application_name": self.name}}
        self._engine: AsyncEngine | None = None
        self._held: AsyncConnection | None = None
        self._cut = asyncio.Event()
        """Set when the server, or the network, has ended the connection."""

    @property
    def name(self) -> str:
        """What the connections of this process are called at the server."""
        return PROGRAM + self.holder

    async def lock(self) -> bool:
        """Take the lock, unless another process that is alive has it."""
        await self.release()
        self._engine = create_async_engine(
            self._url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=self._connecting
        )
        self._held = held = await self._engine.connect()
        raw: Any = (await held.get_raw_connection()).driver_connection
        raw.add_termination_listener(self._ended)
        if await self._try_lock(held):
            return True
        owners = await self._owners(held)
        if not owners and await self._try_lock(held):
            return True  # Whoever had it was gone in the moment between.
        dead = [owner for owner in owners if await self._is_dead(held, owner)]
        for owner in dead:
            log.warning("taking over: %s does not respond", owner)
            await held.execute(_END, {"name": owner})
        if dead:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ENDING):
                    while not await self._try_lock(held):
                        await asyncio.sleep(0.1)
                    return True
        await self.release()
        return False

    async def begin(self) -> None:
        """From now on whoever worked before stores nothing; the tables must be up to date."""
        assert self._held is not None
        # No transaction that has looked at the number before is still open after that.
        await self._held.execute(text(f"SELECT pg_advisory_lock({WRITING})"))
        await self._held.execute(_OTHERS_OUT)
        self.epoch = (await self._held.execute(TAKEN, {"name": "bot", "holder": self.holder})).scalar_one()
        await self._held.execute(text(f"SELECT pg_advisory_unlock({WRITING})"))

    async def is_current(self, session: Any) -> bool:
        """Has nobody taken over, as a transaction sees it?"""
        return (await session.exec(EPOCH)).scalar() == self.epoch

    async def only(self) -> bool:
        """Is nobody else at work, and nobody let in before the tables are up to date?"""
        return True

    async def keep(self) -> None:
        """Give signs of life until another process has taken over."""
        while not self.lost.is_set():
            # A connection that is cut is made anew at once, before anybody who stands by looks.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._cut.wait()
            self._cut.clear()
            try:
                if not await self._beat():
                    self.lose()
            except Exception as e:
                # The server cannot be reached, so nothing can be written either. Perhaps it comes back.
                log.warning("this process cannot report that it is alive: %s", type(e).__name__)
                await asyncio.sleep(AGAIN)
                self._cut.set()

    def lose(self) -> None:
        """Another process has taken over."""
        log.error("another process has taken over the database")
        self.lost.set()

    async def release(self) -> None:
        """Let another one in."""
        held, self._held = self._held, None
        engine, self._engine = self._engine, None
        with contextlib.suppress(SQLAlchemyError, OSError):
            if held is not None:
                # Never to be used again: whatever has become of it, the server is to let go of the lock.
                await held.invalidate()
                await held.close()
        if engine is not None:
            await engine.dispose()

    def _ended(self, connection: object) -> None:
        self._cut.set()

    async def _beat(self) -> bool:
        """Is it still this process's?"""
        try:
            assert self._held is not None
            return await self._said(self._held)
        except (SQLAlchemyError, OSError, AssertionError):
            # The connection is gone, and the lock with it. If nobody has taken over yet, all goes on.
            return await self.lock() and self._held is not None and await self._said(self._held)

    async def _said(self, held: AsyncConnection) -> bool:
        """Give a sign of life, unless another process has taken over."""
        return (await held.execute(_BEAT, {"epoch": self.epoch})).rowcount == 1

    async def _try_lock(self, held: AsyncConnection) -> bool:
        return (await held.execute(text(f"SELECT pg_try_advisory_lock({LOCK})"))).scalar_one()

    async def _owners(self, held: AsyncConnection) -> list[str]:
        """The connections, by name, of those who have what this process wants."""
        return [str(name) for name in (await held.execute(_OWNERS)).scalars()]

    async def _is_dead(self, held: AsyncConnection, owner: str) -> bool:
        """Has whoever holds the lock hung up, as far as we can know? A lost connection of our own has."""
        if owner == self.name:
            return True
        if not (await held.execute(text("SELECT to_regclass('lease') IS NOT NULL"))).scalar_one():
            return False
        given = {"holder": owner.removeprefix(PROGRAM), "seconds": EXPIRES}
        return (await held.execute(_EXPIRED, given)).scalar_one() > 0
