"""A picture that helps to choose, still to be drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class DrawingJob:
    """A picture to draw: a function of `render` and its arguments."""

    what: str
    args: tuple[Any, ...]
    options: dict[str, Any] = field(default_factory=dict)
    ending: str = "png"
    tall: float = 1.0
    """Its height as a part of its width, as far as that is known before it is drawn."""
    late: Callable[[], tuple[Any, ...]] | None = None
    """Computes the arguments in the drawing process, if that takes long."""
