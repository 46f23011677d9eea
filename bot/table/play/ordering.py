"""Orders and standing offers: giving, listing and cancelling them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import and_, col, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NeedsConfirmation, NotYours, Refused
from bot.store.due import come
from bot.store.rows import RUNNING, OrderRow
from bot.table.ground.parsing import whole_number
from bot.table.ground.rights import check_game_itself, stands_for
from bot.table.ground.services import BegunGame, LoadedGame, Services
from bot.table.play import telling
from bot.table.play.keeping import (
    announce,
    announce_end,
    change_of,
    store,
)
from bot.table.play.orders.kinds import order_of
from bot.table.play.orders.order import MOST_FIRED, Order
from bot.table.play.playing import MoveResult, follow
from bot.table.play.troubles import answers
from engine import Act
from engine.core.sentences import because, encode_sentence
from engine.view import view

MOST_A_SEAT = 10
"""The most orders in force that a seat may have."""
LONGEST = timedelta(days=60)
"""The longest that an order can stay in force."""
EXPIRED = because("it has expired.")


@dataclass(frozen=True)
class SeatOrders:
    """What a seat's player sees of orders."""

    about: BegunGame
    mine: list[OrderRow]
    """Their own, including ended ones."""
    standing: list[OrderRow]
    """The others' standing offers, which are public."""


