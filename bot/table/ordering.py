"""Orders and standing offers: giving, listing and cancelling them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, cast

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.due import come
from bot.store.rows import RUNNING, OrderRow
from bot.table import telling
from bot.table.errors import NeedsConfirmation, NotYours, Refused
from bot.table.keeping import announce, announce_end, change_of, store
from bot.table.operating import LASTS, PAYS, earned, operating
from bot.table.orders import ANY_PRICE, CAUSES, MOST_A_SEAT, MOST_FIRED, UNTIL, passing, price_now
from bot.table.parsing import whole_number
from bot.table.playing import MoveResult, follow, readable
from bot.table.rights import check_game_itself, stands_for
from bot.table.safe_text import escaped
from bot.table.services import BegunGame, LoadedGame, Services
from bot.table.troubles import answers
from engine import Act, Game
from engine.core.offers import ANSWER
from engine.core.sentences import because, encode_sentence
from engine.view import view

LONGEST = timedelta(days=60)
"""The longest that an order can stay in force."""
EXPIRED = because("it has expired.")


class Orders:
    """People's orders."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def give(
        self,
        game_id: int,
        clicker: int,
        seat: str,
        kind: str,
        terms: dict[str, Any],
        *,
        public: bool = False,
        most: int = 20,
        until: datetime | None = None,
        grave: bool = True,
    ) -> int:
        """Give an order, which acts at once if it applies to the current decision; returns its number. Without `grave`,
        an order that could end the game or somebody's part in it raises NeedsConfirmation instead.
        """
        async with self.services.lock(game_id), answers(self.services):
            loaded = await self.services.load(game_id)
            self._check_owner(loaded, clicker, seat)
            if not isinstance(most, int) or isinstance(most, bool) or not 1 <= most <= MOST_FIRED:
                raise Refused(because("An order can act 1 to {most_fired} times.", most_fired=MOST_FIRED))
            now = self.services.clock()
            if until is not None and (not isinstance(until, datetime) or (until.tzinfo and until > now + LONGEST)):
                raise Refused("An order can stay in force for 1 to 1,440 hours.")
            if until is not None and (until.tzinfo is None or until <= now):
                raise Refused("That time has already passed.")
            found = complete_terms(loaded.game, seat, kind, terms)
            if kind == "operate":
                found["earns"] = await self.services.work(lambda: earned(loaded.game, found["company"]))
            if not grave and loaded.game.grave(seat, Act(found.get("verb", ""))):
                raise NeedsConfirmation("This order would end the game, or your part in it; please confirm it first.")
            order = OrderRow(
                game_id=game_id,
                seat=seat,
                kind=kind,
                terms=found,
                public=public is True,
                most=most,
                made_at=now,
                until=until,
            )
            async with self.services.db.write() as session:
                await self._check_room(session, order)
                session.add(order)
                await session.flush()
                if public:
                    name = loaded.seats[seat].name
                    session.add(telling.standing(order, name, loaded.row, "given", now))
            await self._at_once(loaded, order, now)
            assert order.id is not None
            return order.id

    async def _at_once(self, loaded: LoadedGame, order: OrderRow, now: datetime) -> None:
        def job() -> tuple[Any, ...]:
            played = follow(MoveResult(loaded.game), [*loaded.orders, order])
            change = change_of(loaded, played, loaded.seats[order.seat].user_id, now)
            if played.steps:
                shown = view(played.game)
                announce(loaded, change, "move", now, shown, moves=telling.sentences(played, shown))
                announce_end(loaded, change, now, shown)
            return played, change

        played, change = await self.services.work(job)
        if played.steps or change.orders:
            change.tip = None if played.steps else loaded.row.tip
            await store(self.services, loaded, change, now)

    async def mine(self, game_id: int, clicker: int, seat: str) -> list[OrderRow]:
        """A seat's orders, including ended ones; nobody else sees them."""
        async with answers(self.services), self.services.db.read() as session:
            self._check_owner(await self.services.begun(session, game_id, running=False), clicker, seat)
            found = select(OrderRow).where(OrderRow.game_id == game_id, OrderRow.seat == seat)
            return list(await session.exec(found.order_by(col(OrderRow.id))))

    async def standing(self, game_id: int) -> list[OrderRow]:
        """The standing offers, which are public."""
        async with answers(self.services), self.services.db.read() as session:
            await self.services.row(session, game_id)
            open_ones = (OrderRow.game_id == game_id, col(OrderRow.active), col(OrderRow.public))
            return list(await session.exec(select(OrderRow).where(*open_ones).order_by(col(OrderRow.id))))

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
                name, now = begun.seats[order.seat].name, self.services.clock()
                session.add(telling.standing(order, name, begun.row, "taken back", now))

    async def _check_room(self, session: AsyncSession, new: OrderRow) -> None:
        in_force = OrderRow.game_id == new.game_id, OrderRow.seat == new.seat, col(OrderRow.active)
        orders = list(await session.exec(select(OrderRow).where(*in_force)))
        for one in orders:
            over = one.until is not None and one.until <= new.made_at
            if (one.kind, one.terms, one.public) == (new.kind, new.terms, new.public) and not over:
                raise Refused(because("You have already given this order; it is number {number}.", number=one.id))
            if one.kind == new.kind == "operate" and one.terms["company"] == new.terms["company"] and not over:
                raise Refused(
                    because(
                        "Order {number} already operates {company}; cancel it first.",
                        number=one.id,
                        company=new.terms["company"],
                    )
                )
        if len(orders) >= MOST_A_SEAT:
            raise Refused(because("You already have {most_a_seat} orders; cancel one first.", most_a_seat=MOST_A_SEAT))

    def _check_owner(self, at: BegunGame, clicker: int, seat: Any) -> None:
        check_game_itself(at.row)
        # Not even the organiser: an order reveals its owner's plans.
        if not stands_for(at, clicker, seat, self.services.clock()):
            raise NotYours(because("Only {name} can see and change these orders.", name=at.seats[seat].name))


