"""The forms that ask for an order with its conditions: their fields, and the order that is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast, get_args

from bot.discord.domains.turns._order_lookup import USUAL, Limits, companies, led, moves, questions
from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.lobby import OfGame
from bot.discord.kit.custom_ids import SEVERAL
from bot.discord.kit.form import Choice, Entry, Field, Line, Sheet, Ticks, whole_number
from bot.discord.kit.reply import Button
from bot.discord.kit.say import say, words
from bot.errors import Stale
from bot.table.play.orders.answering import AnswerOrder, ConsentOrder
from bot.table.play.orders.buying import ANY_PRICE, BuyOrder, From
from bot.table.play.orders.operating import Lasts, OperateOrder, Pay
from bot.table.play.orders.order import MOST_FIRED, Order
from bot.table.play.orders.passing import CAUSES, Cause, PassOrder, Until
from bot.table.play.orders.privates import BidOrder, TakeOrder, unsold
from bot.table.play.orders.wording import question

MOST_HOURS, MOST_PRICE, MOST_SHARES, DIGITS = 24 * 60, ANY_PRICE - 1, 20, 6
THEN_PASS, AFTER_SALES = "then_pass", "after_sales"


class FillOrder(OfGame, name="order_form"):
    """Ask in a form for an order of a kind."""

    kind: str


class OrderFilled(FillOrder, name="order_filled"):
    """Give it."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class OrderForm:
    """A kind of order: its fields, the order they mean, and the places of the fields that limit it, if it has any."""

    fields: Callable[[GameContext], tuple[Field, ...]]
    order: Callable[[GameContext, Sequence[str]], Order]
    times: int | None = None
    hours: int | None = None
    public: int | None = None
    """The place of the field that makes it a standing offer."""
    about: Callable[[GameContext], list[tuple[str, str]]] | None = None
    """What there must be for such an order: its companies or private companies."""

    def fits(self, at: GameContext) -> bool:
        """Is there anything for which it could be given?"""
        return self.about is None or bool(self.about(at))


def _said(name: str) -> str:
    return str(words()["ahead"]["form"][name])


def _choice(name: str, group: str, values: Iterable[str]) -> Choice:
    """Fixed values, the first one chosen."""
    entries = [Entry(str(words()["choices"][group][one]), one) for one in values]
    return Choice(_said(name), entries, entries[0].value)


def _one_of(name: str, pairs: Sequence[tuple[str, str]]) -> Choice:
    return Choice(_said(name), [Entry(label, value) for label, value in pairs])


def _line(name: str, *, needed: bool = False) -> Line:
    about = "" if needed else _said(f"{name}_about")
    return Line(_said(name), about, most=DIGITS, needed=needed)


def _number(name: str, text: str, most: int, missing: int = 0) -> int:
    """A number that was typed into a field, or left out."""
    return whole_number(_said(name), text, most) if text.strip() else missing


def passing_on(at: GameContext) -> str:
    """The kind of question that an order to pass would pass on."""
    game = at.now.game
    passing = (one.rule for one in game.decisions() if any(game.title.verbs[verb].passes for verb in one.verbs))
    return next(passing, PassOrder.rule)


def _pass_fields(at: GameContext) -> tuple[Field, ...]:
    causes = Ticks(_said("even_if"), [Entry(str(words()["choices"]["even_if"][one]), one) for one in CAUSES])
    return _choice("until", "until", get_args(Until)), causes, _line("times"), _line("hours")


def _pass_order(at: GameContext, values: Sequence[str]) -> Order:
    until, causes = values[:2]
    ignores: tuple[Cause, ...] = tuple(one for one in CAUSES if one in causes.split(SEVERAL))
    return PassOrder(until=cast("Until", until), ignores=ignores, rule=passing_on(at))


def _buy_fields(at: GameContext) -> tuple[Field, ...]:
    ticks = Ticks(_said("also"), [Entry(_said(one), one) for one in (THEN_PASS, AFTER_SALES)])
    where = _choice("from", "from", get_args(From))
    return _one_of("company", companies(at)), where, _line("price"), _line("shares"), ticks


def _buy_order(at: GameContext, values: Sequence[str]) -> Order:
    company, where, price, shares, ticks = values
    held = _number("shares", shares, MOST_SHARES)
    return BuyOrder(
        company=company,
        from_=cast("From", where),
        until="shares" if held else "floated",
        shares=held,
        most=_number("price", price, MOST_PRICE, ANY_PRICE),
        then_pass=THEN_PASS in ticks.split(SEVERAL),
        after_sales=AFTER_SALES in ticks.split(SEVERAL),
    )


def _for_sale(at: GameContext) -> list[tuple[str, str]]:
    return [(one.name, one.id) for one in unsold(at.view.privates)]


def _for_bids(at: GameContext) -> list[tuple[str, str]]:
    return _for_sale(at) if BidOrder.kind in at.now.game.title.verbs else []


def _private_fields(name: str, at: GameContext) -> tuple[Field, ...]:
    return _one_of("private", _for_sale(at)), _line(name, needed=True), _line("hours")


