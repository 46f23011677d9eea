"""One of several processes that share a PostgreSQL database, each with its share of Discord's shards. Whatever only one
process may do is guarded by an advisory lock, held by one connection of that process (`Shared`): its shards, a
channel it posts to, a message it edits, and the lead. When the process dies, the server releases all of them at
once. When it hangs, the others end its connections. docs/decisions/processes.md says why.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from datetime import timedelta
from typing import Any, TypeVar

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.processes import lease
from bot.store.processes.lease import (
    AGAIN,
    LOCK,
    OWNERS,
    PROGRAM,
    TAKEN,
    Lease,
    nobody_writes,
)
from bot.store.processes.share import Share
from engine.core.sentences import because

T = TypeVar("T")
log = logging.getLogger("stationmaster.lease")
SHARD, COUNT, CHANNEL, MESSAGE, IDENTIFY, EMOJI = 18_70_11, 18_70_12, 18_70_13, 18_70_14, 18_70_15, 18_70_16
"""Kinds of locks: a shard; the number of shards; posting to a channel; editing a message; connecting to Discord;
uploading emoji."""
LEADING, STARTING = 18_70_18_30, 18_70_18_39
"""The leader's lock, and the lock for starting."""
LEADER, BEFORE = "leader", "whoever led before"
STALLED = 15_000
"""Milliseconds after which the server ends an idle transaction: its process hangs, and others wait for it."""
TAKE, GIVE = "SELECT pg_try_advisory_lock($1, hashtext($2))", "SELECT pg_advisory_unlock($1, hashtext($2))"
UNSHOWN = "unshown"
"""The row that says since when something may have been left undone. It survives the leader, so that the next one can
continue.
"""
_LEADER = text(f"SELECT holder FROM lease WHERE name = '{LEADER}'")
_LEFT = text(
    f"INSERT INTO lease (name, epoch, holder, seen) VALUES ('{UNSHOWN}', 0, '', CASE WHEN CAST(:all AS boolean) "
    "THEN to_timestamp(0) ELSE clock_timestamp() END) ON CONFLICT (name) DO UPDATE SET seen = "
    "least(lease.seen, excluded.seen)"
)
_SINCE = text(
    "SELECT seen = to_timestamp(0), CAST(extract(epoch FROM clock_timestamp() - seen) AS float) "
    f"FROM lease WHERE name = '{UNSHOWN}'"
)
_DONE = text(
    f"DELETE FROM lease WHERE name = '{UNSHOWN}' "
    f"AND EXISTS (SELECT FROM lease WHERE name = '{LEADER}' AND holder = :holder)"
)
_MINE = text("SELECT name FROM lease WHERE holder = :holder")
_SEEN = text("UPDATE lease SET seen = clock_timestamp() WHERE holder = :holder RETURNING name")
_END_SILENT = text(
    "SELECT DISTINCT a.application_name, pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN lease l "
    "ON a.application_name = CAST(:program AS text) || l.holder WHERE a.datname = current_database() "
    "AND (l.seen < clock_timestamp() - make_interval(secs => :seconds) "
    "OR l.seen > clock_timestamp() + make_interval(secs => :seconds))"
)
"""End the connections of every silent process. This one has just given its sign of life."""
_STARTS = text("SELECT sum(epoch) FROM lease WHERE name LIKE 'shard %'")
"""A counter that rises with each process that starts."""
_AT_WORK = text(
    f"{OWNERS} l.classid = {COUNT} AND l.objsubid = 2 AND EXISTS (SELECT FROM lease WHERE lease.name LIKE 'shard %' "
    "AND a.application_name = CAST(:program AS text) || lease.holder)"
)
"""A standby process takes the lock for a moment at each attempt, but has no shard in its name."""
_OTHER_COUNT = text(
    f"SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE l.locktype = 'advisory' AND "
    f"l.granted AND d.datname = current_database() AND l.classid = {COUNT} AND l.objsubid = 2 "
    "AND CAST(l.objid AS bigint) <> :count"
)
STARTS = 300
"""How often to check, a second apart, whether another process has started."""
_as_leader: ContextVar[bool] = ContextVar("as_leader", default=False)


@contextmanager
def leading() -> Iterator[None]:
    """Everything in the block is stored only while this process is the leader."""
    before = _as_leader.set(True)
    try:
        yield
    finally:
        _as_leader.reset(before)


def must_lead() -> bool:
    """Is the current work reserved for the leader?"""
    return _as_leader.get()


