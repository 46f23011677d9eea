"""Post a private picture for everybody, showing only public information."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.discord.game_lookup import GameContext
from bot.discord.hex_tiles import ever_page
from bot.discord.past_positions import views
from bot.discord.presses.looks import Share
from bot.discord.reply import Button
from bot.discord.request import Request
from bot.discord.say import say
from bot.menu.picture import DrawingJob
from bot.rulebook import about_private
from bot.table.settings import table_setting

POINTS, LAID = 120, 480
"""The most positions in a chart, and the most an animation searches for new track."""
CHARTS, ANIMATION = ("worth", "prices", "revenue"), "animation"
NOW = ("map", "market", "sheet", "phases", "tiles", "runs", "private")
"""Pictures of a game's current position."""
ROUNDS = ("company", "table")
"""Pictures of a development, round by round."""
STOOD = "stood"
"""A game as it stood after a move."""
SINCE = "since"
"""The changes since a move."""
EVER = "ever"
"""A page of the tiles that can ever lie in a hex."""
SHARED = (*NOW, *ROUNDS, *CHARTS, ANIMATION, STOOD, SINCE, EVER)


def share_button(request: Request, game: int, what: str, about: object = "") -> tuple[Button, ...]:
    """A button to show the same to everybody; None in direct messages."""
    press = Share(game=game, what=what, about=str(about))
    return (Button(say("button", group="share"), press),) if request.guild else ()


def share_row(request: Request, game: int, what: str, about: object = "") -> tuple[tuple[Button, ...], ...]:
    """A row with that button alone."""
    found = share_button(request, game, what, about)
    return (found,) if found else ()


@dataclass(frozen=True)
class SharedPictures:
    """What to draw, and its cache key if it is slow."""

    sketches: tuple[DrawingJob, ...]
    key: Any = None


async def to_show(request: Request, at: GameContext, what: str, about: str) -> SharedPictures:
    """The pictures as the viewer `at` may see them, in the game's theme."""
    theme = {"theme": table_setting(at.now.row, "theme")}
    if what == STOOD:
        wide = ("map", {"wide": 1600}), ("market", {"wide": 1400}), ("sheet", {})
        return SharedPictures(tuple(DrawingJob(one, (at.view,), theme | more) for one, more in wide))
    if what == SINCE:
        then = GameContext(await request.table.present(at.game, at=int(about)), "")
        marked = ("map", {"since": then.view, "wide": 1600}), ("market", {"since": then.view, "wide": 1400})
        return SharedPictures(tuple(DrawingJob(one, (at.view,), theme | more) for one, more in marked))
    if what in NOW:
        return SharedPictures((_now(at, what, about, theme),))
    if what == EVER:
        place, _, page = about.partition(".")
        found = await ever_page(request, at, place, int(page))
        return SharedPictures(() if found is None else (replace(found.sketch, options=found.sketch.options | theme),))
    past, animated = request.table.past, what == ANIMATION
    raws, names = await (
        past.positions_at_rounds(at.game)
        if what in ROUNDS
        else past.sample_positions(at.game, LAID if animated else POINTS)
    )
    late = partial(views, raws, names, at.seat, track_only=animated)
    options = theme | {"company": {"symbol": about}, "table": {"kind": about}}.get(what, {})
    sketch = DrawingJob(what, (), options, ending="gif" if animated else "png", late=late)
    return SharedPictures(
        (sketch,), (at.game, at.now.row.position, what, about, at.seat, tuple(names.values()), *theme.values())
    )


def _now(at: GameContext, what: str, about: str, theme: dict[str, Any]) -> DrawingJob:
    match what:
        case "map":
            near = {"around": [about], "wide": 1000} if about else {}
            return DrawingJob(what, (at.view,), theme | near)
        case "tiles":
            return DrawingJob(what, (at.view,), theme | {"page": int(about or 0)})
        case "runs":
            return DrawingJob(what, (at.view, about), theme)
        case "private":
            section, says = about_private(at.view.title, about)
            return DrawingJob(what, (at.view, about, section, tuple(one.rule for one in says)), theme)
        case _:
            return DrawingJob(what, (at.view,), theme)
