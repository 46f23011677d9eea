"""Pictures on request, for the asker alone: /map, /market, /sheet, /runs."""

from __future__ import annotations

from typing import Any

from bot.discord.acting import drawn
from bot.discord.asked import Asked, Handler
from bot.discord.command import Command, Option, matching
from bot.discord.drawing import Sketch
from bot.discord.finding import GAME, Here, here
from bot.discord.reply import Reply
from bot.discord.say import say
from bot.table.errors import Refused
from bot.table.plain import plain


def _picture(what: str) -> Handler:
    async def answer(asked: Asked, given: dict[str, Any]) -> Reply:
        at = await here(asked, given)
        options: dict[str, Any] = {}
        if what == "map" and given.get("around"):
            options = {"around": [_hex(at, given["around"])], "wide": 1000}
        pictures = await drawn(asked, [Sketch(what, (at.view,), options)])
        waits = "\n".join(at.words.decision(one) for one in at.view.decisions) or say("game_over")
        return Reply(
            waits if pictures else say("no_picture"), say("panel_title", game=at.game, title=at.view.name), pictures
        )

    return answer


def _hex(at: Here, text: str) -> str:
    found = text.strip().upper()
    if all(one.id != found for one in at.view.hexes):
        raise Refused(say("no_such_hex", text=plain(text[:20])))
    return found


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
    Command("runs", runs, (Option("company", complete=offer_companies), GAME)),
)
