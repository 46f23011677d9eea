"""Nothing waits for ever, however work on the database is cancelled."""

import asyncio
import contextlib
import random
import threading
from pathlib import Path

import pytest
from sqlmodel import select

from bot.store.rows import PersonRow
from bot.store.steady import steady
from tests.table.club import club
from tests.waiting import HANG_GUARD


async def test_a_stopped_connection_can_still_be_closed(tmp_path: Path):
    connection = await steady(str(tmp_path / "x.db"), check_same_thread=False)
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
