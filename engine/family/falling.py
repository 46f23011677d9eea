"""An initial auction in which the cheapest private company gets cheaper while nobody wants it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.core.parts import Mark
from engine.core.position import Position
from engine.core.state import Run
from engine.family import auction, operating
from engine.family.auction import printed_cost, unsold
from engine.family.ending import finish

CUT = 5


class PriceCut(Struct, kw_only=True):
    """What a title with such an auction remembers of it."""

    price_cut: int = 0
    """The reduction of the cheapest private company's price."""


def _cut(p: Position) -> PriceCut:
    return p.s.own


def price_of(p: Position, private: str) -> int:
    """The printed price, less the reductions of the first private company."""
    return printed_cost(p, private) - (_cut(p).price_cut if private == next(iter(p.d.privates)) else 0)


def opening(p: Position, frame: Run) -> bool:
    """The auction runs until all are sold; each time that all pass, the cheapest gets cheaper or all pay."""
    left = unsold(p)
    if not left:
        return False
    if frame.subject and left[0] == next(iter(p.d.privates)):
        _cut(p).price_cut += CUT
        p.emit("cheaper", private=left[0], amount=CUT)
    elif frame.subject:
        p.emit("round", round="privates", number=1)
        operating.pay_privates(p)
        if p.s.broken:
            finish(p, "bank")
            return True
    frame.subject = p.s.priority
    p.s.clock.round = "initial"
    p.emit("round", round="initial", number=1)
    p.push(Run(rule=auction.RULE, subject=frame.subject))
    return True


def marks(p: Position, seat: str) -> Mapping[str, Sequence[Mark]]:
    """The current cost of the cheapest private company."""
    return {f"private {private}": [Mark("price", price_of(p, private))] for private in unsold(p)}
