"""Leagues: open, join, draw, correct. Whatever happens automatically during a round is in league_rounds.py."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from weakref import WeakValueDictionary

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Refused, Stale
from bot.league.deadline import deadline, hour_of
from bot.league.draw import Round
from bot.store.league_rows import (
    LeagueMemberRow,
    LeagueRoundRow,
    LeagueRow,
    LeagueTableRow,
)
from bot.store.rows import (
    FINISHED,
    GATHERING,
    RUNNING,
    STOPPED,
    WAITING,
    GameRow,
    OutboxRow,
    SeatRow,
    place_with,
)
from bot.table.ground.clocks import zone_named
from bot.table.ground.parsing import discord_number
from bot.table.ground.say import clean_name, distinct_name, say, timestamp
from bot.table.ground.services import Services
from bot.table.ground.wishes import who_would_play
from bot.table.leagues.asks import LeagueAsks
from bot.table.leagues.book import (
    Book,
    check_goes_on,
    check_leads,
    read_book,
)
from bot.table.leagues.log import check_correction, note, tell
from bot.table.leagues.rounds import Rounds
from bot.table.leagues.terms import MOST_DAYS, MOST_MEMBERS, Terms
from bot.table.past.past import Past
from bot.table.play import telling
from bot.table.play.troubles import answers
from bot.table.seats.preferences import check_leads_few, league_settings
from bot.table.seats.seating import Seating, options_for
from engine.core.sentences import because

MOST_OPEN = 10
"""The most open leagues on a server."""
LOST = "lost"
"""The key in the league's row that its organiser was told about the lost channel."""
CALLED_AT_ONCE = 24
"""The most people pinged in one message when a round is drawn."""


