"""What 1889's ledger states in numbers, and how it is read off the engine (`tests/facts`)."""

from __future__ import annotations

from tests.facts import reading as read
from tests.facts import rules
from tests.t1889.table import Table

SCENE = read.Scene(Table, buyer="AR", other="IR")
FACTS: dict[str, read.Reading] = {
    "1889-private-01": read.private("TER"),
    "1889-private-02": read.private("MF"),
    "1889-private-03": read.private("ER"),
    "1889-private-04": read.private("SMR"),
    "1889-private-05": read.private("DR"),
    "1889-private-06": read.private("SIR"),
    "1889-private-07": read.private("UTF"),
    "1889-setup-02": read.box,
    "1889-setup-01": read.players,
    "1889-setup-03": read.money(2, 3, 4),
    "1889-setup-04": read.money(5, 6),
    "1889-setup-05": read.money(2, 3, 4, 5, 6),
    "1889-setup-06": read.box,
    "1889-stock-01": read.pars,
    "1889-track-02": rules.terrain(cost=""),
}
PLAYED: dict[str, tuple[str, ...]] = {
    rules.PAID: (
        "1889-auction-01",
        "1889-uno-01",
        "1889-stock-02",
        "1889-track-03",
    ),
    rules.BOUND: ("1889-auction-02",),
}
