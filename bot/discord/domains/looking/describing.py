"""A game in words instead of pictures, page by page, for the asker alone."""

from __future__ import annotations

from dataclasses import replace

from bot.discord.domains.shared.hex_tiles import when_each
from bot.discord.domains.shared.looks import Look, Looked
from bot.discord.domains.shared.pages import paged
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext, game_here
from bot.discord.games.presses.looks import HEX, Describe
from bot.discord.kit.answers import answers
from bot.discord.kit.command import matching
from bot.discord.kit.reply import Pick, Reply, Select
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.safe_text import escaped
from engine.board.ever import can_lie_now, ever
from render import PARTS, describe, describe_hex, drawn_for, parts_of


async def _look(request: Request, asked: Looked) -> Reply:
    at = await game_here(request, asked.game)
    what, place = _part(at, asked.about)
    return await _described(request, at, Describe(game=at.game, what=what, about=place, page=(asked.page or 1) - 1))


@answers(Describe)
async def show(request: Request, press: Describe) -> Reply:
    """Show a page, or what a panel or a picture is about."""
    at = await game_here(request, str(press.game))
    what, place = _part(at, press.about or press.what)
    return await _described(request, at, replace(press, what=what, about=place))


def _part(at: GameContext, text: str) -> tuple[str, str]:
    """A part of the game, or a hex of its map; without a text, the map by company."""
    asked = text.strip()
    if not asked or asked in PARTS:
        return asked or parts_of(at.view)[0], ""
    if all(one.id != asked.upper() for one in at.view.hexes):
        raise Refused(say("no_such_hex", text=escaped(asked[:20])))
    return HEX, asked.upper()


async def _described(request: Request, at: GameContext, press: Describe) -> Reply:
    first, *lines = await request.table.services.work(lambda: _lines(at, press))
    what = at.words.hex(press.about) if press.about else say(press.what, group="described")
    title = say("title", group="describe", game=at.called, what=what)
    reply = paged(title, [first, *(f"- {line}" for line in lines)], press.page or 0, lambda to: replace(press, page=to))
    others = tuple(
        Pick(say(one, group="described"), Describe(game=at.game, what=one, about="", page=0))
        for one in parts_of(at.view)
    )
    return replace(
        reply, rows=(*reply.rows, Select(say("others", group="describe"), others)), beside=press.page is None
    )


def _lines(at: GameContext, press: Describe) -> list[str]:
    if press.about:
        return describe_hex(at.view, press.about, when_each(at.words, ever(at.now.game.loose(), press.about)))
    now = can_lie_now(at.now.game.loose()) if press.what == "tiles" else None
    with drawn_for(at.reads):
        return describe(at.view, press.what, now=now)


async def _offer(request: Request, typed: str, game: str | None) -> list[tuple[str, str]]:
    """Complete parts of the game, then hexes."""
    at = await game_here(request, game)
    parts = [(say(one, group="described"), one) for one in parts_of(at.view)]
    return matching([*parts, *((at.words.hex(one.id), one.id) for one in at.view.hexes)], typed)


LOOKS = {"description": Look(_look, _offer, paged=True)}
