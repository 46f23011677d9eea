"""Where a company's track could lead, counted in lays: what it is to earn soon, before a train can run there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf

from msgspec import Struct

from engine.board.geometry import neighbour, opposite
from engine.core.kept import Kept
from engine.core.parts import Goal
from engine.view import CompanyView, HexView, View

FADE = 0.72
"""How much less a stop counts for every lay that is still to be made."""
FAR = 5.0
"""Lays beyond which nobody looks."""
UPGRADE = 1.3
"""A new side on a tile that is there: it needs the right tile, too."""
MOST = 9
"""The most stops that one route joins, as a rule: track branches, and a train takes one branch."""
DOLLARS = 100.0
"""What costs as much as one more lay."""
BLOCKED = 1.5
SIDES = range(6)
LEAST = {"town": 10, "halt": 10}
PLAIN = 20
"""What a stop pays once there is track, if nothing is printed."""


Leg = tuple[str, int, int]
Edge = tuple[str, int]
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
    line: tuple[Edge, ...] = ()
    """The sides of hexes that a train leaves by on its way there from the company's marker, as far as track is laid."""
    firm: bool = False
    """Can track that is laid on the way not be replaced in this phase?"""

    @property
    def worth(self) -> float:
        """Its value, less the further away it is."""
        return self.value * FADE**self.lays


def soon(leads: Sequence[Lead], lengths: Sequence[int]) -> float:
    """What trains of these lengths would earn on the best stops around, each on track of its own. What needs different
    tiles in the same hex does not count twice.
    """
    left = sorted((one for one in leads if one.stops), key=lambda one: -one.worth)
    lengths = [min(one, MOST) for one in lengths]
    orders = {tuple(sorted(lengths)), tuple(sorted(lengths, reverse=True))}
    base = max((one.value for one in leads if one.stops == 0), default=0.0)
    # Now the longest had better choose first, now the shortest; and one that runs both ways may be in others' way.
    return max(_share_out(base, left, order, through) for order in orders for through in (True, False))


def _share_out(base: float, leads: Sequence[Lead], lengths: Sequence[int], through: bool) -> float:
    """What trains earn if each takes the best that those before it have left. `through`: past its company's marker."""
    total, used, laid, taken = 0.0, set[Edge](), dict[str, Leg](), set[str]()
    for length in lengths:
        route = list[Lead]()
        for lead in leads:
            if len(route) + 1 >= length:
                break
            part = _beside(laid, lead)
            if lead.stops >= length or lead.stop in taken or not part or not used.isdisjoint(lead.line):
                continue
            if route and not through and route[0].line[:1] != lead.line[:1]:
                continue
            laid |= {leg[0]: leg for leg in lead.way if _joins_sides(leg) and leg[0] not in laid}
            total += part * lead.worth
            route.append(lead)
        if route:
            taken |= {one.stop for one in route}
            used |= {edge for one in route for edge in one.line}
            total += base * FADE ** min(one.lays for one in route)
    return total


def _beside(laid: Mapping[str, Leg], lead: Lead) -> float:
    """The part of a stop's worth that is left where other tiles are to lie on its way."""
    again = sum(_joins_sides(leg) and laid.get(leg[0], leg) != leg for leg in lead.way)
    return 0.0 if again and lead.firm else FADE ** (UPGRADE * again)


def _joins_sides(leg: Leg) -> bool:
    """Is it plain track, of which a hex has one piece at first?"""
    return STOP not in leg


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
    _, found = _known.get(key) or _known.keep(key, (view.hexes, list(Search(view, company).leads())))
    return found


def homes(view: View, company: CompanyView) -> set[str]:
    """Where a company's first markers are to be: printed on the map, or chosen and kept for it."""
    kept = (stop.id for one in view.hexes for stop in one.stops if company.symbol in stop.reserved)
    return set(company.homes) or set(kept)


_markers: Kept[int, tuple[list[HexView], dict[str, set[str]]]] = Kept(KEPT)
"""The stops with markers of each company, by the id() of the map."""


def _stops_with_markers(view: View) -> dict[str, set[str]]:
    key = id(view.hexes)
    _, known = _markers.get(key) or _markers.keep(key, (view.hexes, _find_markers(view.hexes)))
    return known


def _find_markers(hexes: Sequence[HexView]) -> dict[str, set[str]]:
    by_company: dict[str, set[str]] = {}
    for stop in (stop for one in hexes for stop in one.stops):
        for marker in stop.markers:
            by_company.setdefault(marker.company, set()).add(stop.id)
    return by_company


class _Path(Struct, frozen=True, order=True, gc=False):
    """A way from one of a company's markers."""

    lays: float = 0.0
    stops: int = 0
    way: tuple[Leg, ...] = ()
    line: tuple[Edge, ...] = ()


def _ends(here: HexView, end: int) -> list[int]:
    """Where track leads within a hex from a side or a stop."""
    return [b if a == end else a for a, b in here.track if end in (a, b)]


