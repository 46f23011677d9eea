"""The tunnel to the coalfields and the coal markers (14.3.1.2, 16)."""

from __future__ import annotations

import pytest

from engine.titles.t1828.build import tile_refusal
from tests.t1828.building import first, never, tiles_for, turn

# --- the tunnel and coal


@pytest.mark.rule("1828-14.3.1.2-01", "1828-14.3.1.2-02", "1828-14.3.1.2-03", "1828-14.3.1.2-04")
def test_the_tunnel():
    table = turn("C&O", K15=("57", "W E"))
    moves = table.legal("Ann", "lay", hex="K13")
    assert {(move["tile"], move["rotation"]) for move in moves} <= {("4", 1), ("4", 4)}
    for tile in ("3", "58", "57", "9"):
        never(table, "K13", tile)
    for tile in ("3", "58"):
        assert table.refused("Ann", "lay", hex="K13", tile=tile) == (
            f"tile {tile} cannot be laid in Virginia Coalfields Tunnel (K13) now: the tunnel must follow the line "
            "drawn on its hex (14.3.1.2)."
        )
    for rotation in (0, 2, 3, 5):
        table.refused("Ann", "lay", hex="K13", tile="4", rotation=rotation)
    assert not tiles_for(turn("C&O", treasury=119, K15=("57", "W E")), "K13")
    table.do("Ann", "lay", **moves[0])
    assert (table.cash("C&O"), table.coal_of()) == (880, ["C&O"])
    assert (table.coal_at("K13"), table.coal_at("K11")) == (0, 2)


@pytest.mark.rule("1828-14.3.1.2-02")
@pytest.mark.parametrize("rotation", range(6))
def test_the_tunnels_tile_lies_along_the_printed_line(rotation: int):
    table = turn("C&O", K15=("57", "W E"))
    refusal = tile_refusal(table.p, "C&O", "K13", "4", rotation)
    assert (refusal is None) == (rotation in (1, 4))


@pytest.mark.rule("1828-14.3.1.2-05", "1828-16.1-01")
def test_who_has_coal_already_puts_the_tunnels_marker_on_the_coalfields():
    table = turn("C&O", K15=("57", "W E")).with_coal("C&O").operating_turn("C&O")
    table.do("Ann", "lay", **first(table, hex="K13"))
    assert (table.coal_of(), table.coal_at("K13"), table.coal_at("K11")) == (["C&O"], 0, 2)


@pytest.mark.rule("1828-8.3-08", "1828-16.1-01", "1828-16.1-02")
@pytest.mark.parametrize("step", ["track", "train"])
def test_a_coal_marker_for_120_with_a_way_to_the_coalfields(step: str):
    tiles = {"K15": ("57", "W E"), "K13": ("4", "W E")}
    table = turn("C&O", **tiles).operating_turn("C&O", step)
    bank = table.cash("bank")
    table.do("Ann", "coal")
    assert (table.cash("C&O"), table.cash("bank")) == (880, bank + 120)
    assert (table.coal_of(), table.coal_at("K11")) == (["C&O"], 1)
    if step == "track":
        table.refused("Ann", "coal", "16.1")
    # Too poor; no way; none left.
    turn("C&O", treasury=119, **tiles).refused("Ann", "coal", "16.1")
    turn("C&O", K15=("57", "W E")).refused("Ann", "coal", "16.1")
    table = turn("C&O", **tiles).with_company("WAB", "Bob", Bob=6).with_company("NYC", "Bob", Bob=6)
    table.with_coal("WAB").with_coal("NYC").operating_turn("C&O").refused("Ann", "coal", "16.1")
