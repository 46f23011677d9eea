"""Starting companies: which, at what par, and with which homes."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import NamedTuple

from bot.robots.foresight.ground import home_value
from bot.robots.foresight.worth import IN_TIME, once_floated, owed_later, promise, shortage, sold, to_float, unit_value
from bot.robots.reasons import reason
from bot.robots.steady.look import Look
from bot.robots.steady.scored import Advice, Scored
from bot.robots.steady.stock import STUCK, company_of
from engine import Act, Game
from engine.view import CompanyView

STARTING = 120.0
HALF = 5
"""The shares of a company with which nobody else can hold more."""
EXPECTED = 0.5
"""The part that counts of what its shares will be worth beyond their price once it floats."""
BURDEN = 0.5
"""The part of what other companies will soon need that is not to be spent: they may earn it before."""


def start(look: Look, verb: str) -> Advice:
    """Start a company that can float, at the highest possible par."""
    mine = [one for one in look.view.companies if one.president == look.seat and not one.closed]
    # Those that cannot operate yet, and those that somebody else may still take.
    unsafe = [one for one in mine if not one.floated or (not one.turns and _may_be_taken(look, one))]
    before = {one.symbol for one in look.view.companies if one.started}
    burden = sum(shortage(look.view, one) for one in mine if one.floated)
    homes = {one.symbol: home_value(look.view, one) for one in look.view.companies}
    # The best homes first, at the highest price: with few tries, all prices of one company would be all that is seen.
    for act in look.promising(verb, lambda act: _first(look, act, homes))[: look.most]:
        game = look.after(act)
        if game is None:
            continue
        after = look.ahead(game)
        # If a par is set for a company started otherwise, it is the one that changed.
        new = [one for one in after.companies if one.started and one.symbol not in before]
        company = next(iter(new), None) or _changed(look, after.companies)
        if company is None:
            yield Scored(0.0, act, reason("any"))
            continue
        cash = next(one.cash or 0 for one in after.seats if one.id == look.seat)
        worth, earns = home_value(after, company), look.coming.earns[company.symbol]
        # Homes that are chosen with the move are not known before.
        home = _Home(worth, _home_among(look, worth, homes), earns if company.homes else promise(after, game, company))
        yield _start_scored(look, act, company, _Purse(cash, BURDEN * burden), len(unsafe), len(mine), home)
        if look.late():
            return


def _may_be_taken(look: Look, company: CompanyView) -> bool:
    """Has somebody the money to hold more of a company than the seat?"""
    mine = look.units_of(company.symbol)
    return mine < HALF and any(
        sum(one.units for one in seat.shares if one.company == company.symbol)
        + (seat.cash or 0) // max(1, company.price)
        > mine
        for seat in look.view.seats
        if seat.id != look.seat
    )


class _Home(NamedTuple):
    """What is around a company's home, and whether that is better than around most."""

    worth: float
    kind: str
    earns: float
    """What the company will earn in a round."""


class _Purse(NamedTuple):
    """What the seat has once the president's certificate is paid, and what its other companies may need of that."""

    cash: int
    kept: float


def _changed(look: Look, after: list[CompanyView]) -> CompanyView | None:
    par = {one.symbol: one.par for one in look.view.companies}
    return next((one for one in after if one.par != par[one.symbol]), None)


def _first(look: Look, act: Act, homes: Mapping[str, float]) -> float:
    """How promising a start is before it is tried out."""
    home = next((homes[str(value)] for value in act.args.values() if value in homes), 0.0)
    home += around(look, act)
    company = company_of(look, act)
    price = next((value for value in act.args.values() if isinstance(value, int)), 0)
    needed = (company.floats_at if company else 6) * price
    return home + 0.6 * price if needed <= look.cash else home - 0.6 * price


def around(look: Look, act: Act) -> float:
    """What is around the hexes that a move chooses; a company may have the name of a hex."""
    company = company_of(look, act)
    chosen = [value for value in act.args.values() if value in look.hexes and (not company or value != company.symbol)]
    return sum(look.surroundings(str(value)) for value in chosen)


