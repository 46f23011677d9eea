"""Orders given ahead of time, visible only to their owner: /order."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from bot.discord.command import NOTHING, Command, Complete, Option, choices, matching, only_given
from bot.discord.components import NUMBER, WORD, ArgumentKind, Component, one_of
from bot.discord.confirming import Confirmation, GraveAction, moment_of
from bot.discord.game_lookup import GAME, GameContext, find_game, find_seat, game_at_press
from bot.discord.kit.answers import answers
from bot.discord.pages import pages
from bot.discord.presses.moves import PassRound
from bot.discord.reply import Reply, Select, cut, selecting
from bot.discord.request import OnPress, Request
from bot.discord.say import say
from bot.store.rows import OrderRow
from bot.table.errors import NeedsConfirmation, Refused
from bot.table.operating import LASTS, PAYS
from bot.table.orders import CAUSES, MOST_FIRED, UNTIL
from bot.table.parsing import number
from bot.table.safe_text import escaped
from bot.table.telling import order_text, question, reason
from engine import Act, Span
from engine.core.verbs import Text
from engine.words import commands

ENDED = 5
"""How many of the latest ended orders are listed."""


async def own_game(request: Request, given: dict[str, Any]) -> GameContext:
    """The game, and the asker's seat or that of a player they stand in for."""
    now = await request.table.present(await find_game(request, given, begun=True))
    found = GameContext(now, find_seat(request, now))
    if not found.seat:
        raise Refused(say("no_seat"))
    return found


# --- giving


async def _give_order(
    request: Request, given: dict[str, Any], kind: str, terms: dict[str, Any], *, public: bool = False
) -> Reply:
    at = await own_game(request, given)
    hours = given.get("hours")
    until = request.table.clock() + timedelta(hours=hours) if hours else None
    more = {"public": public, "until": until} | ({"most": given["times"]} if given.get("times") else {})
    try:
        order = await request.table.orders.give(at.game, request.user, at.seat, kind, terms, grave=False, **more)
    except NeedsConfirmation:
        limits = json.dumps([public, given.get("times"), hours])
        return await ORDERED.ask(request, at.game, at.seat, kind, json.dumps(terms), limits)
    return await _new(request, at.game, at.seat, order)


async def _confirmation(request: Request, args: list[str]) -> Confirmation:
    """The warning before an order that could end the game or its owner's part in it: it acts without asking again."""
    game, seat, kind, terms, _ = args
    now = GameContext(await request.table.present(int(game)), seat)
    verb = str(json.loads(terms).get("verb", ""))
    lines = [say(f"really_{kind}", group="sure", verb=now.words.verb(verb))]
    lines += filter(None, map(now.words.warning, now.now.game.grave(seat, Act(verb))))
    return Confirmation("\n".join(lines), say("button_order", group="sure"), moment_of(now.now.row))


async def _give_confirmed(request: Request, args: list[str]) -> Reply:
    game, seat, kind, terms, limits = args
    public, times, hours = json.loads(limits)
    until = request.table.clock() + timedelta(hours=hours) if hours else None
    more = {"public": public, "until": until} | ({"most": times} if times else {})
    order = await request.table.orders.give(int(game), request.user, seat, kind, json.loads(terms), **more)
    return await _new(request, int(game), seat, order)


async def _new(request: Request, game: int, seat: str, number: int) -> Reply:
    """A new order, which may have acted and ended at once."""
    in_force = any(one.active for one in await request.table.orders.mine(game, request.user, seat) if one.id == number)
    return await _listed(request, game, seat, say("given" if in_force else "given_over", group="ahead", number=number))


def _written(kind: type) -> Callable[[str], bool]:
    """Whether a button's argument is the kind of JSON that the confirmation writes."""

    def fits(text: str) -> bool:
        try:
            return isinstance(json.loads(text), kind)
        except ValueError:
            return False

    return fits


ALTHOUGH = ("even_if", "also_if", "and_if")
"""The options that name what does not turn an order to pass off; all four causes are `until:always`."""
TERMS, LIMITS = ArgumentKind("terms", _written(dict)), ArgumentKind("limits", _written(list))
ORDERED = GraveAction(
    "order_yes", _confirmation, _give_confirmed, (NUMBER, WORD, one_of("answer", "consent"), TERMS, LIMITS)
)