class Shared(Lease):
    """One process's lease."""

    def __init__(self, url: URL, connecting: dict[str, Any], share: Share) -> None:
        super().__init__(url, connecting)
        self.share = share
        self.leads = False
        self.bereaved = asyncio.Event()
        """Set when the leader must take care of what others left undone: it has just become leader, or one died."""
        self._alone = False
        """Was there a time with nobody else at work?"""
        self._noticed: float | None = None
        """When the first death was noticed that has not been dealt with."""
        self._looking = 0
        """How many are still dealing with it."""
        self._names = {f"shard {number}" for number in share.ids}
        self._using = asyncio.Lock()
        self._asking: set[asyncio.Task[Any]] = set()
        self._kept: dict[tuple[int, str], None] = {}
        self._known: set[str] = set()
        self._starts: Any = None
        self._begun = False

    # --- its shards

    async def _try_lock(self, held: AsyncConnection) -> bool:
        """Others may share the work, but no process may work alone, and no two may have the same shard."""
        self.leads = False
        if not self._begun and not await self._may_start(held):
            self.refused = because("Another bot is still starting on this database; try again when it is running.")
            return False
        wanted = [f"pg_try_advisory_lock_shared({LOCK})", f"pg_try_advisory_lock_shared({COUNT}, {self.share.count})"]
        wanted += [f"pg_try_advisory_lock({SHARD}, {number})" for number in self.share.ids]
        for number, one in enumerate(wanted):
            if not await _asked(held, one):
                self.refused = (
                    because(
                        "Another bot is running these shards (SHARDS); stop it first, or give this one other shards."
                    )
                    if number
                    else because("Another bot is running on this database; stop it first.")
                )
                await held.execute(text("SELECT pg_advisory_unlock_all()"))
                return False
        if (await held.execute(_OTHER_COUNT, {"count": self.share.count})).scalar_one():
            self.refused = because(
                "The other bots on this database have a different number of shards; "
                "the last number in SHARDS must be the same for all of them."
            )
            await held.execute(text("SELECT pg_advisory_unlock_all()"))
            return False
        for key in list(self._kept):
            # Retake what it held before its connection was lost, unless somebody was faster.
            if not await _asked(held, "pg_try_advisory_lock(:kind, hashtext(:key))", kind=key[0], key=key[1]):
                self._kept.pop(key)
        return True

    async def _may_start(self, held: AsyncConnection) -> bool:
        """One at a time; a migration may take a while."""
        for _ in range(STARTS):
            if await _asked(held, f"pg_try_advisory_lock({STARTING})"):
                return True
            await asyncio.sleep(AGAIN)
        return False

    async def _owners(self, held: AsyncConnection) -> list[str]:
        alone = f"(l.classid = 0 AND l.objid = {LOCK} AND l.objsubid = 1 AND l.mode = 'ExclusiveLock')"
        shards = (
            f"(l.classid = {SHARD} AND l.objsubid = 2 AND l.objid BETWEEN {self.share.first} AND {self.share.last})"
        )
        return [str(name) for name in (await held.execute(text(f"{OWNERS} ({alone} OR {shards})"))).scalars()]

    async def only(self) -> bool:
        """Is nobody else at work? Until `begin`, nobody else can start."""
        held = self._held
        assert held is not None
        alone = await _asked(held, f"pg_try_advisory_lock({LOCK})")
        if alone and await _asked(held, "to_regclass('lease') IS NOT NULL"):
            # A process that lost its connection without noticing stores nothing more, least of all into newer tables.
            async with nobody_writes(held):
                await held.execute(text("UPDATE lease SET epoch = epoch + 1, holder = ''"))
        return alone

    async def begin(self) -> None:
        """From now on earlier owners of these shards store nothing; the tables must be up to date."""
        held = self._held
        assert held is not None
        async with nobody_writes(held):
            await held.execute(text("UPDATE lease SET epoch = epoch + 1, holder = '' WHERE name = 'bot'"))
            for name in sorted(self._names):
                await held.execute(TAKEN, {"name": name, "holder": self.holder})
        await self._lead(held)
        await held.execute(text(f"SELECT pg_advisory_unlock({LOCK}), pg_advisory_unlock({STARTING})"))
        self._begun = True

    async def is_current(self, session: Any) -> bool:
        """Does the transaction still see the shards, and if needed the lead, as this process's?"""
        mine = set((await session.exec(_MINE, params={"holder": self.holder})).scalars())
        self.leads = self.leads and LEADER in mine
        return self._names <= mine

    # --- the lead

    async def _beat(self) -> bool:
        async with self._using:
            if not await super()._beat():
                return False
            assert self._held is not None
            given = {"program": PROGRAM, "seconds": lease.EXPIRES}
            for name in {row[0] for row in await self._held.execute(_END_SILENT, given)}:
                log.warning("%s does not respond; its connections are being closed", name)
            await self._lead(self._held)
            return True

    async def _said(self, held: AsyncConnection) -> bool:
        # The lead needs no check: nobody can take it while this connection holds its lock.
        return self._names <= set((await held.execute(_SEEN, {"holder": self.holder})).scalars())

    async def _lead(self, held: AsyncConnection) -> None:
        """Become the leader if there is none, and notice processes that have died."""
        if not self.leads and await _asked(held, f"pg_try_advisory_lock({LEADING})"):
            async with nobody_writes(held):
                before = (await held.execute(_LEADER)).scalar()
                await held.execute(TAKEN, {"name": LEADER, "holder": self.holder})
            self.leads = True
            if before != self.holder:
                # Not a process that only lost its connection and got everything back.
                self._known = {self.name, BEFORE}
                log.info("this process is the leader now")
        if self.leads:
            at_work = {str(name) for name in (await held.execute(_AT_WORK, {"program": PROGRAM})).scalars()}
            at_work.add(self.name)
            starts = (await held.execute(_STARTS)).scalar()
            # A process that started and died in between is only noticed by the counter.
            if self._known - at_work or starts != self._starts:
                alone, ago = len(at_work) == 1, 0.0
                await held.execute(_LEFT, {"all": alone})
                if BEFORE in self._known:
                    alone, ago = (await held.execute(_SINCE)).one()
                self._alone |= alone
                self._noticed = time.monotonic() - ago if self._noticed is None else self._noticed
                self.bereaved.set()
            self._known, self._starts = at_work, starts

    @asynccontextmanager
    async def bereavement(self) -> AsyncIterator[timedelta | None]:
        """Wait until something has been left undone. Yields how long ago that was noticed, by this process or by an
        earlier leader that did not finish; None if nobody else was at work, so that anything may be undone. If the
        block fails, everything is still to be done; so is whatever happens meanwhile.
        """
        await self.bereaved.wait()
        self.bereaved.clear()
        alone, noticed, self._alone, self._noticed = self._alone, self._noticed, False, None
        self._looking += 1
        try:
            yield None if alone or noticed is None else timedelta(seconds=max(time.monotonic() - noticed, 0.0))
        except BaseException:
            self._alone, self._noticed = self._alone or alone, noticed
            self.bereaved.set()
            raise
        finally:
            self._looking -= 1
        await asyncio.shield(self._to_its_end(self._looked_after()))

    async def _looked_after(self) -> None:
        """Record that it is done, unless something else has been left undone meanwhile."""
        async with self._using:
            if self._held is None or self._looking or self.bereaved.is_set():
                return
            try:
                await self._held.execute(_DONE, {"holder": self.holder})
            except Exception as e:
                # Then it is done once more, which is harmless.
                log.info("could not record that everything is done: %s", type(e).__name__)

    # --- what is done by one process at a time

    async def hold(self, kind: int, key: str) -> bool:
        """Take a lock for this process, until `let_go` or its end; False if somebody has it."""
        taking = self._to_its_end(self._take(kind, key))
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            # The caller was cancelled, and would never release it.
            taking.add_done_callback(lambda done: self._unwanted(done, kind, key))
            raise

    async def fetch(
        self, question: str, *given: object, holding: tuple[int, str] | None = None
    ) -> list[tuple[Any, ...]]:
        """Rows over the connection that holds the locks; none if it, or this lock, is lost."""
        return await asyncio.shield(self._to_its_end(self._answer(question, given, holding)))

    async def _answer(
        self, question: str, values: tuple[object, ...], holding: tuple[int, str] | None
    ) -> list[tuple[Any, ...]]:
        async with self._using:
            if self._held is None or (holding is not None and holding not in self._kept):
                return []
            try:
                return await _fetched(self._held, question, *values)
            except Exception as e:
                # Without a connection, nothing else can be expected.
                level = logging.INFO if self._cut.is_set() or self._held.invalidated else logging.ERROR
                log.log(level, "a query failed: %s", type(e).__name__)
                return []

    async def let_go(self, kind: int, key: str, question: str = GIVE) -> list[tuple[Any, ...]]:
        """Release it, with a query that may return more; nothing if it was lost."""
        return await asyncio.shield(self._to_its_end(self._give(kind, key, question)))

    def _to_its_end(self, job: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Let a query finish even if cancelled: breaking it off would end the connection, and with it all locks."""
        found = asyncio.create_task(job)
        self._asking.add(found)
        found.add_done_callback(self._asking.discard)
        return found

    def _unwanted(self, taking: asyncio.Task[bool], kind: int, key: str) -> None:
        if not taking.cancelled() and taking.result():
            self._to_its_end(self._give(kind, key))

    async def _take(self, kind: int, key: str) -> bool:
        async with self._using:
            if (kind, key) in self._kept or self._held is None or self.lost.is_set():
                return False
            try:
                taken = await _fetched(self._held, TAKE, kind, key) == [(True,)]
            except Exception as e:
                log.info("a lock cannot be taken: %s", type(e).__name__)
                return False
            if taken:
                self._kept[kind, key] = None
            return taken

    async def _give(self, kind: int, key: str, question: str = GIVE) -> list[tuple[Any, ...]]:
        async with self._using:
            if (kind, key) not in self._kept:
                return []
            # Without a connection it is released already; a new connection must not retake it.
            self._kept.pop((kind, key))
            if self._held is None:
                return []
            try:
                return await _fetched(self._held, question, kind, key)
            except Exception as e:
                # The connection is lost, and all its locks.
                log.info("a lock is gone: %s", type(e).__name__)
                return []


async def _asked(held: AsyncConnection, question: str, **given: Any) -> bool:
    return bool((await held.execute(text(f"SELECT {question}"), given)).scalar_one())


async def _fetched(held: AsyncConnection, question: str, *given: object) -> list[tuple[Any, ...]]:
    """Rows straight from the driver: this runs often for each post, and SQLAlchemy would take most of the time."""
    raw: Any = (await held.get_raw_connection()).driver_connection
    return [tuple(row) for row in await raw.fetch(question, *given)]
