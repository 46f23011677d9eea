"""Work on a file in its own process, which ends with it: a slow or malicious file harms nobody else."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import TypeVar

from bot.errors import Refused
from bot.host.workers import Lost, Workers

T = TypeVar("T")
PATIENCE = 120.0
"""Seconds for one file; the longest known games take ten on a busy machine."""
MEMORY = 200 * 1024 * 1024
"""The most bytes of memory for the process. The longest known games take two thirds of it."""


async def run_in_process(job: Callable[..., T], *given: object) -> T:
    """Run a module's function in its own process. Cancelling this ends the process as well."""
    workers = Workers(niceness=5, patience=PATIENCE)
    try:
        return await workers.do(_limited, job, *given)
    except (Lost, MemoryError) as e:
        raise Refused("Reading this file took more time or memory than is allowed.") from e
    finally:
        workers.close()


def _limited(job: Callable[..., T], *given: object) -> T:
    # numpy's buffer per thread would fill the memory before a game is read.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    # Not every system can limit a process's memory.
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    return job(*given)
