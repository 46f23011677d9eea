"""How the hexes of a map lie: which are neighbours, and what their sides and coordinates are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

Step = tuple[int, int]
HEXES = 4096
"""More than all maps have; others may be asked for."""


@dataclass(frozen=True, eq=False)
class HexGrid:
    """Hexes with a point on top, whose letters are rows; or flat on top, whose letters are columns. There are only
    these two, and answers are remembered by which of them was asked.
    """

    flat: bool
    edges: tuple[str, ...]
    """Sides of a hex, clockwise; a rotation of 1 turns every side one further."""
    steps: tuple[Step, ...]
    """Rows and columns to the neighbour beyond each side; where hexes stand side by side they differ by 2."""
    edge: Mapping[str, int] = field(init=False, repr=False)
    """The number of each side by its name."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "edge", {name: number for number, name in enumerate(self.edges)})


POINTED = HexGrid(False, ("SW", "W", "NW", "NE", "E", "SE"), ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)))
FLAT = HexGrid(True, ("S", "SW", "NW", "N", "NE", "SE"), ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)))

EDGES, EDGE = POINTED.edges, POINTED.edge
"""The sides of a hex with a point on top."""


def opposite(edge: int) -> int:
    """The same side seen from the neighbour."""
    return (edge + 3) % 6


@lru_cache(maxsize=6 * HEXES)
def neighbour(hex_id: str, edge: int, grid: HexGrid = POINTED) -> str:
    """The hex beyond a side, even if the map does not have it."""
    row, column = row_column(hex_id, grid)
    down, right = grid.steps[edge]
    letter, number = (column + right, row + down) if grid.flat else (row + down, column + right)
    return f"{chr(ord('A') + letter)}{number}"


@lru_cache(maxsize=HEXES)
def row_column(hex_id: str, grid: HexGrid = POINTED) -> tuple[int, int]:
    """Row and column as numbers, for sorting and drawing."""
    letter, number = ord(hex_id[0]) - ord("A"), int(hex_id[1:])
    return (number, letter) if grid.flat else (letter, number)
