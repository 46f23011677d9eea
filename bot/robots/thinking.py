"""Robots choose moves in a worker process, so that neither the rules nor the event loop wait for them."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Protocol

from bot.host.workers import Lost, Workers
from bot.robots.choosing import NEUTRAL, Advised, advice, choose
from engine import Act, Game, decode_game

log = logging.getLogger("stationmaster.robots")


class Thinker(Protocol):
    """Finds moves for robots."""

    async def think(self, game: Game, seat: str, kind: str, seed: str) -> Act | None:
        """A move for a seat, or None if it has none."""
        ...


@dataclass
class Apart:
    """Chooses moves in another process, with lower priority than people's work."""

    seconds: float = 1.0
    workers: Workers = field(default_factory=lambda: Workers(niceness=5))

    async def think(self, game: Game, seat: str, kind: str, seed: str) -> Act | None:
        """A move; the one that changes least if the worker fails."""
        try:
            thought = await self.workers.do(think, game.encode(), seat, kind, seed, self.seconds)
        except (Lost, ValueError) as e:
            log.error("a robot could not think: %s", e if isinstance(e, Lost) else type(e).__name__)
            return await asyncio.to_thread(choose, game, seat, NEUTRAL, seed, self.seconds)
        if thought is not None and thought.cut:
            log.warning("a %s robot ran out of time before it had looked at everything", kind)
        return None if thought is None else thought.act

    def close(self) -> None:
        """Stop; unfinished jobs are dropped."""
        self.workers.close()


def think(raw: bytes, seat: str, kind: str, seed: str, seconds: float) -> Advised | None:
    """A move and its reason; for a worker process."""
    return advice(decode_game(raw), seat, kind, seed, seconds)
