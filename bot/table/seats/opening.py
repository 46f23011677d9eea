"""A game's beginning: worked out, then stored with whoever must act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.positions import packed
from bot.store.rows import (
    RUNNING,
    START,
    ActionRow,
    GameRow,
    PersonRow,
    SeatRow,
)
from bot.table.ground.clocks import new_turn
from bot.table.ground.counting import Banks, thinking
from bot.table.ground.services import Services, known_id
from engine import Game
from engine.record import Record
from engine.view import View, view


@dataclass(frozen=True)
class Opening:
    """The beginning of a game, computed before it is stored."""

    players: list[str]
    setup: dict[str, Any]
    game: Game
    raw: bytes
    shown: View


def opening_of(record: Record) -> Opening:
    """A game's beginning."""
    game = record.begin()
    return Opening(record.players, record.setup, game, game.encode(), view(game))


async def lay_out(
    services: Services, session: AsyncSession, row: GameRow, seats: list[SeatRow], opening: Opening, now: datetime
) -> None:
    """Store a game's first position and who must act."""
    game_id = known_id(row)
    row.status, row.started_at = RUNNING, now
    session.add(packed(game_id, 0, opening.raw, None, b""))
    args = {"code": services.code}
    session.add(
        ActionRow(
            game_id=game_id, number=0, kind=START, parent=0, position=0, clicker=row.organiser_id, args=args, at=now
        )
    )
    people = await services.people(session, {seat.user_id for seat in seats})
    where = {seat.seat: seat for seat in seats}
    await first_turns(session, row, where, people, opening.game, now)


async def first_turns(
    session: AsyncSession,
    row: GameRow,
    where: Mapping[str, SeatRow],
    people: Mapping[int, PersonRow],
    game: Game,
    now: datetime,
) -> None:
    """Store who must act in a game that begins, or comes from a file."""
    turns = [new_turn(row, decision, where[decision.seat], people, now) for decision in game.decisions()]
    session.add_all(turns)
    await Banks(session, row, where, people, now).settle((), thinking(turns))
