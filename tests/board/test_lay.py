"""Which tile may lie where, how turned, and whether it is of use to the company that lays it."""

from __future__ import annotations

import pytest

from engine.board import lay
from engine.board.geometry import EDGE
from engine.board.lay import first_tiles, places_of
from engine.board.map import map_def
from engine.board.tiles import tile_def
from engine.core.errors import Refusal
from engine.core.sheets import HexSheet, NodeSheet, TileSheet
from tests.positions.lines import lay as put
from tests.toy.table import ToyTable


def said(refusal: Refusal | None) -> str:
    """The sentence of a refusal, or nothing."""
    return refusal.sentence() if refusal else ""


def table(phase: str = "1") -> ToyTable:
    """RED has floated and has a marker in Redfield; the only track is that of the junction."""
    return ToyTable().privates(ferry="", mail="").with_company("RED", "Ann", par=40).with_phase(phase)


def test_a_first_tile_has_the_stops_of_its_hex_and_is_yellow():
    p = table().p
    assert p.d.first_tiles["B2"] == ("5", "6", "57")
    assert p.d.first_tiles["A5"] == ("4", "58")
    assert "B4" not in p.d.first_tiles and "C5" not in p.d.first_tiles
    assert "does not fit B2" in said(lay.tile_refusal(p, "B2", "4"))
    assert lay.tile_refusal(p, "B2", "57") is None


def test_a_tile_is_followed_by_what_its_chart_says_once_the_phase_allows_it():
    before = table().with_tile("B2", "57", 0)
    assert lay.may_follow(before.p, "B2") == ("14", "15")
    assert "cannot be upgraded to tile 5" in said(lay.tile_refusal(before.p, "B2", "5"))
    assert "tiles are not available in 1" in said(lay.tile_refusal(before.p, "B2", "14"))
    assert lay.tile_refusal(before.with_phase("2").p, "B2", "14") is None


def test_a_tile_can_run_out():
    found = table()
    assert lay.tiles_left(found.p, "58") == 1
    assert lay.tile_refusal(found.p, "A5", "58") is None
    found.with_tile("A3", "58", 0)
    assert lay.tiles_left(found.p, "58") == 0
    assert "no tile 58 is left" in said(lay.tile_refusal(found.p, "A5", "58"))


@pytest.mark.parametrize(
    ("tile", "turns"),
    [("5", [{"NE", "E"}, {"E", "SE"}]), ("6", [{"NE", "SE"}]), ("57", [])],
)
def test_track_must_not_end_at_a_shut_side(tile: str, turns: list[set[str]]):
    p = table().p
    fit = [turn for turn in range(6) if lay.turn_refusal(p, "B2", tile, turn) is None]
    edges = [{side for side, edge in EDGE.items() if edge in p.d.tiles[tile].rotations[turn].exits} for turn in fit]
    assert sorted(edges, key=sorted) == sorted(turns, key=sorted)
    assert all("lead o" in said(lay.turn_refusal(p, "B2", tile, t)) for t in range(6) if t not in fit)


def test_old_track_is_kept():
    found = put(table("2"), "B2", "57", "NE SW")
    refusals = [said(lay.turn_refusal(found.p, "B2", "15", turn)) for turn in range(6)]
    assert all(refusals), "every green tile would lead off this small map"


def test_a_hex_must_be_in_reach_and_take_a_tile():
    p = put(table(), "B2", "5", "NE E").p
    assert lay.hex_refusal(p, "RED", "A3") is None
    assert "cannot reach C3" in said(lay.hex_refusal(p, "RED", "C3"))
    assert "no tile may be laid in B4" in said(lay.hex_refusal(p, "RED", "B4"))


@pytest.mark.parametrize(("tile", "sides", "of_use"), [("5", "SW SE", True), ("6", "SW E", True), ("5", "E SE", False)])
def test_a_tile_must_be_of_use_to_whoever_lays_it(tile: str, sides: str, of_use: bool):
    found = put(table(), "B2", "5", "NE E")
    turn = put(ToyTable(), "A3", tile, sides).s.board.tiles["A3"].rotation
    for law in (lay.use_refusal, lay.any_track_refusal, lay.traced_refusal):
        assert (law(found.p, "RED", "A3", tile, turn) is None) is of_use, law.__name__


def test_the_first_tile_has_the_next_colour_after_the_printed_one():
    city = NodeSheet(id="c", type="city", revenue=20)
    sheets = {
        color: TileSheet(color=color, count=1, nodes=(city,), track=(("SW", "c"),))
        for color in ("yellow", "green", "brown")
    }
    tiles = {color: tile_def(color, sheet, 1) for color, sheet in sheets.items()}
    printed = {"A1": "land", "A3": "yellow", "A5": "green", "A7": "gray"}
    sheets_of = {name: HexSheet(kind=kind, nodes=(city,)) for name, kind in printed.items()}  # type: ignore[arg-type]
    hexes = map_def(sheets_of).hexes
    found = first_tiles(hexes, tiles, places_of(hexes, tiles))
    assert found == {"A1": ("yellow",), "A3": ("green",), "A5": ("brown",)}
