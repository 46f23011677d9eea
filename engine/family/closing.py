"""Out of play: what happens to everything a company had, and to a builder that is not a company."""

from __future__ import annotations

from engine.board import markers
from engine.core.position import Position
from engine.finance import money, prices, shares


def close_company(p: Position, company: str) -> None:
    """Price, markers, shares and lots go, trains to the pool, money to the bank."""
    prices.lift(p, company)
    p.s.lots = [lot for lot in p.s.lots if lot.company != company]
    shares.move(p, list(p.d.certs_of[company]), shares.GONE)
    _out_of_play(p, company)


def close_builder(p: Position, builder: str) -> None:
    """The same for one that has no shares and no price."""
    p.s.privates[builder] = "closed"
    _out_of_play(p, builder)


def _out_of_play(p: Position, name: str) -> None:
    facts = p.company(name)
    facts.closed = True
    markers.remove_markers(p, name)
    for card in p.s.trains.values():
        if card.at in facts.charters:
            card.at = "pool"
    money.pay(p, name, money.BANK, p.s.cash[name])
    p.emit("closed", company=name)
