"""Orders given ahead of time, visible only to their owner: /order."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from discord import app_commands

from bot.discord.domains.shared.request import Request
from bot.discord.domains.turns._order_forms import (
    FillOrder,
    OrderFilled,
    form_of,
    is_public,
    limits_of,
    passing_on,
    sheet_of,
)
from bot.discord.domains.turns._order_list import listed
from bot.discord.domains.turns._order_lookup import (
    USUAL,
    Amount,
    Choices,
    Company,
    Dividend,
    EvenIf,
    Led,
    Limits,
    Move,
    Price,
    Private,
    Question,
    TurnOrLonger,
    read_choices,
)
from bot.discord.games.confirming import (
    Confirmation,
    Sure,
    ask,
    confirms,
    version_of,
)
from bot.discord.games.game_lookup import (
    GameContext,
    game_at_press,
    game_to_act_in,
)
from bot.discord.games.presses.lobby import OfGame
from bot.discord.games.presses.moves import PassRound
from bot.discord.kit.answers import answers, asks
from bot.discord.kit.command import command
from bot.discord.kit.form import Sheet
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.errors import NeedsConfirmation
from bot.table.play.orders.answering import AnswerOrder, ConsentOrder
from bot.table.play.orders.buying import ANY_PRICE, BuyOrder, From
from bot.table.play.orders.operating import OperateOrder
from bot.table.play.orders.order import Order
from bot.table.play.orders.passing import (
    CAUSES,
    Cause,
    PassOrder,
    Until,
)
from bot.table.play.orders.privates import BidOrder, TakeOrder
from bot.table.play.telling import reason
from engine import Act


class OrderSurely(OfGame, Sure):
    """Give an order although it could end the game, or its owner's part in it: it acts without asking again."""

    seat: str
    times: int
    hours: int
    public: bool = False

    @property
    def order(self) -> Order:
        """The order."""
        raise NotImplementedError


class AnswerSurely(OrderSurely, name="order_yes"):
    """One to answer a kind of question."""

    question: str
    move: str
    about: str
    choice: str

    @property
    def order(self) -> Order:
        """The order."""
        args = read_choices(self.choice.split())
        return AnswerOrder(rule=self.question, verb=self.move, subject=self.about, args=args)


class AgreeSurely(OrderSurely, name="order_agree_yes"):
    """One to accept a kind of offer."""

    to: str
    private: str
    company: str
    at_least: int | None = None
    at_most: int | None = None

    @property
    def order(self) -> Order:
        """The order."""
        match = {"private": self.private, "company": self.company}
        return ConsentOrder(
            verb=self.to,
            match={slot: value for slot, value in match.items() if value},
            least={} if self.at_least is None else {"price": self.at_least},
            most={} if self.at_most is None else {"price": self.at_most},
        )


# --- giving


async def _give(
    request: Request,
    order: Order,
    limits: Limits,
    at: GameContext | None = None,
    *,
    public: bool = False,
    sure: OrderSurely | None = None,
) -> Reply:
    """Give an order; `sure` asks first if it could end the game, or its owner's part in it."""
    at = at or await game_to_act_in(request, limits.game)
    until = request.table.clock() + timedelta(hours=limits.hours) if limits.hours else None
    give, most = request.table.orders.give, limits.times or None
    try:
        number = await give(
            at.game, request.user, at.seat, order, public=public, most=most, until=until, grave=sure is None
        )
    except NeedsConfirmation:
        if sure is None:
            raise
        return await ask(request, sure)
    # A new order may have acted and ended at once.
    orders = await request.table.orders.seen_by(at.game, request.user, at.seat)
    in_force = any(order.active for order in orders.mine if order.id == number)
    head = say("given" if in_force else "given_over", group="ahead", number=number)
    return await listed(request, orders, at.seat, head)


async def _warning(request: Request, sure: OrderSurely) -> Confirmation:
    at, order = GameContext(await request.table.present(sure.game), sure.seat), sure.order
    lines = [say(f"really_{order.kind}", group="sure", verb=at.words.verb(order.named))]
    lines += filter(None, map(at.words.warning, at.now.game.grave(sure.seat, Act(order.named))))
    return Confirmation("\n".join(lines), say("button_order", group="sure"), version_of(at.now.row))


async def give_surely(request: Request, sure: OrderSurely) -> Reply:
    """Give it after confirming."""
    at = GameContext(await request.table.present(sure.game), sure.seat)
    return await _give(request, sure.order, Limits(times=sure.times, hours=sure.hours), at, public=sure.public)


confirms(AnswerSurely, _warning)(give_surely)
confirms(AgreeSurely, _warning)(give_surely)


