"""What a module says about a move: its score, roughly in money, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bot.robots.reasons import Reason
from engine import Act


class Scored(NamedTuple):
    """A move with its score."""

    score: float
    act: Act
    why: Reason


class Advised(NamedTuple):
    """The move that a robot chooses, and why."""

    act: Act
    why: Reason
    cut: bool = False
    """Was its time up before it had done all that it wanted to?"""


Advice = Iterator[Scored]


@dataclass(frozen=True)
class Level:
    """How far a robot thinks, and how hard it plays."""

    later: float = 1.0
    """The weight of what trains to come will earn."""
    hostile: bool = True
    """Does it sell others' shares, leave companies to others, and rust their trains?"""
    breadth: int = 1_000
    """The most moves of a kind to try, however many it is given."""
    trial: bool = True
    """Does it try trades and tiles out, or judge them by what can be seen?"""


EASY = Level(later=0.0, hostile=False, breadth=4)
STEADY = Level()
FAST = Level(breadth=2, trial=False)
"""For playing on what might happen."""