def _operate_fields(at: GameContext) -> tuple[Field, ...]:
    pay, lasts = _choice("pay", "pay", get_args(Pay)), _choice("lasts", "lasts", get_args(Lasts))
    return _one_of("led", led(at)), pay, lasts, _line("times"), _line("hours")


def _operate_order(at: GameContext, values: Sequence[str]) -> Order:
    company, pay, lasts = values[:3]
    return OperateOrder(company=company, pay=cast("Pay", pay), until=cast("Lasts", lasts))


def _bid(at: GameContext, values: Sequence[str]) -> Order:
    return BidOrder(private=values[0], limit=_number("limit", values[1], MOST_PRICE))


def _take(at: GameContext, values: Sequence[str]) -> Order:
    return TakeOrder(private=values[0], price=_number("take_price", values[1], MOST_PRICE))


def declining(at: GameContext) -> list[tuple[str, str]]:
    """The questions that can be declined, each with the move that does it."""
    title, words = at.now.game.title, at.words
    pairs = ((rule, verb) for _, rule in questions(at) for verb in title.frames[rule].verbs)
    named = ((rule, verb) for rule, verb in pairs if title.verbs[verb].declines)
    return [
        (_said("declining").format(question=question(words.words, rule), move=words.verb(verb)), f"{rule} {verb}")
        for rule, verb in named
    ]


def agreeing(at: GameContext) -> list[tuple[str, str]]:
    """The moves that others may need consent to, but for those that end the game."""
    laws, offered = at.now.game.title.verbs, {terms.split()[0] for terms in at.words.words.terms}
    return [pair for pair in moves(at) if pair[1] in offered and not laws[pair[1]].grave]


def _answer_fields(at: GameContext) -> tuple[Field, ...]:
    return _one_of("declined", declining(at)), _line("times"), _line("hours")


def _answer_order(at: GameContext, values: Sequence[str]) -> Order:
    rule, verb = values[0].split()
    return AnswerOrder(rule=rule, verb=verb)


def _agree_fields(at: GameContext) -> tuple[Field, ...]:
    public = Ticks(_said("also"), [Entry(_said("public"), "public")])
    return _one_of("to", agreeing(at)), _line("at_least"), _line("at_most"), public, _line("hours")


def _agree_order(at: GameContext, values: Sequence[str]) -> Order:
    to, least, most = values[:3]
    return ConsentOrder(
        verb=to,
        least={"price": _number("at_least", least, MOST_PRICE)} if least.strip() else {},
        most={"price": _number("at_most", most, MOST_PRICE)} if most.strip() else {},
    )


AGREE = "agree"
"""What is typed for an order to agree to offers."""
ORDER_FORMS = {
    PassOrder.kind: OrderForm(_pass_fields, _pass_order, times=2, hours=3),
    BuyOrder.kind: OrderForm(_buy_fields, _buy_order, about=companies),
    BidOrder.kind: OrderForm(partial(_private_fields, "limit"), _bid, hours=2, about=_for_bids),
    TakeOrder.kind: OrderForm(partial(_private_fields, "take_price"), _take, hours=2, about=_for_sale),
    OperateOrder.kind: OrderForm(_operate_fields, _operate_order, times=3, hours=4, about=led),
    AnswerOrder.kind: OrderForm(_answer_fields, _answer_order, times=1, hours=2, about=declining),
    AGREE: OrderForm(_agree_fields, _agree_order, hours=4, public=3, about=agreeing),
}
"""The kinds of orders that a form asks for; what an answer or a consent is narrowed down by is typed."""


def order_buttons(at: GameContext) -> tuple[Button, ...]:
    """A button for each kind of order that could be given."""
    kinds = [kind for kind, form in ORDER_FORMS.items() if form.fits(at)]
    return tuple(Button(_said(f"button_{kind}"), FillOrder(game=at.game, kind=kind)) for kind in kinds)


def is_public(form: OrderForm, values: Sequence[str]) -> bool:
    """Is it a standing offer, announced to everybody?"""
    return form.public is not None and bool(values[form.public])


def form_of(at: GameContext, kind: str) -> OrderForm:
    """The form of a kind of order; a button may be older than the bot, or than the position."""
    form: Any = ORDER_FORMS.get(kind)
    if form is None or not form.fits(at):
        raise Stale(say("old_button"))
    return form


def sheet_of(at: GameContext, kind: str) -> Sheet:
    """What the form asks."""
    fields = form_of(at, kind).fields(at)
    return Sheet(say("form_title", group="ahead", kind=_said(f"button_{kind}").rstrip("…")), fields)


def limits_of(form: OrderForm, values: Sequence[str]) -> Limits:
    """How many moves it may make, and in how many hours it ends."""
    times = USUAL.times if form.times is None else _number("times", values[form.times], MOST_FIRED)
    return Limits(times, USUAL.hours if form.hours is None else _number("hours", values[form.hours], MOST_HOURS))
