"""Leagues: /league new, join, leave, start, round, standings, export, end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import Annotated

import discord
from discord import app_commands

from bot.discord.channel.leagues.sheet import (
    ANSWER,
    fitting,
    round_lines,
    sheet_of,
    standings_lines,
    state_of,
    terms_of,
)
from bot.discord.domains.leagues._calendar import put_in_calendar, refused_event
from bot.discord.domains.leagues._league_form import NewLeague, days_of, league_sheet
from bot.discord.domains.leagues._league_lookup import (
    LeagueName,
    MemberName,
    check_member,
    find_league,
    find_member,
)
from bot.discord.domains.shared.place import (
    channel_of,
    check,
    create_channel,
    league_shown,
    planned,
    show_in_place,
)
from bot.discord.domains.shared.request import Request
from bot.discord.domains.shared.typed_options import read_options
from bot.discord.games.confirming import (
    Confirmation,
    Sure,
    ask,
    confirms,
)
from bot.discord.games.presses.leagues import JoinLeague, LeagueStandings, LeaveLeague, OpenLeague
from bot.discord.games.rights import spot_here
from bot.discord.kit.answers import answers, asks
from bot.discord.kit.command import (
    Typed,
    choices,
    command,
    matching,
)
from bot.discord.kit.form import Sheet
from bot.discord.kit.reply import Attachment, Reply
from bot.discord.kit.retries import FAILURES
from bot.discord.kit.say import say
from bot.discord.turn.acting import pictures_for
from bot.errors import Refused, Stale
from bot.menu.picture import DrawingJob
from bot.store.league_rows import LeagueTableRow
from bot.store.rows import GATHERING, RUNNING
from bot.table.ground.say import timestamp
from bot.table.ground.settings import PACES
from bot.table.leagues.book import Book, check_leads
from bot.table.leagues.csv_files import as_files
from bot.table.leagues.leagues import longer, seen_due
from bot.table.leagues.log import clean_reason
from bot.table.leagues.terms import (
    DRAWS,
    MOST_DAYS,
    MOST_ROUNDS,
    RANDOM,
    checked,
    titles_of,
)
from engine.titles import easiest_first, title_named, titles
from engine.words.options import title_line

log = logging.getLogger("stationmaster.discord")
Days = app_commands.Range[int, 1, MOST_DAYS]


async def offer_titles(request: Request, typed: str) -> list[tuple[str, str]]:
    """Complete titles, one after another."""
    before, _, last = typed.rpartition(",")
    named = [one.strip() for one in before.split(",") if one.strip()]
    every = [(title_line(title), title.id) for title in easiest_first() if title.id not in named]
    return [(", ".join([*named, label]), ", ".join([*named, value])) for label, value in matching(every, last)]


@command("league new")
async def new(
    request: Request,
    name: str,
    titles: Annotated[list[str], Typed(complete=offer_titles, read=partial(titles_of, known=titles()))],
    seats: app_commands.Range[int, 2, 7],
    rounds: app_commands.Range[int, 1, MOST_ROUNDS],
    points: str = "6 3 1",
    draw: Annotated[str, Typed(choices=choices("draw", DRAWS))] = RANDOM,
    days: Days = 60,
    hour: str = "20:00",
    zone: str | None = None,
    options: str = "",
    pace: Annotated[str, Typed(choices=choices("pace", PACES))] = "",
) -> Reply:
    """Open a league in this channel."""
    request.check_server()
    await check(request, planned(spot_here(request), "thread"))
    zone = zone or (await request.table.preferences.person(request.user)).zone
    chosen = read_options(titles[0], options)
    terms = checked(titles, seats, rounds, points, draw, days, hour, zone, chosen, PACES.get(pace))
    leagues = request.table.leagues
    no_pin = spot_here(request).no_pin
    league = await leagues.create(
        request.guild, request.channel, request.user, name, terms, manager=request.manager, no_pin=no_pin
    )
    first = say("opened", group="league", name=(await leagues.book(league)).row.name)
    return await league_shown(request, league, first, no_pin)


@asks(OpenLeague, NewLeague, "/league new")
async def ask_league(request: Request, press: OpenLeague) -> Sheet:
    """What a league needs, for whoever could open one here."""
    request.check_server()
    await check(request, planned(spot_here(request), "thread"))
    return league_sheet()


@answers(NewLeague)
async def new_league(request: Request, press: NewLeague) -> Reply:
    """The same as `/league new`."""
    named = titles_of(press.titles, titles())
    return await new(request, press.called, named, press.seats, press.rounds, days=days_of(press))


# --- members


@command("league join")
async def join(request: Request, league: LeagueName | None = None) -> Reply:
    """Join a league."""
    book = await find_league(request, league)
    await request.table.leagues.join(book.id, request.user, request.name)
    await request.bot.league_pins.show(book.id)
    return Reply(say("joined", group="league", name=book.row.name))


answers(JoinLeague)(lambda request, press: join(request, str(press.league)))


@command("league leave")
async def leave(
    request: Request, league: LeagueName | None = None, member: MemberName | None = None, reason: str = ""
) -> Reply:
    """Leave a league, or take somebody else out."""
    book = await find_league(request, league)
    user = request.user if member is None else find_member(book, member).user_id
    if user == request.user and not any(one.user_id == user for one in book.members):
        raise Refused(say("not_in", group="league", name=book.row.name))
    await request.table.leagues.leave(book.id, user, request.user, reason, manager=request.manager)
    await request.bot.league_pins.show(book.id)
    if user != request.user:
        return Reply(say("sent_away", group="league", user=user))
    return Reply(say("left_running" if book.row.status == RUNNING else "left", group="league", name=book.row.name))


answers(LeaveLeague)(lambda request, press: leave(request, str(press.league)))


# --- rounds


@command("league start")
async def start(request: Request, league: LeagueName | None = None) -> Reply:
    """Draw the first round and open its games."""
    return await _next(request, await find_league(request, league), first=True)


@command("league round")
async def round_(
    request: Request,
    league: LeagueName | None = None,
    draw: bool = False,
    extra_days: Days | None = None,
    reason: str = "",
    calendar: bool | None = None,
) -> Reply:
    """Show the current round; the organiser can draw the next one, extend it, or put rounds into the calendar."""
    book = await find_league(request, league)
    if calendar is not None:
        return await put_in_calendar(request, book, on=calendar)
    if draw:
        return await _next(request, book, first=False)
    if extra_days is not None:
        why, due = clean_reason(reason), seen_due(book)
        return await ask(request, ExtendSurely(league=book.id, days=extra_days, reason=why, due=due))
    if book.row.status == GATHERING:
        return Reply("\n".join([state_of(book), *terms_of(book)]), book.row.name)
    troubles: list[str] = []
    if request.user == book.row.organiser_id or request.manager:
        # Games that could not be opened when the round was drawn.
        troubles = await _opened(request, book)
        book = await request.table.leagues.book(book.id)
    tables = round_lines(book, book.row.round, await request.table.leagues.games(book))
    room = ANSWER - sum(len(line) + 1 for line in troubles)
    return Reply(
        "\n".join([*fitting([state_of(book), *tables], room, "/league standings files:True"), *troubles]), book.row.name
    )


async def _next(request: Request, book: Book, *, first: bool) -> Reply:
    check_leads(book.row, request.user, manager=request.manager)
    if request.channel != book.row.channel_id:
        raise Refused(say("there", group="league", channel=book.row.channel_id))
    await check(request, planned(spot_here(request), "thread"))
    await _check_there(request, book)
    with request.bot.league_pins.calendar.answering(book.id):
        drawn_round = await request.table.leagues.draw(book.id, request.user, first=first, manager=request.manager)
        troubles = await _opened(request, await request.table.leagues.book(book.id))
        await request.bot.league_pins.show(book.id)
    book = await request.table.leagues.book(book.id)
    troubles += refused_event(request, book.id)
    lines = round_lines(book, drawn_round, await request.table.leagues.games(book))
    room = ANSWER - sum(len(line) + 1 for line in troubles)
    lines = fitting([say("drawn", group="league", number=drawn_round), *lines], room, "/league round")
    return Reply("\n".join([*lines, *troubles]))


async def _check_there(request: Request, book: Book) -> None:
    """Refuse to draw people who have left the server, because their games would wait for them."""
    for one in book.active:
        await check_member(request, one.user_id, say("not_there", group="league", name=one.name))


async def _opened(request: Request, book: Book) -> list[str]:
    """Open the round's games, each in its own thread; returns what has to be said about it."""
    if request.channel != book.row.channel_id:
        return []
    leagues, troubles = request.table.leagues, list[str]()
    async with request.bot.league_pins.opening.setdefault(book.id, asyncio.Lock()):
        for table in await leagues.to_open(book.id):
            try:
                troubles += await _opened_one(request, book, table)
            except Stale:
                # Meanwhile the league was ended or the table opened.
                break
            except Refused as e:
                log.warning("league %d: a table cannot be opened: %s", book.id, e)
                troubles.append(say("not_opened", group="league", number=table.number))
    return list(dict.fromkeys(troubles))


