"""Laying track: how much, what fits where, with what trace, at what cost (8.4.1, 9)."""

from __future__ import annotations

import pytest

from engine.board import lay
from engine.board.geometry import EDGE, neighbour
from engine.titles.t1843.build import TWO_YELLOWS
from tests.t1843.building import (
    GREEN,
    YELLOW,
    colours,
    company,
    company_at,
    hexes,
    lay_any,
    lays,
    orleans,
    turn,
)
from tests.t1843.table import Table, lay_track

# --- how much


@pytest.mark.rule("1843-8.4-01", "1843-8.4.1-01", "1843-8.4.1-05", "1843-8.4.1-15")
def test_one_yellow_tile_a_turn_traced_from_a_station():
    table = company("PO").operating_turn("PO")
    assert colours(table) == {"F13": {"yellow"}}
    table.do("Ann", "lay", hex="F13", tile="57", rotation=1)
    assert table.step() != "track"


@pytest.mark.rule("1843-8.4.1-01", "1843-8.4-01", "1843-8.3-02")
def test_one_yellow_tile_a_turn_or_none():
    table = lay_any(turn(orleans()), "F11")
    assert "lay" not in table.verbs("Ann")
    table = turn(orleans()).do("Ann", "skip")
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
        and seconds(turn(Table.at(table.game), company).do("Ann", "lay", **move))
    )
    turn(table, company).do("Ann", "lay", **move)
    left = 1000 - terrain(table, move)
    assert table.cash(company) == left
    more = seconds(table)
    assert all(table.p.d.tiles[str(m["tile"])].color == YELLOW for m in more)
    table.do("Ann", "lay", **more[0])
    assert table.cash(company) == left - 20 - terrain(table, more[0])
    assert "lay" not in table.verbs("Ann")


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


# --- what fits where


@pytest.mark.rule("1843-8.4.1-03")
def test_a_tile_that_is_not_in_the_supply_cannot_be_laid():
    table = lay_track(company("PO"), "F13", "57", "SW NE").operating_turn("PO")
    assert "55" in {move["tile"] for move in table.legal("Ann", "lay", hex="E14")}
    table.with_tile("G8", "55", 0).operating_turn("PO")
    assert "55" not in {move["tile"] for move in table.legal("Ann", "lay", hex="E14")}


@pytest.mark.rule("1843-8.4.1-03")
def test_tiles_are_limited():
    table = orleans()
    for hex_id in ("D9", "D15", "E20", "H11", "L15", "L17"):
        table.with_tile(hex_id, "57", 0)
    assert "57" not in lays(turn(table), "F15")


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


@pytest.mark.rule("1843-8.4.1-06", "1843-9-05", "1843-9-04")
def test_nothing_on_red_and_gray_hexes():
    table = lay_track(company_at("NOR"), "C20", "X01", "NW NE")
    assert not hexes(turn(table, "NOR")) & {"B21", "C22", "B17", "E24"}
    table.refused("Ann", "lay", hex="B21", tile="9", rotation=0)
    # Track may lead to the black triangle of Gand beside it.
    assert table.tile("C20") == "X01"


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


@pytest.mark.rule("1843-8.4.1-18")
def test_no_tile_is_laid_where_the_track_to_it_reverses_at_a_junction():
    """Tile 23 in F11: from Orléans in the east, and from the south-east, to the west."""
    table = turn(orleans(GREEN).with_tile("F11", "23", 4))
    assert table.p.ground.track("F11").exits == (EDGE["W"], EDGE["E"], EDGE["SE"])
    assert "F9" in hexes(table)
    assert "G12" not in hexes(table)
    for rotation in range(6):
        table.refused("Ann", "lay", "8.4.1", hex="G12", tile="58", rotation=rotation)


@pytest.mark.rule("1843-8.4.1-24")
@pytest.mark.parametrize(
    ("hex_id", "rotation", "may"),
    [("E22", 1, False), ("E22", 2, True), ("D21", 0, True), ("C20", 1, False)],
)
def test_a_straight_enters_a_red_hex_only_at_a_triangle(hex_id: str, rotation: int, may: bool):
    """Tile 9 in rotation 1 leads west and east: from E22 into Luxembourg, from C20 into Brussels."""
    found = lay.turn_refusal(Table().p, hex_id, "9", rotation)
    assert (found is None) == may
    assert may or (found is not None and "where no track may go" in str(found.why))


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


@pytest.mark.rule("1843-8.4.1-16", "1843-8.4.2-05")
def test_the_trace_to_a_tile_does_not_pass_a_full_city_and_any_track_of_it_will_do():
    table = company("PO", "green")
    lay_track(lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E"), "F17", "9", "W E").operating_turn(
        "PO"
    )
    assert {"F17", "F19"} <= {str(move["hex"]) for move in table.legal("Ann", "lay")}
    table.with_company("EST", "Bob", par=67, Bob=6).with_marker("EST", "F15/c0").operating_turn("PO")
    assert {"F17", "F19"}.isdisjoint({str(move["hex"]) for move in table.legal("Ann", "lay")})


@pytest.mark.rule("1843-8.4.1-16")
def test_not_through_a_city_full_of_others():
    table = lay_track(orleans(), "F15", "57", "W E")
    assert "F17" in hexes(turn(table))
    table.with_company("SO", "Bob", par=67, Bob=6, home=False).with_marker("SO", "F15/c0")
    assert "F17" not in hexes(turn(table))


# --- money


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
