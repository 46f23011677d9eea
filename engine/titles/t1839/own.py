"""What only 1839 remembers."""

from __future__ import annotations

from msgspec import Struct, field

from engine.core.position import Position


class Own1839(Struct, kw_only=True):
    """Pairings, discounts, homes of locals, effects of a train after the turn, and how the game may end."""

    pairs: dict[str, str] = field(default_factory=dict[str, str])
    """Brown private company -> its major."""
    discounts: dict[str, int] = field(default_factory=dict[str, int])
    """Discounts of a private company in the auction."""
    homes: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Local -> the two hexes that its director reserved."""
    rusting: str = ""
    """The phase that lets companies nationalise when the turn is over."""
    closing: dict[str, str] = field(default_factory=dict[str, str])
    """Closed private company -> the player who gets a local for it."""
    nationalisers: list[str] = field(default_factory=list[str])
    """Players who nationalised in the last set of operating rounds."""
    steam: int = 0
    """What the Koninklijke Fabriek pays next."""
    set_phase: str = ""
    """The phase in which the set of operating rounds began."""
    reached_300: bool = False
    diepenbrock: str = ""
    """Who holds the Diepenbrock's train when the private company itself is gone."""


def own(p: Position) -> Own1839:
    """1839's own part of the state."""
    return p.s.own
