"""Track must lead to a station, and an upgrade keeps what is joined (14.3.1, 14.3.2)."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGE
from engine.board.tiles import STOP
from tests.t1828.building import first, never, tiles_for, turn

# --- reach


@pytest.mark.rule("1828-14.3.1-03")
def test_track_must_lead_to_a_station():
    table = turn("WAB", H6=("57", "W E"))
    assert tiles_for(table, "H8") == {"57"}
    assert {move["rotation"] for move in table.legal("Ann", "lay", hex="H8", tile="57")} == {1, 4}
    for hex_id, tile in (("H10", "9"), ("G7", "9"), ("E23", "57")):
        assert not tiles_for(table, hex_id)
        never(table, hex_id, tile)


@pytest.mark.rule("1828-14.3.1-04")
@pytest.mark.parametrize("who", ["blocked", "NYC", "WAB", "nobody"])
def test_not_past_a_city_full_of_others(who: str):
    table = turn("WAB", H6=("57", "W E"), H8=("57", "W E"))
    if who == "blocked":
        table.with_block("H8/c0")
    elif who == "NYC":
        table.with_company("NYC", "Bob", Bob=6).with_marker("NYC", "H8/c0")
    elif who == "WAB":
        table.with_marker("WAB", "H8/c0")
    table.operating_turn("WAB")
    assert bool(tiles_for(table, "H10")) is (who in ("WAB", "nobody"))
    if who in ("blocked", "NYC"):
        table.refused("Ann", "lay", "14.3.1", hex="H10", tile="9", rotation=1)


@pytest.mark.rule("1828-14.3.1-05")
def test_not_through_the_coalfields_without_a_marker():
    tiles = {"K15": ("57", "W E"), "K13": ("4", "W E")}
    table = turn("C&O", **tiles)
    assert not tiles_for(table, "J12")
    assert not tiles_for(table, "J10")
    never(table, "J10", "9")
    table = turn("C&O", **tiles).with_coal("C&O").operating_turn("C&O")
    assert tiles_for(table, "J12")
    assert tiles_for(table, "J10")


@pytest.mark.rule("1828-14.3.1-06")
def test_a_trace_crosses_no_edge_twice():
    # East of Cincinnati the track forks backwards: to G9 one would have to turn round in Pittsburgh.
    line = {"H6": ("57", "W E"), "H8": ("57", "W E"), "H12": ("57", "W E")}
    table = turn("WAB", "green", H10=("23", "E W NW"), **line)
    assert tiles_for(table, "H14")
    assert not tiles_for(table, "G9")
    never(table, "G9", "9")
    # Where the fork opens forwards one may.
    table = turn("WAB", "green", H10=("23", "W E SE"), **line)
    assert tiles_for(table, "I11")


@pytest.mark.rule("1828-14.3.1-06")
def test_a_trace_does_not_come_back_over_an_edge_it_has_crossed():
    # North of Lancaster track leads round a loop and back to the fork in G19, over the edge between it and F18.
    loop = {"F16": ("7", "E NE"), "E17": ("8", "SW E"), "E19": ("7", "W SW")}
    table = turn("WAB", "green", H20=("57", "NW SE"), G19=("23", "SE NW SW"), **loop)
    table.with_tile("F18", "25", 5).with_marker("WAB", "H20/c0").operating_turn("WAB")
    assert tiles_for(table, "E17")
    assert not tiles_for(table, "H18")
    never(table, "H18", "9")


# --- upgrades


@pytest.mark.rule("1828-14.3.1-07", "1828-14.3.2-04", "1828-14.3.2-05", "1828-14.3.2-03")
@pytest.mark.parametrize(
    ("company", "hex_id", "tile", "sides"),
    [("WAB", "H6", "57", "W E"), ("WAB", "H6", "57", "SW NE"), ("WAB", "H10", "9", "W E"), ("WAB", "H10", "8", "W NE")],
)
def test_an_upgrade_keeps_what_is_joined(company: str, hex_id: str, tile: str, sides: str):
    around = {"H6": ("57", "W E"), "H8": ("57", "W E")} if hex_id == "H10" else {}
    table = turn(company, "green", **{**around, hex_id: (tile, sides)})
    kept = {EDGE[side] for side in sides.split()}
    legal = table.legal("Ann", "lay", hex=hex_id)
    assert legal
    for move in legal:
        after = table.p.d.tiles[str(move["tile"])].rotations[int(move["rotation"])]
        assert kept <= set(after.exits)
        assert bool(after.stops) is (hex_id == "H6")
    # Every turn of a green tile that drops one of them is refused.
    other = "14" if hex_id == "H6" else "24"
    for rotation in range(6):
        after = table.p.d.tiles[other].rotations[rotation]
        if not kept <= set(after.exits):
            table.refused("Ann", "lay", "14.3.2", hex=hex_id, tile=other, rotation=rotation)


@pytest.mark.rule("1828-14.3.2-07")
def test_stations_move_with_their_cities():
    table = turn("WAB", "green", H6=("57", "W E"))
    table.do("Ann", "lay", **first(table, hex="H6", tile="14"))
    assert table.markers_in("H6") == [("WAB", "H6/c0")]
    # In Newark and New York each stays in its own city.
    table = turn("NYH", "green").with_company("WAB", "Bob", Bob=6).with_marker("WAB", "G23/c0").operating_turn("NYH")
    table.do("Ann", "lay", **first(table, hex="G23"))
    track = table.p.ground.track("G23")
    keys = [stop.key for stop in track.stops]
    for company, side in (("WAB", "SW"), ("NYH", "NE")):
        stop = dict(table.markers_in("G23"))[company].split("/")[1]
        assert EDGE[side] in track.at[STOP + keys.index(stop)]