class Orders:
    """People's orders."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def give(
        self,
        game_id: int,
        clicker: int,
        seat: str,
        order: Order,
        *,
        public: bool = False,
        most: int | None = None,
        until: datetime | None = None,
        grave: bool = True,
    ) -> int:
        """Give an order, which acts at once if it applies to the current decision; returns its number. Without `grave`,
        an order that could end the game or somebody's part in it raises NeedsConfirmation instead.
        """
        async with self.services.lock(game_id), answers(self.services):
            loaded = await self.services.load(game_id)
            self._check_owner(loaded, clicker, seat)
            most = order.usually if most is None else most
            if not 1 <= most <= MOST_FIRED:
                raise Refused(because("An order can act 1 to {most_fired} times.", most_fired=MOST_FIRED))
            now = self.services.clock()
            if until is not None and until.tzinfo and until > now + LONGEST:
                raise Refused("An order can stay in force for 1 to 1,440 hours.")
            if until is not None and (until.tzinfo is None or until <= now):
                raise Refused("That time has already passed.")
            completed = await self.services.work(lambda: order.completed(loaded.game, seat))
            if not grave and loaded.game.grave(seat, Act(completed.named)):
                raise NeedsConfirmation("This order would end the game, or your part in it; please confirm it first.")
            row = OrderRow(
                game_id=game_id,
                seat=seat,
                kind=completed.kind,
                terms=completed.terms,
                public=public is True,
                most=most,
                made_at=now,
                until=until,
            )
            async with self.services.db.write() as session:
                await self._check_room(session, row, completed)
                session.add(row)
                await session.flush()
                if public:
                    name = loaded.owner(seat).name
                    session.add(telling.standing(row, name, loaded.row, "given", now))
            await self._at_once(loaded, row, now)
            assert row.id is not None
            return row.id

    async def _at_once(self, loaded: LoadedGame, order: OrderRow, now: datetime) -> None:
        def job() -> tuple[Any, ...]:
            played = follow(MoveResult(loaded.game), [*loaded.orders, order])
            change = change_of(loaded, played, loaded.owner(order.seat).user_id, now)
            if played.steps:
                shown = view(played.game)
                head = telling.headed(loaded.row, loaded.game, played, shown)
                announce(loaded, change, "move", now, shown, moves=telling.announced(played, shown), **head)
                announce_end(loaded, change, now, shown)
            return played, change

        played, change = await self.services.work(job)
        if played.steps or change.orders:
            change.tip = None if played.steps else loaded.row.tip
            await store(self.services, loaded, change, now)

    async def seen_by(self, game_id: int, clicker: int, seat: str) -> SeatOrders:
        """A seat's orders, which nobody else sees, and the standing offers of the others."""
        async with answers(self.services), self.services.db.read() as session:
            about = await self.services.begun(session, game_id, running=False)
            self._check_owner(about, clicker, seat)
            visible = or_(OrderRow.seat == seat, and_(col(OrderRow.active), col(OrderRow.public)))
            found = select(OrderRow).where(OrderRow.game_id == game_id, visible).order_by(col(OrderRow.id))
            orders = list(await session.exec(found))
        mine = [order for order in orders if order.seat == seat]
        return SeatOrders(about, mine, [order for order in orders if order.seat != seat])

    async def mine(self, game_id: int, clicker: int, seat: str) -> list[OrderRow]:
        """A seat's orders, including ended ones."""
        return (await self.seen_by(game_id, clicker, seat)).mine

    async def take_back(self, game_id: int, clicker: int, order_id: int) -> None:
        """Cancel an order."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            begun = await self.services.begun(session, game_id, running=False)
            order = await session.get(OrderRow, whole_number(order_id, because("The number of an order")))
            if order is None or order.game_id != game_id:
                raise Refused("There is no such order.")
            self._check_owner(begun, clicker, order.seat)
            if not order.active:
                raise Refused("That order has already ended.")
            order.active, order.reason, order.ended_by = False, "", None
            if order.public:
                name, now = begun.owner(order.seat).name, self.services.clock()
                session.add(telling.standing(order, name, begun.row, "taken back", now))

    async def _check_room(self, session: AsyncSession, new: OrderRow, order: Order) -> None:
        in_force = OrderRow.game_id == new.game_id, OrderRow.seat == new.seat, col(OrderRow.active)
        orders = list(await session.exec(select(OrderRow).where(*in_force)))
        for known in orders:
            over = known.until is not None and known.until <= new.made_at
            if (known.kind, known.terms, known.public) == (new.kind, new.terms, new.public) and not over:
                raise Refused(because("You have already given this order; it is number {number}.", number=known.id))
            if not over:
                order.check_beside(order_of(known.kind, known.terms), known.id)
        if len(orders) >= MOST_A_SEAT:
            raise Refused(because("You already have {most_a_seat} orders; cancel one first.", most_a_seat=MOST_A_SEAT))

    def _check_owner(self, at: BegunGame, clicker: int, seat: str) -> None:
        check_game_itself(at.row)
        # Not even the organiser: an order reveals its owner's plans.
        if not stands_for(at, clicker, seat, self.services.clock()):
            raise NotYours(because("Only {name} can see and change these orders.", name=at.owner(seat).name))


async def end_expired(services: Services) -> int:
    """End expired orders and tell their owners; returns how many there were."""
    now = services.clock()
    over = col(OrderRow.active), come(col(OrderRow.until), now, LONGEST)
    async with services.db.read() as session:
        expired = list(await session.exec(select(OrderRow.game_id, OrderRow.id).where(*over)))
    for game_id, order_id in expired:
        # A move being made may be changing the order's count.
        async with services.lock(game_id), services.db.write() as session:
            order = (await session.exec(select(OrderRow).where(OrderRow.id == order_id, *over))).first()
            if order is not None:
                await _lapsed(session, services, order, now)
    return len(expired)


async def _lapsed(session: AsyncSession, services: Services, order: OrderRow, now: datetime) -> None:
    order.active, order.ended_by = False, None
    row = await services.row(session, order.game_id)
    owner = next(seat for seat in await services.seats(session, order.game_id) if seat.seat == order.seat)
    order.reason = encode_sentence(EXPIRED)
    with services.speaking_to(owner.user_id):
        text = telling.order_ended(order, row.title)
    if row.status == RUNNING and order.public:
        session.add(telling.standing(order, owner.name, row, f"until {now.isoformat()}", now))
    if row.status == RUNNING and not owner.robot:
        target = telling.person(owner.user_id)
        session.add(telling.row(target, "order", f"until {order.id} {now}", now, order.game_id, row.last, text=[text]))
