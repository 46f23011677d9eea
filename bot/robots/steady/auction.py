"""Auctions: bid close to the worth, and keep money to float a company."""

from __future__ import annotations

from dataclasses import dataclass

from bot.robots.foresight.needs import missing
from bot.robots.foresight.worth import likely_price, private_value
from bot.robots.reasons import Reason, reason, tried
from bot.robots.steady.look import Look
from bot.robots.steady.scored import Advice, Scored
from engine import Act, Game
from engine.family.setup import SALE
from engine.family.with_private import lying_with
from engine.view import PrivateView

SPENT = 0.5
"""The largest share of its capital that the robot spends on private companies in the opening auction."""
LITTLE = 0.1
"""The part of its cash that does not count."""
LASTS = 3.0
"""How many rounds a private company pays that comes with a presidency: until the company has its first train."""
PRESIDENCY, SHARE = 1.1, 0.5
"""What shares are worth of a company that nobody has started, in parts of the usual par: those that come with its
presidency, whose holder starts it at a par of their choice, and others, which wait until somebody does.
"""


def bid(look: Look, verb: str) -> Advice:
    """Bid or buy where the price is below the worth, best bargain first."""
    companies = {one.symbol: one for one in look.view.companies}
    money = _Money(look)
    for act in look.moves(verb):
        what = next((str(value) for value in act.args.values() if value in money.privates), "")
        amount = next((value for value in act.args.values() if isinstance(value, int)), None)
        about = next((str(value) for value in act.args.values() if value in companies), "")
        if what:
            private = money.privates[what]
            price = private.price if amount is None else amount
            worth = money.worth(what).in_all * look.stream.uniform(0.9, 1.1)
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
            worth = 1.1 * (companies[about].price or amount) if about else 0.3 * money.unspent
            why = reason("bid_par", company=about, price=price) if about else tried(worth - price)
        fits = money.allows(what, price, worth)
        if worth <= price:
            why = (
                reason("bid_dear", private=what, worth=worth, price=price) if what else reason("bid_high", price=price)
            )
        elif not fits and look.may_decline:
            why = reason("bid_ties" if money.too_little_left(what, price) else "bid_high", price=price)
        yield Scored(worth - price if fits else -price, act, why)


@dataclass(frozen=True)
class _Worth:
    """What a private company is worth that somebody could be the first to buy."""

    own: float
    """By itself."""
    shares: float
    """What comes with it."""
    starts: bool
    """Is that a company which its buyer starts?"""
    to_float: float
    """What floats that company, beyond these shares."""

    @property
    def in_all(self) -> float:
        return self.own + self.shares


def _worth(look: Look, private: PrivateView) -> _Worth:
    companies = {one.symbol: one for one in look.view.companies}
    papers = lying_with(look.game.asked, private.id)
    starts = next((paper.company for paper in papers if paper.president), "")
    shares, to_float = 0.0, 0.0
    for paper in papers:
        company = companies[paper.company]
        part = 1.0 if company.price else PRESIDENCY if paper.company == starts else SHARE
        shares += paper.units * part * likely_price(look.view, company)
    if starts:
        units = sum(paper.units for paper in papers if paper.company == starts)
        to_float = max(0, companies[starts].floats_at - units) * likely_price(look.view, companies[starts])
    value = private_value(look.view, private, look.coming.rounds)
    own = private.revenue * min(look.coming.rounds, LASTS) if starts else min(value, 1.25 * private.cost)
    return _Worth(own, shares, bool(starts), to_float)


class _Money:
    """What a seat has for an auction, and what it keeps: half of it for companies, and what floats those that it is to
    start. The shares that come with the first of them are no money spent on private companies.
    """

    def __init__(self, look: Look) -> None:
        self.look, self.privates = look, {one.id: one for one in look.view.privates}
        bids = {
            private.id: sum(one.amount for one in private.bids if one.seat == look.seat and one.bound)
            for private in look.view.privates
        }
        self.bids = {name: amount for name, amount in bids.items() if amount}
        self.owned = sum(self.privates[name].cost for name in look.me.privates)
        self.unspent = look.cash + sum(self.bids.values())
        self._worths: dict[str, _Worth] = {}

    def worth(self, private: str) -> _Worth:
        """What a private company is worth."""
        if private not in self._worths:
            self._worths[private] = _worth(self.look, self.privates[private])
        return self._worths[private]

    def allows(self, what: str, price: int, worth: float) -> bool:
        """May this be paid, in place of a bid on the same?"""
        left = self._left(what, price)
        if price <= LITTLE * self.look.cash or (2 * price <= worth and left >= self._least()):
            # A bargain that leaves enough to float a company does not have to wait.
            return True
        shares, needed = self._to_start(what)
        others = sum(amount for name, amount in self.bids.items() if name != what)
        spent = max(0.0, self.owned + others + price - shares)
        return spent <= SPENT * (self.unspent + self.owned) and left >= needed

    def too_little_left(self, what: str, price: int) -> bool:
        """Would it be less than floats the companies that the seat is to start, or any?"""
        _, needed = self._to_start(what)
        return self._left(what, price) < (needed or self._least())

    def _left(self, what: str, price: int) -> int:
        """The cash that is left; whoever raises their own bid gets that back."""
        return self.look.cash - price + self.bids.get(what, 0)

    def _to_start(self, what: str) -> tuple[float, float]:
        """The worth of the shares in the first company that it is to start, if it gets this and all that it has bid on,
        and what floats it and all others.
        """
        view = self.look.view
        mine = [one for one in view.companies if one.president == self.look.seat and not one.floated and not one.closed]
        found = [
            (self.look.units_of(one.symbol) * likely_price(view, one), missing(view, one) * likely_price(view, one))
            for one in mine
        ]
        worths = [self.worth(name) for name in self.privates if name == what or name in self.bids]
        found += [(one.shares, one.to_float) for one in worths if one.starts]
        return found[0][0] if found else 0.0, sum(needed for _, needed in found)

    def _least(self) -> int:
        """What it takes at least to float a company alone."""
        pars = [box.price for box in self.look.view.market.boxes if box.par]
        companies = [one for one in self.look.view.companies if not one.floated and not one.closed and one.floats_at]
        return min(pars, default=0) * min((one.floats_at for one in companies), default=0)


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


def _why_take(look: Look, act: Act, gain: float) -> Reason:
    """Why the private company that is on sale now is bought for its price."""
    after, taken = look.after(act), look.said(act, "auction_sold", "private")
    private = next((one for one in look.view.privates if one.id == taken), None)
    if after is None or private is None or after.asked.s.privates.get(private.id) != look.seat:
        return tried(gain)
    price = look.figure(act, "auction_sold", "price") or private.price
    return reason("bid", private=private.id, worth=price + gain, price=price) if round(gain) > 0 else tried(gain)
