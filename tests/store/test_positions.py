"""Positions as deltas: read back to the byte, refused when damaged, small."""

import random

import pytest

from bot.store.positions import CHAIN, WINDOW, Unreadable, packed, unpacked
from engine import new
from engine.play import next_to_act, random_act

STREAM = random.Random(3)


def states(moves: int) -> list[bytes]:
    game = new("1870", ["Ann", "Bob", "Cem"], {"runs": "free"}, 3)
    found = [game.encode()]
    while len(found) <= moves and (one := next_to_act(game, STREAM)) is not None:
        act = random_act(game, one.seat, STREAM)
        assert act is not None
        game, _ = game.apply(one.seat, act)
        found.append(game.encode())
    return found


def test_a_stored_game_is_read_back_exactly_and_is_small():
    raws, row, rows = states(150), None, []
    for number, raw in enumerate(raws):
        row = packed(1, number, raw, row, raws[number - 1] if number else b"")
        rows.append(row)
    assert {row.depth for row in rows} == set(range(CHAIN))
    found: dict[int, bytes] = {}
    for row in rows:
        found[row.number] = unpacked(row, found.get(row.base, b"") if row.base is not None else b"")
    assert list(found.values()) == raws
    assert sum(len(row.data) for row in rows) < 400 * len(rows)


def test_a_position_too_long_to_serve_as_a_dictionary_is_not_used_as_one():
    long = STREAM.randbytes(WINDOW + 1)
    base = packed(1, 0, long, None, b"")
    assert packed(1, 1, b"next", base, long).base is None


@pytest.mark.parametrize(
    "harm", [lambda d: d[:-1], lambda d: b"", lambda d: d[:9] + b"\xff" + d[10:], lambda d: d[::-1]]
)
def test_damage_is_found(harm):
    first, second = states(1)
    base = packed(1, 0, first, None, b"")
    row = packed(1, 1, second, base, first)
    row.data = harm(row.data)
    with pytest.raises(Unreadable, match="Position 1 of game 1"):
        unpacked(row, first)


def test_the_wrong_predecessor_is_found():
    first, second, third = states(2)
    base = packed(1, 0, first, None, b"")
    row = packed(1, 1, second, base, first)
    with pytest.raises(Unreadable):
        unpacked(row, third)
