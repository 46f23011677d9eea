"""Orders given ahead of time, visible only to their owner: /order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Annotated, Any, ClassVar

from discord import app_commands

from bot.discord.command import NOTHING, Typed, choices, command, matching, numbered
from bot.discord.confirming import Confirmation, Sure, ask, confirms, moment_of
from bot.discord.game_lookup import GameContext, GameName, game_at_press, game_to_act_in
from bot.discord.kit.answers import answers
from bot.discord.kit.press import Press
from bot.discord.pages import pages
from bot.discord.presses.moves import PassRound
from bot.discord.reply import Pick, Reply, Select
from bot.discord.request import Request
from bot.discord.say import say
from bot.store.rows import OrderRow
from bot.table.errors import NeedsConfirmation, Refused
from bot.table.operating import LASTS, PAYS
from bot.table.orders import CAUSES, MOST_FIRED, UNTIL
from bot.table.parsing import number
from bot.table.telling import order_text, question, reason
from engine import Act, Span
from engine.core.verbs import Text
from engine.words import commands

ENDED = 5
"""How many of the latest ended orders are listed."""


class OrderSurely(Sure):
    """Give an order that could end the game, or its owner's part in it: it acts without asking again."""

    kind: ClassVar[str]
    game: int
    seat: str
    verb: str
    public: bool = False

    @property
    def terms(self) -> dict[str, Any]:
        """The order's terms."""
        raise NotImplementedError


class AnswerSurely(OrderSurely, name="order_yes"):
    """Always answer a kind of question the same way."""

    kind: ClassVar[str] = "answer"
    question: str
    about: str
    choice: str
    times: int | None = None
    hours: int | None = None

    @property
    def terms(self) -> dict[str, Any]:
        """The order's terms."""
        args = _read(self.choice.split())
        return {"rule": self.question, "verb": self.verb, "subject": self.about, "args": args}


class AgreeSurely(OrderSurely, name="order_agree_yes"):
    """Accept a kind of offer within limits."""

    kind: ClassVar[str] = "consent"
    private: str
    company: str
    at_least: int | None = None
    at_most: int | None = None
    times: int | None = None
    hours: int | None = None

    @property
    def terms(self) -> dict[str, Any]:
        """The order's terms."""
        match = {"private": self.private, "company": self.company}
        return {
            "verb": self.verb,
            "match": {slot: value for slot, value in match.items() if value},
            "least": {} if self.at_least is None else {"price": self.at_least},
            "most": {} if self.at_most is None else {"price": self.at_most},
        }


class CancelOrder(Press, name="ahead_cancel"):
    """Cancel the order that is chosen."""

    game: int
    seat: str
    order: int


# --- what is offered


def _of(values: Callable[[GameContext], Iterable[tuple[str, str]]]) -> Typed:
    """An autocomplete with what a function finds in the asker's game."""

    async def suggest(request: Request, typed: str, game: str | None = None) -> list[tuple[str, str]]:
        return matching(list(values(await game_to_act_in(request, game))), typed)

    return Typed(complete=suggest)


def _companies(at: GameContext) -> list[tuple[str, str]]:
    return [(f"{one.symbol} · {one.name}", one.symbol) for one in at.view.companies if not one.closed]


def _led(at: GameContext) -> list[tuple[str, str]]:
    led = [one.symbol for one in at.view.companies if one.president == at.seat]
    return [pair for pair in _companies(at) if pair[1] in led]


def _privates(at: GameContext) -> list[tuple[str, str]]:
    return [(one.name, one.id) for one in at.view.privates if one.owner != "closed"]


def _questions(at: GameContext) -> list[tuple[str, str]]:
    """The kinds of questions the game asks, in words."""
    words, frames = at.words.words, at.now.game.title.frames
    return [(question(words, rule), rule) for rule in words.decisions if rule in frames]


def _moves(at: GameContext) -> list[tuple[str, str]]:
    return [(at.words.verb(verb), verb) for verb in at.now.game.title.verbs]


