"""Building track (8.4)."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGE
from engine.titles.t1843.build import TWO_YELLOWS
from tests.t1843.table import Table, lay_track


def company(name: str, phase: str = "yellow", treasury: int = 1000, **options: str) -> Table:
    """A company of Ann's at home, without any tile."""
    return Table(**options).with_phase(phase).with_company(name, "Ann", par=79, treasury=treasury, Ann=6)


def colours(table: Table, verb: str = "lay") -> dict[str, set[str]]:
    """Hexes that can be built on, with the colours of the tiles that fit."""
    found: dict[str, set[str]] = {}
    for move in table.legal("Ann", verb):
        found.setdefault(str(move["hex"]), set()).add(table.p.d.tiles[str(move["tile"])].color)
    return found


@pytest.mark.rule("1843-8.4-01", "1843-8.4.1-01", "1843-8.4.1-05", "1843-8.4.1-15")
def test_one_yellow_tile_a_turn_traced_from_a_station():
    table = company("PO").operating_turn("PO")
    assert colours(table) == {"F13": {"yellow"}}
    table.do("Ann", "lay", hex="F13", tile="57", rotation=1)
    assert table.step() != "track"


@pytest.mark.rule("1843-8.4.1-02", "1843-8.4.3-01")
@pytest.mark.parametrize(("name", "home"), [("OU", "D9"), ("PO", "F13")])
def test_five_companies_lay_a_second_yellow_tile_for_twenty(name: str, home: str):
    table = company(name, treasury=100).operating_turn(name)
    table.do("Ann", "lay", hex=home, tile="57", rotation=1)
    if name == "PO":
        assert table.step() != "track"
        return
    beside = table.legal("Ann", "lay")[0]
    assert beside["hex"] != home
    table.do("Ann", "lay", **beside)
    assert (table.cash(name), table.step() != "track") == (80, True)
    assert set(TWO_YELLOWS) == {"EST", "MID", "OU", "PRO", "SO"}


@pytest.mark.rule("1843-8.4.1-25", "1843-8.4.1-02")
def test_terrain_is_paid_with_the_first_tile_and_once():
    table = company("SO", treasury=79).operating_turn("SO")
    assert table.step() != "track"
    table = company("SO", treasury=80).operating_turn("SO").do("Ann", "lay", hex="H7", tile="57", rotation=0)
    assert table.cash("SO") == 0
    table = company("SO", treasury=99).with_tile("H7", "15", 3).operating_turn("SO")
    table.do("Ann", "lay", **table.legal("Ann", "lay", hex="G8")[0])
    table.refused("Ann", "lay", "8.4.1", hex="H9", tile="9", rotation=1)
    table = company("SO", treasury=80).with_tile("H7", "15", 3).operating_turn("SO")
    table.do("Ann", "lay", hex="H9", tile="9", rotation=1)
    assert table.cash("SO") == 0


@pytest.mark.rule("1843-8.4.2-07", "1843-8.4.2-01", "1843-8.4.2-06", "1843-8.4.2-08")
def test_an_upgrade_pays_no_terrain_returns_the_tile_and_keeps_the_station():
    table = company("SO", "green", treasury=0).with_tile("H7", "57", 0).operating_turn("SO")
    table.do("Ann", "lay", hex="H7", tile="15", rotation=3)
    assert (table.cash("SO"), table.stations("SO"), table.tile("H7")) == (0, ["H7/c0"], "15")
    assert all(laid.tile != "57" for laid in table.s.board.tiles.values())
    assert table.step() != "track"


@pytest.mark.rule("1843-8.4.2-01")
def test_no_upgrade_beside_a_yellow_tile():
    table = company("SO", "green").with_tile("H7", "57", 0).operating_turn("SO")
    assert "15" in {move["tile"] for move in table.legal("Ann", "lay", hex="H7")}
    table.do("Ann", "lay", **table.legal("Ann", "lay", hex="I6")[0])
    assert table.step() == "track"
    table.refused("Ann", "lay", "8.4", hex="H7", tile="15", rotation=3)


@pytest.mark.rule(
    "1843-8.4.1-07",
    "1843-8.4.1-08",
    "1843-8.4.1-09",
    "1843-8.4.1-10",
    "1843-8.4.2-02",
    "1843-8.4.2-03",
    "1843-8.4.2-04",
)
@pytest.mark.parametrize(
    ("phase", "lies", "fits"),
    [
        ("yellow", "57", set()),
        ("green", "57", {"14", "15"}),
        ("blue", "14", set()),
        ("brown", "14", {"63"}),
        ("red", "63", set()),
        ("gray", "63", {"513"}),
    ],
)
def test_colours_follow_each_other_by_phase(phase: str, lies: str, fits: set[str]):
    table = company("PO", phase).with_tile("F13", lies, 1).operating_turn("PO")
    assert {move["tile"] for move in table.legal("Ann", "lay", hex="F13")} == fits


