"""Worker processes for slow jobs: started with the first job, and replaced when one dies or hangs."""

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
"""Seconds for one job, far more than any needs; after that its processes are replaced."""


class Lost(Exception):
    """A job hung, or its process died; the next job gets new processes."""


@dataclass
class Workers:
    """Worker processes for one kind of job. Each kind has its own, so that a robot never delays a picture."""

    number: int = 1
    niceness: int = 0
    """Their niceness, for when processor time is scarce."""
    patience: float | None = None
    """Seconds for one job, if the default is not enough."""
    _pool: ProcessPoolExecutor | None = field(default=None, init=False)

    async def do(self, job: Callable[..., T], *given: object) -> T:
        """Run a module's function; its own exceptions are raised unchanged."""
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
        """Stop; unfinished jobs are dropped."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # The pool would wait for its jobs; a job that never ends must not keep the bot from stopping.
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


def _begin(niceness: int) -> None:
    """Initialise a worker: it ignores Ctrl+C, which the bot handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(niceness)
