"""Connections to PostgreSQL when there are too few, when those who wait give up, and when the server ends them."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Database, StoreTrouble
from bot.store.database import database_url
from bot.store.opening import pool
from tests.store.postgres import empty_database
from tests.waiting import HANG_GUARD

pytestmark = pytest.mark.soak
SIZE = pool.SIZE["pool_size"]
PIDS = text("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name")


@pytest.fixture
async def db(postgres: str) -> AsyncIterator[Database]:
    found = Database(await empty_database(postgres))
    await found.open()
    async with found.write() as session:
        await session.exec(text("CREATE TABLE stored (number int PRIMARY KEY)"))  # type: ignore[call-overload]
    yield found
    await found.close()


async def read(db: Database, seconds: float = 0.0) -> None:
    """A read that takes so long at the server."""
    async with db.read() as session:
        await session.exec(text("SELECT pg_sleep(:seconds)"), params={"seconds": seconds})  # type: ignore[call-overload]


async def write(db: Database, number: int) -> None:
    async with db.write(number) as session:
        await session.exec(text("INSERT INTO stored VALUES (:number)"), params={"number": number})  # type: ignore[call-overload]


async def stored(db: Database) -> set[int]:
    async with db.read() as session:
        return set((await session.exec(text("SELECT number FROM stored"))).scalars())  # type: ignore[call-overload]


async def backends(db: Database) -> list[int]:
    """The server's processes for this bot's connections, the one that holds its lock included."""
    assert db._lease is not None
    engine = create_async_engine(database_url(str(db.url)), isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            return list((await connection.execute(PIDS, {"name": db._lease.name})).scalars())
    finally:
        await engine.dispose()


async def all_are_free(db: Database) -> None:
    """Nothing is checked out, and as many transactions as there are connections can be open at once."""
    assert db._open(db._engine).sync_engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    together = asyncio.Barrier(SIZE)

    async def one() -> None:
        async with db.read() as session:
            await session.exec(text("SELECT 1"))  # type: ignore[call-overload]
            await together.wait()

    async with asyncio.timeout(HANG_GUARD):
        await asyncio.gather(*(one() for _ in range(SIZE)))


async def test_hundreds_of_transactions_share_the_connections_and_all_are_answered(db: Database):
    most = 0

    async def watched() -> None:
        nonlocal most
        while True:
            most = max(most, len(await backends(db)))
            await asyncio.sleep(0.05)

    watching = asyncio.create_task(watched())
    await asyncio.gather(*(read(db, 0.02) for _ in range(300)), *(write(db, number) for number in range(100)))
    watching.cancel()
    assert await stored(db) == set(range(100))
    assert most == SIZE + 1, "all connections were used, and no more (one holds the bot's lock)"
    await all_are_free(db)


async def test_whoever_waits_too_long_for_a_connection_is_told_so_and_others_go_on(
    postgres: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(pool.SIZE, "pool_timeout", 0.2)
    db = Database(await empty_database(postgres))
    await db.open()
    try:
        taken, over = asyncio.Barrier(SIZE + 1), asyncio.Event()

        async def hold() -> None:
            async with db.read() as session:
                await session.exec(text("SELECT 1"))  # type: ignore[call-overload]
                await taken.wait()
                await over.wait()

        held = [asyncio.create_task(hold()) for _ in range(SIZE)]
        await taken.wait()
        with pytest.raises(StoreTrouble):
            await read(db)
        over.set()
        await asyncio.gather(*held)
        await all_are_free(db)
    finally:
        await db.close()


async def test_cancelled_transactions_leave_no_connection_taken(db: Database):
    stream = random.Random(1)
    for turn in range(5):
        tasks = [asyncio.create_task(read(db, stream.uniform(0, 0.1))) for _ in range(60)]
        tasks += [asyncio.create_task(write(db, 100 * turn + number)) for number in range(20)]
        stream.shuffle(tasks)
        for task in tasks[:60]:
            await asyncio.sleep(stream.uniform(0, 0.01))
            task.cancel()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert not [one for one in answers if isinstance(one, Exception)]
    await all_are_free(db)
    await write(db, 9999)


async def test_nobody_notices_that_all_resting_connections_were_cut(db: Database):
    await all_are_free(db)
    before = await backends(db)
    for one in before:
        os.kill(one, signal.SIGTERM)
    async with asyncio.timeout(HANG_GUARD):
        while set(await backends(db)) & set(before):
            await asyncio.sleep(0.01)
    await all_are_free(db)
    await write(db, 1)


@pytest.mark.parametrize("crashes", [False, True], ids=["connections are cut", "the server crashes"])
async def test_what_was_confirmed_is_stored_however_connections_end(db: Database, crashes: bool):
    stream = random.Random(2)
    confirmed, refused, last = set[int](), 0, 0
    over = asyncio.Event()

    async def worker() -> None:
        nonlocal refused, last
        while not over.is_set():
            last += 1
            number = last
            try:
                await write(db, number)
                confirmed.add(number)
                await read(db, 0.01)
            except StoreTrouble:
                refused += 1
                await asyncio.sleep(0.05)

    workers = [asyncio.create_task(worker()) for _ in range(30)]
    for _ in range(3 if crashes else 10):
        await asyncio.sleep(1.5 if crashes else 0.2)
        ended = await backends(db)
        for one in [stream.choice(ended)] if crashes else stream.sample(ended, len(ended) // 3):
            # After a process of its own was killed, the server ends all connections and starts over.
            # It may have ended by itself since it was asked for.
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL if crashes else signal.SIGTERM)
        await until_it_answers(db)
    over.set()
    await asyncio.gather(*workers)
    assert not db.superseded.is_set(), "nobody has taken over"
    assert confirmed <= await stored(db) and len(confirmed) > 100 and refused > 0
    await all_are_free(db)


async def until_it_answers(db: Database) -> None:
    async with asyncio.timeout(HANG_GUARD):
        while True:
            try:
                await read(db)
                await backends(db)
            except Exception:
                await asyncio.sleep(0.1)
            else:
                return
