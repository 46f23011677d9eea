"""Pictures for the asker alone: a map, the market, the sheet, phases, tiles, runs."""

from __future__ import annotations

from functools import partial

from bot.discord.domains.shared.hex_tiles import ever_page
from bot.discord.domains.shared.looks import Look, Looked
from bot.discord.domains.shared.pages import turning
from bot.discord.domains.shared.pictures import EVER, share_row, shown_alone
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext, game_here
from bot.discord.games.presses.lobby import OfGame
from bot.discord.games.times import time_lines
from bot.discord.kit.answers import answers
from bot.discord.kit.command import matching
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.discord.turn.acting import pictures_for
from bot.errors import Refused
from bot.menu.lines import about_private
from bot.safe_text import escaped
from render import running_company, tile_pages


async def _picture(what: str, request: Request, asked: Looked) -> Reply:
    at = await game_here(request, asked.game)
    near = _hex(at, asked.about) if asked.about else ""
    lines = [at.words.decision(one) for one in at.view.decisions] or [say("game_over")]
    privates = [about_private(at.words, one).line for one in at.view.privates if one.owner != "closed"]
    if what != "sheet":
        return await shown_alone(request, at, "\n".join(lines), what, near)
    lines += await time_lines(request.table, at.now.row, at.now.seats)
    return await shown_alone(request, at, "\n".join(lines), what, near, ("\n".join(privates),) if privates else ())


def _hex(at: GameContext, text: str) -> str:
    found = text.strip().upper()
    if all(one.id != found for one in at.view.hexes):
        raise Refused(say("no_such_hex", text=escaped(text[:20])))
    return found


class Tiles(OfGame, name="tiles"):
    """Show a page of all tiles."""

    page: int


class TilesOf(OfGame, name="tiles_of"):
    """Show a page of the tiles that can ever lie in a hex."""

    place: str
    page: int


async def tiles(request: Request, asked: Looked) -> Reply:
    """Show all tiles with how many are left, or all that can ever lie in a hex."""
    at, page = await game_here(request, asked.game), (asked.page or 1) - 1
    if asked.about:
        return await _ever(at, request, _hex(at, asked.about), page)
    return await _tiles(at, request, page)


@answers(Tiles)
async def turn_tiles(request: Request, press: Tiles) -> Reply:
    """Another page of them."""
    return await _tiles(await game_here(request, str(press.game)), request, press.page)


@answers(TilesOf)
async def turn_ever(request: Request, press: TilesOf) -> Reply:
    """Another page of the tiles that can ever lie in a hex."""
    at = await game_here(request, str(press.game))
    return await _ever(at, request, _hex(at, press.place), press.page)


async def _ever(at: GameContext, request: Request, place: str, page: int) -> Reply:
    tiles = await ever_page(request, at, place, page)
    if tiles is None:
        return Reply(say("no_tile_ever", place=at.words.hex(place)), at.heading)
    pictures = await pictures_for(request, [tiles.sketch], at=at)
    text = say("tiles_ever", place=at.words.hex(place)) if pictures else say("no_picture")
    rows = share_row(request, at.game, EVER, f"{place}.{tiles.page}") if pictures else ()
    return Reply(
        text,
        at.heading,
        pictures,
        (*turning(lambda to: TilesOf(game=at.game, place=place, page=to), tiles.page, tiles.count), *rows),
    )


async def _tiles(at: GameContext, request: Request, page: int) -> Reply:
    count = tile_pages(at.view)
    page = min(max(page, 0), count - 1)
    turn = turning(lambda to: Tiles(game=at.game, page=to), page, count)
    return await shown_alone(request, at, say("tiles", group="looks"), "tiles", page, turn)


async def runs(request: Request, asked: Looked) -> Reply:
    """Show a company's last runs."""
    at, company = await game_here(request, asked.game), asked.about.strip()
    if company and all(one.symbol != company for one in (*at.view.companies, *at.view.builders)):
        raise Refused(say("no_such_company", text=escaped(company[:20])))
    latest = running_company(at.view)
    ran = company or (latest.symbol if latest is not None else "")
    text = say("runs", group="looks", company=ran) if ran else at.words.text("no_run_yet")
    return await shown_alone(request, at, text, "runs", ran)


async def offer_companies(request: Request, typed: str, game: str | None) -> list[tuple[str, str]]:
    """Complete companies that have run."""
    at = await game_here(request, game)
    return matching([(f"{one.symbol} · {one.name}", one.symbol) for one in at.view.companies if one.last_routes], typed)


async def offer_hexes(request: Request, typed: str, game: str | None) -> list[tuple[str, str]]:
    """Complete hexes by name."""
    at = await game_here(request, game)
    return matching([(at.words.hex(one.id), one.id) for one in at.view.hexes], typed)


LOOKS = {
    "map": Look(partial(_picture, "map"), offer_hexes),
    "market": Look(partial(_picture, "market")),
    "sheet": Look(partial(_picture, "sheet")),
    "phases": Look(partial(_picture, "phases")),
    "tiles": Look(tiles, offer_hexes, paged=True),
    "runs": Look(runs, offer_companies),
}
