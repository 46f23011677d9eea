"""Orders under undo and redo: their moves go with the move that triggered them, and their state follows."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.rows import ActionRow, OrderRow
from bot.table.ground.say import say
from bot.table.ground.services import LoadedGame
from bot.table.play import telling
from bot.table.play.keeping import Change, announce_order


async def orders_involved(session: AsyncSession, game_id: int, moves: list[ActionRow]) -> list[OrderRow]:
    """The orders that acted in these moves, or ended with them."""
    acted = {move.order_id for move in moves if move.order_id is not None}
    by_these = col(OrderRow.ended_by).between(moves[0].number, moves[-1].number)
    found = select(OrderRow).where(OrderRow.game_id == game_id, col(OrderRow.id).in_(acted) | by_these)
    numbers = {move.number for move in moves}
    orders = list(await session.exec(found.order_by(col(OrderRow.id))))
    return [order for order in orders if order.id in acted or order.ended_by in numbers]


def undone(loaded: LoadedGame, orders: list[OrderRow], moves: list[ActionRow], change: Change, now: datetime) -> None:
    """Restore the orders that these moves ended. The cause stays recorded, in case of redo."""
    acted, numbers = Counter(move.order_id for move in moves), {move.number for move in moves}
    change.undone = numbers
    for order in orders:
        order.fired = max(order.fired - acted[order.id], 0)
        change.orders.append(order)
        if not order.active and order.ended_by in numbers:
            order.active = True
            with loaded.speaking_to(order.seat):
                told = say("order_again", order=telling.order_text(order, loaded.row.title))
            announce_order(loaded, change, order, told, now)


def redone(loaded: LoadedGame, orders: list[OrderRow], moves: list[ActionRow], change: Change, now: datetime) -> None:
    """End the orders that these moves had ended, so that nothing is done twice."""
    acted, numbers = Counter(move.order_id for move in moves), {move.number for move in moves}
    change.redone = numbers
    for order in orders:
        order.fired += acted[order.id]
        change.orders.append(order)
        if order.active and order.ended_by in numbers:
            order.active = False
            with loaded.speaking_to(order.seat):
                told = telling.order_ended(order, loaded.row.title)
            announce_order(loaded, change, order, told, now)
