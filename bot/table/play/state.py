"""How an auction and companies' shares stand after a move, in small lines: no sentence about a move says it."""

from __future__ import annotations

from bot.table.ground.say import say
from engine.view import CompanyView, View
from engine.words import Words

TENTH = 10
SALE = "sale"
"""Where private companies are that are still to be had."""


def auction(shown: View) -> list[str]:
    """Who has bid most for each private company that is still to be had, and those that cost less than at first."""
    words, lines = Words(shown), list[str]()
    bids = [
        say("highest_bid", private=one.name, amount=words.money(best.amount), name=words.holder(best.seat))
        for one in shown.privates
        if one.bids and (best := max(one.bids, key=lambda bid: bid.amount))
    ]
    lines += [say("highest_bids", bids=bids)] if bids else []
    cheaper = [
        say("price_now", private=one.name, amount=words.money(one.price) if one.price else words.text("choice_free"))
        for one in shown.privates
        if one.owner == SALE and one.price < one.cost
    ]
    return [*lines, say("prices_now", prices=cheaper)] if cheaper else lines


def shares(before: View, shown: View) -> dict[str, str]:
    """Who holds how much of each company of which shares have changed hands in a stock round."""
    if before.clock.round != "stock" or before.clock.of:
        return {}
    words, was = Words(shown), {one.symbol: _held(before, one) for one in before.companies}
    changed = [one for one in shown.companies if was.get(one.symbol) != _held(shown, one) and not one.closed]
    return {one.symbol: say("held", company=one.symbol, shares=_in_words(words, one)) for one in changed}


def _held(shown: View, company: CompanyView) -> dict[str, int]:
    """The percentage that each player has."""
    shares = ((seat, one) for seat in shown.seats for one in seat.shares)
    return {seat.name: one.percent for seat, one in shares if one.company == company.symbol}


def _in_words(words: Words, company: CompanyView) -> list[str]:
    """Its players' shares, the largest first, and what is still to be had."""
    players = sorted(_held(words.view, company).items(), key=lambda one: -one[1])
    parts = [say("share_of", name=name, percent=percent) for name, percent in players]
    for word, units in (("in_offering", company.offered), ("in_pool", company.pool), ("in_treasury", company.own)):
        parts += [words.text(word, percent=units * TENTH)] if units else []
    return parts
