"""How far a company can trace, and where track may lead: one rule a test (12, 14.4, 15.3)."""

from __future__ import annotations

import pytest

from engine.board import lay
from engine.board.geometry import EDGE, EDGES
from engine.board.markers import blocked_for
from engine.board.network import reach_of, shut_sides
from engine.core.state import Marker
from tests.positions.lines import lay as tile
from tests.t1839.table import Table1839
from tests.t1839.test_routes import earns, line
from tests.t1839.test_stations import against, placing
from tests.t1839.test_track import laying

TRIANGLES = {
    "A20": "W SW SE", "C20": "W NW NE", "D21": "W", "E12": "W SE", "F11": "SW SE", "G20": "SW W NW NE",
}  # fmt: skip


@pytest.mark.rule("1839-12-10", "1839-15.3.1-07")
@pytest.mark.parametrize(("off_board", "sides"), list(TRIANGLES.items()))
def test_track_runs_to_an_off_board_at_its_triangles_only(off_board: str, sides: str):
    hexes = Table1839().p.d.map.hexes
    for edge, name in enumerate(EDGES):
        beside = hexes[off_board].around[edge]
        if beside and hexes[beside].sheet.kind in ("land", "yellow"):
            assert ((edge + 3) % 6 in hexes[beside].open) == (name in sides.split()), (off_board, name)


@pytest.mark.rule("1839-15.3.1-06", "1839-12-08", "1839-15.3.1-07")
@pytest.mark.parametrize(
    ("hex_id", "side", "may"),
    [
        ("A14", "NW", False),  # off the map
        ("A14", "E", True),
        ("D17", "NE", True),  # a land hex
        ("E14", "W", False),  # the Noordzee has no triangle there
    ],
)
def test_a_tile_is_refused_only_where_its_track_would_lead_nowhere(hex_id: str, side: str, may: bool):
    table = Table1839().with_phase("light red")
    turned = [
        (name, rotation)
        for name in lay.may_follow(table.p, hex_id)
        for rotation, track in enumerate(table.p.d.tiles[name].rotations)
        if EDGE[side] in track.exits
    ]
    assert turned
    assert any(lay.turn_refusal(table.p, hex_id, *way) is None for way in turned) == may


@pytest.mark.rule("1839-15.3.1-02")
def test_a_tile_beside_the_line_is_not_on_it():
    table = laying(H13=("57", 0))
    for rotation in range(6):
        if EDGE["SW"] not in table.p.d.tiles["57"].rotations[rotation].exits:
            table.refused("Ann", "lay", "", hex="G14", tile="57", rotation=rotation)
    table.do("Ann", "lay", hex="G14", tile="57", rotation=0)


@pytest.mark.rule("1839-15.3.1-03", "1839-14.3.2.2.2-02")
@pytest.mark.parametrize(("marker", "may"), [("", True), ("MSS", False), ("NS", False)])
def test_no_tile_beyond_a_full_city(marker: str, may: bool):
    table = laying(H13=("57", 0), G14=("57", 0))
    if marker:
        with table.arrange() as p:
            p.s.board.markers.append(Marker(marker, "G14/c0", 0))
            p.board_changed()
        table.operating_turn("NCS", "track")
    assert bool([move for move in table.legal("Ann", "lay") if move["hex"] == "F15"]) == may


@pytest.mark.rule("1839-15.3.1-03", "1839-8.3.2.2-03", "1839-14.3.2.2.1-02")
@pytest.mark.parametrize(("marker", "may"), [("MSS", False), ("NS", True)])
def test_a_local_passes_the_government_and_nobody_else(marker: str, may: bool):
    table = Table1839().with_privates_closed().with_tile("G14", "57", 0).with_tile("F15", "9", 0)
    table.with_company("L1", "Ann", homes=("H13", "L3"), home=False, Ann=4)
    table.with_tile("H13", "57", 0)
    with table.arrange() as p:
        p.s.board.markers = [Marker("L1", "H13/c0", 0), Marker(marker, "G14/c0", 0)]
        p.board_changed()
    assert ("F15" in reach_of(table.p, "L1").hexes) == may


