"""A seat's worth to the robot: money, future income from shares, and what its companies will cost it."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from bot.robots.steady.leads import leads, soon
from engine.view import CompanyView, PrivateView, View, WareView

FLOATING = 0.7
"""The value of one more share sold of one's own company, until it floats, in parts of its price."""
RISE, FALL = 0.05, -0.04
"""What a price changes by in a round: of a company that pays, and of one that pays next to nothing."""
PAYS = 0.015
LONG = 12.0
"""The most rounds for which the bank is looked at."""
SAVED = 0.5
"""The part of all income that is spent on trains."""
USUAL_TRAINS = 2
"""The trains a company buys in its first turns."""


def horizon(view: View) -> float:
    """About how many operating rounds are still to come."""
    if view.broken or view.end:
        return 1.0 + max(0, view.clock.of - view.clock.number)
    names = [phase.name for phase in view.phases]
    left = len(names) - 1 - names.index(view.phase) if view.phase in names else 0
    # The bank pays dividends and private companies, and more of them every round.
    paid = sum(max(one.last_run, 0) for one in view.companies if not one.closed)
    paid += sum(one.revenue for one in view.privates if one.owner != "closed")
    broken_in = 1.0 + max(0, view.bank) / max(1.1 * paid, 1.0)
    # A bank that lasts for long does not end the game: then a last phase does, or a price.
    return broken_in if broken_in <= LONG else min(2.0 + 1.5 * left, 10.0)


def is_last_round(view: View) -> bool:
    """Will no operating round follow? A game whose bank is broken ends with the set."""
    return view.broken and 0 < view.clock.of == view.clock.number


def sold(view: View, company: CompanyView) -> int:
    """How many of a company's shares are out of the IPO."""
    held = sum(one.units for seat in view.seats for one in seat.shares if one.company == company.symbol)
    return held + company.pool + company.own


def missing(view: View, company: CompanyView) -> int:
    """How many more of its shares must be sold before a company floats."""
    return 0 if company.floated else max(0, company.floats_at - sold(view, company))


def to_float(view: View, company: CompanyView) -> int:
    """What they cost."""
    return missing(view, company) * (company.par or company.price)


def promises(view: View) -> dict[str, float]:
    """What each company would earn soon: with its trains, and one more if it can pay, on track that is nearly there."""
    return {one.symbol: _promise(view, one) for one in view.companies if not one.closed}


def _promise(view: View, company: CompanyView) -> float:
    ware = cheapest(view)
    trains = [train.kind for train in company.trains if not dying(view, train.kind)]
    if ware is not None and not company.turns:
        trains += [ware.kind] * USUAL_TRAINS
    elif ware is not None and _funds(company) >= ware.price:
        trains.append(ware.kind)
    return soon(leads(view, company), [ware_of(view, kind).stops for kind in trains]) if trains else 0.0


def standing(view: View, seat: str, promised: Mapping[str, float], floating: float = FLOATING) -> float:
    """A seat's worth: everything it has, valued by what it will bring. `floating` is what each share sold of its own
    company is worth until that floats.
    """
    me = next(one for one in view.seats if one.id == seat)
    companies = {one.symbol: one for one in view.companies}
    cash, total, owed = me.cash or 0, float(me.cash or 0), 0.0
    for held in me.shares:
        total += held.units * unit_value(view, companies[held.company], promised)
    total += sum(private_value(view, one) for one in view.privates if one.id in me.privates)
    total += sum(bid.amount for one in view.privates for bid in one.bids if bid.seat == seat and bid.bound)
    for company in view.companies:
        if company.president != seat or company.closed:
            continue
        if not company.floated:
            total += floating * (company.par or company.price) * min(sold(view, company), company.floats_at)
            continue
        units = next((held.units for held in me.shares if held.company == company.symbol), 0)
        total += 0.025 * units * (company.treasury or 0)
        owed += shortage(view, company)
    # What it cannot pay in cash costs it forced sales, or everything.
    return total - 0.5 * min(owed, cash) - 2.0 * max(0.0, owed - cash)


