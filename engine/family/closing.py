"""Out of play: what happens to everything a company had."""

from __future__ import annotations

from engine.board import markers
from engine.core.position import Position
from engine.finance import money, prices, shares


def close_company(p: Position, company: str) -> None:
    """Price, markers, shares and lots go, trains to the pool, money to the bank."""
    prices.lift(p, company)
    p.s.lots = [lot for lot in p.s.lots if lot.company != company]
    shares.move(p, list(p.d.certs_of[company]), shares.GONE)
    facts = p.company(company)
    facts.closed = True
    markers.remove_markers(p, company)
    for card in p.s.trains.values():
        if card.at in facts.charters:
            card.at = "pool"
    money.pay(p, company, money.BANK, p.s.cash[company])
    p.emit("closed", company=company)
