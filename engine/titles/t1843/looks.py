"""What everybody may see of the things that only 1843 remembers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.parts import Mark
from engine.core.position import Position
from engine.family.auction import unsold
from engine.titles.t1843.auction import price_of
from engine.titles.t1843.own import own


def marks(p: Position, seat: str) -> Mapping[str, Sequence[Mark]]:
    """Ports on charters, markers that moved, and the current cost of the cheapest private company."""
    marks: dict[str, list[Mark]] = {}
    for port, company in own(p).ports.items():
        marks.setdefault(company, []).append(Mark("port", of=(port,)))
    for company in own(p).moved:
        marks.setdefault(company, []).append(Mark("moved a station marker"))
    for private in unsold(p)[:1]:
        marks[f"private {private}"] = [Mark("price", price_of(p, private))]
    return marks
