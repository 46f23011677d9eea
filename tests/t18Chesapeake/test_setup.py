"""What is in the box of 18Chesapeake, and how a game begins."""

from __future__ import annotations

import pytest

from engine import new
from engine.titles.t18Chesapeake.title import drawn
from tests.t18Chesapeake.table import DRAWS, Chesapeake

NAMES = ("Ann", "Bob", "Cem", "Dan", "Eve", "Fay")


@pytest.mark.rule("18Chesapeake-1-01")
@pytest.mark.parametrize(("players", "cash"), [(2, 1200), (3, 800), (4, 600), (5, 480), (6, 400)])
def test_capital_and_bank(players: int, cash: int):
    table = Chesapeake(NAMES[:players])
    assert [table.cash(name) for name in NAMES[:players]] == [cash] * players
    assert table.cash("bank") == 8000 - players * cash


@pytest.mark.rule("18Chesapeake-1-02")
@pytest.mark.parametrize(("players", "most"), [(2, 20), (3, 20), (4, 16), (5, 13), (6, 11)])
def test_the_certificate_limit(players: int, most: int):
    p = Chesapeake(NAMES[:players]).p
    assert p.title.holding.limit(p) == most


@pytest.mark.rule("18Chesapeake-1-03")
def test_eight_companies_with_nine_certificates_each():
    p = Chesapeake().p
    assert list(p.d.companies) == ["PRR", "PLE", "SRR", "B&O", "C&O", "LV", "C&A", "N&W"]
    assert {tuple(p.d.certs[cert].units for cert in certs) for certs in p.d.certs_of.values()} == {(2, *[1] * 8)}


@pytest.mark.rule("18Chesapeake-1-04")
def test_station_markers():
    markers = {name: list(sheet.markers) for name, sheet in Chesapeake().p.d.companies.items()}
    assert markers["PRR"] == markers["C&O"] == [0, 40, 60, 80]
    assert markers["PLE"] == markers["B&O"] == markers["N&W"] == [0, 40, 60]
    assert markers["SRR"] == markers["LV"] == markers["C&A"] == [0, 40]


@pytest.mark.rule("18Chesapeake-1-05")
def test_two_certificates_come_with_private_companies():
    table = Chesapeake(vanderbilt="LV")
    assert table.s.certs["LV.0"] == "with:CV" and table.s.certs["B&O.1"] == "with:B&OR"
    assert sum(place.startswith("with:") for place in table.s.certs.values()) == 2
    marked = {private: [mark.of for mark in marks] for private, marks in table.p.title.marks(table.p, "").items()}
    assert ("LV",) in marked["private CV"] and ("B&O",) in marked["private B&OR"]


@pytest.mark.rule("18Chesapeake-1-05")
def test_a_seed_draws_the_company_as_on_the_site():
    companies = list(Chesapeake().p.d.companies)
    assert {drawn(companies, seed): seed for seed in DRAWS.values()} == DRAWS


def test_without_a_seed_the_stream_of_the_game_draws():
    games = [new("18Chesapeake", NAMES[:3], {}, seed) for seed in range(12)]
    assert len({game.state.own.vanderbilt for game in games}) > 3


@pytest.mark.rule("18Chesapeake-3-01")
def test_prices_and_incomes_of_the_private_companies():
    printed = {name: (sheet.cost, sheet.revenue) for name, sheet in Chesapeake().p.d.privates.items()}
    assert printed == {
        "D&R": (20, 5),
        "C-P": (40, 10),
        "B&S": (50, 10),
        "C&OC": (80, 15),
        "B&OR": (100, 0),
        "CV": (200, 30),
    }


@pytest.mark.rule("18Chesapeake-3-01")
def test_they_pay_at_the_start_of_each_operating_round():
    table = Chesapeake().with_private("CV", "Ann").with_private("C&OC", "Bob")
    before = table.cash("Ann"), table.cash("Bob")
    table.operating_round()
    assert (table.cash("Ann"), table.cash("Bob")) == (before[0] + 30, before[1] + 15)


@pytest.mark.rule("18Chesapeake-16-01")
def test_trains():
    d = Chesapeake().p.d
    sold = {kind: (d.train_counts[kind], sheet.price) for kind, sheet in d.trains.items()}
    assert sold == {"2": (7, 80), "3": (6, 180), "4": (5, 300), "5": (3, 500), "6": (2, 630), "D": (-1, 900)}


@pytest.mark.rule("18Chesapeake-12-01", "18Chesapeake-12-02", "18Chesapeake-17-01")
def test_phases():
    phases = Chesapeake().p.d.phases
    newest = {name: sheet.tiles[-1] for name, sheet in phases.items()}
    assert newest == {"2": "yellow", "3": "green", "4": "green", "5": "brown", "6": "brown", "D": "gray"}
    assert [sheet.operating_rounds for sheet in phases.values()] == [1, 2, 2, 3, 3, 3]
    assert [sheet.train_limit for sheet in phases.values()] == [4, 4, 3, 2, 2, 2]
    assert [sheet.on for sheet in phases.values()] == ["", "3", "4", "5", "6", "D"]


@pytest.mark.rule("18Chesapeake-5-01")
def test_pars():
    p = Chesapeake().p
    assert sorted(box.price for box in p.d.market.pars) == [70, 80, 95]
    assert {box.id: box.price for box in p.d.market.pars} == {"2,4": 95, "3,3": 80, "4,2": 70}


@pytest.mark.rule("18Chesapeake-6-02")
def test_the_yellow_boxes():
    boxes = Chesapeake().p.d.market.boxes
    assert {box.id for box in boxes.values() if box.section == "yellow"} == {"5,0", "6,0", "6,1", "7,0", "7,1", "7,2"}
    assert {box.section for box in boxes.values()} == {"yellow", "white"}


@pytest.mark.rule("18Chesapeake-10-03")
def test_straight_tiles_and_curves_never_run_out():
    tiles = Chesapeake().p.d.tiles
    assert {name for name, tile in tiles.items() if tile.count < 0} == {"7", "8", "9"}
    assert sum(tile.count for tile in tiles.values() if tile.count > 0) == 72


@pytest.mark.rule("18Chesapeake-10-04")
def test_labelled_hexes_take_labelled_tiles_and_no_others():
    d = Chesapeake().p.d
    for hexes, labelled in (({"F8"}, {"X1", "X2", "X6", "X8"}), ({"H6", "J4"}, {"X3", "X4", "X5", "X7", "X9"})):
        assert all(d.places[name] == hexes for name in labelled)
        colors = {d.tiles[name].color for name in labelled}
        assert {name for name, at in d.places.items() if at & hexes and d.tiles[name].color in colors} == labelled


@pytest.mark.rule("18Chesapeake-10-05")
def test_towns():
    d = Chesapeake().p.d
    towns = {name for name, tile in d.tiles.items() if any(stop.kind == "town" for stop in tile.stops)}
    assert {tile: d.tiles[tile].upgrades_to for tile in towns} == dict.fromkeys(towns, ())
    for hex_id in ("B4", "K3", "K5"):
        assert set(d.first_tiles[hex_id]) == {"1", "2", "55", "56", "69"}
