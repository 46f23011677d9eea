"""Tiles in all rotations: their track, their stops, and which may replace which."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product

from engine.board.geometry import POINTED, HexGrid
from engine.core.errors import Damaged
from engine.core.sentences import because
from engine.core.sheets import NodeSheet, TileSheet

STOP = 10
"""Ends of track are numbers: 0 to 5 the sides of the hex, 10 and up its stops in order."""

Piece = tuple[int, int]
"""One piece of track between two ends, the smaller number first."""

COLORS = ("yellow", "green", "brown", "gray")


@dataclass(frozen=True)
class StopDef:
    """A stop of a tile or of a printed hex."""

    kind: str
    key: str
    """Its name within the hex: `c0`, `c1`, `t0`, `o0`."""
    slots: int
    revenue: int | dict[str, int]
    name: str = ""
    home: tuple[str, ...] = ()
    through: bool = False
    pays: str = ""
    """What is printed instead of a number."""


@dataclass(frozen=True)
class Track:
    """Stops and track of one hex as it is now, ready to be searched."""

    stops: tuple[StopDef, ...]
    pieces: tuple[Piece, ...]
    at: dict[int, tuple[int, ...]] = field(compare=False, hash=False)
    """From each end to the ends that its pieces lead to."""

    @property
    def exits(self) -> tuple[int, ...]:
        """The sides that track leads to."""
        return tuple(end for end in self.at if end < STOP)


@dataclass(frozen=True)
class TileDef:
    """One kind of tile."""

    name: str
    color: str
    count: int
    """How many there are; -1 means unlimited."""
    label: str
    rotations: tuple[Track, ...]
    upgrades_to: tuple[str, ...]
    only_on: frozenset[str]
    upright: bool = False

    @property
    def stops(self) -> tuple[StopDef, ...]:
        """The tile's stops."""
        return self.rotations[0].stops


def stops_of(nodes: tuple[NodeSheet, ...]) -> tuple[StopDef, ...]:
    """Give every printed stop its key within the hex."""
    seen = {"city": 0, "town": 0, "offboard": 0}
    stops: list[StopDef] = []
    for node in nodes:
        key = f"{node.type[0]}{seen[node.type]}"
        seen[node.type] += 1
        revenue = node.revenue or 0
        stops.append(StopDef(node.type, key, node.slots, revenue, node.name, node.home, node.through, node.pays))
    return tuple(stops)


def track_of(
    nodes: tuple[NodeSheet, ...], track: tuple[tuple[str, str], ...], rotation: int = 0, grid: HexGrid = POINTED
) -> Track:
    """The track of a sheet turned clockwise by `rotation` sides."""
    order = {node.id: STOP + index for index, node in enumerate(nodes)}

    def end(name: str) -> int:
        if name not in order and name not in grid.edge:
            raise Damaged(because("Track leads to {name!r}, which is neither a side nor a stop of its hex.", name=name))
        return order[name] if name in order else (grid.edge[name] + rotation) % 6

    pieces = tuple(sorted({(min(a, b), max(a, b)) for a, b in ((end(a), end(b)) for a, b in track)}))
    return track_with(stops_of(nodes), pieces)


def track_with(stops: tuple[StopDef, ...], pieces: tuple[Piece, ...]) -> Track:
    """Stops and pieces, indexed by end."""
    at: dict[int, list[int]] = {}
    for a, b in pieces:
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    return Track(stops, pieces, {end: tuple(others) for end, others in sorted(at.items())})


def tile_def(name: str, sheet: TileSheet, count: int, grid: HexGrid = POINTED) -> TileDef:
    """A tile with all six rotations computed."""
    return TileDef(
        name=name,
        color=sheet.color,
        count=count,
        label=sheet.label,
        rotations=tuple(track_of(sheet.nodes, sheet.track, rotation, grid) for rotation in range(6)),
        upgrades_to=sheet.upgrades_to,
        only_on=frozenset(sheet.only_on),
        upright=sheet.upright,
    )


@cache
def carried_over(old: Track, new: Track) -> tuple[int, ...] | None:
    """How the old stops become stops of the new track so that no old track is lost; None if they cannot.

    Several cities may become one where the new track has fewer of them, and so may towns.
    """
    ways: Iterable[tuple[int, ...]] = permutations(range(len(new.stops)), len(old.stops))
    if len(old.stops) > len(new.stops):
        ways = product(range(len(new.stops)), repeat=len(old.stops))
    pieces = set(new.pieces)
    for choice in ways:
        if any(old.stops[i].kind != new.stops[j].kind for i, j in enumerate(choice)):
            continue
        ends = {STOP + i: STOP + j for i, j in enumerate(choice)}
        moved = ((ends.get(a, a), ends.get(b, b)) for a, b in old.pieces)
        if all((min(piece), max(piece)) in pieces for piece in moved):
            return choice
    return None


@cache
def added(old: Track, new: Track) -> tuple[Piece, ...]:
    """The pieces of the new track that the old one does not have."""
    choice = carried_over(old, new) or ()
    ends = {STOP + i: STOP + j for i, j in enumerate(choice)}
    kept = {(min(p), max(p)) for p in ((ends.get(a, a), ends.get(b, b)) for a, b in old.pieces)}
    return tuple(piece for piece in new.pieces if piece not in kept)
