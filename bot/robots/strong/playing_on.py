"""Playing on from what a seat may know: plainly, quickly, and the same for the same seed."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.robots.foresight.worth import outlook, owed_by_presidents, standing
from bot.robots.steady.deciding import ADVICE, LAST_RESORT, nothing, try_out
from bot.robots.steady.look import Look
from bot.robots.steady.scored import FAST
from engine import Act, EngineError, Game
from engine.family.route_text import write_routes
from engine.family.running import RunTrains, problem, trains_of
from engine.play import random_act
from engine.routes import estimate
from engine.view import known_game, suppositions, unknown_money, view

MOST = 250
"""Moves after which it is enough in any case; fewer would compare positions after different numbers of rounds."""
PLAIN = frozenset(("buy", "par", "set_par", "buy_train", "lay", "dividend", "bid", "take"))
"""What is considered where nothing need be done."""
RIVALS = 0.3
"""What a dollar in another's hand takes from a dollar of one's own."""
GUESS = 3
"""A treasury that cannot be seen is taken for so many times the share price."""
RUINED = 5_000.0


def world(game: Game, seat: str, seed: int, guess: int = GUESS) -> Game:
    """The game as the seat may suppose it, with its guesses of money and chance of its own."""
    supposed = suppositions(game, seat)[0]
    prices = {one.symbol: one.price for one in view(supposed, seat, deep=False).companies}
    guesses = {account: guess * prices.get(account, 0) for account in unknown_money(supposed, seat)}
    try:
        known = known_game(supposed, seat, guesses, seed)
    except EngineError:
        known = known_game(supposed, seat, {}, seed)
    if "runs" in known.state.options:
        # Nobody has to prove here that a run is the best.
        known.state.options["runs"] = "free"
    return known


def after(game: Game, rounds: int, stream: random.Random, whim: float = 0.0) -> Game:
    """The game this many operating rounds later. `whim`: roughly how much money everybody may leave lying, as it
    happens; without it, playing on twice leads to the same place.
    """
    known, ended = _round(game), 0
    for _ in range(MOST):
        waiting = game.decisions()
        act = quick(game, waiting[0].seat, stream, whim) if waiting else None
        if act is None:
            break
        game, _ = game.apply(waiting[0].seat, act)
        if (now := _round(game)) != known:
            ended += known[3] > 0
            known = now
            if ended == rounds:
                break
    return game


def _round(game: Game) -> tuple[int, str, int, int]:
    clock = game.state.clock
    return clock.turn, clock.round, clock.number, clock.of


def quick(game: Game, seat: str, stream: random.Random, whim: float = 0.0) -> Act | None:
    """A plausible move, found with little work."""
    look = Look(game, seat, stream, None, FAST.breadth, FAST)
    laws = game.title.verbs
    verbs = game.verbs(seat)
    for verb in verbs:
        if (act := _run(game, verb)) is not None and not game.why_not(seat, act):
            return act
    idle = [verb for verb in verbs if laws[verb].declines]
    moves = []
    for verb in verbs:
        if verb in idle:
            moves.extend(nothing(look, verb))
        elif not idle or verb in PLAIN:
            moves.extend(ADVICE[verb](look, verb) if verb in ADVICE else ())
    if not any(one.score > LAST_RESORT for one in moves):
        # Rather what nobody knows how to judge than to give the game up.
        moves.extend(one for verb in verbs if verb not in ADVICE for one in try_out(look, verb))
    if whim:
        moves = [one._replace(score=one.score + stream.gauss(0, whim)) for one in moves]
    best = max(moves, key=lambda one: one.score, default=None)
    return best.act if best is not None else random_act(game, seat, stream)


def _run(game: Game, verb: str) -> Act | None:
    """Good routes, without proving that there are no better ones."""
    p, law = game.asked, game.title.verbs[verb]
    if not isinstance(law, RunTrains) or law.choices().slots != ("routes",):
        return None
    company = law.runner(p)
    found = estimate(problem(p, company, trains_of(p, company), law.required(p)))
    return Act(verb, {"routes": write_routes(found.routes)})


def value(game: Game, seat: str, rounds: float | None = None) -> float:
    """How well a seat stands against the others, if so many operating rounds are to come: the same for all positions
    that are compared.
    """
    worth = worths(game, seat, rounds)
    others = [amount for name, amount in worth.items() if name != seat]
    ruined = any(one.id == seat and one.out for one in game.state.players)
    return worth[seat] - RIVALS * sum(others) / max(1, len(others)) - (RUINED if ruined else 0.0)


def worths(game: Game, seat: str, rounds: float | None = None) -> dict[str, float]:
    """What a seat expects everybody to end with; `rounds`: how many operating rounds it reckons with."""
    if game.state.end is not None:
        return {name: float(amount) for name, amount in game.state.end.worth.items()}
    seen = view(game, seat, deep=False)
    coming = outlook(seen, game)
    if rounds is not None:
        coming = replace(coming, rounds=rounds)
    needs = owed_by_presidents(seen)
    # A company that still has not floated has brought nothing.
    return {one.id: standing(seen, one.id, coming, floating=0.0, needs=needs) for one in seen.seats}
