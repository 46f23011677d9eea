"""What only 1830 remembers, and the choices made when a game of it is created."""

from __future__ import annotations

from engine.core.position import Position
from engine.family.falling import PriceCut
from engine.overlay import RULES
from engine.title import Option


class Own1830(PriceCut, kw_only=True):
    """Prices reduced in the auction, and for 18xx.games whether a private company's tile has been laid."""

    burlington: bool = False
    """Has the Champlain & St. Lawrence's tile been laid?"""


def own(p: Position) -> Own1830:
    """1830's own part of the state."""
    return p.s.own


OPTIONS = (
    Option("runs", ("best", "free"), "If only the best run is allowed, routes that earn less are refused."),
    RULES,
    Option(
        "brown_from_ipo",
        ("no", "yes"),
        "Several shares of a company in the brown boxes can be bought in one turn; this says from where.",
    ),
    Option("third_6", ("no", "yes"), "How many 6 trains there are. After them, only diesels are left."),
)
