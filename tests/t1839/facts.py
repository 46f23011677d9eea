"""What 1839's ledger states in numbers, and how it is read off the engine (`tests/facts`)."""

from __future__ import annotations

from engine.titles.t1839 import define, privates
from engine.titles.t1839.companies import is_lokaal
from engine.titles.t1839.places import homes
from tests.facts import reading as read
from tests.facts import rules
from tests.t1839.table import Table1839

YELLOW = ("light yellow", "dark yellow")
TO_BROWN = ("light green", "dark green", "blue", "light brown", "medium brown", "dark brown")
LATE = ("light red", "dark red", "gray", "purple")
SCENE = read.Scene(Table1839, buyer="NCS", other="MSS", players=read.NAMES[:4])


def major(symbol: str) -> read.Reading:
    """A major's fixed homes, and its markers: two of them are for the homes and cost nothing."""

    def reading(scene: read.Scene) -> read.Figures:
        p = scene.laid().p
        markers = p.s.companies[symbol].markers
        assert markers == [0, 0, *[80] * (len(markers) - 2)]
        return {"homes": homes(p, symbol), "stations": len(markers)}

    return reading


def locals_and_majors(scene: read.Scene) -> read.Figures:
    """How many companies there are of each, and how many markers a local has."""
    p = scene.laid().p
    local = [symbol for symbol in p.d.companies if is_lokaal(p, symbol)]
    [markers] = {tuple(p.s.companies[symbol].markers) for symbol in local}
    assert markers == (0, 0, 80)
    return {
        "homes": 2,
        "further": 1,
        "locals": len(local),
        "majors": len(p.d.companies) - len(local),
        "stations": len(markers),
    }


def by_number(players: int) -> read.Reading:
    """The blue and gray trains with which so many play."""

    def reading(scene: read.Scene) -> read.Figures:
        return {
            "players": players,
            **{color: by_players(kind)(scene)[f"count_{players}p"] for color, kind in OUT.items()},
        }

    return reading


OUT = {"blue": "4+", "gray": "4"}
"""Some of these are taken out."""


def by_players(kind: str) -> read.Reading:
    """A kind of train of which the number of players decides how many there are."""

    def reading(scene: read.Scene) -> read.Figures:
        counts: dict[str, int] = {}
        for players in (2, 3, 4):
            cards = scene.table(read.NAMES[:players]).s.trains.values()
            counts[f"count_{players}p"] = sum((card.kind, card.at) == (kind, "supply") for card in cards)
        return {**read.train(kind)(scene), **counts}

    return reading


def private_companies(scene: read.Scene) -> read.Figures:
    """How many there are of each colour, and how many four players use."""
    table = scene.laid()
    colors = {"yellow": define.YELLOW, "green": define.GREEN, "brown": define.BROWN, "red": (privates.RED,)}
    others = set(table.p.d.privates) - {name for several in colors.values() for name in several}
    counts = {color: len(several) for color, several in colors.items()} | {"blue": len(others)}
    used = [name for name, place in table.s.privates.items() if place != "closed"]
    return {**counts, "total": sum(counts.values()), "players": len(scene.players), "privates": len(used)}


