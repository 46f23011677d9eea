"""A probe tries one belief: a function that does something on Discord and reports any difference."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.beliefs.stage import Stage

Try = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True)
class Probe:
    """A belief, with its name and text from docs/discord.md, and the function that tries it."""

    belief: str
    words: str
    attempt: Try


PROBES: list[Probe] = []
"""In the order in which they are tried."""


def probe(belief: str) -> Callable[[Try], Try]:
    """Register a probe; its docstring is the belief."""

    def enter(attempt: Try) -> Try:
        PROBES.append(Probe(belief, (attempt.__doc__ or "").strip(), attempt))
        return attempt

    return enter
