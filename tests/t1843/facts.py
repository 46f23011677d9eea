"""What 1843's ledger states in numbers, and how it is read off the engine (`tests/facts`)."""

from __future__ import annotations

from tests.facts import reading as read
from tests.facts import rules
from tests.t1843.table import Table

SCENE = read.Scene(Table, buyer="PO", other="EST", started={"par": 67})


def phase(name: str) -> read.Reading:
    """A line of the table of phases."""

    def reading(scene: read.Scene) -> read.Figures:
        table = scene.laid().with_phase(name).with_cash("Ann", 2000).stock_round("Ann")
        sheet, eras = table.p.d.phases[name], {box.price: box.era for box in table.p.d.market.pars}
        offered = {eras[move["price"]] for move in table.legal("Ann", "par", company="EST")}
        return {
            **read.rounds_in(name)(scene),
            "trains": sheet.train_limit,
            "certificates": sheet.card_limit,
            "tiles": sheet.tiles,
            "pars": [era for era in table.p.d.phases if era in offered],
        }

    return reading


def moves(scene: read.Scene) -> read.Figures:
    """A “blocked” marker takes the place of one that is moved, which each company may do once (8.5.2)."""
    return {"blocked_markers": len(scene.laid().p.d.companies)}


def unlimited(scene: read.Scene) -> read.Figures:
    """The tiles that never run out."""
    return {"tiles": read.box(scene)["unlimited_tiles"]}


FACTS: dict[str, read.Reading] = {
    "1843-2-01": read.colors,
    "1843-2-08": read.box,
    "1843-2-04": read.box,
    "1843-2-05": read.players,
    "1843-2-06": read.box,
    "1843-2-07": read.box,
    "1843-2-10": moves,
    "1843-4-05": read.money(2),
    "1843-4-06": read.money(3),
    "1843-4-07": read.money(4),
    "1843-4-08": read.money(5),
    "1843-4-09": read.money(6),
    "1843-4-10": read.money(2),
    "1843-4-11": read.money(3),
    "1843-4-12": read.money(4),
    "1843-4-13": read.money(5),
    "1843-4-14": read.money(6),
    "1843-8.4.1-04": unlimited,
    "1843-10.2-01": read.private("TB"),
    "1843-10.2-07": read.private("C"),
    "1843-10.2-08": read.private("PStG"),
    "1843-10.2-12": read.private("LH"),
    "1843-10.2-17": read.private("VdL"),
    "1843-10.2-30": read.private("BA"),
    "1843-10.2-37": read.private("LM"),
    "1843-11.1-01": read.company("EST"),
    "1843-11.1-02": read.company("ETA"),
    "1843-11.1-03": read.on_its_sheet("MID"),
    "1843-11.1-04": read.company("NOR"),
    "1843-11.1-05": read.company("OU"),
    "1843-11.1-06": read.company("PLM"),
    "1843-11.1-07": read.company("PO"),
    "1843-11.1-08": read.company("PRO"),
    "1843-11.1-09": read.company("SO"),
    "1843-13.2-09": read.train("2+1", "2x2 or 3+1"),
    "1843-13.2-10": read.train("4+1", "3/5x2"),
    "1843-13.2-11": read.train("5+2", "4/6x2"),
    "1843-13.2-12": read.train("5E", "5/7x2"),
    "1843-13.2-13": read.train("8E"),
    "1843-13.2-14": read.train("Electric"),
    "1843-5-10": phase("yellow"),
    "1843-5-11": phase("green"),
    "1843-5-12": phase("blue"),
    "1843-5-13": phase("brown"),
    "1843-5-14": phase("red"),
    "1843-5-15": phase("gray"),
    "1843-7.4-05": rules.starting,
    "1843-7.4-07": rules.floating,
    "1843-7.2-05": rules.pool,
    "1843-5-02": read.rounds,
}
PLAYED: dict[str, tuple[str, ...]] = {
    rules.PAID: (
        "1843-6.2-13",
        "1843-7.4-08",
        "1843-8.1-02",
        "1843-8.4.1-02",
        "1843-8.4.3-03",
        "1843-8.5.1-02",
        "1843-8.5.1-03",
        "1843-8.5.2-01",
        "1843-8.8.1-12",
        "1843-8.9-01",
        "1843-10.2-03",
        "1843-10.2-13",
        "1843-10.2-28",
        "1843-10.2-32",
        "1843-10.2-33",
    ),
    rules.BOUND: (
        "1843-6.1-06",
        "1843-6.1-07",
        "1843-6.2-05",
        "1843-6.2-12",
        "1843-7.3-10",
        "1843-8.3-09",
        "1843-8.8.1-03",
        "1843-8.10.1-03",
        "1843-8.10.1-04",
        "1843-10.2-27",
    ),
    rules.PLACE: (
        "1843-8.4.2-09",
        "1843-10.2-09",
        "1843-12.2-03",
        "1843-12.2-04",
    ),
    rules.LAID: (
        "1843-4-03",
        "1843-8.5.3-01",
        "1843-13.2-15",
    ),
}
