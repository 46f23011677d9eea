"""Connections to PostgreSQL: kept open, never used when they are closed, and tried after a rest."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Database
from bot.store.database import database_url
from bot.store.opening import pool
from tests.store.postgres import empty_database


@pytest.fixture
async def db(postgres: str) -> AsyncIterator[Database]:
    found = Database(await empty_database(postgres))
    await found.open()
    yield found
    await found.close()


async def backend(db: Database) -> int:
    """Which connection of the server answers."""
    async with db.read() as session:
        return (await session.exec(text("SELECT pg_backend_pid()"))).scalar_one()  # type: ignore[call-overload]


async def ended(db: Database, number: int) -> None:
    """The server closes a connection."""
    engine = create_async_engine(database_url(str(db.url)), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": number})
    await engine.dispose()


async def test_a_connection_is_used_again_and_one_that_was_closed_is_replaced(db: Database):
    first = await backend(db)
    assert await backend(db) == first
    await ended(db, first)
    assert await backend(db) != first


async def test_only_a_connection_that_has_rested_is_tried_before_it_is_used(
    db: Database, monkeypatch: pytest.MonkeyPatch
):
    tried = list[object]()
    dialect = db._open(db._writer).sync_engine.dialect
    monkeypatch.setattr(dialect, "do_ping", lambda connection: tried.append(connection) or False)
    first = await backend(db)
    assert await backend(db) == first and tried == []
    monkeypatch.setattr(pool, "RESTED", -1.0)
    assert await backend(db) != first, "one that does not answer is replaced"
    assert len(tried) == 1
