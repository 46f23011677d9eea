"""What a league's organiser can do: /league correct, replace, organiser, channel."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord.command import Command, Option
from bot.discord.components import NUMBER, WORD, Component
from bot.discord.confirming import Confirmation, GraveAction
from bot.discord.league_lookup import LEAGUE, MEMBER, check_member, find_league, find_member, is_there
from bot.discord.place import check, league_shown, planned
from bot.discord.reply import Reply
from bot.discord.request import OnPress, Request
from bot.discord.rights import spot_here
from bot.discord.say import say
from bot.league.points import shown
from bot.table.errors import Refused
from bot.table.league_book import check_leads
from bot.table.league_log import clean_reason
from bot.table.leagues import MOST_CORRECTION, check_correction
from bot.table.parsing import number
from bot.table.safe_text import escaped


async def correct(request: Request, given: dict[str, Any]) -> Reply:
    """Give or take points, with a reason; the result is shown first."""
    book = await find_league(request, given)
    member = find_member(book, str(given["member"]))
    points, why = f"{given['points']:+}", clean_reason(given["reason"])
    return await CORRECTING.ask(request, book.id, member.number, points, why, book.corrections)


async def _corrects(request: Request, args: list[str]) -> Confirmation:
    book = await find_league(request, {"league": args[0]})
    check_leads(book.row, request.user, manager=request.manager)
    member, points = find_member(book, args[1]), _points(args[2])
    _, why = check_correction(book, member.user_id, points, args[3])
    now = next(one.points for one in book.standings() if one.member == member.number)
    fields = {"before": shown(now), "after": shown(now + points), "points": args[2], "reason": why}
    text = say("really_correct", group="league", name=member.name, **fields)
    return Confirmation(text, say("button_correct", group="league"), (book.corrections,))


async def _corrected(request: Request, args: list[str]) -> Reply:
    book = await find_league(request, {"league": args[0]})
    member = find_member(book, args[1])
    points, why, seen = _points(args[2]), args[3], int(args[4])
    await request.table.leagues.correct(
        book.id, request.user, member.user_id, points, why, manager=request.manager, seen=seen
    )
    await request.bot.league_pins.show(book.id)
    return Reply(say("corrected", group="league", name=member.name, points=args[2]))


def _points(text: str) -> int:
    found = number(text.lstrip("+-"))
    return 0 if found is None else -found if text.startswith("-") else found


async def replace(request: Request, given: dict[str, Any]) -> Reply:
    """Ask somebody to take over a place with its points."""
    book, new = await find_league(request, given), given["by"]
    old = find_member(book, str(given["member"]))
    if new.bot:
        raise Refused(say("no_bots"))
    await check_member(request, new.id, say("not_here", group="league", name=escaped(new.display_name)))
    games = await request.table.leagues.asks.replace(
        book.id, request.user, old.user_id, new.id, new.display_name, given.get("reason", ""), manager=request.manager
    )
    if games is None:
        return Reply(say("asked_place", group="league", person=new.id, name=old.name))
    await request.bot.league_pins.show(book.id)
    return Reply("\n".join([say("place_taken", group="league", name=old.name), *_seats(games)]))


async def organiser(request: Request, given: dict[str, Any]) -> Reply:
    """Ask somebody to organise the league; a manager takes over from an organiser who has left."""
    book, to = await find_league(request, given), given["to"]
    if to.bot:
        raise Refused(say("no_bots"))
    await check_member(request, to.id, say("not_here", group="league", name=escaped(to.display_name)))
    gone = book.row.organiser_id <= 0 or not await is_there(request, book.row.organiser_id)
    done = await request.table.leagues.asks.hand_over(book.id, request.user, to.id, manager=request.manager, gone=gone)
    return Reply(say("lead_taken" if done else "asked_lead", group="league", person=to.id, name=book.row.name))


async def channel(request: Request, given: dict[str, Any]) -> Reply:
    """Move a league to this channel."""
    book = await find_league(request, given)
    check_leads(book.row, request.user, manager=request.manager)
    await check(request, planned(spot_here(request), "thread"))
    no_pin = spot_here(request).no_pin
    await request.table.leagues.move(book.id, request.user, request.channel, manager=request.manager, no_pin=no_pin)
    return await league_shown(request, book.id, say("goes_on_here", group="league", name=book.row.name), no_pin)


# --- whoever is asked


async def _yes(request: Request, args: list[str], values: list[str]) -> Reply:
    book = await find_league(request, {"league": args[0]})
    games = await request.table.leagues.asks.answer(book.id, request.user, args[1], int(args[2]), yes=True)
    await request.bot.league_pins.show(book.id)
    return Reply("\n".join([say("you_agree", group="league", name=book.row.name), *_seats(games)]))


async def _no(request: Request, args: list[str], values: list[str]) -> Reply:
    book = await find_league(request, {"league": args[0]})
    await request.table.leagues.asks.answer(book.id, request.user, args[1], int(args[2]), yes=False)
    return Reply(say("you_decline", group="league"))


def _seats(games: list[int]) -> list[str]:
    return [say("seat_too", group="league", game=game) for game in games]


CORRECTING = GraveAction("league_correct_yes", _corrects, _corrected, (NUMBER, NUMBER, WORD, WORD, NUMBER))
COMMANDS = (
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
    Command("league organiser", organiser, (Option("to", discord.User, required=True), LEAGUE)),
    Command("league channel", channel, (LEAGUE,)),
)
PRESSES: dict[str, OnPress] = {
    "league_yes": Component(_yes, (NUMBER, WORD, NUMBER)),
    "league_no": Component(_no, (NUMBER, WORD, NUMBER)),
    **CORRECTING.presses,
}
