"""What is in the box of 1843, by edition (2, 4, 9, 11 to 15)."""

from __future__ import annotations

import pytest

from tests.t1843.table import Table

BACKS = {"2x2 or 3+1": "2+1", "3/5x2": "4+1", "4/6x2": "5+2", "5/7x2": "5E"}
PLAYERS = ("Ann", "Bob", "Cem", "Dan", "Eva", "Fay")


@pytest.mark.rule("1843-2-02")
def test_train_certificates_of_four_colours_have_two_sides():
    assert {name: sheet.back_of for name, sheet in Table().p.d.trains.items() if sheet.back_of} == BACKS


@pytest.mark.rule("1843-2-11")
def test_money_in_the_box_by_edition():
    assert sum(Table().s.cash.values()) == 100_000
    assert sum(Table(edition="2012").s.cash.values()) == 80_000


@pytest.mark.rule("1843-4-03", "1843-8.5.3-01", "1843-9-08")
def test_six_port_markers_lie_at_six_ports():
    table = Table()
    assert sorted(table.s.board.signs) == ["A6", "C14", "C18", "H7", "K8", "N15"]
    assert table.own.ports == {}


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


@pytest.mark.rule("1843-4-15", "1843-5-08")
@pytest.mark.parametrize("players", range(2, 7))
def test_a_game_begins_in_yellow_phase_with_a_card_for_each(players: int):
    table = Table(PLAYERS[:players])
    assert (table.s.phase, table.order()) == ("yellow", list(PLAYERS[:players]))


@pytest.mark.rule("1843-11.1-10")
def test_one_of_the_markers_is_the_home():
    table = Table().with_company("PLM", "Ann", par=67, Ann=6, home=False, turns=0).operating_round()
    assert (table.stations("PLM"), table.s.companies["PLM"].markers) == (["J17/c0"], [40, 100])
