"""Leagues: /league new, join, leave, start, round, standings, export, end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import discord

from bot.discord.acting import drawn
from bot.discord.asked import Asked, OnPress
from bot.discord.command import Command, Option, choices, matching
from bot.discord.drawing import Sketch
from bot.discord.league_meant import LEAGUE, check_member, league_meant, member_meant, offer_members
from bot.discord.league_sheet import ANSWER, fitting, round_lines, sheet_of, standings_lines, state_of, terms_of
from bot.discord.place import check, found, league_shown, made, planned, shown
from bot.discord.pressed import NUMBER, WORD, Pressed
from bot.discord.reply import Reply, Shown
from bot.discord.rights import spot_here
from bot.discord.say import say
from bot.discord.sure import Question, Warned
from bot.discord.typed_options import read_options
from bot.discord.weather import FAILURES
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


async def new(asked: Asked, given: dict[str, Any]) -> Reply:
    """Open a league in this channel."""
    asked.check_server()
    await check(asked, planned(spot_here(asked), "thread"))
    names = titles_of(given["titles"], titles())
    zone = given.get("zone") or (await asked.table.preferences.person(asked.user)).zone
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
    leagues = asked.table.leagues
    no_pin = spot_here(asked).no_pin
    league = await leagues.create(
        asked.guild, asked.channel, asked.user, given["name"], terms, manager=asked.manager, no_pin=no_pin
    )
    first = say("opened", group="league", name=(await leagues.book(league)).row.name)
    return await league_shown(asked, league, first, no_pin)


# --- members


async def join(asked: Asked, given: dict[str, Any]) -> Reply:
    """Join a league."""
    book = await league_meant(asked, given)
    await asked.table.leagues.join(book.id, asked.user, asked.name)
    await asked.bot.league_pins.show(book.id)
    return Reply(say("joined", group="league", name=book.row.name))


async def leave(asked: Asked, given: dict[str, Any]) -> Reply:
    """Leave a league, or take somebody else out."""
    book, who = await league_meant(asked, given), given.get("member")
    user = asked.user if who is None else member_meant(book, str(who)).user_id
    if user == asked.user and not any(one.user_id == user for one in book.members):
        raise Refused(say("not_in", group="league", name=book.row.name))
    await asked.table.leagues.leave(book.id, user, asked.user, given.get("reason", ""), manager=asked.manager)
    await asked.bot.league_pins.show(book.id)
    if user != asked.user:
        return Reply(say("sent_away", group="league", user=user))
    return Reply(say("left_running" if book.row.status == RUNNING else "left", group="league", name=book.row.name))


# --- rounds


async def start(asked: Asked, given: dict[str, Any]) -> Reply:
    """Draw the first round and open its games."""
    return await _next(asked, await league_meant(asked, given), first=True)


async def round_(asked: Asked, given: dict[str, Any]) -> Reply:
    """Show the current round; the organiser can draw the next one or extend it."""
    book = await league_meant(asked, given)
    if given.get("draw"):
        return await _next(asked, book, first=False)
    if days := given.get("extra_days"):
        return await EXTENDING.ask(asked, book.id, days, clean_reason(given.get("reason", "")), seen_due(book))
    if book.row.status == GATHERING:
        return Reply("\n".join([state_of(book), *terms_of(book)]), book.row.name)
    told: list[str] = []
    if asked.user == book.row.organiser_id or asked.manager:
        # Games that could not be opened when the round was drawn.
        told = await _opened(asked, book)
        book = await asked.table.leagues.book(book.id)
    tables = round_lines(book, book.row.round, await asked.table.leagues.games(book))
    room = ANSWER - sum(len(line) + 1 for line in told)
    return Reply("\n".join([*fitting([state_of(book), *tables], room, "/league export"), *told]), book.row.name)


async def _next(asked: Asked, book: Book, *, first: bool) -> Reply:
    check_leads(book.row, asked.user, manager=asked.manager)
    if asked.channel != book.row.channel_id:
        raise Refused(say("there", group="league", channel=book.row.channel_id))
    await check(asked, planned(spot_here(asked), "thread"))
    await _check_there(asked, book)
    drawn_round = await asked.table.leagues.draw(book.id, asked.user, first=first, manager=asked.manager)
    told = await _opened(asked, await asked.table.leagues.book(book.id))
    await asked.bot.league_pins.show(book.id)
    book = await asked.table.leagues.book(book.id)
    lines = round_lines(book, drawn_round, await asked.table.leagues.games(book))
    room = ANSWER - sum(len(line) + 1 for line in told)
    lines = fitting([say("drawn", group="league", number=drawn_round), *lines], room, "/league round")
    return Reply("\n".join([*lines, *told]))


async def _check_there(asked: Asked, book: Book) -> None:
    """Refuse to draw people who have left the server, because their games would wait for them."""
    for one in book.active:
        await check_member(asked, one.user_id, say("not_there", group="league", name=one.name))


async def _opened(asked: Asked, book: Book) -> list[str]:
    """Open the round's games, each in its own thread; returns what has to be said about it."""
    if asked.channel != book.row.channel_id:
        return []
    leagues, told = asked.table.leagues, list[str]()
    async with asked.bot.league_pins.opening.setdefault(book.id, asyncio.Lock()):
        for table in await leagues.to_open(book.id):
            try:
                told += await _opened_one(asked, book, table)
            except Stale:
                # Meanwhile the league was ended or the table opened.
                break
            except Refused as e:
                log.warning("league %d: a table cannot be opened: %s", book.id, e)
                told.append(say("not_opened", group="league", number=table.number))
    return list(dict.fromkeys(told))


