"""A company about to build, and what it may lay."""

from __future__ import annotations

from tests.positions.lines import lay
from tests.t1828.table import Table1828


def turn(company: str, phase: str = "yellow", treasury: int = 1000, **tiles: tuple[str, str]) -> Table1828:
    """Ann's company is about to build, with these tiles on the map."""
    table = Table1828().with_company(company, "Ann", Ann=6, treasury=treasury).with_phase(phase)
    for hex_id, (tile, sides) in tiles.items():
        lay(table, hex_id, tile, sides)
    for private in ("SVN", "StCT", "C&StL", "D&H", "M&H", "E&K", "C&A"):
        table.with_private(private, "closed")
    return table.operating_turn(company)


def tiles_for(table: Table1828, hex_id: str) -> set[str]:
    """Tiles that can be laid there now."""
    return {str(move["tile"]) for move in table.legal("Ann", "lay", hex=hex_id)}


def first(table: Table1828, **got: str) -> dict[str, str | int]:
    """The first legal way to lay a tile."""
    return table.legal("Ann", "lay", **got)[0]


def never(table: Table1828, hex_id: str, tile: str) -> None:
    """The tile cannot be laid there, however it is turned."""
    for rotation in range(6):
        table.refused("Ann", "lay", hex=hex_id, tile=tile, rotation=rotation)
