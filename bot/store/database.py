"""The database: one engine, read and write transactions, and errors as sentences."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import event, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import outbox
from bot.store.once import AlreadyDone, Asked, asked
from bot.store.opening import pool
from bot.store.opening.guard import Guard, GuardTaken
from bot.store.opening.migrate import Newer, upgrade, waiting
from bot.store.opening.migrate import check as check_version
from bot.store.opening.steady import READS, WRITES, Steady, steady
from bot.store.processes.lease import (
    GAME,
    TARGET,
    WRITING,
    Lease,
)
from bot.store.processes.share import Share
from bot.store.processes.shared import (
    GIVE,
    STALLED,
    Shared,
    must_lead,
)
from bot.store.rows import InteractionRow
from bot.store.troubles import InUse, NotLeading, StoreTrouble, Superseded, in_sentences
from engine.core.sentences import because, sentence_of

log = logging.getLogger("stationmaster.store")
DRIVER = "asyncpg"
"""The PostgreSQL driver."""
BUSY_SECONDS = 5.0
"""How long a write waits for another program that writes."""
SYNCHRONOUS = "FULL"
"""SQLite returns from a commit when the disk has it: a committed move survives even a power cut."""
CONNECTING, ANSWERING = 15.0, 60.0
"""Seconds a PostgreSQL server may take to connect, and for one command."""
AGAIN = 0.5
"""Seconds before looking again whether another process has released something."""
WRITERS = 5
"""The most transactions of one process that write to PostgreSQL at once."""
ALL = text(f"SELECT pg_advisory_xact_lock({WRITING})")
OF_GAME = text(f"SELECT pg_advisory_xact_lock_shared({WRITING}), pg_advisory_xact_lock({GAME}, :about)")
OF_TARGET = text(f"SELECT pg_advisory_xact_lock_shared({WRITING}), pg_advisory_xact_lock({TARGET}, hashtext(:about))")


def database_url(given: str) -> URL:
    """The address with the driver this program uses: sqlite, postgresql, postgres, or a bare path."""
    if "://" not in given:
        given = f"sqlite:///{given}"
    try:
        url = make_url(given)
        if url.port is not None and not 0 < url.port < 2**16:
            raise ValueError(url.port)
    except (ArgumentError, ValueError) as e:  # a ValueError if the port cannot be one
        raise StoreTrouble("DATABASE_URL is not the address of a database.") from e
    kind = url.drivername.partition("+")[0]
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise StoreTrouble("DATABASE_URL must name a file; otherwise nothing would be kept.")
        return url.set(drivername="sqlite+aiosqlite")
    if kind in ("postgres", "postgresql"):
        if find_spec(DRIVER) is None:
            raise StoreTrouble(
                "For PostgreSQL install requirements/postgres.lock.txt instead of requirements/lock.txt."
            )
        return url.set(drivername="postgresql+asyncpg")
    raise StoreTrouble(because("DATABASE_URL names {kind!r}; the bot supports SQLite and PostgreSQL.", kind=kind))


class Database:
    """An open database. Writers take turns, across processes too, so whatever a writer has read stays true."""

    def __init__(self, url: str, *, busy_seconds: float | None = None, share: Share | None = None) -> None:
        self.url = database_url(url)
        self.share = share
        """This process's share, if several use the database; None for a single one."""
        self.busy_seconds = BUSY_SECONDS if busy_seconds is None else busy_seconds
        self.is_sqlite = self.url.drivername.startswith("sqlite")
        self.on_commit: Callable[[], None] = lambda: None
        """Called after every transaction that has announced something."""
        self._turn = asyncio.Lock()
        self._turns: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()
        self._hands = asyncio.Semaphore(WRITERS)
        self._engine: AsyncEngine | None = None
        self._writer: AsyncEngine | None = None
        self._guard: Guard | None = None
        self._lease: Lease | None = None
        self._beating: asyncio.Task[None] | None = None
        self.superseded = asyncio.Event()
        """Set when another process has taken over."""

    @property
    def path(self) -> Path:
        """The file, for SQLite."""
        if not self.is_sqlite or not self.url.database:
            raise StoreTrouble("This database is not a file; use the tools of PostgreSQL (pg_dump, pg_restore).")
        return Path(self.url.database)

    async def open(self, *, alone: bool = True, before_upgrade: Any = None) -> None:
        """Connect and bring the tables up to date. `alone`: refuse if another bot runs on the same database. Without
        it, beside a running bot, refuse if the tables would have to be changed.
        """
        if self.share is not None and self.is_sqlite:
            raise StoreTrouble("SQLite is for one process; several (SHARDS) need a PostgreSQL database.")
        try:
            await self._prepared(alone, before_upgrade)
            await self._begin()
        except BaseException:
            await self.close()
            raise
        engine = create_async_engine(self.url, **self._arguments())
        if self.is_sqlite:
            _prepare(engine)
        else:
            pool.prepare(engine)
        self._writer = engine.execution_options(writes=True)
        # A read sees one consistent snapshot; SQLite's reads always do.
        self._engine = engine if self.is_sqlite else engine.execution_options(isolation_level="REPEATABLE READ")

    async def _prepared(self, alone: bool, before_upgrade: Any) -> None:
        if self.is_sqlite and not alone and not self.path.is_file():
            raise StoreTrouble("There is no database at the place that DATABASE_URL names.")
        try:
            if self.is_sqlite:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            if alone:
                await self._alone()
        except OSError as e:
            raise StoreTrouble(
                because(
                    "{folder} cannot be written ({reason}); make room there, or set DATABASE_URL to another place.",
                    folder=str(self.path.parent) if self.is_sqlite else "",
                    reason=e.strerror or type(e).__name__,
                )
            ) from e
        behind = await self._behind()
        if behind == "nothing":
            return
        if not alone:
            try:
                await self._alone()
            except StoreTrouble as e:
                raise StoreTrouble(
                    "The database is from an older version and a bot is running on it; stop that bot first."
                ) from e
        if self._lease is not None and not await self._lease.only():
            raise InUse(
                "The database is from an older version and other bots are using it; stop all of them first. "
                "With STANDBY=true this one waits until they have stopped."
            )
        await self._upgrade(behind, before_upgrade)
        if not alone:
            await self.close()

    async def _begin(self) -> None:
        """Begin work once the tables are up to date: any earlier process is replaced."""
        if self._lease is not None:
            async with in_sentences():
                await self._lease.begin()
            self.superseded = self._lease.lost
            self._beating = asyncio.create_task(self._lease.keep(), name="lease")

    async def _alone(self) -> None:
        """Get exclusive use. SQLite: a lock file. PostgreSQL: a lock on the server, which can be lost while we run."""
        if self.is_sqlite:
            try:
                self._guard = Guard(self.path)
            except GuardTaken as e:
                raise InUse(sentence_of(e)) from e
            return
        connecting = {"timeout": CONNECTING, "command_timeout": ANSWERING}
        lease = Lease(self.url, connecting) if self.share is None else Shared(self.url, connecting, self.share)
        async with in_sentences():
            taken = await lease.lock()
        if not taken:
            raise InUse(lease.refused)
        self._lease = lease

    def _arguments(self, *, foreign_keys: bool = True) -> dict[str, Any]:
        if self.is_sqlite:
            pragmas = (
                f"busy_timeout={int(self.busy_seconds * 1000)}",
                "journal_mode=WAL",
                f"synchronous={SYNCHRONOUS}",
                f"foreign_keys={'ON' if foreign_keys else 'OFF'}",
            )
            return {"connect_args": {"timeout": self.busy_seconds, "async_creator_fn": partial(steady, pragmas)}}
        # A server that no longer answers is an error to report, not a reason to wait forever.
        asked = {"application_name": self._lease.name} if self._lease is not None else {}
        if self.share is not None:
            asked["idle_in_transaction_session_timeout"] = str(STALLED)
        connecting = {"timeout": CONNECTING, "command_timeout": ANSWERING, "server_settings": asked}
        return {**pool.SIZE, "connect_args": connecting}

    @contextlib.asynccontextmanager
    async def _plain(self) -> AsyncIterator[AsyncEngine]:
        # A separate engine: SQLite can only rebuild a table while foreign keys are not enforced.
        connecting = self._arguments(foreign_keys=False)["connect_args"]
        engine = create_async_engine(self.url, poolclass=NullPool, connect_args=connecting)
        if self.is_sqlite:
            _prepare(engine)
        try:
            yield engine
        except Newer as e:
            raise StoreTrouble(str(e)) from e
        finally:
            await engine.dispose()

    async def _behind(self) -> str:
        """Must the tables be changed? Refuses a database that is newer than the program."""
        async with self._plain() as engine, in_sentences(), engine.connect() as connection:
            await connection.run_sync(check_version)
            return await connection.run_sync(waiting)

    async def _upgrade(self, behind: str, before_upgrade: Any) -> None:
        if behind == "older" and before_upgrade is not None:
            await asyncio.to_thread(before_upgrade)
        try:
            async with self._plain() as engine, in_sentences(), engine.execution_options(writes=True).begin() as opened:
                await opened.run_sync(upgrade)
        except Exception as e:
            # All steps are one transaction, in both databases.
            known = isinstance(e, StoreTrouble)
            log.error("the tables could not be brought up to date: %s", type(e).__name__, exc_info=not known)
            if known and behind == "new":
                raise
            reason = str(e) if known else f"{type(e).__name__}."
            raise StoreTrouble(
                because(
                    "The tables could not be brought up to date: {reason} The database has not changed; the previous "
                    "version can still use it (docs/hosting.md, Going back).",
                    reason=reason,
                )
            ) from e

    async def close(self) -> None:
        """Disconnect."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
            self._beating = None
        if self._engine is not None:
            await self._engine.dispose()
        self._engine = self._writer = None
        if self._lease is not None:
            await self._lease.release()
            self._lease = None
        if self._guard is not None:
            self._guard.release()
            self._guard = None

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncSession]:
        """A read-only transaction with one consistent snapshot."""
        async with in_sentences(), AsyncSession(self._open(self._engine), expire_on_commit=False) as session:
            yield session

    @contextlib.asynccontextmanager
    async def write(self, about: int | str | None = None, *, notify: bool = True) -> AsyncIterator[AsyncSession]:
        """A write transaction: everything is stored at the end, or nothing; then the listener is called if something is
        announced and `notify`. No other writer comes between reading and writing, so a value may be read, changed and
        written back. SQLite ensures that itself; in PostgreSQL a lock does. `about`: the only game changed in it, or
        the only target of announcements, so that others can write about other games meanwhile. Raises AlreadyDone if
        this is the first change of an interaction that has made its change before.
        """
        turn, cause = self._in_turn(about), asked()
        async with turn, in_sentences(), AsyncSession(self._open(self._writer), expire_on_commit=False) as session:
            if not self.is_sqlite:
                await _taken(session, about)
                if not await self.is_ours(session):
                    raise Superseded("Another bot has taken over this database; this one no longer stores anything.")
                if must_lead() and not self.leads:
                    raise NotLeading("Another process does this now.")
            if cause is not None:
                await cause.note(session)
            yield session
            await session.commit()
            if cause is not None:
                cause.stored = True
            if notify and outbox.is_stirred(session):
                self.on_commit()

    @contextlib.asynccontextmanager
    async def _in_turn(self, about: object) -> AsyncIterator[None]:
        if self.is_sqlite:
            async with self._turn:
                yield
            return
        async with self._turns.setdefault(about, asyncio.Lock()), self._hands:
            yield

    async def note(self, cause: Asked) -> None:
        """Note that an interaction makes its change, if that is not stored here but posted."""
        with cause.here():
            async with self.write():
                pass

    async def check_new(self, cause: Asked) -> None:
        """Raise AlreadyDone if the interaction has made its change."""
        async with self.read() as session:
            if await session.get(InteractionRow, cause.id) is not None:
                raise AlreadyDone

    async def is_ours(self, session: AsyncSession) -> bool:
        """Is this process still the one at work? One that only reads beside a running bot need not ask."""
        if self._lease is None or await self._lease.is_current(session):
            return True
        if not self._lease.lost.is_set():
            self._lease.lose()
        return False

    # --- several processes

    @property
    def leads(self) -> bool:
        """Is this process the leader, which does reminders, robots and tidying up? A single process is."""
        return self._lease is None or self._lease.leads

    @property
    def shared(self) -> Shared | None:
        """The shared lease, if several processes share the work."""
        return self._lease if isinstance(self._lease, Shared) else None

    async def hold(self, kind: int, key: str) -> bool:
        """Take a lock across processes, until `let_go` or the end of this one; False if another has it."""
        return self.shared is None or await self.shared.hold(kind, key)

    async def fetch(
        self, question: str, *given: object, holding: tuple[int, str] | None = None
    ) -> list[tuple[Any, ...]]:
        """Fetch rows over the connection that holds the locks; none if it, or this lock, is lost."""
        return [] if self.shared is None else await self.shared.fetch(question, *given, holding=holding)

    async def let_go(self, kind: int, key: str, question: str = GIVE) -> list[tuple[Any, ...]]:
        """Release it, with a query that may return more; nothing if the lock was lost."""
        return [] if self.shared is None else await self.shared.let_go(kind, key, question)

    @contextlib.asynccontextmanager
    async def one_at_a_time(self, kind: int, key: str) -> AsyncIterator[None]:
        """Hold a lock across processes while the block runs, waiting for it first."""
        while not await self.hold(kind, key):
            await asyncio.sleep(AGAIN)
        try:
            yield
        finally:
            await self.let_go(kind, key)

    async def ping(self) -> None:
        """Raise if the database does not answer."""
        async with self.read() as session:
            await session.exec(text("SELECT 1"))  # type: ignore[call-overload]

    @staticmethod
    def _open(engine: AsyncEngine | None) -> AsyncEngine:
        if engine is None:
            raise StoreTrouble("The database is not open.")
        return engine


async def _taken(session: AsyncSession, about: int | str | None) -> None:
    """Take the lock of a game, of a target, or of everything, before the transaction has read anything."""
    which = ALL if about is None else OF_GAME if isinstance(about, int) else OF_TARGET
    await session.exec(which, params={} if about is None else {"about": about})  # type: ignore[call-overload]


def _prepare(engine: AsyncEngine) -> None:
    """SQLite's transactions are begun explicitly, with their first statement: Python sends no BEGIN before a SELECT."""

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        opened = connection.connection.driver_connection
        assert isinstance(opened, Steady)
        opened.to_begin = WRITES if connection.get_execution_options().get("writes", False) else READS
