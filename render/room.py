"""Free room in a hex: what may not be covered, and places for what is still to be drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from render.geometry import Hexagon, Line, Point, along, length

Numbers = npt.NDArray[np.float64]
Part = tuple[float, float, float, float, float]
"""The middle of a box, half its size, and by how much it is inflated: a disc is an inflated point."""

TEXT_GAP = 0.02
FIRM = 100
"""How much worse it is to cover something solid than to cover track."""
RIM = 0.03
"""The distance that everything keeps from the sides of the hex."""


class Room:
    """The room left in a hex: what may not be covered, and track, which may if there is no other way."""

    def __init__(self, hexagon: Hexagon) -> None:
        self.hexagon = hexagon
        self.solid: list[Part] = []
        self.track: list[Part] = []

    def copy(self) -> Room:
        """A copy of the room, to try something out."""
        found = Room(self.hexagon)
        found.solid, found.track = [*self.solid], self.track
        return found

    def add_line(self, line: Line, width: float) -> None:
        """Track takes room."""
        steps = max(2, math.ceil(length(line) / 0.09))
        self.track.extend((*along(line, n / steps), 0.0, 0.0, width / 2) for n in range(steps + 1))

    def add_wall(self, line: Line, width: float) -> None:
        """A line that nothing may cover takes room."""
        steps = max(2, math.ceil(length(line) / 0.09))
        self.solid.extend((*along(line, n / steps), 0.0, 0.0, width / 2) for n in range(steps + 1))

    def add_box(self, at: Point, half: Point) -> None:
        """A box, or a disc if it is as wide as high, takes room."""
        self.solid.append((*at, *_core(half)))

    def add_pill(self, at: Point, half: Point) -> None:
        """A box with round ends takes room."""
        self.solid.append((*at, half[0] - half[1], 0.0, half[1]))

    def gaps(self, places: Numbers, core: tuple[float, float, float]) -> tuple[Numbers, Numbers]:
        """How far something at each place would stay from solid things and from track; below 0 they meet."""
        return _gap(self.solid, places, core), _gap(self.track, places, core)

    def best(self, half: Point, choices: tuple[Point, ...], good: float = TEXT_GAP) -> tuple[Point, float, float]:
        """The first place for a box, or a disc, with a good gap; else off solid things and farthest from track.

        With it come its gap to solid things, and to track.
        """
        core = _core((round(half[0], 2), round(half[1], 2)))
        return self.pick(core, _fitting(self.hexagon, choices, core), good)

    def pill(self, half: Point, choices: tuple[Point, ...]) -> tuple[Point, float, float]:
        """The same for a box with round ends."""
        core = (round(half[0] - half[1], 2), 0.0, round(half[1], 2))
        return self.pick(core, _fitting(self.hexagon, choices, core))

    def pick(
        self, core: tuple[float, float, float], places: Numbers, good: float = TEXT_GAP
    ) -> tuple[Point, float, float]:
        """The same among places known to be inside the hex."""
        if not len(places):
            return (0.0, 0.0), -1.0, -1.0
        solid, track = self.gaps(places, core)
        clear = np.flatnonzero(np.minimum(solid, track) >= good)
        found = int(clear[0]) if len(clear) else int(np.argmax(_worth(solid, track)))
        return (float(places[found, 0]), float(places[found, 1])), float(solid[found]), float(track[found])


def _core(half: Point) -> tuple[float, float, float]:
    return (0.0, 0.0, half[0]) if half[0] == half[1] else (*half, 0.0)


def _worth(solid: Numbers, track: Numbers) -> Numbers:
    worth: Numbers = FIRM * np.minimum(solid, 0.01) + np.minimum(track, TEXT_GAP)
    return worth


@lru_cache(maxsize=4096)
def _fitting(hexagon: Hexagon, choices: tuple[Point, ...], core: tuple[float, float, float]) -> Numbers:
    """The places at which something is inside the hex."""
    fit = [at for at in choices if hexagon.inside(at, core[:2], core[2] + RIM)]
    return np.asarray(fit, dtype=np.float64).reshape(-1, 2)


def _gap(there: Sequence[Part], places: Numbers, core: tuple[float, float, float]) -> Numbers:
    """The least distance to the parts there; where boxes lie in one another, how far that one goes, below 0."""
    if not there:
        return np.ones(len(places))
    parts = np.asarray(there, dtype=np.float64)
    across = np.abs(places[:, None, 0] - parts[None, :, 0]) - parts[None, :, 2] - core[0]
    down = np.abs(places[:, None, 1] - parts[None, :, 1]) - parts[None, :, 3] - core[1]
    apart = np.hypot(np.maximum(across, 0.0), np.maximum(down, 0.0))
    found: Numbers = (apart + np.minimum(np.maximum(across, down), 0.0) - parts[None, :, 4] - core[2]).min(axis=1)
    return found
