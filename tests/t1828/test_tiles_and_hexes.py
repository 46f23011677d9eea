"""Which tiles go where, and which sides of hexes are shut (11, 14.2, 14.3.1)."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGE
from tests.t1828.building import first, never, tiles_for, turn
from tests.t1828.table import Table1828

# --- what goes where


CITY = {"57", "14", "15", "205", "206", "63", "448", "449"}
TOWN = {"3", "4", "58"}
DOUBLE = {"1", "2", "55", "56", "69"}
PLAIN = {"7", "8", "9"}


@pytest.mark.rule(
    "1828-14.2-01",
    "1828-14.2-02",
    "1828-14.2-10",
    "1828-14.2-11",
    "1828-14.2-12",
    "1828-14.2-13",
    "1828-14.2-14",
)
@pytest.mark.parametrize(
    ("hex_id", "kinds"),
    [("H8", {"57"}), ("I11", TOWN), ("G11", DOUBLE), ("H10", PLAIN)],
)
def test_each_hex_takes_its_own_kind_of_yellow_tile(hex_id: str, kinds: set[str]):
    tiles = {
        "H8": {"H6": ("57", "W E")},
        "H10": {"H6": ("57", "W E"), "H8": ("57", "W E")},
        "I11": {"H6": ("57", "W E"), "H8": ("57", "W E"), "H10": ("8", "W SE")},
        "G11": {"H6": ("57", "W E"), "H8": ("57", "W E"), "H10": ("8", "W NE")},
    }[hex_id]
    table = turn("WAB", **tiles)
    assert tiles_for(table, hex_id) == kinds
    for tile in ({"57"} | TOWN | DOUBLE | PLAIN) - kinds:
        never(table, hex_id, tile)


@pytest.mark.rule("1828-14.2-03", "1828-14.2-04", "1828-14.2-05", "1828-14.2-06")
@pytest.mark.parametrize(
    ("company", "hex_id", "tile"), [("B&O", "I19", "53"), ("B&M", "E27", "121"), ("NYH", "G23", "54")]
)
def test_baltimore_boston_and_new_york_have_their_own_tiles(company: str, hex_id: str, tile: str):
    table = turn(company, "green")
    assert tiles_for(table, hex_id) == {tile}
    for other in ("14", "15", "205", "206", "59", "53", "54", "121"):
        if other != tile:
            never(table, hex_id, other)
    never(turn("WAB", "green", H6=("57", "W E")), "H6", tile)
    brown = {"53": "61", "121": "997", "54": "62"}[tile]
    table.do("Ann", "lay", **first(table, hex=hex_id))
    table.with_phase("brown").operating_turn(company)
    assert tiles_for(table, hex_id) == {brown}
    never(turn("WAB", "brown", H6=("14", "SW W NE E")), "H6", brown)


@pytest.mark.rule("1828-14.2-07", "1828-14.2-08", "1828-14.2-09")
def test_oo_hexes_take_oo_tiles():
    table = turn("ERIE", "green")
    assert tiles_for(table, "E15") == {"59"}
    for other in ("14", "15", "205", "206", "54"):
        never(table, "E15", other)
    never(turn("WAB", "green", H6=("57", "W E")), "H6", "59")
    stops = table.p.d.tiles["59"].rotations[0].stops
    assert [stop.kind for stop in stops] == ["city", "city"]
    table = Table1828().with_company("WAB", "Ann", Ann=6).with_phase("brown").with_tile("D14", "59", 0)
    table.with_marker("WAB", "D14/c0").operating_turn("WAB")
    assert tiles_for(table, "D14") <= {"64", "65", "66", "67", "68"}
    assert tiles_for(table, "D14")


@pytest.mark.rule("1828-14.3.1-02", "1828-11-05")
def test_nothing_on_gray_and_red_hexes():
    table = turn("GT", "brown")
    for hex_id in ("D4", "C5", "A5", "F10", "G3", "A3", "E13", "K11"):
        assert not tiles_for(table, hex_id)
        for tile in ("57", "14", "63", "9", "4"):
            never(table, hex_id, tile)


# --- edges


@pytest.mark.rule("1828-14.3.1-08", "1828-14.3.1-09", "1828-14.3.1-10", "1828-14.3.1-11")
def test_which_sides_of_all_hexes_are_shut():
    hexes = Table1828().p.d.map.hexes
    barriers = {("B20", "SE"), ("C21", "NW"), ("C15", "SE"), ("D16", "NW"), ("C17", "SW"), ("D16", "NE")}
    barriers |= {("E11", "SE"), ("F12", "NW")}
    for hex_id, facts in hexes.items():
        if facts.sheet.kind not in ("land", "yellow"):
            continue
        for name, side in EDGE.items():
            other = hexes.get(facts.around[side])
            printed = other is not None and other.sheet.kind in ("gray", "offboard")
            blank = printed and (side + 3) % 6 not in other.printed.exits
            shut = other is None or blank or (hex_id, name) in barriers
            assert (side not in facts.open) is shut, (hex_id, name)


@pytest.mark.rule("1828-14.3.1-08")
def test_no_track_off_the_map():
    table = turn("GT")
    table.refused("Ann", "lay", "14.3.1", hex="E5", tile="8", rotation=EDGE["SW"])
    table.do("Ann", "lay", hex="E5", tile="8", rotation=EDGE["NW"])


@pytest.mark.rule("1828-14.3.1-09")
def test_no_track_to_a_blank_side_of_a_gray_hex():
    table = turn("GT", B6=("7", "SW SE"))
    table.refused("Ann", "lay", "14.3.1", hex="C7", tile="7", rotation=EDGE["W"])
    table.do("Ann", "lay", hex="C7", tile="9", rotation=EDGE["NW"])


@pytest.mark.rule("1828-14.3.1-11")
def test_no_track_into_a_blue_barrier():
    table = Table1828().with_company("WAB", "Ann", Ann=6).cobourg_turn("Cem")
    table.refused("Cem", "lay", "14.3.1", hex="C17", tile="7", rotation=EDGE["SW"])
    table.do("Cem", "lay", hex="C17", tile="9", rotation=EDGE["W"])


@pytest.mark.rule("1828-11-11")
def test_the_track_of_e13_joins_d12_and_hamilton():
    table = Table1828()
    facts = table.p.d.map.hexes["E13"]
    assert {facts.around[side] for side in facts.printed.exits} == {"D12", "D14"}
    # It is gray: nothing is laid there.
    assert facts.sheet.kind == "gray"
