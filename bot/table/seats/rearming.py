"""Reminders of current turns follow changed settings."""

from __future__ import annotations

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.rows import RUNNING, BankRow, GameRow, PersonRow, SeatRow, TurnRow
from bot.table.ground.clocks import next_due, pace_of
from bot.table.ground.counting import Banks, thinking
from bot.table.ground.services import Services, known_id
from bot.table.ground.time_used import note_time

TURNS = (
    select(TurnRow, SeatRow, GameRow)
    .join(SeatRow, (col(SeatRow.game_id) == TurnRow.game_id) & (col(SeatRow.seat) == TurnRow.seat))
    .join(GameRow, col(GameRow.id) == col(TurnRow.game_id))
    .where(col(TurnRow.muted).is_(False), col(GameRow.copy_of).is_(None))
)


async def count_of_game(session: AsyncSession, services: Services, game: GameRow, refills: str = "") -> None:
    """Count a game's banks until now, before or after something changes that they depend on; a seat that changes hands
    gets a full one.
    """
    await session.flush()
    turns = list(await session.exec(select(TurnRow).where(TurnRow.game_id == game.id)))
    seats = await services.seats(session, known_id(game))
    people = await services.people(session, {seat.user_id for seat in seats})
    await note_time(session, game, turns, seats, people, services.clock(), fresh=refills)
    banks, busy = Banks(session, game, {one.seat: one for one in seats}, people, services.clock()), thinking(turns)
    found = await banks.settle(busy, busy)
    if refills in found:
        banks.refill(found[refills], busy=refills in busy)


async def count_of_person(session: AsyncSession, services: Services, user: int) -> None:
    """The same in all games in which a person has a bank, or something to decide."""
    await session.flush()
    theirs = select(GameRow).join(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
    waits = select(TurnRow.game_id).where(TurnRow.game_id == SeatRow.game_id, TurnRow.seat == SeatRow.seat).exists()
    counted = col(GameRow.id).in_(select(BankRow.game_id)) | waits
    for game in list(await session.exec(theirs.where(SeatRow.user_id == user, GameRow.status == RUNNING, counted))):
        await count_of_game(session, services, game)


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
