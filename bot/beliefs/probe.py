"""How a belief is tried: a function that does something on Discord and says what it saw, if that differs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.beliefs.stage import Stage

Try = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True)
class Probe:
    """One belief, by its name and words in docs/discord.md, and how it is tried."""

    belief: str
    words: str
    attempt: Try


PROBES: list[Probe] = []
"""In the order in which they are tried."""


def probe(belief: str) -> Callable[[Try], Try]:
    """Enter a function in the list; its docstring is what is believed."""

    def enter(attempt: Try) -> Try:
        PROBES.append(Probe(belief, (attempt.__doc__ or "").strip(), attempt))
        return attempt

    return enter
