"""Score everything that could be done now, roughly by the money it brings, and do the best."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from copy import copy

from bot.robots.reasons import reason, tried
from bot.robots.steady import auction, building, fleet, stock
from bot.robots.steady.look import Look
from bot.robots.steady.scored import EASY, STEADY, Advice, Advised, Level, Scored
from engine import Act, Game
from engine.play import random_act

LAST_RESORT = -1e6


def nothing(look: Look, verb: str) -> Advice:
    """Doing nothing scores zero."""
    yield from (Scored(0.0, act, reason("nothing")) for act in look.moves(verb)[:1])


def never(look: Look, verb: str) -> Advice:
    """Never do this voluntarily."""
    yield from ()


def last_resort(look: Look, verb: str) -> Advice:
    """Only if nothing else is possible."""
    yield from (Scored(LAST_RESORT, act, reason("last")) for act in look.moves(verb)[:1])


def accept(look: Look, verb: str) -> Advice:
    """Accept what leaves the seat better off, and ending the game if the others want to."""
    stops = {offer.id for offer in look.view.offers if offer.verb == "stop"}
    for act in look.moves(verb):
        if act.args.get("offer") in stops:
            yield Scored(1.0, act, reason("agrees"))
        elif (gain := look.gain(act)) is not None:
            yield Scored(gain - stock.FEE, act, tried(gain))


def try_out(look: Look, verb: str) -> Advice:
    """Score an unknown verb by trying it out."""
    before = _income(look, look.game)
    for act in look.moves(verb)[: look.most]:
        gain, after = look.gain(act), look.after(act)
        if gain is not None and after is not None:
            score = gain + building.NOW * (_income(look, after) - before) - 1.0
            yield Scored(score, act, tried(score))
        if look.late():
            return


def _income(look: Look, game: Game) -> int:
    return look.income(game) if look.company else 0


ADVICE: Mapping[str, Callable[[Look, str], Advice]] = {
    "accept": accept,
    "bankrupt": last_resort,
    "bid": auction.bid,
    "buy": stock.buy,
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
    "sell": stock.sell,
    "set_par": stock.start,
    "skip": nothing,
    "stop": never,
    "take": auction.bid,
    "token": building.build,
    "withdraw": never,
}


def ranked(look: Look) -> list[Scored]:
    """Every move that was looked at, the best first; any legal one if there is no advice."""
    found = [one for verb in look.game.verbs(look.seat) for one in _advice(verb)(look, verb)]
    found.sort(key=lambda one: -one.score)
    if not found and (act := random_act(look.game, look.seat, look.stream)) is not None:
        found = [Scored(LAST_RESORT, act, reason("any"))]
    return found


def scored(look: Look, act: Act) -> Scored | None:
    """A move that somebody made, by the same judgement; None if the robot would never make it."""
    alone = copy(look)
    alone.only = act
    return next(_advice(act.verb)(alone, act.verb), None)


def _advice(verb: str) -> Callable[[Look, str], Advice]:
    return ADVICE.get(verb, try_out)


def steady(
    game: Game, seat: str, stream: random.Random, seconds: float | None, tries: int, level: Level = STEADY
) -> Advised | None:
    """The move with the best score, and why."""
    look = Look(game, seat, stream, None if seconds is None else time.monotonic() + seconds, tries, level)
    best = next(iter(ranked(look)), None)
    return None if best is None else Advised(best.act, best.why, look.late())


def easy(game: Game, seat: str, stream: random.Random, seconds: float | None, tries: int) -> Advised | None:
    """The same for a beginner's opponent: it looks at income only, and does nobody harm."""
    return steady(game, seat, stream, seconds, tries, EASY)
