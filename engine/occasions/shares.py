"""Occasions of owning and trading: starting and floating companies, presidents, prices, limits."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import EngineError
from engine.core.state import Ask
from engine.core.verbs import Span, Text, Value, Values
from engine.family import defaults, floating, opening
from engine.finance import prices
from engine.needs import sales
from engine.occasions.seeing import Facts, Looker, Money, Player
from engine.view import CompanyView, SeatView

TENTH = 10
"""Percent of a company in one of its tenths."""
HUNDRED = 100
NEAR = 2
"""So many more certificates and a player holds as many as they may."""


def par(of: Looker) -> Facts | None:
    """The player could start a company."""
    for verb in of.game.verbs(of.seat) if of.trades else ():
        asked = of.game.values(of.seat, verb) if isinstance(of.p.title.verbs[verb], opening.Par) else None
        for company in of.view.companies if asked is not None else ():
            if company.symbol in _listed(asked):
                return _par(of, company, _listed(of.game.values(of.seat, verb, {"company": company.symbol})))
    return None


def _listed(asked: tuple[str, Values] | None) -> Sequence[Value]:
    """The values of a slot that has only a few."""
    return () if asked is None or isinstance(asked[1], (Span, Text)) else tuple(asked[1])


def _par(of: Looker, company: CompanyView, values: Sequence[Value]) -> Facts | None:
    pars = [one for one in values if isinstance(one, int)]
    if not pars:
        return None
    low, high = min(pars), max(pars)
    alone = max((one for one in pars if one * company.floats_at <= of.cash), default=0)
    units = of.p.d.certs[of.p.d.certs_of[company.symbol][0]].units
    return {
        "low": Money(low),
        "high": Money(high),
        "choices": "one" if low == high else "some" if 0 < alone < high else "several",
        "alone": Money(alone),
        "percent": units * TENTH,
        "cost": Money(low * units),
        "floats": company.floats_at * TENTH,
        "together": Money(low * company.floats_at),
        "cash": Money(of.cash),
    }


def first_par(of: Looker) -> Facts | None:
    """The player sets the par of a company whose president's certificate they have been given."""
    symbol = next(iter(of.top.about), "") if isinstance(of.top, Ask) else ""
    company = next((one for one in of.view.companies if one.symbol == symbol), None)
    asked = (_listed(of.game.values(of.seat, verb)) for verb in of.game.verbs(of.seat))
    numbers = ([one for one in values if isinstance(one, int)] for values in asked)
    pars = next(filter(None, numbers), None)
    if company is None or not pars:
        return None
    return {
        "company": symbol,
        "low": Money(min(pars)),
        "high": Money(max(pars)),
        "floats": company.floats_at * TENTH,
        "percent": of.held(company) * TENTH,
        "others": max(one.floats_at for one in of.view.companies) * TENTH,
        "enough": "yes" if of.held(company) >= company.floats_at else "no",
    }


def float_(of: Looker) -> Facts | None:
    """A company has started and not sold enough of its shares to float."""
    for company in of.open if of.trades else ():
        sold = floating.sold_units(of.p, company.symbol)
        if not company.floated and sold < company.floats_at:
            return {
                "company": company.symbol,
                "sold": sold * TENTH,
                "floats": company.floats_at * TENTH,
                "more": (company.floats_at - sold) * TENTH,
                "cost": Money(company.offer_price),
            }
    return None


def first_share(of: Looker) -> Facts | None:
    """The player holds a single certificate of a company."""
    held = [one for one in of.me.shares if one.certificates]
    if len(held) != 1 or held[0].certificates != 1:
        return None
    company = next(one for one in of.view.companies if one.symbol == held[0].company)
    if not company.price:
        return None
    return {
        "company": company.symbol,
        "percent": held[0].percent,
        "whole": Money(HUNDRED),
        "part": Money(held[0].percent),
        "price": Money(company.price),
    }


