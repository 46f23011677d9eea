"""Databases that cost tests little. Making one takes as long as a small test: it is made once and copied."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, create_engine
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import database
from bot.store.database import SYNCHRONOUS
from bot.store.opening.migrate import upgrade
from bot.store.opening.steady import WRITES, Steady

ON_DISK = SYNCHRONOUS
"""What the bot asks of the disk, before a test asks for less."""


def wait_for_no_disk(patch: pytest.MonkeyPatch) -> None:
    """Commits return before the disk has them. That could lose something in a power cut alone, which no test makes:
    what a killed process has written, the system still has."""
    patch.setattr("bot.store.database.SYNCHRONOUS", "OFF")


def compile_once(patch: pytest.MonkeyPatch) -> None:
    """A statement is compiled once for all databases of a kind. Each engine would compile it anew, which takes a
    quarter of a small test."""
    create = database.create_async_engine
    first = dict[str, AsyncEngine]()

    def created(url: URL, **how: Any) -> AsyncEngine:
        engine = create(url, **how)
        known = first.setdefault(url.drivername, engine).sync_engine
        engine.sync_engine.dialect, engine.sync_engine._compiled_cache = known.dialect, known._compiled_cache
        return engine

    patch.setattr(database, "create_async_engine", created)


def stay_here(patch: pytest.MonkeyPatch) -> None:
    """Statements run in the loop's own thread: the way to the connection's thread and back costs more than most of
    them. Others still get a turn at each, as they do while a thread works. What has to wait for another writer does so
    in the thread.
    """
    away, to_the_thread = Steady.trip, Steady._execute
    waits = set[Steady]()

    async def trip(connection: Steady, sql: str, values: Any, *, many: bool) -> Any:
        begin = connection.to_begin
        if begin != WRITES or connection in waits:
            return await away(connection, sql, values, many=many)
        opened = connection._conn
        patience = opened.execute("PRAGMA busy_timeout").fetchone()[0]
        opened.execute("PRAGMA busy_timeout=0")
        try:
            return await away(connection, sql, values, many=many)
        except sqlite3.OperationalError:
            if opened.in_transaction:
                raise
        finally:
            opened.execute(f"PRAGMA busy_timeout={patience}")
        # Another one writes: the same once more, waiting for it.
        connection.to_begin = begin
        waits.add(connection)
        return await away(connection, sql, values, many=many)

    async def here(connection: Steady, job: Callable[..., Any], *given: Any, **named: Any) -> Any:
        if connection in waits:
            waits.remove(connection)
            try:
                return await to_the_thread(connection, job, *given, **named)
            except asyncio.CancelledError:
                # The thread is still at it: whatever comes next has to come after it.
                waits.add(connection)
                raise
        await asyncio.sleep(0)
        return job(*given, **named)

    patch.setattr(Steady, "trip", trip)
    patch.setattr(Steady, "_execute", here)


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()
        return path.read_bytes()


def fresh(path: Path) -> Path:
    """Put a copy of it there."""
    path.write_bytes(_empty())
    return path
