"""Bids of which only the highest binds, sales before the purchase, and the two players' rules for shares."""

from __future__ import annotations

from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.family import auction, floating, stock
from engine.family.choices import PrivateBid, Purchase
from engine.family.selling import SellAtOnce
from engine.finance import money, shares

TWO = 2
"""With so many players there are 30% certificates."""


class Bid(auction.Bid):
    """A bid frees the money of the one before it, which still counts when its player's turn in the contest comes."""

    def do(self, p: Position, seat: str, args: PrivateBid) -> None:
        for player, amount in auction.bound_bids(p, args.private).items():
            if player != seat:
                money.pay(p, auction.bid_account(player, args.private), player, amount)
                p.s.own.outbid[auction.freed_bid(player, args.private)] = amount
        super().do(p, seat, args)


class Sell(SellAtOnce):
    """Any lots, also several of one company, but all of them before the purchase."""

    def turn_refusal(self, p: Position) -> Refusal | None:
        if used(stock.turn_of(p), "bought"):
            return Refusal("you may sell only before you buy", p.title.sections["order"])
        return super().turn_refusal(p)

    def sold_before(self, p: Position, company: str) -> bool:
        return False


def thins_the_market(p: Position, seat: str, company: str) -> bool:
    """For two: does the purchase of somebody who is not the president first take a share of the market away?"""
    two = len(p.s.players) == TWO and shares.president(p, company) != seat
    return two and bool(shares.certs_at(p, shares.POOL, company))


def takes_the_last(p: Position, seat: str, got: Purchase) -> bool:
    """Would that be the very share that is bought?"""
    from_market = "from" in got and got.from_ == shares.POOL and thins_the_market(p, seat, got.company)
    return from_market and len(shares.certs_at(p, shares.POOL, got.company)) == 1


def remove(p: Position, seat: str, company: str) -> None:
    """A share of the market leaves the game."""
    shares.move(p, shares.certs_at(p, shares.POOL, company)[-1:], shares.GONE)
    p.emit("removed", player=seat, company=company)


class Buy(stock.Buy):
    """A share may leave the game before the purchase, so for some the only one in the market cannot be bought."""

    def refuse(self, p: Position, seat: str, got: Purchase) -> Refusal | None:
        refusal = super().refuse(p, seat, got)
        if refusal or not takes_the_last(p, seat, got):
            return refusal
        why = because("your purchase would first take the only share of {company} out of the game", company=got.company)
        return Refusal(why, p.title.sections["buy"])

    def do(self, p: Position, seat: str, args: Purchase) -> None:
        if thins_the_market(p, seat, args.company):
            remove(p, seat, args.company)
        super().do(p, seat, args)


def after_purchase(p: Position, company: str) -> None:
    """For two players the rest of the initial offering goes to the market when the company floats."""
    floating.float_if_sold(p, company)
    left = shares.certs_at(p, shares.IPO, company)
    if left and len(p.s.players) == TWO and p.company(company).floated:
        shares.move(p, left, shares.POOL)
        p.emit("to_market", company=company, shares=len(left))
