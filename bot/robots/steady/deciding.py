"""Score everything that could be done now, roughly by the money it brings, and do the best."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy

from bot.robots.foresight.lasting import is_last_round
from bot.robots.foresight.prospect import paid_each_round
from bot.robots.foresight.worth import OWN, private_value
from bot.robots.reasons import AGAINST, Reason, reason, tried
from bot.robots.steady import auction, building, fleet, saving, starting, stock
from bot.robots.steady.look import Look
from bot.robots.steady.scored import EASY, STEADY, Advice, Advised, Level, Scored
from engine import Act, Game
from engine.family.track import Lay
from engine.family.trains import charter_with_room
from engine.finance.shares import units_at
from engine.play import random_act
from engine.view import CompanyView

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
    before, regular = _income(look, look.game), _paid_each_round(look, look.game)
    moves = look.moves(verb)
    starts = any(not company.started for act in moves[:1] if (company := stock.company_of(look, act)))
    if starts:
        # Where homes are chosen, what is around them says most.
        moves = look.promising(verb, lambda act: starting.around(look, act))
    for act in moves[: look.most]:
        gain, after = look.gain(act), look.after(act)
        if gain is not None and after is not None:
            more, paid = _income(look, after) - before, after.asked.s.cash[look.seat] - look.cash
            each = _paid_each_round(look, after) - regular
            # What stays on the map pays in every round that is left.
            rounds = max(building.NOW, 0.1 * look.units * (look.coming.rounds - 1))
            score = gain + rounds * more - 1.0 + stock.of_money(look, max(0, paid))
            # This round has begun.
            score += OWN * look.units * max(0.0, look.coming.rounds - 1) * each
            private, left = auction.left_cheaper(look, after)
            why = reason("cheapens", private=private, left=left) if private else None
            homes = starting.homes_chosen(look, after) if starts else 0.0
            yield Scored(score - left + homes, act, why or _why_tried(look, act, after, more, each, score))
        if look.late():
            return


def _why_tried(look: Look, act: Act, after: Game, more: int, each: int, gain: float) -> Reason:
    """What a move brings that only its outcome explains: more income, money for a private company, a share for one."""
    company, then = look.company, after.asked.s
    if more > 0 and company is not None and company.trains:
        return reason("tried_earns", company=company.symbol, more=more)
    if each > 0 and company is not None and not is_last_round(look.view):
        return reason("tried_pays", company=company.symbol, each=each)
    gone = [one for one in look.view.privates if one.id in look.me.privates and then.privates.get(one.id) != look.seat]
    paid = then.cash[look.seat] - look.cash
    if len(gone) == 1 and round(gain) > 0:
        private, worth = gone[0], private_value(look.view, gone[0], look.coming.rounds)
        buyer = then.privates.get(private.id, "")
        if paid > round(worth) and any(one.symbol == buyer for one in look.view.companies):
            return reason("sell_private", company=buyer, private=private.id, price=paid, worth=worth)
        if shares := [one.symbol for one in look.view.companies if _has_more(look, after, one)]:
            return reason("exchange", company=shares[0], private=private.id, gain=gain)
    return tried(gain)


def _has_more(look: Look, after: Game, company: CompanyView) -> bool:
    return units_at(after.asked, look.seat, company.symbol) > look.units_of(company.symbol)


def _income(look: Look, game: Game) -> int:
    return look.income(game) if look.company else 0


def _paid_each_round(look: Look, game: Game) -> int:
    owned = look.company is not None and look.company.symbol in game.asked.s.companies
    return paid_each_round(game, look.company.symbol) if look.company and owned else 0


ADVICE: Mapping[str, Callable[[Look, str], Advice]] = {
    "accept": accept,
    "bankrupt": last_resort,
    "bid": auction.bid,
    "buy": stock.buy,
    "buy_train": fleet.buy,
    "concede": last_resort,
    "discard": fleet.discard,
    "dividend": saving.pay,
    "hold": never,
    "lay": building.build,
    "par": starting.start,
    "run": fleet.run,
    "sell": stock.sell,
    "set_par": starting.start,
    "stop": never,
    "take": auction.bid,
    "token": building.build,
    "withdraw": never,
}


def ranked(look: Look) -> list[Scored]:
    """Every move that was looked at, the best first; any legal one if there is no advice."""
    moves = [one for verb in look.game.verbs(look.seat) for one in _advice(look, verb)(look, verb)]
    moves.sort(key=lambda one: -one.score)
    if moves and moves[0].why.key == "nothing":
        moves[0] = moves[0]._replace(why=_why_nothing(look, moves[1:]))
    if not moves and (act := random_act(look.game, look.seat, look.stream)) is not None:
        moves = [Scored(LAST_RESORT, act, reason("any"))]
    return moves


def _why_nothing(look: Look, others: Sequence[Scored]) -> Reason:
    """Why nothing is done: what is wrong with the best of the other moves, which is said of that kind of move."""
    others = [one for one in others if one.why.key != "nothing" and one.score > LAST_RESORT]
    if look.late():
        return reason("any")
    if not others:
        return _why_idle(look)
    # A sale is seldom what somebody had in mind; what was only tried out has the least to say.
    last: list[object] = [None, stock.sell, try_out]
    return _why_not(
        look, min(others, key=lambda one: last.index(kind) if (kind := _advice(look, one.act.verb)) in last else 0)
    )


def _why_idle(look: Look) -> Reason:
    """Why nothing of what a turn is about can be done."""
    company, step = look.company, look.view.agenda[-1].step if look.view.agenda else ""
    if company is None:
        # What it has bought in this turn it does not sell.
        trades = {_advice(look, verb) for verb in look.game.verbs(look.seat)}
        return reason("no_more") if stock.sell in trades and stock.buy not in trades else reason("idle")
    if step == "track":
        return reason("no_track", company=company.symbol)
    if step == "token":
        return reason("no_station", company=company.symbol)
    # Of all trains, also of those that will not last: what it says must hold of any.
    wares = [one for one in look.view.trains if (one.on_sale or one.pool) and not one.again]
    ware, money = min(wares, key=lambda one: one.price, default=None), company.treasury
    if step != "train" or ware is None or money is None:
        return reason("idle")
    if charter_with_room(look.game.asked, company.symbol, "", ware.kind) == "":
        return reason("no_room", company=company.symbol)
    if money < ware.price:
        return reason("no_train", company=company.symbol, kind=ware.kind, price=ware.price, treasury=money)
    return reason("idle")


def _why_not(look: Look, best: Scored) -> Reason:
    advice, values, said = _advice(look, best.act.verb), best.why.values, best.why.key
    if said in AGAINST:
        return best.why
    if advice is stock.buy and said in ("buy_share", "buy_least", "buy_president"):
        return reason("no_share", company=values["company"], price=values["price"], loss=values.get("loss", 0))
    if advice is starting.start:
        return reason("no_start")
    if advice is stock.sell:
        buys = any(_advice(look, verb) is stock.buy for verb in look.game.verbs(look.seat))
        return stock.why_no_trade(look, best.why, may_buy=buys)
    if advice is accept:
        return reason("no_offer")
    if advice is building.build:
        return reason("no_lay") if "hex" in best.act.args else reason("no_token", cost=values["cost"])
    idle, private, price = _why_idle(look), best.act.args.get("private"), best.act.args.get("price")
    if idle.key != "idle":
        return idle
    if look.company is not None and isinstance(private, str) and private in look.me.privates and isinstance(price, int):
        return reason("keep_private", company=look.company.symbol, private=private, price=price)
    return reason("nothing")


def scored(look: Look, act: Act) -> Scored | None:
    """A move that somebody made, by the same judgement; None if the robot would never make it."""
    alone = copy(look)
    alone.only = act
    return next(_advice(alone, act.verb)(alone, act.verb), None)


def _advice(look: Look, verb: str) -> Callable[[Look, str], Advice]:
    law = look.game.title.verbs.get(verb)
    if law is not None and law.declines:
        return nothing
    lays = isinstance(law, Lay) and look.company is not None
    return ADVICE.get(verb, building.build if lays else try_out)


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
