"""Positions from which several files of tests start."""

from __future__ import annotations

from tests.positions.lines import lay
from tests.t1828.table import Table1828


def usual() -> Table1828:
    """Ann directs GT, Bob NKP; both have floated, and there are shares everywhere."""
    table = Table1828().with_company("GT", "Ann", Ann=3, Bob=2, Cem=1, pool=1)
    return table.with_company("NKP", "Bob", Bob=3, Ann=2, pool=1, par=79)


def pair(gt: dict[str, int] | None = None, nkp: dict[str, int] | None = None, **more: str) -> Table1828:
    """GT, directed by Ann, and NKP, directed by Bob."""
    table = Table1828().with_company("GT", "Ann", box=more.get("gt_box", "3,4"), treasury=300, **(gt or {"Ann": 6}))
    table.with_company("NKP", "Bob", box=more.get("nkp_box", "5,5"), treasury=200, **(nkp or {"Bob": 6}))
    return table.stock_round("Ann")


def answered(table: Table1828, wanted: str = "trade up") -> Table1828:
    """Answer every question of the merger: `wanted` where it can be chosen, else the first answer."""
    while table.question():
        who = table.deciders()[0]
        answers = [str(move["answer"]) for move in table.legal(who, "answer")]
        table.do(who, "answer", answer=wanted if wanted in answers else answers[0])
    return table


def at_cincinnati() -> Table1828:
    """The WAB can reach Cincinnati from Louisville."""
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=1000).with_phase("green")
    lay(table, "H6", "57", "W E")
    lay(table, "H8", "57", "W E")
    return table


def buying(company: str = "GT", *, treasury: int = 2000, supply: str = "2", phase: str = "yellow") -> Table1828:
    """Ann directs the company, Bob and Cem direct NKP and WAB; the supply begins with a kind of train."""
    table = Table1828().with_company("NKP", "Bob", Bob=6).with_company("WAB", "Cem", Cem=6)
    table.with_company(company, "Ann", Ann=6, treasury=treasury)
    return table.with_supply_from(supply).with_phase(phase)