@pytest.mark.rule("1843-8.4.1-08", "1843-8.4.1-25", "1843-8.4.2-02")
def test_a_yellow_hexagon_takes_a_green_tile_as_its_first_and_pays_its_terrain():
    table = company("PLM", "green", treasury=80).with_tile("J17", "X02", 0).with_marker("PLM", "J15/c0")
    table.operating_turn("PLM")
    move = table.legal("Ann", "lay", hex="J15")[0]
    assert table.p.d.tiles[str(move["tile"])].color == "green"
    assert table.do("Ann", "lay", **move).cash("PLM") == 0


@pytest.mark.rule("1843-8.4.2-09", "1843-12.2-06", "1843-12.2-07")
def test_oo_hexagons_take_oo_tiles_alone_and_none_in_yellow_phase():
    d = Table().p.d
    for hex_id in ("C18", "E12", "F23", "J9"):
        assert {d.tiles[tile].label for tile in d.first_tiles[hex_id]} == {"OO"}
        assert {d.tiles[tile].color for tile in d.first_tiles[hex_id]} == {"green"}
    for hex_id, tiles in d.first_tiles.items():
        if d.map.hexes[hex_id].sheet.label != "OO":
            assert all(d.tiles[tile].label != "OO" for tile in tiles)


@pytest.mark.rule("1843-8.4.1-11", "1843-8.4.1-12", "1843-8.4.1-13", "1843-8.4.1-14", "1843-8.4.1-06")
def test_kinds_of_tiles_go_on_their_kinds_of_hexagons():
    d = Table().p.d
    for hex_id, place in d.map.hexes.items():
        fits = d.first_tiles.get(hex_id, ())
        assert (place.sheet.kind in ("gray", "offboard")) == (hex_id not in d.first_tiles)
        for tile in fits:
            kinds = {stop.kind for stop in d.tiles[tile].stops}
            assert kinds == {stop.kind for stop in place.stops}
            if kinds == {"town"}:
                assert len(d.tiles[tile].stops) == len(place.stops)


@pytest.mark.rule("1843-8.4.1-20", "1843-8.4.1-21")
def test_printed_and_laid_track_is_kept():
    table = company("NOR", treasury=500).operating_turn("NOR")
    assert table.legal("Ann", "lay", hex="C20") == [{"hex": "C20", "tile": "X01", "rotation": 0}]
    table = company("PO", "green").with_tile("F13", "57", 1).operating_turn("PO")
    for move in table.legal("Ann", "lay", hex="F13"):
        exits = table.p.d.tiles[str(move["tile"])].rotations[int(move["rotation"])].exits
        assert {1, 4} <= set(exits)


@pytest.mark.rule("1843-8.4.1-22", "1843-8.4.1-23", "1843-8.4.1-24")
def test_track_ends_neither_off_the_map_nor_at_blank_gray_or_red_sides():
    p = Table().p
    hexes = p.d.map.hexes
    assert EDGE["NE"] in hexes["C8"].open  # the track of B9
    assert EDGE["NW"] not in hexes["C10"].open  # a blank side of B9
    assert EDGE["W"] not in hexes["C6"].open  # the sea
    assert EDGE["NE"] in hexes["D21"].open  # the arrow of Brussels
    assert EDGE["E"] not in hexes["E22"].open  # Luxembourg has an arrow to the south-west alone
    for place in hexes.values():
        for side in place.open:
            assert place.around[side]


@pytest.mark.rule("1843-8.4.3-01", "1843-12.2-02")
def test_named_tiles_must_be_used_at_their_places():
    table = company("PRO", "brown").with_tile("N15", "15", 2).operating_turn("PRO")
    assert {move["tile"] for move in table.legal("Ann", "lay", hex="N15")} == {"X07"}
    table = company("NOR", "green").with_tile("C20", "X01", 0).operating_turn("NOR")
    assert {move["tile"] for move in table.legal("Ann", "lay", hex="C20")} == {"X03"}
    d = table.p.d
    assert {name for name, tile in d.tiles.items() if tile.only_on and tile.label != "OO"} == {
        f"X{n:02}" for n in range(1, 12)
    }


@pytest.mark.rule("1843-8.4.3-02")
def test_lille_lyon_and_paris_stand_upright():
    table = company("PLM", treasury=500).operating_turn("PLM")
    assert [move["rotation"] for move in table.legal("Ann", "lay", hex="J17", tile="X02")] == [0]
    upright = {name for name, tile in table.p.d.tiles.items() if tile.upright}
    assert upright == {"X01", "X02", "X03", "X04", "X05", "X09", "X10", "X11"}


