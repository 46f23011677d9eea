"""A private company that its player may exchange for a share of a company."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import Choices, Plain, Values
from engine.family.limits import MOST_UNITS
from engine.family.privates import for_share, not_yours, singles_at
from engine.finance import shares


class ShareFrom(Choices):
    from_: str


class ExchangeForShare(Plain[ShareFrom]):
    """Give the private company for a share."""

    section = "private companies"

    def __init__(self, private: str, company: str, places: tuple[str, ...] = (shares.IPO, shares.POOL)) -> None:
        self.private = private
        self.company = company
        self.places = places
        """Where the share may come from."""

    def values(self, p: Position, seat: str, got: ShareFrom, slot: str) -> Values:
        """Those places."""
        return self.places

    def cites(self, p: Position, slot: str) -> str:
        """From where the share comes."""
        return self.section

    def owns(self, p: Position, seat: str) -> bool:
        """The player who owns it."""
        return p.s.privates[self.private] == seat

    def not_the_owner(self, p: Position, seat: str) -> Refusal | None:
        """Anybody else."""
        return not_yours(p, seat, self.private, self.section)

    def bound(self, p: Position) -> int:
        """60%, whatever the market colour allows."""
        return MOST_UNITS

    def refuse(self, p: Position, seat: str, got: ShareFrom) -> Refusal | None:
        """The owner, with less than 60%, if a share is available."""
        refusal = self.not_the_owner(p, seat)
        if refusal:
            return refusal
        if shares.units_at(p, seat, self.company) >= self.bound(p):
            return Refusal(because("you hold 60% or more of {company}", company=self.company), self.section)
        if "from" in got and not singles_at(p, got.from_, self.company):
            return Refusal(because("no share of {company} is available there", company=self.company), self.section)
        return None

    def do(self, p: Position, seat: str, args: ShareFrom) -> None:
        """Take the share and close the private company."""
        for_share(p, seat, self.private, self.company, args.from_)