@command("order pass")
async def pass_ahead(
    request: Request,
    until: Until = "round",
    even_if: EvenIf | None = None,
    also_if: EvenIf | None = None,
    and_if: EvenIf | None = None,
    limits: Limits = USUAL,
) -> Reply:
    """Pass automatically; all four causes together are `until:always`."""
    at = await game_to_act_in(request, limits.game)
    ignores: tuple[Cause, ...] = tuple(cause for cause in CAUSES if cause in (even_if, also_if, and_if))
    order = PassOrder(until=until, ignores=ignores, rule=passing_on(at))
    return await _give(request, order, limits, at)


@answers(PassRound)
async def press_pass_round(request: Request, press: PassRound) -> Reply:
    """The same for the rest of this round, by a button on the panel; only for the seat's own player. The answer says
    what comes of it, without the list of orders.
    """
    at = await game_at_press(request, press.at)
    number = await request.table.orders.give(at.game, request.user, at.seat, PassOrder(rule=passing_on(at)))
    orders = await request.table.orders.seen_by(at.game, request.user, at.seat)
    given = next(one for one in orders.mine if one.id == number)
    why = reason(given)
    name = "pass_round" if given.active else "pass_round_stopped" if why else "pass_round_over"
    text = say(name, group="ahead", why=why)
    return replace(await listed(request, orders, at.seat), title="", text=text)


@command("order buy")
async def buy(
    request: Request,
    company: Company,
    from_: From = "ipo",
    shares: app_commands.Range[int, 1, 20] | None = None,
    price: Price = ANY_PRICE,
    then_pass: bool = False,
    after_sales: bool = False,
    limits: Limits = USUAL,
) -> Reply:
    """Buy shares of a company, one per turn."""
    order = BuyOrder(
        company=company,
        from_=from_,
        until="floated" if shares is None else "shares",
        shares=shares or 0,
        most=price,
        then_pass=then_pass,
        after_sales=after_sales,
    )
    return await _give(request, order, limits)


@asks(FillOrder, OrderFilled, "/order {kind}")
async def ask_order(request: Request, press: FillOrder) -> Sheet:
    """An order of a kind, with its conditions."""
    return sheet_of(await game_to_act_in(request, str(press.game)), press.kind)


@answers(OrderFilled)
async def order_filled(request: Request, press: OrderFilled) -> Reply:
    """The same as the command."""
    at = await game_to_act_in(request, str(press.game))
    form = form_of(at, press.kind)
    limits, public = limits_of(form, press.values), is_public(form, press.values)
    return await _give(request, form.order(at, press.values), limits, at, public=public)


@command("order bid")
async def bid(request: Request, private: Private, limit: Price, limits: Limits = USUAL) -> Reply:
    """Bid on a private company up to a limit."""
    return await _give(request, BidOrder(private=private, limit=limit), limits)


@command("order take")
async def take(request: Request, private: Private, price: Amount, limits: Limits = USUAL) -> Reply:
    """Buy a private company once its price has fallen far enough."""
    return await _give(request, TakeOrder(private=private, price=price), limits)


@command("order operate")
async def operate(
    request: Request,
    company: Led,
    dividend: Dividend = "full",
    until: TurnOrLonger = "turn",
    limits: Limits = USUAL,
) -> Reply:
    """Operate a company routinely: make the best run and pay, and nothing else."""
    return await _give(
        request,
        OperateOrder(company=company, pay=dividend, until=until),
        limits,
    )


@command("order answer")
async def answer(
    request: Request,
    question: Question,
    move: Move,
    about: Company = "",
    choice: Choices = "",
    limits: Limits = USUAL,
) -> Reply:
    """Always answer a kind of question the same way."""
    at = await game_to_act_in(request, limits.game)
    sure = AnswerSurely(
        game=at.game,
        seat=at.seat,
        times=limits.times,
        hours=limits.hours,
        question=question,
        move=move,
        about=about,
        choice=choice,
    )
    return await _give(request, sure.order, limits, at, sure=sure)


@command("order agree")
async def agree(
    request: Request,
    to: Move,
    private: Private = "",
    company: Company = "",
    at_least: Amount | None = None,
    at_most: Amount | None = None,
    public: bool = False,
    limits: Limits = USUAL,
) -> Reply:
    """Accept a kind of offer within limits; a standing offer is announced to everybody."""
    at = await game_to_act_in(request, limits.game)
    sure = AgreeSurely(
        game=at.game,
        seat=at.seat,
        to=to,
        private=private,
        company=company,
        public=public,
        at_least=at_least,
        at_most=at_most,
        times=limits.times,
        hours=limits.hours,
    )
    return await _give(request, sure.order, limits, at, public=public, sure=sure)
