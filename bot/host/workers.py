"""Slow work in processes of its own: begun with the first job, and begun anew when one dies or comes to no end."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds for one job, far more than any needs; then its processes are given up."""


class Lost(Exception):
    """A job came to no end, or its process died; the next one gets new processes."""


@dataclass
class Workers:
    """Processes for one kind of work. Each kind has its own, so that a robot that thinks never holds up a picture."""

    number: int = 1
    niceness: int = 0
    """How far they stand back where the processor is short."""
    patience: float | None = None
    """Seconds for one job, where the usual ones are not enough."""
    _pool: ProcessPoolExecutor | None = field(default=None, init=False)

    async def do(self, job: Callable[..., T], *given: object) -> T:
        """What a function of a module makes of what it is given; its own faults come out as they are."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            begin = {"initializer": _begin, "initargs": (self.niceness,)}
            self._pool = ProcessPoolExecutor(self.number, mp_context=context, **begin)
        pool = self._pool
        try:
            working = asyncio.get_running_loop().run_in_executor(pool, job, *given)
            return await asyncio.wait_for(working, self.patience or PATIENCE)
        except (BrokenProcessPool, TimeoutError) as e:
            if self._pool is pool:
                self.close()
            raise Lost(type(e).__name__) from e

    def close(self) -> None:
        """No more work; what is in hand is given up."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # The pool waits for its work; a job that never ends must not keep the bot from ending.
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


def _begin(niceness: int) -> None:
    """Ctrl-C is for the bot to see to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(niceness)
