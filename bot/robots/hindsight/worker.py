"""The robot's view of a stored game, worked out in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence

from bot.robots.hindsight.looking_back import look_back
from bot.table.past.replayed import StoredMove, in_time, steps
from bot.table.past.reviewing import PATIENCE
from engine.review.stored import encode

LOOKING, PLAYING_ON = 120.0, 240.0
"""Seconds of the processor after which no more moves are looked at, and none are played on any more."""


def looked_back(
    raws: Sequence[bytes], moves: Sequence[StoredMove], seats: Sequence[str], patience: float = PATIENCE
) -> bytes:
    """The robot's view of these seats' play, as it is stored."""
    decided = {move.number for move in moves if move.decided}
    limits = in_time(LOOKING, patience), in_time(PLAYING_ON, patience)
    return encode(look_back(steps(raws, moves), decided, seats, limits))
