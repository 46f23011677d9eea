"""All tiles that can ever lie in a hex, as pages of pictures."""

from __future__ import annotations

from dataclasses import dataclass

from bot.discord.games.game_lookup import GameContext
from bot.discord.games.request import Request
from bot.menu.picture import DrawingJob
from engine.board.ever import AFTER, NONE, NOW, PHASE, Ever, ever
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
    when = {(one.tile, one.rotation): _when(at, one) for one in found}
    choices, count = list(when), pages(list(when))
    page = min(max(page, 0), count - 1)
    return EverPage(DrawingJob("ever", (at.view, place, choices, when), {"page": page}), page, count)


def _when(at: GameContext, one: Ever) -> str:
    """When a tile can be laid there, in a few words."""
    if one.when == PHASE:
        return (
            at.words.text("ever_phase", phase=at.words.phase(one.phase)) if one.phase else at.words.text("ever_never")
        )
    return at.words.text({NOW: "ever_now", AFTER: "ever_after", NONE: "ever_none"}[one.when])
