"""What only 1839 remembers."""

from __future__ import annotations

from msgspec import Struct, field

from engine.core.position import Position


class Own1839(Struct, kw_only=True):
    """Pairings, discounts, homes of locals, what a train brings after the turn, and how the game may end."""

    pairs: dict[str, str] = field(default_factory=dict[str, str])
    """Brown private company -> the major that goes with it."""
    discounts: dict[str, int] = field(default_factory=dict[str, int])
    """What has been taken off a private company in the auction."""
    homes: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Local -> the two hexes that its director reserved."""
    rusting: str = ""
    """The phase whose beginning lets companies nationalise once the turn is over."""
    closing: dict[str, str] = field(default_factory=dict[str, str])
    """Private company that has closed -> the player who is to get a local for it."""
    nationalisers: list[str] = field(default_factory=list[str])
    """Players who have nationalised in the last set of operating rounds."""
    steam: int = 0
    """What the steam works pay next."""
    set_phase: str = ""
    """The phase in which the set of operating rounds began."""
    reached_300: bool = False
    diepenbrock: str = ""
    """Who has the Diepenbrock's train in hand, once nothing else of it is left."""


def own(p: Position) -> Own1839:
    """1839's own part of the state."""
    return p.s.own