@dataclass
class Leagues:
    """All changes of leagues. One writer per league; of two who press at once, the second finds it done."""

    services: Services
    seating: Seating
    past: Past
    rounds: Rounds = field(init=False)
    asks: LeagueAsks = field(init=False)
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    def __post_init__(self) -> None:
        self.rounds = Rounds(self.services, self.past)
        self.asks = LeagueAsks(self.services, self.seating, self.lock)

    @contextlib.asynccontextmanager
    async def lock(self, league: int) -> AsyncGenerator[None]:
        """One writer per league; meanwhile, speak the server's language."""
        found = self._locks.setdefault(league, asyncio.Lock())
        async with found, answers(self.services):
            with self.services.speaking_on((await self.book(league)).row.guild_id):
                yield

    # --- looking

    async def book(self, league: int) -> Book:
        """A league's current state."""
        async with answers(self.services), self.services.db.read() as session:
            return await read_book(session, league)

    async def on(self, guild: int) -> list[LeagueRow]:
        """A server's leagues: open ones first, then the latest."""
        async with answers(self.services), self.services.db.read() as session:
            over = col(LeagueRow.status).in_((FINISHED, STOPPED))
            found = select(LeagueRow).where(LeagueRow.guild_id == guild).order_by(over, col(LeagueRow.id).desc())
            return list(await session.exec(found.limit(50)))

    async def games(self, book: Book) -> dict[int, GameRow]:
        """A league's games, by number."""
        numbers = [one.game_id for one in book.tables if one.game_id is not None]
        async with answers(self.services), self.services.db.read() as session:
            rows = await session.exec(select(GameRow).where(col(GameRow.id).in_(numbers)))
            return {row.id: row for row in rows if row.id is not None}

    # --- before it starts

    async def create(
        self,
        guild: int,
        channel: int,
        organiser: int,
        name: str,
        terms: Terms,
        *,
        manager: bool = False,
        no_pin: int | None = None,
    ) -> int:
        """Open a league for people to join; returns its number."""
        called = clean_name(name)
        async with answers(self.services), self.services.db.write() as session:
            await league_settings(session, guild, manager=manager)
            alive = col(LeagueRow.status).in_((GATHERING, RUNNING))
            known = list(await session.exec(select(LeagueRow).where(LeagueRow.guild_id == guild, alive)))
            if any(row.name.casefold() == called.casefold() for row in known):
                raise Refused(because("There is already a league called {name}; choose another name.", name=called))
            await check_leads_few(session, guild, organiser)
            if len(known) >= MOST_OPEN:
                raise Refused(
                    because(
                        "A server can have at most {most} leagues at a time; end one with `/league end`.",
                        most=MOST_OPEN,
                    )
                )
            row = LeagueRow(
                guild_id=discord_number(guild, "server"),
                channel_id=discord_number(channel, "channel"),
                organiser_id=discord_number(organiser, "person"),
                name=called,
                terms=terms.stored(),
                seed=secrets.randbelow(2**31),
                place=place_with({}, no_pin=no_pin),
                created_at=self.services.clock(),
            )
            session.add(row)
            await session.flush()
            assert row.id is not None
            return row.id

    async def join(self, league: int, user: int, name: str) -> None:
        """Join the league before it starts."""
        async with self.lock(league), self.services.db.write() as session:
            book = await read_book(session, league)
            if any(one.user_id == user and one.left_at is None for one in book.members):
                raise Refused("You are already in this league.")
            if book.row.status != GATHERING:
                raise Refused(
                    "This league has begun. Its organiser can give you the place of a player who leaves, with "
                    "`/league replace`."
                )
            if len(book.members) >= MOST_MEMBERS:
                raise Refused(because("A league has at most {most} players.", most=MOST_MEMBERS))
            number = max((one.number for one in book.members), default=0) + 1
            called = distinct_name(clean_name(name), [one.name for one in book.members])
            session.add(LeagueMemberRow(league_id=league, number=number, user_id=user, name=called))

    async def leave(self, league: int, user: int, by: int, reason: str = "", *, manager: bool = False) -> None:
        """Leave the league: before the start without a trace, afterwards from the next round on."""
        async with self.lock(league), self.services.db.write() as session:
            book = await read_book(session, league)
            if by != user:
                check_leads(book.row, by, manager=manager)
            mine = book.member_of(user)
            check_goes_on(book)
            if mine.left_at is not None:
                raise Refused(because("{name} has already left this league.", name=mine.name))
            if book.row.status == GATHERING:
                await session.delete(mine)
                return
            mine.left_at = now = self.services.clock()
            note(self.services, session, book, by, "left", reason, member=mine.number)
            text = [say("league_left", name=mine.name)]
            members = [one.user_id for one in book.members if one.left_at is None]
            if lookers := await who_would_play(session, book.row.guild_id, book.terms.titles, [user, *members]):
                text.append(say("league_lookers", people=[f"<@{one}>" for one in lookers]))
            tell(self.services, session, book, f"left {user} {now.isoformat()}", *text)

    # --- rounds

    async def draw(self, league: int, by: int, *, first: bool = False, manager: bool = False) -> int:
        """Draw the next round, the first of which starts the league; returns its number. Its games are opened later."""
        async with self.lock(league):
            book = await self.book(league)
            check_leads(book.row, by, manager=manager)
            if first and book.row.status == RUNNING:
                raise Refused("This league has begun; `/league round draw:True` draws its next round.")
            if not first and book.row.status == GATHERING:
                raise Refused("This league has not begun; `/league start` draws its first round.")
            number = book.next_round()
            plan = await self.services.work(lambda: book.plan(number))
            async with self.services.db.write() as session:
                again = await read_book(session, league)
                if again.row.round != book.row.round or _who(again) != _who(book):
                    raise Stale("Somebody else changed this in the meantime; please check and try again.")
                await self._store_draw(session, again, number, plan)
            return number

    async def _store_draw(self, session: AsyncSession, book: Book, number: int, plan: list[Round]) -> None:
        now, terms = self.services.clock(), book.terms
        for table in (LeagueTableRow, LeagueRoundRow):
            at = col(LeagueTableRow.round if table is LeagueTableRow else LeagueRoundRow.number)
            kept = len(plan) == 1 and any(one.number > number for one in book.rounds)
            which = at == number if kept else at >= number
            await session.exec(delete(table).where(col(table.league_id) == book.id, which))
        for later, tables in enumerate(plan, number):
            drawn: dict[str, Any] = {"drawn_at": now, "due_at": terms.due(now)} if later == number else {}
            session.add(LeagueRoundRow(league_id=book.id, number=later, title=terms.title(later), **drawn))
            for n, members in enumerate(tables, 1):
                session.add(LeagueTableRow(league_id=book.id, round=later, number=n, members=list(members)))
        row = book.row
        if row.started_at is None:
            row.started_at, row.status = now, RUNNING
        row.round = number
        head = say("league_drawn", number=number, title=terms.title(number), due=timestamp(terms.due(now)))
        many = max(1, CALLED_AT_ONCE // max(map(len, plan[0])))
        for start in range(0, len(plan[0]), many):
            # Split, because a message has room for only so many names and pings.
            lines, ping = [head] if start == 0 else list[str](), list[int]()
            for n, members in enumerate(plan[0][start : start + many], start + 1):
                lines.append(say("league_table", number=n, names=[book.member(one).name for one in members]))
                ping += [book.member(one).user_id for one in members]
            tell(self.services, session, book, f"drawn {number} {start}", "\n".join(lines), ping=ping)

    async def to_open(self, league: int) -> list[LeagueTableRow]:
        """The round's tables without a game."""
        book = await self.book(league)
        current = book.current
        return (
            [one for one in book.tables_of(current.number) if one.game_id is None and not one.ending] if current else []
        )

    async def open_table(self, table: LeagueTableRow, channel: int, **place: Any) -> int:
        """Begin a table's game in a channel, unless it has one; returns its number."""
        async with answers(self.services), self.services.db.read() as session:
            book = await read_book(session, table.league_id)
            settings = await league_settings(session, book.row.guild_id, manager=True)
        terms, people = book.terms, [book.member(one) for one in table.members]
        title = terms.title(table.round)
        row = GameRow(
            guild_id=book.row.guild_id,
            channel_id=discord_number(channel, "channel"),
            organiser_id=book.row.organiser_id,
            title=title,
            options=options_for(title, terms.options, len(people)),
            places=len(people),
            seed=secrets.randbelow(2**31),
            settings=settings if terms.interval is None else {**settings, "interval": terms.interval},
            place=place_with({}, **place),
            created_at=self.services.clock(),
        )
        seats: list[SeatRow] = []
        for at, one in enumerate(people, 1):
            called = distinct_name(one.name, [seat.name for seat in seats])
            seats.append(SeatRow(game_id=0, place=at, user_id=one.user_id, name=called))

        async def also(session: AsyncSession, number: int) -> None:
            mine = await session.get(LeagueTableRow, (table.league_id, table.round, table.number))
            book = await read_book(session, table.league_id)
            current = book.current
            over = (
                book.row.status != RUNNING
                or current is None
                or current.number != table.round
                or current.closed_at is not None
            )
            if mine is None or mine.game_id is not None or mine.ending or over:
                raise Stale("Somebody else changed this in the meantime; please check and try again.")
            mine.game_id = number

        return await self.seating.seat_at_once(row, seats, also)

    async def extend(
        self, league: int, by: int, days: int, reason: str, *, manager: bool = False, seen: int | None = None
    ) -> datetime:
        """Extend the round by some days; returns the new deadline. `seen`: the deadline the organiser had seen."""
        async with self.lock(league), self.services.db.write() as session:
            book = await read_book(session, league)
            check_leads(book.row, by, manager=manager)
            current = book.current
            if current is None or current.due_at is None:
                raise Refused("This league has no round in progress.")
            if seen not in (None, seen_due(book)):
                raise Stale("Somebody else changed this in the meantime; please check and try again.")
            current.due_at, current.warned = longer(book, days), False
            note(self.services, session, book, by, "extended", reason)
            text = say("league_extended", number=current.number, due=timestamp(current.due_at))
            tell(self.services, session, book, f"extended {current.due_at.isoformat()}", text)
            return current.due_at

    # --- the organiser

    async def correct(
        self,
        league: int,
        by: int,
        user: int,
        points: int,
        reason: str,
        *,
        manager: bool = False,
        seen: int | None = None,
    ) -> None:
        """Give or take points, for a public reason. `seen`: how many corrections the organiser had seen."""
        async with self.lock(league), self.services.db.write() as session:
            book = await read_book(session, league)
            check_leads(book.row, by, manager=manager)
            mine, why = check_correction(book, user, points, reason)
            if seen not in (None, book.corrections):
                raise Stale("Somebody else changed this in the meantime; please check and try again.")
            now = self.services.clock()
            note(self.services, session, book, by, "points", why, member=mine.number, points=points)
            text = say("league_corrected", by=by, name=mine.name, points=f"{points:+}", reason=why)
            tell(self.services, session, book, f"points {book.corrections} {now.isoformat()} {user}", text)

    async def end(self, league: int, by: int, *, manager: bool = False) -> None:
        """Call the league off, or end it where it stands; its games go on."""
        async with self.lock(league), self.services.db.write() as session:
            book = await read_book(session, league)
            check_leads(book.row, by, manager=manager)
            check_goes_on(book)
            book.row.status, book.row.ended_at = STOPPED, self.services.clock()
            note(self.services, session, book, by, "ended", "")
            tell(self.services, session, book, "ended", say("league_ended"))

    async def move(
        self, league: int, by: int, channel: int, *, manager: bool = False, no_pin: int | None = None
    ) -> None:
        """Move a league to another channel: its message, announcements and future games."""
        async with self.lock(league), self.services.db.write() as session:
            book = await read_book(session, league)
            check_leads(book.row, by, manager=manager)
            check_goes_on(book)
            row, before = book.row, telling.channel(book.row.channel_id)
            row.channel_id = discord_number(channel, "channel")
            left = row.place.get("status") or row.place.get("left")
            row.place = place_with(row.place, status=None, left=left, no_pin=no_pin, **{LOST: None})
            waits = OutboxRow.target == before, OutboxRow.kind == telling.LEAGUE, OutboxRow.state == WAITING
            for one in await session.exec(select(OutboxRow).where(*waits)):
                if one.payload.get("league") == book.id:
                    one.target = telling.channel(channel)

    async def lost(self, channel: int) -> None:
        """A league's channel is deleted or closed to the bot: tell each organiser once by direct message."""
        alive = col(LeagueRow.status).in_((GATHERING, RUNNING)), LeagueRow.channel_id == channel
        async with answers(self.services), self.services.db.read() as session:
            if (await session.exec(select(LeagueRow.id).where(*alive))).first() is None:
                return
        async with answers(self.services), self.services.db.write() as session:
            for row in await session.exec(select(LeagueRow).where(*alive)):
                if row.place.get(LOST) == channel or row.organiser_id <= 0:
                    continue
                row.place = {**row.place, LOST: channel}
                with self.services.speaking_on(row.guild_id), self.services.speaking_to(row.organiser_id):
                    text = say("league_lost", name=row.name, channel=channel)
                now, hears = self.services.clock(), telling.person(row.organiser_id)
                key = f"league {row.id} {channel} {now.isoformat()}"
                session.add(telling.row(hears, telling.TROUBLE, key, now, None, 0, text=[text]))

    async def put(self, league: int, **place: Any) -> None:
        """Remember something about its pinned message; None forgets it."""
        async with answers(self.services), self.services.db.write() as session:
            row = (await read_book(session, league)).row
            row.place = place_with(row.place, **place)


def seen_due(book: Book) -> int:
    """The current deadline, to check that nobody has moved it meanwhile."""
    current = book.current
    return int(current.due_at.timestamp()) if current is not None and current.due_at is not None else 0


def longer(book: Book, days: int) -> datetime:
    """The deadline with some more days, or Refused."""
    current = book.current
    if current is None or current.due_at is None:
        raise Refused("This league has no round in progress.")
    if not 1 <= days <= MOST_DAYS:
        raise Refused(because("A round can be extended by 1 to {days} days.", days=MOST_DAYS))
    hour = hour_of(book.terms.hour)
    assert hour is not None
    return deadline(current.due_at, days, hour, zone_named(book.terms.zone))


def _who(book: Book) -> list[int]:
    return [one.number for one in book.active]
