"""A game's beginning: worked out, then stored with whoever must act."""

from __future__ import annotations

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
    SeatRow,
    TurnRow,
)
from bot.table.ground.clocks import next_due, pace_of
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
    start = {"parent": 0, "position": 0, "clicker": row.organiser_id, "at": now}
    session.add(ActionRow(game_id=game_id, number=0, kind=START, args={"code": services.code}, **start))
    people = await services.people(session, {seat.user_id for seat in seats})
    where = {seat.seat: seat for seat in seats}
    for one in opening.game.decisions():
        due = next_due(now, where[one.seat], people, pace_of(row.settings))
        turn = {"seat": one.seat, "decision": one.number, "rule": one.rule, "since": now, "due_at": due}
        session.add(TurnRow(game_id=game_id, **turn))
