"""Seats that robots play: put there by the organiser, taken off again, and found when it is their turn."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select

from bot.store.rows import RUNNING, GameRow, SeatRow, TurnRow
from bot.table.desk import Desk
from bot.table.errors import Refused
from bot.table.rights import check_organiser
from bot.table.say import say
from bot.table.seating import Seating
from bot.table.troubles import answers
from engine.core.sentences import because

KINDS = ("steady", "random")
"""One that plays sensibly, and one that plays any legal move."""


class RobotSeats:
    """A robot sits at a table as a person does, with a number below zero that no person has."""

    def __init__(self, desk: Desk, seating: Seating) -> None:
        self.desk = desk
        self.seating = seating

    async def add(
        self, game_id: int, by: int, kind: str = KINDS[0], *, manager: bool = False, taken: int | None = None
    ) -> bool:
        """Fill an empty seat before the game begins; a table that is full begins at once, and whether it did.

        `taken`: how many seats had been taken when whoever asks looked.
        """
        _check_kind(kind)
        async with answers(self.desk), self.desk.db.read() as session:
            check_organiser(await self.desk.row(session, game_id), by, manager=manager)
        return await self.seating.join(game_id, None, await self._called(game_id, kind), robot=kind, taken=taken)

    async def put(
        self, game_id: int, by: int, seat: str, kind: str = KINDS[0], *, manager: bool = False
    ) -> datetime | None:
        """Let a robot play a seat of a game that goes on, until somebody is seated there again.

        Whoever keeps up with the game is asked first: until when they may answer.
        """
        _check_kind(kind)
        name = await self._called(game_id, kind)
        return await self.seating.replace(game_id, by, seat, None, name, manager=manager, robot=kind)

    async def _called(self, game_id: int, kind: str) -> str:
        """What everybody calls it."""
        async with answers(self.desk), self.desk.db.read() as session:
            row = await self.desk.row(session, game_id)
        with self.desk.speaking_on(row.guild_id):
            return say(kind, group="robots")

    async def waiting(self) -> list[int]:
        """Games in which robots must act, the longest waiting first."""
        found = (
            select(TurnRow.game_id)
            .join(GameRow, col(GameRow.id) == col(TurnRow.game_id))
            .join(SeatRow, (col(SeatRow.game_id) == col(TurnRow.game_id)) & (col(SeatRow.seat) == col(TurnRow.seat)))
            .where(GameRow.status == RUNNING, SeatRow.robot != "")
            .order_by(col(TurnRow.since), col(TurnRow.game_id))
        )
        async with self.desk.db.read() as session:
            return list(dict.fromkeys(await session.exec(found)))


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise Refused(because("The kinds of robot are {kinds:list}.", kinds=tuple(KINDS)))
