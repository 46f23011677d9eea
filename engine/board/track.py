"""Track as it lies, and how far a company's trains of any length could run over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.board.geometry import opposite
from engine.board.map import MapDef
from engine.board.tiles import STOP, TileDef, Track
from engine.state import Board

Arrival = tuple[str, int]
"""A train coming into a hex over one of its sides."""

EXACT_STEPS = 20_000
"""How many steps the exact search takes at most before it believes the quick one."""


@dataclass(frozen=True)
class Ground:
    """Map, tiles and what lies on them: everything track questions need."""

    map: MapDef
    tiles: dict[str, TileDef]
    board: Board

    def track(self, hex_id: str) -> Track:
        """The track in a hex as it lies now."""
        laid = self.board.tiles.get(hex_id)
        if laid is None:
            return self.map.hexes[hex_id].printed
        return self.tiles[laid.tile].rotations[laid.rotation]


@dataclass
class Reach:
    """What runs of any length from a company's markers can get to."""

    ground: Ground
    starts: tuple[tuple[str, int], ...]
    blocked: frozenset[str]
    """Stops that may be run to but not through."""
    arrivals: dict[Arrival, Arrival | tuple[str, int]] = field(default_factory=dict[Arrival, Arrival])
    """Each arrival with where it came from: another arrival, or the stop where it started."""
    entries: dict[str, list[Arrival]] = field(default_factory=dict[str, list[Arrival]])
    """Stops with the arrivals from which they seem to be within reach; a marker's own stop may have none."""
    joins: list[Arrival] = field(default_factory=list[Arrival])
    """Arrivals at a stop that seem to be within reach of a marker elsewhere."""
    hexes: set[str] = field(default_factory=set[str])
    """Hexes that a run can come to, or start in, as far as the quick search sees."""
    _exact: dict[tuple[Arrival, int], bool] = field(default_factory=dict[tuple[Arrival, int], bool])

    def arrives(self, hex_id: str, edge: int, onward: int = STOP) -> bool:
        """Can a legal run enter the hex over this side, with the side `onward`, if one is given, still unused?"""
        arrival = (hex_id, edge)
        if arrival not in self.arrivals:
            return False
        known = self._exact.get((arrival, onward))
        if known is None:
            known = self._witness_is_legal(arrival) or _search(self, arrival, onward)
            self._exact[arrival, onward] = known
        return known

    def comes_to(self, stop: str) -> bool:
        """Can a legal run come to this stop, or start there?"""
        if stop not in self.entries:
            return False
        return stop in self.start_stops or any(self.arrives(*arrival) for arrival in self.entries[stop])

    @property
    def joins_two(self) -> bool:
        """Does some legal run lead from a marker to another stop?"""
        return any(self.arrives(*arrival) for arrival in self.joins)

    @property
    def start_stops(self) -> set[str]:
        """The stops from which runs start."""
        return {f"{hex_id}/{self.ground.track(hex_id).stops[end - STOP].key}" for hex_id, end in self.starts}

    def _witness_is_legal(self, arrival: Arrival) -> bool:
        seen: set[frozenset[Arrival]] = set()
        hexes: dict[str, list[int]] = {}
        at: Arrival = arrival
        while True:
            hex_id, edge = at
            if edge >= STOP:
                hexes.setdefault(hex_id, []).append(edge)
                break
            back = (self.ground.map.hexes[hex_id].around[edge], opposite(edge))
            crossing = frozenset((at, back))
            if crossing in seen:
                return False
            seen.add(crossing)
            hexes.setdefault(back[0], []).append(back[1])
            at = self.arrivals[at]
        # A hex visited twice might share a stop, a side or a piece of track: only then the exact search is needed.
        return arrival[0] not in hexes and all(len(ends) == 1 for ends in hexes.values())


