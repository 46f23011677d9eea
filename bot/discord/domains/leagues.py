"""Leagues: /league new, join, leave, start, round, standings, export, end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import discord

from bot.discord.acting import drawn
from bot.discord.command import Command, Option, choices, matching
from bot.discord.components import NUMBER, WORD, Component
from bot.discord.confirming import Confirmation, GraveAction
from bot.discord.league_lookup import LEAGUE, check_member, find_league, find_member, offer_members
from bot.discord.league_sheet import ANSWER, fitting, round_lines, sheet_of, standings_lines, state_of, terms_of
from bot.discord.place import channel_of, check, create_channel, league_shown, planned, show_in_place
from bot.discord.reply import Attachment, Reply
from bot.discord.request import OnPress, Request
from bot.discord.retries import FAILURES
from bot.discord.rights import spot_here
from bot.discord.say import say
from bot.discord.typed_options import read_options
from bot.menu.picture import DrawingJob
from bot.store.rows import GATHERING, RUNNING, LeagueTableRow
from bot.table.errors import Refused, Stale
from bot.table.league_book import Book, check_leads
from bot.table.league_csv import as_files
from bot.table.league_log import clean_reason
from bot.table.league_terms import DRAWS, MOST_DAYS, MOST_ROUNDS, RANDOM, checked, titles_of
from bot.table.leagues import longer, seen_due
from bot.table.settings import PACES
from engine.titles import title_named, titles

log = logging.getLogger("stationmaster.discord")
POINTS, DAYS, HOUR = "6 3 1", 60, "20:00"


async def new(request: Request, given: dict[str, Any]) -> Reply:
    """Open a league in this channel."""
    request.check_server()
    await check(request, planned(spot_here(request), "thread"))
    names = titles_of(given["titles"], titles())
    zone = given.get("zone") or (await request.table.preferences.person(request.user)).zone
    terms = checked(
        names,
        given["seats"],
        given["rounds"],
        given.get("points", POINTS),
        given.get("draw", RANDOM),
        given.get("days", DAYS),
        given.get("hour", HOUR),
        zone,
        read_options(names[0], given.get("options", "")),
        PACES.get(given.get("pace", "")),
    )
    leagues = request.table.leagues
    no_pin = spot_here(request).no_pin
    league = await leagues.create(
        request.guild, request.channel, request.user, given["name"], terms, manager=request.manager, no_pin=no_pin
    )
    first = say("opened", group="league", name=(await leagues.book(league)).row.name)
    return await league_shown(request, league, first, no_pin)


# --- members


async def join(request: Request, given: dict[str, Any]) -> Reply:
    """Join a league."""
    book = await find_league(request, given)
    await request.table.leagues.join(book.id, request.user, request.name)
    await request.bot.league_pins.show(book.id)
    return Reply(say("joined", group="league", name=book.row.name))


async def leave(request: Request, given: dict[str, Any]) -> Reply:
    """Leave a league, or take somebody else out."""
    book, who = await find_league(request, given), given.get("member")
    user = request.user if who is None else find_member(book, str(who)).user_id
    if user == request.user and not any(one.user_id == user for one in book.members):
        raise Refused(say("not_in", group="league", name=book.row.name))
    await request.table.leagues.leave(book.id, user, request.user, given.get("reason", ""), manager=request.manager)
    await request.bot.league_pins.show(book.id)
    if user != request.user:
        return Reply(say("sent_away", group="league", user=user))
    return Reply(say("left_running" if book.row.status == RUNNING else "left", group="league", name=book.row.name))


# --- rounds


async def start(request: Request, given: dict[str, Any]) -> Reply:
    """Draw the first round and open its games."""
    return await _next(request, await find_league(request, given), first=True)


async def round_(request: Request, given: dict[str, Any]) -> Reply:
    """Show the current round; the organiser can draw the next one or extend it."""
    book = await find_league(request, given)
    if given.get("draw"):
        return await _next(request, book, first=False)
    if days := given.get("extra_days"):
        return await EXTENDING.ask(request, book.id, days, clean_reason(given.get("reason", "")), seen_due(book))
    if book.row.status == GATHERING:
        return Reply("\n".join([state_of(book), *terms_of(book)]), book.row.name)
    told: list[str] = []
    if request.user == book.row.organiser_id or request.manager:
        # Games that could not be opened when the round was drawn.
        told = await _opened(request, book)
        book = await request.table.leagues.book(book.id)
    tables = round_lines(book, book.row.round, await request.table.leagues.games(book))
    room = ANSWER - sum(len(line) + 1 for line in told)
    return Reply("\n".join([*fitting([state_of(book), *tables], room, "/league export"), *told]), book.row.name)


async def _next(request: Request, book: Book, *, first: bool) -> Reply:
    check_leads(book.row, request.user, manager=request.manager)
    if request.channel != book.row.channel_id:
        raise Refused(say("there", group="league", channel=book.row.channel_id))
    await check(request, planned(spot_here(request), "thread"))
    await _check_there(request, book)
    drawn_round = await request.table.leagues.draw(book.id, request.user, first=first, manager=request.manager)
    told = await _opened(request, await request.table.leagues.book(book.id))
    await request.bot.league_pins.show(book.id)
    book = await request.table.leagues.book(book.id)
    lines = round_lines(book, drawn_round, await request.table.leagues.games(book))
    room = ANSWER - sum(len(line) + 1 for line in told)
    lines = fitting([say("drawn", group="league", number=drawn_round), *lines], room, "/league round")
    return Reply("\n".join([*lines, *told]))


async def _check_there(request: Request, book: Book) -> None:
    """Refuse to draw people who have left the server, because their games would wait for them."""
    for one in book.active:
        await check_member(request, one.user_id, say("not_there", group="league", name=one.name))


async def _opened(request: Request, book: Book) -> list[str]:
    """Open the round's games, each in its own thread; returns what has to be said about it."""
    if request.channel != book.row.channel_id:
        return []
    leagues, told = request.table.leagues, list[str]()
    async with request.bot.league_pins.opening.setdefault(book.id, asyncio.Lock()):
        for table in await leagues.to_open(book.id):
            try:
                told += await _opened_one(request, book, table)
            except Stale:
                # Meanwhile the league was ended or the table opened.
                break
            except Refused as e:
                log.warning("league %d: a table cannot be opened: %s", book.id, e)
                told.append(say("not_opened", group="league", number=table.number))
    return list(dict.fromkeys(told))