@pytest.mark.rule("1843-8.4.3-03")
@pytest.mark.parametrize(("phase", "lies", "tile"), [("green", "", "X05"), ("brown", "X05", "X11")])
def test_every_tile_of_paris_costs_forty(phase: str, lies: str, tile: str):
    table = company("PO", phase, treasury=40)
    if lies:
        table.with_tile("E16", lies, 0)
    lay_track(table, "F15", "57", "SW NE").with_marker("PO", "F15/c0").operating_turn("PO")
    table.do("Ann", "lay", hex="E16", tile=tile, rotation=0)
    assert table.cash("PO") == 0


@pytest.mark.rule("1843-8.4.3-04")
@pytest.mark.parametrize(
    ("phase", "edition", "may"), [("blue", "2016", False), ("brown", "2016", True), ("red", "2012", True)]
)
def test_a_yellow_double_town_becomes_the_brown_one_at_once(phase: str, edition: str, may: bool):
    table = company("PO", phase, edition=edition).with_tile("E14", "55", 0)
    lay_track(table, "F13", "57", "SW NE").operating_turn("PO")
    tiles = {move["tile"] for move in table.legal("Ann", "lay", hex="E14")}
    assert tiles == ({"X12"} if may else set())
    if may:
        table.do("Ann", "lay", **table.legal("Ann", "lay", hex="E14")[0])
        assert len(table.p.ground.track("E14").stops) == 1


@pytest.mark.rule("1843-8.4.3-05", "1843-8.4.3-07", "1843-8.4.3-08", "1843-11.2-01")
@pytest.mark.parametrize("edition", ["2016", "2012"])
def test_three_companies_lay_brown_tiles_at_ports_at_once(edition: str):
    table = company("SO", "brown", treasury=100, edition=edition).operating_turn("SO")
    tiles = {move["tile"] for move in table.legal("Ann", "lay", hex="H7")}
    assert tiles == {"57", "X06"}
    table.do("Ann", "lay", **table.legal("Ann", "lay", hex="H7", tile="X06")[0])
    assert (table.cash("SO"), table.tile("H7")) == (20, "X06")
    assert table.step() != "track"
    early = company("SO", "blue", edition=edition).operating_turn("SO")
    assert {move["tile"] for move in early.legal("Ann", "lay", hex="H7")} == {"57"}


@pytest.mark.rule("1843-8.4.3-05", "1843-8.4.3-07")
def test_other_companies_and_places_out_of_reach_take_the_colours_in_turn():
    table = company("PO", "brown").with_marker("PO", "K8/c0").operating_turn("PO")
    assert {table.p.d.tiles[str(m["tile"])].color for m in table.legal("Ann", "lay", hex="K8")} == {"green"}
    table = company("PRO", "brown").with_marker("PRO", "K8/c0").operating_turn("PRO")
    assert {table.p.d.tiles[str(m["tile"])].color for m in table.legal("Ann", "lay", hex="K8")} == {"green", "brown"}
    assert table.legal("Ann", "lay", hex="H7") == []


@pytest.mark.rule("1843-8.4.3-06")
def test_brest_takes_no_tile():
    table = company("SO", "brown").with_marker("SO", "A6/c0").operating_turn("SO")
    table.refused("Ann", "lay", hex="A6", tile="63", rotation=0)


@pytest.mark.rule("1843-8.4.1-16", "1843-8.4.2-05")
def test_the_trace_to_a_tile_does_not_pass_a_full_city_and_any_track_of_it_will_do():
    table = company("PO", "green")
    lay_track(lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E"), "F17", "9", "W E").operating_turn(
        "PO"
    )
    assert {"F17", "F19"} <= {str(move["hex"]) for move in table.legal("Ann", "lay")}
    table.with_company("EST", "Bob", par=67, Bob=6).with_marker("EST", "F15/c0").operating_turn("PO")
    assert {"F17", "F19"}.isdisjoint({str(move["hex"]) for move in table.legal("Ann", "lay")})


@pytest.mark.rule("1843-8.4.1-03")
def test_a_tile_that_is_not_in_the_supply_cannot_be_laid():
    table = lay_track(company("PO"), "F13", "57", "SW NE").operating_turn("PO")
    assert "55" in {move["tile"] for move in table.legal("Ann", "lay", hex="E14")}
    table.with_tile("G8", "55", 0).operating_turn("PO")
    assert "55" not in {move["tile"] for move in table.legal("Ann", "lay", hex="E14")}
