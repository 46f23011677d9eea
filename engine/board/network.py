"""What one company's trains can get to, kept as long as the board's content is the same."""

from __future__ import annotations

from collections import OrderedDict

from msgspec.structs import replace

from engine.board.map import stop_index
from engine.board.markers import blocked_for, own_stops
from engine.board.track import Ground, Reach, reach
from engine.position import Position

_KEPT = 512
_cache: OrderedDict[tuple[object, ...], Reach] = OrderedDict()


def reach_of(p: Position, company: str) -> Reach:
    """The reach of a company's runs of any length from its markers."""
    return reach_from(p, company, tuple(own_stops(p, company)))


def reach_from(p: Position, company: str, stops: tuple[str, ...]) -> Reach:
    """The reach of runs of any length that start at these stops."""
    key = (p.d.title, tuple(p.d.options.values()), p.board_key(), company, stops)
    found = _cache.get(key)
    if found is not None:
        _cache.move_to_end(key)
        return found
    starts: list[tuple[str, int]] = []
    for stop in stops:
        hex_id, stop_key = stop.split("/")
        starts.append((hex_id, stop_index(p.ground.track(hex_id), stop_key)))
    # The working board goes on changing, what is kept must not.
    still = Ground(p.d.map, p.d.tiles, replace(p.board, tiles=dict(p.board.tiles)))
    found = reach(still, starts, blocked_for(p, company))
    _cache[key] = found
    if len(_cache) > _KEPT:
        _cache.popitem(last=False)
    return found
