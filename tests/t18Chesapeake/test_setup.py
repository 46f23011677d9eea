"""What is in the box of 18Chesapeake, and how a game begins."""

from __future__ import annotations

import pytest

from engine import new
from engine.titles.t18Chesapeake.title import drawn
from tests.t18Chesapeake.table import DRAWS, Chesapeake

NAMES = ("Ann", "Bob", "Cem", "Dan", "Eve", "Fay")


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


@pytest.mark.rule("18Chesapeake-5-01")
def test_the_boxes_of_the_pars():
    p = Chesapeake().p
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
