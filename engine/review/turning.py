"""The turns that decided a game: those that changed the places most, by what everybody had and could expect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import exp

MOST, LEAST = 5, 3
"""How many turns are told, if as many changed anything."""
COUNTS, CLEARLY = 0.1, 0.25
"""How much a turn must change places to be told at all, and to be told beyond the least number."""
NEWS = 0.06
"""The least that somebody must win or lose by it, as a part of the most that players had on average."""
WIDTH = 0.08
"""The difference that makes one of two players the likely better one, as a part of the most they had on average."""


@dataclass(frozen=True)
class Moment:
    """What everybody had after a move."""

    move: int
    """0 before the first."""
    turn: tuple[str, ...]
    """What the move belongs to: moves in a row with the same are one turn."""
    worth: Mapping[str, int]
    expected: Mapping[str, float]
    """Worth, with what can be expected."""


@dataclass(frozen=True)
class Swing:
    """A turn that changed the places."""

    first: int
    last: int
    """Its moves."""
    before: int
    """The move before it."""
    heavy: tuple[int, ...]
    """Those among its moves that did it."""
    size: float


def chances(expected: Mapping[str, float], scale: float) -> dict[str, float]:
    """For each player, how many others they will probably be ahead of."""

    def ahead(mine: float, other: float) -> float:
        return 1 / (1 + exp(-max(-30.0, min(30.0, (mine - other) / scale))))

    return {
        player: sum(ahead(mine, other) for name, other in expected.items() if name != player)
        for player, mine in expected.items()
    }


def _moved(one: Moment, other: Moment, scale: float) -> float:
    was, now = chances(one.expected, scale), chances(other.expected, scale)
    return sum(abs(now[player] - was[player]) for player in was) / 2


def swings(moments: Sequence[Moment]) -> list[Swing]:
    """The turning points in the order of the game, three to five if as many changed anything."""
    turns: list[Swing] = []
    means = (sum(one.expected.values()) / max(1, len(one.expected)) for one in moments)
    scale = WIDTH * max(1.0, *means)
    before = moments[0]
    for _, group in groupby(moments[1:], key=lambda one: one.turn):
        turn = list(group)
        size = _moved(before, turn[-1], scale)
        gain = max((abs(turn[-1].expected[one] - was) for one, was in before.expected.items()), default=0)
        if size >= COUNTS and gain >= NEWS * scale / WIDTH:
            turns.append(Swing(turn[0].move, turn[-1].move, before.move, _heavy(before, turn, scale), size))
        before = turn[-1]
    turns.sort(key=lambda one: -one.size)
    told = [one for place, one in enumerate(turns[:MOST]) if place < LEAST or one.size >= CLEARLY]
    return sorted(told, key=lambda one: one.first)


def _heavy(before: Moment, turn: Sequence[Moment], scale: float) -> tuple[int, ...]:
    sizes = dict[int, float]()
    for one in turn:
        sizes[one.move] = _moved(before, one, scale)
        before = one
    most = max(sizes.values())
    return tuple(move for move, moved in sizes.items() if moved >= most / 3)
