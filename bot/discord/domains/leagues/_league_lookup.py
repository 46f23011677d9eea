"""Which league somebody means, and which member."""

from __future__ import annotations

from typing import Annotated

import discord

from bot.discord.channel.leagues.sheet import standings_name
from bot.discord.channel.losses import UNKNOWN_MEMBER, UNKNOWN_USER
from bot.discord.domains.shared.request import Request
from bot.discord.games.rights import check_sees
from bot.discord.kit.command import Typed, matching
from bot.discord.kit.retries import FAILURES
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.safe_text import number
from bot.store.league_rows import LeagueMemberRow, LeagueRow
from bot.store.rows import (
    FINISHED,
    GATHERING,
    RUNNING,
    STOPPED,
)
from bot.table.leagues.book import Book
from bot.table.leagues.leagues import LOST


async def find_league(request: Request, league: str | int | None) -> Book:
    """The named league, or the server's only one; refused to people who cannot see its channel."""
    request.check_server()
    rows = await request.table.leagues.on(request.guild)
    if league is not None:
        wanted = number(str(league))
        leagues = [row for row in rows if row.id == wanted]
    else:
        open_ones = [row for row in rows if row.status in (GATHERING, RUNNING)]
        here = [row for row in open_ones if row.channel_id == request.channel]
        leagues = here if len(here) == 1 else open_ones or rows[:1]
    if not leagues:
        raise Refused(say("none", group="league"))
    if len(leagues) > 1:
        raise Refused(say("which", group="league", names=[row.name for row in leagues]))
    row = leagues[0]
    # Nobody can see a deleted channel, but the league's organiser must still reach the league.
    if row.place.get(LOST) != row.channel_id or (request.user != row.organiser_id and not request.manager):
        await check_sees(request, row.guild_id, row.channel_id)
    return await request.table.leagues.book(row.id or 0)


async def offer_leagues(request: Request, typed: str) -> list[tuple[str, str]]:
    """Complete leagues by name."""
    rows = await request.table.leagues.on(request.guild) if request.guild else []
    return matching([(_called(row), str(row.id)) for row in rows], typed)


def _called(row: LeagueRow) -> str:
    return say("over_league", group="league", name=row.name) if row.status in (FINISHED, STOPPED) else row.name


async def offer_members(request: Request, typed: str, league: str | None = None) -> list[tuple[str, str]]:
    """Complete the league's current and former members, even if they have left the server."""
    book = await find_league(request, league)
    return matching([(standings_name(one), str(one.number)) for one in book.members], typed)


def find_member(book: Book, text: str) -> LeagueMemberRow:
    """The member who was chosen from the list, mentioned or named."""
    wanted = text.strip()
    for one in book.members:
        if wanted in (str(one.number), str(one.user_id), f"<@{one.user_id}>", f"<@!{one.user_id}>"):
            return one
    for one in book.members:
        if wanted.lstrip("@").casefold() == one.name.casefold():
            return one
    names = [one.name for one in book.members]
    raise Refused(say("no_such_member", group="league", members=len(names), names=names))


async def is_there(request: Request, user: int) -> bool:
    """Is somebody on the server? If Discord cannot say, assume so."""
    guild = request.bot.get_guild(request.guild)
    if guild is None:
        return True
    try:
        await guild.fetch_member(user)
    except discord.NotFound as e:
        return e.code not in (UNKNOWN_MEMBER, UNKNOWN_USER)
    except FAILURES:
        return True
    return True


async def check_member(request: Request, user: int, why: str) -> None:
    """Refuse somebody who is not on the server."""
    if not await is_there(request, user):
        raise Refused(why)


LeagueName = Annotated[str, Typed(complete=offer_leagues)]
"""A league by its number; None: the server's only one, or this channel's."""
MemberName = Annotated[str, Typed(complete=offer_members)]
"""One of its members."""
