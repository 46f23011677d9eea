"""Companies about to build, and what they may lay."""

from __future__ import annotations

from tests.t1843.table import Table, lay_track

YELLOW, GREEN, BROWN, GRAY = "yellow", "green", "brown", "gray"


def company(name: str, phase: str = "yellow", treasury: int = 1000, **options: str) -> Table:
    """A company of Ann's at home, without any tile."""
    return Table(**options).with_phase(phase).with_company(name, "Ann", par=79, treasury=treasury, Ann=6)


def company_at(company: str = "PO", phase: str = YELLOW, treasury: int = 1000, **options: str) -> Table:
    table = Table(**options).with_company(company, "Ann", par=73, Ann=6, treasury=treasury)
    table.with_company("EST", "Bob", par=67, Bob=6)
    for private in ("TB", "C", "PStG", "LH", "VdL", "BA"):
        table.with_private(private, "closed")
    return table.with_phase(phase)


def orleans(phase: str = YELLOW, treasury: int = 1000, **options: str) -> Table:
    return lay_track(company_at("PO", phase, treasury, **options), "F13", "57", "W E")


def turn(table: Table, company: str = "PO") -> Table:
    return table.operating_turn(company, step="track")


def colours(table: Table, verb: str = "lay") -> dict[str, set[str]]:
    """Hexes that can be built on, with the colours of the tiles that fit."""
    found: dict[str, set[str]] = {}
    for move in table.legal("Ann", verb):
        found.setdefault(str(move["hex"]), set()).add(table.p.d.tiles[str(move["tile"])].color)
    return found


def lays(table: Table, hex_id: str, verb: str = "lay") -> set[str]:
    """Tiles that may be laid in a hex."""
    return {str(move["tile"]) for move in table.legal("Ann", verb) if move.get("hex", hex_id) == hex_id}


def hexes(table: Table) -> set[str]:
    return {str(move["hex"]) for move in table.legal("Ann", "lay")}


def lay_any(table: Table, hex_id: str, color: str = "", verb: str = "lay") -> Table:
    move = next(
        m
        for m in table.legal("Ann", verb)
        if m["hex"] == hex_id and table.p.d.tiles[str(m["tile"])].color == (color or YELLOW)
    )
    return table.do("Ann", verb, **move)
