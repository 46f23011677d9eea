"""A title before it is played: /title shows its map, market, companies, trains, phases and tiles."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from bot.discord.acting import drawn
from bot.discord.command import Command
from bot.discord.components import NUMBER, Component, one_of
from bot.discord.pages import turning
from bot.discord.reply import Button, Part, Reply, by_name
from bot.discord.request import OnPress, Request
from bot.discord.rights import spot_here
from bot.discord.say import say
from bot.discord.typed_options import TITLE
from bot.menu.picture import DrawingJob
from bot.rulebook import privates
from bot.table.errors import Refused
from bot.table.say import clean_name
from engine import new
from engine.titles import title_named, titles
from engine.view import View, view
from render import tile_pages

PARTS = ("map", "market", "sheet", "phases", "tiles")
"""The pictures, in the order of the buttons."""


async def title(request: Request, given: dict[str, Any]) -> Reply:
    """Show a title's map, with buttons for the rest."""
    return await _shown(request, given["title"], PARTS[0], 0)


async def press_part(request: Request, args: list[str], values: list[str]) -> Reply:
    """Another picture."""
    return await _shown(request, args[0], args[1], int(args[2]))


async def share(request: Request, args: list[str], values: list[str]) -> Reply:
    """Post the same in the channel."""
    request.check_server()
    spot = spot_here(request)
    spot.check(spot.writing, "attach_files")
    with request.table.services.speaking_on(request.guild):
        shown = await _shown(request, args[0], args[1], int(args[2]))
        if not shown.pictures:
            raise Refused(say("no_picture"))
        text = say("shows_title", group="share", name=clean_name(request.name), what=shown.title)
    return Reply(say("done", group="share"), beside=True, shared=Reply(text, pictures=shown.pictures))


async def _shown(request: Request, name: str, part: str, page: int) -> Reply:
    box = await request.table.services.work(lambda: box_of(name))
    pages = tile_pages(box) if part == "tiles" else 1
    page = min(max(page, 0), pages - 1)
    options: dict[str, Any] = {"map": {"wide": 1600}, "tiles": {"page": page}}.get(part, {})
    pictures = await drawn(request, [DrawingJob(part, (box,), options)])
    low, high = title_named(name).players
    lines = [say("about", group="titles", low=low, high=high, companies=len(box.companies), trains=len(box.trains))]
    if part == "sheet":
        lines += [
            say("private", group="titles", id=one.id, name=one.name, power=one.power) for one in privates(name).values()
        ]
    lines += [] if pictures else [say("no_picture")]
    # The button of what is shown leads to the page that is shown: its custom_id may not be that of a page beside it.
    at = {one: page if one == part else 0 for one in PARTS}
    buttons = tuple(
        Button(say(f"button_{one}", group="titles"), by_name("title", (name, one, at[one])), disabled=one == part)
        for one in PARTS
    )
    rows: tuple[Part, ...] = (buttons, *turning(lambda to: by_name("title", (name, part, to)), page, pages))
    if request.guild and pictures:
        rows = (*rows, (Button(say("button", group="share"), by_name("title_share", (name, part, page))),))
    return Reply("\n".join(lines), box.name, pictures, rows)


@cache
def box_of(name: str) -> View:
    """A new game of the title, before anybody plays it."""
    low, _ = title_named(name).players
    found = view(new(name, [str(number) for number in range(1, low + 1)], {}, 1))
    return replace(found, seats=[], decisions=[])


COMMANDS = (Command("title", title, (TITLE,)),)
PART = (one_of(*titles()), one_of(*PARTS), NUMBER)
PRESSES: dict[str, OnPress] = {"title": Component(press_part, PART), "title_share": Component(share, PART)}
