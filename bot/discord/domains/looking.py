"""Pictures on request, for the asker alone: /map, /market, /sheet, /phases, /tiles, /runs."""

from __future__ import annotations

from typing import Any

from bot.discord.acting import drawn
from bot.discord.asked import Asked, Handler, OnPress
from bot.discord.command import Command, Option, matching
from bot.discord.drawing import Sketch
from bot.discord.finding import GAME, Here, here
from bot.discord.lines import private_line
from bot.discord.pages import turning
from bot.discord.pressed import NUMBER, Pressed
from bot.discord.reply import Reply
from bot.discord.say import say
from bot.table.errors import Refused
from bot.table.plain import plain
from render import tile_pages


def _picture(what: str) -> Handler:
    async def answer(asked: Asked, given: dict[str, Any]) -> Reply:
        at = await here(asked, given)
        options: dict[str, Any] = {}
        if what == "map" and given.get("around"):
            options = {"around": [_hex(at, given["around"])], "wide": 1000}
        pictures = await drawn(asked, [Sketch(what, (at.view,), options)])
        lines = [at.words.decision(one) for one in at.view.decisions] or [say("game_over")]
        lines += (
            [private_line(at.words, one) for one in at.view.privates if one.owner != "closed"]
            if what == "sheet"
            else []
        )
        text = "\n".join(lines) if pictures else say("no_picture")
        return Reply(text, say("panel_title", game=at.game, title=at.view.name), pictures)

    return answer


def _hex(at: Here, text: str) -> str:
    found = text.strip().upper()
    if all(one.id != found for one in at.view.hexes):
        raise Refused(say("no_such_hex", text=plain(text[:20])))
    return found


async def tiles(asked: Asked, given: dict[str, Any]) -> Reply:
    """All kinds of tiles with how many are left."""
    return await _tiles(await here(asked, given), asked, int(given.get("page", 1)) - 1)


async def tiles_turned(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Another page of them."""
    return await _tiles(await here(asked, {"game": args[0]}), asked, int(args[1]))


async def _tiles(at: Here, asked: Asked, page: int) -> Reply:
    count = tile_pages(at.view)
    page = min(max(page, 0), count - 1)
    pictures = await drawn(asked, [Sketch("tiles", (at.view,), {"page": page})])
    text = say("here_it_is") if pictures else say("no_picture")
    heading = say("panel_title", game=at.game, title=at.view.name)
    return Reply(text, heading, pictures, turning("tiles", (at.game,), page, count))


async def runs(asked: Asked, given: dict[str, Any]) -> Reply:
    """The last runs of a company."""
    at = await here(asked, given)
    company = str(given.get("company", "")).strip()
    if company and all(one.symbol != company for one in (*at.view.companies, *at.view.builders)):
        raise Refused(say("no_such_company", text=plain(company[:20])))
    pictures = await drawn(asked, [Sketch("runs", (at.view, company))])
    return Reply(say("here_it_is") if pictures else say("no_picture"), pictures=pictures)


async def offer_companies(asked: Asked, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Companies that have run."""
    at = await here(asked, given)
    return matching([(f"{one.symbol} · {one.name}", one.symbol) for one in at.view.companies if one.last_routes], typed)


async def offer_hexes(asked: Asked, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Hexes by name."""
    at = await here(asked, given)
    return matching([(at.words.hex(one.id), one.id) for one in at.view.hexes], typed)


COMMANDS = (
    Command("map", _picture("map"), (Option("around", complete=offer_hexes), GAME)),
    Command("market", _picture("market"), (GAME,)),
    Command("sheet", _picture("sheet"), (GAME,)),
    Command("phases", _picture("phases"), (GAME,)),
    Command("tiles", tiles, (Option("page", int, low=1), GAME)),
    Command("runs", runs, (Option("company", complete=offer_companies), GAME)),
)
PRESSES: dict[str, OnPress] = {"tiles": Pressed(tiles_turned, (NUMBER, NUMBER))}
