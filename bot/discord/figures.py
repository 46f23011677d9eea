"""What the bot has measured of itself."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field

KEPT = 2000


@dataclass
class Figures:
    """Counts since the start, and the last few thousand times in seconds."""

    asked: Counter[str] = field(default_factory=Counter)
    posted: Counter[str] = field(default_factory=Counter)
    acknowledgements: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))
    answers: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))
    drawn: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))

    def acknowledged(self, seconds: float) -> None:
        """An interaction has got its first sign."""
        self.acknowledgements.append(seconds)

    def worked(self, what: str, seconds: float) -> None:
        """An interaction has been answered."""
        self.asked[what] += 1
        self.answers.append(seconds)
