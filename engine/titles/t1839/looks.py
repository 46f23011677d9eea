"""What everybody may see of the things that only 1839 remembers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.parts import Mark
from engine.core.position import Position
from engine.family.auction import unsold
from engine.titles.t1839.auction import price
from engine.titles.t1839.own import own
from engine.titles.t1839.privates import STEAM


def marks(p: Position, seat: str) -> Mapping[str, Sequence[Mark]]:
    """Prices in the auction, majors of brown private companies, homes of locals, and powers still to be used."""
    mine = own(p)
    marks: dict[str, list[Mark]] = {}
    for private in unsold(p):
        marks.setdefault(f"private {private}", []).append(Mark("price", price(p, private)))
    for private, major in mine.pairs.items():
        if p.s.privates[private] != "closed":
            marks.setdefault(f"private {private}", []).append(Mark("with", of=(major,)))
    if p.s.privates[STEAM] != "closed" and mine.steam:
        marks.setdefault(f"private {STEAM}", []).append(Mark("pays next", mine.steam))
    for company, hexes in mine.homes.items():
        marks.setdefault(company, []).append(Mark("homes", of=tuple(hexes)))
    for private, player in mine.closing.items():
        marks.setdefault(player, []).append(Mark("local", of=(private,)))
    if mine.diepenbrock:
        marks.setdefault(mine.diepenbrock, []).append(Mark("R4 train to give"))
    return marks
