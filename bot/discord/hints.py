"""Hints: what the best runs would earn with each tile of a panel, computed in the background."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.discord.background import BackgroundJobs
from bot.discord.candidates import Candidate, candidates, worth
from bot.discord.game_lookup import GameContext
from bot.discord.say import say
from bot.discord.walking import Walk
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


async def hints(later: BackgroundJobs, here: GameContext, made: Walk, page: int) -> Hints | None:
    """Compute the hints for a panel; None if the company has no train."""
    raw, seat = here.supposed.encode(), here.seat
    now: tuple[int, bool] | None = await later.do(worth, raw, seat)
    if now is None:
        return None
    gains: dict[tuple[str, str, int], Gain] = {}
    offered: list[Candidate] = await later.do(candidates, raw, seat, made.verb, made.texts, page)
    for one in offered:
        # Tile by tile, so that it can stop when nobody is waiting.
        then: tuple[int, bool] | None = await later.do(worth, raw, seat, one.move)
        if then is not None:
            gains[one.place, one.tile, one.rotation] = Gain(then[0] - now[0], now[1] and then[1])
    return Hints(now[0], gains) if gains else None
