"""What a bot keeps of a game: compared with what it was when the database was made."""

from __future__ import annotations

from typing import Any

from sqlmodel import col, select

from bot.store.rows import OrderRow
from bot.table.play.extras import Extras
from bot.table.table import Table
from tests.golden import facts

OWNER = 11
"""Whose notebooks are compared."""


async def told_of(table: Table, number: int, what: str) -> dict[str, Any]:
    """What is kept of a game and shown to people, for comparison."""
    extras = Extras(table.services)
    row, seats = await extras.game(number)
    one: dict[str, Any] = {"game": number, "what": what, "status": row.status}
    one["seats"] = [[seat.seat, seat.user_id, seat.robot, seat.name] for seat in seats]
    one["note"] = await extras.note(number, OWNER)
    one["mirrors"] = [[mirror.channel_id, mirror.allowed, mirror.pace] for mirror in await extras.mirrors(number)]
    one["settings"] = row.settings
    if row.started_at is not None:
        now = await table.present(number)
        one |= {"position": row.position, "last": row.last, "redo": row.tip is not None}
        one["views"] = facts.digests(now.game, facts.LONG)
        async with table.db.read() as session:
            given = select(OrderRow).where(OrderRow.game_id == number).order_by(col(OrderRow.id))
            orders = list(await session.exec(given))
        # Seat by seat, and within a seat in the order in which they were given.
        places = {seat.seat: place for place, seat in enumerate(seats)}
        orders.sort(key=lambda order: places[order.seat])
        one["orders"] = [[order.seat, order.kind, order.active, order.public] for order in orders]
    return one
