"""The stock round: sell, buy, sell; several shares of a brown company; par prices by phase (7)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Run
from engine.family import floating, selling, stock
from engine.family.choices import Purchase
from engine.finance import holding, prices, shares
from engine.finance.market import Box
from engine.titles.t1843.auction import PLM
from engine.titles.t1843.define import MARKET
from engine.titles.t1843.homes import waits_for_green
from engine.titles.t1843.own import later_edition


def pars_now(p: Position) -> frozenset[int]:
    """Pars that the phases so far have made available (5, 15)."""
    pars: set[int] = set()
    for phase in p.d.phases:
        pars.update(MARKET.pars.get(phase, ()))
        if phase == p.s.phase:
            break
    return frozenset(pars)


class Sell(selling.SellOnBothSides):
    """Sell shares, before and after a purchase; the price falls at once (7.1, 7.2)."""

    at_once = True

    def sold_before(self, p: Position, company: str) -> bool:
        """As often as the player likes."""
        return False


class Buy(stock.Buy):
    """Buy a share; of a brown company several, from the IPO and the pool (7.3)."""

    def refuse(self, p: Position, seat: str, got: Purchase) -> Refusal | None:
        """By the rules of 2012 a player at the certificate limit buys nothing at all, not even what does not count."""
        if "from" not in got or later_edition(p):
            return super().refuse(p, seat, got)
        return super().refuse(p, seat, got) or holding.private_refusal(p, seat)

    def many(self, p: Position, company: str, source: str) -> bool:
        """Wherever they are for sale."""
        return source in (shares.IPO, shares.POOL) and prices.section(p, company) == "brown"


def pars(p: Position, company: str) -> tuple[Box, ...]:
    """Boxes where a company may start: the colours so far (7.4), for the PLM the first two (6.3)."""
    now = (*MARKET.pars["yellow"], *MARKET.pars["green"]) if company == PLM else pars_now(p)
    return tuple(box for box in p.d.market.pars if box.price in now)


def after_purchase(p: Position, company: str) -> None:
    """Floating; and the player who starts the MID in yellow phase learns what its homes without a tile mean (8.3)."""
    begun = any(event.kind == "started" and event.data["company"] == company for event in p.events)
    if begun and p.s.phase == "yellow" and waits_for_green(p, company):
        p.emit("no_track_yet", company=company, hex=p.d.companies[company].home)
    floating.float_if_sold(p, company)


def by_cash(p: Position, frame: Run) -> None:
    """The cards go by cash, ties keep their order; the first card begins the next round (7.1)."""
    p.s.players.sort(key=lambda seat: -p.s.cash[seat.id])
    p.s.priority = p.living[0]
    p.emit("order", players=" ".join(p.living))
