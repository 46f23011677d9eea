"""Whatever happens while a process takes over, the writers' lock does not stay with it."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Database
from bot.store.database import database_url
from bot.store.processes import lease, shared
from bot.store.processes.lease import WRITING, Lease
from bot.store.processes.share import share_of
from bot.store.processes.shared import Shared
from tests.store.postgres import empty_database


async def is_free(address: str) -> bool:
    """Could somebody else write now?"""
    engine = create_async_engine(database_url(address))
    try:
        async with engine.begin() as connection:
            return bool((await connection.execute(text(f"SELECT pg_try_advisory_xact_lock({WRITING})"))).scalar_one())
    finally:
        await engine.dispose()


@pytest.mark.parametrize("kind", ["alone", "shared"])
async def test_a_takeover_that_fails_leaves_no_lock(kind: str, postgres: str, monkeypatch: pytest.MonkeyPatch):
    address = await empty_database(postgres)
    db = Database(address)
    await db.open()
    await db.close()
    share = share_of("0-1/2")
    assert share is not None
    mine = Lease(database_url(address), {}) if kind == "alone" else Shared(database_url(address), {}, share)
    assert await mine.lock()
    broken = text("SELECT 1 / 0")
    for place in (lease, shared):
        monkeypatch.setattr(place, "TAKEN", broken)
    with pytest.raises(Exception, match="division by zero"):
        await mine.begin()
    assert await is_free(address)
    monkeypatch.undo()
    await mine.begin()
    assert await is_free(address)
    await mine.release()
