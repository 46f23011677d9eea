"""Routes as 18xx.games writes them, chains of hexes, found again as track on our board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from engine.board.geometry import opposite
from engine.board.markers import own_stops
from engine.board.tiles import STOP
from engine.core.errors import Illegal, Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.exchange.site_log import Step
from engine.family.route_text import edge_node
from engine.family.running import problem, trains_of
from engine.routes import ByHand, Hand, Route

MOST = 8
"""So many ways of one route are tried with the others."""


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


def states_hexes_alone(steps: Sequence[Step]) -> bool:
    """Does a file state runs, and no connections of any of them?"""
    runs: list[Any] = [step.action.get("routes") for step in steps]
    routes: list[Any] = [route for run in runs if isinstance(run, list) for route in cast(list[Any], run)]
    stated = [cast(dict[str, Any], route) for route in routes if isinstance(route, dict)]
    return bool(stated) and not any(route.get("connections") for route in stated)


def find_routes(
    p: Position, company: str, runs: Sequence[tuple[str, dict[str, Any]]], taken: frozenset[str] = frozenset()
) -> tuple[Route, ...]:
    """Trains with their routes in the file, as routes of ours; `taken` is the track of those before.

    Where track fits a route in several ways, one that leaves the others theirs.
    """
    if not runs:
        return ()
    (train, route), *others = runs
    chains = [[str(hex_id) for hex_id in chain] for chain in route.get("connections", ())]
    lines = _by_chains(p, company, chains, taken) if chains else _by_hexes(p, company, train, route, taken)
    refused = because("the route of train {train} cannot be found on the map: {chains}", train=train, chains=chains)
    if not chains:
        refused = because("the route of train {train} has no connections", train=train)
    found = Illegal(Refusal(refused))
    for line in islice(lines, MOST):
        try:
            first = Route(train=train, path=_in_one_direction(line.nodes))
            return (first, *find_routes(p, company, others, taken | line.uses))
        except Illegal as e:
            found = e
    raise found


def _by_chains(p: Position, company: str, chains: list[list[str]], taken: frozenset[str]) -> Iterator[Way]:
    """Track over chains of hexes, each from one stop to the next."""
    own = {f"stop:{stop}" for stop in own_stops(p, company)}
    for line in _lines([[way for way in ways(p, chain) if not way.uses & taken] for chain in chains]):
        stops = [node for node in line.nodes if node.startswith("stop:")]
        if len(set(stops)) == len(stops) and own & set(stops):
            yield line


def _by_hexes(p: Position, company: str, train: str, route: dict[str, Any], taken: frozenset[str]) -> Iterator[Way]:
    """The site's oldest files state only which hexes a route runs over, in any order, and what it earns."""
    hexes = {str(hex_id) for hex_id in route.get("hexes", ())}
    by_hand = ByHand(problem(p, company, trains_of(p, company)))
    todo = [Hand(train, (start,)) for start in by_hand.starts()]
    while todo:
        hand = todo.pop()
        track = [piece for leg in hand.legs for piece, _ in by_hand.network.legs[leg].pieces]
        over, uses = {piece.hex for piece in track}, frozenset(piece.id for piece in track)
        if not over <= hexes or uses & taken:
            continue
        todo += [by_hand.on(hand, one) for one in by_hand.onward((), hand)]
        if over == hexes and hand.stops[0] < hand.stops[-1] and by_hand.worth([hand]) == route.get("revenue"):
            yield Way(by_hand.routes([hand])[0].path, uses)


def _in_one_direction(path: tuple[str, ...]) -> tuple[str, ...]:
    """A file may state a route from either end; our path begins at the stop whose name comes first."""
    return path if path[0] < path[-1] else path[::-1]


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


def compare_routes(
    p: Position, told: Sequence[dict[str, Any]], routes: Sequence[Route], earned: Sequence[Mapping[str, Any]]
) -> None:
    """Stops and income of each route, as far as the file states them, beside our own."""
    for stated, route, ours in zip(told, routes, earned, strict=True):
        stops = [node.removeprefix("stop:") for node in route.path if node.startswith("stop:")]
        hexes, nodes = stated.get("hexes") if stated.get("connections") else None, stated.get("nodes")
        if hexes is not None and not _same_hexes(p, hexes, stops, stated):
            raise _differing(stated, "hexes", [stop.split("/")[0] for stop in stops])
        if nodes is not None and not _same_nodes(p, nodes, stops, stated):
            raise _differing(stated, "nodes", [_signature(p, stop) for stop in stops])
        if stated.get("revenue") is not None and stated["revenue"] != ours["amount"]:
            amounts = {"train": str(stated["train"]), "ours": ours["amount"], "theirs": str(stated["revenue"])[:80]}
            raise Illegal(Refusal(because("train {train} earns {ours}, not {theirs}", **amounts)))


def _differing(stated: dict[str, Any], part: str, ours: list[str]) -> Illegal:
    told = {"train": str(stated["train"]), "part": part, "theirs": str(stated[part])[:80], "ours": tuple(ours)}
    return Illegal(Refusal(because("the {part} of train {train} are {ours:and}, not {theirs}", **told)))


def _same_hexes(p: Position, hexes: Sequence[str], stops: Sequence[str], stated: Mapping[str, Any]) -> bool:
    """The stops' hexes from either end; of a place of several hexes one that the run reaches."""
    ours = [stop.split("/")[0] for stop in stops]
    if hexes in (ours, ours[::-1]):
        return True
    over = _over(stated)
    return any(_meet(p, hexes, way, over) for way in (stops, stops[::-1]))


def _over(stated: Mapping[str, Any]) -> Collection[str]:
    return {str(hex_id) for chain in stated.get("connections", ()) for hex_id in chain}


def _meet(p: Position, hexes: Sequence[str], stops: Sequence[str], over: Collection[str]) -> bool:
    return len(hexes) == len(stops) and all(
        hex_id == stop.split("/")[0] or (hex_id in over and hex_id in _place(p, stop))
        for hex_id, stop in zip(hexes, stops, strict=True)
    )


def _place(p: Position, stop: str) -> set[str]:
    return {other.split("/")[0] for other in p.d.map.same_place(stop)}


def _same_nodes(p: Position, nodes: Sequence[str], stops: Sequence[str], stated: Mapping[str, Any]) -> bool:
    """The same stops; old files have them in another order."""
    left = [str(node) for node in nodes]
    if p.d.map.place.keys().isdisjoint(stops):
        return sorted(left) == sorted(_signature(p, stop) for stop in stops)
    over = _over(stated)
    for stop in stops:
        number = _signature(p, stop).rpartition("-")[2]
        found = {f"{hex_id}-{number}" for hex_id in _place(p, stop) if hex_id in over}
        node = next((one for one in left if one in found), None)
        if node is None:
            return False
        left.remove(node)
    return not left


def _signature(p: Position, stop: str) -> str:
    """A stop as the site's routes name it: its hex, and its number there."""
    hex_id, key = stop.split("/")
    keys = [one.key for one in p.ground.track(hex_id).stops]
    return f"{hex_id}-{keys.index(key)}"
