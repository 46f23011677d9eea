"""Where a seat stands: what must be decided, what its acting company has, and what it has itself."""

from __future__ import annotations

import contextlib
from collections.abc import Collection

from bot.menu.lines import about_private
from bot.menu.move.moves import Moves
from bot.menu.move.walk import why_nothing
from bot.menu.say import say
from engine import Act, Ambiguous
from engine.core.verbs import Shown
from engine.prospects import limits_reached, sells_after_buying
from engine.view import CompanyView
from engine.words.buttons import offer_label

PRIVATE = "private"
"""The slot of the private company that is bid for."""
FEWEST = 2
"""Bids of a contest."""
STOCK_TURN = "stock_turn"
"""The rule of a player's turn."""


def standing(moves: Moves) -> str:
    """Who must decide what, what its acting company has, and what the seat has."""
    asked = [one for one in moves.view.decisions if one.seat == moves.seat]
    contested, only_out = _contested(moves) if asked else ([], [])
    lines = [moves.words.decision(one) for one in moves.view.decisions if not (only_out and one in asked)]
    lines += only_out
    lines += [say("outcome", text=text) for text in map(moves.words.outcome, asked) if text]
    lines += contested
    lines += [*_company(moves), *_money(moves), *_offers(moves)]
    lines += [line for one in asked if one.rule == STOCK_TURN for line in _purchases(moves)]
    lines += [say("must_sell", reason=why) for one in asked if one.rule == STOCK_TURN and (why := _why_no_pass(moves))]
    return "\n".join(lines)


def _money(moves: Moves) -> list[str]:
    """What the seat has."""
    mine = next((seat for seat in moves.view.seats if seat.id == moves.seat), None)
    if mine is None or mine.cash is None:
        return []
    cash = moves.words.money(mine.cash) if mine.cash else say("no_money")
    bound = moves.view.bound(mine.id)
    bids = [say("in_bids", amount=moves.words.money(bound))] if bound else []
    if mine.limit is None:
        return [" ".join([say("you_have_freely", cash=cash), *bids])]
    return [" ".join([say("you_have", cash=cash, certificates=mine.certificates, limit=mine.limit), *bids])]


def _offers(moves: Moves) -> list[str]:
    """What is offered, and whose answer it waits for."""
    lines: list[str] = []
    for offer in moves.view.offers:
        what = offer_label(moves.words, offer)
        waits = moves.words.listed(moves.words.called(one, "who") for one in offer.needs if one not in offer.given)
        if moves.seat in offer.needs and moves.seat not in offer.given:
            lines.append(say("offered_to_you", offer=what))
        elif offer.by == moves.seat:
            lines.append(say("offered_by_you", offer=what, waits=waits))
        else:
            lines.append(say("offered_openly", offer=what, waits=waits))
    return lines


def _company(moves: Moves) -> list[str]:
    """What the acting company has, and whether it must buy a train."""
    top = moves.view.agenda[-1] if moves.view.agenda else None
    # A role like `president:MID` stands for its company.
    subject = top.subject.rpartition(":")[2] if top is not None else ""
    company = next((one for one in (*moves.view.companies, *moves.view.builders) if one.symbol == subject), None)
    # A private company may be called like a company, and one that lays track has neither money nor trains.
    floated = company in moves.view.companies and company.floated
    if company is None or not (floated or company.trains or company.treasury):
        return []
    has = say(
        "company_has",
        company=company.symbol,
        treasury=_treasury(moves, company),
        trains=moves.words.listed(moves.words.card(train.kind) for train in company.trains) or say("no_trains"),
        markers=len(company.markers_left),
    )
    return [has, say("must_buy", company=company.symbol)] if moves.decides and _must_buy(moves) else [has]


def _contested(moves: Moves) -> tuple[list[str], list[str]]:
    """Who bids what in a contest, where no choice tells it, and why the seat cannot bid any more."""
    top = moves.view.agenda[-1] if moves.view.agenda else None
    private = next((one for one in moves.view.privates if top is not None and one.id == top.subject), None)
    if private is None or len(private.bids) < FEWEST or any(moves.shown(verb) is Shown.LIST for verb in moves.verbs):
        return [], []
    lines, only_out = [about_private(moves.words, private).line.partition("\n")[0]], list[str]()
    closed = [verb for one in moves.game.decisions() for verb in one.verbs if verb not in moves.verbs]
    for verb in closed:
        with contextlib.suppress(Ambiguous):
            why = moves.game.why_not(moves.seat, Act(verb, {PRIVATE: private.id}), cited=False)
            only_out += [say("cannot_bid", reason=moves.words.reason(why))] if why else []
    return lines, only_out


def _purchases(moves: Moves) -> list[str]:
    """That the seat has bought all that it may this turn, or what its limits forbid it to buy, and why."""
    if sells_after_buying(moves.game, moves.seat):
        return [say("bought")]
    limits = limits_reached(moves.game, moves.seat)
    lines = [say("limited", companies=companies, reason=moves.words.reason(why)) for why, companies in limits.items()]
    return [*lines, *_too_dear(moves, {one for companies in limits.values() for one in companies})]


def _too_dear(moves: Moves, limited: Collection[str]) -> list[str]:
    """That the seat has too little money for any share that it may buy."""
    mine = next((seat for seat in moves.view.seats if seat.id == moves.seat), None)
    companies = [one for one in moves.view.companies if one.started and one.symbol not in limited]
    prices = [one.offer_price for one in companies if one.offered] + [one.price for one in companies if one.pool]
    if mine is None or mine.cash is None or not prices or min(prices) <= mine.cash:
        return []
    return [say("too_dear", price=moves.words.money(min(prices)))]


def _treasury(moves: Moves, company: CompanyView) -> str:
    if company.treasury is None:
        return "–"
    return moves.words.money(company.treasury) if company.treasury else say("no_money")


def _why_no_pass(moves: Moves) -> str:
    """Why the seat cannot end its turn in a stock round; empty if it can."""
    if moves.ends_step:
        return ""
    laws = moves.game.title.verbs
    passing = next((verb for one in moves.game.decisions() for verb in one.verbs if laws[verb].passes), "")
    return moves.words.reason(why_nothing(moves, passing, cited=False)) if passing else ""


def _must_buy(moves: Moves) -> bool:
    """Is the seat to buy a train, without the choice to buy none?"""
    buys = any(moves.game.title.verbs[verb].gets_train for verb in moves.verbs)
    return buys and not moves.ends_step
