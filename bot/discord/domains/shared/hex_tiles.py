"""All tiles that can ever lie in a hex, as pages of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.discord.games.game_lookup import GameContext
from bot.discord.games.request import Request
from bot.menu.picture import DrawingJob
from engine.board.ever import AFTER, NONE, NOW, PHASE, Ever, ever
from engine.words import Words
from render import pages


@dataclass(frozen=True)
class EverPage:
    """One page, and how many there are."""

    sketch: DrawingJob
    page: int
    count: int


async def ever_page(request: Request, at: GameContext, place: str, page: int) -> EverPage | None:
    """A page of the tiles that can ever lie in a hex; None if none can."""
    found = await request.table.services.work(lambda: ever(at.now.game.loose(), place))
    if not found:
        return None
    when = when_each(at.words, found)
    choices, count = list(when), pages(list(when))
    page = min(max(page, 0), count - 1)
    return EverPage(DrawingJob("ever", (at.view, place, choices, when), {"page": page}), page, count)


def when_each(words: Words, found: Sequence[Ever]) -> dict[tuple[str, int], str]:
    """When each of the tiles can be laid there, in a few words."""
    return {(one.tile, one.rotation): _when(words, one) for one in found}


def _when(words: Words, tile: Ever) -> str:
    if tile.when == PHASE:
        return words.text("ever_phase", phase=words.phase(tile.phase)) if tile.phase else words.text("ever_never")
    return words.text({NOW: "ever_now", AFTER: "ever_after", NONE: "ever_none"}[tile.when])
