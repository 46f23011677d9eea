"""Leagues: /league new, join, leave, start, round, standings, correct, replace, export, end."""

from __future__ import annotations

import asyncio
from typing import Any

import discord

from bot.discord.acting import drawn
from bot.discord.asked import Asked, OnPress
from bot.discord.command import Command, Option, choices, matching
from bot.discord.drawing import Sketch
from bot.discord.league_sheet import round_lines, sheet_of, standings_lines, state_of, terms_of
from bot.discord.losses import UNKNOWN_MEMBER, UNKNOWN_USER
from bot.discord.place import check, made, planned, shown
from bot.discord.pressed import NUMBER, Pressed
from bot.discord.reply import Reply, Shown
from bot.discord.rights import check_sees, not_pinned, spot_here
from bot.discord.say import say
from bot.discord.sure import Question, Warned
from bot.discord.typed_options import read_options
from bot.discord.weather import FAILURES
from bot.store.rows import FINISHED, GATHERING, RUNNING, STOPPED, LeagueRow
from bot.table.errors import Refused
from bot.table.given import number
from bot.table.league_book import Book, check_leads
from bot.table.league_csv import as_files
from bot.table.league_terms import DRAWS, MOST_DAYS, MOST_ROUNDS, RANDOM, checked, titles_of
from bot.table.leagues import MOST_CORRECTION
from bot.table.plain import plain
from bot.table.settings import PACES
from engine.titles import title_named, titles

POINTS, DAYS, HOUR = "6 3 1", 60, "20:00"


async def new(asked: Asked, given: dict[str, Any]) -> Reply:
    """Open a league in this channel."""
    if not asked.guild:
        raise Refused(say("servers_only"))
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
    there = await asked.bot.league_pins.show(league)
    lines = [say("opened", group="league", name=(await leagues.book(league)).row.name)]
    if not there:
        lines.append(say("not_shown", group="league"))
    elif no_pin:
        lines.append(not_pinned())
    return Reply("\n".join(lines))


# --- which league


async def _meant(asked: Asked, given: dict[str, Any]) -> Book:
    """The league that is named, or the only one there is here; refused to whoever does not see its channel."""
    if not asked.guild:
        raise Refused(say("servers_only"))
    rows = await asked.table.leagues.on(asked.guild)
    if given.get("league"):
        wanted = number(str(given["league"]))
        found = [row for row in rows if row.id == wanted]
    else:
        open_ones = [row for row in rows if row.status in (GATHERING, RUNNING)]
        here = [row for row in open_ones if row.channel_id == asked.channel]
        found = here if len(here) == 1 else open_ones or rows[:1]
    if not found:
        raise Refused(say("none", group="league"))
    if len(found) > 1:
        raise Refused(say("which", group="league", names=[row.name for row in found]))
    await check_sees(asked, found[0].guild_id, found[0].channel_id)
    return await asked.table.leagues.book(found[0].id or 0)