async def _opened_one(asked: Asked, book: Book, table: LeagueTableRow) -> list[str]:
    """Open one game in its thread; if it cannot begin, the thread is removed."""
    told, plan = list[str](), planned(spot_here(asked), "thread")
    title = title_named(book.terms.title(table.round)).name
    name = say("place", group="league", name=book.row.name, number=table.round, table=table.number, title=title)
    try:
        channel, own = await made(asked, plan, name[:100]), 1 if plan.made else None
    except FAILURES:
        channel, own = asked.channel, None
        told.append(say("no_place"))
    no_pin = None if own else spot_here(asked).no_pin
    try:
        game = await asked.table.leagues.open_table(table, channel, own=own, no_pin=no_pin)
    except BaseException:
        if own:
            await _unmade(asked, channel)
        raise
    return [*told, *await shown(asked, game, channel, no_pin)]


async def _unmade(asked: Asked, thread: int) -> None:
    with contextlib.suppress(*FAILURES):
        place = await found(asked, thread)
        if isinstance(place, discord.Thread):
            await place.delete()


# --- looking


async def standings(asked: Asked, given: dict[str, Any]) -> Reply:
    """Show the standings, as a picture and in words."""
    book = await league_meant(asked, given)
    if not book.row.round:
        return Reply("\n".join([state_of(book), *terms_of(book)]), book.row.name)
    pictures = await drawn(asked, [Sketch("standings", (sheet_of(book),))])
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


async def export(asked: Asked, given: dict[str, Any]) -> Reply:
    """Export everything as files for a spreadsheet."""
    book = await league_meant(asked, given)
    files = tuple(Shown(name, data) for name, data in as_files(book).items())
    return Reply(say("exported", group="league", name=book.row.name), pictures=files)


# --- the organiser


async def _pressed_league(asked: Asked, args: list[str]) -> Book:
    return await league_meant(asked, {"league": args[0]})


async def end(asked: Asked, given: dict[str, Any]) -> Reply:
    """Ask to confirm before a league is ended."""
    return await ENDING.ask(asked, (await league_meant(asked, given)).id)


async def _ends(asked: Asked, args: list[str]) -> Warned:
    book = await _pressed_league(asked, args)
    check_leads(book.row, asked.user, manager=asked.manager)
    if book.row.status not in (GATHERING, RUNNING):
        raise Refused(say("over", group="league"))
    text = say("really_end", group="league", name=book.row.name, members=len(book.members), number=book.row.round)
    return Warned(text, say("button_end", group="league"), (book.row.status, book.row.round, len(book.members)))


async def _ended(asked: Asked, args: list[str]) -> Reply:
    await asked.table.leagues.end(int(args[0]), asked.user, manager=asked.manager)
    await asked.bot.league_pins.show(int(args[0]))
    return Reply(say("ended", group="league"))


async def _extends(asked: Asked, args: list[str]) -> Warned:
    book = await _pressed_league(asked, args)
    check_leads(book.row, asked.user, manager=asked.manager)
    until, due = longer(book, int(args[1])), seen_due(book)
    fields = {"number": book.row.round, "due": f"<t:{due}:f>", "until": f"<t:{int(until.timestamp())}:f>"}
    return Warned(say("really_extend", group="league", **fields), say("button_extend", group="league"), (due,))


async def _extended(asked: Asked, args: list[str]) -> Reply:
    book = await _pressed_league(asked, args)
    until = await asked.table.leagues.extend(
        book.id, asked.user, int(args[1]), args[2], manager=asked.manager, seen=int(args[3])
    )
    await asked.bot.league_pins.show(book.id)
    return Reply(say("extended", group="league", due=f"<t:{int(until.timestamp())}:f>"))


EXTENDING = Question("league_extend_yes", _extends, _extended, (NUMBER, NUMBER, WORD, NUMBER))
ENDING = Question("league_end_yes", _ends, _ended, (NUMBER,))


def _press(answer: Any) -> OnPress:
    """A button that runs a command for the league it names."""

    async def press(asked: Asked, args: list[str], values: list[str]) -> Reply:
        return await answer(asked, {"league": args[0]})

    return Pressed(press, (NUMBER,))


async def offer_titles(asked: Asked, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
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
