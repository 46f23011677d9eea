"""What never changes of a printed map: neighbours, open sides, homes, places off the board, places of several hexes."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGE
from engine.board.map import map_def, stop_index
from engine.board.tiles import STOP
from engine.core.sheets import BarrierSheet, HexSheet, NodeSheet
from tests.toy.table import ToyTable

MAP = ToyTable().p.d.map


def open_sides(hex_id: str) -> set[str]:
    return {side for side, edge in EDGE.items() if edge in MAP.hexes[hex_id].open}


def test_track_may_not_lead_off_the_map():
    assert MAP.hexes["B2"].around == ("", "", "", "A3", "B4", "C3")
    assert open_sides("B2") == {"NE", "E", "SE"}


def test_track_may_lead_to_a_gray_hex_or_off_the_board_only_where_there_is_track_to_meet():
    assert "SE" in open_sides("B4"), "the capital has track to the north-west"
    assert "E" in open_sides("C3"), "and to the west"
    assert "SW" not in open_sides("B6"), "but none to the north-east"


def test_homes_and_places_off_the_board_are_known_by_their_stops():
    assert MAP.homes["RED"] == ("B2/c0",)
    assert MAP.off_board == {"C5/o0"}


def land(*barriers: BarrierSheet, group: str = "", slots: int = 1) -> HexSheet:
    return HexSheet(kind="land", nodes=(NodeSheet(id="c", type="city", slots=slots),), barriers=barriers, group=group)


def test_a_barrier_shuts_a_side_for_good_or_until_a_phase():
    for_good = map_def({"A1": land(BarrierSheet("E", "river")), "A3": land()})
    assert EDGE["E"] not in for_good.hexes["A1"].open
    assert for_good.barred == ()
    for_a_while = map_def({"A1": land(BarrierSheet("E", "river", until="3")), "A3": land()})
    assert EDGE["E"] in for_a_while.hexes["A1"].open, "track may end at it"
    assert for_a_while.barred == (("A1", EDGE["E"], "3"), ("A3", EDGE["W"], "3")), "seen from both sides"


def test_stops_of_a_group_are_one_place_which_goes_by_the_roomiest():
    found = map_def({"A1": land(group="bay"), "A3": land(group="bay", slots=2), "A5": land()})
    assert found.place == {"A1/c0": "A3/c0", "A3/c0": "A3/c0"}
    assert set(found.same_place("A1/c0")) == {"A1/c0", "A3/c0"}
    assert found.same_place("A5/c0") == ("A5/c0",)


def test_a_stop_is_found_by_its_key():
    printed = MAP.hexes["C5"].printed
    assert stop_index(printed, "o0") == STOP
    with pytest.raises(KeyError):
        stop_index(printed, "c0")
