"""The command line's random player keeps out of trouble as long as it can."""

from __future__ import annotations

import random

import pytest

from engine import Game, new
from engine.careful import careful_act
from engine.core.state import End
from engine.play import next_to_act
from engine.titles import title_named, titles
from tests.again import at_move, repeatable
from tests.long_runs import SKIPPED

MOVES = 5_000
GAVE_OUT = ("bankruptcy", "one left")


@repeatable
def played(title: str, seed: int, moves: int) -> Game:
    """A game of this many careful moves; nobody gives up while they can do anything else."""
    options = {"runs": "free"} if any(option.name == "runs" for option in title_named(title).options) else {}
    stream, game = random.Random(seed), new(title, ["Ann", "Bob", "Cem"], options, seed)
    for number in range(moves):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = careful_act(game, decision.seat, stream)
        with at_move(number + 1):
            assert act is not None, f"{decision.seat} is stuck at {decision.rule}"
            if game.title.verbs[act.verb].grave:
                others = [verb for verb in game.verbs(decision.seat) if not game.title.verbs[verb].grave]
                assert not others, f"{act.verb} instead of {others}"
            game, _ = game.apply(decision.seat, act)
    return game


@pytest.mark.parametrize("title", titles())
def test_nobody_gives_up_while_there_is_another_move(title: str):
    end = played(title=title, seed=3, moves=100).state.end
    assert end is None or end.why not in GAVE_OUT


@pytest.mark.soak
@SKIPPED
@pytest.mark.parametrize("title", titles())
def test_most_games_reach_their_ordinary_end(title: str):
    ends: list[End | None] = [played(title=title, seed=seed, moves=MOVES).state.end for seed in (1, 2, 3)]
    ordinary = [end.why for end in ends if end is not None and end.why not in GAVE_OUT]
    assert len(ordinary) >= 2, [end and end.why for end in ends]