FACTS: dict[str, read.Reading] = {
    "1839-4-06": by_number(2),
    "1839-4-11": by_number(3),
    "1839-4-36": read.train("7"),
    "1839-5-04": read.rounds,
    "1839-14.3.2.1.1-03": locals_and_majors,
    "1839-2-04": read.box,
    "1839-2-05": read.box,
    "1839-2-06": read.box,
    "1839-2-08": private_companies,
    "1839-4-12": private_companies,
    "1839-4-22": read.money(2),
    "1839-4-23": read.money(3),
    "1839-4-24": read.money(4),
    "1839-4-25": read.train("2"),
    "1839-4-26": read.train("2+1"),
    "1839-4-27": read.train("3"),
    "1839-4-28": read.train("3+"),
    "1839-4-30": read.train("R5"),
    "1839-4-31": read.train("R4+1"),
    "1839-4-32": read.train("R4"),
    "1839-4-33": read.train("PR2+"),
    "1839-4-34": read.train("PR3+1"),
    "1839-4-37": read.limit_in(*YELLOW, *TO_BROWN),
    "1839-4-39": read.limit_in(*LATE),
    "1839-4-44": read.rounds_in(*YELLOW),
    "1839-4-45": read.rounds_in(*TO_BROWN),
    "1839-4-46": read.rounds_in(*LATE),
    "1839-14.2.2.1.1-01": read.private("LVG"),
    "1839-14.2.2.1.2-01": read.private("SR-V"),
    "1839-14.2.3.1-01": read.private("LP"),
    "1839-14.2.3.1-02": read.private("JJB"),
    "1839-14.2.3.2.1-01": read.private("KR"),
    "1839-14.2.3.2.2-01": read.private("KFvSeaW"),
    "1839-14.2.3.2.3-01": read.private("DeRtU"),
    "1839-14.2.3.2.4-01": read.private("CM"),
    "1839-14.2.3.2.5-01": read.private("WCTS"),
    "1839-14.2.3.3-01": read.private("CO"),
    "1839-14.2.3.3-02": read.private("AB"),
    "1839-14.2.3.3-03": read.private("AV"),
    "1839-14.2.3.4.1-01": read.private("RH"),
    "1839-17.4-01": read.begins("3+"),
    "1839-17.4-02": read.begins("3+"),
    "1839-17.5-01": read.begins("4+"),
    "1839-17.5-02": read.begins("4+"),
    "1839-17.6-01": read.begins("R5"),
    "1839-17.6-03": read.begins("R5"),
    "1839-17.7-01": read.begins("R4+1"),
    "1839-17.7-02": read.begins("R4+1"),
    "1839-17.8-01": read.begins("R4"),
    "1839-17.8-02": read.begins("R4"),
    "1839-13.1-01": read.row("local"),
    "1839-13.1-02": read.row(""),
    "1839-4-29": by_players("4+"),
    "1839-4-35": by_players("4"),
    "1839-14.3.1-01": locals_and_majors,
    "1839-14.3.1-04": major("AMS"),
    "1839-14.3.1-05": major("HIJSM"),
    "1839-14.3.1-06": major("MSS"),
    "1839-14.3.1-07": major("NBDS"),
    "1839-14.3.1-08": major("NCS"),
    "1839-14.3.1-10": major("NWS"),
    "1839-14.3.1-11": major("ZHESM"),
    "1839-14.3.1-12": locals_and_majors,
    "1839-7.5-10": rules.starting,
    "1839-7.5-17": rules.floating,
    "1839-5-02": read.rounds,
}
PLAYED: dict[str, tuple[str, ...]] = {
    rules.PAID: (
        "1839-6-05",
        "1839-7.5-08",
        "1839-7.5-18",
        "1839-7.5-19",
        "1839-8.1-02",
        "1839-8.3.1-02",
        "1839-8.3.1-05",
        "1839-8.3.2.2-06",
        "1839-8.3.2.3-07",
        "1839-12-12",
        "1839-14.2.2.1.1-03",
        "1839-14.2.2.1.1-04",
        "1839-14.2.2.1.2-03",
        "1839-14.2.2.1.2-06",
        "1839-14.2.3.1-06",
        "1839-14.2.3.1-07",
        "1839-14.2.3.1-09",
        "1839-14.2.3.2.2-02",
        "1839-14.2.3.2.4-03",
        "1839-14.2.3.3-08",
        "1839-14.3.1-14",
        "1839-15.3.1-08",
        "1839-15.3.1-10",
    ),
    rules.BOUND: (
        "1839-4-38",
        "1839-4-47",
        "1839-4-48",
        "1839-4-49",
        "1839-4-50",
        "1839-7.3-08",
        "1839-7.5-13",
        "1839-8.3-15",
        "1839-8.3.5-05",
        "1839-10.1-03",
    ),
    rules.PLACE: (
        "1839-12-01",
        "1839-12-17",
        "1839-12-18",
        "1839-12-19",
        "1839-14.3.1-09",
        "1839-15.2-03",
    ),
    rules.LAID: (
        "1839-2-03",
        "1839-4-14",
        "1839-12-09",
    ),
    rules.UNLIMITED: ("1839-2-10",),
}
