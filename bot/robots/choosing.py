"""How a robot chooses its move."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from bot.robots.reasons import reason
from bot.robots.steady import easy, steady
from bot.robots.steady.scored import Advised
from bot.robots.strong import strong
from engine import Act, Game
from engine.neutral import neutral_act
from engine.play import random_act

NEUTRAL = "neutral"
"""The kind that stands in for a thought that has failed."""
TRIES = 12
"""The most moves of one kind a robot tries before it decides, if there is time: the most promising ones."""
Mind = Callable[[Game, str, random.Random, float | None, int], Advised | None]
"""A kind of robot: finds a move for a seat, and why, or None if there is none, within a number of seconds."""


def dice(game: Game, seat: str, stream: random.Random, seconds: float | None, tries: int) -> Advised | None:
    """Any legal move."""
    act = random_act(game, seat, stream)
    return None if act is None else Advised(act, reason("dice"))


def neutral(game: Game, seat: str, stream: random.Random, seconds: float | None, tries: int) -> Advised | None:
    """What changes least."""
    act = neutral_act(game, seat)
    return None if act is None else Advised(act, reason("neutral"))


MINDS: Mapping[str, Mind] = {"easy": easy, "steady": steady, "strong": strong, "random": dice}


def advice(
    game: Game, seat: str, kind: str, seed: str, seconds: float | None = 1.0, tries: int = TRIES
) -> Advised | None:
    """A legal move of a seat and the reason for it, the same for the same seed; None if there is none. When the time is
    up, the best move found so far is used; `seconds=None` sets no limit.
    """
    mind = neutral if kind == NEUTRAL else MINDS[kind]
    return mind(game, seat, random.Random(f"{seed}/{seat}"), seconds, tries)


def choose(game: Game, seat: str, kind: str, seed: str, seconds: float | None = 1.0, tries: int = TRIES) -> Act | None:
    """The move alone."""
    found = advice(game, seat, kind, seed, seconds, tries)
    return None if found is None else found.act
