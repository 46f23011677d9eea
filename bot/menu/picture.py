"""A picture that helps to choose, still to be drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.view import View
from render import market_shape

MARKET_WIDE = 1400
"""The width in pixels of the market on a panel."""
CLOSE_WIDE = 900
"""The width in pixels of a picture of a part of the map."""


@dataclass(frozen=True)
class DrawingJob:
    """A picture to draw: a function of `render` and its arguments."""

    what: str
    args: tuple[Any, ...]
    options: dict[str, Any] = field(default_factory=dict)
    ending: str = "png"
    reader: str = ""
    """The seat of whoever alone sees it, who is called "you" there; empty for everybody."""
    tall: float = 1.0
    """Its height as a part of its width, as far as that is known before it is drawn."""
    late: Callable[[], tuple[Any, ...]] | None = None
    """Computes the arguments in the drawing process, if that takes long."""


def market(view: View) -> DrawingJob:
    """The stock market, as a panel shows it."""
    return DrawingJob("market", (view,), {"wide": MARKET_WIDE}, tall=market_shape(view, MARKET_WIDE))
