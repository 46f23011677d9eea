"""Auctions: bid close to the worth, and keep money to float a company."""

from __future__ import annotations

from dataclasses import dataclass

from bot.robots.foresight.prospect import brought_by
from bot.robots.foresight.worth import likely_price, private_value
from bot.robots.reasons import Reason, reason, tried
from bot.robots.steady.look import Look
from bot.robots.steady.scored import Advice, Scored
from engine import Act, Game
from engine.family.setup import SALE
from engine.view import PrivateView

SPENT = 0.5
"""The largest share of its capital that the robot spends in the opening auction."""

LASTS = 3.0
"""How many rounds a private company pays that comes with a presidency: until the company has its first train."""
PRESIDENCY, SHARE = 1.2, 0.5
"""What shares of a company that nobody has started are worth, in parts of the usual par: of a president's certificate,
whose holder starts it at a par of their choice, and of others, which wait until somebody does.
"""


def bid(look: Look, verb: str) -> Advice:
    """Bid or buy where the price is below the worth, best bargain first."""
    privates = {one.id: one for one in look.view.privates}
    companies = {one.symbol: one for one in look.view.companies}
    bound = {
        private.id: sum(one.amount for one in private.bids if one.seat == look.seat and one.bound)
        for private in privates.values()
    }
    owned = sum(privates[name].cost for name in look.me.privates)
    to_start, capital = _least_to_float(look), look.cash + sum(bound.values())
    for act in look.moves(verb):
        what = next((str(value) for value in act.args.values() if value in privates), "")
        amount = next((value for value in act.args.values() if isinstance(value, int)), None)
        about = next((str(value) for value in act.args.values() if value in companies), "")
        along = 0.0
        if what:
            private = privates[what]
            price = private.price if amount is None else amount
            found = _worth(look, private)
            worth, along = found.in_all * look.stream.uniform(0.9, 1.1), found.shares if found.starts else 0.0
            if any(one.seat == look.seat and one.amount == max(b.amount for b in private.bids) for one in private.bids):
                continue
            why = reason("bid", private=what, worth=worth, price=price)
        elif amount is None:
            gain = look.gain(act)
            if gain is not None:
                yield Scored(gain + look.stream.uniform(-0.02, 0.05) * look.cash, act, _why_take(look, act, gain))
            continue
        else:
            price = amount
            worth = 1.1 * (companies[about].price or amount) if about else 0.3 * capital
            why = reason("bid_par", company=about, price=price) if about else tried(worth - price)
        # A presidency is no private company, and a bargain that leaves enough to float a company does not have to wait.
        bargain = 2 * price <= worth and look.cash - price >= to_start
        # Who outbids themselves gets the first bid back.
        spent = owned + sum(amount for name, amount in bound.items() if name != what)
        purse = SPENT * (capital + owned) - spent
        fits = purse >= price - along or price <= 0.1 * look.cash or bargain
        if worth <= price:
            why = (
                reason("bid_dear", private=what, worth=worth, price=price) if what else reason("bid_high", price=price)
            )
        elif not fits and look.may_decline:
            why = reason("bid_ties", price=price)
        yield Scored(worth - price if fits else -price, act, why)


@dataclass(frozen=True)
class _Worth:
    """What a private company is worth that somebody could be the first to buy."""

    own: float
    shares: float
    """What comes with it."""
    starts: bool
    """Is that a company which its buyer starts?"""

    @property
    def in_all(self) -> float:
        return self.own + self.shares


def _worth(look: Look, private: PrivateView) -> _Worth:
    companies = {one.symbol: one for one in look.view.companies}
    papers, shares = brought_by(look.game, private.id, look.seat), 0.0
    for paper in papers:
        company = companies[paper.company]
        likely = likely_price(look.view, company) * (PRESIDENCY if paper.president else SHARE)
        shares += paper.units * (company.price or likely)
    if any(paper.president for paper in papers):
        return _Worth(private.revenue * min(look.coming.rounds, LASTS), shares, starts=True)
    value = private_value(look.view, private, look.coming.rounds)
    return _Worth(min(value, 1.25 * private.cost), shares, starts=False)


def left_cheaper(look: Look, after: Game) -> tuple[str, float]:
    """The private company for sale that a move makes cheaper, and what it is then worth beyond its price to whoever is
    next.
    """
    on_sale = [one for one in look.view.privates if one.owner == SALE]
    if not on_sale:
        return "", 0.0
    then = {one.id: one for one in look.ahead(after).privates}
    cheaper = [one for one in on_sale if then[one.id].owner == SALE and then[one.id].price < one.price]
    left = {one.id: _bargain(look, then[one.id]) for one in cheaper}
    return max(left.items(), key=lambda pair: pair[1], default=("", 0.0))


def _bargain(look: Look, private: PrivateView) -> float:
    """What it is worth beyond its price, to anybody."""
    return max(0.0, _worth(look, private).in_all - private.price)


def _least_to_float(look: Look) -> int:
    """What it takes at least to float a company alone."""
    pars = [box.price for box in look.view.market.boxes if box.par]
    units = [one.floats_at for one in look.view.companies if not one.floated and not one.closed and one.floats_at]
    return min(pars, default=0) * min(units, default=0)


def _why_take(look: Look, act: Act, gain: float) -> Reason:
    """Why the private company that is on sale now is bought for its price."""
    after, taken = look.after(act), look.said(act, "auction_sold", "private")
    private = next((one for one in look.view.privates if one.id == taken), None)
    if after is None or private is None or after.asked.s.privates.get(private.id) != look.seat:
        return tried(gain)
    price = look.figure(act, "auction_sold", "price") or private.price
    worth = _worth(look, private).in_all
    return reason("bid", private=private.id, worth=worth, price=price) if round(worth) > price else tried(gain)