def shortage(view: View, company: CompanyView) -> float:
    """What the company's next train will cost its president."""
    ware = cheapest(view)
    if ware is None or any(not dying(view, train.kind) for train in company.trains):
        return 0.0
    if company.trains and is_last_round(view):
        return 0.0
    missing = max(0, ware.price - (company.treasury or 0))
    return missing * (0.5 if company.trains else 1.0)


def unit_value(view: View, company: CompanyView, promised: Mapping[str, float]) -> float:
    """The value of a share, with its future dividends and price moves."""
    if not company.floated:
        return (company.price or usual_par(view)) * (1.15 - 0.05 * missing(view, company))
    ahead, each = horizon(view), revenue(view, company, promised.get(company.symbol, 0.0)) / 10
    rises = RISE if each > PAYS * company.price else FALL
    return max(company.price * (1 + ahead * rises) + 0.75 * ahead * each, 0.2 * company.price)


def usual_par(view: View) -> float:
    """The likely price of a share of a company without a par."""
    pars = sorted(box.price for box in view.market.boxes if box.par)
    return pars[len(pars) // 2] if pars else 0.0


def revenue(view: View, company: CompanyView, promised: float) -> float:
    """What a company earns per round, as far as is visible: what it promises, and later what it ran for."""
    ware = cheapest(view)
    can_buy = ware is not None and _funds(company) >= ware.price
    if company.trains:
        # A young company's track is not there yet.
        grown = min(1.0, 0.2 * company.turns)
        found = max(company.last_run, grown * company.last_run + (1 - grown) * promised)
        fades = all(dying(view, train.kind) for train in company.trains) and not can_buy
        return found * (0.6 if fades else 1.0)
    return promised if can_buy or not company.turns else 0.0


def _funds(company: CompanyView) -> int:
    return company.treasury if company.treasury is not None else 3 * company.price


def private_value(view: View, private: PrivateView) -> float:
    """A private company's income for some rounds, and what a company will pay for it."""
    return 0.7 * private.cost + private.revenue * min(horizon(view), 4.0)


# --- trains


def cheapest(view: View) -> WareView | None:
    """The cheapest train available from bank or market; one that has rusted already helps nobody for long."""
    wares = [ware for ware in view.trains if (ware.on_sale or ware.pool) and not ware.again]
    return min(wares, key=lambda ware: ware.price, default=None)


def ware_of(view: View, kind: str) -> WareView:
    """The card of a kind of train."""
    return next(ware for ware in view.trains if ware.kind == kind)


def rounds_left(view: View, kind: str) -> float:
    """About how many rounds a kind of train will still run."""
    return min(horizon(view), _until_rust(view, kind))


def _until_rust(view: View, kind: str) -> float:
    """The same, however soon the game ends."""
    if ware_of(view, kind).again:
        return 1.0
    killer = ware_of(view, kind).rusted_by
    if not killer:
        return inf
    names = [ware.kind for ware in view.trains]
    before = [ware for ware in view.trains[: names.index(killer)] if ware.left > 0]
    if not before and ware_of(view, killer).left < ware_of(view, killer).count:
        return 0.0
    running = [one for one in view.companies if one.floated and not one.closed]
    soonest = sum(ware.left for ware in before) / max(1.5, 0.6 * len(running))
    # However many trains are wanted, somebody has to pay for them.
    cost = sum(ware.left * ware.price for ware in before) + ware_of(view, killer).price
    income = SAVED * sum(max(one.last_run, 0) for one in running)
    paid = (cost - sum(_funds(one) for one in running)) / max(income, 50.0)
    return max(soonest, paid)


def dying(view: View, kind: str) -> bool:
    """Will it rust within about a round?"""
    return _until_rust(view, kind) < 1.5
