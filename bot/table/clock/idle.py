"""Games that nobody has moved in for a month: their people are told, once, how a game can go on or end."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import col, func, select

from bot.store.rows import RUNNING, GameRow, TurnRow, place_with
from bot.table.ground.say import say, timestamp
from bot.table.ground.services import Services, known_id
from bot.table.play import telling
from bot.table.play.troubles import answers

AFTER = timedelta(days=30)
LONGEST = timedelta(days=366)
"""What has waited longer was so before anybody was told, or by a clock that was wrong."""
TOLD = "idle_at"
"""The key, among the facts of a game's place, of the last action that its people were told of."""


class IdleGames:
    """Looks for games that have come to a standstill."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def tick(self) -> None:
        """Tell the people of games that have stood still for a month."""
        now = self.services.clock()
        since = select(TurnRow.game_id).group_by(col(TurnRow.game_id)).having(func.max(TurnRow.since) <= now - AFTER)
        still = col(GameRow.status) == RUNNING, col(GameRow.copy_of).is_(None), col(GameRow.id).in_(since)
        async with self.services.db.read() as session:
            rows = list(await session.exec(select(GameRow).where(*still)))
        for row in rows:
            if row.place.get(TOLD) != row.last:
                await self._tell(known_id(row), now)

    async def _tell(self, game_id: int, now: datetime) -> None:
        async with self.services.lock(game_id), answers(self.services), self.services.db.write(game_id) as session:
            begun = await self.services.begun(session, game_id, running=False)
            waits = max((turn.since for turn in begun.turns.values()), default=now)
            row = begun.row
            if row.status != RUNNING or not AFTER <= now - waits <= LONGEST or row.place.get(TOLD) == row.last:
                return
            row.place = place_with(row.place, **{TOLD: row.last})
            names = [begun.owner(seat).name for seat in begun.turns]
            text = say("idle", since=timestamp(waits, "D"), names=names)
            ping = [seat.user_id for seat in begun.seats if seat.has_person]
            telling.tell(self.services, session, row, "idle", row.last, text, ping=ping)
