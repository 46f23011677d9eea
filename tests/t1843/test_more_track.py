"""Laying and upgrading track (8.4, 9, 12)."""

from __future__ import annotations

import pytest

from engine.board import lay
from engine.board.geometry import neighbour
from tests.t1843.table import Table, lay_track

YELLOW, GREEN, BROWN, GRAY = "yellow", "green", "brown", "gray"


def company_at(company: str = "PO", phase: str = YELLOW, treasury: int = 1000, **options: str) -> Table:
    table = Table(**options).with_company(company, "Ann", par=73, Ann=6, treasury=treasury)
    table.with_company("EST", "Bob", par=67, Bob=6)
    for private in ("TB", "C", "PStG", "LH", "VdL", "BA"):
        table.with_private(private, "closed")
    return table.with_phase(phase)


def orleans(phase: str = YELLOW, treasury: int = 1000, **options: str) -> Table:
    return lay_track(company_at("PO", phase, treasury, **options), "F13", "57", "W E")


def turn(table: Table, company: str = "PO") -> Table:
    return table.operating_turn(company, step="track")


def lays(table: Table, hex_id: str, verb: str = "lay") -> set[str]:
    """Tiles that may be laid in a hex."""
    return {str(move["tile"]) for move in table.legal("Ann", verb) if move.get("hex", hex_id) == hex_id}


def hexes(table: Table) -> set[str]:
    return {str(move["hex"]) for move in table.legal("Ann", "lay")}


def lay_any(table: Table, hex_id: str, color: str = "", verb: str = "lay") -> Table:
    move = next(
        m
        for m in table.legal("Ann", verb)
        if m["hex"] == hex_id and table.p.d.tiles[str(m["tile"])].color == (color or YELLOW)
    )
    return table.do("Ann", verb, **move)


# --- how much


@pytest.mark.rule("1843-8.4.1-01", "1843-8.4-01", "1843-8.3-02")
def test_one_yellow_tile_a_turn_or_none():
    table = lay_any(turn(orleans()), "F11")
    assert "lay" not in table.verbs("Ann")
    table = turn(orleans()).do("Ann", "skip")
    assert table.step() != "track"


@pytest.mark.rule("1843-8.4.1-02")
@pytest.mark.parametrize("company", ["EST", "MID", "OU", "PRO", "SO"])
def test_five_companies_may_lay_a_second_for_20(company: str):
    table = Table().with_company(company, "Ann", par=73, Ann=6, treasury=1000)
    if company == "MID":
        table.with_phase(GREEN).with_tile("J9", "10", 0)
    move = next(
        move
        for move in turn(table, company).legal("Ann", "lay")
        if table.p.d.tiles[str(move["tile"])].color == YELLOW
        and seconds(turn(copy(table), company).do("Ann", "lay", **move))
    )
    turn(table, company).do("Ann", "lay", **move)
    left = 1000 - terrain(table, move)
    assert table.cash(company) == left
    more = seconds(table)
    assert all(table.p.d.tiles[str(m["tile"])].color == YELLOW for m in more)
    table.do("Ann", "lay", **more[0])
    assert table.cash(company) == left - 20 - terrain(table, more[0])
    assert "lay" not in table.verbs("Ann")


def copy(table: Table) -> Table:
    found = Table()
    found.game = table.game
    return found


def seconds(table: Table) -> list[dict[str, str | int]]:
    return table.legal("Ann", "lay") if "lay" in table.verbs("Ann") else []


def terrain(table: Table, move: dict[str, str | int]) -> int:
    return table.p.d.map.hexes[str(move["hex"])].cost


@pytest.mark.rule("1843-8.4.1-02")
@pytest.mark.parametrize("company", ["ETA", "NOR", "PLM", "PO"])
def test_the_others_may_not(company: str):
    table = Table().with_company(company, "Ann", par=73, Ann=6, treasury=1000)
    table.do("Ann", "lay", **turn(table, company).legal("Ann", "lay")[0])
    assert "lay" not in table.verbs("Ann")


@pytest.mark.rule("1843-8.4.1-02", "1843-8.4-01")
def test_no_second_tile_without_20_nor_after_an_upgrade():
    table = Table().with_company("OU", "Ann", par=73, Ann=6, treasury=19)
    turn(table, "OU").do("Ann", "lay", **table.legal("Ann", "lay")[0])
    assert "lay" not in table.verbs("Ann")
    table = lay_track(company_at("OU", GREEN), "D9", "57", "W E")
    lay_any(turn(table, "OU"), "D9", GREEN)
    assert "lay" not in table.verbs("Ann")
    table = lay_any(turn(lay_track(company_at("OU", GREEN), "D9", "57", "W E"), "OU"), "D11")
    assert "D9" not in hexes(table)


