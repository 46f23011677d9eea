"""Reminders of current turns follow changed settings."""

from __future__ import annotations

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.rows import GameRow, PersonRow, SeatRow, TurnRow
from bot.table.ground.clocks import next_due, pace_of
from bot.table.ground.services import Services

TURNS = (
    select(TurnRow, SeatRow, GameRow)
    .join(SeatRow, (col(SeatRow.game_id) == TurnRow.game_id) & (col(SeatRow.seat) == TurnRow.seat))
    .join(GameRow, col(GameRow.id) == col(TurnRow.game_id))
    .where(col(TurnRow.muted).is_(False))
)


async def of_person(session: AsyncSession, services: Services, person: PersonRow) -> None:
    """Apply a person's changed settings in all their games."""
    await session.flush()
    people = {**await services.people(session, {person.user_id}), person.user_id: person}
    for turn, seat, row in await session.exec(TURNS.where(col(SeatRow.user_id) == person.user_id)):
        _rearm(services, turn, seat, row, people)


async def of_game(session: AsyncSession, services: Services, game: GameRow) -> None:
    """Apply a game's changed settings to everybody it is waiting for."""
    await session.flush()
    found = list(await session.exec(TURNS.where(col(TurnRow.game_id) == game.id)))
    people = await services.people(session, {seat.user_id for _, seat, _ in found})
    for turn, seat, row in found:
        _rearm(services, turn, seat, row, people)


def _rearm(services: Services, turn: TurnRow, seat: SeatRow, row: GameRow, people: dict[int, PersonRow]) -> None:
    pace = pace_of(row.settings)
    if turn.count < pace.stop:  # Reminders that have announced their end stay silent until somebody moves.
        turn.due_at = next_due(services.clock(), seat, people, pace)