async def offer_choices(request: Request, typed: str, move: str = "", game: str | None = None) -> list[tuple[str, str]]:
    """Complete one more choice after those already typed: from what is open now, or from the catalogue."""
    at = await game_to_act_in(request, game)
    *before, last = typed.split(" ") if typed else [""]
    head = " ".join(before) + " " if before else ""
    chosen = _read(before)
    pairs = await request.table.services.work(lambda: _open_choices(at, move, chosen))
    offered = [(at.words.choice(move, slot, value), f"{head}{slot}={value}") for slot, value in pairs]
    return [pair for pair in offered if last.casefold() in f"{pair[0]} {pair[1]}".casefold()]


def _open_choices(at: GameContext, verb: str, chosen: dict[str, str | int]) -> list[tuple[str, str | int]]:
    if verb in at.moves.verbs:
        slot, values = at.moves.slot(verb, chosen) or ("", ())
        if isinstance(values, Text):
            return []
        return [(slot, value) for value in ((values.low, values.high) if isinstance(values, Span) else values)]
    words = at.words.words
    slots = {slot for one in commands(at.moves.game.title).values() if verb in one.verbs for slot in one.slots}
    kinds = {slot: words.slot_kinds.get(f"{verb}.{slot}") or words.slot_kinds.get(slot, "") for slot in sorted(slots)}
    known = [(slot, value) for slot, kind in kinds.items() for value in words.values.get(kind, {})]
    return [(slot, value) for slot, value in known if slot not in chosen and value != "other"]


async def offer_orders(request: Request, typed: str, game: str | None = None) -> list[tuple[str, str]]:
    """The asker's orders in force."""
    at = await game_to_act_in(request, game)
    orders = await request.table.orders.mine(at.game, request.user, at.seat)
    pairs = [(label, str(number)) for label, number in _named(orders, at.now.row.title)]
    return matching(pairs, typed) if pairs else [(say("none", group="ahead"), NOTHING)]


def _read(parts: Sequence[str]) -> dict[str, str | int]:
    """`kind=half price=20`."""
    found: dict[str, str | int] = {}
    for part in parts:
        name, sign, value = part.partition("=")
        if not sign:
            raise Refused(say("choice_form", group="ahead"))
        amount = number(value)
        found[name] = value if amount is None else amount
    return found


Times = Annotated[app_commands.Range[int, 1, MOST_FIRED], Typed(about=partial(say, "option_times", group="ahead"))]
Hours = Annotated[app_commands.Range[int, 1, 24 * 60], Typed(about=partial(say, "option_hours", group="ahead"))]


@dataclass(frozen=True)
class Limits:
    """For which game an order is, how many moves it may make, and in how many hours it ends."""

    times: Times | None = None
    hours: Hours | None = None
    game: GameName | None = None


USUAL = Limits()
Until = Annotated[str, Typed(choices=choices("until", UNTIL))]
Cause = Annotated[str, Typed(choices=choices("even_if", CAUSES))]
From = Annotated[str, Typed(choices=choices("from", ("ipo", "pool")))]
Pay = Annotated[str, Typed(choices=choices("pay", PAYS))]
Lasting = Annotated[str, Typed(choices=choices("lasts", LASTS))]
Company = Annotated[str, _of(_companies)]
Led = Annotated[str, _of(_led)]
Private = Annotated[str, _of(_privates)]
Question = Annotated[str, _of(_questions)]
Move = Annotated[str, _of(_moves)]
Choices = Annotated[str, Typed(complete=offer_choices)]
OrderNumber = Annotated[int, Typed(complete=offer_orders, read=numbered)]
Amount = app_commands.Range[int, 0]
Price = app_commands.Range[int, 1]


# --- giving