# --- supply and colours


@pytest.mark.rule("1843-8.4.1-03", "1843-8.4.1-04")
def test_tiles_are_limited_but_7_8_and_9():
    table = orleans()
    for hex_id in ("D9", "D15", "E20", "H11", "L15", "L17"):
        table.with_tile(hex_id, "57", 0)
    assert "57" not in lays(turn(table), "F15")
    tiles = Table().p.d.tiles
    assert {name for name, tile in tiles.items() if tile.count < 0} == {"7", "8", "9"}


@pytest.mark.rule("1843-8.4.1-05", "1843-8.4.1-07", "1843-12.1-01")
@pytest.mark.parametrize(("phase", "colors"), [(YELLOW, {YELLOW}), (GREEN, {YELLOW, GREEN}), ("blue", {YELLOW, GREEN})])
def test_only_the_colours_of_the_phase(phase: str, colors: set[str]):
    table = turn(orleans(phase))
    assert {table.p.d.tiles[str(m["tile"])].color for m in table.legal("Ann", "lay")} == colors


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


@pytest.mark.rule("1843-8.4.1-06", "1843-9-05", "1843-9-04")
def test_nothing_on_red_and_gray_hexes():
    table = lay_track(company_at("NOR"), "C20", "X01", "NW NE")
    assert not hexes(turn(table, "NOR")) & {"B21", "C22", "B17", "E24"}
    table.refused("Ann", "lay", hex="B21", tile="9", rotation=0)
    # Track may lead to the black triangle of Gand beside it.
    assert table.tile("C20") == "X01"


@pytest.mark.rule("1843-8.4.1-11", "1843-8.4.1-12", "1843-8.4.1-13", "1843-8.4.1-14")
def test_the_tile_fits_what_is_printed():
    table = lay_track(orleans(), "F15", "57", "W E")
    lay_track(lay_track(table, "F11", "9", "W E"), "E10", "4", "SE NW")
    p = turn(table).p
    kinds: dict[str, set[tuple[str, ...]]] = {}
    for hex_id, kind in (("F17", "plain"), ("E14", "double"), ("G12", "town"), ("D15", "city")):
        allowed = set()
        for name, tile in p.d.tiles.items():
            if tile.color == YELLOW and lay.tile_refusal(p, hex_id, name) is None:
                allowed.add(tuple(stop.kind for stop in tile.stops))
        kinds[kind] = allowed
    assert kinds == {"plain": {()}, "double": {("town", "town")}, "town": {("town",)}, "city": {("city",)}}


# --- trace


@pytest.mark.rule("1843-8.4.1-15", "1843-8.4.1-17")
def test_track_must_come_from_a_station():
    table = turn(orleans())
    assert hexes(table) == {"F11", "F15"}
    table.refused("Ann", "lay", hex="D15", tile="57", rotation=0)
    table.refused("Ann", "lay", "8.4.1", hex="F17", tile="9", rotation=1)
    # Beside the line is not on it: the tile must join Orléans.
    for rotation in range(6):
        if 4 not in table.p.d.tiles["7"].rotations[rotation].exits:
            table.refused("Ann", "lay", hex="F11", tile="7", rotation=rotation)


@pytest.mark.rule("1843-8.4.1-16")
def test_not_through_a_city_full_of_others():
    table = lay_track(orleans(), "F15", "57", "W E")
    assert "F17" in hexes(turn(table))
    table.with_company("SO", "Bob", par=67, Bob=6, home=False).with_marker("SO", "F15/c0")
    assert "F17" not in hexes(turn(table))


@pytest.mark.rule("1843-8.4.2-05")
def test_an_upgraded_tile_must_be_traced_to():
    table = lay_track(orleans(GREEN), "D15", "57", "W E")
    assert "D15" not in hexes(turn(table))
    table.refused("Ann", "lay", hex="D15", tile="14", rotation=0)
    assert "14" in lays(table, "F13")


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


