"""Nothing waits for ever, however work on the database is cancelled."""

import asyncio
import contextlib
import random
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from bot.store.opening.steady import AT_ONCE, Steady, steady
from bot.store.rows import PersonRow
from tests.table.club import club
from tests.waiting import HANG_GUARD


async def test_a_stopped_connection_can_still_be_closed(tmp_path: Path):
    connection = await steady((), str(tmp_path / "x.db"), check_same_thread=False)
    connection.stop()
    with contextlib.suppress(ValueError):  # it is closed already
        await asyncio.wait_for(connection.close(), HANG_GUARD)


# A thread may answer a loop that is closed by then; nobody waits for it.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_program_stopped_while_writing_ends(tmp_path: Path):
    """What `asyncio.run` does at the end: all that still runs is cancelled, some of it for the second time."""
    stream = random.Random(5)

    async def stopped(number: int) -> None:
        # A file each: a connection that is left behind goes with its program, but here it would lock the next one out.
        async with club(tmp_path / f"{number}.db") as table:

            async def busy() -> None:
                while True:
                    async with table.db.write() as session:
                        session.add(PersonRow(user_id=stream.getrandbits(50)))
                    async with table.db.read() as session:
                        await session.exec(select(PersonRow).limit(1))

            tasks = [asyncio.create_task(busy()) for _ in range(3)]
            await asyncio.sleep(stream.random() * 0.02)
            for task in tasks:
                task.cancel()
            await asyncio.sleep(stream.random() * 0.002)

    for number in range(25):
        run = threading.Thread(target=lambda number=number: asyncio.run(stopped(number)), daemon=True)
        run.start()
        run.join(HANG_GUARD)
        assert not run.is_alive()


async def test_a_read_goes_to_the_threads_of_the_database_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Once for the statement, once for the end: all writers wait for every trip of the one whose turn it is."""
    trips, execute = list[object](), Steady._execute

    async def counted(connection: Steady, job: Any, *given: Any, **named: Any) -> Any:
        trips.append(job)
        return await execute(connection, job, *given, **named)

    async with club(tmp_path / "x.db") as table:
        for _ in range(2):  # the first time it connects
            trips.clear()
            with monkeypatch.context() as patch:
                patch.setattr(Steady, "_execute", counted)
                async with table.db.read() as session:
                    await session.exec(select(PersonRow))
        assert len(trips) == 2


async def test_a_long_result_comes_whole(tmp_path: Path):
    async with club(tmp_path / "x.db") as table:
        async with table.db.write() as session:
            session.add_all([PersonRow(user_id=number) for number in range(2 * AT_ONCE)])
        async with table.db.read() as session:
            found = [one.user_id for one in await session.exec(select(PersonRow).order_by(col(PersonRow.user_id)))]
            streamed = [one async for one in await session.stream_scalars(select(PersonRow.user_id))]
        assert found == sorted(streamed) == list(range(2 * AT_ONCE))


async def test_a_write_cancelled_at_any_moment_leaves_no_transaction_open(tmp_path: Path):
    stream = random.Random(3)
    async with club(tmp_path / "x.db") as table:

        async def writing(number: int) -> None:
            async with table.db.write() as session:
                session.add(PersonRow(user_id=number))

        for number in range(60):
            job = asyncio.create_task(writing(number))
            await asyncio.sleep(stream.random() * 0.003)
            job.cancel()
            await asyncio.gather(job, return_exceptions=True)
        await asyncio.wait_for(writing(1000), HANG_GUARD)
