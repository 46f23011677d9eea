"""What surrounds a company's home."""

from __future__ import annotations

from collections.abc import Iterable

from bot.robots.foresight.goals import to_goal
from bot.robots.foresight.leads import homes
from engine.board.geometry import HexGrid, neighbour
from engine.view import CompanyView, View

FADES = 0.55
"""How much less a stop counts for every hex in between."""
NEAR = 4
WITHIN = 6
"""The stops that a train is expected to make once."""


def home_value(view: View, company: CompanyView) -> float:
    """The value of the surroundings of a company's home, and of what its track should lead to, if that is near."""
    around = surroundings(view, {stop.partition("/")[0] for stop in homes(view, company)})
    return around + to_goal(view, company, WITHIN)


def surroundings(view: View, hexes: Iterable[str]) -> float:
    """The value of what is around some hexes."""
    near = distances(view.grid, hexes, {one.id for one in view.hexes})
    pays = paying(view)
    found = sorted((pays[hex_id] * FADES**away for hex_id, away in near.items() if hex_id in pays), reverse=True)
    return sum(found[:5])


def distances(grid: HexGrid, starts: Iterable[str], hexes: Iterable[str]) -> dict[str, int]:
    """Hexes near some others, with their distances."""
    known, edge = set(hexes), sorted(starts)
    distances = {one: 0 for one in edge if one in known}
    for away in range(1, NEAR + 1):
        edge = [
            other
            for one in edge
            for side in range(6)
            if (other := neighbour(one, side, grid)) in known and other not in distances
        ]
        edge = list(dict.fromkeys(edge))
        distances |= dict.fromkeys(edge, away)
    return distances


def paying(view: View) -> dict[str, float]:
    """What each hex with stops pays; an empty town counts a little."""
    return {one.id: float(sum(max(stop.revenue, 5) for stop in one.stops)) for one in view.hexes if one.stops}
