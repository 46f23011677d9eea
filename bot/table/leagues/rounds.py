"""What happens automatically during a round: results are recorded, warnings posted, and the round is closed.

The rules of a round, which docs/leagues.md explains to organisers:
- A game played to its end gives points by place. Until the round is over, undoing the end takes the points back; after
  that the result is final.
- A game that all players agree to stop (as it stands, or with a winner) counts like one played to its end.
- A game that is stopped without a result, or not over at the deadline, shares its points evenly.
- A finished game that cannot be read is tried again until the deadline, and the organiser is told at once.
- If somebody else has a seat at the end, its member gets nothing; the others keep their places.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Refused
from bot.league.points import points_text
from bot.store.league_rows import LeagueRoundRow, LeagueRow, LeagueTableRow
from bot.store.rows import (
    FINISHED,
    RUNNING,
    STOPPED,
    GameRow,
    SeatRow,
    TurnRow,
)
from bot.table.ground.say import say, timestamp
from bot.table.ground.services import Services
from bot.table.leagues.book import Book, read_book
from bot.table.leagues.log import tell
from bot.table.leagues.terms import (
    DISCARDED,
    FINISHED_GAME,
    OVERDUE,
    STOPPED_GAME,
)
from bot.table.past.past import FinishedGame, Past
from bot.table.play import telling
from bot.table.play.troubles import answers

log = logging.getLogger("stationmaster.table")
WARNING = timedelta(days=2)
WRONG = timedelta(hours=1)
"""So far from what is possible, a moment was taken from a clock that was wrong."""
LEADERS = 3
RESULTS, UNREAD = "results", "unread"
"""Keys in the league's row about the current round."""


@dataclass
class Rounds:
    """Looks after leagues; called by housekeeping."""

    services: Services
    past: Past

    async def tick(self) -> None:
        """Do everything that is due."""
        async with answers(self.services), self.services.db.read() as session:
            going_on = (col(LeagueRoundRow.drawn_at).is_not(None), col(LeagueRoundRow.closed_at).is_(None))
            found = select(LeagueRoundRow.league_id).join(LeagueRow, col(LeagueRow.id) == col(LeagueRoundRow.league_id))
            leagues = list(await session.exec(found.where(*going_on, LeagueRow.status == RUNNING)))
        for league in leagues:
            try:
                await self.look_after(league)
            except Refused as e:
                # A league that fails does not hold up the others.
                log.warning("league %d: %s", league, e)

    async def look_after(self, league: int) -> None:
        """Look after one league: record results, and close the round if it is over."""
        async with answers(self.services):
            async with self.services.db.read() as session:
                before = await read_book(session, league)
                games = await _games(session, before)
            done = [number for number, row in games.items() if row.status in (FINISHED, STOPPED)]
            # Results come from stored positions, which takes long: never in an open transaction.
            ended = {one.row.id: one for one in await self.past.ended_among(done)} if done else {}
            with self.services.speaking_on(before.row.guild_id):
                async with self.services.db.write() as session:
                    book = await read_book(session, league)
                    same = await _games(session, book)
                    if book.current is not None and book.row.status == RUNNING:
                        seen = {
                            number: row for number, row in same.items() if _version(row) == _version(games.get(number))
                        }
                        await self._noted(session, book, book.current, seen, ended)

    async def _noted(
        self,
        session: AsyncSession,
        book: Book,
        current: LeagueRoundRow,
        games: dict[int, GameRow],
        ended: dict[int | None, FinishedGame],
    ) -> None:
        now = self.services.clock()
        _set_right(book, current, now)
        over = current.due_at is not None and now >= current.due_at
        tables = book.tables_of(current.number)
        known: dict[str, int] = dict(book.row.place.get(RESULTS, {}))
        """The position at which each game's result was recorded: an undone end may be followed by another."""
        unread: list[int] = []
        for table in tables:
            game = games.get(table.game_id or 0)
            if table.game_id is not None and game is None:
                # It went on while the others were read: next time.
                continue
            ending = _ending(game, ended, over)
            if ending == UNREAD:
                unread.append(table.game_id or 0)
                continue
            key, stands = str(table.game_id), game.position if game is not None and ending else -1
            if ending == table.ending and known.setdefault(key, stands) == stands:
                continue
            known[key] = stands
            table.ending = ending
            seats, end = await self.seats(session, table), ended.get(table.game_id)
            table.places = _places(book, table, end, seats)
            table.by_clock = [end.by_clock.get(seat.seat, 0) for seat in seats] if end is not None else []
            if ending and game is not None and ending != OVERDUE:
                about = f"table {key} {ending} {stands} {now.isoformat()}"
                tell(self.services, session, book, about, _result_text(book, table))
        self._unread(session, book, unread, now)
        closes = bool(tables) and all(one.ending for one in tables)
        _remember(book, RESULTS, {} if closes else {key: at for key, at in known.items() if at >= 0})
        if closes:
            current.closed_at = now
            played = {number for number, row in games.items() if row.status == FINISHED}
            self._closed(session, book, current, now, played)
        elif not current.warned and now >= _warning(current):
            current.warned = True
            await self._warned(session, book, current, tables)

    def _unread(self, session: AsyncSession, book: Book, games: list[int], now: datetime) -> None:
        """Tell the organiser once about each finished game that cannot be read."""
        known = [one for one in book.row.place.get(UNREAD, []) if one in games]
        if new := [one for one in games if one not in known]:
            text = say("league_unread", games=[str(one) for one in new])
            tell(self.services, session, book, f"unread {new} {now.isoformat()}", text, ping=[book.row.organiser_id])
        _remember(book, UNREAD, sorted([*known, *new]))

    async def seats(self, session: AsyncSession, table: LeagueTableRow) -> list[SeatRow]:
        """A table's current players, in seating order."""
        return await self.services.seats(session, table.game_id) if table.game_id is not None else []

    def _closed(
        self, session: AsyncSession, book: Book, current: LeagueRoundRow, now: datetime, played: set[int]
    ) -> None:
        """Close the round. `played`: games played to their end, whether or not they can be read."""
        last = current.number >= book.terms.rounds
        late = [one.game_id for one in book.tables_of(current.number) if one.ending == OVERDUE and one.game_id]
        lines = [say("league_closed", number=current.number)]
        if overdue := [str(one) for one in late if one not in played]:
            lines.append(say("league_overdue", games=overdue))
        if unreadable := [str(one) for one in late if one in played]:
            lines.append(say("league_unreadable", games=unreadable))
        ranked = book.standings()
        leaders = [
            f"{one.rank}. {book.member(one.member).name} ({points_text(one.points)})"
            for one in ranked
            if one.rank <= LEADERS
        ]
        lines.append(say("league_leaders", leaders=leaders))
        if last:
            book.row.status, book.row.ended_at = FINISHED, now
            winners = [book.member(one.member).name for one in ranked if one.rank == 1]
            lines.append(say("league_won", names=winners))
        else:
            lines.append(say("league_next", number=current.number + 1))
        ping = [] if last else [book.row.organiser_id]
        tell(self.services, session, book, f"closed {current.number}", "\n".join(lines), ping=ping, standings=True)

    async def _warned(
        self, session: AsyncSession, book: Book, current: LeagueRoundRow, tables: list[LeagueTableRow]
    ) -> None:
        """Warn that the round ends soon, and ping whoever must act."""
        left = [one.game_id for one in tables if not one.ending and one.game_id is not None]
        if not left or current.due_at is None:
            return
        joined = (col(TurnRow.game_id) == col(SeatRow.game_id)) & (col(TurnRow.seat) == col(SeatRow.seat))
        waits = select(SeatRow).join(TurnRow, joined).where(col(SeatRow.game_id).in_(left))
        seats = list(await session.exec(waits))
        people = await self.services.people(session, {seat.user_id for seat in seats})
        called = telling.calling(seats, people, self.services.clock())
        due = timestamp(current.due_at, "R")
        text = say("league_soon", number=current.number, due=due, games=[str(one) for one in left])
        tell(self.services, session, book, f"soon {current.number} {current.due_at.isoformat()}", text, **called)


