"""Pictures of one company or private company, and tables of numbers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.discord.domains.shared.looks import Look, Looked
from bot.discord.domains.shared.pictures import named_pictures, share_row, shown_alone
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext, game_here
from bot.discord.kit.command import matching
from bot.discord.kit.reply import Attachment, Reply
from bot.discord.kit.say import say
from bot.discord.turn.acting import pictures_for
from bot.errors import Refused
from bot.safe_text import escaped

TABLES = ("worth", "earnings", "holdings")
COMPANY, PRIVATE, TABLE = "company", "private", "table"


# --- a card


async def card(request: Request, asked: Looked) -> Reply:
    """Show everything about a company or private company."""
    at = await game_here(request, asked.game)
    if not asked.about:
        raise Refused(say("which", group="cards"))
    kind, name = _find_card(at, asked.about)
    return await shown_alone(request, at, say("card", group="looks", name=_name(at, kind, name)), kind, name)


def _find_card(at: GameContext, text: str) -> tuple[str, str]:
    """The company or private company of this name; if both exist, the company."""
    kind, _, rest = text.partition(" ")
    companies = {one.symbol: one.name for one in (*at.view.companies, *at.view.builders)}
    privates = {one.id: one.name for one in at.view.privates}
    if kind == PRIVATE and rest in privates:
        return kind, rest
    asked = text.strip().casefold()
    for kind, known in ((COMPANY, companies), (PRIVATE, privates)):
        for name, more in known.items():
            if asked in (name.casefold(), more.casefold()):
                return kind, name
    raise Refused(say("none", group="cards", text=escaped(text[:40])))


async def offer_cards(request: Request, typed: str, game: str | None) -> list[tuple[str, str]]:
    """Companies and private companies."""
    at = await game_here(request, game)
    offered = [
        (say("card_company", group="cards", symbol=one.symbol, name=one.name), one.symbol)
        for one in at.view.companies
        if not one.closed
    ]
    offered += [
        (say("card_private", group="cards", id=one.id, name=one.name), f"{PRIVATE} {one.id}")
        for one in at.view.privates
    ]
    return matching(offered, typed)


def _name(at: GameContext, kind: str, name: str) -> str:
    """A private company or a company in full."""
    if kind == PRIVATE:
        return next(one.name for one in at.view.privates if one.id == name)
    full = next((one.name for one in at.view.companies if one.symbol == name), name)
    return full if full == name else say("card_company", group="cards", symbol=name, name=full)


# --- tables


async def _table(kind: str, request: Request, asked: Looked) -> Reply:
    """Earnings, worth or shares as a picture, and as a file."""
    at = await game_here(request, asked.game)
    found = await named_pictures(request, at, TABLE, kind)
    wanted = [*found.sketches, *(replace(one, what="csv", ending="csv") for one in found.sketches)]
    pictures = await pictures_for(request, wanted, (found.key, "csv"))
    if not pictures:
        raise Refused(say("no_picture"))
    picture, file = pictures
    named = Attachment(f"game-{at.game}-{kind}.csv", file.data)
    text = say("table", group="cards", game=at.game, what=file.alt)
    return Reply(text, pictures=(picture, named), rows=share_row(request, at.game, TABLE, kind))


LOOKS = {"card": Look(card, offer_cards), **{f"table_{kind}": Look(partial(_table, kind)) for kind in TABLES}}
