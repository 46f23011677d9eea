"""Whose play somebody may look at: not that of people who do not want it, and not that of those who are forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext
from bot.table.upkeep.forgetting import FORGOTTEN


@dataclass(frozen=True)
class Onlooker:
    """Somebody who looks at a game's review."""

    user: int | None
    """None: everybody."""
    owners: Mapping[str, int]
    makers: Mapping[int, int]
    """Who made each move: not always who has the seat now."""
    private: frozenset[int]

    def may_look(self, seat: str, move: int = 0) -> bool:
        """May they look at what was played in a seat, or at one of its moves?"""
        concerned = {self.owners.get(seat, 0), self.makers.get(move, 0)}
        return FORGOTTEN not in concerned and not (concerned - {self.user}) & self.private


async def onlooker(request: Request, at: GameContext, user: int | None) -> Onlooker:
    """The asker, or everybody."""
    owners = {one.seat: one.user_id for one in at.now.seats}
    makers = await request.table.reviewing.makers(at.game)
    private = await request.table.reviewing.private({one for one in (*owners.values(), *makers.values()) if one > 0})
    return Onlooker(user, owners, makers, private)
