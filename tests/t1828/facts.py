"""What 1828's ledger states in numbers, and how it is read off the engine (`tests/facts`)."""

from __future__ import annotations

from tests.facts import reading as read
from tests.facts import rules
from tests.t1828.table import Table1828

SCENE = read.Scene(Table1828, buyer="GT", other="NKP", players=read.NAMES[:5])


def symbol(private: str) -> str:
    """What the ledger calls a private company: its capital letters."""
    return "".join(letter for letter in private if letter.isupper())


def rows(scene: read.Scene) -> read.Figures:
    """The private companies as they lie, a row for each cost; those at $250 are drawn."""
    table = scene.laid()
    privates = table.p.d.privates
    several: dict[int, list[str]] = {}
    for private in table.own.row:
        dear = private in table.p.d.companies
        several.setdefault(privates[private].cost, []).append("row_250" if dear else symbol(private))
    assert list(several) == sorted(several)
    return {"rows": [list(dict.fromkeys(row)) for row in several.values()]}


def dear(scene: read.Scene) -> read.Figures:
    """The private companies that belong to a company of their name: all cost and pay the same, and block nothing."""
    d = scene.laid().p.d
    several = {name: read.private(name)(scene) for name in d.privates if name in d.companies}
    [face] = {figures["face"] for figures in several.values()}
    [revenue] = {figures["revenue"] for figures in several.values()}
    assert not any(figures["blocks"] for figures in several.values())
    return {"face": face, "revenue": revenue, "symbols": sorted(several)}


def blocked(scene: read.Scene) -> read.Figures:
    """The hex that each private company blocks."""
    hexes = scene.laid().p.d.map.hexes
    return {symbol(here.sheet.blocked_by): name for name, here in hexes.items() if here.sheet.blocked_by}


FACTS: dict[str, read.Reading] = {
    "1828-5-02": read.rounds,
    "1828-13.2.2.2-02": read.private("StCT"),
    "1828-2-04": read.box,
    "1828-2-05": read.box,
    "1828-2-08": read.box,
    "1828-4-11": rows,
    "1828-4-18": read.money(3),
    "1828-4-19": read.money(4),
    "1828-4-20": read.money(5),
    "1828-4-21": read.train("2"),
    "1828-4-22": read.train("3"),
    "1828-4-23": read.train("5"),
    "1828-4-24": read.train("3+D"),
    "1828-4-25": read.train("6"),
    "1828-4-26": read.train("8E"),
    "1828-4-27": read.train("Diesel"),
    "1828-4-28": read.limit_in("yellow", "green", "blue"),
    "1828-4-29": read.limit_in("brown"),
    "1828-4-30": read.limit_in("red", "gray", "purple"),
    "1828-4-34": read.rounds_in("yellow"),
    "1828-4-35": read.rounds_in("green", "blue"),
    "1828-4-36": read.rounds_in("brown", "red", "gray"),
    "1828-4-37": read.rounds_in("purple"),
    "1828-13.2.1-11": blocked,
    "1828-13.2.2.1-01": read.private("SVN"),
    "1828-13.2.2.2-01": read.private("StCT"),
    "1828-13.2.2.3-01": read.private("C&StL"),
    "1828-13.2.2.4-01": read.private("D&H"),
    "1828-13.2.2.5-01": read.private("C&P"),
    "1828-13.2.2.6-01": read.private("M&H"),
    "1828-13.2.2.7-01": read.private("E&K"),
    "1828-13.2.2.8-01": read.private("C&A"),
    "1828-13.2.3-01": dear,
    "1828-13.2.3-02": dear,
    "1828-13.3.1-01": read.company("B&M"),
    "1828-13.3.1-02": read.company("B&O"),
    "1828-13.3.1-03": read.company("C&O"),
    "1828-13.3.1-04": read.company("CPR"),
    "1828-13.3.1-05": read.company("GT"),
    "1828-13.3.1-06": read.company("ERIE"),
    "1828-13.3.1-07": read.company("IC"),
    "1828-13.3.1-08": read.company("MC"),
    "1828-13.3.1-09": read.company("MP"),
    "1828-13.3.1-10": read.company("NYC"),
    "1828-13.3.1-11": read.company("NKP"),
    "1828-13.3.1-12": read.company("NYH"),
    "1828-13.3.1-13": read.company("NW"),
    "1828-13.3.1-15": read.company("PRR"),
    "1828-13.3.1-16": read.company("WAB"),
    "1828-17.2-01": read.begins("3"),
    "1828-17.3-01": read.begins("5"),
    "1828-17.3-02": read.begins("5"),
    "1828-17.4-01": read.begins("3+D"),
    "1828-17.4-03": read.begins("3+D"),
    "1828-17.5-01": read.begins("6"),
    "1828-17.5-02": read.begins("6"),
    "1828-17.6-01": read.begins("8E"),
    "1828-17.6-02": read.begins("8E"),
    "1828-17.7-01": read.begins("Diesel"),
    "1828-17.7-02": read.begins("Diesel"),
    "1828-7.4-05": rules.starting,
    "1828-7.4-08": rules.floating,
    "1828-14.3.1-12": rules.terrain(river="water", mountain="mountain"),
}
PLAYED: dict[str, tuple[str, ...]] = {
    rules.PAID: (
        "1828-6.1-16",
        "1828-7.4-10",
        "1828-7.5.2-32",
        "1828-8.3-08",
        "1828-8.3.1-05",
        "1828-8.3.2-02",
        "1828-13.2.2.3-02",
        "1828-13.2.2.4-02",
        "1828-13.2.2.7-02",
        "1828-14.3.1.2-03",
    ),
    rules.BOUND: (
        "1828-6.1-08",
        "1828-6.2-06",
        "1828-6.3-04",
        "1828-7.3-03",
        "1828-7.5.2-31",
        "1828-8.3-07",
        "1828-8.3.5.1-06",
        "1828-9.1-03",
        "1828-12.2-12",
    ),
    rules.PLACE: (
        "1828-11-10",
        "1828-13.2.2.7-05",
        "1828-13.3.1-14",
        "1828-14.3.1.2-01",
    ),
    rules.LAID: (
        "1828-2-02",
        "1828-2-03",
        "1828-2-09",
        "1828-2-11",
        "1828-4-03",
        "1828-4-05",
        "1828-4-06",
        "1828-4-07",
        "1828-4-09",
        "1828-4-10",
    ),
    rules.UNLIMITED: ("1828-2-10",),
}
