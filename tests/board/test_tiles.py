"""Tiles turned, and what becomes of old track and old stops when another tile takes their place."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGE
from engine.board.tiles import STOP, Track, added, carried_over, track_of
from engine.core.sheets import NodeSheet
from tests.toy.table import ToyTable

TILES = ToyTable().p.d.tiles


def nodes(*kinds: str) -> tuple[NodeSheet, ...]:
    return tuple(NodeSheet(id=f"n{number}", type=kind) for number, kind in enumerate(kinds))  # type: ignore[arg-type]


def track(kinds: str, *pieces: str) -> Track:
    """Stops by their kinds, pieces as "E n0"."""
    return track_of(nodes(*kinds.split()), tuple((a, b) for a, b in (piece.split() for piece in pieces)))


def sides(tile: str, rotation: int) -> set[str]:
    return {side for side, edge in EDGE.items() if edge in TILES[tile].rotations[rotation].exits}


@pytest.mark.parametrize(
    ("rotation", "exits"), [(0, {"SW", "NE"}), (1, {"W", "E"}), (2, {"NW", "SE"}), (3, {"NE", "SW"})]
)
def test_a_turn_brings_every_side_one_further_clockwise(rotation: int, exits: set[str]):
    assert sides("57", rotation) == exits


def test_stops_are_named_by_kind_and_number():
    found = track("city town city", "E n0")
    assert [stop.key for stop in found.stops] == ["c0", "t0", "c1"]
    assert found.at == {EDGE["E"]: (STOP,), STOP: (EDGE["E"],)}
    assert found.exits == (EDGE["E"],)


def test_an_upgrade_keeps_all_old_track():
    straight = TILES["57"].rotations[1]
    keeps = [turn for turn in range(6) if carried_over(straight, TILES["14"].rotations[turn]) is not None]
    assert keeps == [turn for turn in range(6) if {"W", "E"} <= sides("14", turn)] != []
    kept = TILES["14"].rotations[keeps[0]]
    assert {end for piece in added(straight, kept) for end in piece if end < STOP} == set(kept.exits) - {1, 4}


def test_a_city_stays_a_city_and_a_town_a_town():
    town = track("town", "W n0", "E n0")
    assert carried_over(town, track("city", "W n0", "E n0")) is None
    assert carried_over(town, track("town", "W n0", "E n0", "SE n0")) == (0,)


def test_two_cities_are_told_apart_by_their_track_or_become_one():
    two = track("city city", "W n0", "E n1")
    assert carried_over(two, track("city city", "E n0", "W n1")) == (1, 0)
    assert carried_over(two, track("city", "W n0", "E n0")) == (0, 0)
    assert carried_over(two, track("city", "W n0")) is None


def test_a_connection_past_a_stop_is_not_one_through_it():
    past = track("", "W E")
    assert carried_over(past, track("city", "W n0", "E n0")) is None
