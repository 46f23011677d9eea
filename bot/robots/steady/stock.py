"""Shares: what to buy and sell, and which company to start at which par."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.robots.steady.ground import home_value
from bot.robots.steady.look import Look
from bot.robots.steady.worth import FLOATS_AT, shortage
from engine import Act
from engine.view import CompanyView

Advice = Iterator[tuple[float, Act]]
FEE = 4.0
"""A trade must bring more than this, or shares would change hands forever."""
STARTING = 120.0


def trade(look: Look, verb: str) -> Advice:
    """Buy or sell what leaves the seat better off."""
    for act in look.moves(verb)[: look.tries]:
        gain = look.gain(act)
        if gain is not None:
            yield gain - FEE, act
        if look.late():
            return


def start(look: Look, verb: str) -> Advice:
    """Start a company that can float, at the highest possible par."""
    mine = [one for one in look.view.companies if one.president == look.seat and not one.closed]
    unfloated = [one for one in mine if not one.floated]
    before = {one.symbol for one in look.view.companies if one.started}
    burden = sum(shortage(look.view, one) for one in mine if one.floated)
    homes = {one.symbol: home_value(look.view, one) for one in look.view.companies}
    # The best homes first, at the highest price: with few tries, all prices of one company would be all that is seen.
    moves = sorted(look.moves(verb), key=lambda act: -_first(look, act, homes))
    for act in moves[: look.tries]:
        game = look.after(act)
        if game is None:
            continue
        after = look.ahead(game)
        # If a par is set for a company started otherwise, it is the one that changed.
        new = [one for one in after.companies if one.started and one.symbol not in before]
        company = next(iter(new), None) or _changed(look, after.companies)
        if company is None:
            yield 0.0, act
            continue
        cash = next(one.cash or 0 for one in after.seats if one.id == look.seat)
        yield _start_score(look, company, cash, len(unfloated), len(mine), burden), act
        if look.late():
            return


def _changed(look: Look, after: list[CompanyView]) -> CompanyView | None:
    par = {one.symbol: one.par for one in look.view.companies}
    return next((one for one in after if one.par != par[one.symbol]), None)


def _first(look: Look, act: Act, homes: Mapping[str, float]) -> float:
    """How promising a start is before it is tried out."""
    home = next((homes[str(value)] for value in act.args.values() if value in homes), 0.0)
    price = next((value for value in act.args.values() if isinstance(value, int)), 0)
    return home + 0.6 * price if FLOATS_AT * price <= look.cash else home - 0.6 * price


def _start_score(look: Look, company: CompanyView, cash: int, unfloated: int, mine: int, burden: float) -> float:
    price = company.par or company.price
    needed = max(0, FLOATS_AT - (10 - company.offered)) * price
    # The others want to float companies of their own first.
    others = [max(0.0, (one.cash or 0) - FLOATS_AT * price) for one in look.view.seats if one.id != look.seat]
    helped = cash - burden + 0.2 * sum(others)
    share = helped / needed if needed else 1.0
    if needed and look.me.limit is not None:
        # It needs the places for its certificates, too; its president's is the first.
        share = min(share, (look.me.limit - look.me.certificates - 1) * price / needed)
    worth = home_value(look.view, company)
    if share >= 1:
        score = STARTING + 0.6 * price + worth
    else:
        score = STARTING * share - 0.6 * price * (1 - share) + 0.3 * worth - 40
    return score - 150 * unfloated - 50 * mine