async def _opened_one(request: Request, book: Book, table: LeagueTableRow) -> list[str]:
    """Open one game in its thread; if it cannot begin, the thread is removed."""
    troubles, plan = list[str](), planned(spot_here(request), "thread")
    title = title_named(book.terms.title(table.round)).name
    name = say("place", group="league", name=book.row.name, number=table.round, table=table.number, title=title)
    try:
        channel, own = await create_channel(request, plan, name[:100]), 1 if plan.is_new else None
    except FAILURES:
        channel, own = request.channel, None
        troubles.append(say("no_place"))
    no_pin = None if own else spot_here(request).no_pin
    try:
        game = await request.table.leagues.open_table(table, channel, own=own, no_pin=no_pin)
    except BaseException:
        if own:
            await _unmade(request, channel)
        raise
    return [*troubles, *await show_in_place(request, game, channel, no_pin)]


async def _unmade(request: Request, thread: int) -> None:
    with contextlib.suppress(*FAILURES):
        place = await channel_of(request, thread)
        if isinstance(place, discord.Thread):
            await place.delete()


# --- looking


@command("league standings")
async def standings(request: Request, league: LeagueName | None = None, files: bool = False) -> Reply:
    """Show the standings, as a picture and in words, or everything as files."""
    book = await find_league(request, league)
    if files:
        return _exported(book)
    if not book.row.round:
        return Reply("\n".join([state_of(book), *terms_of(book)]), book.row.name)
    pictures = await pictures_for(request, [DrawingJob("standings", (sheet_of(book),))])
    ranks = fitting([state_of(book), *standings_lines(book)], 2 * ANSWER // 3, "/league standings files:True")
    room = ANSWER - sum(len(line) + 1 for line in ranks)
    # Latest first, so that the oldest are left out.
    return Reply(
        "\n".join([*ranks, *fitting(_corrected(book)[::-1], room, "/league standings files:True")]),
        book.row.name,
        pictures,
    )


answers(LeagueStandings)(lambda request, press: standings(request, str(press.league)))


def _corrected(book: Book) -> list[str]:
    """What was corrected, and why."""
    return [
        say(
            "corrected_line",
            group="league",
            name=book.member(entry.member).name,
            points=f"{entry.points:+}",
            reason=entry.reason,
            by=entry.by_id,
        )
        for entry in book.log
        if entry.member is not None and entry.points
    ]


def _exported(book: Book) -> Reply:
    """Everything as files for a spreadsheet."""
    files = tuple(Attachment(name, data) for name, data in as_files(book).items())
    return Reply(say("exported", group="league", name=book.row.name), pictures=files)


# --- the organiser


class EndSurely(Sure, name="league_end_yes"):
    """End a league."""

    league: int


@command("league end")
async def end(request: Request, league: LeagueName | None = None) -> Reply:
    """Ask to confirm before a league is ended."""
    return await ask(request, EndSurely(league=(await find_league(request, league)).id))


async def _ends(request: Request, sure: EndSurely) -> Confirmation:
    book = await find_league(request, sure.league)
    check_leads(book.row, request.user, manager=request.manager)
    if book.row.status not in (GATHERING, RUNNING):
        raise Refused(say("over", group="league"))
    text = say("really_end", group="league", name=book.row.name, members=len(book.members), number=book.row.round)
    return Confirmation(text, say("button_end", group="league"), (book.row.status, book.row.round, len(book.members)))


@confirms(EndSurely, _ends)
async def ended(request: Request, sure: EndSurely) -> Reply:
    """End it."""
    await request.table.leagues.end(sure.league, request.user, manager=request.manager)
    await request.bot.league_pins.show(sure.league)
    return Reply(say("ended", group="league"))


class ExtendSurely(Sure, name="league_extend_yes"):
    """Extend the round that was due then."""

    league: int
    days: int
    reason: str
    due: int


async def _extends(request: Request, sure: ExtendSurely) -> Confirmation:
    book = await find_league(request, sure.league)
    check_leads(book.row, request.user, manager=request.manager)
    until, due = longer(book, sure.days), seen_due(book)
    fields = {"number": book.row.round, "due": f"<t:{due}:f>", "until": timestamp(until)}
    return Confirmation(say("really_extend", group="league", **fields), say("button_extend", group="league"), (due,))


@confirms(ExtendSurely, _extends)
async def extended(request: Request, sure: ExtendSurely) -> Reply:
    """Extend it."""
    until = await request.table.leagues.extend(
        sure.league, request.user, sure.days, sure.reason, manager=request.manager, seen=sure.due
    )
    await request.bot.league_pins.show(sure.league)
    told = say("extended", group="league", due=timestamp(until))
    return Reply("\n".join([told, *refused_event(request, sure.league)]))
