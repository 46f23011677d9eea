"""Robots' seats: adding and removing robots, and finding games where it is their turn."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlmodel import col
from sqlmodel.sql.expression import Select

from bot.errors import Refused
from bot.store.rows import RUNNING, GameRow, SeatRow, TurnRow
from bot.table.ground.rights import check_organiser
from bot.table.ground.say import say
from bot.table.ground.services import Services
from bot.table.play.troubles import answers
from bot.table.seats.seating import Seating
from engine.core.sentences import because

KINDS = ("steady", "easy", "strong", "random")
"""The kinds: the first takes a seat over where nothing else is said; the last plays any legal move."""


class RobotSeats:
    """Seats robots like people, with negative user numbers."""

    def __init__(self, services: Services, seating: Seating) -> None:
        self.services = services
        self.seating = seating

    async def add(
        self, game_id: int, by: int, kind: str = KINDS[0], *, manager: bool = False, taken: int | None = None
    ) -> bool:
        """Fill an empty seat before the game begins; a full game begins at once. Returns whether it did. `taken`: how
        many seats were taken when the asker looked.
        """
        _check_kind(kind)
        async with answers(self.services), self.services.db.read() as session:
            check_organiser(await self.services.row(session, game_id), by, manager=manager)
        return await self.seating.join(game_id, None, await self._called(game_id, kind), robot=kind, taken=taken)

    async def put(
        self, game_id: int, by: int, seat: str, kind: str = KINDS[0], *, manager: bool = False, gone: bool = False
    ) -> datetime | None:
        """Let a robot play a seat of a running game. A player who has moved recently is asked first, unless they are
        gone: returns until when they may answer.
        """
        _check_kind(kind)
        name = await self._called(game_id, kind)
        return await self.seating.replace(game_id, by, seat, None, name, manager=manager, robot=kind, gone=gone)

    async def _called(self, game_id: int, kind: str) -> str:
        """The robot's name."""
        async with answers(self.services), self.services.db.read() as session:
            row = await self.services.row(session, game_id)
        with self.services.speaking_on(row.guild_id):
            return say(kind, group="robots")

    async def waiting(self) -> list[int]:
        """Games where robots must act, longest waiting first; a paused game stands still."""
        turns = (
            Select[int, dict[str, Any]](col(TurnRow.game_id), col(GameRow.settings))
            .join(GameRow, col(GameRow.id) == col(TurnRow.game_id))
            .join(SeatRow, (col(SeatRow.game_id) == col(TurnRow.game_id)) & (col(SeatRow.seat) == col(TurnRow.seat)))
            .where(GameRow.status == RUNNING, (col(SeatRow.robot) != "") | (col(SeatRow.meanwhile) != ""))
            .order_by(col(TurnRow.since), col(TurnRow.game_id))
        )
        async with self.services.db.read() as session:
            found = list(await session.exec(turns))
        return list(dict.fromkeys(game for game, settings in found if not settings.get("paused")))


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise Refused(because("The kinds of robot are {kinds:list}.", kinds=tuple(KINDS)))
