"""Worker processes: a dead one is replaced, one that comes to no end is given up, and a faulty job costs nothing."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from multiprocessing.context import SpawnProcess

import pytest

from bot.host import workers
from bot.host.workers import Lost, Workers
from tests.waiting import until


@pytest.fixture
async def one() -> AsyncIterator[Workers]:
    found = Workers(niceness=3)
    yield found
    found.close()


def whoami() -> tuple[int, int]:
    return os.getpid(), os.nice(0)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def never() -> None:
    signal.pause()


def interrupted() -> bool:
    os.kill(os.getpid(), signal.SIGINT)
    return True


async def at_work(one: Workers) -> None:
    """Until a job is being done."""
    await until(lambda: one._pool and any(item.future.running() for item in one._pool._pending_work_items.values()))


async def test_a_dead_worker_is_replaced_and_a_failing_job_kills_none(one: Workers):
    first, niceness = await one.do(whoami)
    assert first != os.getpid() and niceness == os.nice(0) + 3
    with pytest.raises(ZeroDivisionError):
        await one.do(divmod, 1, 0)
    assert (await one.do(whoami))[0] == first
    lost = await asyncio.gather(one.do(die), one.do(never), return_exceptions=True)
    assert [type(fault) for fault in lost] == [Lost, Lost]
    assert (await one.do(whoami))[0] != first


async def test_a_job_that_never_ends_is_abandoned(one: Workers, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch:
        patch.setattr(workers, "PATIENCE", 0.01)
        with pytest.raises(Lost):
            await one.do(never)
    assert await one.do(abs, -1) == 1


async def test_a_job_lost_late_does_not_end_the_processes_that_came_after(one: Workers):
    await one.do(whoami)
    late = asyncio.create_task(one.do(never))
    await at_work(one)
    one.close()
    new = asyncio.create_task(one.do(whoami))
    with pytest.raises(Lost):
        await late
    assert one._pool is not None and (await new)[0] != os.getpid()


async def test_stopping_ends_processes_whose_jobs_never_end(one: Workers, monkeypatch: pytest.MonkeyPatch):
    worker, _ = await one.do(whoami)
    endless = asyncio.create_task(one.do(never))
    await at_work(one)
    ended, terminate = list[int | None](), SpawnProcess.terminate

    def noted(process: SpawnProcess) -> None:
        ended.append(process.pid)
        terminate(process)

    monkeypatch.setattr(SpawnProcess, "terminate", noted)
    one.close()
    assert ended == [worker]
    await asyncio.gather(endless, return_exceptions=True)


async def test_ctrl_c_is_left_to_the_bot(one: Workers):
    assert await one.do(interrupted)


async def test_as_many_processes_as_wanted_work_at_once():
    found = Workers(3)
    await found.do(whoami)
    assert vars(found._pool)["_max_workers"] == 3
    found.close()
