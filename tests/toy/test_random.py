"""Random play: everything that may happen does, the books always balance, and a reload changes nothing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from engine import Act, Game, decode_game, new
from engine.core.state import Ask, Gather, Raise, Run, Trial
from engine.play import WEIGHTS, next_to_act, random_act
from tests.again import at_move, repeatable
from tests.toy.table import ToyTable, must_buy

SEEDS = 200
MOVES = 600
QUITS = {Ask: 0.06, Trial: 0.06, Raise: 0.25}
"""How often somebody gives up at a kind of frame; at others once in a game or two."""
EAGER = {**WEIGHTS, "sell": 1.0, "concede": 0.0, "dividend": 3.0, "merge": 3.0, "skip": 0.5, "hold": 0.1}


def start(seed: int) -> Game:
    names = ["Ann", "Bob", "Cem", "Dan"][: 2 + seed % 3]
    return new("toy", names, {"length": "short" if seed % 4 else "long"}, seed=seed)


def next_move(game: Game, stream: random.Random) -> tuple[str, Act] | None:
    """A legal move of somebody who must decide; now and then somebody, on turn or not, gives up instead."""
    decision = next_to_act(game, stream)
    if decision is None:
        return None
    if stream.random() < QUITS.get(type(game.state.agenda[-1]), 0.006):
        quitter = stream.choice(game.position().living)
        if "concede" in game.verbs(quitter):
            return quitter, Act("concede")
    act = random_act(game, decision.seat, stream, EAGER)
    assert act is not None, f"{decision.seat} is stuck at {decision.rule}"
    return decision.seat, act


BEGINNINGS: dict[str, Callable[[int], Game]] = {
    "start": start,
    "forced sale": lambda seed: must_buy().do("Ann", "sell", company="GRN", shares=2).game,
    "merger": lambda seed: ToyTable().about_to_merge().do("Ann", "merge", company="BLU").game,
}


@repeatable
def play_twice(seed: int, beginning: str) -> Counter[str]:
    """With and without a reload between moves; what happened, counted."""
    game, seen = BEGINNINGS[beginning](seed), Counter[str]()
    assert play(game, seed, reload=False, seen=seen) == play(game, seed, reload=True), "a reload changes the game"
    return seen


def play(game: Game, seed: int, *, reload: bool, seen: Counter[str] | None = None) -> bytes:
    stream = random.Random(seed)
    for number in range(MOVES):
        found = next_move(game, stream)
        if found is None:
            return game.encode()
        frames = game.state.agenda
        if seen is not None and found[1].verb == "concede":
            seen[f"concede at {type(frames[-1]).__name__}"] += 1
            seen["concede under a forced sale"] += any(isinstance(frame, Raise) for frame in frames)
        with at_move(number + 1):
            game, events = game.apply(*found)
            game.audit()
        if reload:
            game = decode_game(game.encode())
        if seen is not None:
            seen[found[1].verb] += 1
            seen.update(event.kind for event in events)
            seen.update(type(frame).__name__ for frame in game.state.agenda[-1:])
    raise AssertionError(f"no end after {MOVES} moves")


@pytest.mark.soak
def test_two_hundred_games_end_the_same_with_and_without_a_reload_between_moves():
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        seen += play_twice(seed=seed, beginning="start")
    for shape in (Run, Ask, Gather, Raise, Trial):
        assert seen[shape.__name__], f"no random game came to a {shape.__name__}"
    for happened in ("merged", "failed", "exported", "phase", "bankrupt", "protected", "mail", "ferry_paid", "left"):
        assert seen[happened], f"no random game had {happened}"


def test_games_that_begin_in_a_forced_sale_or_a_merger_end_as_well():
    seen: Counter[str] = Counter()
    for seed in range(40):
        for beginning in ("forced sale", "merger"):
            seen += play_twice(seed=seed, beginning=beginning)
    for shape in (Ask, Raise, Trial):
        assert seen[f"concede at {shape.__name__}"], f"nobody conceded at a {shape.__name__}"
    assert seen["concede under a forced sale"]