async def _give(
    request: Request,
    at: GameContext,
    kind: str,
    terms: dict[str, Any],
    limits: Limits = USUAL,
    *,
    public: bool = False,
    sure: Sure | None = None,
) -> Reply:
    """Give an order; `sure` asks first if it could end the game, or its owner's part in it."""
    until = request.table.clock() + timedelta(hours=limits.hours) if limits.hours else None
    more = {"public": public, "until": until, "grave": sure is None}
    more |= {"most": limits.times} if limits.times else {}
    try:
        order = await request.table.orders.give(at.game, request.user, at.seat, kind, terms, **more)
    except NeedsConfirmation:
        if sure is None:
            raise
        return await ask(request, sure)
    # A new order may have acted and ended at once.
    in_force = any(
        one.active for one in await request.table.orders.mine(at.game, request.user, at.seat) if one.id == order
    )
    head = say("given" if in_force else "given_over", group="ahead", number=order)
    return await _listed(request, at.game, at.seat, head)


@command("order pass")
async def pass_ahead(
    request: Request,
    until: Until = "round",
    even_if: Cause | None = None,
    also_if: Cause | None = None,
    and_if: Cause | None = None,
    limits: Limits = USUAL,
) -> Reply:
    """Pass automatically; all four causes together are `until:always`."""
    at = await game_to_act_in(request, limits.game)
    ignores = [cause for cause in CAUSES if cause in (even_if, also_if, and_if)]
    return await _give(request, at, "pass", {"until": until, "ignores": ignores, **_passing(at)}, limits)


@answers(PassRound)
async def press_pass_round(request: Request, press: PassRound) -> Reply:
    """The same for the rest of this round, by a button on the panel; only for the seat's own player."""
    at = await game_at_press(request, press.at)
    return await _give(request, at, "pass", {"until": "round", "ignores": [], **_passing(at)})


def _passing(at: GameContext) -> dict[str, str]:
    """The kind of question that the order would pass on."""
    game = at.now.game
    passing = [one.rule for one in game.decisions() if any(game.title.verbs[verb].passes for verb in one.verbs)]
    return {"rule": passing[0]} if passing else {}


@command("order buy")
async def buy(
    request: Request,
    company: Company,
    from_: From = "ipo",
    shares: app_commands.Range[int, 1, 20] | None = None,
    price: Price | None = None,
    then_pass: bool = False,
    after_sales: bool = False,
    limits: Limits = USUAL,
) -> Reply:
    """Buy shares of a company, one per turn."""
    terms = {"company": company, "from": from_, "then_pass": then_pass, "after_sales": after_sales}
    terms |= {"until": "floated"} if shares is None else {"until": "shares", "shares": shares}
    terms |= {} if price is None else {"most": price}
    return await _give(request, await game_to_act_in(request, limits.game), "buy", terms, limits)


@command("order bid")
async def bid(
    request: Request,
    private: Private,
    limit: Price,
    limits: Limits = USUAL,
) -> Reply:
    """Bid on a private company up to a limit."""
    terms = {"private": private, "limit": limit}
    return await _give(request, await game_to_act_in(request, limits.game), "bid", terms, limits)


@command("order take")
async def take(
    request: Request,
    private: Private,
    price: Amount,
    limits: Limits = USUAL,
) -> Reply:
    """Buy a private company once its price has fallen far enough."""
    terms = {"private": private, "price": price}
    return await _give(request, await game_to_act_in(request, limits.game), "take", terms, limits)


@command("order operate")
async def operate(
    request: Request,
    company: Led,
    dividend: Pay = "full",
    until: Lasting = "turn",
    limits: Limits = USUAL,
) -> Reply:
    """Operate a company routinely: make the best run and pay, and nothing else."""
    terms = {"company": company, "pay": dividend, "until": until}
    # A turn takes several moves.
    limits = limits if limits.times else replace(limits, times=MOST_FIRED)
    return await _give(request, await game_to_act_in(request, limits.game), "operate", terms, limits)


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
        verb=move,
        times=limits.times,
        hours=limits.hours,
        question=question,
        about=about,
        choice=choice,
    )
    return await _given(request, at, sure, sure)


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
        verb=to,
        times=limits.times,
        hours=limits.hours,
        public=public,
        private=private,
        company=company,
        at_least=at_least,
        at_most=at_most,
    )
    return await _given(request, at, sure, sure)


