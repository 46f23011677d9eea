"""Hexes with a point on top: rows are letters, columns numbers; neighbours in a row differ by 2."""

from __future__ import annotations

EDGES = ("SW", "W", "NW", "NE", "E", "SE")
"""Sides of a hex, clockwise; a rotation of 1 turns every side one further."""

EDGE = {name: index for index, name in enumerate(EDGES)}

_STEP = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))


def opposite(edge: int) -> int:
    """The same side seen from the neighbour."""
    return (edge + 3) % 6


def neighbour(hex_id: str, edge: int) -> str:
    """The hex beyond a side, even if the map does not have it."""
    down, right = _STEP[edge]
    return f"{chr(ord(hex_id[0]) + down)}{int(hex_id[1:]) + right}"


def row_column(hex_id: str) -> tuple[int, int]:
    """Row and column as numbers, for sorting and drawing."""
    return ord(hex_id[0]) - ord("A"), int(hex_id[1:])