async def _opened_one(request: Request, book: Book, table: LeagueTableRow) -> list[str]:
    """Open one game in its thread; if it cannot begin, the thread is removed."""
    told, plan = list[str](), planned(spot_here(request), "thread")
    title = title_named(book.terms.title(table.round)).name
    name = say("place", group="league", name=book.row.name, number=table.round, table=table.number, title=title)
    try:
        channel, own = await create_channel(request, plan, name[:100]), 1 if plan.is_new else None
    except FAILURES:
        channel, own = request.channel, None
        told.append(say("no_place"))
    no_pin = None if own else spot_here(request).no_pin
    try:
        game = await request.table.leagues.open_table(table, channel, own=own, no_pin=no_pin)
    except BaseException:
        if own:
            await _unmade(request, channel)
        raise
    return [*told, *await show_in_place(request, game, channel, no_pin)]


async def _unmade(request: Request, thread: int) -> None:
    with contextlib.suppress(*FAILURES):
        place = await channel_of(request, thread)
        if isinstance(place, discord.Thread):
            await place.delete()


# --- looking


async def standings(request: Request, given: dict[str, Any]) -> Reply:
    """Show the standings, as a picture and in words."""
    book = await find_league(request, given)
    if not book.row.round:
        return Reply("\n".join([state_of(book), *terms_of(book)]), book.row.name)
    pictures = await drawn(request, [DrawingJob("standings", (sheet_of(book),))])
    ranks = fitting([state_of(book), *standings_lines(book)], 2 * ANSWER // 3, "/league export")
    room = ANSWER - sum(len(line) + 1 for line in ranks)
    # Latest first, so that the oldest are left out.
    return Reply("\n".join([*ranks, *fitting(_corrected(book)[::-1], room, "/league export")]), book.row.name, pictures)


def _corrected(book: Book) -> list[str]:
    """What was corrected, and why."""
    return [
        say(
            "corrected_line",
            group="league",
            name=book.member(one.member).name,
            points=f"{one.points:+}",
            reason=one.reason,
            by=one.by_id,
        )
        for one in book.log
        if one.member is not None and one.points
    ]


async def export(request: Request, given: dict[str, Any]) -> Reply:
    """Export everything as files for a spreadsheet."""
    book = await find_league(request, given)
    files = tuple(Attachment(name, data) for name, data in as_files(book).items())
    return Reply(say("exported", group="league", name=book.row.name), pictures=files)


# --- the organiser


async def _pressed_league(request: Request, args: list[str]) -> Book:
    return await find_league(request, {"league": args[0]})


async def end(request: Request, given: dict[str, Any]) -> Reply:
    """Ask to confirm before a league is ended."""
    return await ENDING.ask(request, (await find_league(request, given)).id)


async def _ends(request: Request, args: list[str]) -> Confirmation:
    book = await _pressed_league(request, args)
    check_leads(book.row, request.user, manager=request.manager)
    if book.row.status not in (GATHERING, RUNNING):
        raise Refused(say("over", group="league"))
    text = say("really_end", group="league", name=book.row.name, members=len(book.members), number=book.row.round)
    return Confirmation(text, say("button_end", group="league"), (book.row.status, book.row.round, len(book.members)))


async def _ended(request: Request, args: list[str]) -> Reply:
    await request.table.leagues.end(int(args[0]), request.user, manager=request.manager)
    await request.bot.league_pins.show(int(args[0]))
    return Reply(say("ended", group="league"))


async def _extends(request: Request, args: list[str]) -> Confirmation:
    book = await _pressed_league(request, args)
    check_leads(book.row, request.user, manager=request.manager)
    until, due = longer(book, int(args[1])), seen_due(book)
    fields = {"number": book.row.round, "due": f"<t:{due}:f>", "until": f"<t:{int(until.timestamp())}:f>"}
    return Confirmation(say("really_extend", group="league", **fields), say("button_extend", group="league"), (due,))


async def _extended(request: Request, args: list[str]) -> Reply:
    book = await _pressed_league(request, args)
    until = await request.table.leagues.extend(
        book.id, request.user, int(args[1]), args[2], manager=request.manager, seen=int(args[3])
    )
    await request.bot.league_pins.show(book.id)
    return Reply(say("extended", group="league", due=f"<t:{int(until.timestamp())}:f>"))


EXTENDING = GraveAction("league_extend_yes", _extends, _extended, (NUMBER, NUMBER, WORD, NUMBER))
ENDING = GraveAction("league_end_yes", _ends, _ended, (NUMBER,))


def _press(answer: Any) -> OnPress:
    """A button that runs a command for the league it names."""

    async def press(request: Request, args: list[str], values: list[str]) -> Reply:
        return await answer(request, {"league": args[0]})

    return Component(press, (NUMBER,))


async def offer_titles(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Complete titles, one after another."""
    before, _, last = typed.rpartition(",")
    named = [one.strip() for one in before.split(",") if one.strip()]
    every = [(title_named(name).name, name) for name in titles() if name not in named]
    return [(", ".join([*named, label]), ", ".join([*named, value])) for label, value in matching(every, last)]


COMMANDS = (
    Command(
        "league new",
        new,
        (
            Option("name", required=True),
            Option("titles", required=True, complete=offer_titles),
            Option("seats", int, required=True, low=2, high=7),
            Option("rounds", int, required=True, low=1, high=MOST_ROUNDS),
            Option("points"),
            Option("draw", choices=choices("draw", DRAWS)),
            Option("days", int, low=1, high=MOST_DAYS),
            Option("hour"),
            Option("zone"),
            Option("options"),
            Option("pace", choices=choices("pace", PACES)),
        ),
    ),
    Command("league join", join, (LEAGUE,)),
    Command("league leave", leave, (LEAGUE, Option("member", complete=offer_members), Option("reason"))),
    Command("league start", start, (LEAGUE,)),
    Command(
        "league round",
        round_,
        (LEAGUE, Option("draw", bool), Option("extra_days", int, low=1, high=MOST_DAYS), Option("reason")),
    ),
    Command("league standings", standings, (LEAGUE,)),
    Command("league export", export, (LEAGUE,)),
    Command("league end", end, (LEAGUE,)),
)
PRESSES: dict[str, OnPress] = {
    "league_join": _press(join),
    "league_leave": _press(leave),
    "league_standings": _press(standings),
    **EXTENDING.presses,
    **ENDING.presses,
}
