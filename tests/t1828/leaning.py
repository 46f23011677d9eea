"""Random games with a bias, so that every phase and every way to end the game is reached."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import Act, Game, new
from engine.core.state import End
from engine.family.trains import cheapest
from engine.game import Decision
from engine.play import WEIGHTS, next_to_act, random_act
from tests.again import at_move, repeatable
from tests.random_play import MOST_MOVES
from tests.t1828 import merging
from tests.t1828.sound import assert_sound


@dataclass(frozen=True)
class Leaning:
    """How the players of a game lean, all alike."""

    weights: Mapping[str, float]
    withhold: float
    """How many of the incomes are withheld by companies that cannot pay for the next train."""
    merges: float
    """How many of the mergers that may well succeed are proposed and agreed to."""


CALM = {**WEIGHTS, "sell": 0.03, "lay": 8.0, "buy": 6.0, "pass": 0.3, "skip": 0.15, "bankrupt": 0.0}

BUILDERS = Leaning({**CALM, "buy_train": 6.0}, withhold=0.95, merges=0.5)
"""Companies keep their money for trains, all trains are sold, and the last set of operating rounds comes."""

PATIENT = Leaning({**CALM, "sell": 0.001, "buy_train": 0.3, "skip": 1.0}, withhold=0.0, merges=0.3)
"""Everything is paid out, nobody sells, trains last: prices rise to the top."""

RECKLESS = Leaning({**WEIGHTS, "skip": 1.0}, withhold=0.1, merges=1.0)
"""Treasuries and purses are empty when a train must be bought."""

AGREED = Leaning({**CALM, "agree_winner": 0.01, "accept": 3.0}, withhold=0.5, merges=0.5)
"""Once in a while somebody proposes a winner, and people are of one mind."""


LEANINGS = {"builders": BUILDERS, "patient": PATIENT, "reckless": RECKLESS, "agreed": AGREED}


@dataclass(frozen=True)
class Played:
    """What came of a game."""

    end: End
    phase: str
    seen: Counter[str] = field(default_factory=Counter[str])
    """Moves made and things that happened, and trains run, by kind."""


@repeatable
def leaning_game(players: int, seed: int, leaning: str) -> Played:
    """Play to the end; after every move the books must balance and everything must be sound."""
    game: Game = new("1828", [f"P{number}" for number in range(1, players + 1)], {"runs": "free"}, seed)
    stream, seen, move = random.Random(seed), Counter[str](), 0
    while move < MOST_MOVES:
        with at_move(move + 1):
            decision = next_to_act(game, stream)
            if decision is None:
                break
            act = leaning_act(game, decision, stream, LEANINGS[leaning])
            game, events = game.apply(decision.seat, act)
            game.audit()
            assert_sound(game)
        move += 1
        seen[act.verb] += 1
        seen.update(event.kind for event in events)
        seen.update(f"ran {kind_run(event.data)}" for event in events if event.kind == "ran")
    assert game.state.end is not None, f"no end after {MOST_MOVES} moves"
    return Played(game.state.end, game.state.phase, seen)


def kind_run(data: Mapping[str, str | int]) -> str:
    """The kind of train in an event of a run."""
    return str(data["train"]).rpartition("-")[0]


def leaning_act(game: Game, decision: Decision, stream: random.Random, leaning: Leaning) -> Act:
    """A random move, with the leaning's own way for mergers and dividends."""
    merger = merging.eager(game, decision, stream) if stream.random() < leaning.merges else None
    act = merger or random_act(game, decision.seat, stream, leaning.weights)
    assert act is not None, f"{decision.seat} is stuck at {decision.rule}"
    if act.verb != "dividend":
        return act
    saves = poor(game, game.state.agenda[-1].subject) and stream.random() < leaning.withhold
    return Act("dividend", {"kind": "withhold" if saves else "full"})


def poor(game: Game, company: str) -> bool:
    """Is the treasury too small for the train that is for sale?"""
    p = game.position()
    price = cheapest(p)
    return price is not None and p.s.cash[company] < price
