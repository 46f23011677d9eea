"""What 1889 says of its map and its tiles, for whoever cannot see them."""

from __future__ import annotations

from engine import new
from engine.board.ever import can_lie_now
from engine.view import view
from render import describe


def test_the_port_tile_is_named_and_not_among_those_that_companies_lay():
    game = new("1889", ["Ann", "Bob", "Cem"], {"beginner_game": "no"}, 1)
    now = can_lie_now(game.loose())
    assert now["B11"] == ("3", "58")
    lines = describe(view(game), "tiles", now=now)
    assert "port tile 437: 1 (town 30 to S and NW)." in lines
    assert not any("437" in one for one in lines if one.startswith("Tiles "))


def test_what_a_tile_costs_is_said_in_whole_words():
    lines = describe(view(new("1889", ["Ann", "Bob", "Cem"], {}, 1)), "hexes")
    assert any("; the first tile here costs ¥80 (mountains)" in one for one in lines)
    [fee] = [one for one in lines if "Kotohira" in one and "(I4): " in one]
    assert "every tile laid here, the first or an upgrade, costs a fee of ¥80" in fee
