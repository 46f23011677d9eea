"""Which turns are told as turning points: the greatest, each story once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.review.deeds import GAINED
from engine.review.facts import Fact
from engine.review.turning import CLEARLY, HALF, LEAST, MOST, Moment, Swing, swings

COSTS = ("adds", "ruins")
"""Facts about what trains will cost presidents."""


@dataclass(frozen=True)
class Told:
    """A turn with what is told of it."""

    swing: Swing
    moves: tuple[int, ...]
    facts: tuple[Fact, ...]
    paid_for: frozenset[tuple[str, int]]
    """Companies into which somebody put so much of their own money, or none because they went bankrupt over them."""
    usual: bool = False
    """Is it only what any turn brings, such as a dividend?"""

    def foretells(self, later: Told) -> bool:
        """Does it tell that somebody will do what they do then?"""
        foretold = {(fact.about, fact.amount) for fact in self.facts if fact.kind in COSTS}
        return self.swing.last < later.swing.first and not later.paid_for.isdisjoint(foretold)


def turning_points(moments: Sequence[Moment], tell: Callable[[Swing], Told]) -> list[Told]:
    """The turns that are told, in their order."""
    order = sorted(swings(moments), key=lambda one: not one.anyway)
    enough = min(CLEARLY, HALF * max((swing.size for swing in order), default=0))
    # Everybody gains companies, and by them most of what they have, and everybody is paid dividends: that decides where
    # nothing else did.
    acts = [one for one in order if one.deed is None or one.deed.kind != GAINED]
    chosen = _greatest([], acts, enough, lambda swing: None if (told := tell(swing)).usual else told)
    if len(chosen) < LEAST:
        chosen = _greatest(chosen, order, math.inf, tell)
    in_order = list(_each_cost_once(sorted(chosen, key=lambda one: one.swing.first)))
    return _with_lead(in_order, order, moments, tell)


def _greatest(
    chosen: list[Told], order: Sequence[Swing], enough: float, tell: Callable[[Swing], Told | None]
) -> list[Told]:
    """With the greatest of others, as long as there are not too many, and each is `enough` beyond the least number."""
    for swing in order:
        if len(chosen) == MOST or (len(chosen) >= LEAST and swing.size < enough):
            break
        if _has(chosen, swing):
            continue
        told = tell(swing)
        if told is not None and told.moves and told.facts:
            chosen = _once([*chosen, told])
    return chosen


def _has(chosen: Sequence[Told], swing: Swing) -> bool:
    """Is it told, or a move of it?"""
    return any(one.swing is swing or one.swing.moves & swing.moves for one in chosen)


def _once(told: Sequence[Told]) -> list[Told]:
    """Without turns that only bring what an earlier one foretells."""
    return [one for one in told if not any(other.foretells(one) for other in told)]


def _each_cost_once(chosen: Sequence[Told]) -> Iterator[Told]:
    """With what trains cost presidents told where it is foreseen first."""
    known = list[Fact]()
    for one in chosen:
        facts = [fact for fact in one.facts if fact not in known]
        known += [fact for fact in facts if fact.kind in COSTS]
        yield replace(one, facts=tuple(facts))


def _with_lead(
    chosen: list[Told], order: Sequence[Swing], moments: Sequence[Moment], tell: Callable[[Swing], Told]
) -> list[Told]:
    """With the winner's lead: if they take it in a turn that is not told, the one that leads to it says so."""
    lead = next((one for one in order if one.leader), None)
    if lead is None or _has(chosen, lead):
        return chosen
    taken = tell(lead)
    earlier = [n for n, one in enumerate(chosen) if one.swing.last < lead.first]
    foretelling = [n for n in earlier if chosen[n].foretells(taken)]
    if not earlier:
        return chosen
    place = (foretelling or earlier[-1:])[0]
    point = chosen[place]
    later = [one.turn[1:] for one in moments if point.swing.last <= one.move <= lead.last]
    fact = Fact("leads_later", lead.leader, amount=sum(one != other for one, other in pairwise(later)))
    return [*chosen[:place], replace(point, facts=(*point.facts, fact)), *chosen[place + 1 :]]