@pytest.mark.rule("1839-15.3.1-04")
def test_a_trace_does_not_come_back_over_the_edge_by_which_it_left():
    table = Table1839().with_privates_closed().with_phase("light brown").with_tile("H13", "57", 0)
    table.with_company("NCS", "Ann", Ann=4)
    with table.arrange() as p:
        p.s.board.markers = [Marker("NCS", "H13/c0", 0)]
    # Over G14 into a ring of three hexes that leads back to where it began.
    table.with_tile("G14", "57", 0)
    tile(tile(tile(table, "F15", "82", "SW NE E"), "E16", "7", "SW SE"), "F17", "7", "W NW")
    reach = reach_of(table.p, "NCS")
    assert reach.arrives("F15", EDGE["SW"])
    assert reach.arrives("F15", EDGE["E"]) or reach.arrives("F15", EDGE["NE"]), "round the ring"
    assert not reach.arrives("G14", EDGE["NE"])


@pytest.mark.rule("1839-8.3.2.1-03", "1839-8.3.2.1-05")
@pytest.mark.parametrize(
    ("floated", "placed", "kept"), [(False, False, True), (True, False, True), (True, True, False)]
)
def test_a_home_is_kept_until_the_company_has_placed_it(floated: bool, placed: bool, kept: bool):
    table = placing().with_company("L1", "Bob", homes=("G14", "I8"), home=False, floated=floated, Bob=4)
    with table.arrange() as p:
        p.s.companies["L1"].home_placed = placed
    assert ("is reserved for L" in against(table, "G14/c0")) == kept


@pytest.mark.rule("1839-8.3.2.1-05")
def test_a_nationalised_majors_homes_are_kept_no_more():
    table = Table1839().with_privates_closed().stock_round("Ann")
    homes = {"company": "L1", "price": 20, "home": "H13", "second_home": "I8"}
    table.refused("Ann", "par", "7.5", **homes)
    with table.arrange() as p:
        p.s.companies["NCS"].closed = True
    table.do("Ann", "par", **homes)


@pytest.mark.rule("1839-15.3.2-07")
def test_an_upgrade_leaves_room_for_homes_that_are_still_to_come():
    table = laying("HIJSM", phase="gray", G10=("A62", 0))

    def refused() -> bool:
        law = table.p.title.build.tile_refusal
        return any(law(table.p, "HIJSM", "G10", "A990", rotation) is not None for rotation in range(6))

    with table.arrange() as p:
        p.s.board.markers = [Marker("MSS", "G10/c0", 0)]
    assert not refused(), "one marker and the home of the NCS"
    with table.arrange() as p:
        p.s.board.markers.append(Marker("NRS", "G10/c1", 0))
    assert refused(), "two markers and the home of the NCS"
    with table.arrange() as p:
        p.s.companies["NCS"].home_placed = True
    assert not refused()


@pytest.mark.rule("1839-17.9-02", "1839-12-16", "1839-17.1-01")
@pytest.mark.parametrize(
    "phase", ["light yellow", "light green", "blue", "light brown", "dark brown", "light red", "dark red", "purple"]
)
def test_every_barrier_stands_until_light_red_phase(phase: str):
    table = Table1839().with_phase(phase)
    shut = shut_sides(table.p)
    if phase in ("light red", "dark red", "purple"):
        assert not shut
    else:
        printed = {
            (hex_id, EDGE[barrier.edge])
            for hex_id, place in table.p.d.map.hexes.items()
            for barrier in place.sheet.barriers
        }
        assert printed <= shut
        assert len(printed) == 22


@pytest.mark.rule("1839-14.3.2.2.1-03", "1839-14.3.2.2.2-03", "1839-13.1-04")
def test_a_local_that_became_a_major_runs_to_off_boards():
    table = line("L1", "2")
    assert earns(table, "L1") == 40
    assert earns(table.with_price("L1", 43, "major"), "L1") == 60


@pytest.mark.rule("1839-14.3.2.2.2-02", "1839-14.3.2.2.1-02", "1839-14.4-04")
def test_government_stations_stop_a_local_once_it_is_a_major():
    table = line("L1", "3").with_government("L17/c0")
    assert "L17/c0" not in blocked_for(table.p, "L1")
    assert "L17/c0" in blocked_for(table.with_price("L1", 43, "major").p, "L1")
