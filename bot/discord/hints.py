"""Hints for a panel, computed in the background."""

from __future__ import annotations

from bot.discord.background import BackgroundJobs
from bot.discord.game_lookup import GameContext
from bot.menu.hints import Gain, Hints
from bot.menu.tiles import Candidate, candidates, worth
from bot.menu.walk import Walk


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
