"""Pictures for the asker alone: a map, the market, the sheet, phases, tiles, runs."""

from __future__ import annotations

from typing import Any

from bot.discord.acting import drawn
from bot.discord.command import Command, matching
from bot.discord.components import NUMBER, WORD, Component
from bot.discord.game_lookup import GameContext, game_here
from bot.discord.hex_tiles import ever_page
from bot.discord.looks import Look
from bot.discord.pages import turning
from bot.discord.reply import Reply, by_name
from bot.discord.request import Handler, OnPress, Request
from bot.discord.say import say
from bot.discord.sharing import EVER, share_row
from bot.menu.lines import private_line
from bot.menu.picture import DrawingJob
from bot.table.errors import Refused
from bot.table.safe_text import escaped
from render import running_company, tile_pages


def _picture(what: str) -> Handler:
    async def answer(request: Request, given: dict[str, Any]) -> Reply:
        at = await game_here(request, given)
        options: dict[str, Any] = {}
        near = _hex(at, given["about"]) if given.get("about") else ""
        if near:
            options = {"around": [near], "wide": 1000}
        pictures = await drawn(request, [DrawingJob(what, (at.view,), options)])
        lines = [at.words.decision(one) for one in at.view.decisions] or [say("game_over")]
        text = "\n".join(lines) if pictures else say("no_picture")
        privates = [private_line(at.words, one) for one in at.view.privates if one.owner != "closed"]
        told = ("\n".join(privates),) if what == "sheet" and privates else ()
        rows = share_row(request, at.game, what, near) if pictures else ()
        return Reply(text, at.heading, pictures, (*told, *rows))

    return answer


def _hex(at: GameContext, text: str) -> str:
    found = text.strip().upper()
    if all(one.id != found for one in at.view.hexes):
        raise Refused(say("no_such_hex", text=escaped(text[:20])))
    return found


async def tiles(request: Request, given: dict[str, Any]) -> Reply:
    """Show all tiles with how many are left, or all that can ever lie in a hex."""
    if given.get("about"):
        at = await game_here(request, given)
        return await _ever(at, request, _hex(at, given["about"]), int(given.get("page", 1)) - 1)
    return await _tiles(await game_here(request, given), request, int(given.get("page", 1)) - 1)


async def turn_tiles(request: Request, args: list[str], values: list[str]) -> Reply:
    """Another page of them."""
    return await _tiles(await game_here(request, {"game": args[0]}), request, int(args[1]))


async def turn_ever(request: Request, args: list[str], values: list[str]) -> Reply:
    """Another page of the tiles that can ever lie in a hex."""
    at = await game_here(request, {"game": args[0]})
    return await _ever(at, request, _hex(at, args[1]), int(args[2]))


async def _ever(at: GameContext, request: Request, place: str, page: int) -> Reply:
    found = await ever_page(request, at, place, page)
    if found is None:
        return Reply(say("no_tile_ever", place=at.words.hex(place)), at.heading)
    pictures = await drawn(request, [found.sketch])
    text = say("tiles_ever", place=at.words.hex(place)) if pictures else say("no_picture")
    rows = share_row(request, at.game, EVER, f"{place}.{found.page}") if pictures else ()
    return Reply(
        text,
        at.heading,
        pictures,
        (*turning(lambda to: by_name("tiles_of", (at.game, place, to)), found.page, found.count), *rows),
    )


async def _tiles(at: GameContext, request: Request, page: int) -> Reply:
    count = tile_pages(at.view)
    page = min(max(page, 0), count - 1)
    pictures = await drawn(request, [DrawingJob("tiles", (at.view,), {"page": page})])
    text = say("tiles", group="looks") if pictures else say("no_picture")
    heading = at.heading
    rows = share_row(request, at.game, "tiles", page) if pictures else ()
    return Reply(text, heading, pictures, (*turning(lambda to: by_name("tiles", (at.game, to)), page, count), *rows))


async def runs(request: Request, given: dict[str, Any]) -> Reply:
    """Show a company's last runs."""
    at = await game_here(request, given)
    company = str(given.get("about", "")).strip()
    if company and all(one.symbol != company for one in (*at.view.companies, *at.view.builders)):
        raise Refused(say("no_such_company", text=escaped(company[:20])))
    latest = running_company(at.view)
    ran = company or (latest.symbol if latest is not None else "")
    pictures = await drawn(request, [DrawingJob("runs", (at.view, ran))])
    rows = share_row(request, at.game, "runs", ran) if pictures else ()
    text = say("runs", group="looks", company=ran) if ran else at.words.text("no_run_yet")
    return Reply(text if pictures else say("no_picture"), at.heading, pictures, rows)


async def offer_companies(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Complete companies that have run."""
    at = await game_here(request, given)
    return matching([(f"{one.symbol} · {one.name}", one.symbol) for one in at.view.companies if one.last_routes], typed)


async def offer_hexes(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Complete hexes by name."""
    at = await game_here(request, given)
    return matching([(at.words.hex(one.id), one.id) for one in at.view.hexes], typed)


COMMANDS: tuple[Command, ...] = ()
LOOKS = {
    "map": Look(_picture("map"), offer_hexes),
    "market": Look(_picture("market")),
    "sheet": Look(_picture("sheet")),
    "phases": Look(_picture("phases")),
    "tiles": Look(tiles, offer_hexes, paged=True),
    "runs": Look(runs, offer_companies),
}
PRESSES: dict[str, OnPress] = {
    "tiles": Component(turn_tiles, (NUMBER, NUMBER)),
    "tiles_of": Component(turn_ever, (NUMBER, WORD, NUMBER)),
}
