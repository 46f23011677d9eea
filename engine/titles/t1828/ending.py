"""How 1828 ends (9.1): $500, the last set in purple phase, a bankrupt player, a winner on whom all agree."""

from __future__ import annotations

from engine.family import ending
from engine.position import Position
from engine.powers import Power
from engine.state import End
from engine.titles.t1828.market import end_price_reached
from engine.titles.t1828.own import own
from engine.titles.t1828.stock import PURPLE
from engine.verbs import Got, Plain, Values

PRICE = "price of 500"


def before_set(p: Position) -> str:
    """A price of $500 at the end of a stock round; else the set that begins in purple phase is the last."""
    own(p).last_set = p.s.phase == PURPLE
    return PRICE if end_price_reached(p) else ""


def after_set(p: Position) -> str:
    """After the first complete set in purple phase."""
    return "last set" if own(p).last_set else ""


def operating_round_ended(p: Position) -> None:
    """A price that came to $500 by a dividend ends the game with the round."""
    if end_price_reached(p):
        ending.finish(p, PRICE)


def _plays(p: Position, seat: str) -> bool:
    return seat in p.living


POWER = Power("agree_winner", _plays)


class AgreeWinner(Plain):
    """Propose that somebody has won already; when all agree, he has."""

    def slots(self, p: Position, seat: str, got: Got) -> tuple[str, ...]:
        """Who."""
        return ("winner",)

    def values(self, p: Position, seat: str, got: Got, slot: str) -> Values:
        """Any player."""
        return tuple(p.living)

    def consent(self, p: Position, seat: str, args: Got) -> list[str]:
        """Everybody else."""
        return [player for player in p.living if player != seat]

    def do(self, p: Position, seat: str, args: Got) -> None:
        """The game is over."""
        found = p.title.score(p, "agreed winner")
        p.s.end = End(why=found.why, worth=found.worth, winners=[str(args["winner"])])
        p.emit("ended", why=found.why)
