"""A hex as it would be with a tile is the hex as it is then, and each result is offered once."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from engine import new
from engine.play import next_to_act, random_act
from engine.view import HexView, View, distinct, hex_with_tile, view
from tests.again import repeatable
from tests.long_runs import LONG_RUN
from tests.positions.table import Table
from tests.render.positions import at_start

TURNS = range(6)


def results(found: View, hex_id: str, tile: str) -> int:
    return len(distinct(found, hex_id, [(tile, turn) for turn in TURNS]))


@pytest.mark.parametrize(("tile", "number"), [("9", 3), ("8", 6), ("7", 6), ("20", 3), ("14", 3), ("15", 6), ("63", 1)])
def test_turns_that_give_the_same_track_are_one(tile: str, number: int):
    hex_id = "B9" if tile in ("14", "15", "63") else "C10"
    assert results(at_start(), hex_id, tile) == number


def test_the_first_of_equal_turns_is_kept_in_its_place():
    assert distinct(at_start(), "C10", [("9", 4), ("8", 0), ("9", 1), ("8", 0)]) == [("9", 4), ("8", 0)]


def test_two_cities_change_places_without_a_difference_only_while_nobody_needs_one_of_them():
    bare = view(Table(title="1843").game)
    calais = next(place for place in bare.hexes if place.id == "C18")
    assert len(calais.stops) == 2
    tile = next(t.name for t in bare.tiles if t.label == "OO" and len(t.stops) == 2 and t.name == "10")
    assert results(bare, "C18", tile) == 3
    stops = [structs.replace(calais.stops[0], reserved={"PO": 0}), calais.stops[1]]
    kept = [structs.replace(place, stops=stops) if place.id == "C18" else place for place in bare.hexes]
    assert results(structs.replace(bare, hexes=kept), "C18", tile) == 6


def test_a_tile_or_hex_that_nobody_knows_has_no_result():
    assert hex_with_tile(at_start(), "B9", ("X999", 0)) is None
    assert hex_with_tile(at_start(), "Z9", ("9", 0)) is None
    assert distinct(at_start(), "B9", [("X999", 0), ("X999", 3)]) == [("X999", 0), ("X999", 3)]


def told(place: HexView) -> tuple[object, ...]:
    """All of a hex that a tile decides."""
    stops = [
        (stop.id, stop.kind, stop.name, stop.end, stop.slots, stop.place, sorted(stop.reserved))
        + (sorted((marker.company, marker.beside) for marker in stop.markers),)
        for stop in place.stops
    ]
    return place.tile, place.rotation, place.color, place.label, place.cost, place.stubs, place.line, place.track, stops


def hex_of(found: View, hex_id: str) -> HexView:
    return next(place for place in found.hexes if place.id == hex_id)


@pytest.mark.parametrize(
    ("title", "seed", "moves"),
    [
        pytest.param(title, seed, moves, marks=LONG_RUN if moves > 500 else ())
        for title in ("1828", "1830", "1839", "1843", "1870")
        for seed, moves in ((1, 120), (2, 2_000), (3, 2_000))
    ],
)
@repeatable
def test_a_hex_lies_as_it_was_foreseen(title: str, seed: int, moves: int):
    stream, laid = random.Random(seed), 0
    game = new(title, ["Ann", "Bob", "Cem"], {}, seed)
    for _ in range(moves):
        who = next_to_act(game, stream)
        act = random_act(game, who.seat, stream) if who is not None else None
        if who is None or act is None:
            break
        before = game
        game, _ = game.apply(who.seat, act)
        if act.verb == "lay" and set(act.args) == {"hex", "tile", "rotation"}:
            hex_id, choice = str(act.args["hex"]), (str(act.args["tile"]), int(act.args["rotation"]))
            foreseen = hex_with_tile(view(before), hex_id, choice)
            assert foreseen is not None
            assert told(foreseen) == told(hex_of(view(game), hex_id))
            laid += 1
    assert laid
