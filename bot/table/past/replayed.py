"""A stored game move by move, for work in a process of its own."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine import EngineError, Event, decode_game
from engine.core.stored_events import decode as decode_events
from engine.record import Move
from engine.review.findings import Step


class StoredMove(NamedTuple):
    """A move as it is stored."""

    number: int
    move: Move
    events: bytes | None
    decided: bool
    """Did somebody choose to make it? False for what followed from an order, or from a clock."""


def steps(raws: Sequence[bytes], moves: Sequence[StoredMove]) -> Iterator[Step]:
    """Each move with the game before and after it; `raws`: the positions, from the first on."""
    start, before = decode_game(raws[0]), 0
    for stored, raw in zip(moves, raws[1:], strict=True):
        after = decode_game(raw)
        yield Step(stored.number, before, stored.move, start, after, events_of(stored.events))
        start, before = after, stored.number


PART = 0.8
"""The part of a process's patience after which its work ends in any case, so that what there is of it is kept."""


def in_time(seconds: float, patience: float) -> Callable[[], bool]:
    """Asks whether there is time left: of the processor's so many seconds, and of the patience of those who wait."""
    used, end = time.process_time() + seconds, time.monotonic() + PART * patience
    return lambda: time.process_time() < used and time.monotonic() < end


def events_of(data: bytes | None) -> tuple[Event, ...] | None:
    """A move's events; what cannot be read is as good as not stored."""
    with contextlib.suppress(EngineError):
        return None if data is None else tuple(decode_events(data))
    return None