def _set_right(book: Book, current: LeagueRoundRow, now: datetime) -> None:
    """A round that was drawn by a wrong clock begins now: its deadline says nothing, and ends nobody's game."""
    drawn = current.drawn_at
    if drawn is not None and not book.row.created_at - WRONG < drawn < now + WRONG:
        log.warning("league %d: its round was drawn by a clock that was wrong; its deadline is set anew", book.id)
        current.drawn_at, current.due_at, current.warned = now, book.terms.due(now), False


def _warning(current: LeagueRoundRow) -> datetime:
    """When to warn that a round ends soon: two days before, or in the last quarter of a short one."""
    assert current.due_at is not None and current.drawn_at is not None
    return current.due_at - min(WARNING, (current.due_at - current.drawn_at) / 4)


async def _games(session: AsyncSession, book: Book) -> dict[int, GameRow]:
    """The current round's games."""
    if book.current is None:
        return {}
    numbers = [one.game_id for one in book.tables_of(book.current.number) if one.game_id is not None]
    rows = await session.exec(select(GameRow).where(col(GameRow.id).in_(numbers)))
    return {row.id: row for row in rows if row.id is not None}


def _version(row: GameRow | None) -> tuple[object, ...]:
    return () if row is None else (row.status, row.position, row.last)


def _remember(book: Book, name: str, value: Any) -> None:
    """Remember something about the current round; None forgets it."""
    others = {known: one for known, one in book.row.place.items() if known != name}
    found = {**others, name: value} if value else others
    if found != book.row.place:
        book.row.place = found


def _ending(game: GameRow | None, ended: dict[int | None, FinishedGame], over: bool) -> str:
    if game is not None and game.id in ended:
        return FINISHED_GAME
    if game is not None and game.status == FINISHED and game.proven and not over:
        return UNREAD
    if game is not None and game.status == FINISHED and not game.proven:
        return DISCARDED
    if game is not None and game.status == STOPPED:
        return STOPPED_GAME
    return OVERDUE if over else ""


def _places(book: Book, table: LeagueTableRow, ended: FinishedGame | None, seats: list[SeatRow]) -> list[int]:
    """The members' places; negative where the seat is no longer theirs."""
    if not table.ending:
        return []
    places: list[int] = []
    for at, member in enumerate(table.members, 1):
        seat = next((one for one in seats if one.place == at), None)
        place = 1 if table.ending != FINISHED_GAME or ended is None or seat is None else ended.places[seat.seat]
        theirs = seat is None or seat.user_id == book.member(member).user_id
        places.append(place if theirs else -place)
    return places


def _result_text(book: Book, table: LeagueTableRow) -> str:
    """How a game ended, in a sentence for the league's channel."""
    if table.ending != FINISHED_GAME:
        return say("league_shared", game=table.game_id)
    order = sorted(zip(table.places, table.members, strict=True), key=lambda pair: (abs(pair[0]), pair[1]))
    names = [f"{abs(place)}. {book.member(member).name}" for place, member in order]
    return say("league_ended_game", game=table.game_id, names=names)
