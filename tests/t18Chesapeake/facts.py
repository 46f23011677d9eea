"""What 18Chesapeake's ledger states in numbers, and how it is read off the engine (`tests/facts`)."""

from __future__ import annotations

from tests.facts import reading as read
from tests.t18Chesapeake.table import Chesapeake

SCENE = read.Scene(Chesapeake, buyer="PRR", other="C&O", started={"par": 80})
FACTS: dict[str, read.Reading] = {
    "18Chesapeake-1-01": read.money(2, 3, 4, 5, 6),
    "18Chesapeake-1-02": read.money(2, 3, 4, 5, 6),
    "18Chesapeake-1-03": read.box,
    "18Chesapeake-1-04": read.markers,
    "18Chesapeake-3-01": read.privates,
    "18Chesapeake-5-01": read.pars,
    "18Chesapeake-10-03": read.box,
    "18Chesapeake-12-01": read.newest_tiles,
    "18Chesapeake-12-02": read.rounds,
    "18Chesapeake-16-01": read.trains,
    "18Chesapeake-16-03": read.begins("3", "4", "5", "6", "D"),
    "18Chesapeake-17-01": read.limit,
}
PLAYED: dict[str, tuple[str, ...]] = {}
