"""Offers in a league: taking over a place, or organising it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused, Stale
from bot.store.league_rows import LeagueMemberRow
from bot.store.rows import RUNNING, GameRow
from bot.table.ground.parsing import discord_number
from bot.table.ground.say import clean_name, distinct_name, say
from bot.table.ground.services import Services, known_id
from bot.table.leagues.book import (
    Book,
    check_goes_on,
    check_leads,
    read_book,
)
from bot.table.leagues.log import clean_reason, note, tell
from bot.table.seats.preferences import check_leads_few
from bot.table.seats.seating import Seating
from engine.core.sentences import because

ASKS, ASKED = "asks", "asked"
"""Keys in the league's row: the open offers, and how many there have been."""
LEAD = "lead"


@dataclass
class LeagueAsks:
    """Makes offers in the league's channel; they take effect when accepted."""

    services: Services
    seating: Seating
    lock: Callable[[int], AbstractAsyncContextManager[None]]

    async def replace(
        self, league: int, by: int, old: int, new: int, name: str, reason: str = "", *, manager: bool = False
    ) -> list[int] | None:
        """Offer somebody a place with its points; returns None. People who take it themselves get it at once; then
        returns the games whose seats must still be given away.
        """
        async with self.lock(league), self.services.db.write() as session:
            book = await read_book(session, league)
            check_leads(book.row, by, manager=manager)
            mine = book.member_of(old)
            check_place(book, mine, new)
            ask = {"to": discord_number(new, "person"), "by": by, "name": clean_name(name)}
            ask |= {"reason": clean_reason(reason)}
            if new == by:
                return await self._give(session, book, mine, ask)
            text = say("league_asked_place", by=by, person=new, name=mine.name)
            self._ask(session, book, f"place {mine.number}", ask, text)
            return None

    async def hand_over(self, league: int, by: int, to: int, *, manager: bool = False, gone: bool = False) -> bool:
        """Ask somebody to organise the league; returns whether they do already. A manager takes over at once if the
        organiser has left the server.
        """
        async with self.lock(league):
            async with self.services.db.write() as session:
                book = await read_book(session, league)
                check_leads(book.row, by, manager=manager)
                check_goes_on(book)
                before = book.row.organiser_id
                if to == before:
                    raise Refused(because("<@{person}> already organises this league.", person=to))
                if to == by and not gone:
                    raise Refused(
                        because(
                            "<@{person}> organises this league and is still on this server, so they can hand it over. "
                            "As a manager you can do everything they can.",
                            person=before,
                        )
                    )
                if to != by:
                    ask = {"to": discord_number(to, "person"), "by": by}
                    self._ask(session, book, LEAD, ask, say("league_asked_lead", by=by, person=to))
                    return False
                self._lead(session, book, to, by)
                games = await _games_of(session, book, before)
            await self._with_its_games(games, to)
            return True

    async def answer(self, league: int, user: int, what: str, since: int, *, yes: bool) -> list[int]:
        """Answer an offer; for a place, returns the games whose seats must still be given away."""
        async with self.lock(league):
            seats, games = list[int](), list[int]()
            async with self.services.db.write() as session:
                book = await read_book(session, league)
                asks: dict[str, Any] = book.row.place.get(ASKS, {})
                ask = asks.get(what)
                if ask is None or ask["since"] != since:
                    raise Stale("This has already been settled.")
                if ask["to"] != user:
                    raise NotYours("There is nothing for you to answer.")
                _keep(book, {name: one for name, one in asks.items() if name != what})
                if not yes:
                    text = say("league_declined", person=user)
                    tell(self.services, session, book, f"declined {what} {since}", text, ping=[ask["by"]])
                elif what == LEAD:
                    check_goes_on(book)
                    await check_leads_few(session, book.row.guild_id, user)
                    before = book.row.organiser_id
                    self._lead(session, book, user, ask["by"])
                    games = await _games_of(session, book, before)
                else:
                    mine = book.member(int(what.split()[1]))
                    check_place(book, mine, user)
                    seats = await self._give(session, book, mine, ask)
            await self._with_its_games(games, user)
            return seats

    # --- how

    def _ask(self, session: AsyncSession, book: Book, what: str, ask: dict[str, Any], text: str) -> None:
        asks: dict[str, Any] = book.row.place.get(ASKS, {})
        # Each offer has its own number, which voids an older one about the same.
        since = int(book.row.place.get(ASKED, 0)) + 1
        book.row.place = {**book.row.place, ASKED: since}
        _keep(book, {**asks, what: {**ask, "since": since}})
        tell(self.services, session, book, f"ask {what} {since}", text, ping=[ask["to"]], ask=what, since=since)

    def _lead(self, session: AsyncSession, book: Book, to: int, by: int) -> None:
        book.row.organiser_id = to
        asks: dict[str, Any] = book.row.place.get(ASKS, {})
        _keep(book, {name: one for name, one in asks.items() if name != LEAD})
        note(self.services, session, book, by, "organiser", "")
        now = self.services.clock().isoformat()
        tell(self.services, session, book, f"organiser {to} {now}", say("league_organiser", person=to), ping=[to])

    async def _give(self, session: AsyncSession, book: Book, mine: LeagueMemberRow, ask: dict[str, Any]) -> list[int]:
        new, old, before = ask["to"], mine.user_id, mine.name
        called = distinct_name(ask["name"], [one.name for one in book.members if one is not mine])
        mine.user_id, mine.name, mine.left_at = new, called, None
        # Withdraw other offers of the same place.
        asks: dict[str, Any] = book.row.place.get(ASKS, {})
        _keep(book, {name: one for name, one in asks.items() if name != f"place {mine.number}"})
        note(self.services, session, book, ask["by"], "replaced", ask["reason"], member=mine.number)
        text, now = say("league_replaced", old=before, new=called), self.services.clock().isoformat()
        # The previous owner's number, so that their name can be found if they want to be forgotten.
        was = {"person": old, "name": before}
        tell(self.services, session, book, f"replaced {now} {old} {new}", text, ping=[new], was=was)
        seated = [one for one in book.drawn if mine.number in one.members and not one.ending]
        return [one.game_id for one in seated if one.game_id is not None] if new != old else []

    async def _with_its_games(self, games: list[int], to: int) -> None:
        """A league's organiser also organises its running games."""
        for game in games:
            await self.seating.handing_over.hand_over(game, to, to, manager=True)


def check_place(book: Book, mine: LeagueMemberRow, new: int) -> None:
    """Refuse a place that cannot be given away, or not to this person."""
    if book.row.status != RUNNING:
        raise Refused("A place can only be given to somebody else while the league is being played.")
    if any(one.user_id == new and (one is not mine or one.left_at is None) for one in book.members):
        raise Refused(because("<@{user}> is already in this league.", user=new))


def _keep(book: Book, asks: dict[str, Any]) -> None:
    others = {name: value for name, value in book.row.place.items() if name != ASKS}
    book.row.place = {**others, ASKS: asks} if asks else others


async def _games_of(session: AsyncSession, book: Book, organiser: int) -> list[int]:
    numbers = [one.game_id for one in book.drawn if one.game_id is not None]
    mine = col(GameRow.id).in_(numbers), GameRow.status == RUNNING, GameRow.organiser_id == organiser
    return [known_id(row) for row in await session.exec(select(GameRow).where(*mine))]
