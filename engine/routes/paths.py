"""Runs of the network written down as routes on the map."""

from collections.abc import Sequence

from engine.routes.network import Leg, Network
from engine.routes.problem import Route
from engine.routes.runs import Run
from engine.routes.track import far_end


def route(network: Network, train: str, run: Run) -> Route:
    """The run as a list of nodes, a piece named where the nodes leave it open."""
    return Route(train, way(network, run.stops, run.legs))


def way(network: Network, stops: Sequence[int], legs: Sequence[int]) -> tuple[str, ...]:
    """The nodes from stop to stop."""
    path = [f"stop:{network.stops[stops[0]].id}"]
    for at, number in zip(stops, legs, strict=False):
        path.extend(_leg_path(network, network.legs[number], backwards=network.legs[number].u != at))
    return tuple(path)


def _leg_path(network: Network, leg: Leg, backwards: bool) -> list[str]:
    steps = list(leg.pieces)
    if backwards:
        steps = [(piece, far_end(piece, entry)) for piece, entry in reversed(steps)]
    path: list[str] = []
    at = steps[0][1]
    for piece, entry in steps:
        if entry != at:  # over an edge whose two sides have names of their own
            path.append(entry)
        at = far_end(piece, entry)
        if len(network.track.between(entry, at)) > 1:
            path.append(f"piece:{piece.id}")
        path.append(at)
    return path