async def pass_ahead(request: Request, given: dict[str, Any]) -> Reply:
    """Pass automatically."""
    at = await own_game(request, given)
    ignored = {given[name] for name in ALTHOUGH if given.get(name)}
    ignores = [cause for cause in CAUSES if cause in ignored]
    terms = {"until": given.get("until", "round"), "ignores": ignores, **_passing(at)}
    return await _give_order(request, given, "pass", terms)


@answers(PassRound)
async def press_pass_round(request: Request, press: PassRound) -> Reply:
    """The same for the rest of this round, by a button on the panel; only for the seat's own player."""
    at = await game_at_press(request, press.at)
    terms = {"until": "round", "ignores": [], **_passing(at)}
    order = await request.table.orders.give(at.game, request.user, at.seat, "pass", terms, grave=False)
    return await _new(request, at.game, at.seat, order)


def _passing(at: GameContext) -> dict[str, str]:
    """The kind of question that the order would pass on."""
    game = at.now.game
    passing = [one.rule for one in game.decisions() if any(game.title.verbs[verb].passes for verb in one.verbs)]
    return {"rule": passing[0]} if passing else {}


async def buy(request: Request, given: dict[str, Any]) -> Reply:
    """Buy shares of a company, one per turn."""
    terms = {"company": given["company"], "from": given.get("from", "ipo")}
    terms |= {"until": "shares", "shares": given["shares"]} if given.get("shares") else {"until": "floated"}
    terms |= only_given(given, "then_pass", "after_sales") | only_given({"most": given.get("price")}, "most")
    return await _give_order(request, given, "buy", terms)


async def bid(request: Request, given: dict[str, Any]) -> Reply:
    """Bid on a private company up to a limit."""
    return await _give_order(request, given, "bid", {"private": given["private"], "limit": given["limit"]})


async def take(request: Request, given: dict[str, Any]) -> Reply:
    """Buy a private company once its price has fallen far enough."""
    return await _give_order(request, given, "take", {"private": given["private"], "price": given["price"]})


async def operate(request: Request, given: dict[str, Any]) -> Reply:
    """Operate a company routinely: make the best run and pay, and nothing else."""
    terms = {"company": given["company"], "pay": given.get("dividend", "full"), "until": given.get("until", "turn")}
    # A turn takes several moves.
    return await _give_order(request, {**given, "times": given.get("times") or MOST_FIRED}, "operate", terms)


async def answer(request: Request, given: dict[str, Any]) -> Reply:
    """Always answer a kind of question the same way."""
    terms: dict[str, Any] = {"rule": given["question"], "verb": given["move"]}
    terms |= only_given({"subject": given.get("about")}, "subject")
    args = _read(str(given.get("choice", "")).split())
    return await _give_order(request, given, "answer", terms | {"args": args})


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


async def agree(request: Request, given: dict[str, Any]) -> Reply:
    """Accept a kind of offer within limits; a standing offer is announced to everybody."""
    match = only_given(given, "private", "company")
    terms: dict[str, Any] = {"verb": given["to"], "match": match}
    if given.get("at_least") is not None:
        terms["least"] = {"price": given["at_least"]}
    if given.get("at_most") is not None:
        terms["most"] = {"price": given["at_most"]}
    return await _give_order(request, given, "consent", terms, public=bool(given.get("public")))


# --- listing and cancelling


async def list_orders(request: Request, given: dict[str, Any]) -> Reply:
    """The asker's orders and holds."""
    at = await own_game(request, given)
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
        offered = tuple((str(order.id), cut(f"{order.id}: {order_text(order, title)}", 100)) for order in active[:25])
        rows = (selecting(say("cancel_which", group="ahead"), "ahead_cancel", (game, seat), offered),)
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


async def cancel(request: Request, given: dict[str, Any]) -> Reply:
    """Cancel an order."""
    at = await own_game(request, given)
    return await _cancelled(request, at.game, at.seat, str(given["order"]))


