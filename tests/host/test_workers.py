"""Worker processes: a dead one is replaced, one that comes to no end is given up, and a faulty job costs nothing."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest

from bot.host import workers
from bot.host.workers import Lost, Workers


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
