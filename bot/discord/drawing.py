"""Pictures drawn in processes of their own, few at a time: announcements first, and only what is still wanted."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any

import render
from bot.discord.queue import Queue

Wanted = Callable[[], Awaitable[bool]]
log = logging.getLogger("stationmaster.drawing")
PATIENCE = 20.0
"""So many seconds for the pictures of one message, far more than any take; then it goes out without them."""


@dataclass(frozen=True)
class Sketch:
    """A picture to be drawn: a function of `render` and what it is given."""

    what: str
    args: tuple[Any, ...]
    options: dict[str, Any] = field(default_factory=dict)
    ending: str = "png"


@dataclass(frozen=True)
class Drawn:
    """A picture as a file."""

    name: str
    data: bytes
    alt: str


@dataclass
class Drawers:
    """The processes; they begin with the first picture and begin anew if one dies."""

    workers: int = 1
    _pool: ProcessPoolExecutor | None = field(default=None, init=False)
    _queue: Queue = field(init=False)

    def __post_init__(self) -> None:
        self._queue = Queue(self.workers)

    async def draw(self, sketches: Sequence[Sketch], newest: str = "", wanted: Wanted | None = None) -> list[Drawn]:
        """The pictures; none if they cannot be drawn, or if newer ones of the same name were wanted meanwhile.

        `wanted` is for announcements, which come before what somebody merely looks at: asked when their turn comes.
        """
        if not sketches or not await self._queue.turn(newest, first=wanted is not None):
            return []
        try:
            if wanted is not None and not await wanted():
                return []
            return await self._drawn(list(sketches))
        finally:
            self._queue.next()

    async def _drawn(self, sketches: list[Sketch]) -> list[Drawn]:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_begin)
        try:
            job = asyncio.get_running_loop().run_in_executor(self._pool, _draw, sketches)
            return await asyncio.wait_for(job, PATIENCE)
        except (BrokenProcessPool, TimeoutError) as e:
            log.error("pictures could not be drawn: %s", type(e).__name__)
            self.close()
        except Exception as e:
            log.error("a picture could not be drawn: %s", type(e).__name__)
        return []

    def close(self) -> None:
        """No more pictures; what is being drawn is given up."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _draw(sketches: list[Sketch]) -> list[Drawn]:
    found: list[Drawn] = []
    for number, sketch in enumerate(sketches, 1):
        picture = getattr(render, f"draw_{sketch.what}")(*sketch.args, **sketch.options)
        name = f"{sketch.what}-{number}.{sketch.ending}" if len(sketches) > 1 else f"{sketch.what}.{sketch.ending}"
        found.append(Drawn(name, picture.png, picture.alt))
    return found
