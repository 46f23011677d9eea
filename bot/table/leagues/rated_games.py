"""Which games are rated, and the ratings: recomputed each time from stored results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import and_, col, or_, select

from bot.league.rating import Rated, Rating, ratings
from bot.store.rows import FINISHED, MOVE, REPLACE, ActionRow, PersonRow
from bot.table.ground.services import Services, known_id
from bot.table.ground.settings import personal_setting
from bot.table.past.past import FinishedGame, Past
from bot.table.play.troubles import answers

PUBLIC = "public"


@dataclass(frozen=True)
class RatedGames:
    """A server's rated games, and who shows their rating."""

    games: list[FinishedGame]
    public: frozenset[int]


@dataclass
class Ratings:
    """Ratings of one server; servers do not affect each other."""

    services: Services
    past: Past

    async def games(self, guild: int) -> RatedGames:
        """Games that the same people played from the first move to the last."""
        # An agreed result was not played out.
        over = [one for one in await self.past.ended(guild) if one.row.status == FINISHED]
        ended = [one for one in over if all(seat.has_person for seat in one.seats)]
        numbers = [known_id(one.row) for one in ended]
        async with answers(self.services), self.services.db.read() as session:
            # Moves at a table have a decision; others were imported.
            elsewhere = and_(col(ActionRow.kind) == MOVE, col(ActionRow.decision) == 0)
            spoilt = select(ActionRow.game_id).where(or_(col(ActionRow.kind) == REPLACE, elsewhere)).distinct()
            left_out = set(await session.exec(spoilt.where(col(ActionRow.game_id).in_(numbers))))
            rated = [one for one in ended if one.row.id not in left_out]
            people = {seat.user_id for one in rated for seat in one.seats}
            rows = await session.exec(select(PersonRow).where(col(PersonRow.user_id).in_(people)))
            return RatedGames(
                rated, frozenset(row.user_id for row in rows if personal_setting(row, "rating") == PUBLIC)
            )

    async def of(self, games: Sequence[FinishedGame]) -> dict[int, Rating]:
        """The ratings from these games."""
        return await self.services.work(lambda: ratings(_results(games)))


def _results(games: Iterable[FinishedGame]) -> list[Rated]:
    results: list[Rated] = []
    for one in games:
        at: Any = one.row.ended_at or one.row.started_at or one.row.created_at
        places = one.places
        results.append(Rated(at, known_id(one.row), {seat.user_id: places[seat.seat] for seat in one.seats}))
    return results
