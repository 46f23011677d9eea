"""The stock round of 1828: a turn's order, the gray area, the end of pars (7)."""

from __future__ import annotations

from engine.board import markers
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Run, Used
from engine.family import defaults, floating, selling, stock
from engine.family.choices import Block, Purchase
from engine.finance import prices, shares
from engine.finance.market import Box
from engine.titles.t1828.market import in_gray, sold_out_rise
from engine.titles.t1828.own import own
from engine.titles.t1828.systems import is_system

PURPLE = "purple"
TWICE = "may buy twice"
PAR_PHASES = {
    "yellow": ("yellow",),
    "green": ("yellow", "green"),
    "blue": ("yellow", "green", "blue"),
    PURPLE: (),
}
ALL_PARS = ("yellow", "green", "blue", "brown")


def pars(p: Position, company: str) -> tuple[Box, ...]:
    """By phase; only the yellow ones in the auction and in yellow phase (table 4.1)."""
    colours = PAR_PHASES.get(p.s.phase, ALL_PARS)
    return tuple(box for box in p.d.market.pars if box.section in colours)


def may_start(p: Position, player: str, company: str) -> Refusal | None:
    """No company starts in the purple phase (17.7)."""
    return Refusal("no company can be started in the purple phase", "17.7") if p.s.phase == PURPLE else None


def most_units(p: Position, company: str) -> int:
    """A player who holds 60% does not buy more, unless the price is in the gray area (7.3)."""
    return 10 if in_gray(p, company) else 6


class Buy(stock.Buy):
    """One certificate a turn; two if the player directs the company and it is in the gray area (7.1)."""

    def goes_on(self, p: Position, got: Purchase) -> bool:
        """A second certificate of the same company, before anything is sold."""
        turn = stock.turn_of(p)
        bought = [note for note in turn.used if note.what == "bought"]
        if len(bought) != 1 or ("company" in got and got.company != bought[0].on):
            return False
        return self.twice(p, bought[0])

    def twice(self, p: Position, first: Used) -> bool:
        """The player who was director before the first purchase buys the second one next."""
        turn = stock.turn_of(p)
        return stock.used(turn, TWICE) and turn.used[-1].what != "sold"

    def do(self, p: Position, seat: str, args: Purchase) -> None:
        """The director before the first purchase decides whether a second may follow."""
        twice = in_gray(p, args.company) and shares.president(p, args.company) == seat
        super().do(p, seat, args)
        if twice:
            stock.remember(stock.turn_of(p), TWICE, on=args.company)


class Sell(selling.SellOnBothSides):
    """Sales come before and after the purchase; the price falls at once (7.1, 7.2)."""

    def do(self, p: Position, seat: str, args: Block) -> None:
        """The shares reach the pool before anything else happens."""
        super().do(p, seat, args)
        while p.s.lots:
            p.title.sale.settle_lot(p, p.s.lots[0])


def after_purchase(p: Position, company: str) -> None:
    """Ten times par when 60% is sold; a system gets ten times its price (7.4, 7.5.2 step 12)."""
    if not p.company(company).floated and floating.floats(p, company):
        floating.float_company(p, company, price=prices.price(p, company) if is_system(p, company) else 0)


def round_begins(p: Position, frame: Run) -> None:
    """In the first stock round of purple phase, block the homes of companies that can no longer start (7.1)."""
    defaults.stock_round_begins(p, frame)
    if p.s.phase != PURPLE or own(p).homes_blocked:
        return
    own(p).homes_blocked = True
    for company in p.d.companies:
        if shares.started(p, company) or p.company(company).closed:
            continue
        for stop in p.d.map.homes[company]:
            slot = markers.open_slot(p, stop, company)
            if slot is not None:
                markers.put_marker(p, markers.BLOCK, stop, slot)
                p.emit("blocked", company=company, stop=stop)
        p.company(company).closed = True


def round_ended(p: Position) -> None:
    """Prices of sold-out companies rise (7.1)."""
    sold_out_rise(p)
