"""Upgrades: colours by phase, cities with tiles of their own, brown tiles laid at once (8.4.2, 8.4.3, 12)."""

from __future__ import annotations

import pytest

from engine.board import lay
from engine.board.geometry import neighbour
from engine.titles.t1843.build import brown_at_once
from tests.t1843.building import (
    BROWN,
    GRAY,
    GREEN,
    YELLOW,
    company,
    company_at,
    hexes,
    lay_any,
    lays,
    orleans,
    turn,
)
from tests.t1843.table import Table, lay_track


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


@pytest.mark.rule("1843-8.4.2-01", "1843-8.4.2-06", "1843-8.4.2-08")
def test_one_upgrade_a_turn_the_old_tile_goes_back_and_markers_stay():
    table = lay_track(orleans(GREEN), "F15", "57", "W E")
    for hex_id in ("D9", "D15", "E20", "H11", "L15"):
        table.with_tile(hex_id, "57", 0)
    assert lay.tile_refusal(table.p, "E8", "57") is not None
    lay_any(turn(table), "F13", GREEN)
    assert "lay" not in table.verbs("Ann")
    assert [stop.split("/")[0] for stop in table.stations("PO")] == ["F13"]
    assert lay.tile_refusal(table.p, "E8", "57") is None


@pytest.mark.rule("1843-8.4.2-05")
def test_an_upgraded_tile_must_be_traced_to():
    table = lay_track(orleans(GREEN), "D15", "57", "W E")
    assert "D15" not in hexes(turn(table))
    table.refused("Ann", "lay", hex="D15", tile="14", rotation=0)
    assert "14" in lays(table, "F13")


# --- colours


@pytest.mark.rule("1843-8.4.1-05", "1843-8.4.1-07", "1843-12.1-01")
@pytest.mark.parametrize(("phase", "colors"), [(YELLOW, {YELLOW}), (GREEN, {YELLOW, GREEN}), ("blue", {YELLOW, GREEN})])
def test_only_the_colours_of_the_phase(phase: str, colors: set[str]):
    table = turn(orleans(phase))
    assert {table.p.d.tiles[str(m["tile"])].color for m in table.legal("Ann", "lay")} == colors


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


@pytest.mark.rule("1843-8.4.1-08", "1843-8.4.1-09", "1843-8.4.1-10", "1843-8.4.2-02", "1843-8.4.2-03", "1843-8.4.2-04")
@pytest.mark.parametrize(
    ("there", "phase", "may"),
    [
        ("57", YELLOW, set()),
        ("57", GREEN, {GREEN}),
        ("57", GRAY, {GREEN}),
        ("14", "blue", set()),
        ("14", BROWN, {BROWN}),
        ("63", "red", set()),
        ("63", GRAY, {GRAY}),
        ("513", GRAY, set()),
    ],
)
def test_a_colour_follows_the_one_before_from_its_phase_on(there: str, phase: str, may: set[str]):
    table = company_at("PO", phase).with_tile("F13", there, 0)
    turn(table)
    assert {table.p.d.tiles[tile].color for tile in lays(table, "F13")} == may


@pytest.mark.rule("1843-8.4.1-10")
@pytest.mark.parametrize(
    ("hex_id", "brown", "gray"),
    [
        *(("F13", "63", "513"), ("H7", "X06", "513"), ("N15", "X07", "513"), ("C14", "X08", "513")),
        *(("C20", "X09", "513"), ("J17", "X10", "513")),
        *(("E12", brown, "X15") for brown in ("64", "65", "66", "67", "68", "X13", "X14")),
    ],
)
def test_each_brown_city_has_its_gray_tile(hex_id: str, brown: str, gray: str):
    table = Table().with_phase(GRAY).with_tile(hex_id, brown, 0)
    assert lay.may_follow(table.p, hex_id) == (gray,)
    assert lay.tile_refusal(table.p, hex_id, gray) is None
    assert lay.tile_refusal(table.with_phase("red").p, hex_id, gray) is not None


@pytest.mark.rule("1843-8.4.1-08", "1843-8.4.1-25", "1843-8.4.2-02")
def test_a_yellow_hexagon_takes_a_green_tile_as_its_first_and_pays_its_terrain():
    table = company("PLM", "green", treasury=80).with_tile("J17", "X02", 0).with_marker("PLM", "J15/c0")
    table.operating_turn("PLM")
    move = table.legal("Ann", "lay", hex="J15")[0]
    assert table.p.d.tiles[str(move["tile"])].color == "green"
    assert table.do("Ann", "lay", **move).cash("PLM") == 0


