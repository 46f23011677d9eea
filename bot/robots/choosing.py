"""How a robot chooses its move."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from bot.robots.steady import steady
from engine import Act, Game
from engine.play import random_act

TRIES = 120
"""The most moves of one kind a robot tries before it decides, if there is time."""
Mind = Callable[[Game, str, random.Random, float | None, int], Act | None]
"""A kind of robot: finds a move for a seat, or None if there is none, within a number of seconds."""


def dice(game: Game, seat: str, stream: random.Random, seconds: float | None, tries: int) -> Act | None:
    """Any legal move."""
    return random_act(game, seat, stream)


MINDS: Mapping[str, Mind] = {"steady": steady, "random": dice}


def choose(game: Game, seat: str, kind: str, seed: str, seconds: float | None = 1.0, tries: int = TRIES) -> Act | None:
    """A legal move of a seat, the same for the same seed; None if there is none. When the time is up, the best move
    found so far is used; `seconds=None` sets no limit.
    """
    return MINDS[kind](game, seat, random.Random(f"{seed}/{seat}"), seconds, tries)