@pytest.mark.rule("1843-8.4.1-22", "1843-8.4.1-23", "1843-8.4.1-24")
def test_no_track_off_the_map_or_into_a_closed_side():
    table = company_at("NOR", GREEN)
    p = table.p
    for hex_id, edge, way in (("C6", 0, "SW"), ("E8", 0, "SW"), ("E22", 4, "E"), ("D21", 3, "NE")):
        beyond = neighbour(hex_id, edge)
        closed = beyond not in p.d.map.hexes or (
            p.d.map.hexes[beyond].sheet.kind in ("gray", "offboard")
            and (edge + 3) % 6 not in p.d.map.hexes[beyond].printed.exits
        )
        assert closed == (edge not in p.d.map.hexes[hex_id].open), (hex_id, way)


# --- money


@pytest.mark.rule("1843-8.4.1-25", "1843-8.4.2-07")
def test_terrain_is_paid_with_the_first_tile_only():
    table = lay_track(company_at("PLM", treasury=80), "J17", "X02", "NW SW")
    lay_any(turn(table, "PLM"), "I16")
    assert table.cash("PLM") == 0
    table = lay_track(company_at("PLM", treasury=79), "J17", "X02", "NW SW")
    assert "I16" not in hexes(turn(table, "PLM"))
    table = lay_track(company_at("PLM", GREEN, treasury=0), "J17", "X02", "NW SW")
    lay_track(table, "I16", "57", "NW SE")
    lay_any(turn(table, "PLM"), "I16", GREEN)
    assert table.cash("PLM") == 0


@pytest.mark.rule("1843-8.4.2-07", "1843-8.4.1-25")
def test_on_a_yellow_map_hex_with_terrain_the_first_tile_pays():
    table = lay_track(company_at("PLM", GREEN, treasury=80), "J17", "X02", "NW SW")
    table.with_marker("PLM", "J15/c0")
    lay_any(turn(table, "PLM"), "J15", GREEN)
    assert table.cash("PLM") == 0
    table = lay_track(company_at("PLM", GREEN, treasury=79), "J17", "X02", "NW SW").with_marker("PLM", "J15/c0")
    assert "J15" not in hexes(turn(table, "PLM"))


@pytest.mark.rule("1843-8.4.3-03")
@pytest.mark.parametrize(("treasury", "may"), [(40, True), (39, False)])
def test_paris_always_costs_40(treasury: int, may: bool):
    table = lay_paris(GREEN, treasury)
    assert ("E16" in hexes(table)) == may
    if may:
        lay_any(table, "E16", GREEN)
        assert table.cash("PO") == 0


def lay_paris(phase: str, treasury: int) -> Table:
    """PO stands in Versailles too, whose track leads to Paris."""
    table = orleans(phase, treasury)
    lay_track(table, "F15", "57", "SW NE").with_marker("PO", "F15/c0")
    return turn(table)


# --- upgrades


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


# --- straight to brown


def bordeaux(phase: str, treasury: int = 1000, *, laid: bool = False, **options: str) -> Table:
    table = company_at("SO", phase, treasury, **options)
    return turn(lay_track(table, "H7", "57", "SW NE") if laid else table, "SO")


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


@pytest.mark.rule("1843-8.4.3-05")
def test_only_mid_pro_and_so():
    table = company_at("PO", BROWN).with_marker("PO", "H7/c0")
    assert "X06" not in lays(turn(table), "H7")
    table = company_at("PRO", BROWN)
    assert "X07" in lays(turn(table, "PRO"), "N15")


@pytest.mark.rule("1843-8.4.3-06")
@pytest.mark.parametrize("edition", ["2016", "2012"])
def test_brest_is_gray_and_takes_no_tile(edition: str):
    table = company_at("SO", BROWN, edition=edition)
    assert all(lay.tile_refusal(table.p, "A6", name) is not None for name in table.p.d.tiles)


@pytest.mark.rule("1843-8.4.3-07")
def test_the_port_must_be_traced_to():
    table = company_at("SO", BROWN)
    assert "N15" not in hexes(turn(table, "SO"))


# --- tiles of Paris


@pytest.mark.rule("1843-12.2-03", "1843-12.2-04")
def test_paris_has_two_cities_and_then_three():
    p = Table().p
    assert len(p.d.map.hexes["E16"].stops) == 2
    paris = [tile for tile in p.d.tiles.values() if tile.label == "Paris"]
    assert {tile.color: len(tile.stops) for tile in paris} == {GREEN: 3, BROWN: 3}
