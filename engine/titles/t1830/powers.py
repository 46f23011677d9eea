"""What 1830's private companies do."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.sentences import because
from engine.core.verbs import Choices, Plain, Values
from engine.family.limits import MOST_UNITS
from engine.family.own_hex import FreeTile, PaidTile, StationWithTile
from engine.family.privates import close_private, for_share, not_yours, singles_at
from engine.finance import shares
from engine.titles.t1830.script import BALTIMORE, COMPANY

MOHAWK, NEW_YORK = "MH", "NYC"
CHAMPLAIN, BURLINGTON = "CS", "B20"
MOUNTAIN = 120


def train_bought(p: Position, company: str, train: str) -> None:
    """The Baltimore & Ohio closes with its company's first train."""
    if company == COMPANY and p.s.privates[BALTIMORE] != "closed":
        close_private(p, BALTIMORE)


def owns_mohawk(p: Position, seat: str) -> bool:
    """The player who owns it."""
    return p.s.privates[MOHAWK] == seat


def not_mohawks_owner(p: Position, seat: str) -> Refusal | None:
    """Anybody else."""
    return not_yours(p, seat, MOHAWK, "private companies")


class ShareFrom(Choices):
    from_: str


class Exchange(Plain[ShareFrom]):
    """Exchange the Mohawk & Hudson for a share of the New York Central."""

    def values(self, p: Position, seat: str, got: ShareFrom, slot: str) -> Values:
        """The IPO or the pool."""
        return (shares.IPO, shares.POOL)

    def cites(self, p: Position, slot: str) -> str:
        """The share comes from the IPO or the pool."""
        return "private companies"

    def bound(self, p: Position) -> int:
        """60%, whatever the market colour allows."""
        return MOST_UNITS

    def refuse(self, p: Position, seat: str, got: ShareFrom) -> Refusal | None:
        """The owner, with less than 60%, if a share is available."""
        refusal = not_mohawks_owner(p, seat)
        if refusal:
            return refusal
        if shares.units_at(p, seat, NEW_YORK) >= self.bound(p):
            return Refusal(because("you hold 60% or more of {company}", company=NEW_YORK), "private companies")
        if "from" in got and not singles_at(p, got.from_, NEW_YORK):
            return Refusal(because("no share of {company} is available there", company=NEW_YORK), "private companies")
        return None

    def do(self, p: Position, seat: str, args: ShareFrom) -> None:
        """Take the share and close the private company."""
        for_share(p, seat, MOHAWK, NEW_YORK, args.from_)


POWERS = tuple(
    Power("exchange", owns_mohawk, window, not_mohawks_owner) for window in ("stock_round", "operating_round")
)

VERBS = {
    "exchange": Exchange(),
    "burlington": FreeTile(BURLINGTON, CHAMPLAIN, "private companies"),
    "scranton": PaidTile("F16", "DH", "private companies", MOUNTAIN, bare=True),
    "scranton_station": StationWithTile("F16", "DH", "private companies"),
}
