"""Shares: what to buy and sell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from bot.robots.foresight.lasting import cheapest
from bot.robots.foresight.needs import CAPITAL
from bot.robots.foresight.worth import FLOATING, HEIRS, missing, once_floated, sold, standing, to_float, unit_value
from bot.robots.reasons import Reason, reason, tried
from bot.robots.steady.look import MOST, Look
from bot.robots.steady.scored import Advice, Scored
from engine import Act
from engine.core.state import Run
from engine.core.verbs import complete_moves
from engine.finance.shares import POOL, president
from engine.view import CompanyView

TRADES = 3
"""The most purchases that are tried after a sale."""
FEE = 4.0
"""A trade must bring more than this, or shares would change hands forever."""
OWN_FIRST = 2.0
"""What puts the shares that float its own company before others, in parts of their price."""
INVESTS = 0.3
"""The part that counts of what shares would gain that money could buy later."""
CONTROL = 0.3
"""What a president gains by deciding on a company's money, in parts of it."""
FLOATS = 0.6
"""The part that counts of what shares gain whose president can float their company."""
STUCK = 150.0
"""What it costs to have a company that does not float."""


def buy(look: Look, verb: str) -> Advice:
    """Buy what will bring more than it costs; what keeps a presidency comes before what can wait."""
    moves, waits = sorted(look.moves(verb), key=lambda act: -_promise(look, act)), 0.0
    urgent: list[tuple[Scored, float]] = []
    for act in moves[: look.most]:
        gain = look.gain(act) if look.level.trial else _promise(look, act)
        if gain is not None:
            first, held = _floats_its_own(look, act), _held_against(look, act)
            if first and look.level.trial:
                gain = max(gain, _gain_once_floated(look, act), _gain_of_floating(look, act))
            elif look.level.trial:
                gain = max(gain, _gain_with_its_president(look, act))
            if held.worth > 0:
                why = reason("buy_holds", company=held.company, player=held.rival)
                urgent.append((Scored(gain + first - FEE, act, why), held.worth))
            else:
                waits = max(waits, first and gain + first)
                yield Scored(gain + first - FEE, act, _why_buy(look, act, gain))
        if look.late():
            break
    yield from (one._replace(score=max(one.score, waits) + worth) for one, worth in urgent)


def _floats_its_own(look: Look, act: Act) -> float:
    """What it adds that the seat floats its own company with the money it has: until then that does nothing. One that
    could not pay for a train then would only cost its president.
    """
    company = company_of(look, act)
    if company is None or company.president != look.seat or company.floated or act.args.get("from") == POOL:
        # A share from the pool brings no company nearer to floating.
        return 0.0
    price, left = company.par or company.price, to_float(look.view, company)
    return max(OWN_FIRST * price, STUCK) if _pays_for_a_train(look, price) and 0 < left <= look.cash else 0.0


def _pays_for_a_train(look: Look, price: int) -> bool:
    """Can a company that floats at this price buy a train?"""
    ware = cheapest(look.view)
    return ware is None or CAPITAL * price >= ware.price


class _Held(NamedTuple):
    """A company whose presidency a purchase keeps, against whom, and what that is worth."""

    company: str = ""
    rival: str = ""
    worth: float = 0.0


def _held_against(look: Look, act: Act) -> _Held:
    """Could somebody who buys one more share become the president of a company of the seat's before its next turn?"""
    company = company_of(look, act)
    if company is None or company.president != look.seat or company.symbol in look.owed:
        return _Held()
    mine, price = look.units_of(company.symbol), _price(company, act.args.get("from", ""))
    for seat in look.view.seats:
        has = next((one.units for one in seat.shares if one.company == company.symbol), 0)
        if seat.id != look.seat and has >= mine and (seat.cash or 0) >= price and company.symbol not in seat.sold:
            return _Held(company.symbol, seat.id, _presidency(look, company))
    return _Held()


def _presidency(look: Look, company: CompanyView) -> float:
    """What it is worth to preside over a company: above all over one that has its money still to spend."""
    if company.floated:
        return CONTROL * ((company.treasury or 0) + company.price)
    return max(CONTROL * CAPITAL, FLOATING * min(sold(look.view, company), company.floats_at)) * company.par


def _gain_of_floating(look: Look, act: Act) -> float:
    """What it gains once all missing shares of its company are bought: what that will earn counts then."""
    company = company_of(look, act)
    if company is None:
        return 0.0
    now, then = (unit_value(look.view, one, look.coming) for one in (company, once_floated(company)))
    held = look.units_of(company.symbol)
    costs = to_float(look.view, company)
    return (held + missing(look.view, company)) * then - held * now - costs - look.missed(costs)


