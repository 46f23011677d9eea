"""Robots think in a process of their own, so that neither the rules nor the event loop wait for them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Protocol

from bot.robots.choosing import choose
from engine import Act, Game, decode_game

log = logging.getLogger("stationmaster.robots")
PATIENCE = 20.0
"""So many seconds for one move, far more than any needs; then the process is given up."""


class Thinker(Protocol):
    """Whoever finds moves for robots."""

    async def think(self, game: Game, seat: str, kind: str, seed: str) -> Act | None:
        """A move of a seat, or None if it has none."""
        ...


@dataclass
class InProcess:
    """Thinks at once, in this process: for tests."""

    seconds: float | None = None

    async def think(self, game: Game, seat: str, kind: str, seed: str) -> Act | None:
        """A move."""
        return choose(game, seat, kind, seed, self.seconds)


@dataclass
class Apart:
    """Thinks in another process, which is begun with the first move and begun anew if it dies."""

    seconds: float = 1.0
    _pool: ProcessPoolExecutor | None = field(default=None, init=False)

    async def think(self, game: Game, seat: str, kind: str, seed: str) -> Act | None:
        """A move; any legal one if thinking fails."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin)
        job = (game.encode(), seat, kind, seed, self.seconds)
        try:
            thought = asyncio.get_running_loop().run_in_executor(self._pool, _think, job)
            return await asyncio.wait_for(thought, PATIENCE)
        except (BrokenProcessPool, TimeoutError, ValueError) as e:
            log.error("a robot could not think: %s", type(e).__name__)
            self.close()
            return await asyncio.to_thread(choose, game, seat, "random", seed, self.seconds)

    def close(self) -> None:
        """No more thinking; what is being thought is given up."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # The pool waits for its work; a thought that never ends must not keep the bot from ending.
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()


def _begin() -> None:
    """Ctrl-C is for the bot to see to; people come before robots where the processor is short."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)


def _think(job: tuple[bytes, str, str, str, float]) -> Act | None:
    raw, seat, kind, seed, seconds = job
    return choose(decode_game(raw), seat, kind, seed, seconds)
