"""Occasions of a company's turn, of private companies and of the course of the game."""

from __future__ import annotations

from engine.core.errors import EngineError
from engine.family import privates
from engine.family.setup import SALE
from engine.finance import prices
from engine.finance.money import BANK
from engine.occasions.seeing import Facts, Looker, Money, PhaseName
from engine.occasions.shares import TENTH
from engine.view import PayoutView, PrivateView

LOW_PART = 6
"""A bank with less than one part in so many of what it had is low."""


# --- a company's turn


def order(of: Looker) -> Facts | None:
    """A company of the player will operate, and others will too, in the order of their prices."""
    company = next((one for one in of.led if one.price), None)
    operating = [one for one in of.p.title.operating.order(of.p) if of.p.d.is_company(one)] if company else []
    if company is None or company.symbol not in operating or len(operating) == 1:
        return None
    values = [prices.price(of.p, one) for one in operating]
    if values != sorted(values, reverse=True):
        return None
    return {
        "company": company.symbol,
        "place": operating.index(company.symbol) + 1,
        "number": len(operating),
        "price": Money(company.price),
    }


def track(of: Looker) -> Facts | None:
    """The acting company may lay track."""
    company = of.acting
    if company is None or company.treasury is None or of.step != "track":
        return None
    colors = list(of.p.d.phases[of.view.phase].tiles)
    return {"company": company.symbol, "colors": colors, "treasury": Money(company.treasury)}


def station(of: Looker) -> Facts | None:
    """The acting company may place a station marker."""
    company = of.acting
    if company is None or company.treasury is None or of.step != "token" or not company.markers_left:
        return None
    return {
        "company": company.symbol,
        "cost": Money(company.markers_left[0]),
        "treasury": Money(company.treasury),
        "left": len(company.markers_left),
    }


def run(of: Looker) -> Facts | None:
    """The acting company runs for the first time."""
    company = of.acting
    if company is None or of.step != "run" or company.last_run >= 0 or not company.trains:
        return None
    return {"company": company.symbol, "trains": [one.kind for one in company.trains]}


def dividend(of: Looker) -> Facts | None:
    """The player must choose what becomes of a company's income."""
    company, choices = of.acting, {one.kind: one for one in of.view.payouts}
    paid, kept = choices.get("full"), choices.get("withhold")
    if company is None or company.treasury is None or paid is None or kept is None:
        return None
    mine = of.held(company)
    return {
        "company": company.symbol,
        "income": Money(paid.dividend),
        "each": Money(paid.each),
        "percent": mine * TENTH,
        "mine": Money(paid.each * mine),
        "price": Money(company.price),
        "paid": Money(paid.price),
        "kept": Money(kept.price),
        "moves": _moves(company.price, paid, kept),
    }


def _moves(price: int, paid: PayoutView, kept: PayoutView) -> str:
    """What of the price depends on the choice."""
    rises, falls = paid.price != price, kept.price != price
    return "both" if rises and falls else "paid" if rises else "kept" if falls else "neither"


# --- private companies


def auction(of: Looker) -> Facts | None:
    """Private companies are sold, and the player might soon need the money for a company."""
    if of.trades or of.acting is not None or not any(one.owner == SALE for one in of.view.privates):
        return None
    chiefs = [
        box.price * of.p.d.certs[certs[0]].units
        for company, certs in of.p.d.certs_of.items()
        for box in of.p.title.stock.pars(of.p, company)
    ]
    if not chiefs:
        return None
    first = next(one for one in of.view.privates if one.owner == SALE)
    return {
        "private": first.name,
        "price": Money(first.price),
        "income": Money(first.revenue),
        "pays": "yes" if first.revenue else "no",
        "cash": Money(of.cash),
        "chief": Money(min(chiefs)),
    }


def _mine(of: Looker) -> list[PrivateView]:
    return [one for one in of.view.privates if one.owner == of.seat and one.revenue]


def private_income(of: Looker) -> Facts | None:
    """The player owns a private company that pays."""
    mine = _mine(of)
    if not mine:
        return None
    return {
        "privates": [one.name for one in mine],
        "number": len(mine),
        "income": Money(sum(one.revenue for one in mine)),
    }


def privates_close(of: Looker) -> Facts | None:
    """A train that may be bought soon closes private companies of the player."""
    mine = {one.id: one for one in of.view.privates if one.owner == of.seat}
    for ware in of.coming if mine else ():
        phase = of.begins(ware)
        closing = [mine[one] for one in _closed_by(of, phase) if one in mine] if phase else []
        if closing:
            income = sum(one.revenue for one in closing)
            return {
                "privates": [one.name for one in closing],
                "income": Money(income),
                "lost": "nothing" if not income else "one" if len(closing) == 1 else "several",
                "kind": ware.kind,
                "phase": PhaseName(phase),
            }
    return None


def _closed_by(of: Looker, phase: str) -> list[str]:
    """The private companies that close as a phase begins, found on a copy."""
    later = of.game.loose()
    later.s.phase = phase
    try:
        later.title.operating.phase_begins(later, phase)
    except EngineError:
        return []
    was, now = of.p.s.privates, later.s.privates
    return [one for one in was if now[one] == privates.CLOSED != was[one]]


def sell_private(of: Looker) -> Facts | None:
    """The acting company may buy a private company of its president's."""
    company = of.acting
    laws = map(of.law, of.game.verbs(of.seat))
    if company is None or company.treasury is None or not any(isinstance(one, privates.BuyPrivate) for one in laws):
        return None
    for private in of.view.privates:
        if private.owner == of.seat and not of.p.title.operating.private_refusal(of.p, company.symbol, private.id):
            span = of.p.title.operating.private_price(of.p, company.symbol, private.id)
            if span.low <= company.treasury:
                return {
                    "company": company.symbol,
                    "private": private.name,
                    "low": Money(span.low),
                    "high": Money(min(span.high, company.treasury)),
                    "prices": "one" if span.low == min(span.high, company.treasury) else "several",
                }
    return None


# --- the course of the game


def rounds(of: Looker) -> Facts | None:
    """Operating rounds follow the stock round in which the player trades."""
    if not of.trades:
        return None
    return {"number": of.p.d.phases[of.view.phase].operating_rounds, "phase": PhaseName(of.view.phase)}


def worth(of: Looker) -> Facts | None:
    """What counts in the end, while the player still sees what they are worth."""
    if of.me.worth is None or not (of.trades or of.acting):
        return None
    return {"worth": Money(of.me.worth)}


def bank_low(of: Looker) -> Facts | None:
    """The bank has little left, and can be broken in this game."""
    left, whole = of.view.bank, of.p.d.bank
    if of.view.broken or not 0 < left * LOW_PART < whole or not _breaks(of):
        return None
    return {"left": Money(left), "whole": Money(whole), "worth": Money(of.me.worth or 0)}


def last_set(of: Looker) -> Facts | None:
    """The bank is broken, so one set of operating rounds is the last."""
    if not of.view.broken:
        return None
    return {"which": "this" if of.view.clock.of else "next", "worth": Money(of.me.worth or 0)}


def _breaks(of: Looker) -> bool:
    """Is the bank broken when it has to pay more than it has?"""
    later = of.game.loose()
    later.title.bank.before_paying(later, later.s.cash[BANK] + 1)
    return later.s.broken
