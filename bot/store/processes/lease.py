"""Which of several processes works on a PostgreSQL database: one at a time, and another as soon as that one dies.
Processes that share the work (shared.py) do the same, each for its shards. An advisory lock says which one it is, as
long as a connection of that process is open. A heartbeat in a row shows when a process hangs or its machine is gone,
so that its connections can be ended. The row also has a number that rises with every takeover: every write
transaction checks it, so a process that was replaced without noticing stores nothing more.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import BigInteger, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlmodel import Field

from bot.store.columns import Moment
from bot.store.rows import Row
from engine.core.sentences import because

log = logging.getLogger("stationmaster.lease")
BEAT, EXPIRES = 10.0, 40.0
"""Seconds between heartbeats, and after which a process without one counts as dead."""
AGAIN = 1.0
"""Seconds before trying an unreachable server again."""
ENDING = 5.0
"""Seconds to wait until a dead process's connections have ended."""
LOCK = 18_70_18_28
"""The number of the lock held by the process at work."""
WRITING = 18_43_18_39
"""The number of the writers' lock, held until the end of a write transaction: shared if it writes about one game or one
target of announcements, exclusive otherwise.
"""
GAME, TARGET = 18_70_01, 18_70_02
"""Kinds of the locks by which sharing writers take turns: one per game, and one per target."""
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
    "SELECT count(*) FROM lease WHERE holder = :holder AND (seen < clock_timestamp() - make_interval(secs => :seconds) "
    "OR seen > clock_timestamp() + make_interval(secs => :seconds))"
)
_END = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = :name AND datname = current_database() AND pid <> pg_backend_pid()"
)


@contextlib.asynccontextmanager
async def nobody_writes(held: AsyncConnection) -> AsyncIterator[None]:
    """A transaction in which no other one that has checked an old number is still open. Its lock ends with it,
    whatever happens.
    """
    raw: Any = (await held.get_raw_connection()).driver_connection
    async with raw.transaction():
        await held.execute(text(f"SELECT pg_advisory_xact_lock({WRITING})"))
        yield


class LeaseRow(Row, table=True):
    """Which process works on the database. Not part of the games, and never copied."""

    name: str = Field(primary_key=True)
    epoch: int = Field(sa_type=BigInteger)
    """Raised with every takeover."""
    holder: str
    seen: datetime = Field(sa_type=Moment)
    """The time of its last heartbeat."""


class Lease:
    """One process's lease."""

    def __init__(self, url: URL, connecting: dict[str, Any]) -> None:
        self.holder = uuid4().hex[:12]
        self.epoch = 0
        self.lost = asyncio.Event()
        """Set when another process has taken over."""
        self.leads = True
        """Is this process the leader?"""
        self.refused: str = because("Another bot is running on this database; stop it first.")
        """Why the lock was refused."""
        self._url = url
        self._connecting = {**connecting, "server_settings": {"application_name": self.name}}
        self._engine: AsyncEngine | None = None
        self._held: AsyncConnection | None = None
        self._cut = asyncio.Event()
        """Set when the connection is lost."""

    @property
    def name(self) -> str:
        """The name of this process's connections on the server."""
        return PROGRAM + self.holder

    async def lock(self) -> bool:
        """Take the lock, unless a living process has it."""
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
            return True  # Its holder ended in between.
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
        """From now on earlier processes store nothing; the tables must be up to date."""
        assert self._held is not None
        async with nobody_writes(self._held):
            await self._held.execute(_OTHERS_OUT)
            self.epoch = (await self._held.execute(TAKEN, {"name": "bot", "holder": self.holder})).scalar_one()

    async def is_current(self, session: Any) -> bool:
        """Does the transaction still see this process as the one at work?"""
        return (await session.exec(EPOCH)).scalar() == self.epoch

    async def only(self) -> bool:
        """Is nobody else at work, or let in before the tables are up to date?"""
        return True

    async def keep(self) -> None:
        """Send heartbeats until another process takes over."""
        silent = False
        while not self.lost.is_set():
            # Reopen a lost connection at once, before a standby process notices.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._cut.wait()
            self._cut.clear()
            try:
                if not await self._beat():
                    self.lose()
            except Exception as e:
                # The server is unreachable, so nothing can be written either. It may come back.
                if not silent:
                    log.warning("this process cannot report that it is alive (%s) and keeps trying", type(e).__name__)
                silent = True
                await asyncio.sleep(AGAIN)
                self._cut.set()
            else:
                if silent:
                    log.info("this process can report again that it is alive")
                silent = False

    def lose(self) -> None:
        """Another process has taken over."""
        log.error("another process has taken over the database")
        self.lost.set()

    async def release(self) -> None:
        """Release the lock."""
        held, self._held = self._held, None
        engine, self._engine = self._engine, None
        with contextlib.suppress(SQLAlchemyError, OSError):
            if held is not None:
                # Never reuse the connection: whatever its state, the server must release the lock.
                await held.invalidate()
                await held.close()
        if engine is not None:
            await engine.dispose()

    def _ended(self, connection: object) -> None:
        self._cut.set()

    async def _beat(self) -> bool:
        """Send a heartbeat; is the lease still this process's?"""
        try:
            assert self._held is not None
            return await self._said(self._held)
        except (SQLAlchemyError, OSError, AssertionError):
            # The connection and its lock are lost. If nobody has taken over yet, carry on.
            return await self.lock() and self._held is not None and await self._said(self._held)

    async def _said(self, held: AsyncConnection) -> bool:
        """Write the heartbeat, unless another process has taken over."""
        return (await held.execute(_BEAT, {"epoch": self.epoch})).rowcount == 1

    async def _try_lock(self, held: AsyncConnection) -> bool:
        return (await held.execute(text(f"SELECT pg_try_advisory_lock({LOCK})"))).scalar_one()

    async def _owners(self, held: AsyncConnection) -> list[str]:
        """The names of the connections that hold what this process wants."""
        return [str(name) for name in (await held.execute(_OWNERS)).scalars()]

    async def _is_dead(self, held: AsyncConnection, owner: str) -> bool:
        """Is the lock's holder dead, as far as we can know? A lost connection of our own is."""
        if owner == self.name:
            return True
        if not (await held.execute(text("SELECT to_regclass('lease') IS NOT NULL"))).scalar_one():
            return False
        given = {"holder": owner.removeprefix(PROGRAM), "seconds": EXPIRES}
        return (await held.execute(_EXPIRED, given)).scalar_one() > 0
