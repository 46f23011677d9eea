"""Setup: money, certificates, companies and trains as every game of the family begins."""

from __future__ import annotations

from engine.core.position import Position
from engine.core.state import Company, Train
from engine.finance import money, shares

SALE = "sale"
"""Where a private company is that nobody has bought yet."""


def lay_table(p: Position) -> None:
    """Capital to the players, the rest in the bank; every certificate, train and private company on sale."""
    s = p.s
    capital = p.d.capital[len(s.players)]
    s.cash = {money.BANK: p.d.bank - capital * len(s.players)}
    s.cash.update({seat.id: capital for seat in s.players})
    s.cash.update(dict.fromkeys(p.d.companies, 0))
    s.certs = dict.fromkeys(p.d.certs, shares.IPO)
    s.privates = dict.fromkeys(p.d.privates, SALE)
    s.companies = {
        symbol: Company(charters=[symbol], markers=list(sheet.markers)) for symbol, sheet in p.d.companies.items()
    }
    for kind in p.d.trains:
        count = p.d.train_counts[kind]
        for number in range(1 if count < 0 else count):
            s.trains[f"{kind}-{number}"] = Train(kind=kind, at="supply")
    s.phase = next(iter(p.d.phases))
    s.priority = s.players[0].id
    s.clock.round = "initial"


def add_builder(p: Position, name: str, markers: list[int], purse: int) -> None:
    """A builder that is not a company but has money, markers and room for trains: it builds and runs."""
    p.s.companies[name] = Company(charters=[name], markers=markers, floated=True)
    p.s.cash[name] = 0
    money.pay(p, money.BANK, name, purse)
