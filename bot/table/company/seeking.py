"""Wishes for a game: people who fit are asked to confirm within a day, and the game begins with those who did."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Refused, Stale
from bot.store.due import come, has_come
from bot.store.league_rows import SeekRow
from bot.store.rows import FINISHED, GATHERING, RUNNING, STOPPED, BankRow, GameRow, PersonRow, SeatRow
from bot.table.ground.clocks import zone_or_utc
from bot.table.ground.counting import is_offered
from bot.table.ground.parsing import discord_number
from bot.table.ground.say import clean_name, say, timestamp
from bot.table.ground.services import Services, known_id
from bot.table.ground.settings import PACES
from bot.table.ground.wishes import open_wishes, who_would_take
from bot.table.play import telling
from bot.table.play.troubles import answers
from bot.table.seats.preferences import settings_for
from bot.table.seats.seating import Seating, options_for
from engine import EngineError
from engine.core.sentences import because, sentence_of
from engine.titles import title_for, title_named

LASTS = timedelta(days=30)
"""How long a wish lasts."""
CONFIRM = timedelta(days=1)
"""How long people have to confirm."""
MOST_WISHES, MOST_TITLES = 3, 6
"""The most wishes of one person on a server, and titles of one wish."""
USUAL = 4
"""How many players are looked for if nobody says a number."""


@dataclass(frozen=True)
class Wish:
    """What somebody would like to play; what is left out does not matter to them."""

    titles: tuple[str, ...]
    players: int = 0
    pace: str = ""
    languages: tuple[str, ...] = ()
    beginners: bool = True
    """Are people welcome who have not finished a game yet?"""

    def check(self) -> None:
        """Refuse what no game can be."""
        if not 1 <= len(self.titles) <= MOST_TITLES:
            raise Refused(because("A wish names 1 to {most} titles.", most=MOST_TITLES))
        for title in self.titles:
            try:
                low, high = title_for(title[:40], {}).players
            except EngineError as e:
                raise Refused(sentence_of(e)) from e
            if self.players and not low <= self.players <= high:
                raise Refused(because("{title} is for {low} to {high} players.", title=title, low=low, high=high))


@dataclass(frozen=True)
class Match:
    """A game that enough people want."""

    title: str
    seekers: list[SeekRow]
    """In the order in which they began to look."""


class Seeking:
    """Keeps wishes, and brings those together who fit. Everything is stored: nothing waits in memory."""

    def __init__(self, services: Services, seating: Seating) -> None:
        self.services, self.seating = services, seating

    async def listed(self, guild: int) -> list[SeekRow]:
        """A server's open wishes, oldest first."""
        async with answers(self.services), self.services.db.read() as session:
            return await open_wishes(session, guild)

    async def seek(
        self, guild: int, channel: int, user: int, name: str, wish: Wish, *, manager: bool = False
    ) -> int | None:
        """Look for people; returns the game's number if there are already enough."""
        wish.check()
        now = self.services.clock()
        async with answers(self.services), self.services.db.write() as session:
            await settings_for(session, guild, user, manager=manager)
            mine = [one for one in await open_wishes(session, guild) if one.user_id == user]
            same = [one for one in mine if set(one.titles) == set(wish.titles)]
            if len(mine) - len(same) >= MOST_WISHES:
                raise Refused(because("You can have {most} wishes; `/game seek on:False` ends them.", most=MOST_WISHES))
            for one in same:
                await session.delete(one)
            person = await session.get(PersonRow, user)
            session.add(
                SeekRow(
                    guild_id=guild,
                    channel_id=discord_number(channel, "channel"),
                    user_id=discord_number(user, "person"),
                    name=clean_name(name),
                    titles=list(wish.titles),
                    players=wish.players,
                    pace=wish.pace,
                    languages=list(wish.languages),
                    beginners=wish.beginners,
                    zone=person.zone if person is not None else "UTC",
                    until=now + LASTS,
                )
            )
        return await self.match(guild, user)

    async def join(self, seek: int, guild: int, user: int, name: str) -> int | None:
        """Wish for the same as somebody else."""
        async with answers(self.services), self.services.db.read() as session:
            row = await session.get(SeekRow, seek)
        if row is None or row.guild_id != guild or row.game_id is not None:
            raise Stale("This wish has ended, or its people have been found.")
        if row.user_id == user:
            raise Refused("This is your own wish; `/game seek on:False` ends it.")
        wish = Wish(tuple(row.titles), row.players, row.pace, tuple(row.languages), row.beginners)
        return await self.seek(guild, row.channel_id, user, name, wish)

    async def free_seats(self, guild: int, user: int) -> list[GameRow]:
        """Games with a seat whose owner's time is up, and that somebody who looks for such a game could take."""
        async with answers(self.services), self.services.db.read() as session:
            mine = [one for one in await open_wishes(session, guild) if one.user_id == user]
            titles = {title for one in mine for title in one.titles}
            running = col(GameRow.guild_id) == guild, col(GameRow.status) == RUNNING, col(GameRow.title).in_(titles)
            late = select(GameRow, BankRow).join(BankRow, col(BankRow.game_id) == col(GameRow.id)).where(*running)
            rows = {known_id(row): row for row, bank in await session.exec(late) if is_offered(row, bank)}
            seated = {number: await self.services.seats(session, number) for number in rows}
            able = [
                number
                for number, seats in seated.items()
                if user in await who_would_take(session, rows[number], [one.user_id for one in seats])
            ]
        return [rows[number] for number in sorted(able)]

    async def end(self, guild: int, user: int) -> int:
        """End somebody's wishes; returns how many there were."""
        async with answers(self.services), self.services.db.write() as session:
            mine = [one for one in await open_wishes(session, guild) if one.user_id == user]
            for one in mine:
                await session.delete(one)
            return len(mine)

    async def tick(self) -> None:
        """End old wishes, bring people together, and settle what had to be confirmed by now."""
        now = self.services.clock()
        async with self.services.db.write() as session:
            old = come(col(SeekRow.until), now, LASTS), col(SeekRow.game_id).is_(None)
            await session.exec(delete(SeekRow).where(*old))
        async with self.services.db.read() as session:
            guilds = set(await session.exec(select(SeekRow.guild_id).where(col(SeekRow.game_id).is_(None))))
            games = set(await session.exec(select(SeekRow.game_id).where(col(SeekRow.game_id).is_not(None))))
        for guild in sorted(guilds):
            await self.match(guild)
        for game in games:
            await self._confirmed(game or 0, now)

    async def match(self, guild: int, user: int = 0) -> int | None:
        """Ask all who fit, in one transaction; returns the game that `user` is asked for."""
        found: int | None = None
        with self.services.speaking_on(guild):
            # A write transaction has no other beside it, in whatever process: the same wish is met once.
            async with answers(self.services), self.services.db.write() as session:
                rows = await open_wishes(session, guild)
                new, now = await self._newcomers(session, rows), self.services.clock()
                while (match := first_match(rows, new, now)) is not None:
                    game = await self._opened(session, match)
                    if user in [one.user_id for one in match.seekers]:
                        found = game
                    people = {one.user_id for one in match.seekers}
                    rows = [one for one in rows if one.user_id not in people]
        return found

    async def _newcomers(self, session: AsyncSession, rows: Sequence[SeekRow]) -> set[int]:
        """Those of them who have never finished a game."""
        people = {one.user_id for one in rows}
        ended = select(SeatRow.user_id).join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
        known = ended.where(
            col(SeatRow.user_id).in_(people), GameRow.status == FINISHED, col(GameRow.copy_of).is_(None)
        )
        return people - set(await session.exec(known.distinct()))

    async def _opened(self, session: AsyncSession, match: Match) -> int:
        """Open the game, for those alone, and ask them."""
        now, first = self.services.clock(), match.seekers[0]
        people, places = [one.user_id for one in match.seekers], len(match.seekers)
        settings = await settings_for(session, first.guild_id, 0, manager=True)
        settings |= {"invited_only": True, "guests": people}
        if pace := next((one.pace for one in match.seekers if one.pace), ""):
            settings["interval"] = PACES[pace]
        row = GameRow(
            guild_id=first.guild_id,
            channel_id=first.channel_id,
            organiser_id=first.user_id,
            title=match.title,
            options=options_for(match.title, {}, places),
            places=places,
            seed=secrets.randbelow(2**31),
            settings=settings,
            created_at=now,
        )
        session.add(row)
        await session.flush()
        others = select(SeekRow).where(SeekRow.guild_id == first.guild_id, col(SeekRow.user_id).in_(people))
        for one in await session.exec(others.where(col(SeekRow.game_id).is_(None))):
            if one not in match.seekers:
                await session.delete(one)
        for one in match.seekers:
            one.game_id, one.until = known_id(row), now + CONFIRM
        until = timestamp(now + CONFIRM)
        text = say(
            "seek_found", people=[f"<@{one}>" for one in people], title=title_named(match.title).name, until=until
        )
        telling.tell(self.services, session, row, "invited", "seek", text, ping=people)
        return known_id(row)

    async def _confirmed(self, game: int, now: datetime) -> None:
        """Begin with those who have confirmed, or give their wishes back; nothing before the day is over."""
        async with self.services.db.read() as session:
            rows = list(await session.exec(select(SeekRow).where(SeekRow.game_id == game)))
            row = await session.get(GameRow, game)
            seats = await self.services.seats(session, game)
        if row is not None and row.status == GATHERING and rows and not has_come(rows[0].until, now, CONFIRM):
            return
        there = [one.user_id for one in seats if one.has_person]
        if row is not None and row.status == GATHERING:
            low, _ = title_for(row.title, row.options).players
            if len(there) < low:
                await self._given_back(game, there, now)
                return
            if row.organiser_id not in there:
                async with self.services.lock(game), answers(self.services), self.services.db.write() as session:
                    (await self.services.row(session, game)).organiser_id = there[0]
            await self.seating.start(game, there[0], manager=True)
        async with self.services.db.write() as session:
            await session.exec(delete(SeekRow).where(col(SeekRow.game_id) == game))

    async def _given_back(self, game: int, there: Sequence[int], now: datetime) -> None:
        """Call the game off; whoever has confirmed goes on looking, and whoever has not does not."""
        async with self.services.lock(game), answers(self.services), self.services.db.write() as session:
            row = await self.services.row(session, game)
            if row.status != GATHERING:
                return
            row.status, row.ended_at = STOPPED, now
            for wish in await session.exec(select(SeekRow).where(SeekRow.game_id == game)):
                if wish.user_id in there:
                    wish.game_id, wish.until = None, now + LASTS
                else:
                    await session.delete(wish)
            with self.services.speaking_on(row.guild_id):
                telling.tell(self.services, session, row, "leave", "seek", say("seek_too_few"), ping=list(there))