@pytest.mark.rule("1843-8.4.1-20", "1843-8.4.1-21")
def test_connections_are_kept_whatever_their_shape():
    table = turn(orleans(GREEN))
    for move in table.legal("Ann", "lay", hex="F13"):
        exits = table.p.d.tiles[str(move["tile"])].rotations[int(move["rotation"])].exits
        assert {1, 4} <= set(exits)
    all_turns = {(t, r) for t in ("14", "15") for r in range(6)}
    bad = [(t, r) for t, r in all_turns if not {1, 4} <= set(table.p.d.tiles[t].rotations[r].exits)]
    assert bad
    for tile, rotation in bad:
        table.refused("Ann", "lay", hex="F13", tile=tile, rotation=rotation)


# --- cities with tiles of their own


@pytest.mark.rule("1843-8.4.2-09", "1843-12.2-06", "1843-12.2-07")
def test_oo_hexagons_take_oo_tiles_alone_and_none_in_yellow_phase():
    d = Table().p.d
    for hex_id in ("C18", "E12", "F23", "J9"):
        assert {d.tiles[tile].label for tile in d.first_tiles[hex_id]} == {"OO"}
        assert {d.tiles[tile].color for tile in d.first_tiles[hex_id]} == {"green"}
    for hex_id, tiles in d.first_tiles.items():
        if d.map.hexes[hex_id].sheet.label != "OO":
            assert all(d.tiles[tile].label != "OO" for tile in tiles)


@pytest.mark.rule("1843-8.4.2-09", "1843-12.2-06", "1843-12.2-07", "1843-12.2-05")
@pytest.mark.parametrize("hex_id", ["C18", "E12", "F23", "J9"])
def test_oo_hexes_take_oo_tiles_from_green_phase_on(hex_id: str):
    for phase, colors in ((YELLOW, set()), (GREEN, {GREEN})):
        p = company_at("PO", phase).p
        allowed = {name for name in p.d.tiles if lay.tile_refusal(p, hex_id, name) is None}
        assert {p.d.tiles[name].color for name in allowed} == colors
        assert all(len(p.d.tiles[name].stops) == 2 and p.d.tiles[name].label == "OO" for name in allowed)
    for name, tile in p.d.tiles.items():
        if tile.label == "OO":
            assert lay.tile_refusal(p, "F13", name) is not None


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


@pytest.mark.rule("1843-8.4.3-01", "1843-8.4.3-02")
@pytest.mark.parametrize(
    ("company", "hex_id", "phase", "named"),
    [("NOR", "C20", YELLOW, "X01"), ("PLM", "J17", YELLOW, "X02")],
)
def test_named_cities_take_their_tiles_the_name_upright(company: str, hex_id: str, phase: str, named: str):
    table = turn(company_at(company, phase), company)
    moves = [m for m in table.legal("Ann", "lay") if m["hex"] == hex_id]
    assert {m["tile"] for m in moves} == {named}
    assert len({m["rotation"] for m in moves}) == 1
    table.refused("Ann", "lay", hex=hex_id, tile="57", rotation=0)


@pytest.mark.rule("1843-8.4.3-03")
@pytest.mark.parametrize(("phase", "lies", "tile"), [("green", "", "X05"), ("brown", "X05", "X11")])
def test_every_tile_of_paris_costs_forty(phase: str, lies: str, tile: str):
    table = company("PO", phase, treasury=40)
    if lies:
        table.with_tile("E16", lies, 0)
    lay_track(table, "F15", "57", "SW NE").with_marker("PO", "F15/c0").operating_turn("PO")
    table.do("Ann", "lay", hex="E16", tile=tile, rotation=0)
    assert table.cash("PO") == 0


@pytest.mark.rule("1843-8.4.3-03")
@pytest.mark.parametrize(("treasury", "may"), [(40, True), (39, False)])
def test_paris_always_costs_40(treasury: int, may: bool):
    table = lay_paris(GREEN, treasury)
    assert ("E16" in hexes(table)) == may
    if may:
        lay_any(table, "E16", GREEN)
        assert table.cash("PO") == 0


def lay_paris(phase: str, treasury: int) -> Table:
    """The PO also has a marker in Versailles, and track from there to Paris."""
    table = orleans(phase, treasury)
    lay_track(table, "F15", "57", "SW NE").with_marker("PO", "F15/c0")
    return turn(table)


@pytest.mark.rule("1843-12.2-03", "1843-12.2-04")
def test_paris_has_two_cities_and_then_three():
    p = Table().p
    assert len(p.d.map.hexes["E16"].stops) == 2
    paris = [tile for tile in p.d.tiles.values() if tile.label == "Paris"]
    assert {tile.color: len(tile.stops) for tile in paris} == {GREEN: 3, BROWN: 3}


