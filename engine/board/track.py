"""Track on the map, and how far a company's trains of any length can run over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.board.geometry import opposite
from engine.board.map import MapDef
from engine.board.tiles import STOP, TileDef, Track
from engine.core.state import Board

Arrival = tuple[str, int]
"""A train that enters a hex across one of its sides."""

EXACT_STEPS = 20_000
"""The maximum number of steps of the exact search before the quick result is used."""


@dataclass(frozen=True)
class Ground:
    """Map, tiles and markers: everything needed for questions about track."""

    map: MapDef
    tiles: dict[str, TileDef]
    board: Board

    def track(self, hex_id: str) -> Track:
        """The track in a hex as it is now."""
        laid = self.board.tiles.get(hex_id)
        if laid is None:
            return self.map.hexes[hex_id].printed
        return self.tiles[laid.tile].rotations[laid.rotation]


@dataclass
class Reach:
    """What runs of any length from a company's markers can reach."""

    ground: Ground
    starts: tuple[tuple[str, int], ...]
    blocked: frozenset[str]
    """Stops that a run may reach but not go through."""
    shut: frozenset[Arrival] = frozenset()
    """Sides (hex and edge, named from both hexes) that nothing may cross."""
    barred: frozenset[str] = frozenset()
    """Those among them that a run may not end at either; track can still be traced to them."""
    arrivals: dict[Arrival, Arrival | tuple[str, int]] = field(default_factory=dict[Arrival, Arrival])
    """Each arrival and where it came from: another arrival, or the stop where the run started."""
    entries: dict[str, list[Arrival]] = field(default_factory=dict[str, list[Arrival]])
    """Stops and the arrivals from which they seem reachable; a marker's own stop may have none."""
    joins: list[Arrival] = field(default_factory=list[Arrival])
    """Arrivals at a stop that seems reachable from a marker elsewhere."""
    next_door: set[str] = field(default_factory=set[str])
    """Stops joined to a marker's own within its hex."""
    hexes: set[str] = field(default_factory=set[str])
    """Hexes that a run can reach or start in, according to the quick search."""
    _previous: dict[Arrival, list[Arrival]] = field(default_factory=dict[Arrival, list[Arrival]])
    _exact: dict[tuple[Arrival, int], bool] = field(default_factory=dict[tuple[Arrival, int], bool])

    def arrives(self, hex_id: str, edge: int, onward: int = STOP) -> bool:
        """Can a legal run enter the hex over this side, with the side `onward`, if one is given, still unused?"""
        arrival = (hex_id, edge)
        if arrival not in self.arrivals:
            return False
        known = self._exact.get((arrival, onward))
        if known is None:
            known = self._witness_is_legal(arrival, onward) or _search(self, arrival, onward)
            self._exact[arrival, onward] = known
        return known

    def comes_to(self, stop: str) -> bool:
        """Can a legal run reach this stop, or start there?"""
        if stop not in self.entries:
            return False
        return (
            stop in self.start_stops
            or stop in self.next_door
            or any(self.arrives(*arrival) for arrival in self.entries[stop])
        )

    @property
    def joins_two(self) -> bool:
        """Is there a legal run from a marker to another stop?"""
        return bool(self.next_door) or any(self.arrives(*arrival) for arrival in self.joins)

    @property
    def start_stops(self) -> set[str]:
        """The stops from which runs start."""
        return {f"{hex_id}/{self.ground.track(hex_id).stops[end - STOP].key}" for hex_id, end in self.starts}

    def _witness_is_legal(self, arrival: Arrival, onward: int) -> bool:
        """Does the way of the quick search use nothing twice, and not the side that must stay unused?"""
        seen: set[object] = set()
        if onward < STOP:
            seen.add(_side(self, arrival[0], onward))
        at: Arrival = arrival
        while True:
            hex_id, edge = at
            back = self.ground.map.hexes[hex_id].around[edge]
            source = self.arrivals[at]
            uses = [_side(self, hex_id, edge), *self._crossed(back, source[1], opposite(edge))]
            if any(use in seen for use in uses):
                return False
            seen.update(uses)
            if source[1] >= STOP:
                return True
            at = source

    def _crossed(self, hex_id: str, start: int, end: int) -> list[object]:
        """Pieces and stop that a run uses between two ends of a hex's track."""
        track = self.ground.track(hex_id)
        begin: list[object] = [f"{hex_id}/{track.stops[start - STOP].key}"] if start >= STOP else []
        ways = [uses for uses, edge_out, _ in _ways_on(self, hex_id, start) if edge_out == end]
        return [*begin, *min(ways, key=len)]

    def steps_to(self, goal: Arrival) -> dict[Arrival, int]:
        """How many hexes are between each arrival and the goal, for all arrivals that lead to it."""
        before = self._before()
        steps = {goal: 0}
        queue = [goal]
        for arrival in queue:
            for earlier in before.get(arrival, ()):
                if earlier not in steps:
                    steps[earlier] = steps[arrival] + 1
                    queue.append(earlier)
        return steps

    def _before(self) -> dict[Arrival, list[Arrival]]:
        """Each arrival and those that lead to it directly."""
        if not self._previous:
            before: dict[Arrival, list[Arrival]] = {}
            for arrival in self.arrivals:
                for _, edge_out, hex_id in _ways_on(self, *arrival):
                    other = self.ground.map.hexes[hex_id].around[edge_out]
                    if other:
                        before.setdefault((other, opposite(edge_out)), []).append(arrival)
            # Only now: other threads ask too and must not see half of it.
            self._previous = before
        return self._previous


