"""A game's pictures by name: for the asker alone, with a button to show them to everybody, or for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.discord.domains.shared.hex_tiles import ever_page
from bot.discord.domains.shared.past_positions import views
from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.looks import HEX, Describe, Share
from bot.discord.games.request import Request
from bot.discord.kit.reply import (
    Attachment,
    Button,
    Part,
    Reply,
)
from bot.discord.kit.say import say
from bot.discord.turn.acting import pictures_for
from bot.errors import Refused
from bot.menu.picture import DrawingJob
from bot.rulebook import about_private

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


def share_row(request: Request, game: int, what: str, about: object = "") -> tuple[tuple[Button, ...], ...]:
    """A row with a button to show the same to everybody; none in direct messages."""
    press = Share(game=game, what=what, about=str(about))
    return ((Button(say("button", group="share"), press),),) if request.guild else ()


@dataclass(frozen=True)
class NamedPictures:
    """What to draw, and its cache key if it is slow."""

    sketches: tuple[DrawingJob, ...]
    key: Any = None


async def named_pictures(request: Request, at: GameContext, what: str, about: object = "") -> NamedPictures:
    """The pictures as the viewer `at` may see them."""
    about = str(about)
    if what in (STOOD, SINCE):
        marked: dict[str, Any] = {}
        if what == SINCE:
            marked["since"] = GameContext(await request.table.present(at.game, at=int(about)), at.seat).view
        # What is new to whoever shares it need not be so to everybody.
        board = [
            DrawingJob("map", (at.view,), {"wide": 1600, "when": "", **marked}),
            DrawingJob("market", (at.view,), {"wide": 1400, **marked}),
        ]
        return NamedPictures((*board, DrawingJob("sheet", (at.view,))) if what == STOOD else tuple(board))
    if what in NOW:
        return NamedPictures((_now(at, what, about),))
    if what == EVER:
        place, _, page = about.partition(".")
        found = await ever_page(request, at, place, int(page))
        return NamedPictures(() if found is None else (found.sketch,))
    past, animated = request.table.past, what == ANIMATION
    raws, names = await (
        past.positions_at_rounds(at.game)
        if what in ROUNDS
        else past.sample_positions(at.game, LAID if animated else POINTS)
    )
    if what not in ROUNDS and len(raws) < 2:
        raise Refused(say("too_young", group="history"))
    late = partial(views, raws, names, at.seat, track_only=animated)
    options = {"company": {"symbol": about}, "table": {"kind": about}}.get(what, {})
    sketch = DrawingJob(what, (), options, ending="gif" if animated else "png", late=late)
    return NamedPictures((sketch,), (at.game, at.now.row.position, what, about, at.seat, tuple(names.values())))


def _now(at: GameContext, what: str, about: str) -> DrawingJob:
    match what:
        case "map":
            return DrawingJob(what, (at.view,), {"around": [about], "wide": 1000} if about else {})
        case "tiles":
            return DrawingJob(what, (at.view,), {"page": int(about or 0)})
        case "runs":
            return DrawingJob(what, (at.view, about))
        case "private":
            section, says = about_private(at.view.title, about)
            return DrawingJob(what, (at.view, about, section, tuple(one.rule for one in says)))
        case _:
            return DrawingJob(what, (at.view,))


async def draw_named(request: Request, at: GameContext, what: str, about: object = "") -> tuple[Attachment, ...]:
    """Draw them for the asker alone."""
    found = await named_pictures(request, at, what, about)
    return await pictures_for(request, found.sketches, found.key, at)


async def shown_alone(
    request: Request, at: GameContext, text: str, what: str, about: object = "", rows: tuple[Part, ...] = ()
) -> Reply:
    """Pictures for the asker alone, with a button to show the same to everybody."""
    pictures = await draw_named(request, at, what, about)
    below = (*share_row(request, at.game, what, about)[:1],) if pictures else ()
    buttons = (*(one for row in below for one in row), *describe_button(at.game, what, about))
    return Reply(text if pictures else say("no_picture"), at.heading, pictures, (*rows, *filter(None, [buttons])))


DESCRIBED = {
    "map": "companies",
    "runs": "companies",
    "company": "companies",
    "market": "market",
    "sheet": "sheet",
    "private": "privates",
    "tiles": "tiles",
    "phases": "phases",
}
"""What says the same in words as a picture; of a part of the map, the hex in its middle."""


def describe_button(game: int, what: str, about: object = "") -> tuple[Button, ...]:
    """A button to read what a picture shows; none if there is nothing to read."""
    if what not in DESCRIBED:
        return ()
    place = str(about) if what == "map" else ""
    press = Describe(game=game, what=HEX if place else DESCRIBED[what], about=place)
    return (Button(say("button", group="describe"), press),)
