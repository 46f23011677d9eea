"""Random games with a bias, so that every way to end the game is reached."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from engine import Act, Game, new
from engine.core.state import End
from engine.family.running import trains_of
from engine.play import WEIGHTS, next_to_act, random_act
from tests.again import at_move, repeatable


@dataclass(frozen=True)
class Leaning:
    """How the players of a game lean, all alike."""

    weights: Mapping[str, float]
    withhold: float = 0.5
    """How many of the incomes are withheld."""
    one_train: bool = False
    """Companies that have a train buy no more."""


IDLE = Leaning({**WEIGHTS, "take": 0.0, "bid": 0.0})
"""Nobody buys a private company: the yellow trains go one by one."""

THRIFTY = Leaning(
    {
        **WEIGHTS,
        "sell": 0.05,
        "skip": 0.2,
        "lay": 8.0,
        "pass": 0.2,
        "exchange": 0.3,
        "par": 0.1,
        "buy": 5.0,
        "buy_private": 0.5,
    },
    withhold=1.0,
)
"""Few companies keep their money for trains, and players their shares."""

PATIENT = Leaning({**WEIGHTS, "sell": 0.001, "exchange": 0.001, "lay": 8.0, "buy_private": 0.0}, 0.0, one_train=True)
"""Every income is paid out, nobody sells, and trains last long."""

RECKLESS = Leaning({**WEIGHTS, "skip": 2.0}, withhold=0.2)
"""Treasuries are empty when a train must be bought."""


LEANINGS = {"idle": IDLE, "thrifty": THRIFTY, "patient": PATIENT, "reckless": RECKLESS}

MOST = 1_800
"""Moves of a game after which another is tried."""
TRIES = 6


@repeatable
def comes_to(why: str, players: int, edition: str, leaning: str, first: int = 1) -> None:
    """Of a few games from a seed on, one ends in this way; all are audited after every move."""
    found: dict[int, str] = {}
    for seed in range(first, first + TRIES):
        end = steered(players=players, seed=seed, edition=edition, leaning=leaning)
        if end is not None and end.why == why:
            return
        found[seed] = end.why if end else "none"
    raise AssertionError(f"seeds and ends: {found}")


@repeatable
def steered(players: int, seed: int, edition: str, leaning: str) -> End | None:
    """Play to the end, or for this many moves."""
    names = [f"P{number}" for number in range(1, players + 1)]
    game: Game = new("1843", names, {"edition": edition, "runs": "free"}, seed)
    stream, moves = random.Random(seed), 0
    while moves < MOST and (decision := next_to_act(game, stream)) is not None:
        with at_move(moves + 1):
            game, _ = game.apply(decision.seat, leaning_act(game, decision.seat, stream, LEANINGS[leaning]))
            game.audit()
        moves += 1
    return game.state.end


def leaning_act(game: Game, seat: str, stream: random.Random, leaning: Leaning) -> Act:
    """A random move, with the leaning's own way for trains and dividends."""
    top = game.state.agenda[-1]
    verbs = game.verbs(seat)
    if leaning.one_train and "buy_train" in verbs and "skip" in verbs and trains_of(game.position(), top.subject):
        return Act("skip")
    act = random_act(game, seat, stream, leaning.weights)
    assert act is not None, seat
    if act.verb == "dividend":
        return Act("dividend", {"kind": "withhold" if stream.random() < leaning.withhold else "full"})
    return act
