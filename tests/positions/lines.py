"""Lines of track for tests: tiles laid by the sides they join, routes named by the hexes they pass."""

from __future__ import annotations

from typing import TypeVar

from engine.board.geometry import EDGE, EDGES, neighbour
from tests.positions.table import Table

AnyTable = TypeVar("AnyTable", bound=Table)


def lay(table: AnyTable, hex_id: str, tile: str, sides: str) -> AnyTable:
    """Lay a tile so that its track leads to exactly these sides ("E W")."""
    wanted = sorted(EDGE[side] for side in sides.split())
    turned = table.p.d.tiles[tile].rotations
    return table.with_tile(hex_id, tile, next(r for r in range(6) if sorted(turned[r].exits) == wanted))


def side(hex_id: str, other: str) -> str:
    """The side of a hex that faces a neighbour."""
    return next(name for index, name in enumerate(EDGES) if neighbour(hex_id, index) == other)


def way(table: Table, train: str, *hexes: str) -> str:
    """A route by its hexes; in one with stops it passes the first, or the one named ("I10.t1")."""
    nodes: list[str] = []
    before = ""
    for place in hexes:
        hex_id, _, key = place.partition(".")
        if before:
            nodes.append(f"{before}.{side(before, hex_id)}")
        stops = table.p.ground.track(hex_id).stops
        if stops:
            nodes.append(f"{hex_id}/{key or stops[0].key}")
        before = hex_id
    return f"{train}={','.join(nodes)}"


def run(table: Table, who: str, *ways: str) -> int:
    """Run these routes; the income."""
    table.do(who, "run", routes=";".join(ways))
    return sum(int(route["amount"]) for route in table.happened("ran")[-len(ways) :])


def may_not_run(table: Table, who: str, *ways: str, section: str) -> str:
    """Assert that these routes are refused, by this section of the rules."""
    return table.refused(who, "run", section, routes=";".join(ways))
