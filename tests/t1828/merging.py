"""A helping hand for players at random, who would hardly ever hold enough of two companies to merge them."""

from __future__ import annotations

import random

from engine import Act, Game
from engine.finance import shares
from engine.game import Decision

ENOUGH = 6
"""Tenths of both companies together with which a merger is worth a try."""
EAGERNESS = 0.9


def eager(game: Game, decision: Decision, stream: random.Random) -> Act | None:
    """A merger that may well succeed, or consent to one; nothing if there is none."""
    if decision.rule == "stock_turn" and "merge" in decision.verbs and stream.random() < EAGERNESS:
        return _merger(game, decision.seat)
    if decision.rule == "offer" and stream.random() < EAGERNESS:
        for offer in game.state.offers:
            act = Act("accept", {"offer": offer.id})
            if offer.verb == "merge" and not game.why_not(decision.seat, act):
                return act
    return None


def _merger(game: Game, seat: str) -> Act | None:
    p = game.position()
    held = {company: shares.units_at(p, seat, company) for company in p.d.companies}
    own = [company for company, units in held.items() if units]
    for stays in own:
        for goes in own:
            act = Act("merge", {"stays": stays, "goes": goes})
            if stays != goes and held[stays] + held[goes] >= ENOUGH and not game.why_not(seat, act):
                return act
    return None
