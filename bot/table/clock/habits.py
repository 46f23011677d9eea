"""How somebody plays: the time used in a game, and across games in a coarse word, if they let others see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from sqlmodel import col, select, update

from bot.store.league_rows import TimeUsedRow
from bot.store.rows import FINISHED, STOPPED, GameRow, PersonRow, SeatRow
from bot.table.ground.services import Services
from bot.table.ground.settings import personal_setting
from bot.table.play.troubles import answers

HOURS, DAY, LONGER = "hours", "day", "longer"
"""The words: somebody usually answers within hours, within a day, or takes longer."""
WITHIN = ((timedelta(hours=4), HOURS), (timedelta(hours=24), DAY))
ENOUGH_GAMES, ENOUGH_ANSWERS = 3, 10
"""A word needs so many games, each with so many moves of theirs."""
LIVE = timedelta(hours=12)
"""A game that was over so soon was a live evening, which says nothing about games by post."""
SHOWN = "public"


@dataclass(frozen=True)
class Used:
    """What somebody has used in one game."""

    name: str
    time: timedelta
    answers: int


@dataclass(frozen=True)
class Habit:
    """How somebody plays by post, and how many games that is based on; the word is empty if there are too few."""

    word: str
    games: int
    evenings: int


def used_by(seats: Iterable[SeatRow], found: Iterable[TimeUsedRow]) -> list[Used]:
    """What those in the seats have used, in this order."""
    rows = {(one.seat, one.user_id): one for one in found}
    mine = [(seat.name, rows.get((seat.seat, seat.user_id))) for seat in seats if seat.has_person]
    return [Used(name, timedelta(seconds=row.seconds), row.answers) for name, row in mine if row is not None]


class Habits:
    """Reads what was counted with every move."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def used(self, game_id: int, seats: Sequence[SeatRow]) -> list[Used]:
        """What everybody has used in a game who plays it now, in the order of their seats."""
        async with answers(self.services), self.services.db.read() as session:
            return used_by(seats, await session.exec(select(TimeUsedRow).where(TimeUsedRow.game_id == game_id)))

    async def own(self, user: int) -> Habit:
        """Somebody's, for themselves."""
        return (await self._of({user})).get(user, Habit("", 0, 0))

    async def public(self, users: Collection[int]) -> dict[int, Habit]:
        """Those of people who let everybody see them, and of whom there is something to say."""
        async with answers(self.services), self.services.db.read() as session:
            people = await session.exec(select(PersonRow).where(col(PersonRow.user_id).in_(users)))
            willing = {one.user_id for one in people if personal_setting(one, "answering") == SHOWN}
        return {user: habit for user, habit in (await self._of(willing)).items() if habit.word}

    async def forget(self, user: int) -> None:
        """Forget how somebody plays; what they used stays visible in the games themselves."""
        async with answers(self.services), self.services.db.write() as session:
            mine = update(TimeUsedRow).where(col(TimeUsedRow.user_id) == user)
            await session.exec(mine.values(forgotten=True))

    async def _of(self, users: Collection[int]) -> dict[int, Habit]:
        if not users:
            return {}
        of = col(TimeUsedRow.user_id).in_(users), col(TimeUsedRow.forgotten).is_(False)
        over = col(GameRow.status).in_((FINISHED, STOPPED)), TimeUsedRow.answers >= ENOUGH_ANSWERS
        found = select(TimeUsedRow, GameRow).join(GameRow, col(GameRow.id) == col(TimeUsedRow.game_id))
        async with answers(self.services), self.services.db.read() as session:
            rows = list(await session.exec(found.where(*of, *over)))
        return {user: _habit([(used, game) for used, game in rows if used.user_id == user]) for user in users}


def _habit(rows: Iterable[tuple[TimeUsedRow, GameRow]]) -> Habit:
    paces, evenings = list[float](), 0
    for used, game in rows:
        if _was_live(game):
            evenings += 1
        else:
            paces.append(used.seconds / used.answers)
    return Habit(_word(timedelta(seconds=median(paces))) if len(paces) >= ENOUGH_GAMES else "", len(paces), evenings)


def _was_live(game: GameRow) -> bool:
    began, ended = game.started_at, game.ended_at
    return began is not None and ended is not None and ended - began < LIVE


def _word(usual: timedelta) -> str:
    return next((word for most, word in WITHIN if usual <= most), LONGER)
