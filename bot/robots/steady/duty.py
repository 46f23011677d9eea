"""The duty to own a train: which of a president's companies can spare one, and what a first route costs."""

from __future__ import annotations

from bot.robots.foresight.lasting import cheapest, dying, is_last_round, needed, rounds_left
from bot.robots.foresight.prospect import income
from bot.robots.foresight.worth import FALL, RISE
from bot.robots.reasons import reason
from bot.robots.steady.look import Look
from bot.robots.steady.rust import COUNTED, runs_left, rusting
from bot.robots.steady.scored import Advice, Scored
from engine import Act, Game
from engine.family.trains import must_buy
from engine.view import CompanyView, WareView

KEPT = 0.05
"""What a dollar is worth that stays in a treasury, beside what a president adds."""
FORCED = 0.2
"""What a dollar costs in addition for which shares must be sold."""
LATER = 0.5
"""The part that counts of what is only put off."""


def from_another(look: Look, company: CompanyView, act: Act, best: float) -> Advice:
    """Buy a train that another of the robot's companies can spare. `best` is the score of the best other train."""
    source, kind, price = str(act.args["from"]), str(act.args["kind"]), act.args["price"]
    other = next((one for one in look.view.companies if one.symbol == source), None)
    if other is None or other.president != look.seat or company.trains or not isinstance(price, int):
        return
    ware, treasury = cheapest(look.view), company.treasury or 0
    must, values = ware is not None and not look.may_decline, {"company": company.symbol, "other": source, "kind": kind}
    why = reason("buy_moves", price=price, **values)
    if ware is not None and must and ware.price > treasury:
        # The president would pay, and would only put that off where the other company must be paid for then.
        if ware.price - treasury <= look.cash and _leaves_lacking(look, other, act):
            return
        if _must_then(look, other, act) and not _rusts_anyway(look, other, kind):
            why = reason("buy_passes", price=price, **values)
        gain = best + _spares(look, company, other, act, ware) - _buys(look, company, treasury, ware)
    else:
        # Where it must buy one, also a train that will rust may do.
        spare = [train.kind for train in other.trains if must or not dying(look.view, train.kind)]
        if len(spare) < 2 or kind not in spare:
            return
        more = look.units * look.income(look.game, [kind])
        less = look.units_of(source) * _lost(look, other, spare, kind)
        gain = 0.1 * (_rounds(look, kind, ran=True) * more - _rounds(look, kind, ran=other.operated) * less) - price
        gain += max(0, ware.price - treasury) if ware is not None else 0
    yield Scored(gain, act, why)


def _rusts_anyway(look: Look, other: CompanyView, kind: str) -> bool:
    """Will a company's train have rusted before its next turn, so that it gives nothing away?"""
    return other.operated and rounds_left(look.view, kind) < 1


def _leaves_lacking(look: Look, other: CompanyView, act: Act) -> bool:
    """Must the company that gives its train buy one then that it cannot pay?"""
    if _rusts_anyway(look, other, str(act.args["kind"])):
        return False
    after, new = look.after(act), needed(look.view)
    lacks = after is not None and new is not None and after.asked.s.cash[other.symbol] < new.price
    return lacks and _must_then(look, other, act)


def _must_then(look: Look, other: CompanyView, act: Act) -> bool:
    """Must the company that gives its train buy one before the game ends?"""
    after, over = look.after(act), is_last_round(look.view) and other.operated
    return after is not None and not over and must_buy(after.asked, other.symbol)


def _rounds(look: Look, kind: str, *, ran: bool) -> float:
    """How often a train will run for a company that has run in this round, or has not."""
    return max(0.0, min(rounds_left(look.view, kind) - ran, COUNTED))


def _lost(look: Look, company: CompanyView, kinds: list[str], kind: str) -> int:
    """What a company with these trains earns less without one of them."""
    fewer = list(kinds)
    fewer.remove(kind)
    return income(look.game, company.symbol, kinds) - income(look.game, company.symbol, fewer)


def _buys(look: Look, company: CompanyView, treasury: int, ware: WareView, *, later: bool = False) -> float:
    """What it is worth to the seat that a company buys a train, perhaps only in the next round: what that earns and
    rusts, less what it costs.
    """
    runs = max(0.0, min(runs_left(look, company, ware.kind), COUNTED) - later)
    earns = 0.1 * runs * look.units_of(company.symbol) * income(look.game, company.symbol, [ware.kind])
    return earns - _costs(look, treasury, ware.price) + rusting(look, ware.kind, company).net


def _costs(look: Look, treasury: int, price: int) -> float:
    added = max(0, price - treasury)
    return added + FORCED * max(0, added - look.cash) + KEPT * (price - added)


def _spares(look: Look, company: CompanyView, other: CompanyView, act: Act, ware: WareView) -> float:
    """What it is worth to the seat that a company gets a train of another, which may have to buy a new one then;
    `ware`: what it could buy instead.
    """
    kind, price = str(act.args["kind"]), int(str(act.args["price"]))
    lost = _lost(look, other, [train.kind for train in other.trains], kind)
    worth = 0.1 * _rounds(look, kind, ran=True) * look.units * look.income(look.game, [kind])
    worth -= _costs(look, company.treasury or 0, price)
    worth -= 0.1 * _rounds(look, kind, ran=other.operated) * look.units_of(other.symbol) * lost
    new = needed(look.view)
    if new is None:
        return worth
    if dying(look.view, kind) and not dying(look.view, ware.kind) and not is_last_round(look.view):
        worth += LATER * min(0.0, _buys(look, company, max(0, (company.treasury or 0) - price), new))
    if _must_then(look, other, act) and not _rusts_anyway(look, other, kind):
        # It comes to buy only after its next run, for which it has no train, and nothing to pay out.
        worth += _buys(look, other, (other.treasury or 0) + price, new, later=other.operated)
        worth -= (RISE - FALL) * look.units_of(other.symbol) * other.price if lost else 0.0
    return worth


def first_route(look: Look, company: CompanyView, after: Game) -> float:
    """What it is worth that a company without a train gets a route, and with it the duty to buy one, if that is less
    than nothing.
    """
    ware = needed(look.view)
    if company.trains or ware is None or company not in look.view.companies:
        return 0.0
    if must_buy(look.game.asked, company.symbol) or not must_buy(after.asked, company.symbol):
        return 0.0
    runs = min(runs_left(look, company, ware.kind), COUNTED)
    added = max(0, ware.price - (company.treasury or 0))
    earns = 0.1 * runs * look.units * income(after, company.symbol, [ware.kind])
    return min(0.0, earns - added + min(0.0, rusting(look, ware.kind, company).net)) if added else 0.0
