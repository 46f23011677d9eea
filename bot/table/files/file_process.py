"""Work on a file in its own process: a slow or malicious file harms nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.errors import Refused
from bot.host.workers import Lost
from bot.table.ground.own_process import run_alone

T = TypeVar("T")


async def run_in_process(job: Callable[..., T], *arguments: object) -> T:
    """Run a module's function in its own process. Cancelling this ends the process as well."""
    try:
        return await run_alone(job, *arguments)
    except (Lost, MemoryError) as e:
        raise Refused("Reading this file took more time or memory than is allowed.") from e
