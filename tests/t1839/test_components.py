"""What is in the box of 1839, and how the table is laid (2, 4, 13, 14)."""

from __future__ import annotations

import pytest

from engine import Unreadable, new
from engine.finance import shares
from engine.titles import title_named
from engine.titles.t1839.companies import is_lokaal
from engine.titles.t1839.places import homes
from tests.t1839.table import PAIRS, Table1839

FOUR = ("Ann", "Bob", "Cem", "Dan")
TWO = ("Ann", "Bob")


def supply(table: Table1839, kind: str) -> int:
    return sum(card.kind == kind and card.at == "supply" for card in table.s.trains.values())


@pytest.mark.rule("1839-2-04", "1839-2-05", "1839-14.3.1-01", "1839-14.1-02")
def test_sixteen_companies_with_nine_certificates_each():
    table = Table1839()
    majors = [name for name in table.p.d.companies if not is_lokaal(table.p, name)]
    assert majors == ["AMS", "HIJSM", "MSS", "NBDS", "NCS", "NRS", "NWS", "ZHESM"]
    assert [name for name in table.p.d.companies if is_lokaal(table.p, name)] == [f"L{n}" for n in range(1, 9)]
    for name in table.p.d.companies:
        units = [table.p.d.certs[cert].units for cert in table.p.d.certs_of[name]]
        assert units == [2, 1, 1, 1, 1, 1, 1, 1, 1]


@pytest.mark.rule(
    "1839-2-06",
    "1839-14.3.1-04",
    "1839-14.3.1-05",
    "1839-14.3.1-06",
    "1839-14.3.1-07",
    "1839-14.3.1-08",
    "1839-14.3.1-09",
    "1839-14.3.1-10",
    "1839-14.3.1-11",
    "1839-14.3.1-12",
    "1839-14.3.2.1.1-03",
    "1839-14.3.2.1.2-01",
    "1839-14.3.2.1.2-02",
    "1839-14.3.2.1.1-01",
)
@pytest.mark.parametrize(
    ("company", "where", "markers"),
    [
        ("AMS", ["L17", "N15"], 5),
        ("HIJSM", ["B13", "G8"], 4),
        ("MSS", ["B19", "K12"], 5),
        ("NBDS", ["K8", "L13"], 4),
        ("NCS", ["G10", "H13"], 3),
        ("NRS", ["I12"], 3),
        ("NWS", ["F19", "G16"], 5),
        ("ZHESM", ["E10", "H5"], 5),
        *((f"L{n}", [], 3) for n in range(1, 9)),
    ],
)
def test_homes_and_markers(company: str, where: list[str], markers: int):
    table = Table1839()
    assert homes(table.p, company) == where
    assert len(table.s.companies[company].markers) == markers
    assert table.s.companies[company].markers[:2] == [0, 0]


@pytest.mark.rule(
    "1839-2-08",
    "1839-14.1-01",
    "1839-14.2.2.1.1-01",
    "1839-14.2.2.1.2-01",
    "1839-14.2.3.1-01",
    "1839-14.2.3.1-02",
    "1839-14.2.3.2.1-01",
    "1839-14.2.3.2.2-01",
    "1839-14.2.3.2.3-01",
    "1839-14.2.3.2.4-01",
    "1839-14.2.3.2.5-01",
    "1839-14.2.3.3-01",
    "1839-14.2.3.3-02",
    "1839-14.2.3.3-03",
)
def test_thirteen_private_companies_with_face_and_revenue():
    found = {name: (sheet.cost, sheet.revenue) for name, sheet in Table1839().p.d.privates.items()}
    assert found == {
        "LP": (90, 0),
        "JJB": (100, 0),
        "LVG": (90, 10),
        "SR-V": (100, 10),
        "KR": (110, 30),
        "KFvSeaW": (120, 0),
        "DeRtU": (130, 0),
        "CM": (140, 0),
        "WCTS": (240, 30),
        "CO": (200, 40),
        "AB": (210, 40),
        "AV": (240, 60),
        "RH": (0, 0),
    }


