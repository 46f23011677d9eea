"""Each league's pinned message, kept up to date: terms and members, then standings and the current round."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

import discord
from sqlmodel import col, select

from bot.discord.channel.edits import Edits
from bot.discord.channel.leagues.calendar import Calendar
from bot.discord.channel.leagues.sheet import PLAIN, pinned
from bot.discord.channel.threads import Threads, bots_rights
from bot.discord.channel.tidying import Tidying
from bot.discord.kit.reply import Reply
from bot.discord.kit.retries import FAILURES
from bot.errors import Refused
from bot.store.league_rows import LeagueRow
from bot.store.processes.shared import MESSAGE
from bot.store.rows import GATHERING, RUNNING
from bot.table.leagues.book import Book
from bot.table.play import telling
from bot.table.table import Table

log = logging.getLogger("stationmaster.status")


@dataclass
class LeaguePins:
    """Updates the pinned messages. A failed update is made up for with the league's next announcement."""

    client: discord.Client
    table: Table
    edits: Edits
    threads: Threads
    tidying: Tidying
    calendar: Calendar
    opening: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """Locks for opening a league's games, so that no table gets two places."""
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    async def show(self, league: int) -> bool:
        """Update the message, or post and pin it if it does not exist; returns whether that was possible."""
        lock = self._locks.setdefault(league, asyncio.Lock())
        try:
            async with lock, self.table.db.one_at_a_time(MESSAGE, f"league {league}"):
                await self._update(league)
                await self.calendar.sync(league)
        except (Refused, *FAILURES) as e:
            log.warning("league %d cannot be shown: %s", league, type(e).__name__)
            return False
        except Exception as e:
            # Whatever went wrong, the announcement itself has been posted.
            log.exception("league %d cannot be shown: %s", league, type(e).__name__)
            return False
        return True

    async def update_all(self) -> None:
        """At the start, update what a killed bot could not."""
        async with self.table.db.read() as session:
            alive = select(LeagueRow.id).where(col(LeagueRow.status).in_((GATHERING, RUNNING)))
            leagues = list(await session.exec(alive))
        for league in leagues:
            await self.show(league or 0)

    async def _update(self, league: int) -> None:
        book = await self.table.leagues.book(league)
        message = int(book.row.place.get("status") or 0)
        if message:
            await self.edits.turn(book.row.channel_id, message)
            book = await self.table.leagues.book(league)
        with self.table.services.speaking_on(book.row.guild_id):
            games = await self.table.leagues.games(book)
            rights = bots_rights(self.client.get_channel(book.row.channel_id))
            embeds = rights is None or rights.embed_links
            # Without an embed there is less room.
            shown = pinned(book, games) if embeds else pinned(book, games, PLAIN).plain()
        if not message or not await self.edits.edit_if_there(book.row.channel_id, message, shown.contents):
            await self._sent(book, message, shown)
        await self.tidying.tidy_league(book)

    async def _sent(self, book: Book, before: int, shown: Reply) -> None:
        place = self.client.get_partial_messageable(book.row.channel_id)
        # The message before it, in whatever channel: otherwise a league that comes back would get its old message.
        before = before or int(book.row.place.get("left") or 0)
        nonce = telling.nonce("league pin", book.id, book.row.channel_id, before)
        sent = await place.send(nonce=nonce, **shown.message())
        await self.table.leagues.put(book.id, status=sent.id)
        if not book.row.place.get("no_pin"):
            # Without the permission to pin, or with too many pins, it stays unpinned.
            with contextlib.suppress(discord.HTTPException):
                await self.threads.awake(book.row.channel_id, sent.pin)
