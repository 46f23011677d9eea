"""What everybody may see of the things that only 1828 remembers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.position import Position
from engine.title import Mark
from engine.titles.t1828.own import own
from engine.titles.t1828.systems import parts


def marks(p: Position, seat: str) -> Mapping[str, Sequence[Mark]]:
    """Systems with what they are made of, and coal markers."""
    found: dict[str, list[Mark]] = {}
    for company in p.d.companies:
        found[company] = [Mark(f"with {part}") for part in parts(p, company)[1:]]
        if p.company(company).into:
            found[company].append(Mark(f"part of {p.company(company).into}"))
        if company in own(p).coal:
            found[company].append(Mark("coal"))
    return found
