"""The company's network, boiled down to stops, and legs of track between two stops.

Only what a route from one of the company's markers can reach is kept. Everything that may be used once becomes a bit.
"""

from collections import defaultdict
from math import gcd

from msgspec import Struct

from engine.routes.problem import Piece, Problem, Stop
from engine.routes.track import Track, far_end


class Leg(Struct, frozen=True, gc=False):
    """A run of track between two stops; `u` comes before `v` in the network."""

    u: int
    v: int
    track: int  # bits of what it uses up
    ends_at_u: bool  # a route that takes this leg must end at u
    ends_at_v: bool
    pieces: tuple[tuple[Piece, str], ...]  # from u to v: each piece with the node it is entered by


class Exit(Struct, frozen=True, gc=False):
    """A leg as seen from one of its stops."""

    leg: int
    to: int
    track: int
    only_first: bool  # the stop left must be an end of the route
    only_last: bool  # the stop reached must be an end of the route


class Network:
    """Stops and legs of one problem, numbered."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.track = Track(problem)
        legs = _explore(problem, self.track)
        reached = sorted({leg.u for leg in legs} | {leg.v for leg in legs})
        number = {old: new for new, old in enumerate(reached)}
        self.stops: list[Stop] = [problem.stops[old] for old in reached]
        self.legs = _with_few_bits(
            [
                Leg(number[leg.u], number[leg.v], leg.track, leg.ends_at_u, leg.ends_at_v, leg.pieces)
                for leg in _not_dominated(legs)
            ]
        )
        self.bits = max((leg.track.bit_length() for leg in self.legs), default=0)
        self.own = [i for i, stop in enumerate(self.stops) if stop.own]
        self.center = [stop.kind in problem.centers for stop in self.stops]
        self.excludes = self._exclusions()
        self.exits: list[list[Exit]] = [[] for _ in self.stops]
        for i, leg in enumerate(self.legs):
            self.exits[leg.u].append(Exit(i, leg.v, leg.track, leg.ends_at_u, leg.ends_at_v))
            self.exits[leg.v].append(Exit(i, leg.u, leg.track, leg.ends_at_v, leg.ends_at_u))
        for ways in self.exits:
            ways.sort(key=lambda way: (way.to, way.leg))
        amounts = [amount for stop in self.stops for amount in stop.values + stop.end_bonus]
        self.unit = gcd(problem.unit, *amounts, *(bonus.amount for bonus in problem.bonuses))

    def _exclusions(self) -> list[int]:
        """For each stop, a bit for itself and for every stop that may not be on a route with it."""
        groups: dict[str, int] = defaultdict(int)
        for i, stop in enumerate(self.stops):
            groups[stop.group] |= 1 << i
        return [1 << i | (groups[stop.group] if stop.group else 0) for i, stop in enumerate(self.stops)]

    def number(self, name: str) -> int | None:
        """The number of a stop, if a route can reach it at all."""
        return next((i for i, stop in enumerate(self.stops) if stop.id == name), None)


def _explore(problem: Problem, track: Track) -> list[Leg]:
    """All legs that routes from the company's markers can take, stops numbered as in the problem."""
    stops = problem.stops
    numbers = {f"stop:{stop.id}": i for i, stop in enumerate(stops) if stop.usable}
    queue = [i for i, stop in enumerate(stops) if stop.own and stop.usable]
    reached, left = set(queue), set[int]()
    legs: list[Leg] = []
    for start in queue:  # grows as stops are reached
        for leg in _legs_from(start, stops, numbers, track):
            end = leg.v if leg.u == start else leg.u
            dead_end = leg.ends_at_v if leg.u == start else leg.ends_at_u
            if end in left:
                continue  # found already, from its other end
            # A leg on which both stops must be ends is a whole route, and needs a marker.
            if leg.ends_at_u and leg.ends_at_v and not (stops[leg.u].own or stops[leg.v].own):
                continue
            legs.append(leg)
            if end not in reached and not dead_end:
                reached.add(end)
                queue.append(end)
        left.add(start)
    return legs


