"""Lessons: private games from a title's positions, with what somebody has passed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, delete, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Refused
from bot.store.rows import LESSON, RUNNING, ActionRow, GameRow, LessonRow, SeatRow
from bot.table.ground.parsing import discord_number
from bot.table.ground.say import clean_name, distinct_name
from bot.table.ground.services import Services, known_id
from bot.table.past.exploring import SETTINGS, empty_seats
from bot.table.play.troubles import answers
from bot.table.seats.opening import Opening, lay_out
from engine import Game
from engine.lessons import Lesson, lesson_of, lessons_of, taught
from engine.view import view

LASTS = timedelta(days=1)
"""How long without a move before a lesson's game is deleted; what has been passed stays."""
AT_A_TIME = 20
"""The most that are deleted at a time."""


@dataclass(frozen=True)
class LessonState:
    """A lesson as it stands for somebody."""

    title: str
    lesson: Lesson
    passed: bool
    game: int | None
    """The game in which they have begun it and which is still there."""


class Lessons:
    """Opens lessons, and knows what people have passed."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def of(self, user: int) -> list[LessonState]:
        """All lessons in their order, as they stand for somebody."""
        async with answers(self.services), self.services.db.read() as session:
            passed = select(LessonRow.title, LessonRow.name).where(LessonRow.user_id == user)
            known = set(await session.exec(passed))
            begun = {(row.title, row.lesson): row.id for row in await _begun(session, user)}
        return [
            LessonState(title, one, (title, one.name) in known, begun.get((title, one.name)))
            for title in taught()
            for one in lessons_of(title)
        ]

    async def take_up(self, guild: int, user: int, name: str, title: str, lesson: str) -> int:
        """The game of somebody's lesson: the one they have begun, or a new one; returns its number."""
        user, chosen = discord_number(user, "person"), lesson_of(title, lesson)
        if chosen is None:
            raise Refused("There is no such lesson any more. `/learn` shows those that there are.")
        async with answers(self.services):
            opening = await self.services.work(lambda: _opening(chosen.start))
            async with self.services.db.write() as session:
                for row in await _begun(session, user):
                    if (row.title, row.lesson) == (title, lesson):
                        return known_id(row)
                row = _row(guild, user, title, chosen, opening, self.services.clock())
                session.add(row)
                await session.flush()
                seats = _seats(row, chosen, opening.game, name)
                session.add_all(seats)
                await lay_out(self.services, session, row, seats, opening, self.services.clock())
                return known_id(row)

    async def tick(self) -> None:
        """Delete games of lessons in which nothing has been done for long."""
        async with self.services.db.write() as session:
            latest = select(func.max(ActionRow.at)).where(col(ActionRow.game_id) == col(GameRow.id)).scalar_subquery()
            old = latest < self.services.clock() - LASTS
            gone = select(GameRow.id).where(col(GameRow.lesson) != "", old).limit(AT_A_TIME)
            await session.exec(delete(GameRow).where(col(GameRow.id).in_(list(await session.exec(gone)))))


async def _begun(session: AsyncSession, user: int) -> list[GameRow]:
    mine = col(GameRow.lesson) != "", GameRow.organiser_id == user
    return list(await session.exec(select(GameRow).where(*mine).order_by(col(GameRow.id))))


def _opening(start: Game) -> Opening:
    return Opening([seat.name for seat in start.state.players], {}, start, start.encode(), view(start))


def _row(guild: int, user: int, title: str, lesson: Lesson, opening: Opening, now: datetime) -> GameRow:
    return GameRow(
        guild_id=guild,
        channel_id=0,  # Nothing is posted about it: only its owner's panels show it.
        organiser_id=user,
        title=title,
        options=dict(opening.game.state.options),
        seed=0,
        players=opening.players,
        places=len(opening.players),
        status=RUNNING,
        settings=dict(SETTINGS),
        proven=False,
        copy_of=LESSON,
        lesson=lesson.name,
        created_at=now,
    )


def _seats(row: GameRow, lesson: Lesson, start: Game, name: str) -> list[SeatRow]:
    """Seats with nobody in them, as in a copy; the learner's is called by their name."""
    others = [seat.name for seat in start.state.players if seat.id != lesson.seat]
    called = {lesson.seat: distinct_name(clean_name(name), others)}
    named = [(seat.id, called.get(seat.id, seat.name)) for seat in start.state.players]
    return empty_seats(row, [(place, who, seat) for place, (seat, who) in enumerate(named, 1)])