OPTIONS = {
    "pass": {"ignores": "even_if"},
    "buy": {"most": "price"},
    "operate": {"pay": "dividend"},
    "answer": {"rule": "question", "verb": "move", "subject": "about", "args": "choice"},
    "consent": {"verb": "to", "least": "at_least", "most": "at_most"},
}
"""The typed names of terms that have another name in the database."""


def complete_terms(game: Game, seat: str, kind: str, terms: dict[str, Any]) -> dict[str, Any]:
    """Complete and check an order's terms, or refuse them with the reason."""
    shown = view(game, seat)
    companies = [company.symbol for company in shown.companies]
    privates = [private.id for private in shown.privates]
    if not isinstance(terms, Mapping) or not isinstance(kind, str):
        raise Refused("I can't read that order.")
    given = dict(terms)

    def option(name: str) -> str:
        return OPTIONS.get(kind, {}).get(name, name)

    def one_of(name: str, values: list[str], default: str | None = None) -> str:
        value = given.pop(name, default)
        if not isinstance(value, str) or value not in values:
            raise Refused(because("`{option}:` must be one of {values:or}.", option=option(name), values=tuple(values)))
        return value

    def number(name: str, default: int | None = None) -> int:
        value = given.pop(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**6:
            raise Refused(because("`{option}:` must be a whole number.", option=option(name)))
        return value

    def word(name: str, default: str | None = None) -> str:
        value = given.pop(name, default)
        if not isinstance(value, str) or not _harmless(value):
            raise Refused(because("I can't read `{option}:`.", option=option(name)))
        return value

    def unsold() -> str:
        private = one_of("private", privates)
        if next(one for one in shown.privates if one.id == private).owner != "sale":
            raise Refused(because("{private} has already been sold.", private=private))
        return private

    match kind:
        case "pass":
            until, rule = one_of("until", list(UNTIL), "round"), word("rule", "stock_turn")
            ignored = given.pop("ignores", [])
            if not isinstance(ignored, list) or not all(cause in CAUSES for cause in cast("list[Any]", ignored)):
                even = option("ignores")
                raise Refused(because("`{option}:` must be one of {values:or}.", option=even, values=CAUSES))
            found: dict[str, Any] = passing(shown, until, rule, cast("list[str]", ignored))
        case "buy":
            found = {"company": one_of("company", companies), "from": one_of("from", ["ipo", "pool"], "ipo")}
            found |= {"until": one_of("until", ["floated", "shares"], "floated"), "shares": number("shares", 0)}
            found |= {"most": number("most", ANY_PRICE)}
            found |= {name: True for name in ("then_pass", "after_sales") if given.pop(name, False) is True}
        case "bid":
            if "bid" not in game.title.verbs:
                raise Refused("There are no bids in this game.")
            found = {"private": unsold(), "limit": number("limit")}
        case "take":
            found = {"private": unsold(), "price": number("price")}
            if not any(price_now(one) is not None for one in shown.privates if one.owner == "sale"):
                raise Refused("No private company becomes cheaper in this auction.")
        case "operate":
            company = one_of("company", companies)
            if next(one for one in shown.companies if one.symbol == company).president != seat:
                raise Refused(because("You do not control {company}.", company=company))
            found = operating(shown, company, one_of("pay", list(PAYS), "full"), one_of("until", list(LASTS), "turn"))
        case "answer":
            found = {
                "rule": word("rule"),
                "verb": word("verb"),
                "subject": word("subject", ""),
                "step": word("step", ""),
            }
            found["args"] = dict(readable(found["verb"], given.pop("args", {})).args)
        case "consent":
            found = {
                "verb": word("verb"),
                "match": dict(readable("x", given.pop("match", {})).args),
            }
            for name, value in found["match"].items():
                if not _harmless(name) or not _harmless(str(value)):
                    raise Refused(because("I can't read `{option}:`.", option=name[:40]))
            for side in ("least", "most"):
                limits = dict(readable("x", given.pop(side, {})).args)
                if any(isinstance(limit, str) for limit in limits.values()):
                    raise Refused(because("`{option}:` must be a whole number.", option=option(side)))
                found[side] = limits
        case _:
            raise Refused("There is no such kind of order.")
    if given:
        raise Refused(because("This kind of order does not take `{option}:`.", option=option(next(iter(given)))))
    if found.get("rule", ANSWER) not in (ANSWER, *game.title.frames):
        raise Refused("There is no question of that kind in this game.")
    if "verb" in found and found["verb"] not in game.title.verbs:
        raise Refused("There is no such move in this game.")
    return found


def _harmless(text: str) -> bool:
    """Is a text short and harmless? Everybody reads a standing offer."""
    return len(text) <= 40 and text.isprintable() and escaped(text) == text


async def end_expired(services: Services) -> int:
    """End expired orders and tell their owners; returns how many there were."""
    now = services.clock()
    over = col(OrderRow.active), come(col(OrderRow.until), now, LONGEST)
    async with services.db.read() as session:
        found = list(await session.exec(select(OrderRow.game_id, OrderRow.id).where(*over)))
    for game_id, order_id in found:
        # A move being made may be changing the order's count.
        async with services.lock(game_id), services.db.write() as session:
            order = (await session.exec(select(OrderRow).where(OrderRow.id == order_id, *over))).first()
            if order is not None:
                await _lapsed(session, services, order, now)
    return len(found)


async def _lapsed(session: AsyncSession, services: Services, order: OrderRow, now: datetime) -> None:
    order.active, order.ended_by = False, None
    row = await services.row(session, order.game_id)
    owner = next(seat for seat in await services.seats(session, order.game_id) if seat.seat == order.seat)
    order.reason = encode_sentence(EXPIRED)
    with services.speaking_to(owner.user_id):
        told = telling.order_ended(order, row.title)
    if row.status == RUNNING and order.public:
        session.add(telling.standing(order, owner.name, row, f"until {now.isoformat()}", now))
    if row.status == RUNNING and not owner.robot:
        target = telling.person(owner.user_id)
        session.add(telling.row(target, "order", f"until {order.id} {now}", now, order.game_id, row.last, text=[told]))
