"""How Aki, Ren and Mio play in the lessons: simply, and always in the same way."""

from __future__ import annotations

from engine.core.position import Position
from engine.core.verbs import Act
from engine.family import operating, trains
from engine.finance import shares
from engine.lessons import declined, first_legal
from engine.titles.t1889.lessons.goals import led

PARS = (("SR", 70), ("KO", 75), ("UR", 65), ("TR", 65), ("KU", 65), ("AR", 65), ("IR", 65))
"""The companies they begin with, and at what price, in the order in which they think of them."""
BUYS_TRAINS = "p4"
"""Mio's company buys what it can pay for; the others buy no train that they do not need."""


def reply(p: Position, seat: str) -> Act:
    """The move of another seat: they float one company each, decline what they are offered, and pay out."""
    found = declined(p, seat) or (_operates(p, seat) if operating.turn(p) else _invests(p, seat))
    assert found is not None
    return found


def _invests(p: Position, seat: str) -> Act | None:
    company = led(p, seat)
    if p.s.clock.turn == 1 and not company:
        return _begins(p, seat)
    if company and not p.company(company).floated:
        buy = Act("buy", {"company": company, "from": "ipo"})
        return buy if p.s.cash[seat] >= p.company(company).par else first_legal(p, seat, "pass")
    return first_legal(p, seat, "pass")


def _begins(p: Position, seat: str) -> Act | None:
    for company, par in PARS:
        if not shares.started(p, company) and p.s.cash[seat] >= 5 * par:
            return Act("par", {"company": company, "price": par})
    return first_legal(p, seat, "pass")


def _operates(p: Position, seat: str) -> Act | None:
    if seat == BUYS_TRAINS and (train := _next_train(p)) is not None:
        return train
    return first_legal(p, seat, "run", "dividend", "skip", "buy_train", "sell", "bankrupt")


def _next_train(p: Position) -> Act | None:
    """The next train of the bank, if the company is buying and can pay for it."""
    frame, cheapest = operating.turn(p), trains.cheapest(p)
    if frame is None or frame.step != "train" or cheapest is None or cheapest > p.s.cash[frame.subject]:
        return None
    owned = len(trains.real_trains(p, frame.subject))
    kind = trains.on_sale(p)[0]
    if owned >= 3 or p.d.trains[kind].price != cheapest:
        return None
    return Act("buy_train", {"from": "bank", "kind": kind, "price": cheapest})
