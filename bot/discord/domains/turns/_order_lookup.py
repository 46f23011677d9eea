"""What is offered for the options of /order, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, get_args

from discord import app_commands

from bot.discord.games.game_lookup import GameContext, GameName, game_to_act_in
from bot.discord.games.request import Request
from bot.discord.kit.command import (
    NOTHING,
    Typed,
    choices,
    matching,
)
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.safe_text import number
from bot.store.rows import OrderRow
from bot.table.play.orders.operating import Lasts, Pay
from bot.table.play.orders.order import MOST_FIRED
from bot.table.play.orders.passing import CAUSES, Cause
from bot.table.play.orders.wording import question
from bot.table.play.telling import order_text
from engine import Span
from engine.core.verbs import Text
from engine.words import commands


def offered(values: Callable[[GameContext], Iterable[tuple[str, str]]]) -> Typed:
    """An autocomplete with what a function finds in the asker's game."""

    async def suggest(request: Request, typed: str, game: str | None = None) -> list[tuple[str, str]]:
        return matching(list(values(await game_to_act_in(request, game))), typed)

    return Typed(complete=suggest)


def companies(at: GameContext) -> list[tuple[str, str]]:
    """The companies that are not closed."""
    return [(f"{one.symbol} · {one.name}", one.symbol) for one in at.view.companies if not one.closed]


def led(at: GameContext) -> list[tuple[str, str]]:
    """Those that the asker leads."""
    mine = [one.symbol for one in at.view.companies if one.president == at.seat]
    return [pair for pair in companies(at) if pair[1] in mine]


def privates(at: GameContext) -> list[tuple[str, str]]:
    """The private companies that are not closed."""
    return [(one.name, one.id) for one in at.view.privates if one.owner != "closed"]


def questions(at: GameContext) -> list[tuple[str, str]]:
    """The kinds of questions the game asks, in words."""
    words, frames = at.words.words, at.now.game.title.frames
    return [(question(words, rule), rule) for rule in words.decisions if rule in frames]


def moves(at: GameContext) -> list[tuple[str, str]]:
    """All moves of the game."""
    return [(at.words.verb(verb), verb) for verb in at.now.game.title.verbs]


async def offer_choices(request: Request, typed: str, move: str = "", game: str | None = None) -> list[tuple[str, str]]:
    """Complete one more choice after those already typed: from what is open now, or from the catalogue."""
    at = await game_to_act_in(request, game)
    *before, last = typed.split(" ") if typed else [""]
    head = " ".join(before) + " " if before else ""
    chosen = read_choices(before)
    pairs = await request.table.services.work(lambda: open_choices(at, move, chosen))
    offered = [(at.words.choice(move, slot, value), f"{head}{slot}={value}") for slot, value in pairs]
    return [pair for pair in offered if last.casefold() in f"{pair[0]} {pair[1]}".casefold()]


def open_choices(at: GameContext, verb: str, chosen: dict[str, str | int]) -> list[tuple[str, str | int]]:
    """What may be chosen next: from what is open now, or from the catalogue."""
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
    pairs = [(label, str(number)) for label, number in named(orders, at.now.row.title)]
    return matching(pairs, typed) if pairs else [(say("none", group="ahead"), NOTHING)]


def named(orders: Iterable[OrderRow], title: str) -> list[tuple[str, int]]:
    """Orders in force in words, with their numbers."""
    return [(f"{one.id}: {order_text(one, title)}", one.id or 0) for one in orders if one.active]


def read_choices(parts: Sequence[str]) -> dict[str, str | int]:
    """`kind=half price=20`."""
    chosen: dict[str, str | int] = {}
    for part in parts:
        name, sign, value = part.partition("=")
        if not sign:
            raise Refused(say("choice_form", group="ahead"))
        amount = number(value)
        chosen[name] = value if amount is None else amount
    return chosen


Times = Annotated[app_commands.Range[int, 1, MOST_FIRED], Typed(about=partial(say, "option_times", group="ahead"))]
Hours = Annotated[app_commands.Range[int, 1, 24 * 60], Typed(about=partial(say, "option_hours", group="ahead"))]


@dataclass(frozen=True)
class Limits:
    """For which game an order is, how many moves it may make, and in how many hours it ends."""

    times: Times = 0
    hours: Hours = 0
    game: GameName | None = None


USUAL = Limits()
EvenIf = Annotated[Cause, Typed(choices=choices("even_if", CAUSES))]
Dividend = Annotated[Pay, Typed(choices=choices("pay", get_args(Pay)))]
TurnOrLonger = Annotated[Lasts, Typed(choices=choices("lasts", get_args(Lasts)))]
Company = Annotated[str, offered(companies)]
Private = Annotated[str, offered(privates)]
Move = Annotated[str, offered(moves)]
Led = Annotated[str, offered(led)]
Question = Annotated[str, offered(questions)]
Choices = Annotated[str, Typed(complete=offer_choices)]
Amount = app_commands.Range[int, 0]
Price = app_commands.Range[int, 1]