@pytest.mark.rule("1843-8.4.3-06")
def test_brest_takes_no_tile():
    table = company("SO", "brown").with_marker("SO", "A6/c0").operating_turn("SO")
    table.refused("Ann", "lay", hex="A6", tile="63", rotation=0)


@pytest.mark.rule("1843-8.4.3-06")
@pytest.mark.parametrize("edition", ["2016", "2012"])
def test_brest_is_gray_and_takes_no_tile(edition: str):
    table = company_at("SO", BROWN, edition=edition)
    assert all(lay.tile_refusal(table.p, "A6", name) is not None for name in table.p.d.tiles)


# --- straight to brown


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


@pytest.mark.rule("1843-8.4.3-04")
@pytest.mark.parametrize(
    ("phase", "may"), [(GREEN, False), ("blue", False), (BROWN, True), ("red", True), (GRAY, True)]
)
@pytest.mark.parametrize("edition", ["2016", "2012"])
def test_a_double_town_goes_straight_to_brown_once(phase: str, may: bool, edition: str):
    table = orleans(phase, edition=edition)
    lay_track(table, "F15", "57", "W E")
    table.with_tile("E14", "1", 0)
    on_line = next(r for r in range(6) if 5 in table.p.d.tiles["1"].rotations[r].exits)
    table.with_tile("E14", "1", on_line).with_tile("F15", "57", _towards(table, "F15", "E14"))
    table.with_marker("PO", "F15/c0")
    assert ("X12" in lays(turn(table), "E14")) == may


def _towards(table: Table, hex_id: str, other: str) -> int:
    edge = next(e for e in range(6) if neighbour(hex_id, e) == other)
    return next(r for r in range(6) if edge in table.p.d.tiles["57"].rotations[r].exits)


def bordeaux(phase: str, treasury: int = 1000, *, laid: bool = False, **options: str) -> Table:
    table = company_at("SO", phase, treasury, **options)
    return turn(lay_track(table, "H7", "57", "SW NE") if laid else table, "SO")


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


@pytest.mark.rule("1843-8.4.3-05", "1843-8.4.3-07", "1843-8.4.3-08")
@pytest.mark.parametrize(("phase", "may"), [("blue", False), (BROWN, True), ("red", True)])
@pytest.mark.parametrize("edition", ["2016", "2012"])
def test_so_may_lay_bordeaux_brown_at_once_and_pays_terrain(phase: str, may: bool, edition: str):
    table = bordeaux(phase, edition=edition)
    assert ("X06" in lays(table, "H7")) == may
    if may:
        lay_any(table, "H7", BROWN)
        assert table.cash("SO") == 920
        assert "lay" not in table.verbs("Ann")
        assert "X06" in lays(bordeaux(phase, laid=True, edition=edition), "H7")


@pytest.mark.rule("1843-8.4.3-05", "1843-8.4.3-06")
def test_which_companies_and_which_ports():
    p = Table().with_phase(BROWN).p
    for hex_id in ("C18", "H7", "C14", "N15", "K8"):
        browns = [tile for tile in p.d.tiles if p.d.tiles[tile].color == BROWN]
        may = {name for name in p.d.companies if any(brown_at_once(p, name, hex_id, tile) for tile in browns)}
        assert may == {"MID", "PRO", "SO"}, hex_id
    assert not any(brown_at_once(p, "SO", "A6", tile) for tile in p.d.tiles)


@pytest.mark.rule("1843-8.4.3-05")
def test_only_mid_pro_and_so():
    table = company_at("PO", BROWN).with_marker("PO", "H7/c0")
    assert "X06" not in lays(turn(table), "H7")
    table = company_at("PRO", BROWN)
    assert "X07" in lays(turn(table, "PRO"), "N15")


@pytest.mark.rule("1843-8.4.3-05", "1843-8.4.3-07")
def test_other_companies_and_places_out_of_reach_take_the_colours_in_turn():
    table = company("PO", "brown").with_marker("PO", "K8/c0").operating_turn("PO")
    assert {table.p.d.tiles[str(m["tile"])].color for m in table.legal("Ann", "lay", hex="K8")} == {"green"}
    table = company("PRO", "brown").with_marker("PRO", "K8/c0").operating_turn("PRO")
    assert {table.p.d.tiles[str(m["tile"])].color for m in table.legal("Ann", "lay", hex="K8")} == {"green", "brown"}
    assert table.legal("Ann", "lay", hex="H7") == []


@pytest.mark.rule("1843-8.4.3-07")
def test_the_port_must_be_traced_to():
    table = company_at("SO", BROWN)
    assert "N15" not in hexes(turn(table, "SO"))
