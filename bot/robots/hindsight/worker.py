"""The robot's view of a stored game, worked out in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from bot.robots.hindsight.looking_back import encode, look_back
from bot.table.past.replayed import StoredMove, steps
from bot.table.past.reviewing import PATIENCE

LOOKING, PLAYING_ON = 120.0, 240.0
"""Seconds of the processor after which no more moves are looked at, and none are played on any more."""
PART = 0.8
"""The part of the time for the whole work after which it ends in any case."""


def looked_back(raws: Sequence[bytes], moves: Sequence[StoredMove], seats: Sequence[str]) -> bytes:
    """The robot's view of these seats' play, as it is stored."""
    begun, until = time.process_time(), time.monotonic() + PART * PATIENCE

    def within(seconds: float) -> Callable[[], bool]:
        return lambda: time.process_time() - begun < seconds and time.monotonic() < until

    decided = {move.number for move in moves if move.decided}
    return encode(look_back(steps(raws, moves), decided, seats, (within(LOOKING), within(PLAYING_ON))))
