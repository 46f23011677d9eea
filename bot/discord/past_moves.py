"""Autocomplete for moves that have been made."""

from __future__ import annotations

from bot.discord.command import matching
from bot.discord.game_lookup import game_here
from bot.discord.game_request import Request
from bot.table.parsing import number
from bot.table.reading import brief, sentences

OFFERED, LABEL = 60, 90
"""The most moves in a list, and characters of one."""


async def offer_moves(request: Request, typed: str, game: str | None = None) -> list[tuple[str, str]]:
    """Complete the latest moves that count, by number or words."""
    at = await game_here(request, game)
    actions = (await request.table.past.line(at.game))[::-1]
    if number(typed.strip()) is not None:
        actions = [one for one in actions if str(one.number).startswith(typed.strip())]
    stories = await request.table.past.stories(at.game, actions[:OFFERED])
    pairs = [(f"{number} · {brief(sentences(one, at.view), LABEL)}", str(number)) for number, one in stories.items()]
    return matching(pairs, typed)
