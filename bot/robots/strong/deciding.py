"""Look ahead where it matters: at a par, a first train, the last train before others rust, a dividend, a sale."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from bot.robots.foresight.lasting import ware_of
from bot.robots.foresight.worth import usual_par
from bot.robots.reasons import both, reason
from bot.robots.steady.deciding import ranked
from bot.robots.steady.look import Look
from bot.robots.steady.scored import STEADY, Advised, Scored
from bot.robots.strong.playing_on import after, value, world
from engine import EngineError, Game

TIMES = 2
"""How often what looked worse must end better: counted in these, not in seconds, a seed decides the move."""
ROUNDS = 2
"""For how many operating rounds a candidate is played on; more would show chance rather than the move."""
TURNS = 26
"""The most turns of companies to play each time, counting each candidate's: where many companies run, it looks less
far ahead, and where not even one round of two candidates fits, not at all.
"""
TRADES = 2
"""How many purchases of shares take as long as a company's turn."""
WHIM = 15.0
"""Roughly how much money everybody may leave lying when candidates are played on: else a second time would repeat the
first.
"""
CANDIDATES = 3
STARTS = ("par", "set_par")
CLOSE = {"par": 120.0, "set_par": 120.0, "buy_train": 120.0, "dividend": 80.0, "sell": 40.0}
"""The moves that matter, and how much worse than the best a move may look and still be tried."""
MARGIN = 40.0
"""By how much it must end better, after what it looked worse by: most that is less is chance."""
GUARD = 10.0
"""How many times the seconds of other robots it may take before it must stop."""


def strong(game: Game, seat: str, stream: random.Random, seconds: float | None, tries: int) -> Advised | None:
    """The move that turns out best; where nothing much depends on it, the one that looks best."""
    begun = time.monotonic()
    look = Look(game, seat, stream, None if seconds is None else begun + seconds, tries, STEADY)
    chosen = candidates(look, ranked(look))
    if not _rounds(look, len(chosen)):
        chosen = chosen[:2]
    rounds = _rounds(look, len(chosen))
    if len(chosen) < 2 or not rounds:
        return Advised(chosen[0].act, chosen[0].why) if chosen else None
    until = None if seconds is None else begun + GUARD * seconds
    best, cut = _play_on(look, chosen, stream.getrandbits(31), rounds, until)
    if best is chosen[0]:
        return Advised(best.act, best.why, cut)
    # It looked worse, and would not have been chosen if it did not end better.
    return Advised(best.act, both(best.why, reason("ahead", rounds=rounds)), cut)


def _rounds(look: Look, number: int) -> int:
    """For how many operating rounds so many candidates can be played on, with the stock round before them."""
    running = sum(one.floated and not one.closed for one in look.view.companies)
    left = int(look.care * TURNS) - number * _trades(look) // TRADES
    return max(0, min(ROUNDS, left // max(1, running * number)))


def _trades(look: Look) -> int:
    """How many shares will be bought before the next operating round: what everybody's cash pays for."""
    price = usual_par(look.view)
    if look.view.clock.round == "operating" or not price:
        return 0
    return int(sum(one.cash or 0 for one in look.view.seats) // price)


def candidates(look: Look, scored: Sequence[Scored]) -> list[Scored]:
    """What is worth playing on: the best move, and others that are close to it; just the best if nothing depends on it.

    Of what is bought, sold or laid only the best of a kind is tried; of pars, trains and dividends, two. A company that
    it should not start is not tried: in a game that is played on, others may float it, and at the table they do not.
    """
    scored = [one for at, one in enumerate(scored) if not at or one.act.verb not in STARTS or one.score >= 0]
    if not scored or not any(_matters(look, one, scored[0]) for one in scored):
        return list(scored[:1])
    chosen, seen = [scored[0]], {scored[0].act.verb: 1}
    for move in scored[1:]:
        many = 2 if move.act.verb in CLOSE and move.act.verb != "sell" else 1
        margin = CLOSE.get(move.act.verb, max(CLOSE.get(scored[0].act.verb, 0.0), 40.0))
        if seen.get(move.act.verb, 0) < many and move.score >= scored[0].score - margin:
            seen[move.act.verb] = seen.get(move.act.verb, 0) + 1
            chosen.append(move)
        if len(chosen) == CANDIDATES:
            break
    return chosen


def _matters(look: Look, move: Scored, best: Scored) -> bool:
    verb = move.act.verb
    if verb not in CLOSE or move.score < best.score - CLOSE[verb]:
        return False
    if verb == "buy_train":
        return _is_turning_point(look, str(move.act.args.get("kind", "")))
    if verb == "sell":
        # Little depends on the sale of a share that is not even the best move in sight.
        return move is best and any(look.game.title.verbs[name].declines for name in look.game.verbs(look.seat))
    return verb != "dividend" or len(look.view.payouts) > 1


def _is_turning_point(look: Look, kind: str) -> bool:
    """Is it the company's first train, the last of its kind, or one whose purchase rusts others?"""
    if not any(ware.kind == kind for ware in look.view.trains) or look.company is None:
        return False
    ware = ware_of(look.view, kind)
    return not look.company.trains or ware.left == 1 or (bool(ware.rusts) and ware.fresh)


def _play_on(look: Look, chosen: Sequence[Scored], seed: int, rounds: int, until: float | None) -> tuple[Scored, bool]:
    """The candidate that ends better than the first every time, and by most; the first if none does. And was the time
    up before that was known?
    """
    first, ahead = chosen[0], dict.fromkeys(range(1, len(chosen)), 0.0)
    for number in range(TIMES):
        start, chance = world(look.game, look.seat, seed + number), f"{seed}/{number}"
        # The same chance for all of them.
        usual = _value_after(look, start, first, rounds, random.Random(chance))
        for at in list(ahead):
            if until is not None and time.monotonic() > until:
                return first, True
            ended = _value_after(look, start, chosen[at], rounds, random.Random(chance))
            better = ended - usual + chosen[at].score - first.score - MARGIN
            if better > 0:
                ahead[at] += better
            else:
                del ahead[at]
        if not ahead:
            return first, False
    return chosen[max(ahead, key=lambda at: ahead[at])], False


def _value_after(look: Look, start: Game, one: Scored, rounds: int, stream: random.Random) -> float:
    try:
        game, _ = start.apply(look.seat, one.act)
    except EngineError:
        # What the seat supposes is not quite the game: then it is as if it had passed.
        game = start
    return value(after(game, rounds, stream, WHIM), look.seat, max(1.0, look.coming.rounds - rounds))
