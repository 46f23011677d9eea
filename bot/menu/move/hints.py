"""Hints: what the best runs would earn with each tile of a menu."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.menu.say import say
from engine.words import Words


@dataclass(frozen=True)
class Gain:
    """How much more or less the best runs would earn."""

    change: int
    proven: bool = True
    """False if there was not enough time to prove it."""

    def sentence(self, words: Words, *, best: bool = False) -> str:
        """What becomes of the run; `best`: with the best of several tiles."""
        if not self.change:
            return say("nothing", group="hints")
        said = say("less" if self.change < 0 else "more", group="hints", money=words.money(abs(self.change)))
        change = said if self.proven else say("about", group="hints", change=said)
        return say("run_at_best" if best else "run", group="hints", change=change)


@dataclass(frozen=True)
class Hints:
    """The hints for a panel."""

    now: int
    tiles: Mapping[tuple[str, str, int], Gain] = field(default_factory=dict[tuple[str, str, int], Gain])

    def of_hex(self, place: str) -> Gain | None:
        """The best gain of any tile in that hex."""
        found = [gain for (at, _, _), gain in self.tiles.items() if at == place]
        return max(found, key=lambda gain: gain.change, default=None)

    def of_tile(self, place: str, tile: str, rotation: int) -> Gain | None:
        """The gain of one tile in one rotation."""
        return self.tiles.get((place, tile, rotation))
