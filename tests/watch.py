"""A clock for route searches that advances whenever it is read, equally on every machine."""

from __future__ import annotations

import pytest

from engine.routes import watch

LOOK = 0.001
"""Seconds that pass with every look, about as many as searches take from one to the next."""
PATIENCE = 25.0
"""How much longer the linear solver may take, which keeps the real time."""


class HeldWatch:
    """Counts how often it is read."""

    def __init__(self) -> None:
        self.looks = 0

    def now(self) -> float:
        """A little later with every reading."""
        self.looks += 1
        return self.looks * LOOK

    def left(self, until: float) -> float:
        """Seconds of the real time, far more than are left."""
        return PATIENCE * (until - self.now())


def hold(patch: pytest.MonkeyPatch) -> HeldWatch:
    """Give one such clock to all searches."""
    held = HeldWatch()
    patch.setattr(watch, "now", held.now)
    patch.setattr(watch, "left", held.left)
    return held
