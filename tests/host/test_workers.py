"""Worker processes: a dead one is replaced, one that comes to no end is given up, and a faulty job costs nothing."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import sys
import tempfile
import threading
from collections.abc import AsyncIterator
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import pytest

from bot.host import workers
from bot.host.workers import SELDOM, Lost, Workers
from tests.long_runs import LONG_RUN
from tests.waiting import HANG_GUARD, until


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


def interrupted(name: int = signal.SIGINT) -> bool:
    os.kill(os.getpid(), name)
    return True


def noted_and_never(path: str) -> None:
    Path(path).touch()
    never()


def large() -> bytes:
    """A result of 400 KB, far more than a pipe holds at once."""
    return bytes(400_000)


def large_in_halves(path: str, then: int) -> bytes:
    """The same, of which only half is sent, and then a signal comes or nothing at all."""

    def half(self: Connection, data: Any, write: Any = os.write) -> None:
        sent, most = 0, min(len(data), 200_000)
        while sent < most:
            sent += write(self.fileno(), data[sent:most])
        if most < 200_000:
            return  # Only how long it is.
        Path(path).touch()
        os.kill(os.getpid(), then) if then else signal.pause()

    Connection._send = half  # type: ignore[method-assign]
    return large()


async def at_work(one: Workers) -> asyncio.Task[None]:
    """A job that never ends and has begun."""
    with tempfile.TemporaryDirectory() as folder:
        mark = Path(folder) / "begun"
        endless = asyncio.create_task(one.do(noted_and_never, str(mark)))
        await until(mark.exists, "the job to begin")
    return endless


def threads() -> set[threading.Thread]:
    return set(threading.enumerate())


async def test_a_dead_worker_is_replaced_and_a_failing_job_kills_none(one: Workers):
    first, niceness = await one.do(whoami)
    assert first != os.getpid() and niceness == os.nice(0) + 3
    with pytest.raises(ZeroDivisionError):
        await one.do(divmod, 1, 0)
    assert (await one.do(whoami))[0] == first
    lost = await asyncio.gather(one.do(die), one.do(never), return_exceptions=True)
    assert [type(fault) for fault in lost] == [Lost, Lost]
    assert (await one.do(whoami))[0] != first


async def test_a_worker_looks_for_cycles_seldom(one: Workers):
    assert (await one.do(gc.get_threshold))[0] == SELDOM


async def test_a_job_that_never_ends_is_abandoned(one: Workers, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch:
        patch.setattr(workers, "PATIENCE", 0.01)
        with pytest.raises(Lost):
            await one.do(never)
    assert await one.do(abs, -1) == 1


async def test_a_job_lost_late_does_not_end_the_processes_that_came_after(one: Workers):
    await one.do(whoami)
    late = await at_work(one)
    one.close()
    new = asyncio.create_task(one.do(whoami))
    with pytest.raises(Lost):
        await late
    assert one._pool is not None and (await new)[0] != os.getpid()


async def test_stopping_ends_processes_whose_jobs_never_end(one: Workers, monkeypatch: pytest.MonkeyPatch):
    worker, _ = await one.do(whoami)
    endless = await at_work(one)
    ended, kill = list[int | None](), SpawnProcess.kill

    def noted(process: SpawnProcess) -> None:
        ended.append(process.pid)
        kill(process)

    monkeypatch.setattr(SpawnProcess, "kill", noted)
    one.close()
    assert ended == [worker]
    await asyncio.gather(endless, return_exceptions=True)


async def test_ctrl_c_is_left_to_the_bot(one: Workers):
    assert await one.do(interrupted)


async def test_a_signal_to_the_whole_group_leaves_the_job_to_its_end(one: Workers):
    assert await one.do(interrupted, signal.SIGTERM)


async def test_stopping_in_the_middle_of_a_result_leaves_nothing_waiting(tmp_path: Path):
    before, one, mark = threads(), Workers(), tmp_path / "half"
    stuck = asyncio.create_task(one.do(large_in_halves, str(mark), 0))
    await until(mark.exists, "half of a result")
    one.close()
    # Python waits for these threads before it ends.
    await until(lambda: not {thread for thread in threads() - before if "asyncio" not in thread.name})
    assert isinstance((await asyncio.gather(stuck, return_exceptions=True))[0], Lost)


async def test_a_process_that_dies_in_the_middle_of_a_result_is_noticed_at_once(one: Workers, tmp_path: Path):
    with pytest.raises(Lost):
        await asyncio.wait_for(one.do(large_in_halves, str(tmp_path / "half"), signal.SIGKILL), HANG_GUARD / 2)
    assert len(await one.do(large)) == 400_000


async def test_an_exception_and_a_result_that_cannot_travel_cost_no_process(one: Workers):
    first = await one.do(whoami)
    with pytest.raises(Exception, match="lambda"):
        await one.do(_local)
    with pytest.raises(RuntimeError, match="Odd"):
        await one.do(_odd)
    with pytest.raises(Exception, match="lambda"):
        await one.do(len, lambda: 0)
    assert await one.do(whoami) == first


def _local() -> Any:
    return lambda: 0


class Odd(Exception):
    def __init__(self, one: int, two: int) -> None:
        super().__init__("odd")


def _odd() -> None:
    raise Odd(1, 2)


PROGRAM = """
import asyncio
import signal
from bot.host.workers import Workers

def large():
    return bytes(400_000)

async def main():
    stop, one = asyncio.Event(), Workers(2)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await one.do(large)
    async def forth():
        while not stop.is_set():
            await one.do(large)
    jobs = [asyncio.create_task(forth()) for _ in range(2)]
    print("ready", flush=True)
    await stop.wait()
    one.close()
    await asyncio.gather(*jobs, return_exceptions=True)

if __name__ == "__main__":
    asyncio.run(main())
"""


async def stopped_by_signal(program: Path, number: int, stream: random.Random) -> None:
    """Start the program and stop it in the middle of its results, half of all times by a signal to the whole group."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(program),
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    try:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n"
        await asyncio.sleep(stream.uniform(0, 0.05))
        (os.killpg if number % 2 else os.kill)(process.pid, signal.SIGTERM)
        async with asyncio.timeout(HANG_GUARD):
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()


async def stops(folder: Path, times: int) -> None:
    """Each of so many programs ends once it is told to."""
    program, stream = folder / "program.py", random.Random(9)
    program.write_text(PROGRAM)
    for number in range(times):
        await stopped_by_signal(program, number, stream)


async def test_a_program_stops_in_the_middle_of_results(tmp_path: Path):
    await stops(tmp_path, 2)


@pytest.mark.soak
async def test_200_stops_in_the_middle_of_results(tmp_path: Path):
    await stops(tmp_path, 200)


@pytest.mark.parametrize("number", [pytest.param(number, marks=LONG_RUN) for number in range(5)])
async def test_a_thousand_stops(tmp_path: Path, number: int):
    await stops(tmp_path, 200)


async def test_as_many_processes_as_wanted_work_at_once(tmp_path: Path):
    found = Workers(3)
    marks = [tmp_path / str(number) for number in range(4)]
    jobs = [asyncio.create_task(found.do(noted_and_never, str(mark))) for mark in marks]
    await until(lambda: sum(mark.exists() for mark in marks) == 3)
    found.close()
    lost = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(fault) for fault in lost] == [Lost] * 4 and not marks[3].exists()
