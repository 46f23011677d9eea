"""What only 1843 remembers."""

from __future__ import annotations

from msgspec import Struct, field

from engine.core.position import Position


class Own1843(Struct, kw_only=True):
    """Reduced prices in the auction, ports, moved station markers, sets with gray trains."""

    cuts: dict[str, int] = field(default_factory=dict[str, int])
    """Private company -> the reduction of its price in the auction."""
    ports: dict[str, str] = field(default_factory=dict[str, str])
    """Hex of a port -> the company that has its marker."""
    moved: list[str] = field(default_factory=list[str])
    """Companies that have moved a station marker."""
    late: list[str] = field(default_factory=list[str])
    """Companies that floated after others had operated this round: they wait for the next."""
    at_500: bool = False
    """Has a price reached the last box? It may fall again before the round ends."""
    gray_sets: int = 0
    """Sets of operating rounds in which a company owned a gray train."""


def own(p: Position) -> Own1843:
    """1843's own part of the state."""
    return p.s.own


def later_edition(p: Position) -> bool:
    """Is the game played by the rules of 2016?"""
    return p.s.options["edition"] == "2016"
