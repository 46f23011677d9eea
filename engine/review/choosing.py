"""Which turns are told as turning points: the greatest, each story once."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.review.deeds import GAINED
from engine.review.facts import Fact
from engine.review.turning import CLEARLY, HALF, LEAST, MOST, Moment, Swing, swings


@dataclass(frozen=True)
class Told:
    """A turn with what is told of it."""

    swing: Swing
    moves: tuple[int, ...]
    facts: tuple[Fact, ...]
    paid_for: frozenset[str]
    """Companies into which somebody put their own money, or over which they went bankrupt."""

    def foretells(self, later: Told) -> bool:
        """Does it tell that somebody will do what they do then?"""
        foretold = {fact.about for fact in self.facts if fact.kind in ("adds", "ruins")}
        return self.swing.last < later.swing.first and not later.paid_for.isdisjoint(foretold)


def turning_points(moments: Sequence[Moment], tell: Callable[[Swing], Told]) -> list[Told]:
    """The turns that are told, in their order."""
    order = sorted(swings(moments), key=lambda one: not one.opening)
    enough = min(CLEARLY, HALF * max((swing.size for swing in order), default=0))
    # Everybody gains companies, and by them most of what they have: that decides where nothing else did.
    gains = [one for one in order if one.deed is not None and one.deed.kind == GAINED]
    chosen = _greatest([], [one for one in order if one not in gains], enough, tell)
    if len(chosen) < LEAST:
        chosen = _greatest(chosen, gains, math.inf, tell)
    return sorted(chosen, key=lambda one: one.swing.first)


def _greatest(chosen: list[Told], order: Sequence[Swing], enough: float, tell: Callable[[Swing], Told]) -> list[Told]:
    """With the greatest of others, as long as there are not too many, and each is `enough` beyond the least number."""
    for swing in order:
        if len(chosen) == MOST or (len(chosen) >= LEAST and swing.size < enough):
            break
        if any(one.swing.moves & swing.moves for one in chosen):
            continue
        told = tell(swing)
        if told.moves and told.facts:
            chosen = _once([*chosen, told])
    return chosen


def _once(told: Sequence[Told]) -> list[Told]:
    """Without turns that only bring what an earlier one foretells, unless the winner takes the lead by them."""
    return [one for one in told if one.swing.leader or not any(other.foretells(one) for other in told)]
