"""Which sides the track of a tile joins, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.view.shapes import HexGrid, View

STOP = 10
"""From this number on, an end of a piece of track is a stop, not a side."""
Side = Callable[[int], str]
"""A side of a hex in words."""
Text = Callable[..., str]
"""A text of the catalogue by its name, filled in."""


def compass(text: Text, grid: HexGrid) -> Side:
    """Sides by their points of the compass."""
    return lambda number: text(f"alt_side_{grid.edges[number].lower()}")


def sides_of(ends: Sequence[tuple[int, int]], stop: int) -> list[int]:
    """The sides that track leads from to a stop, clockwise."""
    return sorted({a if b == stop else b for a, b in ends if stop in (a, b) and min(a, b) < STOP})


def turned(ends: Sequence[tuple[int, int]], rotation: int) -> list[tuple[int, int]]:
    """Track with its sides turned clockwise."""
    return [(_turned(a, rotation), _turned(b, rotation)) for a, b in ends]


def _turned(end: int, rotation: int) -> int:
    return end if end >= STOP else (end + rotation) % 6


def with_sides(view: View, text: Text, data: Mapping[str, str | int]) -> Mapping[str, str | int]:
    """An event's fields, with what the track of a tile joins that was laid."""
    if "tile" not in data or "rotation" not in data:
        return data
    return {**data, "sides": joined_sides(view, text, str(data["tile"]), int(data["rotation"]))}


def joined_sides(view: View, text: Text, name: str, rotation: int, *, short: bool = False) -> str:
    """The sides that a tile's track joins with each other; empty if there are none, or no such tile. `short`: with
    nothing but a hyphen between them.
    """
    tile = next((one for one in view.tiles if one.name == name), None)
    if tile is None:
        return ""
    side, ends = compass(text, view.grid), turned(tile.track, rotation)
    joined = [[side(a) for a in sides_of(ends, number + STOP)] for number, _ in enumerate(tile.stops)]
    passing = [(side(a), side(b)) for a, b in ends if max(a, b) < STOP]
    if short:
        return " ".join("-".join(sides) for sides in [*joined, *passing] if sides)
    through = [text("alt_passes", start=start, end=end) for start, end in passing]
    return ", ".join([*(text("alt_sides", sides=sides) for sides in joined if sides), *through])
