"""1828 of 18xx.games: runs that the site sees differently, through Canada and of the Cobourg & Peterborough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.board.geometry import opposite
from engine.board.tiles import STOP
from engine.core.position import Position
from engine.exchange.site_log import Action

CANADA = ["A13", "A15"]
"""The site joins the two hexes by track; for us they are one place."""


def on_our_map(route: Action) -> Action:
    """A route that ends on reaching Canada."""
    chains: list[list[str]] = []
    for chain in route["connections"]:
        hexes = [str(hex_id) for hex_id in chain]
        if len(hexes) > 2 and sorted(hexes[-2:]) == CANADA:
            hexes = hexes[:-1]
        if len(hexes) > 2 and sorted(hexes[:2]) == CANADA:
            hexes = hexes[1:]
        chains.append(hexes)
    return {**route, "connections": chains}


def cobourg_chain(p: Position, hex_id: str, stops: Sequence[str]) -> list[str]:
    """The hexes of the Cobourg & Peterborough's run between two stops, over its new tile if possible."""
    first, last = (stop.split("/")[0] for stop in stops)
    track = p.ground.track(first)
    found: list[list[str]] = []
    for end in range(STOP, STOP + len(track.stops)):
        for edge in track.at.get(end, ()):
            if edge < STOP:
                found += [way for way in _onward(p, [first], edge) if way[-1] == last]
    found.sort(key=lambda way: (hex_id not in way, len(way)))
    return found[0] if found else [first, last]


def _onward(p: Position, way: list[str], edge: int) -> Iterator[list[str]]:
    """Plain track from a hex over an edge to the next stops."""
    other = p.d.map.hexes[way[-1]].around[edge]
    if not other or other in way:
        return
    for end in p.ground.track(other).at.get(opposite(edge), ()):
        if end >= STOP:
            yield [*way, other]
        else:
            yield from _onward(p, [*way, other], end)
