"""A league's round in its server's calendar of events, if its organiser wants that."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.discord.games.rights import name_of
from bot.discord.kit.reply import cut
from bot.discord.kit.retries import FAILURES
from bot.discord.kit.say import say
from bot.store.league_rows import LeagueRoundRow, LeagueRow
from bot.store.rows import RUNNING
from bot.table.leagues.book import Book
from bot.table.play import telling
from bot.table.table import Table

log = logging.getLogger("stationmaster.status")
WANTED, EVENT, MISSED = "calendar", "event", "event_missed"
"""The keys in the league's row: whether its rounds are put there, the event of the current one, and the round of which
the organiser knows that Discord refuses its event.
"""
EVENTS = "create_events"
SOON = timedelta(minutes=2)
"""Discord takes no event that begins in the past."""
SERVER_ERROR, LACKS_PERMISSION = 500, 50013
"""The first status of what may be accepted later; the code of a missing permission."""
NAME = 100
"""The most characters of an event's name."""


@dataclass
class Calendar:
    """Keeps the event of each league's current round. The caller sees to it that only one process does."""

    client: discord.Client
    table: Table
    refused: set[int] = field(default_factory=set[int])
    """Leagues whose event Discord has refused, until it accepts one."""
    _answering: set[int] = field(default_factory=set[int])

    @contextmanager
    def answering(self, league: int) -> Generator[None]:
        """Whoever is answered meanwhile is told in the answer what Discord refuses, and need not be told again."""
        self._answering.add(league)
        try:
            yield
        finally:
            self._answering.discard(league)

    async def sync(self, league: int) -> None:
        """Create, change or remove the event, as the round stands."""
        book = await self.table.leagues.book(league)
        known: dict[str, Any] = book.row.place.get(EVENT) or {}
        current = _running(book)
        if not known and current is None:
            return
        try:
            with self.table.services.speaking_on(book.row.guild_id):
                await self._sync(book, known, current)
            self.refused.discard(league)
        except FAILURES as e:
            log.warning("league %d: its event cannot be kept: %s", league, type(e).__name__)
            self.refused.add(league)
            if current is not None and isinstance(e, discord.HTTPException) and e.status < SERVER_ERROR:
                await self._tell(book, current.number, lacks_right=e.code == LACKS_PERMISSION)

    async def _tell(self, book: Book, number: int, *, lacks_right: bool) -> None:
        """Tell the organiser once a round by direct message, unless an answer tells them."""
        async with self.table.db.write() as session:
            row = await session.get(LeagueRow, book.id)
            if row is None or row.place.get(MISSED) == number:
                return
            row.place = {**row.place, MISSED: number}
            if book.id in self._answering or row.organiser_id <= 0:
                return
            with self.table.services.speaking_on(row.guild_id), self.table.services.speaking_to(row.organiser_id):
                what = "event_missed" if lacks_right else "event_untaken"
                text = say(what, group="league", name=row.name, number=number, right=name_of(EVENTS))
            at, key = self.table.clock(), f"league {row.id} event {number}"
            hears = telling.person(row.organiser_id)
            session.add(telling.row(hears, telling.TROUBLE, key, at, None, 0, text=[text]))

    async def _sync(self, book: Book, known: dict[str, Any], current: LeagueRoundRow | None) -> None:
        server = self.client.get_guild(book.row.guild_id) or await self.client.fetch_guild(book.row.guild_id)
        if current is None or (known and known["round"] != current.number):
            if known:
                await self._removed(server, known)
            await self.table.leagues.put(book.id, **{EVENT: None})
            known = {}
        if current is None or current.due_at is None or current.due_at <= self.table.clock() + SOON:
            return
        due, link = current.due_at, f"https://discord.com/channels/{book.row.guild_id}/{book.row.channel_id}"
        wanted = {"round": current.number, "due": due.isoformat(), "at": link}
        if known and wanted == {name: known.get(name) for name in wanted}:
            return
        event = await self._existing(server, book, known, current, link)
        if event is None:
            event = await self._created(server, book, current, due, link)
        else:
            await event.edit(end_time=due, location=link)
        await self.table.leagues.put(book.id, **{EVENT: {**wanted, "id": event.id}})

    async def _existing(
        self, server: discord.Guild, book: Book, known: dict[str, Any], current: LeagueRoundRow, link: str
    ) -> discord.ScheduledEvent | None:
        """The round's event; also one that was created before the bot was killed."""
        name, own = _name(book, current), self.client.user
        for event in await server.fetch_scheduled_events(with_counts=False):
            same = event.name == name and event.location == link and own is not None and event.creator_id == own.id
            if event.id == known.get("id") or same:
                return event
        return None

    async def _created(
        self, server: discord.Guild, book: Book, current: LeagueRoundRow, due: datetime, link: str
    ) -> discord.ScheduledEvent:
        return await server.create_scheduled_event(
            name=_name(book, current),
            description=say("event", group="league", title=current.title),
            start_time=self.table.clock() + SOON,
            end_time=due,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=link,
        )

    async def _removed(self, server: discord.Guild, known: dict[str, Any]) -> None:
        for event in await server.fetch_scheduled_events(with_counts=False):
            if event.id == known["id"]:
                await event.delete()


def _running(book: Book) -> LeagueRoundRow | None:
    """The round that is to be in the calendar, if any."""
    current = book.current
    wanted = bool(book.row.place.get(WANTED)) and book.row.status == RUNNING
    return current if wanted and current is not None and current.closed_at is None else None


def _name(book: Book, current: LeagueRoundRow) -> str:
    return cut(say("event_name", group="league", name=book.row.name, number=current.number), NAME)
