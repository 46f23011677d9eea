"""Which turns are told as turning points: the greatest, each story once; if there are few, what counted at the time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.review.facts import Fact
from engine.review.turning import CLEARLY, LEAST, MOST, Moment, Swing, swings


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
    chosen = _greatest([], swings(moments), tell)
    if len(chosen) < LEAST:
        # Nothing that anybody gained or lost at once was much of what they had at the end.
        chosen = _greatest(chosen, swings(moments, at_the_time=True), tell)
    return sorted(chosen, key=lambda one: one.swing.first)


def _greatest(chosen: list[Told], order: Iterable[Swing], tell: Callable[[Swing], Told]) -> list[Told]:
    for swing in order:
        if len(chosen) == MOST or (len(chosen) >= LEAST and swing.size < CLEARLY):
            break
        if any(one.swing.last == swing.last for one in chosen):
            continue
        told = tell(swing)
        if told.moves and told.facts:
            chosen = _once([*chosen, told])
    return chosen


def _once(told: Sequence[Told]) -> list[Told]:
    """Without turns that only bring what an earlier one foretells, unless the winner takes the lead by them."""
    return [one for one in told if one.swing.leader or not any(other.foretells(one) for other in told)]
