"""What only 1889 remembers, and the choices made when a game of it is created."""

from __future__ import annotations

from engine.core.position import Position
from engine.family.falling import PriceCut
from engine.overlay import RULES
from engine.title import Option


class Own1889(PriceCut, kw_only=True):
    """Prices reduced in the auction."""


def beginners(p: Position) -> bool:
    """Is this the beginner's game?"""
    return p.s.options["beginner_game"] == "yes"


OPTIONS = (
    Option("runs", ("best", "free"), "If only the best run is allowed, routes that earn less are refused."),
    RULES,
    Option(
        "beginner_game",
        ("no", "yes"),
        "No auction: everybody gets a private company that only pays an income, and there are more tiles.",
    ),
)
