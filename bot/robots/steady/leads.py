"""Where a company's track could lead, counted in lays: what it is to earn soon, before a train can run there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from engine.board.geometry import neighbour, opposite
from engine.core.kept import Kept
from engine.view import CompanyView, HexView, View

FADE = 0.72
"""How much less a stop counts for every lay that is still to be made."""
FAR = 5.0
"""Lays beyond which nobody looks."""
UPGRADE = 1.3
"""A new side on a tile that is there: it needs the right tile, too."""
DOLLARS = 100.0
"""What costs as much as one more lay."""
BLOCKED = 1.5
SIDES = range(6)
LEAST = {"town": 10, "halt": 10}
PLAIN = 20
"""What a stop pays once there is track, if nothing is printed."""


Leg = tuple[str, int, int]
STOP = -1


@dataclass(frozen=True)
class Lead:
    """A stop a company could come to."""

    stop: str
    value: float
    lays: float
    """Lays until it is connected; 0: it is."""
    stops: int
    """How many stops a train makes from the company's marker to this one, which counts too."""
    way: tuple[Leg, ...]
    """The hexes that still need track, and between which sides; a stop in the hex itself has no side."""

    @property
    def worth(self) -> float:
        """Its value, less the further away it is."""
        return self.value * FADE**self.lays


def soon(leads: Sequence[Lead], lengths: Sequence[int]) -> float:
    """What trains of these lengths would earn on the best stops around: each takes what longer ones leave."""
    base = max((one.value for one in leads if one.stops == 0), default=0.0)
    left = sorted((one for one in leads if one.stops), key=lambda one: -one.worth)
    total = 0.0
    for length in sorted(lengths, reverse=True):
        route = [one for one in left if one.stops < length][: max(0, length - 1)]
        if not route:
            continue
        left = [one for one in left if one not in route]
        total += base * FADE ** min(one.lays for one in route) + sum(one.worth for one in route)
    return total


def wanted(leads: Sequence[Lead]) -> dict[Leg, float]:
    """What each missing piece of track would lead to."""
    worth: dict[Leg, float] = {}
    for lead in leads:
        for leg in lead.way:
            worth[leg] = worth.get(leg, 0.0) + lead.worth
    return worth


def serves(track: Sequence[tuple[int, int]], rotation: int, leg: Leg) -> bool:
    """Does a tile turned this way have that piece of track?"""
    _, start, end = leg
    turned = [tuple((side + rotation) % 6 if side < 6 else STOP for side in piece) for piece in track]
    if STOP in (start, end):
        return max(start, end) in {side for piece in turned for side in piece}
    return (start, end) in turned or (end, start) in turned or {(start, STOP), (end, STOP)} <= set(_both(turned))


def _both(pieces: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    for piece in pieces:
        yield piece
        yield piece[::-1]


KEPT = 256
_known: Kept[tuple[int, str, str], tuple[list[HexView], list[Lead]]] = Kept(KEPT)
"""By the id() of the map, the phase and the company. The map is kept with the answer, so nothing else can have its
id; the engine shows the same one as long as nothing on it changes."""


def leads(view: View, company: CompanyView) -> list[Lead]:
    """The stops within reach of a company's markers, or of its home, nearest first."""
    key = id(view.hexes), view.phase, company.symbol
    _, found = _known.get(key) or _known.keep(key, (view.hexes, list(_Search(view, company).found())))
    return found


class _Search:
    """Dijkstra's search, from side to side of hexes."""

    def __init__(self, view: View, company: CompanyView) -> None:
        self.hexes = {one.id: one for one in view.hexes}
        self.grid = view.grid
        self.symbol = company.symbol
        own = {s.id for one in view.hexes for s in one.stops if any(m.company == company.symbol for m in s.markers)}
        self.starts = own or set(company.homes)
        order = list(dict.fromkeys(color for phase in view.phases for color in phase.tiles))
        allowed = next((len(phase.tiles) for phase in view.phases if phase.name == view.phase), len(order))
        self.open = set(order[: allowed - 1])
        """Colours of tiles that may be replaced in this phase."""
        self.heap: list[tuple[float, int, str, int, tuple[Leg, ...]]] = []
        self.left: set[tuple[str, int]] = set()
        self.known: set[str] = set()

    def found(self) -> Iterator[Lead]:
        for hex_id in sorted({one.partition("/")[0] for one in self.starts} & set(self.hexes)):
            here = self.hexes[hex_id]
            for stop in here.stops:
                if stop.id in self.starts or hex_id in self.starts:
                    yield from self._at(here, stop.end, 0.0, 0, ())
        while self.heap:
            lays, stops, hex_id, side, way = heappop(self.heap)
            if (hex_id, side) in self.left:
                continue
            self.left.add((hex_id, side))
            there = self.hexes.get(neighbour(hex_id, side, self.grid))
            if there is not None:
                yield from self._enter(there, opposite(side), lays, stops, way)

    def _leave(self, here: HexView, side: int, lays: float, stops: int, way: tuple[Leg, ...]) -> None:
        if lays <= FAR and (here.id, side) not in self.left:
            heappush(self.heap, (lays, stops, here.id, side, way))

    def _enter(self, here: HexView, side: int, lays: float, stops: int, way: tuple[Leg, ...]) -> Iterator[Lead]:
        ends = [other for piece in here.track for one, other in (piece, piece[::-1]) if one == side]
        for end in ends:
            if end < len(SIDES):
                self._leave(here, end, lays, stops, way)
            else:
                yield from self._at(here, end, lays, stops + 1, way)
        if ends or not self._may_lay(here):
            return
        lays += self._lay(here)
        if lays > FAR:
            return
        for stop in here.stops:
            yield from self._at(here, stop.end, lays, stops + 1, (*way, (here.id, side, STOP)))
        if not here.stops:
            for other in SIDES:
                self._leave(here, other, lays, stops, (*way, (here.id, side, other)))

    def _at(self, here: HexView, end: int, lays: float, stops: int, way: tuple[Leg, ...]) -> Iterator[Lead]:
        stop = next(one for one in here.stops if one.end == end)
        if stop.place in self.known:
            return
        self.known.add(stop.place)
        value = max(stop.revenue, LEAST.get(stop.kind, PLAIN) if not stop.revenues else 0)
        yield Lead(stop.id, float(value), lays, stops, way)
        mine = any(one.company == self.symbol for one in stop.markers)
        taken = stop.slots > 0 and sum(not one.beside for one in stop.markers) >= stop.slots
        if (here.kind == "offboard" and stops) or (taken and not mine):
            return
        open_sides = {other for piece in here.track for one, other in (piece, piece[::-1]) if one == end and other < 6}
        for side in SIDES:
            if side in open_sides:
                self._leave(here, side, lays, stops, way)
            elif self._may_lay(here):
                # The lay that brought the track here, if it did, leads on as well.
                more = 0.0 if not here.track and lays else self._lay(here)
                self._leave(here, side, lays + more, stops, (*way, (here.id, side, STOP)))

    def _may_lay(self, here: HexView) -> bool:
        if here.kind == "offboard":
            return False
        return (not here.track and not here.tile) or here.color in self.open

    def _lay(self, here: HexView) -> float:
        if here.track:
            return UPGRADE
        return 1.0 + (here.cost + here.fee) / DOLLARS + (BLOCKED if here.blocked_by else 0.0)