def reach(ground: Ground, starts: Sequence[tuple[str, int]], blocked: frozenset[str]) -> Reach:
    """Everything that runs from these stops (hex, end number) can get to."""
    found = Reach(ground, tuple(starts), blocked)
    hexes = ground.map.hexes
    queue: list[Arrival] = []
    origin: dict[Arrival, str] = {}
    arrivals, entries = found.arrivals, found.entries

    def leave(hex_id: str, edge: int, source: tuple[str, int], start: str) -> None:
        other = hexes[hex_id].around[edge]
        if other:
            arrival = (other, (edge + 3) % 6)
            if arrival not in arrivals:
                arrivals[arrival] = source
                origin[arrival] = start
                queue.append(arrival)

    for hex_id, end in starts:
        track = ground.track(hex_id)
        found.hexes.add(hex_id)
        start = f"{hex_id}/{track.stops[end - STOP].key}"
        entries.setdefault(start, [])
        for other in track.at.get(end, ()):
            if other < STOP:
                leave(hex_id, other, (hex_id, end), start)
    index = 0
    while index < len(queue):
        arrival = queue[index]
        index += 1
        hex_id, edge = arrival
        found.hexes.add(hex_id)
        track = ground.track(hex_id)
        start = origin[arrival]
        for other in track.at.get(edge, ()):
            if other < STOP:
                leave(hex_id, other, arrival, start)
                continue
            stop = f"{hex_id}/{track.stops[other - STOP].key}"
            entries.setdefault(stop, []).append(arrival)
            if stop != start:
                found.joins.append(arrival)
            if stop not in blocked:
                for onward in track.at[other]:
                    if onward < STOP and onward != edge:
                        leave(hex_id, onward, arrival, start)
    return found


def _search(found: Reach, goal: Arrival, onward: int) -> bool:
    """Look for a run to the goal that uses no stop, no side and no piece of track twice, and one side not at all."""
    ground, hexes = found.ground, found.ground.map.hexes
    steps = 0
    kept = _side(found, goal[0], onward) if onward < STOP else None
    for start_hex, start_end in found.starts:
        start = f"{start_hex}/{ground.track(start_hex).stops[start_end - STOP].key}"
        used: set[object] = {start, kept}
        # Each level: the ways on from where the run stands, as (things it would use up, next arrival).
        levels = [_ways_on(found, start_hex, start_end)]
        taken: list[tuple[object, ...]] = []
        while levels:
            steps += 1
            if steps > EXACT_STEPS:
                return True
            if not levels[-1]:
                levels.pop()
                if taken:
                    used.difference_update(taken.pop())
                continue
            uses, edge_out, hex_id = levels[-1].pop()
            other = hexes[hex_id].around[edge_out]
            uses = (*uses, _side(found, hex_id, edge_out))
            if not other or any(use in used for use in uses):
                continue
            arrival = (other, opposite(edge_out))
            if arrival == goal:
                return True
            used.update(uses)
            taken.append(uses)
            levels.append(_ways_on(found, *arrival))
    return False


def _side(found: Reach, hex_id: str, edge: int) -> Arrival:
    """One name for the side that two hexes share."""
    other = found.ground.map.hexes[hex_id].around[edge]
    return (hex_id, edge) if hex_id < other else (other, opposite(edge))


def _ways_on(found: Reach, hex_id: str, end: int) -> list[tuple[tuple[object, ...], int, str]]:
    track = found.ground.track(hex_id)
    ways: list[tuple[tuple[object, ...], int, str]] = []
    for other in track.at.get(end, ()):
        piece = (hex_id, min(end, other), max(end, other))
        if other < STOP:
            ways.append(((piece,), other, hex_id))
            continue
        stop = f"{hex_id}/{track.stops[other - STOP].key}"
        if stop not in found.blocked:
            for onward in track.at[other]:
                if onward < STOP and onward != end:
                    second = (hex_id, min(other, onward), max(other, onward))
                    ways.append(((piece, stop, second), onward, hex_id))
    return ways