def homes_chosen(look: Look, after: Game) -> float:
    """What is around the homes that are chosen for companies which a move gives the seat."""
    before, then = {one.symbol for one in look.view.companies if one.started}, look.ahead(after)
    new = (one for one in then.companies if one.started and one.symbol not in before and not one.homes)
    return sum(home_value(then, one) for one in new if one.president == look.seat)


def _start_scored(
    look: Look, act: Act, company: CompanyView, purse: _Purse, unsafe: int, mine: int, home: _Home
) -> Scored:
    price = company.par or company.price
    left = max(0, company.floats_at - max(sold(look.view, company), _sold_now(company)))
    needed = left * price
    # Others float companies of their own first: who waits for their money may wait for rounds.
    share = (purse.cash - purse.kept) / needed if needed else 1.0
    if needed and look.me.limit is not None:
        # It needs the places for its certificates, too; its president's is the first.
        share = min(share, (look.me.limit - look.me.certificates - 1) * price / needed)
    if share >= 1:
        score = STARTING + 0.6 * price + home.worth
        if not unsafe:
            # One at a time: who has not floated the first gains nothing by a second.
            score += _expected(look, company, price, home.earns)
    else:
        score = STARTING * share - 0.6 * price * (1 - share) + 0.3 * home.worth - 40
        if not _enough_at_the_table(look, needed):
            score -= STUCK
    score -= STUCK * unsafe + 50 * mine
    missed = look.missed(look.cash - purse.cash + needed)
    if score > 0 >= score - missed:
        # Without that it would be started.
        return Scored(score - missed, act, reason("start_owes", company=company.symbol, owed=look.debts.in_all))
    score -= missed
    values: dict[str, str | float] = {"company": company.symbol, "price": price, "left": left, "needed": needed}
    if share < 1 and purse.cash - purse.kept < needed <= purse.cash:
        return Scored(score, act, reason("start_kept", kept=purse.kept, **values))
    if share < 1 and (score > 0 or not look.may_decline):
        return Scored(score, act, reason("start_dear", **values))
    if share < 1 and purse.cash >= needed:
        places = max(0, (look.me.limit or 0) - look.me.certificates)
        return Scored(score, act, reason("start_places", places=places, **values))
    if share < 1:
        return Scored(score, act, reason("start_far", **values))
    values["home"] = home.kind
    if not left:
        return Scored(score, act, reason("start_full", **values))
    return Scored(score, act, reason("start_alone", **values))


def _expected(look: Look, company: CompanyView, price: int, earns: float) -> float:
    """What the seat's shares of those that float it will be worth beyond their price, less what its president will have
    to add for all trains after its first.
    """
    floated = once_floated(company)
    coming = dataclasses.replace(look.coming, earns={company.symbol: earns})
    others = sold(look.view, company) - look.units_of(company.symbol)
    more = (company.floats_at - others) * max(0.0, unit_value(look.view, floated, coming) - price)
    return EXPECTED * more - IN_TIME * owed_later(look.view, floated, earns)


def _home_among(look: Look, worth: float, homes: Mapping[str, float]) -> str:
    """Has it one of the better homes of those that can be started?"""
    others = sorted(homes[one.symbol] for one in look.view.companies if not one.started and not one.closed)
    return "good" if others and worth >= max(1.0, others[len(others) // 2]) else "plain"


def _sold_now(company: CompanyView) -> int:
    """Out of its ten shares, those that are not offered."""
    return max(0, 10 - company.offered) if company.offered else 0


def _enough_at_the_table(look: Look, needed: int) -> bool:
    """Can everybody together float it beside what is started already?"""
    money = sum(one.cash or 0 for one in look.view.seats)
    started = [one for one in look.view.companies if one.started and not one.floated and not one.closed]
    return money >= needed + sum(to_float(look.view, one) for one in started)
