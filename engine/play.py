"""A player who picks legal moves at random: for trying out, for tests, and for seats nobody fills."""

from __future__ import annotations

import random
from collections.abc import Mapping

from engine.core.position import Position
from engine.core.verbs import Act, Span, Text, Value, completes, next_slot
from engine.game import Decision, Game, menu

WEIGHTS: Mapping[str, float] = {
    "stop": 0.0,
    "agree_winner": 0.0,
    "withdraw": 0.05,
    "decline": 0.6,
    "pass": 0.5,
    "pass_auction": 0.4,
    "skip": 0.3,
    "sell": 0.5,
    "redeem": 0.6,
    "reissue": 0.6,
    "buy_private": 0.15,
    "buy": 3.0,
    "par": 1.5,
    "lay": 4.0,
    "run": 5.0,
    "buy_train": 2.0,
    "hold": 0.1,
    "concede": 0.02,
}
"""How eagerly a verb is tried; what is not named counts 1."""


def random_act(game: Game, seat: str, stream: random.Random, weights: Mapping[str, float] = WEIGHTS) -> Act | None:
    """A legal move of a seat, or None if it has none."""
    p = game.asked
    names = [name for name in menu(p, seat) if weights.get(name, 1.0) > 0]
    while names:
        name = stream.choices(names, [weights.get(name, 1.0) for name in names])[0]
        names.remove(name)
        act = _random_move(p, name, seat, stream)
        if act is not None:
            return act
    return None


def _random_move(p: Position, name: str, seat: str, stream: random.Random) -> Act | None:
    law = p.title.verbs[name]
    got = law.choices()
    if not completes(p, law, seat, got):
        return None
    while (slot := next_slot(p, law, seat, got)) is not None:
        values = law.values(p, seat, got, slot)
        if isinstance(values, Span):
            got[slot] = _in_span(values, stream)
            continue
        if isinstance(values, Text):
            got[slot] = stream.choice(values.known())
            continue
        chosen: Value | None = None
        choices = list(values)
        stream.shuffle(choices)
        for value in choices:
            if completes(p, law, seat, {**got, slot: value}):
                chosen = value
                break
        if chosen is None:
            return None
        got[slot] = chosen
    return Act(name, dict(got))


def _in_span(span: Span, stream: random.Random) -> int:
    """Often the least, sometimes anything."""
    if stream.random() < 0.6:
        return span.low
    return stream.randrange(span.low, span.high + 1, span.step)


def next_to_act(game: Game, stream: random.Random) -> Decision | None:
    """One of those who must decide, or None when the game is over."""
    waiting = game.decisions()
    return stream.choice(waiting) if waiting else None


def play_on(game: Game, stream: random.Random, moves: int = 5_000) -> Game:
    """Play at random to the end, or for this many moves."""
    for _ in range(moves):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = random_act(game, decision.seat, stream)
        if act is None:
            raise RuntimeError(f"{decision.seat} has no legal move at {decision.rule}")
        game, _ = game.apply(decision.seat, act)
    return game
