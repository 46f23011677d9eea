"""Rules that routes obey and that a flow over the network may break; found where it does.

A route visits no stop twice, so among any stops it visits it runs over fewer legs than it visits stops. A flow that has
a ring, or some parts of one, breaks that. And of legs that exclude each other only one can be run.
"""

from collections import deque

from msgspec import Struct

from engine.routes.large.grid import Floats
from engine.routes.network import Network

EPS = 1e-7
BROKEN = 1e-3  # rules broken by less are left alone
CLIQUES = 60  # at most so many at once


class Subtour(Struct, frozen=True):
    """Stops among which the legs run are fewer than the visits, by as many as visit one of them (None: as run)."""

    stops: tuple[int, ...]
    visited: int | None


Pipes = list[dict[int, float]]


def subtours(network: Network, legs: Floats, visits: Floats, ends: Floats, running: float) -> list[Subtour]:
    """Such rules broken by the flow: stops that too little of the flow leaves, by a leg or by ending there."""
    count = len(network.stops)
    out, home = count, count + 1
    pipes: Pipes = [{} for _ in range(count + 2)]
    for leg, part in zip(network.legs, legs.tolist(), strict=True):
        if part > EPS:
            pipes[leg.u][leg.v] = pipes[leg.u].get(leg.v, 0.0) + part
            pipes[leg.v][leg.u] = pipes[leg.v].get(leg.u, 0.0) + part
    for stop, part in enumerate(ends.tolist()):
        if part > EPS:
            pipes[stop][out] = part
    often = visits.tolist()
    own = set(network.own)
    broken: dict[frozenset[int], Subtour] = {}
    for start in (home, *sorted(range(count), key=lambda stop: (-often[stop], stop))):
        needed = 2 * (running if start == home else often[start])
        if needed < BROKEN:
            continue
        pipes[home] = dict.fromkeys(network.own, 2 * running) if start == home else {}
        inside = _cut_off(pipes, start, out, needed - BROKEN)
        if inside is None:
            continue
        inside = frozenset(inside - {home})
        if inside not in broken:
            most = max(inside, key=lambda stop: (often[stop], -stop))
            broken[inside] = Subtour(tuple(sorted(inside)), None if own <= inside else most)
    return list(broken.values())


def _cut_off(pipes: Pipes, start: int, out: int, needed: float) -> set[int] | None:
    """The stops around `start` that less than `needed` can flow out of; None if there are none."""
    room = [dict(some) for some in pipes]
    total = 0.0
    while total < needed:
        came: dict[int, int] = {start: start}
        queue = deque([start])
        while queue and out not in came:
            at = queue.popleft()
            for to, space in room[at].items():
                if space > EPS and to not in came:
                    came[to] = at
                    queue.append(to)
        if out not in came:
            return set(came)
        way = [out]
        while way[-1] != start:
            way.append(came[way[-1]])
        steps = list(zip(way[1:], way, strict=False))
        most = min(room[a][b] for a, b in steps)
        for a, b in steps:
            room[a][b] -= most
            room[b][a] = room[b].get(a, 0.0) + most
        total += most
    return None


def cliques(network: Network, used: Floats) -> list[tuple[int, ...]]:
    """Sets of legs, any two of which exclude each other, of which the flow runs more than one."""
    tracks = [leg.track for leg in network.legs]
    parts = used.tolist()
    ranked = sorted((i for i, part in enumerate(parts) if part > EPS), key=lambda i: (-parts[i], i))
    worth: dict[tuple[int, ...], float] = {}
    for first in ranked:
        clique = [first]
        for leg in ranked:
            if leg != first and all(tracks[leg] & tracks[other] for other in clique):
                clique.append(leg)
        total = sum(parts[leg] for leg in clique)
        if total <= 1 + BROKEN:
            continue
        for leg in range(len(tracks)):
            if leg not in clique and all(tracks[leg] & tracks[other] for other in clique):
                clique.append(leg)
        worth[tuple(sorted(clique))] = total
    return sorted(worth, key=lambda clique: (-worth[clique], clique))[:CLIQUES]