def _gain_with_its_president(look: Look, act: Act) -> float:
    """What a share gains of somebody else's company that does not float yet, if that has a president with the money."""
    company = company_of(look, act)
    chief = company and next((one for one in look.view.seats if one.id == company.president), None)
    if company is None or chief is None or chief.id == look.seat or company.floated or act.args.get("from") == POOL:
        return 0.0
    left = to_float(look.view, company) - company.par
    if left > (chief.cash or 0) or not _pays_for_a_train(look, company.par):
        return 0.0
    then, price = unit_value(look.view, once_floated(company), look.coming), _price(company)
    return FLOATS * (then - price) - look.missed(price)


def _gain_once_floated(look: Look, act: Act) -> float:
    """What it gains, if the hope that its companies float counts for nothing: that ends when they do."""
    after = look.after(act)
    if after is None:
        return 0.0
    now, then = (standing(one, look.seat, look.coming, floating=0.0) for one in (look.view, look.ahead(after)))
    return then - now


def sell(look: Look, verb: str) -> Advice:
    """Sell what is worth less to keep, or what stands in the way of something better."""
    if not look.level.hostile and look.may_decline:
        return
    bought = _bought_now(look) if look.may_decline else frozenset[str]()
    moves = [act for act in look.moves(verb) if act.args.get("company") not in bought]
    rids = _rids_of(look, moves)
    moves.sort(key=lambda act: (-rids.get(_lot(act), 0.0), _promise(look, act)))
    wanted = _wanted(look)
    for act in moves[: look.most]:
        gain = look.gain(act)
        if gain is None:
            continue
        company = company_of(look, act)
        score, why = gain - FEE, _why_sell(look, act, company, gain)
        if company is not None and (trade := _trade(look, act, gain, wanted) if wanted else None):
            traded, other = trade
            if traded > score and round(traded) > 0:
                score, why = traded, reason("sell_room", company=company.symbol, other=other, gain=traded)
        yield Scored(score, act, why)
        if look.late():
            return


def _lot(act: Act) -> tuple[object, object]:
    return act.args.get("company"), act.args.get("shares", 1)


def _rids_of(look: Look, moves: Sequence[Act]) -> Mapping[tuple[object, object], float]:
    """The smallest sales that leave companies to somebody else, and what their president will not have to add then."""
    rids = dict[tuple[object, object], float]()
    for symbol in look.debts.soon:
        mine, others = look.units_of(symbol), (seat for seat in look.view.seats if seat.id != look.seat)
        heir = max((held.units for seat in others for held in seat.shares if held.company == symbol), default=0)
        lots = [lot for company, lot in map(_lot, moves) if company == symbol and isinstance(lot, int)]
        if heir >= HEIRS and (enough := [lot for lot in lots if mine - lot < heir]):
            rids[symbol, min(enough)] = look.debts.of(symbol)
    return rids


def _bought_now(look: Look) -> frozenset[str]:
    """The companies whose shares it has bought in this turn: nothing can be gained by selling them at once."""
    frames = (frame for frame in look.game.asked.s.agenda if isinstance(frame, Run))
    return frozenset(note.on for frame in frames for note in frame.used if note.what == "bought")


def _trade(look: Look, sale: Act, gain: float, wanted: Sequence[CompanyView]) -> tuple[float, str] | None:
    """What a sale brings with the best purchase that it makes room for, and of which company's share; None if nothing
    of what is wanted can be bought in the same turn.
    """
    after = look.after(sale)
    if after is None or "buy" not in after.verbs(look.seat):
        return None
    p, trades = after.asked, list[tuple[float, str]]()
    buys = list(islice(complete_moves(p, "buy", p.title.verbs["buy"], look.seat), MOST))
    for company in [one for one in wanted if one != company_of(look, sale)]:
        of = [act for act in buys if company_of(look, act) == company]
        if of and not company.floated:
            trades.append((gain + _worth_a_place(look, company) - FEE, company.symbol))
        elif of:
            gains = (look.gain_after(after, act) for act in of)
            trades += [(both - 2 * FEE, company.symbol) for both in gains if both is not None]
        if len(trades) >= TRADES:
            break
    return max(trades, default=None)


def company_of(look: Look, act: Act) -> CompanyView | None:
    """The company whose shares a move is about."""
    companies = {one.symbol: one for one in look.view.companies}
    return next((companies[str(value)] for value in act.args.values() if value in companies), None)


def _price(company: CompanyView, source: object = "") -> int:
    """What a share costs: from the pool, or else from the IPO."""
    at_market = source == POOL or (company.floated and not company.offered)
    return company.price if at_market else company.offer_price or company.price