def president(of: Looker) -> Facts | None:
    """The player presides over a company in play."""
    for company in of.led:
        if company.treasury is not None:
            return {"company": company.symbol, "treasury": Money(company.treasury), "percent": of.held(company) * TENTH}
    return None


def _rival(of: Looker, company: CompanyView) -> tuple[SeatView, int] | None:
    """Who else holds most of a company that a player leads, and how much."""
    held = [(one, of.held(company, one.id)) for one in of.view.seats if one.id != of.seat and not one.out]
    best = max(held, key=lambda pair: pair[1], default=None)
    return best if best and best[1] else None


def presidency_lost(of: Looker) -> Facts | None:
    """Somebody holds as much of the player's company as they do, and there is a share to be had."""
    for company in of.led:
        rival, mine = _rival(of, company), of.held(company)
        if rival is not None and rival[1] == mine and company.offered + company.pool:
            return {"company": company.symbol, "percent": mine * TENTH, "player": Player(rival[0].id)}
    return None


def presidency_near(of: Looker) -> Facts | None:
    """The player holds as much of a company as its president does, and could buy a share of it."""
    for company in of.open if of.trades else ():
        mine = of.held(company)
        if not mine or company.president in ("", of.seat) or not company.offered + company.pool:
            continue
        if of.held(company, company.president) == mine:
            return {"company": company.symbol, "percent": mine * TENTH, "player": Player(company.president)}
    return None


def sale(of: Looker) -> Facts | None:
    """The player may sell, and the price would fall."""
    for likely in sales(of.game, of.seat) if of.trades else ():
        before = prices.price(of.p, likely.company)
        if likely.price < before:
            return {
                "company": likely.company,
                "number": likely.shares,
                "brings": Money(likely.brings),
                "before": Money(before),
                "price": Money(likely.price),
            }
    return None


def pool(of: Looker) -> Facts | None:
    """A company has shares in the pool and in the IPO, at two prices."""
    for company in of.open if of.trades else ():
        if company.pool and company.offered and company.price != company.offer_price and company.offer_price:
            return {"company": company.symbol, "pool": Money(company.price), "offer": Money(company.offer_price)}
    return None


def sold_out(of: Looker) -> Facts | None:
    """The price of a company of the player rises at the end of this stock round, as things stand."""
    mine = {one.company for one in of.me.shares}
    gone = [one for one in of.open if one.symbol in mine and not one.offered + one.pool]
    if not of.trades or not gone:
        return None
    later = of.game.loose()
    try:
        later.title.stock.round_ended(later)
    except EngineError:
        return None
    for company in gone:
        price = prices.price(later, company.symbol)
        if price > company.price:
            return {"company": company.symbol, "price": Money(company.price), "after": Money(price)}
    return None


def certificates(of: Looker) -> Facts | None:
    """The player holds almost as many certificates as they may."""
    limit = of.me.limit
    if limit is None or not of.trades or limit - of.me.certificates > NEAR:
        return None
    must_sell = of.p.title.holding.must_sell(of.p, of.seat) is not None
    reached = "over" if must_sell else "near" if of.me.certificates < limit else "full"
    return {"held": of.me.certificates, "limit": limit, "reached": reached}


def free_certificates(of: Looker) -> Facts | None:
    """Some of the player's certificates count towards no limit, for their price is low."""
    counts = of.p.title.holding.counts
    for one in of.me.shares if of.me.limit is not None else ():
        if not counts(of.p, one.company):
            price = prices.price(of.p, one.company)
            return {"company": one.company, "number": one.certificates, "price": Money(price)}
    return None


def priority(of: Looker) -> Facts | None:
    """Whoever has the priority card as this stock round ends begins the next."""
    holder = next((one for one in of.view.seats if one.priority), None)
    if not of.trades or holder is None or of.p.title.stock.next_order is not defaults.priority_stays:
        return None
    return {"player": Player(holder.id), "mine": "yes" if holder.id == of.seat else "no"}
