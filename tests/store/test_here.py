"""In tests of the whole bot statements run in the tests' own thread, and never while the connection's is at work."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from pathlib import Path

import pytest

from bot.store.opening.steady import WRITES, Steady
from tests.fresh import stay_here


async def test_what_follows_a_wait_that_was_cancelled_comes_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    stay_here(monkeypatch)
    path = tmp_path / "games.db"
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    connection = Steady(lambda: sqlite3.connect(path, isolation_level=None, check_same_thread=False), 64)
    await connection
    connection.to_begin = WRITES
    waits = asyncio.create_task(connection.trip("SELECT 1", (), many=False))
    await asyncio.sleep(0.05)
    waits.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await waits
    next_job = asyncio.create_task(connection._execute(threading.get_ident))
    await asyncio.sleep(0.05)
    assert not next_job.done()
    writer.execute("ROLLBACK")
    assert await next_job != threading.get_ident() == await connection._execute(threading.get_ident)
    await connection.close()
    writer.close()