def _legs_from(start: int, stops: tuple[Stop, ...], numbers: dict[str, int], track: Track) -> list[Leg]:
    home = f"stop:{stops[start].id}"
    legs: dict[tuple[int, int], Leg] = {}
    # Each entry: piece about to be run, node it is entered by, what is used so far, the way so far.
    todo: list[tuple[Piece, str, int, tuple[tuple[Piece, str], ...]]] = [
        (piece, home, 0, ()) for piece in reversed(track.at[home])
    ]
    while todo:
        piece, entry, used, way = todo.pop()
        everything, beyond_a, beyond_b = track.used_by(piece)
        if used & (beyond_a if entry == piece.a else beyond_b):
            continue
        node = piece.b if piece.a == entry else piece.a
        at_stop = node.startswith("stop:")
        if piece.terminal and way and not at_stop:
            continue
        used |= everything
        way = (*way, (piece, entry))
        if not at_stop:
            todo += [(other, door, used, way) for other, door in track.onward(piece, node)]
            continue
        end = numbers.get(node)
        if end is not None and end != start and (end, used) not in legs:
            legs[end, used] = _leg(start, end, used, way, stops)
    return list(legs.values())


def _leg(start: int, end: int, used: int, way: tuple[tuple[Piece, str], ...], stops: tuple[Stop, ...]) -> Leg:
    ends_at_start = way[0][0].terminal or not stops[start].passable
    ends_at_end = way[-1][0].terminal or not stops[end].passable
    if start < end:
        return Leg(start, end, used, ends_at_start, ends_at_end, way)
    back = tuple((piece, far_end(piece, entry)) for piece, entry in reversed(way))
    return Leg(end, start, used, ends_at_end, ends_at_start, back)


def _not_dominated(legs: list[Leg]) -> list[Leg]:
    """Of legs between the same stops, without those that use all that another uses, and more."""
    beside: dict[tuple[int, int], list[Leg]] = defaultdict(list)
    for leg in legs:
        beside[leg.u, leg.v].append(leg)
    kept: list[Leg] = []
    for _, rivals in sorted(beside.items()):
        rivals.sort(key=lambda leg: (leg.track.bit_count(), leg.ends_at_u, leg.ends_at_v, leg.track))
        best: list[Leg] = []
        for leg in rivals:
            if not any(_covers(other, leg) for other in best):
                best.append(leg)
        kept.extend(best)
    return kept


def _covers(better: Leg, leg: Leg) -> bool:
    return (
        better.track & ~leg.track == 0
        and better.ends_at_u <= leg.ends_at_u
        and better.ends_at_v <= leg.ends_at_v
    )  # fmt: skip


def _with_few_bits(legs: list[Leg]) -> list[Leg]:
    """The same legs with as few bits as tell which of them exclude each other.

    Two things that the same legs use need one bit, and a thing that only some of those legs use needs none.
    """
    users: dict[int, int] = defaultdict(int)  # by bit number, the legs that use it
    for i, leg in enumerate(legs):
        rest = leg.track
        while rest:
            low = rest & -rest
            users[low] |= 1 << i
            rest ^= low
    kept: list[int] = []
    of_leg: list[list[int]] = [[] for _ in legs]
    for group in sorted(set(users.values()), key=lambda legs_: (-legs_.bit_count(), legs_)):
        first = (group & -group).bit_length() - 1
        if any(group & ~wider == 0 for wider in of_leg[first]):
            continue
        rest = group
        while rest:
            low = rest & -rest
            of_leg[low.bit_length() - 1].append(group)
            rest ^= low
        kept.append(group)
    tracks = [0] * len(legs)
    for bit, group in enumerate(kept):
        while group:
            low = group & -group
            tracks[low.bit_length() - 1] |= 1 << bit
            group ^= low
    return [
        Leg(leg.u, leg.v, track, leg.ends_at_u, leg.ends_at_v, leg.pieces)
        for leg, track in zip(legs, tracks, strict=True)
    ]
