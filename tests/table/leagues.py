"""Leagues for tests: nine people, and games that end as they are told to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.store.league_rows import LeagueTableRow
from bot.table.leagues.book import Book
from bot.table.leagues.leagues import Leagues
from bot.table.leagues.terms import RANDOM, Terms, checked
from tests.table.club import CHANNEL, GUILD, Club

GUS = 99
"""Who organises, and does not play."""


def terms(titles: Sequence[str] = ("1870",), **chosen: Any) -> Terms:
    """Three rounds of a week each, at tables of three."""
    usual: dict[str, Any] = {
        "seats": 3,
        "rounds": 3,
        "points": "6 3 1",
        "draw": RANDOM,
        "days": 7,
        "hour": "20:00",
        "zone": "Europe/Berlin",
        "options": {},
    }
    return checked(list(titles), **(usual | chosen))


class Season:
    """A league, and short ways to play it."""

    def __init__(self, club: Club, number: int) -> None:
        self.club, self.number = club, number

    @classmethod
    async def opened(cls, club: Club, people: int = 9, name: str = "Spring", **chosen: Any) -> Season:
        """A league of this many people (1, 2, ...)."""
        number = await club.table.leagues.create(GUILD, CHANNEL, GUS, name, terms(**chosen))
        for person in range(1, people + 1):
            await club.table.leagues.join(number, person, f"P{person}")
        return cls(club, number)

    @property
    def leagues(self) -> Leagues:
        """The functions under test."""
        return self.club.table.leagues

    async def book(self) -> Book:
        """The league as it stands."""
        return await self.leagues.book(self.number)

    async def drawn(self, *, first: bool = False) -> list[LeagueTableRow]:
        """Draw a round and open its games."""
        number = await self.leagues.draw(self.number, GUS, first=first)
        for table in await self.leagues.to_open(self.number):
            await self.leagues.open_table(table, CHANNEL + number * 10 + table.number)
        return (await self.book()).tables_of(number)

    async def agree(self, game: int) -> None:
        """Everybody agrees to end the game as it stands."""
        now = await self.club.table.present(game)
        for seat in now.seats:
            now = await self.club.table.present(game)
            offer = next(iter(now.game.state.offers), None)
            verb, args = ("stop", {}) if offer is None else ("accept", {"offer": offer.id})
            await self.club.table.act(game, seat.user_id, seat.seat, verb, args, now.decision, now.epoch)

    async def replaced(self, old: int, new: int, name: str, reason: str = "") -> list[int]:
        """Somebody is offered a place and takes it."""
        assert await self.leagues.asks.replace(self.number, GUS, old, new, name, reason) is None
        what, since = await self.asked()
        return await self.leagues.asks.answer(self.number, new, what, since, yes=True)

    async def asked(self) -> tuple[str, int]:
        """The last question somebody was asked, and its number."""
        [*_, last] = [row for row in await self.club.outbox(kind="league") if "ask" in row.payload]
        return str(last.payload["ask"]), int(last.payload["since"])

    async def ticked(self) -> Book:
        """Let everything automatic happen."""
        await self.leagues.rounds.tick()
        return await self.book()

    async def played(self, *, first: bool = False) -> Book:
        """A whole round."""
        for table in await self.drawn(first=first):
            assert table.game_id is not None
            await self.agree(table.game_id)
        return await self.ticked()

    async def told(self) -> list[str]:
        """What the league's channel has been told."""
        return ["\n".join(row.payload["text"]) for row in await self.club.outbox(kind="league")]
