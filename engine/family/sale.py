"""Rules for every sale of shares, in a stock round or to raise emergency money."""

from __future__ import annotations

from typing import Literal

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import Plain, Shown, Values
from engine.family.choices import Block
from engine.finance import lots, shares


class ShareBlock(Plain[Block]):
    """A sale of shares of one company, for any purpose: the common rules, and hooks for those of each kind."""

    sells = True
    shown = Shown.ASIDE
    section: Literal["sale", "forced sale"] = "sale"

    def values(self, p: Position, seat: str, got: Block, slot: str) -> Values:
        """Any company; any number held."""
        if slot == "company":
            return tuple(p.d.companies)
        return range(1, shares.units_at(p, seat, got.company) + 1)

    def refuse(self, p: Position, seat: str, got: Block) -> Refusal | None:
        """The moment, one block a company, market room, presidency, and what this sale adds."""
        refusal = self.moment_refusal(p, seat, got.company if "company" in got else "")
        if refusal or "company" not in got:
            return refusal
        company, section = got.company, p.title.sections[self.section]
        if not shares.units_at(p, seat, company):
            return Refusal(because("you hold no shares of {company}", company=company), section)
        if self.sold_before(p, company):
            return self.block_over(p, company)
        if not p.title.sale.price(p, company):
            return Refusal(because("{company} has no price yet", company=company), section)
        if "shares" not in got:
            return None
        return lots.refusal(p, seat, company, got.shares) or self.block_refusal(p, seat, company, got.shares)

    def moment_refusal(self, p: Position, seat: str, company: str) -> Refusal | None:
        """Why nothing, or nothing of this company, can be sold now. No company: before one is chosen."""
        return None

    def sold_before(self, p: Position, company: str) -> bool:
        """Has a block of this company been sold that should have included this one?"""
        return False

    def block_over(self, p: Position, company: str) -> Refusal:
        """That all of it goes at once."""
        return Refusal(
            because("shares of {company} must all be sold at once, and you have already sold some", company=company),
            p.title.sections[self.section],
        )

    def block_refusal(self, p: Position, seat: str, company: str, units: int) -> Refusal | None:
        """Any further objection to a block of this size."""
        return None
