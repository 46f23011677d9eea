"""A title before it is played: /title shows its map, market, companies, trains, phases, tiles and options."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, get_args

from msgspec import structs

from bot.discord.domains.shared.pages import pages, turning
from bot.discord.domains.shared.request import Request
from bot.discord.domains.shared.typed_options import TitleName
from bot.discord.games.options import every_option
from bot.discord.games.rights import spot_here
from bot.discord.kit.answers import answers
from bot.discord.kit.command import Typed, choices, command
from bot.discord.kit.press import Press
from bot.discord.kit.reply import (
    Button,
    Part,
    Reply,
    in_rows,
)
from bot.discord.kit.say import say
from bot.discord.turn.acting import pictures_for
from bot.errors import Refused, Stale
from bot.menu.picture import DrawingJob
from bot.rulebook import privates
from bot.table.ground.say import clean_name
from engine import new
from engine.titles import title_named, titles
from engine.view import View, view
from render import tile_pages

OPTIONS = "options"
Shown = Literal["map", "market", "sheet", "phases", "tiles", "options"]
PARTS: tuple[Shown, ...] = get_args(Shown)
"""What there is to see, in the order of the buttons: pictures, and the title's options in words."""


class ShowTitle(Press, name="title"):
    """Show one of a title's pictures, or its options."""

    title: str
    part: Shown
    page: int = 0


class ShareTitle(ShowTitle, name="title_share"):
    """Post it in the channel."""


@command("title")
async def title(
    request: Request, title: TitleName, what: Annotated[Shown, Typed(choices=choices("parts", PARTS))] = PARTS[0]
) -> Reply:
    """Show a title's map or another part, with buttons for the rest."""
    return await show(request, ShowTitle(title=title, part=what))


@answers(ShareTitle)
async def share(request: Request, press: ShareTitle) -> Reply:
    """Post the same in the channel."""
    request.check_server()
    spot = spot_here(request)
    spot.check(spot.writing, "attach_files")
    with request.table.services.speaking_on(request.guild):
        shown = await show(request, press)
        if not shown.pictures:
            raise Refused(say("no_picture"))
        text = say("shows_title", group="share", name=clean_name(request.name), what=shown.title)
    return Reply(say("done", group="share"), beside=True, shared=Reply(text, pictures=shown.pictures))


@answers(ShowTitle)
async def show(request: Request, press: ShowTitle) -> Reply:
    """Show a picture, with buttons for the others."""
    name, part = press.title, press.part
    if name not in titles():
        raise Stale(say("old_button"))
    box = await request.table.services.work(lambda: box_of(name))
    explained = pages(every_option(name)) if part == OPTIONS else []
    count = len(explained) or (tile_pages(box) if part == "tiles" else 1)
    page = min(max(press.page, 0), count - 1)
    options: dict[str, Any] = {"map": {"wide": 1600}, "tiles": {"page": page}}.get(part, {})
    pictures = () if explained else await pictures_for(request, [DrawingJob(part, (box,), options)])
    lines = explained[page] if explained else [_about(name, box)]
    if part == "sheet":
        lines += [
            say("private", group="titles", id=one.id, name=one.name, power=one.power) for one in privates(name).values()
        ]
    if not explained and not pictures:
        lines.append(say("no_picture"))
    # The button of what is shown leads to the page that is shown: its custom_id may not be that of a page beside it.
    to = {one: ShowTitle(title=name, part=one, page=page if one == part else 0) for one in PARTS}
    buttons = tuple(Button(say(f"button_{one}", group="titles"), to[one], disabled=one == part) for one in PARTS)
    turns = turning(lambda to: ShowTitle(title=name, part=part, page=to), page, count)
    rows: tuple[Part, ...] = (*in_rows(buttons), *turns)
    if request.guild and pictures:
        share = ShareTitle(title=name, part=part, page=page)
        rows = (*rows, (Button(say("button", group="share"), share),))
    return Reply("\n".join(lines), box.name, pictures, rows)


def _about(name: str, box: View) -> str:
    low, high = title_named(name).players
    return say("about", group="titles", low=low, high=high, companies=len(box.companies), trains=len(box.trains))


@cache
def box_of(name: str) -> View:
    """A new game of the title, before anybody plays it."""
    low, _ = title_named(name).players
    found = view(new(name, [str(number) for number in range(1, low + 1)], {}, 1))
    return structs.replace(found, seats=[], decisions=[])
