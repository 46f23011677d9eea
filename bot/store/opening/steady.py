"""SQLite connections that can always be closed, whatever was cancelled before, and that make one trip a statement.

Each connection has a thread of its own. Going there and back costs more than most statements, and while a transaction
goes back and forth all other writers wait. So a statement, its rows and its end are one trip, not four.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

from aiosqlite import Connection

READS, WRITES = "BEGIN", "BEGIN IMMEDIATE"
"""How a transaction begins. One that reads takes no lock with it; one that would read first and write later would fail
halfway if another wrote in between."""
AT_ONCE = 500
"""How many rows come back with their statement; a longer result comes in further trips."""


class Steady(Connection):
    """An aiosqlite connection that is stopped only once: otherwise it waits forever for a stopped thread."""

    _stopped = False
    to_begin = ""
    """How a transaction begins with the next statement, if one does. Before that, nothing is read or written."""
    _used = False
    """Has anything been sent since the last transaction ended?"""

    def stop(self) -> asyncio.Future[Any] | None:
        """Stop the thread; nothing to wait for the second time."""
        if self._stopped:
            return None
        self._stopped = True
        return super().stop()

    def cursor(self) -> Trip:  # type: ignore[override]
        """A cursor that goes nowhere before it has something to execute."""
        return Trip(self)

    async def commit(self) -> None:
        """Commit, unless there is nothing to."""
        self.to_begin = ""
        if self._used:
            await super().commit()
            self._used = False

    async def rollback(self) -> None:
        """Roll back, unless there is nothing to. A statement whose caller was cancelled may still be running: the
        rollback comes after it.
        """
        self.to_begin = ""
        if self._used:
            await super().rollback()
            self._used = False

    async def trip(self, sql: str, values: Any, *, many: bool) -> tuple[sqlite3.Cursor, list[Any]]:
        """Execute a statement and fetch its first rows."""
        begin, self.to_begin, self._used = self.to_begin, "", True

        def there() -> tuple[sqlite3.Cursor, list[Any]]:
            if begin:
                self._conn.execute(begin)
            cursor = self._conn.cursor()
            (cursor.executemany if many else cursor.execute)(sql, values)
            return cursor, cursor.fetchmany(AT_ONCE) if cursor.description else []

        return await self._execute(there)


class Trip:
    """A cursor as SQLAlchemy uses it."""

    arraysize = 1

    def __init__(self, connection: Steady) -> None:
        self._connection = connection
        self._cursor: sqlite3.Cursor | None = None
        self._rows = deque[Any]()
        self._more = False
        """May there be rows that have not been fetched?"""

    async def __aenter__(self) -> Trip:
        return self

    @property
    def description(self) -> Any:
        """The columns of the rows, if the statement returns any."""
        return None if self._cursor is None else self._cursor.description

    @property
    def rowcount(self) -> int:
        """How many rows have been changed."""
        return -1 if self._cursor is None else self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The number of the row inserted last."""
        return None if self._cursor is None else self._cursor.lastrowid

    async def execute(self, sql: str, values: Any = ()) -> Trip:
        """Execute a statement."""
        await self._executed(sql, values, many=False)
        return self

    async def executemany(self, sql: str, given: Iterable[Any]) -> Trip:
        """Execute a statement for each of several sets of values."""
        await self._executed(sql, given, many=True)
        return self

    async def _executed(self, sql: str, given: Any, *, many: bool) -> None:
        self._cursor, rows = await self._connection.trip(sql, given, many=many)
        self._rows, self._more = deque(rows), len(rows) == AT_ONCE

    async def fetchone(self) -> Any:
        """The next row."""
        return next(iter(await self.fetchmany(1)), None)

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """The next rows: fewer than asked for if there are more elsewhere, none at the end."""
        if not self._rows and self._more and self._cursor is not None:
            self._rows = deque(await self._connection._execute(self._cursor.fetchmany, AT_ONCE))
            self._more = len(self._rows) == AT_ONCE
        return [self._rows.popleft() for _ in range(min(size or self.arraysize, len(self._rows)))]

    async def fetchall(self) -> list[Any]:
        """All further rows."""
        found, self._rows = list(self._rows), deque()
        if self._more and self._cursor is not None:
            found += await self._connection._execute(self._cursor.fetchall)
            self._more = False
        return found

    async def __aiter__(self) -> AsyncIterator[Any]:
        while rows := await self.fetchmany(AT_ONCE):
            for row in rows:
                yield row

    async def close(self) -> None:
        """End the statement; one whose rows are all there has ended."""
        if self._more and self._cursor is not None:
            await self._connection._execute(self._cursor.close)
            self._more = False


def steady(pragmas: Sequence[str], database: str, **settings: Any) -> Steady:
    """A connection that is not open yet. Its settings are made in the same trip in which it is opened."""

    def opened() -> sqlite3.Connection:
        # Without an isolation level, Python begins no transaction by itself.
        connection = sqlite3.connect(database, isolation_level=None, **settings)
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    found = Steady(opened, iter_chunk_size=64)
    found._thread.daemon = True  # It must not keep the process from ending.
    return found
