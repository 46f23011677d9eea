"""What 1830's private companies do."""

from __future__ import annotations

from engine.core.position import Position
from engine.core.powers import Power
from engine.family.for_share import ExchangeForShare
from engine.family.own_hex import FreeTile, PaidTile, StationWithTile
from engine.family.with_private import closes_with_train
from engine.titles.t1830.script import BALTIMORE, COMPANY

MOHAWK, NEW_YORK = "MH", "NYC"
CHAMPLAIN, BURLINGTON = "CS", "B20"
MOUNTAIN = 120


def train_bought(p: Position, company: str, train: str) -> None:
    """The Baltimore & Ohio closes with its company's first train."""
    if company == COMPANY:
        closes_with_train(p, BALTIMORE)


EXCHANGE = ExchangeForShare(MOHAWK, NEW_YORK)

POWERS = tuple(
    Power("exchange", EXCHANGE.owns, window, EXCHANGE.not_the_owner) for window in ("stock_round", "operating_round")
)

VERBS = {
    "exchange": EXCHANGE,
    "burlington": FreeTile(BURLINGTON, CHAMPLAIN, "private companies"),
    "scranton": PaidTile("F16", "DH", "private companies", MOUNTAIN, bare=True),
    "scranton_station": StationWithTile("F16", "DH", "private companies"),
}
