"""What one company's trains can reach, cached as long as the board is the same."""

from __future__ import annotations

from msgspec.structs import replace

from engine.board.map import stop_index
from engine.board.markers import blocked_for, own_stops
from engine.board.track import Ground, Reach, reach
from engine.core.kept import Kept
from engine.core.position import Position

_known: Kept[tuple[object, ...], Reach] = Kept(512)


def reach_of(p: Position, company: str) -> Reach:
    """The reach of a company's runs of any length from its markers."""
    return p.once(("reach", company), lambda: reach_from(p, company, tuple(own_stops(p, company))))


def shut_sides(p: Position) -> frozenset[tuple[str, int]]:
    """Sides that open in a phase that has not begun."""
    order = list(p.d.phases)
    now = order.index(p.s.phase)
    return frozenset((hex_id, edge) for hex_id, edge, until in p.d.map.barred if order.index(until) > now)


def reach_from(
    p: Position,
    company: str,
    stops: tuple[str, ...],
    shut: frozenset[tuple[str, int]] | None = None,
    idle: frozenset[str] = frozenset(),
) -> Reach:
    """The reach of runs of any length that start at these stops.

    `shut`: sides not crossed, if not the usual ones; `idle`: stops where the company's own marker does not count.
    """
    if shut is None:
        shut = shut_sides(p) if p.d.map.barred else frozenset()
    barred = p.title.build.barred(p, company)
    blocked = blocked_for(p, company, idle) | barred
    key = (p.d.title, tuple(p.d.options.values()), p.board_key(), company, stops, blocked, shut, barred)
    found = _known.get(key)
    if found is not None:
        return found
    starts: list[tuple[str, int]] = []
    for stop in (other for own in stops for other in p.d.map.same_place(own)):
        hex_id, stop_key = stop.split("/")
        starts.append((hex_id, stop_index(p.ground.track(hex_id), stop_key)))
    # The working board goes on changing; the cached one must not.
    still = Ground(p.d.map, p.d.tiles, replace(p.board, tiles=dict(p.board.tiles)))
    return _known.keep(key, reach(still, starts, blocked, shut, barred))
