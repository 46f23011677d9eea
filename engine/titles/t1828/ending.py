"""How 1828 ends (9.1): $500, the last set in purple phase, a bankruptcy, or agreement on the winner."""

from __future__ import annotations

from engine.core.position import Position
from engine.core.powers import Power
from engine.family import ending
from engine.titles.t1828.market import end_price_reached
from engine.titles.t1828.own import own
from engine.titles.t1828.stock import PURPLE

PRICE = "price of 500"


def before_set(p: Position) -> str:
    """A price of $500 at the end of a stock round ends the game; else the set begun in purple phase is last."""
    own(p).last_set = p.s.phase == PURPLE
    return PRICE if end_price_reached(p) else ""


def after_set(p: Position) -> str:
    """After the first complete set in purple phase."""
    return "last set" if own(p).last_set else ""


def is_last_set(p: Position) -> bool:
    """Does the game end with this set or, in a stock round, the next one?"""
    return own(p).last_set if p.s.clock.of else p.s.phase == PURPLE


def operating_round_ended(p: Position) -> None:
    """A price that a dividend took to $500 ends the game with the round."""
    if end_price_reached(p):
        ending.finish(p, PRICE)


def _plays(p: Position, seat: str) -> bool:
    return seat in p.living


POWER = Power("agree_winner", _plays)
