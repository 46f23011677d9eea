"""A job that counts what it takes; a module of its own, so that another process finds it."""

from __future__ import annotations

import resource
from collections.abc import Callable
from time import process_time


def counted(job: Callable[..., bytes], *given: object) -> tuple[bytes, float, float]:
    """A job's result, its seconds of the processor, and the most megabytes that its process had."""
    start = process_time()
    data = job(*given)
    return data, process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