def reach(
    ground: Ground,
    starts: Sequence[tuple[str, int]],
    blocked: frozenset[str],
    shut: frozenset[Arrival] = frozenset(),
    barred: frozenset[str] = frozenset(),
) -> Reach:
    """Everything that runs from these stops (hex, end number) can reach."""
    reached = Reach(ground, tuple(starts), blocked, shut, barred)
    place = ground.map.place
    hexes = ground.map.hexes
    queue: list[Arrival] = []
    origin: dict[Arrival, str] = {}
    arrivals, entries = reached.arrivals, reached.entries

    def leave(hex_id: str, edge: int, source: tuple[str, int], start: str) -> None:
        other = hexes[hex_id].around[edge]
        if other and (hex_id, edge) not in shut:
            arrival = (other, (edge + 3) % 6)
            if arrival not in arrivals:
                arrivals[arrival] = source
                origin[arrival] = start
                queue.append(arrival)

    for hex_id, end in starts:
        track = ground.track(hex_id)
        reached.hexes.add(hex_id)
        start = f"{hex_id}/{track.stops[end - STOP].key}"
        entries.setdefault(start, [])
        stops, sides = _within(track, hex_id, end, blocked)
        for stop in stops:
            entries.setdefault(stop, [])
            reached.next_door.add(stop)
        for edge in sides:
            leave(hex_id, edge, (hex_id, end), start)
    index = 0
    while index < len(queue):
        arrival = queue[index]
        index += 1
        hex_id, edge = arrival
        reached.hexes.add(hex_id)
        track = ground.track(hex_id)
        start = origin[arrival]
        stops, sides = _within(track, hex_id, edge, blocked)
        for stop in stops:
            entries.setdefault(stop, []).append(arrival)
            if stop not in barred and place.get(stop, stop) != place.get(start, start):
                reached.joins.append(arrival)
        for onward in sides:
            leave(hex_id, onward, arrival, start)
    return reached


def _within(track: Track, hex_id: str, end: int, blocked: frozenset[str]) -> tuple[list[str], list[int]]:
    """Stops that a run reaches, and sides it can leave by, from one end of a hex's track."""
    stops: list[str] = []
    sides: list[int] = []
    seen, queue = {end}, [end]
    for at in queue:
        for other in track.at.get(at, ()):
            if other in seen:
                continue
            seen.add(other)
            if other < STOP:
                sides.append(other)
                continue
            stop = f"{hex_id}/{track.stops[other - STOP].key}"
            stops.append(stop)
            if stop not in blocked:
                queue.append(other)
    return stops, sides


def _search(reached: Reach, goal: Arrival, onward: int) -> bool:
    """Look for a run to the goal that uses no stop, side or piece of track twice, and one side not at all."""
    ground, hexes = reached.ground, reached.ground.map.hexes
    steps_to = reached.steps_to(goal)
    steps = 0
    kept = _side(reached, goal[0], onward) if onward < STOP else None

    def ways(hex_id: str, end: int) -> list[tuple[tuple[object, ...], Arrival]]:
        """Ways that may lead to the goal, the nearest last because it is tried first."""
        open_ways: list[tuple[tuple[object, ...], Arrival]] = []
        for uses, edge_out, at in _ways_on(reached, hex_id, end):
            arrival = (hexes[at].around[edge_out], opposite(edge_out))
            if arrival in steps_to:
                open_ways.append(((*uses, _side(reached, at, edge_out)), arrival))
        open_ways.sort(key=lambda way: -steps_to[way[1]])
        return open_ways

    for start_hex, start_end in reached.starts:
        start = f"{start_hex}/{ground.track(start_hex).stops[start_end - STOP].key}"
        used: set[object] = {start, kept}
        levels = [ways(start_hex, start_end)]
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
            uses, arrival = levels[-1].pop()
            if any(use in used for use in uses):
                continue
            if arrival == goal:
                return True
            used.update(uses)
            taken.append(uses)
            levels.append(ways(*arrival))
    return False


def _side(found: Reach, hex_id: str, edge: int) -> Arrival:
    """One name for the side that two hexes share."""
    other = found.ground.map.hexes[hex_id].around[edge]
    return (hex_id, edge) if hex_id < other else (other, opposite(edge))


def _ways_on(reached: Reach, hex_id: str, end: int) -> list[tuple[tuple[object, ...], int, str]]:
    """The ways through a hex from one end of its track: what each uses up, the side it leaves by, the hex."""
    track = reached.ground.track(hex_id)
    ways: list[tuple[tuple[object, ...], int, str]] = []

    def go_on(at: int, uses: tuple[object, ...], seen: tuple[int, ...]) -> None:
        for other in track.at.get(at, ()):
            if other in seen:
                continue
            piece = (hex_id, min(at, other), max(at, other))
            if other < STOP:
                if (hex_id, other) not in reached.shut:
                    ways.append(((*uses, piece), other, hex_id))
                continue
            stop = f"{hex_id}/{track.stops[other - STOP].key}"
            if stop not in reached.blocked:
                go_on(other, (*uses, piece, stop), (*seen, other))

    go_on(end, (), (end,))
    return ways
