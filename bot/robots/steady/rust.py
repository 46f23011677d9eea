"""What the purchase of a train brings about: how long it runs itself, and whose trains rust, or rust sooner, by it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.robots.foresight.lasting import horizon, rounds_left, ware_of
from bot.robots.foresight.needs import bought_after, bought_by_others, first_bought
from bot.robots.steady.look import Look
from engine.view import CompanyView, TrainView

COUNTED = 5.0
"""The most rounds for which a train counts."""
SPITE = 0.3
"""What a dollar is worth that somebody else loses."""
LOSES = 3.0
"""The most rounds for which a rusted train counts as lost."""
SOON = 1.0
"""In how many rounds a kind must come to be certain; after that others may still change it."""
DOUBTFUL = 0.5
"""The part that counts of what is not certain."""
LITTLE = 0.25
"""A part of a round that is not worth a word."""


@dataclass(frozen=True)
class Rusting:
    """Trains that rust, or rust sooner, when a company buys one."""

    net: float = 0.0
    """What that is worth to the seat."""
    lost: float = 0.0
    """What those of others' companies earned in a round that rust at once."""
    losers: str = ""
    """The companies of others that lose them."""
    old: str = ""
    """Their kinds."""
    own: str = ""
    """The seat's own companies that lose trains, at once or sooner."""


def runs_left(look: Look, company: CompanyView, kind: str, *, from_pool: bool = False) -> float:
    """How often a train that a company buys in this round will run: from the next one on, until it rusts. Its purchase
    may bring that nearer.
    """
    killer = ware_of(look.view, kind).rusted_by
    rusts = bought_after(look.view, company, kind, from_pool=from_pool).get(killer)
    left = rounds_left(look.view, kind)
    return max(0.0, (left if rusts is None else min(left, rusts + 0.5)) - 1.0)


def rusting(look: Look, kind: str, buyer: CompanyView) -> Rusting:
    """What a purchase does to trains that would else run on until somebody else brings the next kind."""
    until = min(LOSES, horizon(look.view))
    # Whoever brings a kind could also leave that to others; what comes after it is a matter of when.
    alone = {**first_bought(look.view), kind: bought_by_others(look.view, buyer.symbol).get(kind, LOSES)}
    sooner = dict[str, float]()
    for killer, when in bought_after(look.view, buyer, kind).items():
        rounds = min(until, alone.get(killer, LOSES)) - min(until, when)
        if rounds > LITTLE:
            sooner[killer] = rounds * (1.0 if when <= SOON else DOUBTFUL)
    kills = {old.kind: killer for killer in sooner for old in look.view.trains if old.rusted_by == killer}
    net, lost, losers, old, own = 0.0, 0.0, list[str](), set[str](), list[str]()
    for company in look.view.companies:
        gone = [train for train in company.trains if train.kind in kills]
        if not gone or company.closed:
            continue
        net += _loss(look, company, gone, {one.kind: sooner[kills[one.kind]] for one in gone}, buyer)
        at_once = [train.kind for train in gone if kills[train.kind] == kind]
        if company.president == look.seat:
            own.append(company.symbol)
        elif at_once:
            lost += max(0, company.last_run) * len(at_once) / len(company.trains)
            losers.append(company.symbol)
            old |= set(at_once)
    return Rusting(net, lost, " ".join(losers), ", ".join(sorted(old)), " ".join(own))


def _loss(
    look: Look, company: CompanyView, gone: list[TrainView], rounds: dict[str, float], buyer: CompanyView
) -> float:
    """What it brings the seat that a company loses these trains so many rounds sooner."""
    mine = look.units_of(company.symbol)
    others = sum(
        held.units
        for seat in look.view.seats
        if seat.id != look.seat
        for held in seat.shares
        if held.company == company.symbol
    )
    each = max(0, company.last_run) / len(company.trains)
    net = sum(each * rounds[train.kind] for train in gone) * (SPITE * others - mine) / 10
    if len(gone) == len(company.trains) and company.symbol != buyer.symbol:
        price = max(ware_of(look.view, ware_of(look.view, train.kind).rusted_by).price for train in gone)
        short = max(0, price - (company.treasury or 0)) * min(1.0, max(rounds.values()) / SOON)
        net += -short if company.president == look.seat else SPITE * short
    return net
