"""What only 1828 remembers."""

from __future__ import annotations

from msgspec import Struct, field

from engine.core.position import Position


class Own1828(Struct, kw_only=True):
    """Coal, systems, single-use powers, the end of the game."""

    row: list[str] = field(default_factory=list[str])
    """The private companies in play from left to right, cheapest row first; the $250 ones in the order drawn."""
    coal: list[str] = field(default_factory=list[str])
    """Companies that own a coal marker; the others are still on the map."""
    extra_track: bool = False
    """The Erie & Kalamazoo's additional tile has been laid."""
    burlington: bool = False
    """The Champlain & St. Lawrence's own tile has been laid."""
    homes_blocked: bool = False
    """Homes of companies that can no longer start have been blocked (7.1)."""
    end_price: bool = False
    """A price has reached $500, even if a forced sale has lowered it since (9.1)."""
    last_set: bool = False
    """The current set of operating rounds is the last (9.1)."""


def own(p: Position) -> Own1828:
    """1828's own part of the state."""
    return p.s.own
