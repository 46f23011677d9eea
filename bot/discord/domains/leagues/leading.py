"""What a league's organiser can do: /league correct, replace, organiser, channel."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord.domains.leagues._league_lookup import (
    LeagueName,
    MemberName,
    check_member,
    find_league,
    find_member,
    is_there,
)
from bot.discord.domains.shared.place import check, league_shown, planned
from bot.discord.domains.shared.request import Request
from bot.discord.games.confirming import (
    Confirmation,
    Sure,
    ask,
    confirms,
)
from bot.discord.games.presses.leagues import AcceptInLeague, DeclineInLeague
from bot.discord.games.rights import spot_here
from bot.discord.kit.answers import answers
from bot.discord.kit.command import command
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.league.points import points_text
from bot.safe_text import escaped
from bot.table.leagues.book import check_leads
from bot.table.leagues.log import MOST_CORRECTION, check_correction, clean_reason

Points = app_commands.Range[int, -MOST_CORRECTION, MOST_CORRECTION]


class CorrectSurely(Sure, name="league_correct_yes"):
    """Correct a member's points; `seen`: how many corrections there had been when it was asked."""

    league: int
    member: int
    points: int
    reason: str
    seen: int


@command("league correct")
async def correct(
    request: Request, member: MemberName, points: Points, reason: str, league: LeagueName | None = None
) -> Reply:
    """Give or take points, with a reason; the result is shown first."""
    book = await find_league(request, league)
    found, why = find_member(book, member), clean_reason(reason)
    sure = CorrectSurely(league=book.id, member=found.number, points=points, reason=why, seen=book.corrections)
    return await ask(request, sure)


async def _corrects(request: Request, sure: CorrectSurely) -> Confirmation:
    book = await find_league(request, sure.league)
    check_leads(book.row, request.user, manager=request.manager)
    member = find_member(book, str(sure.member))
    _, why = check_correction(book, member.user_id, sure.points, sure.reason)
    now = next(one.points for one in book.standings() if one.member == member.number)
    fields = {
        "before": points_text(now),
        "after": points_text(now + sure.points),
        "points": f"{sure.points:+}",
        "reason": why,
    }
    text = say("really_correct", group="league", name=member.name, **fields)
    return Confirmation(text, say("button_correct", group="league"), (book.corrections,))


@confirms(CorrectSurely, _corrects)
async def corrected(request: Request, sure: CorrectSurely) -> Reply:
    """Correct them."""
    book = await find_league(request, sure.league)
    member = find_member(book, str(sure.member))
    await request.table.leagues.correct(
        book.id,
        request.user,
        member.user_id,
        sure.points,
        sure.reason,
        manager=request.manager,
        seen=sure.seen,
    )
    await request.bot.league_pins.show(book.id)
    return Reply(say("corrected", group="league", name=member.name, points=f"{sure.points:+}"))


@command("league replace")
async def replace(
    request: Request,
    member: MemberName,
    by: discord.User,
    reason: str = "",
    league: LeagueName | None = None,
) -> Reply:
    """Ask somebody to take over a place with its points."""
    book = await find_league(request, league)
    old = find_member(book, member)
    await _check_person(request, by)
    games = await request.table.leagues.asks.replace(
        book.id, request.user, old.user_id, by.id, by.display_name, reason, manager=request.manager
    )
    if games is None:
        return Reply(say("asked_place", group="league", person=by.id, name=old.name))
    await request.bot.league_pins.show(book.id)
    return Reply("\n".join([say("place_taken", group="league", name=old.name), *_seats(games)]))


@command("league organiser")
async def organiser(request: Request, to: discord.User, league: LeagueName | None = None) -> Reply:
    """Ask somebody to organise the league; a manager takes over from an organiser who has left."""
    book = await find_league(request, league)
    await _check_person(request, to)
    gone = book.row.organiser_id <= 0 or not await is_there(request, book.row.organiser_id)
    done = await request.table.leagues.asks.hand_over(book.id, request.user, to.id, manager=request.manager, gone=gone)
    return Reply(say("lead_taken" if done else "asked_lead", group="league", person=to.id, name=book.row.name))


async def _check_person(request: Request, person: discord.User) -> None:
    if person.bot:
        raise Refused(say("no_bots"))
    await check_member(request, person.id, say("not_here", group="league", name=escaped(person.display_name)))


@command("league channel")
async def channel(request: Request, league: LeagueName | None = None) -> Reply:
    """Move a league to this channel."""
    book = await find_league(request, league)
    check_leads(book.row, request.user, manager=request.manager)
    await check(request, planned(spot_here(request), "thread"))
    no_pin = spot_here(request).no_pin
    await request.table.leagues.move(book.id, request.user, request.channel, manager=request.manager, no_pin=no_pin)
    return await league_shown(request, book.id, say("goes_on_here", group="league", name=book.row.name), no_pin)


# --- whoever is asked


@answers(AcceptInLeague)
async def accept(request: Request, press: AcceptInLeague) -> Reply:
    """Take over the place, or the league."""
    book = await find_league(request, press.league)
    games = await request.table.leagues.asks.answer(book.id, request.user, press.what, press.since, yes=True)
    await request.bot.league_pins.show(book.id)
    return Reply("\n".join([say("you_agree", group="league", name=book.row.name), *_seats(games)]))


@answers(DeclineInLeague)
async def decline(request: Request, press: DeclineInLeague) -> Reply:
    """Do not."""
    book = await find_league(request, press.league)
    await request.table.leagues.asks.answer(book.id, request.user, press.what, press.since, yes=False)
    return Reply(say("you_decline", group="league"))


def _seats(games: list[int]) -> list[str]:
    return [say("seat_too", group="league", game=game) for game in games]
