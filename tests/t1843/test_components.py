"""What is in the box of 1843, by edition (2, 4, 9, 11 to 15)."""

from __future__ import annotations

import pytest

from engine.board.markers import stop_def
from tests.t1843.table import Table

TRAINS = {"2+1": 6, "4+1": 7, "5+2": 7, "5E": 6, "8E": 6, "Electric": 18}
BACKS = {"2x2 or 3+1": "2+1", "3/5x2": "4+1", "4/6x2": "5+2", "5/7x2": "5E"}
PLAYERS = ("Ann", "Bob", "Cem", "Dan", "Eva", "Fay")


@pytest.mark.rule("1843-2-01", "1843-2-02")
def test_fifty_train_certificates_of_which_four_colours_have_two_sides():
    table = Table()
    kinds = [card.kind for card in table.s.trains.values()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == TRAINS
    assert len(kinds) == 50
    assert {name: sheet.back_of for name, sheet in table.p.d.trains.items() if sheet.back_of} == BACKS


@pytest.mark.rule(
    "1843-13.2-09", "1843-13.2-10", "1843-13.2-11", "1843-13.2-12", "1843-13.2-13", "1843-13.2-14", "1843-13.2-15"
)
@pytest.mark.parametrize(
    ("kind", "price", "rusted_by"),
    [
        ("2+1", 125, "blue"),
        ("2x2 or 3+1", 200, "blue"),
        ("4+1", 300, "brown"),
        ("3/5x2", 500, "brown"),
        ("5+2", 350, "red"),
        ("4/6x2", 600, "red"),
        ("5E", 400, "gray"),
        ("5/7x2", 700, "gray"),
        ("8E", 500, "gray"),
        ("Electric", 900, ""),
    ],
)
def test_prices_of_trains_and_what_rusts_them(kind: str, price: int, rusted_by: str):
    d = Table().p.d
    assert d.trains[kind].price == price
    assert d.trains[kind].rusted_by == (d.phases[rusted_by].on if rusted_by else "")


@pytest.mark.rule(
    "1843-5-10", "1843-5-11", "1843-5-12", "1843-5-13", "1843-5-14", "1843-5-15", "1843-5-08", "1843-15.6-06"
)
@pytest.mark.parametrize(
    ("phase", "rounds", "trains", "cards", "tiles", "pars"),
    [
        ("yellow", 1, 4, 4, "yellow", {67, 73, 79}),
        ("green", 2, 4, 4, "yellow green", {67, 73, 79, 86, 94}),
        ("blue", 2, 3, 3, "yellow green", {67, 73, 79, 86, 94, 105}),
        ("brown", 3, 3, 2, "yellow green brown", {67, 73, 79, 86, 94, 105, 120}),
        ("red", 3, 2, 2, "yellow green brown", {67, 73, 79, 86, 94, 105, 120}),
        ("gray", 4, 2, 2, "yellow green brown gray", {67, 73, 79, 86, 94, 105, 120}),
    ],
)
def test_the_phase_table(phase: str, rounds: int, trains: int, cards: int, tiles: str, pars: set[int]):
    assert Table().s.phase == "yellow"
    table = Table().with_phase(phase).with_cash("Ann", 2000).stock_round("Ann")
    sheet = table.p.d.phases[phase]
    assert (sheet.operating_rounds, sheet.train_limit, sheet.card_limit) == (rounds, trains, cards)
    assert sheet.tiles == tuple(tiles.split())
    assert {move["price"] for move in table.legal("Ann", "par", company="EST")} == pars


@pytest.mark.rule(
    "1843-4-05",
    "1843-4-06",
    "1843-4-07",
    "1843-4-08",
    "1843-4-09",
    "1843-4-10",
    "1843-4-11",
    "1843-4-12",
    "1843-4-13",
    "1843-4-14",
    "1843-2-05",
    "1843-4-15",
)
@pytest.mark.parametrize(
    ("players", "cash", "limit"), [(2, 1200, 36), (3, 800, 24), (4, 600, 18), (5, 480, 15), (6, 400, 12)]
)
def test_capital_and_certificate_limit_by_players(players: int, cash: int, limit: int):
    table = Table(PLAYERS[:players])
    assert [table.cash(name) for name in PLAYERS[:players]] == [cash] * players
    assert table.p.title.holding.limit(table.p) == limit
    assert table.p.title.players == (2, 6)


@pytest.mark.rule("1843-2-11")
def test_money_in_the_box_by_edition():
    assert sum(Table().s.cash.values()) == 100_000
    assert sum(Table(edition="2012").s.cash.values()) == 80_000


@pytest.mark.rule("1843-2-04", "1843-4-04", "1843-10.2-12", "1843-10.2-17", "1843-10.2-37", "1843-10.2-01")
def test_seven_private_companies_in_order():
    d = Table().p.d
    assert [(name, sheet.cost, sheet.revenue) for name, sheet in d.privates.items()] == [
        ("TB", 15, 0),
        ("C", 20, 5),
        ("PStG", 40, 10),
        ("LH", 60, 15),
        ("VdL", 110, 20),
        ("BA", 150, 25),
        ("LM", 210, 30),
    ]
    assert Table().s.privates == dict.fromkeys(d.privates, "sale")
    older = Table(edition="2012").p.d.privates
    assert {name: sheet.cost for name, sheet in older.items() if sheet.cost != d.privates[name].cost} == {"LH": 70}


@pytest.mark.rule("1843-4-03", "1843-8.5.3-01", "1843-9-08")
def test_six_port_markers_lie_at_six_ports():
    table = Table()
    assert sorted(table.s.board.signs) == ["A6", "C14", "C18", "H7", "K8", "N15"]
    assert table.own.ports == {}


@pytest.mark.rule(
    "1843-11.1-01",
    "1843-11.1-02",
    "1843-11.1-03",
    "1843-11.1-04",
    "1843-11.1-05",
    "1843-11.1-06",
    "1843-11.1-07",
    "1843-11.1-08",
    "1843-11.1-09",
    "1843-2-06",
    "1843-2-08",
    "1843-11.1-10",
)
@pytest.mark.parametrize(
    ("company", "markers", "home", "city"),
    [
        ("EST", 4, "H25", "Strasbourg"),
        ("ETA", 4, "H15", "Nevers"),
        ("MID", 4, "J9", "Montauban"),
        ("NOR", 2, "C20", "Lille"),
        ("OU", 3, "D9", "Rennes"),
        ("PLM", 3, "J17", "Lyon"),
        ("PO", 2, "F13", "Orléans"),
        ("PRO", 3, "N15", "Marseille"),
        ("SO", 3, "H7", "Bordeaux"),
    ],
)
def test_companies_with_their_markers_and_homes(company: str, markers: int, home: str, city: str):
    table = Table()
    sheet = table.p.d.companies[company]
    assert len(table.p.d.companies) == 9
    assert sheet.markers == (0, 40, 100, 100)[:markers]
    stop = table.p.d.map.homes[company][0]
    assert (stop.split("/")[0], stop_def(table.p, stop).name) == (home, city)


@pytest.mark.rule("1843-11.1-06")
@pytest.mark.parametrize("edition", ["2016", "2012"])
def test_the_plm_may_be_given_the_four_markers_that_are_in_the_box(edition: str):
    assert Table(edition=edition).p.d.companies["PLM"].markers == (0, 40, 100)
    four = Table(edition=edition, plm_markers="4").p
    three = Table(edition=edition).p
    assert four.s.companies["PLM"].markers == [0, 40, 100, 100]
    changed = [name for name in four.d.companies if four.d.companies[name] != three.d.companies[name]]
    plm = four.d.companies["PLM"]
    assert changed == ["PLM"]
    assert (plm.name, plm.home, plm.color) == (three.d.companies["PLM"].name, "J17", three.d.companies["PLM"].color)


@pytest.mark.rule("1843-2-07")
def test_nine_certificates_a_company():
    d = Table().p.d
    assert {tuple(d.certs[cert].units for cert in certs) for certs in d.certs_of.values()} == {(2, *[1] * 8)}


@pytest.mark.rule("1843-12.1-01", "1843-12.2-01", "1843-12.2-05", "1843-12.2-08", "1843-12.2-09", "1843-12.2-10")
def test_colours_and_kinds_of_tiles():
    tiles = Table().p.d.tiles.values()
    assert {tile.color for tile in tiles} == {"yellow", "green", "brown", "gray"}
    for tile in tiles:
        kinds = [stop.kind for stop in tile.stops]
        assert kinds in ([], ["city"], ["city"] * 2, ["city"] * 3, ["town"], ["town"] * 2)
        assert all(stop.revenue for stop in tile.stops)
        assert ("city" in kinds and len(kinds) == 2) == (tile.label == "OO")
        if not kinds:
            assert 1 <= len(tile.rotations[0].pieces) <= 4


@pytest.mark.rule("1843-12.2-03", "1843-12.2-04")
def test_paris_has_two_cities_on_the_map_and_three_on_tiles():
    d = Table().p.d
    assert [stop.name for stop in d.map.hexes["E16"].stops] == ["Paris", "Montparnasse"]
    for tile in ("X05", "X11"):
        assert {stop.name for stop in d.tiles[tile].stops} == {"North Paris", "South Paris", "Montparnasse"}


@pytest.mark.rule("1843-8.4.1-04", "1843-8.4.1-03")
def test_three_yellow_tiles_are_unlimited_and_no_others():
    assert [name for name, tile in Table().p.d.tiles.items() if tile.count < 0] == ["7", "8", "9"]


@pytest.mark.rule("1843-14-01", "1843-14-02", "1843-14-04", "1843-14-05")
def test_the_six_regions_of_the_market():
    boxes = Table().p.d.market.boxes.values()
    count = {name: sum(box.section == name for box in boxes) for name in ("brown", "orange", "yellow", "white", "end")}
    assert count == {"brown": 14, "orange": 18, "yellow": 20, "white": 141, "end": 1}
    assert [box.price for box in boxes if box.section == "end"] == [500]
    assert sorted(box.price for box in boxes if box.par) == [67, 73, 79, 86, 94, 105, 120]
    assert all(box.section == "white" for box in boxes if box.par)
    for near, far in (("brown", "orange"), ("orange", "yellow"), ("yellow", "white")):
        for row in {box.row for box in boxes if box.section == near}:
            right_most = max(box.column for box in boxes if box.row == row and box.section == near)
            others = [box.column for box in boxes if box.row == row and box.section == far]
            assert all(column > right_most for column in others)
