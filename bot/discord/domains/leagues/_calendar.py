"""A league's rounds in the server's calendar: what its organiser wants, and is told."""

from __future__ import annotations

from bot.discord.channel.leagues.calendar import EVENTS, WANTED
from bot.discord.domains.shared.request import Request
from bot.discord.games.rights import name_of
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.errors import NotYours
from bot.table.leagues.book import Book, check_goes_on, check_leads


async def put_in_calendar(request: Request, book: Book, *, on: bool) -> Reply:
    """Put the league's rounds into the server's calendar of events, or no longer."""
    check_leads(book.row, request.user, manager=request.manager)
    check_goes_on(book)
    rights = request.interaction.permissions
    if on and not (rights.create_events or rights.manage_events or rights.administrator):
        raise NotYours(say("no_events", group="league", right=name_of(EVENTS)))
    await request.table.leagues.put(book.id, **{WANTED: 1 if on else None})
    with request.bot.league_pins.calendar.answering(book.id):
        await request.bot.league_pins.show(book.id)
    said = refused_event(request, book.id)
    name = "in_calendar" if on else "out_of_calendar"
    return Reply("\n".join(said or [say(name, group="league", name=book.row.name)]))


def refused_event(request: Request, league: int) -> list[str]:
    """What to tell the organiser if Discord refuses to let the bot keep the league's event."""
    if league not in request.bot.league_pins.calendar.refused:
        return []
    return [say("event_refused", group="league", right=name_of(EVENTS))]