def _promise(look: Look, act: Act) -> float:
    """How promising a trade is before it is tried out."""
    company = company_of(look, act)
    return 0.0 if company is None else _margin(look, company, act.args.get("from", ""))


def _margin(look: Look, company: CompanyView, source: object = "") -> float:
    more = unit_value(look.view, company, look.coming) - _price(company, source)
    mine = company.president == look.seat and not company.floated
    return more + (FLOATING * (company.par or company.price) if mine else 0.0)


def _wanted(look: Look) -> list[CompanyView]:
    """Whose shares it would buy if there were room for their certificate, the best first; none if there is room."""
    if look.me.limit is None or look.me.certificates < look.me.limit:
        return []
    buyable = [
        one
        for one in look.view.companies
        if (one.offered or one.pool) and one.symbol not in look.me.sold and 0 < _price(one) <= look.cash
    ]
    worth = {one.symbol: _worth_a_place(look, one) for one in buyable}
    return sorted((one for one in buyable if worth[one.symbol] > FEE), key=lambda one: -worth[one.symbol])


def _worth_a_place(look: Look, company: CompanyView) -> float:
    """What a share brings that takes the place of another's certificate; of its own, also that the company floats."""
    if company.floated:
        return _margin(look, company)
    mine = company.president == look.seat and 0 < to_float(look.view, company) <= look.cash
    return STUCK if mine and company.offered else 0.0


def of_money(look: Look, amount: int) -> float:
    """What more money brings beyond itself in the next stock round: a part of the gain of the best shares for sale."""
    room = look.me.limit is None or look.me.certificates < look.me.limit
    open_now = [one for one in look.view.companies if one.floated and (one.offered or one.pool) and _price(one) > 0]
    best = max((_margin(look, one) / _price(one) for one in open_now), default=0.0)
    return INVESTS * amount * max(0.0, best) if room else 0.0


def _why_buy(look: Look, act: Act, gain: float) -> Reason:
    company = company_of(look, act)
    if company is None:
        return tried(gain)
    paid = look.figure(act, "bought", "amount") or _price(company, act.args.get("from", ""))
    lacks = 0 if act.args.get("from") == POOL else missing(look.view, company)
    if company.president == look.seat and lacks:
        left = max(0, lacks - (look.figure(act, "bought", "shares") or 1))
        return reason("buy_float", company=company.symbol, left=left)
    if round(gain) <= 0:
        return reason("buy_least", company=company.symbol, price=paid, loss=max(0.0, -gain))
    if company.president and _president_after(look, act, company) == look.seat != company.president:
        return reason("buy_president", company=company.symbol, price=paid, gain=gain)
    return reason("buy_share", company=company.symbol, price=paid, gain=gain)


def _president_after(look: Look, act: Act, company: CompanyView) -> str:
    """Who presides over a company once a trade is made; nobody is known if that cannot be tried."""
    after = look.after(act)
    return "" if after is None else president(after.asked, company.symbol)


def _why_sell(look: Look, act: Act, company: CompanyView | None, gain: float) -> Reason:
    if company is None:
        return tried(0)
    owed, price = sum(look.owed.values()), look.figure(act, "sold", "price") or company.price
    own = look.debts.of(company.symbol)
    heir = _president_after(look, act, company)
    if round(own) > 0 and heir not in ("", look.seat):
        return reason("sell_dump", company=company.symbol, owed=own, player=heir)
    worth = unit_value(look.view, company, look.coming)
    if round(worth) < price:
        return reason("sell_weak", company=company.symbol, price=price, worth=worth)
    if owed > look.cash:
        return reason("sell_cash", company=company.symbol, price=price, owed=owed)
    if gain > 0:
        return tried(gain)
    if look.may_decline:
        return reason("sell_keep", company=company.symbol, price=price, worth=worth)
    return reason("sell_least", company=company.symbol, price=price, worth=worth)


def why_no_trade(look: Look, sale: Reason, *, may_buy: bool) -> Reason:
    """Why nothing is bought, and nothing sold either."""
    me = look.me
    if me.limit is not None and me.certificates >= me.limit:
        return reason("no_place", limit=me.limit)
    prices = [
        price
        for one in look.view.companies
        if one.started and not one.closed and one.symbol not in me.sold
        for price, there in ((one.offer_price or one.price, one.offered), (one.price, one.pool))
        if there and price
    ]
    if prices and min(prices) > look.cash:
        return reason("no_cash", cash=look.cash, price=min(prices))
    if not may_buy:
        return reason("no_more")
    return sale if sale.key == "sell_keep" else reason("no_sale")
