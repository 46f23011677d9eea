"""Which moves come to the same."""

from __future__ import annotations

from engine import Act, new
from engine.review.answers import alike


def lay(place: str, tile: str, rotation: int) -> Act:
    return Act("lay", {"hex": place, "tile": tile, "rotation": rotation})


def test_a_tile_with_two_towns_turned_by_half_is_the_same_tile():
    """Only the towns have changed places; as two, a robot's view gave the same advice twice."""
    game = new("1830", ["Ann", "Bob", "Cem"])
    assert alike(game, lay("G7", "1", 0)) == alike(game, lay("G7", "1", 3))
    assert alike(game, lay("G7", "1", 0)) != alike(game, lay("G7", "1", 1)), "other sides"
    assert alike(game, lay("G7", "1", 0)) != alike(game, lay("G17", "1", 0)), "another hex"
    assert alike(game, lay("G7", "1", 0)) != alike(game, lay("G7", "2", 0)), "another tile"
