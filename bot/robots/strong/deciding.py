"""Look ahead where it matters: at a par, a first train, the last train before others rust, a dividend, a sale."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from bot.robots.foresight.worth import ware_of
from bot.robots.reasons import both, reason
from bot.robots.steady.deciding import ranked
from bot.robots.steady.look import Look
from bot.robots.steady.scored import STEADY, Advised, Scored
from bot.robots.strong.playing_on import after, value, world
from engine import EngineError, Game
from engine.view import hides_anything

BUDGET = {False: (1, 3), True: (2, 2)}
"""How often each candidate is played on, and for how many operating rounds: by whether anything is hidden. Where
nothing is, a second time would be the same as the first. Counted in these, not in seconds, a seed decides the move.
"""
TURNS = 24
"""The most turns of companies to play for one move, counting each candidate's: where many companies run, it looks less
far ahead, but at least one operating round.
"""
CANDIDATES = 3
STARTS = ("par", "set_par")
CLOSE = {"par": 120.0, "set_par": 120.0, "buy_train": 150.0, "dividend": 130.0, "sell": 40.0}
"""The moves that matter, and how much worse than the best a move may look and still be tried."""
PRIOR = 0.5
"""The weight of what a move looked like before it was played on."""
GUARD = 10.0
"""How many times the seconds of other robots it may take before it must stop."""


def strong(game: Game, seat: str, stream: random.Random, seconds: float | None, tries: int) -> Advised | None:
    """The move that turns out best; where nothing much depends on it, the one that looks best."""
    begun = time.monotonic()
    look = Look(game, seat, stream, None if seconds is None else begun + seconds, tries, STEADY)
    found = ranked(look)
    chosen = candidates(look, found)
    if len(chosen) < 2:
        return Advised(found[0].act, found[0].why) if found else None
    until = None if seconds is None else begun + GUARD * seconds
    times, most = BUDGET[hides_anything(game)]
    rounds = _rounds(look, times * len(chosen), most)
    totals, played = _play_on(look, chosen, stream.getrandbits(31), times, rounds, until)
    if not played:
        return Advised(chosen[0].act, chosen[0].why, cut=True)
    worth = [PRIOR * one.score + total / played for one, total in zip(chosen, totals, strict=True)]
    best = max(range(len(chosen)), key=lambda at: worth[at])
    cut = played < times
    if best == 0:
        return Advised(chosen[0].act, chosen[0].why, cut)
    # It looked worse, and would not have been chosen if it did not end better.
    return Advised(chosen[best].act, both(chosen[best].why, reason("ahead", rounds=rounds)), cut)


def _rounds(look: Look, playouts: int, most: int) -> int:
    running = sum(one.floated and not one.closed for one in look.view.companies)
    return max(1, min(most, TURNS // max(1, running * playouts)))


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


def _play_on(
    look: Look, chosen: Sequence[Scored], seed: int, times: int, rounds: int, until: float | None
) -> tuple[list[float], int]:
    """What each candidate comes to, added up over the playouts that were finished for all of them."""
    totals, played = [0.0] * len(chosen), 0
    for number in range(times):
        start = world(look.game, look.seat, seed + number)
        values: list[float] = []
        for candidate in chosen:
            if until is not None and time.monotonic() > until:
                return totals, played
            # The same chance for all of them.
            values.append(_value_after(look, start, candidate, rounds, random.Random(f"{seed}/{number}")))
        totals = [total + found for total, found in zip(totals, values, strict=True)]
        played += 1
    return totals, played


def _value_after(look: Look, start: Game, one: Scored, rounds: int, stream: random.Random) -> float:
    try:
        game, _ = start.apply(look.seat, one.act)
    except EngineError:
        # What the seat supposes is not quite the game: then it is as if it had passed.
        game = start
    return value(after(game, rounds, stream), look.seat, max(1.0, look.coming.rounds - rounds))
