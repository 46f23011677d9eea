"""Who is coached, and what the coach has explained to them."""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_
from sqlmodel import col, select

from bot.store.rows import FINISHED, GameRow, LessonRow, PersonRow, SeatRow
from bot.table.ground.services import Services
from bot.table.ground.settings import COACH, personal_setting
from bot.table.play.troubles import answers
from engine.core.kept import Kept

FIRST, ALWAYS, NEVER = COACH
REMEMBERED = 4096
"""How many people, and panels, are remembered."""
Turn = tuple[int, int, int, int]
"""A person, a game, its epoch and its decision."""


class Coaching:
    """What is stored of it are the occasions, and nothing else."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._finished = Kept[int, bool](REMEMBERED)
        self._told = Kept[Turn, str](REMEMBERED)

    async def wants(self, person: PersonRow) -> bool:
        """Is somebody coached?"""
        wish = personal_setting(person, "coach")
        return wish == ALWAYS or (wish == FIRST and not await self._has_finished(person.user_id))

    async def is_new(self, user: int, known: PersonRow | None = None) -> bool:
        """Have they finished no game, passed no lesson and heard nothing from the coach yet? `known`: their row, if it
        has just been read.
        """
        if self._finished.get(user):
            return False
        lessons = select(LessonRow.name).where(LessonRow.user_id == user).exists()
        async with answers(self.services), self.services.db.read() as session:
            person = known or await session.get(PersonRow, user)
            if person is not None and (person.coached or personal_setting(person, "coach") == NEVER):
                return False
            return not (await session.exec(select(or_(_over(user), lessons)))).one()

    async def _has_finished(self, user: int) -> bool:
        if self._finished.get(user):
            return True
        async with answers(self.services), self.services.db.read() as session:
            finished = (await session.exec(select(_over(user)))).one()
        return self._finished.keep(user, finished) if finished else False

    def known(self, person: PersonRow, turn: Turn) -> set[str]:
        """The occasions that need no word, without the one explained earlier in this turn, which is shown again."""
        return set(person.coached) - {self._told.get(turn)}

    async def tell(self, turn: Turn, occasion: str) -> None:
        """Remember that an occasion has been explained."""
        if self._told.get(turn) == occasion:
            return
        self._told.keep(turn, occasion)
        user = turn[0]
        async with answers(self.services), self.services.db.write() as session:
            row = await session.get(PersonRow, user) or PersonRow(user_id=user)
            if occasion not in row.coached:
                row.coached = [*row.coached, occasion]
                session.add(row)


def _over(user: int) -> ColumnElement[bool]:
    """Have they finished a game that is nobody's copy?"""
    theirs = (SeatRow.user_id == user, GameRow.status == FINISHED, col(GameRow.copy_of).is_(None))
    return select(GameRow.id).join(SeatRow, col(SeatRow.game_id) == col(GameRow.id)).where(*theirs).exists()
