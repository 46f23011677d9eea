"""What can be proven of a move, as data."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from msgspec import Struct

from engine.core.events import Event
from engine.core.position import Position
from engine.core.state import Clock
from engine.game import Game
from engine.record import Move

RUN = "short_run"
"""A run below the best."""
AVOIDABLE = "avoidable"
"""A president's own money for a train, which a dividend kept would have saved: more than the dividend was to them."""
TRACK, MARKER = "track", "marker"
"""A tile or a station marker that would have earned more in the run of the same turn."""
LATE = "late_train"
"""A train that could have been bought a turn before at the same price."""
IDLE = "idle"
"""Income that was kept and never spent."""
KINDS = (RUN, TRACK, MARKER, LATE, IDLE, AVOIDABLE)


class Finding(Struct, array_like=True):
    """One of them."""

    kind: str
    move: int
    """The move in question."""
    before: int
    """The move before it, from which it can be played otherwise."""
    seat: str
    """Whose decision it was."""
    company: str
    amount: int
    """What it cost."""
    clock: Clock
    sure: bool
    """False: there was not enough time to prove that nothing is better than what was found."""
    against: int = 0
    """What was paid out to players or kept, the price of the train, or what the company could run for."""
    later: Clock | None = None
    """When its president put in their own money, or the train was bought."""
    better: Move | None = None
    """The tile or station marker that would have earned more."""
    total: int = 0
    """What the company could have run for with it, or what its president put in."""
    cost: int = 0
    """How much more it costs than what was done."""
    about: str = ""
    """The kind of train."""
    times: int = 1
    """In how many turns of the company the same tile or station marker would have earned as much more."""


@dataclass(frozen=True)
class Step:
    """A move with the game before and after it."""

    number: int
    before: int
    """The move before it."""
    move: Move
    start: Game
    after: Game
    events: tuple[Event, ...] | None


def clock_of(p: Position) -> Clock:
    """When it is, as a value that does not change any more."""
    return msgspec.structs.replace(p.s.clock)