async def offer_leagues(asked: Asked, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Leagues by name."""
    rows = await asked.table.leagues.on(asked.guild) if asked.guild else []
    return matching([(_called(row), str(row.id)) for row in rows], typed)


def _called(row: LeagueRow) -> str:
    return say("over_league", group="league", name=row.name) if row.status in (FINISHED, STOPPED) else row.name


async def _pressed_league(asked: Asked, args: list[str]) -> Book:
    return await _meant(asked, {"league": args[0]})


# --- members


async def join(asked: Asked, given: dict[str, Any]) -> Reply:
    """Take part."""
    book = await _meant(asked, given)
    await asked.table.leagues.join(book.id, asked.user, asked.name)
    await asked.bot.league_pins.show(book.id)
    return Reply(say("joined", group="league", name=book.row.name))


async def leave(asked: Asked, given: dict[str, Any]) -> Reply:
    """Take part no more, or let somebody else take part no more."""
    book, who = await _meant(asked, given), given.get("member")
    user = asked.user if who is None else who.id
    if user == asked.user and not any(one.user_id == user for one in book.members):
        raise Refused(say("not_in", group="league", name=book.row.name))
    await asked.table.leagues.leave(book.id, user, asked.user, given.get("reason", ""), manager=asked.manager)
    await asked.bot.league_pins.show(book.id)
    if user != asked.user:
        return Reply(say("sent_away", group="league", user=user))
    return Reply(say("left_running" if book.row.status == RUNNING else "left", group="league", name=book.row.name))


async def replace(asked: Asked, given: dict[str, Any]) -> Reply:
    """Give somebody's place with its points to somebody else."""
    book, old, new = await _meant(asked, given), given["member"], given["by"]
    if new.bot:
        raise Refused(say("no_bots"))
    await _check_member(asked, new.id, say("not_here", group="league", name=plain(new.display_name)))
    games = await asked.table.leagues.replace(
        book.id, asked.user, old.id, new.id, new.display_name, given.get("reason", ""), manager=asked.manager
    )
    await asked.bot.league_pins.show(book.id)
    told = [say("replaced", group="league", old=old.id, new=new.id)]
    told += [say("seat_too", group="league", game=game) for game in games]
    return Reply("\n".join(told))


# --- rounds


async def start(asked: Asked, given: dict[str, Any]) -> Reply:
    """Draw the first round and open its games."""
    return await _next(asked, await _meant(asked, given), first=True)


async def round_(asked: Asked, given: dict[str, Any]) -> Reply:
    """The round that is being played; drawn, or made longer, by the organiser."""
    book = await _meant(asked, given)
    if given.get("draw"):
        return await _next(asked, book, first=False)
    if days := given.get("extra_days"):
        until = await asked.table.leagues.extend(
            book.id, asked.user, days, given.get("reason", ""), manager=asked.manager
        )
        await asked.bot.league_pins.show(book.id)
        return Reply(say("extended", group="league", due=f"<t:{int(until.timestamp())}:f>"))
    if book.row.status == GATHERING:
        return Reply("\n".join([state_of(book), *terms_of(book)]), book.row.name)
    told: list[str] = []
    if asked.user == book.row.organiser_id or asked.manager:
        # What could not be opened when the round was drawn.
        told = await _opened(asked, book)
        book = await asked.table.leagues.book(book.id)
    lines = [state_of(book), *round_lines(book, book.row.round, await asked.table.leagues.games(book)), *told]
    return Reply("\n".join(lines), book.row.name)


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
    return Reply("\n".join([say("drawn", group="league", number=drawn_round), *lines, *told]))


async def _check_there(asked: Asked, book: Book) -> None:
    """Refuse a draw with people who have left the server: their games would wait for them."""
    for one in book.active:
        await _check_member(asked, one.user_id, say("not_there", group="league", name=one.name))


async def _check_member(asked: Asked, user: int, why: str) -> None:
    """Refuse somebody who is not on the server."""
    guild = asked.bot.get_guild(asked.guild)
    if guild is None:
        return
    try:
        await guild.fetch_member(user)
    except discord.NotFound as e:
        if e.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
            raise Refused(why) from e


async def _opened(asked: Asked, book: Book) -> list[str]:
    """Open the games of the round, each in a thread of its own; what has to be said about that."""
    if asked.channel != book.row.channel_id:
        return []
    leagues, told = asked.table.leagues, list[str]()
    async with asked.bot.league_pins.opening.setdefault(book.id, asyncio.Lock()):
        for table in await leagues.to_open(book.id):
            plan = planned(spot_here(asked), "thread")
            title = title_named(book.terms.title(table.round)).name
            name = say("place", group="league", name=book.row.name, number=table.round, table=table.number, title=title)
            try:
                channel, own = await made(asked, plan, name[:100]), 1 if plan.made else None
            except FAILURES:
                channel, own = asked.channel, None
                told.append(say("no_place"))
            no_pin = None if own else spot_here(asked).no_pin
            game = await leagues.open_table(table, channel, own=own, no_pin=no_pin)
            told += await shown(asked, game, channel, no_pin)
    return list(dict.fromkeys(told))


# --- looking


async def standings(asked: Asked, given: dict[str, Any]) -> Reply:
    """Who leads, as a picture and in words."""
    book = await _meant(asked, given)
    if not book.row.round:
        return Reply("\n".join([state_of(book), *terms_of(book)]), book.row.name)
    pictures = await drawn(asked, [Sketch("standings", (sheet_of(book),))])
    return Reply("\n".join([state_of(book), *standings_lines(book), *_corrected(book)]), book.row.name, pictures)


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
    """All of it as files for a spreadsheet."""
    book = await _meant(asked, given)
    files = tuple(Shown(name, data) for name, data in as_files(book).items())
    return Reply(say("exported", group="league", name=book.row.name), pictures=files)


# --- the organiser


async def correct(asked: Asked, given: dict[str, Any]) -> Reply:
    """Give or take points, with a reason."""
    book, who = await _meant(asked, given), given["member"]
    await asked.table.leagues.correct(
        book.id, asked.user, who.id, given["points"], given["reason"], manager=asked.manager
    )
    await asked.bot.league_pins.show(book.id)
    return Reply(say("corrected", group="league", user=who.id, points=f"{given['points']:+}"))


async def end(asked: Asked, given: dict[str, Any]) -> Reply:
    """Ask once more before a league is stopped."""
    return await ENDING.ask(asked, (await _meant(asked, given)).id)


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


ENDING = Question("league_end_yes", _ends, _ended, (NUMBER,))


def _press(answer: Any) -> OnPress:
    """A button that does what a command does, for the league it names."""

    async def press(asked: Asked, args: list[str], values: list[str]) -> Reply:
        return await answer(asked, {"league": args[0]})

    return Pressed(press, (NUMBER,))


async def offer_titles(asked: Asked, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Titles, one after the other."""
    before, _, last = typed.rpartition(",")
    named = [one.strip() for one in before.split(",") if one.strip()]
    every = [(title_named(name).name, name) for name in titles() if name not in named]
    return [(", ".join([*named, label]), ", ".join([*named, value])) for label, value in matching(every, last)]


LEAGUE = Option("league", complete=offer_leagues)
MEMBER = Option("member", discord.User, required=True)
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
    Command("league leave", leave, (LEAGUE, Option("member", discord.User), Option("reason"))),
    Command("league start", start, (LEAGUE,)),
    Command(
        "league round",
        round_,
        (LEAGUE, Option("draw", bool), Option("extra_days", int, low=1, high=MOST_DAYS), Option("reason")),
    ),
    Command("league standings", standings, (LEAGUE,)),
    Command(
        "league correct",
        correct,
        (
            MEMBER,
            Option("points", int, required=True, low=-MOST_CORRECTION, high=MOST_CORRECTION),
            Option("reason", required=True),
            LEAGUE,
        ),
    ),
    Command("league replace", replace, (MEMBER, Option("by", discord.User, required=True), Option("reason"), LEAGUE)),
    Command("league export", export, (LEAGUE,)),
    Command("league end", end, (LEAGUE,)),
)
PRESSES: dict[str, OnPress] = {
    "league_join": _press(join),
    "league_leave": _press(leave),
    "league_standings": _press(standings),
    **ENDING.presses,
}
