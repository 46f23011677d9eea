"""Station markers: which spaces they take, which are reserved for homes, and who may run through a city."""

from __future__ import annotations

from engine.board.tiles import StopDef, carried_over
from engine.core.position import Position
from engine.core.state import Marker

BESIDE = -1
"""The slot of a marker beside the city, which takes no space."""

BLOCK = ""
"""The owner of a neutral marker, which blocks a space for good."""


def stop_def(p: Position, stop: str) -> StopDef:
    """The stop as it is now."""
    hex_id, key = stop.split("/")
    for found in p.ground.track(hex_id).stops:
        if found.key == key:
            return found
    raise KeyError(stop)


def printed_amount(p: Position, stop: StopDef) -> int:
    """The printed value of a stop; where it differs by phase, the latest one reached."""
    if not isinstance(stop.revenue, dict):
        return stop.revenue
    value = 0
    for phase in p.d.phases.values():
        value = stop.revenue.get(phase.offboard, value)
        if phase.name == p.s.phase:
            break
    return value


def markers_at(p: Position, stop: str) -> list[Marker]:
    """Markers in or beside a stop."""
    return [marker for marker in p.board.markers if marker.stop == stop]


def own_stops(p: Position, company: str) -> list[str]:
    """Stops with a marker of this company."""
    return [marker.stop for marker in p.board.markers if marker.company == company]


def stop_now(p: Position, stop: str) -> str:
    """What a printed stop has become: a rotated tile takes the hex's stops along."""
    hex_id, key = stop.split("/")
    old = p.d.map.hexes[hex_id].printed
    if hex_id not in p.board.tiles or not old.pieces:
        return stop
    new = p.ground.track(hex_id)
    chosen = carried_over(old, new)
    before = next(index for index, found in enumerate(old.stops) if found.key == key)
    return f"{hex_id}/{new.stops[chosen[before]].key}" if chosen else stop


def homes_of(p: Position, company: str) -> tuple[str, ...]:
    """The stops, as they are now, that are reserved for a company's home marker."""
    return tuple(stop_now(p, stop) for stop in p.d.map.homes.get(company, ()))


def kept_slots(p: Position, stop: str) -> dict[int, str]:
    """Spaces kept for companies whose home marker is not yet on the map: slot -> company."""
    kept: dict[int, str] = {}
    hex_id = stop.split("/")[0]
    for printed in p.d.map.hexes[hex_id].stops:
        if printed.home and stop_now(p, f"{hex_id}/{printed.key}") == stop:
            kept.update(enumerate(heir for heir in (_home_still_to_come(p, c) for c in printed.home) if heir))
    return kept


def _home_still_to_come(p: Position, company: str) -> str:
    """Who will place a company's home marker: itself, the company it belongs to, or nobody if it is placed."""
    facts = p.company(company)
    if facts.home_placed or (facts.closed and not facts.into):
        return ""
    return facts.into or company


def free_slots(p: Position, stop: str) -> list[int]:
    """Spaces without a marker, reserved ones included."""
    taken = {marker.slot for marker in markers_at(p, stop)}
    return [slot for slot in range(stop_def(p, stop).slots) if slot not in taken]


def open_slot(p: Position, stop: str, company: str) -> int | None:
    """The space a company may take: its own reserved one, or one that leaves enough for homes to come."""
    kept = p.title.build.kept_slots(p, stop)
    free = free_slots(p, stop)
    for slot, home in kept.items():
        if home == company:
            return slot if slot in free else (free[0] if free else None)
    if len(free) <= len(kept):
        return None
    return next((slot for slot in free if slot not in kept), free[0])


def put_marker(p: Position, company: str, stop: str, slot: int) -> None:
    """Place a marker."""
    p.board.markers.append(Marker(company, stop, slot))
    p.board_changed()


def side_by_side(p: Position, hex_id: str) -> None:
    """Where cities have become one, each of their markers takes a space of its own, unless it has one already."""
    taken: set[tuple[str, int]] = set()
    for marker in p.board.markers:
        if marker.slot == BESIDE or not marker.stop.startswith(f"{hex_id}/"):
            continue
        while (marker.stop, marker.slot) in taken:
            marker.slot += 1
            p.board_changed()
        taken.add((marker.stop, marker.slot))


def remove_markers(p: Position, company: str) -> None:
    """Remove all of a company's markers from the map."""
    p.board.markers = [marker for marker in p.board.markers if marker.company != company]
    p.board_changed()


def blocked_for(p: Position, company: str, idle: frozenset[str] = frozenset()) -> frozenset[str]:
    """Stops that this company's trains may run to but not through: full of others' markers, or off the board.

    `idle`: stops where its own marker does not count.
    """
    taken: dict[str, int] = {}
    own = set(own_stops(p, company)) - idle
    for marker in p.board.markers:
        if marker.slot != BESIDE and p.title.build.in_the_way(p, company, marker):
            taken[marker.stop] = taken.get(marker.stop, 0) + 1
    full = {stop for stop, count in taken.items() if stop not in own and count >= stop_def(p, stop).slots}
    return p.d.map.off_board | full
