"""The one question to a robot: which move does it make?"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from bot.robots.steady import steady
from engine import Act, Game
from engine.play import random_act

TRIES = 120
"""So many moves of one kind a robot tries out before it decides, if there is time."""
Mind = Callable[[Game, str, random.Random, float | None, int], Act | None]
"""A kind of robot: a move for a seat, or None if it has none; after so many seconds the best found must do."""


def dice(game: Game, seat: str, stream: random.Random, seconds: float | None, tries: int) -> Act | None:
    """Any legal move."""
    return random_act(game, seat, stream)


MINDS: Mapping[str, Mind] = {"steady": steady, "random": dice}


def choose(game: Game, seat: str, kind: str, seed: str, seconds: float | None = 1.0, tries: int = TRIES) -> Act | None:
    """A legal move of a seat, the same for the same seed; None if there is none.

    After so many seconds the best move found so far must do; with None there is no hurry, and the clock has no say.
    """
    return MINDS[kind](game, seat, random.Random(f"{seed}/{seat}"), seconds, tries)
