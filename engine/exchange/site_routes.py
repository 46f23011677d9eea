"""Routes as 18xx.games writes them, chains of hexes, found again as track on our board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.board.geometry import opposite
from engine.board.markers import own_stops
from engine.board.tiles import STOP
from engine.core.errors import Illegal, Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.family.route_text import edge_node
from engine.routes import Route


@dataclass(frozen=True)
class Way:
    """Track from one stop to the next: nodes in order, and what it uses up."""

    nodes: tuple[str, ...]
    uses: frozenset[str]

    def turned(self) -> Way:
        """The same run the other way."""
        return Way(tuple(reversed(self.nodes)), self.uses)


def ways(p: Position, chain: Sequence[str]) -> list[Way]:
    """All track from a stop in the first hex of a chain to a stop in the last that runs over just these hexes."""
    found: list[Way] = []
    first = chain[0]
    track = p.ground.track(first)
    for end in range(STOP, STOP + len(track.stops)):
        name = _stop(p, first, track.stops[end - STOP].key)
        for other in track.at.get(end, ()):
            piece = f"{first}:{min(end, other)}-{max(end, other)}"
            if other < STOP:
                found += list(_onward(p, chain, 1, first, other, (name,), frozenset((piece,))))
            elif len(chain) == 1:
                found.append(Way((name, _stop(p, first, track.stops[other - STOP].key)), frozenset((piece,))))
    return found


def _stop(p: Position, hex_id: str, key: str) -> str:
    """A stop's node; a place of several hexes has one."""
    return f"stop:{p.d.map.place.get(f'{hex_id}/{key}', f'{hex_id}/{key}')}"


def _onward(
    p: Position, chain: Sequence[str], at: int, hex_id: str, edge: int, nodes: tuple[str, ...], uses: frozenset[str]
) -> Iterator[Way]:
    if at == len(chain):
        return
    other = p.d.map.hexes[hex_id].around[edge]
    side = edge_node(p, hex_id, edge)
    if other != chain[at] or side in uses:
        return
    nodes, uses = (*nodes, side), uses | {side}
    entry = opposite(edge)
    track = p.ground.track(other)
    for end in track.at.get(entry, ()):
        piece = f"{other}:{min(end, entry)}-{max(end, entry)}"
        if piece in uses:
            continue
        if end >= STOP:
            if at == len(chain) - 1:
                yield Way((*nodes, _stop(p, other, track.stops[end - STOP].key)), uses | {piece})
        else:
            yield from _onward(p, chain, at + 1, other, end, nodes, uses | {piece})


def read_route(p: Position, company: str, train: str, route: dict[str, object], taken: set[str]) -> Route:
    """One route of the file; `taken` holds the track of the routes before it and is added to."""
    chains = [[str(hex_id) for hex_id in chain] for chain in route.get("connections", ())]  # type: ignore[union-attr]
    if not chains:
        raise Illegal(Refusal(because("the route of train {train} has no connections", train=train)))
    options = [[way for way in ways(p, chain) if not way.uses & taken] for chain in chains]
    own = {f"stop:{stop}" for stop in own_stops(p, company)}
    for line in _lines(options):
        stops = [node for node in line.nodes if node.startswith("stop:")]
        if len(set(stops)) == len(stops) and own & set(stops):
            taken |= line.uses
            return Route(train=train, path=_in_one_direction(line).nodes)
    raise Illegal(
        Refusal(because("the route of train {train} cannot be found on the map: {chains}", train=train, chains=chains))
    )


def _in_one_direction(line: Way) -> Way:
    """A file may state a route from either end; our path begins at the stop whose name comes first."""
    return line if line.nodes[0] < line.nodes[-1] else line.turned()


def _lines(options: list[list[Way]]) -> Iterator[Way]:
    """Ways joined end to end, each chain in either direction, no track twice."""
    for way in options[0]:
        if len(options) == 1:
            yield way
            continue
        for start in (way, way.turned()):
            yield from _extend(start, options, 1)


def _extend(line: Way, options: list[list[Way]], at: int) -> Iterator[Way]:
    if at == len(options):
        yield line
        return
    for way in options[at]:
        if way.uses & line.uses:
            continue
        for turned in (way, way.turned()):
            if turned.nodes[0] == line.nodes[-1]:
                yield from _extend(Way((*line.nodes, *turned.nodes[1:]), line.uses | way.uses), options, at + 1)
