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
    late: Callable[[], tuple[Any, ...]] | None = None
    """Computes the arguments in the drawing process, if that takes long."""
