"""A hex that a company can reach over every side: for tests that ask which tiles fit."""

from __future__ import annotations

from tests.t1870.table import Table


def ringed(table: Table, hex_id: str, company: str) -> Table:
    """Give the company stations in all neighbours of a hex, each with track to it, without checking the rules."""
    place = table.p.d.map.hexes[hex_id]
    greens = ["14", "15"] * 3
    for side, other in enumerate(place.around):
        if other and side in place.open and table.p.d.map.hexes[other].sheet.kind == "land":
            table.with_tile(other, greens.pop(), (side + 3) % 6).with_marker(company, f"{other}/c0")
    return table


def lays(table: Table, hex_id: str) -> set[tuple[str, int]]:
    """Tiles with their rotations that Ann may lay in a hex."""
    return {(str(move["tile"]), int(move["rotation"])) for move in table.legal("Ann", "lay", hex=hex_id)}


def tiles(table: Table, hex_id: str) -> set[str]:
    """Tiles that Ann may lay in a hex."""
    return {tile for tile, _ in lays(table, hex_id)}
