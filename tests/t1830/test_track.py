"""Track: what a turn allows, what it costs, where it goes, which tiles fit, labels."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGES
from tests.positions.lines import lay
from tests.t1830.table import Table, altoona, bare


def lays(table: Table, hex_id: str) -> list[dict[str, str | int]]:
    return table.legal("Ann", "lay", hex=hex_id)


def tiles(table: Table, hex_id: str) -> set[str]:
    return {str(move["tile"]) for move in lays(table, hex_id)}


def sides(table: Table, hex_id: str) -> set[str]:
    """All the sides to which tiles that may be laid there lead."""
    turned = table.p.d.tiles
    exits = [turned[str(move["tile"])].rotations[int(move["rotation"])].exits for move in lays(table, hex_id)]
    return {EDGES[side] for found in exits for side in found}


def turned(table: Table, tile: str, ways: str) -> int:
    """The rotation in which a tile leads to exactly these sides."""
    wanted = sorted(EDGES.index(side) for side in ways.split())
    return next(r for r in range(6) if sorted(table.p.d.tiles[tile].rotations[r].exits) == wanted)


# --- what a turn allows


@pytest.mark.rule("1830-track-01", "1830-track-02")
def test_one_tile_a_turn():
    table = altoona(phase="3")
    upgrade, yellow = lays(table, "H16")[0], lays(table, "H10")[0]
    table.do("Ann", "lay", **yellow)
    for more in (upgrade, {"hex": "H8", "tile": "9", "rotation": 1}):
        table.refused("Ann", "lay", **more)
    table = altoona(phase="3").do("Ann", "lay", **upgrade)
    table.refused("Ann", "lay", **yellow)
    assert (table.tile("H16"), table.tile("H10")) == (upgrade["tile"], "")


@pytest.mark.rule("1830-track-03")
def test_track_can_be_left_alone():
    table = altoona().do("Ann", "skip")
    assert table.step() == "token"


# --- what it costs


@pytest.mark.rule("1830-track-08")
@pytest.mark.parametrize(
    ("company", "hex_id", "cost"),
    [
        pytest.param("CPR", "B18", 80, marks=pytest.mark.rule("1830-track-04")),
        pytest.param("PRR", "G13", 120, marks=pytest.mark.rule("1830-track-05")),
        pytest.param("NYNH", "G19", 80, marks=pytest.mark.rule("1830-track-06")),
        pytest.param("PRR", "H14", 0, marks=pytest.mark.rule("1830-track-04")),
    ],
)
def test_terrain(company: str, hex_id: str, cost: int):
    def ready(treasury: int) -> Table:
        table = bare(company, phase="3", treasury=treasury)
        return lay(table, "H14", "7", "W NW").operating_turn(company) if hex_id == "G13" else table

    table = ready(1000)
    move = lays(table, hex_id)[0]
    assert table.do("Ann", "lay", **move).cash(company) == 1000 - cost
    assert ready(cost).do("Ann", "lay", **move).cash(company) == 0
    if cost:
        ready(cost - 1).refused("Ann", "lay", "track", **move)


@pytest.mark.rule("1830-track-04", "1830-track-05", "1830-track-06")
def test_which_hexes_cost_something():
    water = ["B18", "C19", "D6", "D10", "E5", "F4", "F22", "G19", "I17", "J14"]
    mountains = ["C17", "C21", "D22", "E17", "E21", "F16", "G13", "G15", "I11", "J10", "J12"]
    cost = {hex_id: place.cost for hex_id, place in altoona().p.d.map.hexes.items() if place.cost}
    assert cost == {**dict.fromkeys(water, 80), **dict.fromkeys(mountains, 120)}


@pytest.mark.rule("1830-track-07")
def test_an_upgrade_costs_nothing():
    table = bare("NYNH", phase="5").with_tile("G19", "54", 0)
    assert table.do("Ann", "lay", **lays(table, "G19")[0]).cash("NYNH") == 1000
    table = lay(lay(bare("PRR", phase="3", treasury=0), "H14", "7", "W NW"), "G13", "9", "NW SE").operating_turn("PRR")
    assert table.do("Ann", "lay", **lays(table, "G13")[0]).cash("PRR") == 0


# --- where it goes


@pytest.mark.rule("1830-track-09")
def test_a_tile_joins_the_network():
    table = bare("PRR")
    assert lays(table, "H14") and all(
        EDGES.index("W") in table.p.d.tiles[str(move["tile"])].rotations[int(move["rotation"])].exits
        for move in lays(table, "H14")
    )
    table.refused("Ann", "lay", "track", hex="H14", tile="9", rotation=turned(table, "9", "SW NE"))
    for far in ("H16", "G15", "E19"):
        assert lays(table, far) == []
    table.refused("Ann", "lay", "track", hex="H16", tile="57", rotation=turned(table, "57", "E W"))
    assert lays(lay(table, "H14", "9", "E W").operating_turn("PRR"), "H16")


@pytest.mark.rule("1830-track-10")
def test_no_way_through_a_full_city():
    assert lays(altoona(phase="3"), "H18")
    assert lays(altoona(phase="3").with_marker("NYC", "H16/c0").operating_turn("PRR"), "H18") == []
    assert lays(altoona(phase="3").with_marker("PRR", "H16/c0").operating_turn("PRR"), "H18")


@pytest.mark.rule("1830-track-11")
def test_old_track_is_enough_and_no_track_is_not():
    table = altoona(phase="3")
    # The crossing's new line leads from nowhere to nowhere; the old one is the PRR's.
    crossing = next(move for move in lays(table, "H14") if move["tile"] == "20")
    assert table.do("Ann", "lay", **crossing).tile("H14") == "20"
    # Nothing leads to Boston but what begins there.
    assert lays(bare("B&M", phase="3"), "E23")
    # A line that passes by: only an upgrade with track to Altoona will do.
    beside = lay(bare("PRR", phase="3"), "H14", "9", "SW NE").operating_turn("PRR")
    assert all(
        "W" in {EDGES[side] for side in beside.p.d.tiles[str(move["tile"])].rotations[int(move["rotation"])].exits}
        for move in lays(beside, "H14")
    )
    beside.refused("Ann", "lay", "track", hex="H14", tile="24", rotation=turned(beside, "24", "SW NE NW"))
    assert "27" in tiles(beside, "H14")


@pytest.mark.rule("1830-track-12")
def test_old_track_is_kept():
    table = altoona(phase="3")
    # The PRR could run into both from Altoona or Lancaster; neither has the straight from west to east.
    for ways in ("SW NE E", "SW NE W"):
        table.refused("Ann", "lay", "track", hex="H14", tile="23", rotation=turned(table, "23", ways))
    table.do("Ann", "lay", hex="H14", tile="23", rotation=turned(table, "23", "W E SE"))


@pytest.mark.rule("1830-track-13")
def test_tiles_run_out():
    assert "20" in tiles(altoona(phase="3"), "H14")
    table = altoona(phase="3").with_tile("D20", "20", 0)
    assert "20" not in tiles(table, "H14")
    for rotation in range(6):
        table.refused("Ann", "lay", "track", hex="H14", tile="20", rotation=rotation)


TILES = {
    1: "1 2 55 56 69 16 18 19 20 25 26 27 28 29 54 39 40 44 47 62 64 65 66 67 68 70",
    2: "3 4 58 15 53 59 41 42 43 45 46 61",
    3: "14 23 24 63",
    4: "7 57",
    7: "9",
    8: "8",
}
"""How many there are -> tiles of which there are so many."""


@pytest.mark.rule("1830-track-13")
def test_how_many_there_are_of_each_tile():
    counted = {name: count for count, names in TILES.items() for name in names.split()}
    assert {name: tile.count for name, tile in altoona().p.d.tiles.items()} == counted


@pytest.mark.rule("1830-track-14")
def test_no_track_into_the_void():
    # Northeast of Burlington there is no map.
    assert {"NW", "SW", "E"} <= sides(bare("CPR"), "B20") and "NE" not in sides(bare("CPR"), "B20")
    # Gray Altoona has no track to the northwest; G11 may lead anywhere else.
    table = lay(bare("PRR"), "H10", "57", "E W")
    lay(table, "H8", "7", "E NE").operating_turn("PRR")
    assert "SW" in sides(table, "G9")
    lay(table, "G9", "8", "SW E").operating_turn("PRR")
    assert "SE" not in sides(table, "G11") and {"W", "E", "NE"} <= sides(table, "G11")
    table.refused("Ann", "lay", "track", hex="G11", tile="8", rotation=turned(table, "8", "W SE"))


@pytest.mark.rule("1830-track-17")
def test_no_track_over_a_barrier():
    """Ottawa is shut off from C17, which lies southeast of it."""
    table = Table().with_company("CPR", "Ann", Ann=6)
    lay(table, "B18", "9", "NE SW").operating_turn("CPR")
    assert {"NE", "SW", "E"} <= sides(table, "C17") and "NW" not in sides(table, "C17")
    table.refused("Ann", "lay", "track", hex="C17", tile="7", rotation=turned(table, "7", "NE NW"))


@pytest.mark.rule("1830-track-15")
@pytest.mark.parametrize("phase", ["2", "5"])
def test_gray_and_red_are_as_printed(phase: str):
    table = altoona(phase=phase)
    gray = ("A17", "A19", "C15", "D2", "D14", "D24", "E9", "F6", "F24", "H12", "I19", "K15")
    for hex_id in (*gray, "A9", "A11", "B24", "F2", "I1", "J2", "K13"):
        assert lays(table, hex_id) == []
        assert "no tile may be laid" in table.refused("Ann", "lay", "track", hex=hex_id, tile="9", rotation=1)


@pytest.mark.rule("1830-track-16")
def test_a_hex_takes_tiles_of_its_own_kind():
    assert tiles(bare("PRR"), "H14") == {"7", "8", "9"}
    assert tiles(bare("PRR"), "H10") == {"57"}
    assert tiles(bare("CPR"), "B20") == {"3", "4", "58"}
    assert tiles(bare("C&O"), "G7") == {"1", "2", "55", "56", "69"}
    bare("PRR").refused("Ann", "lay", "track", hex="H14", tile="57", rotation=1)
    bare("PRR").refused("Ann", "lay", "track", hex="H10", tile="9", rotation=1)
    bare("CPR").refused("Ann", "lay", "track", hex="B20", tile="1", rotation=0)


# --- labels


@pytest.mark.rule("1830-labels-01")
def test_b_tiles():
    table = bare("B&M", phase="3")
    assert tiles(table, "E23") == {"53"}
    for tile in ("14", "15", "54", "59"):
        for rotation in range(6):
            table.refused("Ann", "lay", "track", hex="E23", tile=tile, rotation=rotation)
    assert tiles(bare("B&O", phase="3"), "I15") == {"53"}
    brown = bare("B&M", phase="5")
    brown.do("Ann", "lay", **lays(brown, "E23")[0]).operating_turn("B&M")
    assert tiles(brown, "E23") == {"61"}


@pytest.mark.rule("1830-labels-02")
def test_ny_tiles():
    table = bare("NYNH", phase="3")
    assert tiles(table, "G19") == {"54"}
    for tile in ("14", "53", "59"):
        table.refused("Ann", "lay", "track", hex="G19", tile=tile, rotation=0)
    brown = bare("NYNH", phase="5")
    brown.do("Ann", "lay", **lays(brown, "G19")[0]).operating_turn("NYNH")
    assert tiles(brown, "G19") == {"62"}


@pytest.mark.rule("1830-labels-03")
def test_oo_tiles():
    table = altoona(phase="5")
    assert tiles(table, "H18") == {"59"}
    for tile in ("14", "15", "53", "54"):
        table.refused("Ann", "lay", "track", hex="H18", tile=tile, rotation=0)
    table.do("Ann", "lay", **lays(table, "H18")[0]).operating_turn("PRR")
    assert tiles(table, "H18") <= {"64", "65", "66", "67", "68"} and tiles(table, "H18")
    assert tiles(bare("ERIE", phase="3"), "E11") == {"59"}


@pytest.mark.rule("1830-labels-04")
def test_tiles_with_a_label_go_nowhere_else():
    table = altoona(phase="3")
    assert tiles(table, "H16") == {"14", "15"}
    for tile in ("53", "54", "59"):
        table.refused("Ann", "lay", "track", hex="H16", tile=tile, rotation=0)
    places = table.p.d.places
    assert (places["53"], places["54"]) == ({"E23", "I15"}, {"G19"})
    assert places["59"] == {"D10", "E5", "E11", "H18"}


def test_a_hex_without_a_tile_is_refused_without_naming_one_that_nobody_asked_for():
    table = Table().with_company("NYC", "Bob", Bob=6).with_tile("E19", "57", 1).operating_turn("NYC", "track")
    assert table.refused("Bob", "lay", hex="E19") == "green tiles are not available in phase 2 (phases)."
    table.with_phase("3")
    assert {str(move["tile"]) for move in table.legal("Bob", "lay", hex="E19")} == {"14", "15"}
    for number, hex_id in enumerate(("F4", "H10", "H16", "F22", "B16")):
        table.with_tile(hex_id, "14" if number < 3 else "15", 0)
    assert table.refused("Bob", "lay", hex="E19") == "no tile that fits Albany (E19) is left (track)."


def test_the_tile_that_comes_closest_says_what_stands_in_the_way():
    table = Table().with_company("CPR", "Ann", Ann=6).with_cash("CPR", 79).operating_turn("CPR", "track")
    why = "B18 costs $80 (the treasury of CPR holds $79) (track)."
    assert table.refused("Ann", "lay", hex="B18") == f"no tile can be laid in B18 now: {why}"
    assert table.refused("Ann", "lay", hex="B18", tile="9") == f"tile 9 cannot be laid in B18 now: {why}"
    table.with_cash("CPR", 80)
    assert "B18" in {move["hex"] for move in table.legal("Ann", "lay")}