@pytest.mark.rule(
    "1839-4-03", "1839-4-04", "1839-4-05", "1839-4-06", "1839-4-22", "1839-4-29", "1839-4-35", "1839-14.2.3.2.2-04"
)
def test_two_players():
    table = Table1839(TWO)
    assert [name for name, place in table.s.privates.items() if place == "closed"] == ["KFvSeaW", "CM", "RH"]
    assert (supply(table, "4+"), supply(table, "4")) == (4, 3)
    assert [table.cash(who) for who in TWO] == [700, 700]
    assert table.order() == ["Ann", "Bob"]


@pytest.mark.rule("1839-4-08", "1839-4-09", "1839-4-10", "1839-4-11", "1839-4-23", "1839-14.2.3.4.1-03")
def test_three_players():
    table = Table1839()
    assert [name for name, place in table.s.privates.items() if place == "closed"] == ["CM", "RH"]
    assert (supply(table, "4+"), supply(table, "4")) == (3, 3)
    assert [table.cash(who) for who in ("Ann", "Bob", "Cem")] == [500, 500, 500]


@pytest.mark.rule("1839-4-12", "1839-4-24", "1839-14.2.3.4.1-04", "1839-14.2.3.4.1-01")
def test_four_players_and_the_red_one_waits_beside_the_auction():
    table = Table1839(FOUR)
    assert "closed" not in table.s.privates.values()
    assert (supply(table, "4+"), supply(table, "4")) == (4, 4)
    assert [table.cash(who) for who in FOUR] == [420] * 4
    for_sale = {str(move["private"]) for move in table.legal("Ann", "discount")}
    assert len(for_sale) == 12
    assert "RH" not in for_sale


@pytest.mark.rule("1839-4-14", "1839-4-32")
def test_a_dark_brown_train_lies_with_the_diepenbrock():
    table = Table1839()
    assert supply(table, "R4") == 2
    assert table.s.trains["R4-0"].at == "with:DeRtU"


@pytest.mark.rule("1839-4-15", "1839-4-17", "1839-4-18", "1839-4-19", "1839-14.2.3.1-10", "1839-14.2.3.2.5-03")
def test_what_comes_with_private_companies():
    table = Table1839()
    for private, company in PAIRS.items():
        held = shares.certs_at(table.p, f"with:{private}", company)
        assert [table.p.d.certs[cert].units for cert in held] == [2, 1]
    assert len(shares.certs_at(table.p, "with:WCTS", "NRS")) == 2
    assert len(shares.certs_at(table.p, "with:JJB", "MSS")) == 1
    elsewhere = [cert for cert, place in table.s.certs.items() if place != "ipo"]
    assert len(elsewhere) == 9


@pytest.mark.rule("1839-4-15", "1839-4-21")
def test_pairs_and_order_are_drawn_by_the_seed():
    games = [new("1839", FOUR, seed=seed) for seed in range(12)]
    assert len({tuple(sorted(game.state.own.pairs.items())) for game in games}) > 6
    assert len({tuple(seat.name for seat in game.state.players) for game in games}) > 6
    for game in games:
        assert len(set(game.state.own.pairs.values())) == 3


def test_the_recommendation_keeps_three_majors_from_the_voombergh():
    for seed in range(30):
        game = new("1839", FOUR, {"pairing": "recommended"}, seed=seed)
        assert game.state.own.pairs["AV"] not in ("AMS", "NBDS", "ZHESM")


@pytest.mark.parametrize(
    "pairs", [{}, {"CO": "NCS"}, {"CO": "NCS", "AB": "NCS", "AV": "NRS"}, {"CO": "L1", "AB": "MSS", "AV": "NRS"}, "x"]
)
def test_pairs_that_make_no_sense_are_refused(pairs: object):
    with pytest.raises(Unreadable):
        new("1839", FOUR, setup={"pairs": pairs})


