"""Work in a process of its own, which ends with it: what takes too much time or memory harms nobody else."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import TypeVar

from bot.host.workers import Workers

T = TypeVar("T")
PATIENCE = 120.0
"""Seconds for one job; the longest known games take ten on a busy machine."""
MEMORY = 200 * 1024 * 1024
"""The most bytes of memory for the process. The longest known games take two thirds of it."""


async def run_alone(job: Callable[..., T], *arguments: object, patience: float = PATIENCE) -> T:
    """Run a module's function in its own process; Lost or MemoryError if it takes too much. Cancelling this ends the
    process as well.
    """
    workers = Workers(niceness=5, patience=patience)
    try:
        return await workers.do(_limited, job, *arguments)
    finally:
        workers.close()


def _limited(job: Callable[..., T], *arguments: object) -> T:
    # numpy's buffer per thread would fill the memory before a game is read.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    # Not every system can limit a process's memory.
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    return job(*arguments)