async def press_cancel(request: Request, args: list[str], values: list[str]) -> Reply:
    """The same by the list."""
    return await _cancelled(request, int(args[0]), args[1], values[0])


async def _cancelled(request: Request, game: int, seat: str, order: str) -> Reply:
    meant = number(order)
    if meant is None:
        raise Refused(say("not_a_number", text=escaped(order[:20])))
    await request.table.orders.take_back(game, request.user, meant)
    return await _listed(request, game, seat, say("cancelled", group="ahead", number=order))


# --- what is offered


def _of(values: Any) -> Complete:
    """An autocomplete with what a function finds in the asker's game."""

    async def suggest(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
        return matching(list(values(await own_game(request, given))), typed)

    return suggest


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


async def offer_choices(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Complete one more choice after those already typed: from what is open now, or from the catalogue."""
    at, verb = await own_game(request, given), str(given.get("move", ""))
    *before, last = typed.split(" ") if typed else [""]
    head = " ".join(before) + " " if before else ""
    chosen = _read(before)
    pairs = await request.table.services.work(lambda: _open_choices(at, verb, chosen))
    offered = [(at.words.choice(verb, slot, value), f"{head}{slot}={value}") for slot, value in pairs]
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


async def offer_orders(request: Request, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """The asker's orders in force."""
    at = await own_game(request, given)
    orders = await request.table.orders.mine(at.game, request.user, at.seat)
    pairs = [(f"{order.id}: {order_text(order, at.now.row.title)}", str(order.id)) for order in orders if order.active]
    return matching(pairs, typed) if pairs else [(say("none", group="ahead"), NOTHING)]


TIMES = Option("times", int, low=1, high=MOST_FIRED, about=partial(say, "option_times", group="ahead"))
HOURS = Option("hours", int, low=1, high=24 * 60, about=partial(say, "option_hours", group="ahead"))
COMMON = (TIMES, HOURS, GAME)
COMPANY = Option("company", required=True, complete=_of(_companies))
PASSING = (
    Option("until", choices=choices("until", UNTIL)),
    *(Option(name, choices=choices("even_if", CAUSES)) for name in ALTHOUGH),
    *COMMON,
)
COMMANDS = (
    Command("order pass", pass_ahead, PASSING),
    Command(
        "order buy",
        buy,
        (
            COMPANY,
            Option("from", choices=choices("from", ("ipo", "pool"))),
            Option("shares", int, low=1, high=20),
            Option("price", int, low=1),
            Option("then_pass", bool),
            Option("after_sales", bool),
            *COMMON,
        ),
    ),
    Command(
        "order bid",
        bid,
        (
            Option("private", required=True, complete=_of(_privates)),
            Option("limit", int, required=True, low=1),
            *COMMON,
        ),
    ),
    Command(
        "order take",
        take,
        (
            Option("private", required=True, complete=_of(_privates)),
            Option("price", int, required=True, low=0),
            *COMMON,
        ),
    ),
    Command(
        "order operate",
        operate,
        (
            Option("company", required=True, complete=_of(_led)),
            Option("dividend", choices=choices("pay", PAYS)),
            Option("until", choices=choices("lasts", LASTS)),
            *COMMON,
        ),
    ),
    Command(
        "order answer",
        answer,
        (
            Option("question", required=True, complete=_of(_questions)),
            Option("move", required=True, complete=_of(_moves)),
            Option("about", complete=_of(_companies)),
            Option("choice", complete=offer_choices),
            *COMMON,
        ),
    ),
    Command(
        "order agree",
        agree,
        (
            Option("to", required=True, complete=_of(_moves)),
            Option("private", complete=_of(_privates)),
            Option("company", complete=_of(_companies)),
            Option("at_least", int, low=0),
            Option("at_most", int, low=0),
            Option("public", bool),
            *COMMON,
        ),
    ),
    Command("order list", list_orders, (GAME,)),
    Command("order cancel", cancel, (Option("order", required=True, complete=offer_orders), GAME)),
)
PRESSES: dict[str, OnPress] = {
    "ahead_cancel": Component(press_cancel, (NUMBER, WORD), chosen=True),
    **ORDERED.presses,
}
