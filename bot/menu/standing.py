"""Where a seat stands: what must be decided, what it has, and what its acting company has."""

from __future__ import annotations

from bot.menu.move.moves import Moves
from bot.menu.move.walk import why_nothing
from bot.menu.say import say
from engine.prospects import limits_reached, sells_after_buying
from engine.view import CompanyView
from engine.words.buttons import offer_label

TURN = "operating_turn"
"""The rule of a company's turn, whose steps have names."""
STOCK_TURN = "stock_turn"
"""The rule of a player's turn."""


def standing(moves: Moves) -> str:
    """Who must decide what, what the seat has, and what its acting company has."""
    lines = [moves.words.decision(one) for one in moves.view.decisions]
    asked = [one for one in moves.view.decisions if one.seat == moves.seat]
    lines += [say("outcome", text=text) for text in map(moves.words.outcome, asked) if text]
    mine = next((seat for seat in moves.view.seats if seat.id == moves.seat), None)
    if mine is not None and mine.cash is not None:
        cash = moves.words.money(mine.cash) if mine.cash else say("no_money")
        if mine.limit is None:
            lines.append(say("you_have_freely", cash=cash, certificates=mine.certificates))
        else:
            lines.append(say("you_have", cash=cash, certificates=mine.certificates, limit=mine.limit))
    for offer in moves.view.offers:
        what = offer_label(moves.words, offer)
        waits = moves.words.listed(moves.words.holder(one) for one in offer.needs if one not in offer.given)
        if moves.seat in offer.needs and moves.seat not in offer.given:
            lines.append(say("offered_to_you", offer=what))
        elif offer.by == moves.seat:
            lines.append(say("offered_by_you", offer=what, waits=waits))
        else:
            lines.append(say("offered_openly", offer=what, waits=waits))
    top = moves.view.agenda[-1] if moves.view.agenda else None
    # A role like `president:MID` stands for its company.
    subject = top.subject.rpartition(":")[2] if top is not None else ""
    company = next((one for one in (*moves.view.companies, *moves.view.builders) if one.symbol == subject), None)
    # A private company may be called like a company, and one that lays track has neither money nor trains.
    floated = company in moves.view.companies and company.floated
    acts = company is not None and bool(floated or company.trains or company.treasury)
    if top is not None and company is not None and acts:
        lines.append(
            say(
                "company_has" if top.rule == TURN else "company_asked",
                company=company.symbol,
                treasury=_treasury(moves, company),
                trains=moves.words.listed(train.kind for train in company.trains) or say("no_trains"),
                markers=len(company.markers_left),
                step=moves.words.step(top.step),
            )
        )
        if moves.decides and _must_buy(moves):
            lines.append(say("must_buy", company=company.symbol))
    lines += [line for one in asked if one.rule == STOCK_TURN for line in _purchases(moves)]
    lines += [say("must_sell", reason=why) for one in asked if one.rule == STOCK_TURN and (why := _why_no_pass(moves))]
    return "\n".join(lines)


def _purchases(moves: Moves) -> list[str]:
    """That the seat has bought all that it may this turn, or what its limits forbid it to buy, and why."""
    if sells_after_buying(moves.game, moves.seat):
        return [say("bought")]
    limits = limits_reached(moves.game, moves.seat)
    return [say("limited", companies=companies, reason=why) for why, companies in limits.items()]


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
    return why_nothing(moves, passing) if passing else ""


def _must_buy(moves: Moves) -> bool:
    """Is the seat to buy a train, without the choice to buy none?"""
    buys = any(moves.game.title.verbs[verb].gets_train for verb in moves.verbs)
    return buys and not moves.ends_step
