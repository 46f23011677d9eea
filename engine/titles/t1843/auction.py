"""The auction of the private companies: falling prices, and what comes with two of them (6)."""

from __future__ import annotations

from engine.core.position import Position
from engine.family import auction, starting
from engine.family.auction import AuctionRules, printed_cost
from engine.family.with_private import comes_with
from engine.titles.t1843.own import own

BOULOGNE, LYON = "BA", "LM"
ETA, PLM = "ETA", "PLM"


def price_of(p: Position, private: str) -> int:
    """Face value less the reductions when everybody passed (6.2)."""
    return printed_cost(p, private) - own(p).cuts.get(private, 0)


RULES = AuctionRules(multiple=5, price=price_of, bought=comes_with, order=auction.lowest_first)

FRAMES = {**auction.FRAMES, **starting.FRAMES}

VERBS = {**auction.VERBS, **starting.VERBS}