async def _given(
    request: Request, at: GameContext, order: AnswerSurely | AgreeSurely, sure: Sure | None = None
) -> Reply:
    limits = Limits(times=order.times, hours=order.hours)
    return await _give(request, at, order.kind, order.terms, limits, public=order.public, sure=sure)


async def _warning(request: Request, sure: OrderSurely) -> Confirmation:
    at = GameContext(await request.table.present(sure.game), sure.seat)
    lines = [say(f"really_{sure.kind}", group="sure", verb=at.words.verb(sure.verb))]
    lines += filter(None, map(at.words.warning, at.now.game.grave(sure.seat, Act(sure.verb))))
    return Confirmation("\n".join(lines), say("button_order", group="sure"), moment_of(at.now.row))


async def give_surely(request: Request, sure: AnswerSurely | AgreeSurely) -> Reply:
    """Give it."""
    return await _given(request, GameContext(await request.table.present(sure.game), sure.seat), sure)


confirms(AnswerSurely, _warning)(give_surely)
confirms(AgreeSurely, _warning)(give_surely)


# --- listing and cancelling


@command("order list")
async def list_orders(request: Request, game: GameName | None = None) -> Reply:
    """The asker's orders and holds."""
    at = await game_to_act_in(request, game)
    return await _listed(request, at.game, at.seat)


async def _listed(request: Request, game: int, seat: str, head: str = "") -> Reply:
    orders = await request.table.orders.mine(game, request.user, seat)
    now = GameContext(await request.table.present(game), seat)
    title = now.now.row.title
    active = [order for order in orders if order.active]
    ended = [order for order in orders if not order.active][-ENDED:]
    lines = [head] if head else []
    lines += [_line(order, title) for order in active] or [say("none", group="ahead")]
    holds = [hold for hold in now.now.game.state.holds if hold.seat == seat]
    for hold in holds:
        moment = now.words.value("hold", "moment", hold.moment)
        lines.append(say("hold", group="ahead", power=now.words.verb(hold.power), moment=moment))
    others = [one for one in await request.table.orders.standing(game) if one.seat != seat]
    lines += [say("standing", group="ahead", name=now.name(one.seat), order=order_text(one, title)) for one in others]
    if ended:
        lines += [say("ended", group="ahead"), *(_line(order, title) for order in ended)]
    rows: tuple[Select, ...] = ()
    if active:
        picks = tuple(
            Pick(label, CancelOrder(game=game, seat=seat, order=number)) for label, number in _named(active, title)
        )
        rows = (Select(say("cancel_which", group="ahead"), picks),)
    return Reply("\n".join(pages(lines)[0]), say("title", group="ahead", game=game), rows=rows)


def _line(order: OrderRow, title: str) -> str:
    name = "order" if order.active else "order_off"
    until = say("until", group="ahead", when=f"<t:{int(order.until.timestamp())}:R>") if order.until else ""
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


def _named(orders: Iterable[OrderRow], title: str) -> list[tuple[str, int]]:
    """Orders in force in words, with their numbers."""
    return [(f"{one.id}: {order_text(one, title)}", one.id or 0) for one in orders if one.active]


@command("order cancel")
async def cancel(request: Request, order: OrderNumber, game: GameName | None = None) -> Reply:
    """Cancel an order."""
    at = await game_to_act_in(request, game)
    return await cancelled(request, CancelOrder(game=at.game, seat=at.seat, order=order))


@answers(CancelOrder)
async def cancelled(request: Request, press: CancelOrder) -> Reply:
    """The same by the list."""
    await request.table.orders.take_back(press.game, request.user, press.order)
    return await _listed(request, press.game, press.seat, say("cancelled", group="ahead", number=str(press.order)))
