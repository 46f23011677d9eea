"""What each answer to a question leads to: what the player asked would have, and how the companies would change."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from bot.menu.move.choices import Choice
from bot.menu.move.moves import Moves
from bot.menu.say import say
from engine.prospects import if_all_agree
from engine.view import CompanyView, SeatView, View, foreseen
from engine.words import Words

QUESTIONS = ("ask", "trial")
"""Shapes of the top frame when one player must answer; answers that several give at once stay sealed."""


def is_asked(moves: Moves) -> bool:
    """Must the seat answer a question, rather than continue a turn?"""
    top = moves.view.agenda[-1] if moves.view.agenda else None
    return moves.decides and top is not None and top.shape in QUESTIONS


def outcomes(moves: Moves, answers: Sequence[Choice]) -> list[str]:
    """What each answer leads to, one line each, leaving out what all answers have in common.

    If more questions follow, it is the outcome if each of them gets its first answer.
    """
    told = [_outcome(moves, one) if one.whole else (list[str](), False) for one in answers]
    alike = set(told[0][0]).intersection(*(parts for parts, _ in told)) if len(told) > 1 else set[str]()
    lines, supposed = list[str](), False
    for parts, asked in told:
        kept = [part for part in parts if part not in alike]
        # The condition is the same for all, and so is said once.
        name = "then_likewise" if asked and supposed else "then_first" if asked else "then"
        lines.append(say(name, group="answers", parts=" · ".join(kept)) if kept else "")
        supposed = supposed or bool(asked and kept)
    return lines


def _outcome(moves: Moves, one: Choice) -> tuple[list[str], bool]:
    """What changes, and whether somebody would have to make a choice before that."""
    after, events = moves.tried(one.act)
    would = if_all_agree(after, events)
    later = foreseen(moves.game, would.game, moves.seat)
    return list(_changes(moves.view, later, Words(later, reader=moves.words.reader))), would.asked


def _changes(before: View, after: View, words: Words) -> Iterator[str]:
    mine = next((one for one in after.seats if one.id == after.seat), None)
    was = next((one for one in before.seats if one.id == after.seat), None)
    sold = {lot.company for lot in before.lots} - {lot.company for lot in after.lots}
    if mine is not None and was is not None:
        # The shares of a company that merges are reported with the company that survives.
        merged = {company.symbol for company in after.companies if company.into}
        yield from _held(was, mine, sold, merged, words)
    companies = {one.symbol: one for one in before.companies}
    for company in after.companies:
        yield from _company(companies[company.symbol], company, words)
        if company.symbol in sold and company.price == companies[company.symbol].price:
            yield say("stays", group="answers", company=company.symbol, price=words.money(company.price))


def _held(was: SeatView, mine: SeatView, sold: Container[str], merged: Container[str], words: Words) -> Iterator[str]:
    """Money, shares and certificates of the player asked; always for companies whose shares were sold."""
    if mine.cash is not None and mine.cash != was.cash:
        yield say("cash", group="answers", cash=words.money(mine.cash))
    shares = {one.company: one.percent for one in was.shares}
    now = {one.company: one.percent for one in mine.shares}
    for company in [one for one in dict.fromkeys([*now, *shares]) if one not in merged]:
        if now.get(company, 0) != shares.get(company, 0) or company in sold:
            name = "shares" if now.get(company) else "no_shares"
            yield say(name, group="answers", percent=now.get(company, 0), company=company)
    if mine.limit is not None and mine.certificates != was.certificates:
        yield say("certificates", group="answers", number=mine.certificates, limit=mine.limit)


def _company(was: CompanyView, now: CompanyView, words: Words) -> Iterator[str]:
    """Price, treasury and president of a company where they change, and whether it has closed."""
    if now.into and not was.into:
        yield say("merged", group="answers", company=now.symbol, into=now.into)
        return
    if now.closed and not was.closed:
        yield say("closed", group="answers", company=now.symbol)
        return
    if was.started and not now.started:
        yield say("again", group="answers", company=now.symbol)
        return
    if now.price != was.price:
        prices = {"old": words.money(was.price), "price": words.money(now.price)}
        yield say("price" if was.price else "first_price", group="answers", company=now.symbol, **prices)
    if now.treasury is not None and was.treasury is not None and now.treasury != was.treasury:
        yield say("treasury", group="answers", company=now.symbol, amount=words.money(now.treasury))
    if len(now.markers_left) != len(was.markers_left):
        yield say("markers", group="answers", company=now.symbol, number=len(now.markers_left))
    if now.president and now.president != was.president:
        whose = {"name": words.holder(now.president), "whose": words.whose(now.president)}
        yield say("president", group="answers", company=now.symbol, role=words.president, **whose)
