"""Looking for people to play with: /game seek, and *Join* on the server's board."""

from __future__ import annotations

import re
from typing import Annotated

from discord import app_commands

from bot.discord.domains.shared.request import Request
from bot.discord.games.presses.lobby import JoinSeek
from bot.discord.games.rights import spot_here
from bot.discord.kit.answers import answers
from bot.discord.kit.command import Typed, choices, command
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.safe_text import escaped
from bot.table.company.seeking import Wish
from bot.table.ground.settings import PACES
from engine.titles import titles

APART = re.compile(r"[\s,;]+")
MOST_LANGUAGES = 5


def wanted_titles(text: str) -> tuple[str, ...]:
    """`1830, 1889`."""
    typed, known = _parts(text), {name.casefold(): name for name in titles()}
    if wrong := [part for part in typed if part not in known]:
        raise Refused(say("no_title", group="seek", title=escaped(wrong[0][:20]), titles=list(titles())))
    return tuple(known[part] for part in typed)


def languages_of(text: str) -> tuple[str, ...]:
    """`English, German` or `en de`: whatever people call them, as others write it."""
    typed = _parts(text)
    if len(typed) > MOST_LANGUAGES or any(not part.isalpha() or len(part) > 20 for part in typed):
        raise Refused(say("languages_form", group="seek"))
    return typed


def _parts(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in APART.split(text.strip().casefold()) if part))


async def offer_wanted(request: Request, typed: str) -> list[tuple[str, str]]:
    """Complete the last of several titles."""
    *before, last = APART.split(typed.casefold())
    done = [part for part in before if part]
    lists = [", ".join([*done, name]) for name in titles() if name not in done and name.casefold().startswith(last)]
    return [(text, text) for text in lists]


@command("game seek")
async def seek(
    request: Request,
    titles: Annotated[tuple[str, ...], Typed(read=wanted_titles, complete=offer_wanted)] = (),
    players: app_commands.Range[int, 0, 7] = 0,
    pace: Annotated[str, Typed(choices=choices("pace", PACES))] = "",
    languages: Annotated[tuple[str, ...], Typed(read=languages_of)] = (),
    beginners: bool = True,
    on: bool = True,
) -> Reply:
    """Look for people to play with, or stop looking."""
    request.check_server()
    if not on:
        ended = await request.table.seeking.end(request.guild, request.user)
        await request.bot.board.refresh(request.guild)
        return Reply(say("ended" if ended else "none", group="seek"))
    spot = spot_here(request)
    spot.check(spot.writing)
    wish = Wish(titles, players, pace, languages, beginners)
    where = (request.guild, request.channel, request.user, request.name)
    return await _answered(request, await request.table.seeking.seek(*where, wish, manager=request.manager))


@answers(JoinSeek)
async def join_seek(request: Request, press: JoinSeek) -> Reply:
    """Wish for the same."""
    game = await request.table.seeking.join(press.seek, request.guild, request.user, request.name)
    return await _answered(request, game)


async def _answered(request: Request, game: int | None) -> Reply:
    await request.bot.board.refresh(request.guild)
    if game is not None:
        row, _ = await request.bot.extras.game(game)
        return Reply(say("found", group="seek", game=game, channel=row.channel_id))
    kept = await request.table.preferences.server(request.guild)
    text = say("on_board" if kept["board_message"] else "no_board", group="seek")
    free = await request.table.seeking.free_seats(request.guild, request.user)
    seats = [say("free_seat", group="seek", game=row.id, title=row.title, channel=row.channel_id) for row in free]
    return Reply("\n".join([text, *seats]))