def first_match(rows: Sequence[SeekRow], new: set[int], now: datetime) -> Match | None:
    """The first wish that enough others fit, in the order in which people began to look; whose day is nearest to theirs
    comes first.
    """
    for first in rows:
        near = sorted(rows, key=lambda one: hours_apart(first.zone, one.zone, now))
        for title in first.titles:
            low, high = title_named(title).players
            stated = {one.players for one in rows if title in one.titles and one.players}
            for places in sorted(stated | {min(max(USUAL, low), high)}, reverse=True):
                group = _group(first, near, title, places, new)
                if low <= places <= high and len(group) == places:
                    return Match(title, group)
    return None


def hours_apart(mine: str, theirs: str, now: datetime) -> float:
    """How far apart two people's clocks are, round the world the shorter way."""
    apart = [now.astimezone(zone_or_utc(one)).utcoffset() or timedelta(0) for one in (mine, theirs)]
    hours = abs(apart[0] - apart[1]) / timedelta(hours=1)
    return min(hours, 24 - hours)


def _group(first: SeekRow, rows: Sequence[SeekRow], title: str, places: int, new: set[int]) -> list[SeekRow]:
    group: list[SeekRow] = []
    for one in (first, *rows):
        fits = title in one.titles and one.players in (0, places) and len(group) < places
        if fits and all(one.user_id != other.user_id and _fit(one, other, new) for other in group):
            group.append(one)
    return group


def _fit(mine: SeekRow, theirs: SeekRow, new: set[int]) -> bool:
    same_pace = not mine.pace or not theirs.pace or mine.pace == theirs.pace
    speak = not mine.languages or not theirs.languages or bool(set(mine.languages) & set(theirs.languages))
    welcome = (mine.beginners or theirs.user_id not in new) and (theirs.beginners or mine.user_id not in new)
    return same_pace and speak and welcome
