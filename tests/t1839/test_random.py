"""Whole games at random, with people who give up at any decision: nothing sticks, and the books always balance."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import Act, Game, decode_game, new
from engine.play import WEIGHTS, next_to_act, random_act
from tests.again import at_move, command, repeatable
from tests.t1839.table import Table1839

MOVES = 4_000
EAGER = {**WEIGHTS, "concede": 0.0, "sell": 0.15, "skip": 0.25, "buy_train": 4.0, "nationalise": 0.25, "take": 1.5}
QUITS = {"debt": 0.05, "redeem_sold": 0.02, "new_local": 0.05, "nationalise": 0.01, "first_par": 0.02}
"""How often somebody gives up at a kind of decision; at others now and then."""


def start(seed: int, more: int) -> Game:
    """A game in which everybody has this much more money, so that it reaches the late phases."""
    game = new("1839", [f"P{n}" for n in range(2 + seed % 3)], {"runs": "free"}, seed=seed)
    table = Table1839.at(game)
    for seat in game.state.players:
        table.with_cash(seat.id, table.cash(seat.id) + more)
    return table.game


@repeatable
def play(seed: int, more: int, quits: float) -> Counter[str]:
    """Play to the end, and count what happened; every ninth position is written and read."""
    game, stream, seen = start(seed, more), random.Random(seed), Counter[str]()
    for number in range(MOVES):
        decision = next_to_act(game, stream)
        if decision is None:
            return seen
        act, mover = None, decision.seat
        if stream.random() < QUITS.get(decision.rule, 0.001) * quits:
            mover = stream.choice(game.position().living)
            if "concede" in game.verbs(mover):
                act = Act("concede")
                seen[f"concede at {decision.rule}"] += 1
        if act is None:
            mover = decision.seat
            act = random_act(game, mover, stream, EAGER)
        with at_move(number + 1):
            assert act is not None, f"{mover} is stuck at {decision.rule}"
            game, events = game.apply(mover, act)
            game.audit()
        seen[act.verb] += 1
        seen.update(event.kind for event in events)
        if number % 9 == 0:
            raw = game.encode()
            game = decode_game(raw)
            assert game.encode() == raw, f"move {number + 1} does not survive being written and read"
    raise AssertionError(f"no end after {MOVES} moves")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 6))])
def test_poor_players_go_bankrupt_and_concede_and_the_game_goes_on_to_its_end(seed: int):
    given = {"seed": seed, "more": 0, "quits": 1.0}
    assert play(**given)["left"], command(play, **given)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [100, 101, 102])
def test_rich_players_come_to_the_late_phases(seed: int):
    given = {"seed": seed, "more": 4_000, "quits": 0.2}
    seen = play(**given)
    for happened in ("nationalised", "home_fee", "redeemed", "phase"):
        assert seen[happened], f"no {happened}: {command(play, **given)}"