class Search:
    """Dijkstra's search, from side to side of hexes; towards a goal it looks first at what is nearer to that."""

    def __init__(
        self, view: View, company: CompanyView, *, goal: Goal | None = None, far: float = FAR, steps: float = inf
    ) -> None:
        self.far, self.steps = far, steps
        self.hexes = {one.id: one for one in view.hexes}
        self.grid = view.grid
        self.symbol = company.symbol
        self.starts = {goal.home} if goal else _stops_with_markers(view).get(company.symbol) or homes(view, company)
        self.goal = self.hexes[goal.stop.partition("/")[0]] if goal else None
        order = list(dict.fromkeys(color for phase in view.phases for color in phase.tiles))
        allowed = next((len(phase.tiles) for phase in view.phases if phase.name == view.phase), len(order))
        self.open = set(order[: allowed - 1])
        """Colours of tiles that may be replaced in this phase."""
        self.heap: list[tuple[float, int, str, int, _Path]] = []
        self.best: dict[Edge, tuple[float, int, _Path]] = {}
        """The best way to leave each hex by each side, of those that have been found, as the heap sorts them."""
        self.left: set[Edge] = set()
        self.known: set[str] = set()
        self.found: list[Lead] = []

    def leads(self) -> Iterator[Lead]:
        for hex_id in sorted({one.partition("/")[0] for one in self.starts} & set(self.hexes)):
            here = self.hexes[hex_id]
            for stop in here.stops:
                if stop.id in self.starts or hex_id in self.starts:
                    self._at(here, stop.end, _Path())
        yield from self._new()
        while self.heap and self.steps > 0:
            self.steps -= 1
            *_, hex_id, side, path = heappop(self.heap)
            if (hex_id, side) in self.left:
                continue
            self.left.add((hex_id, side))
            there = self.hexes.get(neighbour(hex_id, side, self.grid))
            if there is not None:
                if not path.way:
                    # Where there is no track yet, trains may still get some of their own.
                    path = _Path(path.lays, path.stops, path.way, (*path.line, (hex_id, side)))
                self._enter(there, opposite(side), path)
                yield from self._new()

    def _new(self) -> Sequence[Lead]:
        found, self.found = self.found, []
        return found

    def _leave(self, here: HexView, side: int, path: _Path, lays: float, legs: tuple[Leg, ...] = ()) -> None:
        """Leave a hex by a side, after so many lays, the last of which are these."""
        edge, best = (here.id, side), self.best.get((here.id, side))
        if lays > self.far or edge in self.left:
            return
        total = lays + (self._ahead(here, self.goal) if self.goal else 0)
        if best is not None and best[:2] < (total, path.stops):
            return
        longer = total, path.stops, _Path(lays, path.stops, path.way + legs, path.line)
        if best is None or longer < best:
            self.best[edge] = longer
            heappush(self.heap, (total, path.stops, here.id, side, longer[2]))

    def _ahead(self, here: HexView, goal: HexView) -> int:
        """How many hexes the goal is away."""
        down, right = abs(here.row - goal.row), abs(here.column - goal.column)
        straight, aside = (right, down) if self.grid.flat else (down, right)
        return straight + max(0, aside - straight) // 2

    def _enter(self, here: HexView, side: int, path: _Path) -> None:
        ends = _ends(here, side)
        for end in ends:
            if end < len(SIDES):
                self._leave(here, end, path, path.lays)
            else:
                self._at(here, end, _Path(path.lays, path.stops + 1, path.way, path.line))
        if ends or not self._may_lay(here):
            return
        lays = path.lays + self._lay(here)
        if lays > self.far:
            return
        for stop in here.stops:
            self._at(here, stop.end, _Path(lays, path.stops + 1, (*path.way, (here.id, side, STOP)), path.line))
        if not here.stops:
            for other in SIDES:
                self._leave(here, other, path, lays, ((here.id, side, other),))

    def _at(self, here: HexView, end: int, path: _Path) -> None:
        stop = next(one for one in here.stops if one.end == end)
        if stop.place in self.known:
            return
        self.known.add(stop.place)
        value = max(stop.revenue, LEAST.get(stop.kind, PLAIN) if not stop.revenues else 0)
        self.found.append(Lead(stop.id, float(value), path.lays, path.stops, path.way, path.line, not self.open))
        mine = any(one.company == self.symbol for one in stop.markers)
        taken = stop.slots > 0 and sum(not one.beside for one in stop.markers) >= stop.slots
        if (here.kind == "offboard" and path.stops) or (taken and not mine):
            return
        open_sides = {other for other in _ends(here, end) if other < len(SIDES)}
        for side in open_sides:
            self._leave(here, side, path, path.lays)
        if not self._may_lay(here):
            return
        # The lay that brought the track here, if it did, leads on as well.
        lays = path.lays if not here.track and path.lays else path.lays + self._lay(here)
        if lays > self.far:
            return
        for side in SIDES:
            if side not in open_sides:
                self._leave(here, side, path, lays, ((here.id, side, STOP),))

    def _may_lay(self, here: HexView) -> bool:
        if here.kind == "offboard" or here.final:
            return False
        return (not here.track and not here.tile) or here.color in self.open

    def _lay(self, here: HexView) -> float:
        if here.track:
            return UPGRADE
        return 1.0 + (here.cost + here.fee) / DOLLARS + (BLOCKED if here.blocked_by else 0.0)
