"""What moves come to when the robot plays on after each: several times, with other chance and other guesses."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import ceil, sqrt
from statistics import fmean, stdev

from msgspec import Struct

from bot.robots.foresight.lasting import horizon
from bot.robots.strong.playing_on import GUESS, after, world, worths
from engine import Act, EngineError, Game
from engine.view import view

ROUNDS = 3
"""For how many operating rounds it plays on."""
WHIM = 30.0
"""Roughly how much money anybody leaves lying in a playout, as it happens."""
GUESSES = (GUESS, 1, 2 * GUESS)
"""How much money it supposes where it cannot see it, in share prices, playout by playout."""


class Weighed(Struct, array_like=True):
    """How much more money one move left its player than another, over some playouts."""

    mean: int
    error: int
    """Two standard errors of the mean."""
    times: int

    @property
    def clear(self) -> bool:
        """Is it more than chance?"""
        return abs(self.mean) > self.error


def play_on(game: Game, seat: str, acts: Sequence[Act], numbers: Iterable[int]) -> list[list[float]]:
    """What a seat expects to end with after each of these moves, playout by playout: with the same guesses and the same
    chance for all of them. A playout in which one of them cannot be made counts for none.
    """
    worth: list[list[float]] = [[] for _ in acts]
    left = max(1.0, horizon(view(game, seat)) - ROUNDS)
    for number in numbers:
        start = world(game, seat, number, GUESSES[number % len(GUESSES)])
        try:
            begun = [start.apply(seat, act)[0] for act in acts]
        except EngineError:
            continue
        for amounts, then in zip(worth, begun, strict=True):
            amounts.append(worths(after(then, ROUNDS, random.Random(number), WHIM), seat, left)[seat])
    return worth


def weighed(better: Sequence[float], other: Sequence[float]) -> Weighed | None:
    """The first move against the second; None without two playouts, from which nothing is known of the uncertainty."""
    gains = [one - two for one, two in zip(better, other, strict=True)]
    if len(gains) < 2:
        return None
    return Weighed(round(fmean(gains)), ceil(2 * stdev(gains) / sqrt(len(gains))), len(gains))
