"""The printed map, with everything that never changes computed once: neighbours, open sides, stops."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.board.geometry import POINTED, HexGrid, neighbour, opposite
from engine.board.tiles import STOP, StopDef, Track, stops_of, track_of, track_with
from engine.core.errors import Damaged
from engine.core.sentences import because
from engine.core.sheets import HexSheet


@dataclass(frozen=True)
class HexDef:
    """One hex of the printed map."""

    id: str
    sheet: HexSheet
    printed: Track
    around: tuple[str, ...]
    """The neighbour beyond each side, or an empty string."""
    open: frozenset[int]
    """Sides that track may lead to."""
    barred: tuple[tuple[int, str], ...]
    """Sides that nothing connects, traces or runs across until a phase begins: side and phase."""
    stubs: tuple[int, ...]
    """Sides that every tile must connect to."""
    line: tuple[int, ...]
    """Sides joined by a printed line that track must follow."""
    cost: int

    @property
    def marks(self) -> tuple[str, ...]:
        """What is printed here that a tile may carry: a label, a name."""
        return tuple(mark for mark in (self.sheet.label, self.sheet.name) if mark)

    @property
    def stops(self) -> tuple[StopDef, ...]:
        """The stops printed in the hex."""
        return self.printed.stops


@dataclass(frozen=True)
class MapDef:
    """All hexes of a title's map."""

    hexes: dict[str, HexDef]
    homes: dict[str, tuple[str, ...]]
    """Company -> stops that are kept for its home marker."""
    off_board: frozenset[str]
    """Off-board stops, where every run ends."""
    barred: tuple[tuple[str, int, str], ...]
    """Sides that open in a phase, seen from both hexes: hex, side, phase."""
    place: dict[str, str] = field(default_factory=dict[str, str])
    """Stops printed in several hexes that are one place -> the stop that stands for it."""
    grid: HexGrid = POINTED

    def same_place(self, stop: str) -> tuple[str, ...]:
        """A stop and those in other hexes that are the same place."""
        goes_by = self.place.get(stop)
        return tuple(other for other, name in self.place.items() if name == goes_by) if goes_by else (stop,)


def map_def(sheets: dict[str, HexSheet], grid: HexGrid = POINTED) -> MapDef:
    """Compute neighbours and open sides from a map sheet."""
    hexes: dict[str, HexDef] = {}
    homes: dict[str, tuple[str, ...]] = {}
    for hex_id, sheet in sheets.items():
        beyond = tuple(neighbour(hex_id, edge, grid) for edge in range(6))
        around = tuple(other if other in sheets else "" for other in beyond)
        printed = (
            track_of(sheet.nodes, sheet.track, grid=grid) if sheet.track else track_with(stops_of(sheet.nodes), ())
        )
        barriers = [(_edge(grid, hex_id, barrier.edge), barrier.until) for barrier in sheet.barriers]
        hexes[hex_id] = HexDef(
            id=hex_id,
            sheet=sheet,
            printed=printed,
            around=around,
            open=frozenset(edge for edge in range(6) if _is_open(sheets, grid, hex_id, edge, around[edge])),
            barred=tuple((edge, until) for edge, until in barriers if until),
            stubs=tuple(_edge(grid, hex_id, side) for side in sheet.stubs),
            line=tuple(_edge(grid, hex_id, side) for side in sheet.line),
            cost=sum(terrain.cost for terrain in sheet.terrain),
        )
        for stop in printed.stops:
            for company in stop.home:
                homes[company] = (*homes.get(company, ()), f"{hex_id}/{stop.key}")
    off_board = frozenset(
        f"{hex_id}/{stop.key}"
        for hex_id, found in hexes.items()
        for stop in found.stops
        if stop.kind == "offboard" and not stop.through
    )
    barred = {
        side
        for hex_id, found in hexes.items()
        for edge, until in found.barred
        for side in ((hex_id, edge, until), (found.around[edge], opposite(edge), until))
    }
    return MapDef(hexes, homes, off_board, tuple(sorted(barred)), _places(hexes), grid)


def _places(hexes: dict[str, HexDef]) -> dict[str, str]:
    """Hexes of a group are one place; the stop with most room for markers, or the first, stands for it."""
    groups: dict[str, list[str]] = {}
    for hex_id, found in hexes.items():
        if found.sheet.group:
            groups.setdefault(found.sheet.group, []).extend(f"{hex_id}/{stop.key}" for stop in found.stops)
    slots = {f"{hex_id}/{stop.key}": stop.slots for hex_id, found in hexes.items() for stop in found.stops}
    return {stop: max(stops, key=lambda one: slots[one]) for stops in groups.values() for stop in stops}


def _edge(grid: HexGrid, hex_id: str, name: str) -> int:
    if name not in grid.edge:
        raise Damaged(because("{hex_id} has no side {name!r}.", hex_id=hex_id, name=name))
    return grid.edge[name]


def _is_open(sheets: dict[str, HexSheet], grid: HexGrid, hex_id: str, edge: int, other: str) -> bool:
    if not other or any(barrier.edge == grid.edges[edge] and not barrier.until for barrier in sheets[hex_id].barriers):
        return False
    beyond = sheets[other]
    if beyond.kind in ("offboard", "gray"):
        back = grid.edges[opposite(edge)]
        return any(back in piece for piece in beyond.track)
    return True


def stop_index(track: Track, key: str) -> int:
    """The end number of a stop by its key within the hex."""
    for index, stop in enumerate(track.stops):
        if stop.key == key:
            return STOP + index
    raise KeyError(key)
