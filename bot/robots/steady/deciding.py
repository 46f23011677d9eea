"""Score everything that could be done now, roughly by the money it brings, and do the best."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping

from bot.robots.steady import auction, building, fleet, stock
from bot.robots.steady.look import Look
from engine import Act, Game
from engine.play import random_act

Advice = Iterator[tuple[float, Act]]
LAST_RESORT = -1e6


def nothing(look: Look, verb: str) -> Advice:
    """Doing nothing scores zero."""
    yield from ((0.0, act) for act in look.moves(verb)[:1])


def never(look: Look, verb: str) -> Advice:
    """Never do this voluntarily."""
    yield from ()


def last_resort(look: Look, verb: str) -> Advice:
    """Only if nothing else is possible."""
    yield from ((LAST_RESORT, act) for act in look.moves(verb)[:1])


def accept(look: Look, verb: str) -> Advice:
    """Accept what leaves the seat better off, and ending the game if the others want to."""
    stops = {offer.id for offer in look.view.offers if offer.verb == "stop"}
    for act in look.moves(verb):
        if act.args.get("offer") in stops:
            yield 1.0, act
        elif (gain := look.gain(act)) is not None:
            yield gain - stock.FEE, act


def try_out(look: Look, verb: str) -> Advice:
    """Score an unknown verb by trying it out."""
    before = _income(look, look.game)
    for act in look.moves(verb)[: look.tries]:
        gain, after = look.gain(act), look.after(act)
        if gain is not None and after is not None:
            yield gain + building.NOW * (_income(look, after) - before) - 1.0, act
        if look.late():
            return


def _income(look: Look, game: Game) -> int:
    return look.prospect(game).income if look.company else 0


ADVICE: Mapping[str, Callable[[Look, str], Advice]] = {
    "accept": accept,
    "bankrupt": last_resort,
    "bid": auction.bid,
    "buy": stock.trade,
    "buy_train": fleet.buy,
    "concede": last_resort,
    "decline": nothing,
    "discard": fleet.discard,
    "dividend": fleet.pay,
    "hold": never,
    "lay": building.build,
    "let_fall": nothing,
    "par": stock.start,
    "pass": nothing,
    "pass_auction": nothing,
    "run": fleet.run,
    "sell": stock.trade,
    "set_par": stock.start,
    "skip": nothing,
    "stop": never,
    "take": auction.bid,
    "token": building.build,
    "withdraw": never,
}


def steady(game: Game, seat: str, stream: random.Random, seconds: float | None, tries: int) -> Act | None:
    """The move with the best score; any legal one if there is no advice."""
    look = Look(game, seat, stream, None if seconds is None else time.monotonic() + seconds, tries)
    best: tuple[float, Act] | None = None
    for verb in game.verbs(seat):
        for score, act in ADVICE.get(verb, try_out)(look, verb):
            if best is None or score > best[0]:
                best = score, act
    return best[1] if best else random_act(game, seat, stream)
