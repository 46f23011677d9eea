"""Lines of track from which several files of tests start, and refusals of routes by their usual section."""

from __future__ import annotations

from tests.positions import lines
from tests.positions.lines import lay
from tests.t1870.table import Table


def may_not_run(table: Table, who: str, *ways: str, section: str = "8.1") -> str:
    """Assert that these routes are refused."""
    return lines.may_not_run(table, who, *ways, section=section)


def row_b(company: str = "ATSF", president: str = "Ann", *, step: str = "", **options: str) -> Table:
    """Row B built through: town B7 (10), Topeka B9 (20), Kansas City B11 (20), town B13 (10), Springfield B19 (20)."""
    table = Table(**options)
    for hex_id, tile in {"B7": "4", "B9": "57", "B11": "57", "B13": "4", "B15": "9", "B17": "9", "B19": "57"}.items():
        lay(table, hex_id, tile, "E W")
    table.with_company(company, president, **{president: 6})
    return table.operating_turn(company, step) if step else table


def in_need(need: int = 50, *, ann: int = 6, **others: int) -> Table:
    """Ann's ATSF has a run but no train; its money and $10 of her own fall this much short of the cheapest."""
    of, phase = ("2", "1") if need <= 70 else ("3", "2") if need <= 170 else ("4", "3")
    table = row_b().with_supply_from(of).with_phase(phase)
    table.with_company("ATSF", "Ann", Ann=ann, **others)
    price = table.p.d.trains[of].price
    return table.with_cash("ATSF", price - need - 10).with_cash("Ann", 10)
