"""A flat map plays as the same map with points on top does: the toy and its double, move by move."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine import Act, Game, decode_game, new
from engine.check import check
from engine.play import WEIGHTS, next_to_act, random_act
from engine.view import view
from tests.toy.flat import FLAT_TOY, HEXES, SIDES, TABLES, FlatTable, flat, flat_toy
from tests.toy.table import ToyTable

__all__ = ["flat_toy"]
EAGER = {**WEIGHTS, "lay": 20.0, "par": 6.0, "concede": 0.0, "buy_train": 6.0}


def translated(plain: Any) -> Any:
    """Plain data of the toy as the flat toy has it."""
    if isinstance(plain, str):
        return flat(plain)
    if isinstance(plain, list | tuple):
        return [translated(one) for one in plain]
    return {flat(key): translated(one) for key, one in plain.items()} if isinstance(plain, dict) else plain


def known(game: Game) -> dict[str, Any]:
    """The state without the title's name."""
    plain = json.loads(game.encode())
    del plain["title"]
    return plain


def lays(game: Game, seat: str) -> list[dict[str, Any]]:
    """All lays of a seat."""
    return [dict(act.args) for act in game.legal(seat) if act.verb == "lay"]


def test_the_flat_toy_is_a_complete_title():
    check(FLAT_TOY, every_option=True)


def test_nothing_but_names_differs_between_the_maps():
    pointed, lying = ToyTable().p.d.map, FlatTable().p.d.map
    for hex_id, found in pointed.hexes.items():
        other = lying.hexes[flat(hex_id)]
        assert [flat(beside) for beside in found.around] == list(other.around)
        assert (found.open, found.printed.pieces) == (other.open, other.printed.pieces)
    assert {flat(stop) for stop in pointed.off_board} == lying.off_board


@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_goes_the_same_way_on_both_maps(seed: int):
    players = ["Ann", "Bob", "Cem"]
    game, double = (new(title, players, {}, seed=seed) for title in ("toy", "toy_flat"))
    stream, laid = random.Random(seed), 0
    for _ in range(150):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = random_act(game, decision.seat, stream, EAGER)
        assert act is not None
        if act.verb == "lay":
            laid += 1
            ours, theirs = lays(game, decision.seat), lays(double, decision.seat)
            assert sorted(translated(ours), key=str) == sorted(theirs, key=str)
        game, _ = game.apply(decision.seat, act)
        double, _ = double.apply(decision.seat, Act(act.verb, translated(dict(act.args))))
        assert translated(known(game)) == known(double)
    assert laid > 3
    assert decode_game(double.encode()) == double


@pytest.mark.parametrize(("table", "hex_id", "side"), [(ToyTable, "B2", "southwest"), (FlatTable, "A5", "south")])
def test_track_off_the_map_is_refused_by_the_side_it_would_leave_over(table: type[ToyTable], hex_id: str, side: str):
    made = table().two_railways().with_private("MAIL", "closed").operating_turn("RED", "track")
    assert f"over the {side} side of" in made.refused("Ann", "lay", hex=hex_id, tile="57", rotation=0)


@pytest.mark.parametrize("table", TABLES)
def test_views_say_where_hexes_lie(table: type[ToyTable]):
    found = view(table().game)
    places = {place.id: (place.row, place.column) for place in found.hexes}
    assert found.flat == (table is FlatTable)
    assert places["C5"] == ((5, 2) if found.flat else (2, 5))
    assert len(set(places.values())) == len(HEXES)
    assert set(found.grid.edges) == set(SIDES.values() if found.flat else SIDES)
