"""The orders that somebody has given: /order list, cancel."""

from __future__ import annotations

from typing import Annotated

from bot.discord.domains.shared.pages import pages
from bot.discord.domains.shared.request import Request
from bot.discord.domains.turns._order_forms import order_buttons
from bot.discord.domains.turns._order_lookup import named, offer_orders
from bot.discord.games.game_lookup import GameContext, GameName, game_to_act_in
from bot.discord.games.presses.lobby import OfGame
from bot.discord.kit.answers import answers
from bot.discord.kit.command import Typed, command, numbered
from bot.discord.kit.reply import Part, Pick, Reply, Select, in_rows
from bot.discord.kit.say import say
from bot.store.rows import OrderRow
from bot.table.ground.say import timestamp
from bot.table.play.ordering import SeatOrders
from bot.table.play.telling import order_text, reason

ENDED = 5
"""How many of the latest ended orders are listed."""


class CancelOrder(OfGame, name="ahead_cancel"):
    """Cancel the order that is chosen."""

    seat: str
    order: int


@command("order list")
async def list_orders(request: Request, game: GameName | None = None) -> Reply:
    """The asker's orders and holds."""
    at = await game_to_act_in(request, game)
    return await listed(request, await request.table.orders.seen_by(at.game, request.user, at.seat), at.seat)


async def listed(request: Request, orders: SeatOrders, seat: str, head: str = "") -> Reply:
    """A seat's orders, with a list to cancel one and forms for new ones."""
    now = GameContext(await request.table.present_of(orders.about), seat)
    game, title = now.game, now.now.row.title
    active = [order for order in orders.mine if order.active]
    ended = [order for order in orders.mine if not order.active][-ENDED:]
    lines = [head] if head else []
    lines += [_line(order, title) for order in active] or [say("none", group="ahead")]
    holds = [hold for hold in now.now.game.state.holds if hold.seat == seat]
    for hold in holds:
        moment = now.words.value("hold", "moment", hold.moment)
        lines.append(say("hold", group="ahead", power=now.words.verb(hold.power), moment=moment))
    lines += [
        say("standing", group="ahead", name=now.name(order.seat), order=order_text(order, title))
        for order in orders.standing
    ]
    if ended:
        lines += [say("ended", group="ahead"), *(_line(order, title) for order in ended)]
    rows: tuple[Part, ...] = in_rows(order_buttons(now))
    if active:
        picks = tuple(
            Pick(label, CancelOrder(game=game, seat=seat, order=number)) for label, number in named(active, title)
        )
        rows = (
            *rows,
            Select(say("cancel_which", group="ahead"), picks),
        )
    return Reply("\n".join(pages(lines)[0]), say("title", group="ahead", game=game), rows=rows)


def _line(order: OrderRow, title: str) -> str:
    name = "order" if order.active else "order_off"
    until = say("until", group="ahead", when=timestamp(order.until, "R")) if order.until else ""
    public = say("public", group="ahead") if order.public else ""
    why = reason(order) or say("done" if order.fired else "taken_back", group="ahead")
    return say(
        name,
        group="ahead",
        number=order.id,
        order=order_text(order, title),
        fired=order.fired,
        most=order.most,
        until=until,
        public=public,
        why=why,
    )


@command("order cancel")
async def cancel(
    request: Request, order: Annotated[int, Typed(complete=offer_orders, read=numbered)], game: GameName | None = None
) -> Reply:
    """Cancel an order."""
    at = await game_to_act_in(request, game)
    return await cancelled(request, CancelOrder(game=at.game, seat=at.seat, order=order))


@answers(CancelOrder)
async def cancelled(request: Request, press: CancelOrder) -> Reply:
    """The same by the list."""
    await request.table.orders.take_back(press.game, request.user, press.order)
    orders = await request.table.orders.seen_by(press.game, request.user, press.seat)
    return await listed(request, orders, press.seat, say("cancelled", group="ahead", number=str(press.order)))