def test_discards_can_be_given():
    game = new("1839", TWO, setup={"discards": {"privates": ["KR"], "trains": ["7"]}})
    assert [name for name, place in game.state.privates.items() if place == "closed"] == ["KR"]
    with pytest.raises(Unreadable):
        new("1839", TWO, setup={"discards": {"privates": ["XX"]}})
    with pytest.raises(Unreadable):
        new("1839", TWO, setup={"discards": {"trains": ["9"]}})


TRAINS = {
    "2": (5, 80, "3+"),
    "2+1": (4, 120, "4+"),
    "3": (5, 140, "R5"),
    "3+": (3, 180, "R4+1"),
    "4+": (4, 240, "R4"),
    "R5": (4, 320, "PR2+"),
    "R4+1": (2, 340, "PR3+1"),
    "R4": (3, 380, "4"),
    "PR2+": (4, 240, "7"),
    "PR3+1": (2, 260, "7"),
    "4": (4, 460, ""),
    "7": (-1, 640, ""),
}


@pytest.mark.rule(
    "1839-4-25",
    "1839-4-26",
    "1839-4-27",
    "1839-4-28",
    "1839-4-29",
    "1839-4-30",
    "1839-4-31",
    "1839-4-32",
    "1839-4-33",
    "1839-4-34",
    "1839-4-35",
    "1839-4-36",
)
def test_the_trains_in_the_order_of_sale():
    d = Table1839(FOUR).p.d
    found = {name: (d.train_counts[name], sheet.price, sheet.rusted_by) for name, sheet in d.trains.items()}
    assert found == TRAINS
    assert list(found) == list(TRAINS)


PHASES = {
    "light yellow": ("", 3, 1, "yellow"),
    "dark yellow": ("2+1", 3, 1, "yellow"),
    "light green": ("3", 3, 2, "green"),
    "dark green": ("3+", 3, 2, "green"),
    "blue": ("4+", 3, 2, "green"),
    "light brown": ("R5", 3, 2, "brown"),
    "medium brown": ("R4+1", 3, 2, "brown"),
    "dark brown": ("R4", 3, 2, "brown"),
    "light red": ("PR2+", 2, 3, "brown"),
    "dark red": ("PR3+1", 2, 3, "brown"),
    "gray": ("4", 2, 3, "gray"),
    "purple": ("7", 2, 3, "gray"),
}


@pytest.mark.rule(
    "1839-4-37",
    "1839-4-38",
    "1839-4-39",
    "1839-4-40",
    "1839-4-41",
    "1839-4-42",
    "1839-4-43",
    "1839-4-44",
    "1839-4-45",
    "1839-4-46",
)
def test_the_phases():
    phases = Table1839().p.d.phases
    found = {p.name: (p.on, p.train_limit, p.operating_rounds, p.tiles[-1]) for p in phases.values()}
    assert found == PHASES
    assert Table1839(light_red_limit="3").p.d.phases["light red"].train_limit == 3


@pytest.mark.rule("1839-13.1-01", "1839-13.1-02")
def test_two_markets_of_one_row():
    boxes = Table1839().p.d.market.boxes.values()
    major = [box.price for box in boxes if box.market == ""]
    local = [box.price for box in boxes if box.market == "local"]
    assert (major[0], major[-1], len(major)) == (40, 300, 20)
    assert (local[0], local[-1], len(local)) == (10, 65, 10)
    assert {box.row for box in boxes} == {0}


@pytest.mark.rule("1839-12-01", "1839-12-12", "1839-12-09")
def test_the_map():
    table = Table1839()
    hexes = table.p.d.map.hexes
    assert len(hexes) == 101
    assert {h: hexes[h].sheet.label for h in ("G10", "K8", "G8", "J7", "I12")} == {
        "G10": "A",
        "K8": "B",
        "G8": "H",
        "J7": "R",
        "I12": "U",
    }
    assert {found.cost for found in hexes.values()} == {0, 80}
    assert {found.sheet.color for found in hexes.values() if found.sheet.kind == "offboard"} == {"black", "blue", "red"}


def test_the_title_is_registered_for_two_to_four():
    assert title_named("1839").players == (2, 4)
