"""Buying shares in 1870: the brown section's open market shares (5.1.1)."""

from __future__ import annotations

from engine.family import stock
from engine.finance import shares
from engine.position import Position
from engine.titles.t1870.options import option
from engine.verbs import Got


class Buy(stock.Buy):
    """One purchase a turn; of a brown company several open market shares are one purchase."""

    def goes_on(self, p: Position, got: Got) -> bool:
        """By a declared reading they may also follow a private company or other shares of that company."""
        if super().goes_on(p, got):
            return True
        bought = [note.on for note in stock.turn_of(p).used if note.what == "bought"]
        if not bought or option(p, "brown_purchases") == "alone":
            return False
        companies = {name for name in bought if name in p.d.companies}
        if "company" not in got:
            return all(p.title.holding.many_from_pool(p, company) for company in companies)
        company = str(got["company"])
        from_market = got.get("from", shares.POOL) == shares.POOL
        return from_market and companies <= {company} and p.title.holding.many_from_pool(p, company)
