"""The watch of route searches, held by tests: time passes by looking at it, equally on every machine."""

from __future__ import annotations

import pytest

from engine.routes import watch

LOOK = 0.001
"""Seconds that pass with every look, about as many as searches take from one to the next."""
PATIENCE = 25.0
"""How much longer the linear solver may take, which keeps the real time."""


class HeldWatch:
    """Counts the looks."""

    def __init__(self) -> None:
        self.looks = 0

    def now(self) -> float:
        """A little later with every look."""
        self.looks += 1
        return self.looks * LOOK

    def left(self, until: float) -> float:
        """Seconds of the real time, far more than are left."""
        return PATIENCE * (until - self.now())


def hold(patch: pytest.MonkeyPatch) -> HeldWatch:
    """Let all searches look at one held watch."""
    held = HeldWatch()
    patch.setattr(watch, "now", held.now)
    patch.setattr(watch, "left", held.left)
    return held
