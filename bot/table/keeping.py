"""One change of a game as one transaction: actions, positions, who acts next, orders, announcements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import col, delete
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import Collision, StoreTrouble
from bot.store.positions import packed
from bot.store.rows import (
    FINISHED,
    MOVE,
    RUNNING,
    ActionRow,
    GameRow,
    OfferRow,
    OrderRow,
    OutboxRow,
    PositionRow,
    TurnRow,
    UndoAskRow,
)
from bot.table import telling
from bot.table.clocks import next_due, pace_of, whom
from bot.table.desk import Desk, Sitting, Warm
from bot.table.errors import Stale
from bot.table.playing import Played
from bot.table.say import say
from engine import Game
from engine.view import View

MOVED_ON = "Somebody else was quicker; please look again."


@dataclass
class Change:
    """All that is stored together."""

    position: int
    last: int
    warm: list[tuple[int, Warm]]
    game: Game
    epoch: int = 0
    """Added to the epoch."""
    tip: int | None = None
    actions: list[ActionRow] = field(default_factory=list)
    positions: list[PositionRow] = field(default_factory=list)
    orders: list[OrderRow] = field(default_factory=list)
    outbox: list[OutboxRow] = field(default_factory=list)
    acted: set[str] = field(default_factory=set)
    """Seats that have just acted: their clocks begin anew."""
    pinged: list[int] = field(default_factory=list)
    again: Callable[[AsyncSession], object] | None = None


def change_of(sitting: Sitting, played: Played, clicker: int, now: datetime) -> Change:
    """Rows for a click and what orders have added to it."""
    change = Change(sitting.row.position, sitting.row.last, [], played.game)
    root: int | None = None
    base = sitting.warm
    for step in played.steps:
        number = change.last + 1
        fired = step.order is not None
        change.actions.append(
            ActionRow(
                game_id=sitting.id,
                number=number,
                kind=MOVE,
                parent=change.position,
                position=number,
                seat=step.seat,
                clicker=sitting.seats[step.seat].user_id if fired else clicker,
                verb=step.act.verb,
                args=dict(step.act.args),
                decision=step.decision,
                cause=root,
                order_id=step.order.id if step.order is not None else None,
                at=now,
            )
        )
        stored = packed(sitting.id, number, step.raw, base.row, base.raw)
        change.positions.append(stored)
        base = Warm(step.after, step.raw, stored)
        change.warm.append((number, base))
        change.position = change.last = number
        change.acted.add(step.seat)
        root = number if root is None else root
    _end_orders(sitting, played, change, now)
    return change


def _end_orders(sitting: Sitting, played: Played, change: Change, now: datetime) -> None:
    first = change.last - len(played.steps)
    for fate in played.fates.values():
        order = fate.order
        order.fired += fate.fired
        change.orders.append(order)
        text = telling.order_text(order)
        if fate.ended is None:
            continue
        order.active, order.note, order.ended_by = False, fate.ended, first + fate.at
        told = say("order_disarmed", order=text, why=fate.ended) if fate.ended else say("order_done", order=text)
        user = sitting.seats[order.seat].user_id
        key = f"order {order.id}"
        change.outbox.append(telling.row(telling.person(user), "order", key, now, sitting.id, change.last, text=[told]))


def announce(sitting: Sitting, change: Change, kind: str, now: datetime, shown: View, **payload: object) -> None:
    """Who acts next, who of them is called, and the row for the channel."""
    waiting = telling.decisions(shown)
    new = [seat for seat in waiting if seat not in sitting.turns]
    change.pinged = [whom(sitting.seats[seat], sitting.people, now) for seat in new]
    change.outbox.insert(
        0,
        telling.row(
            telling.channel(sitting.row.channel_id),
            kind,
            "all",
            now,
            sitting.id,
            change.last,
            position=change.position,
            epoch=sitting.row.epoch + change.epoch,
            ping=change.pinged,
            waits=[text for _, text in waiting.values()],
            **payload,
        ),
    )


async def store(desk: Desk, sitting: Sitting, change: Change, now: datetime) -> None:
    """Write it all in one transaction, or nothing of it."""
    row = sitting.row
    try:
        async with desk.db.write() as session:
            current = await session.get(GameRow, sitting.id, with_for_update=True)
            if current is None or (current.last, current.epoch, current.status) != (row.last, row.epoch, row.status):
                raise Stale(MOVED_ON)
            current.position, current.last = change.position, change.last
            current.epoch += change.epoch
            current.tip = change.tip
            if change.game.state.end is not None:
                current.status, current.ended_at = FINISHED, now
            else:
                current.status, current.ended_at = RUNNING, None
            session.add_all([*change.actions, *change.positions, *change.outbox])
            for order in change.orders:
                await session.merge(order)
            await _turns(session, sitting, change, now)
            gone = delete(UndoAskRow).where(col(UndoAskRow.game_id) == sitting.id)
            await session.exec(gone)
            open_offers = [offer.id for offer in change.game.state.offers]
            await session.exec(
                delete(OfferRow).where(col(OfferRow.game_id) == sitting.id, col(OfferRow.offer).not_in(open_offers))
            )
            if change.again is not None:
                change.again(session)
    except Collision as e:
        raise Stale(MOVED_ON) from e
    except StoreTrouble as e:
        raise desk.told(sitting.id, row.organiser_id, e) from e
    for number, warm in change.warm:
        desk.keep(sitting.id, number, warm)


async def _turns(session: AsyncSession, sitting: Sitting, change: Change, now: datetime) -> None:
    """Rows of those who must act now. Who has been waiting goes on waiting; who has acted begins anew."""
    waiting = {one.seat: one for one in change.game.decisions()}
    gone = [seat for seat in sitting.turns if seat not in waiting]
    if gone:
        await session.exec(delete(TurnRow).where(col(TurnRow.game_id) == sitting.id, col(TurnRow.seat).in_(gone)))
    pace = pace_of(sitting.row.settings)
    for seat, decision in waiting.items():
        before = sitting.turns.get(seat)
        fresh = before is None or seat in change.acted
        found = TurnRow(game_id=sitting.id, seat=seat, decision=decision.number, rule=decision.rule, since=now)
        if before is not None and not fresh:
            found.since, found.count, found.due_at, found.muted = (
                before.since,
                before.count,
                before.due_at,
                before.muted,
            )
        else:
            found.due_at = next_due(now, sitting.seats[seat], sitting.people, pace)
        await session.merge(found)
