"""A random player who avoids trouble, so that most games reach their ordinary end and not a bankruptcy."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from engine.core.position import Position
from engine.core.roles import chief
from engine.core.verbs import Act, complete_moves
from engine.family import trains
from engine.game import Game, menu
from engine.play import WEIGHTS, random_act

TRIES = 6
"""The number of moves tried; the first that makes no shortage worse is made, otherwise the least harmful one."""
CAREFUL: Mapping[str, float] = {**WEIGHTS, "sell": 0.1, "par": 0.3, "buy_train": 1.0, "buy_private": 0.1, "accept": 0.5}
"""How eagerly a verb is tried."""
ASKS = 0.1
"""How often a move is made that needs somebody else's consent."""
BY_PREFERENCE = ("dividend",)
"""Verbs whose choices are tried in their order, the best one first: of dividends the full one."""


def careful_act(game: Game, seat: str, stream: random.Random) -> Act | None:
    """A legal move after which companies can still pay for their trains; giving up comes last."""
    p = game.asked
    weights = {**CAREFUL, **{name: 0.0 for name in menu(p, seat) if p.title.verbs[name].grave}}
    before = shortage(p)
    best: tuple[int, Act] | None = None
    for act in _draws(game, p, seat, stream, weights):
        worse = shortage(game.apply(seat, act)[0].asked) - before
        if worse <= 0:
            return act
        if best is None or worse < best[0]:
            best = worse, act
    return best[1] if best else random_act(game, seat, stream, weights) or random_act(game, seat, stream)


def _draws(game: Game, p: Position, seat: str, stream: random.Random, weights: Mapping[str, float]) -> Iterator[Act]:
    for _ in range(TRIES):
        act = random_act(game, seat, stream, weights)
        if act is None:
            return
        if act.verb in BY_PREFERENCE:
            yield from complete_moves(p, act.verb, p.title.verbs[act.verb], seat)
            return
        law = p.title.verbs[act.verb]
        if stream.random() < ASKS or not set(law.consent(p, seat, law.choices(act.args))) - {seat}:
            yield act


def shortage(p: Position) -> int:
    """What companies lack for the trains they need soon, beyond what their presidents could add, all together."""
    lacking: dict[str, int] = {}
    price = trains.cheapest(p) or 0
    for company in p.d.companies:
        president = chief(p, company)
        if president and not p.company(company).closed and not _lasting(p, company):
            lacking[president] = lacking.get(president, 0) + max(0, price - p.s.cash[company])
    return sum(max(0, lack - p.s.cash[president]) for president, lack in lacking.items())


def _lasting(p: Position, company: str) -> bool:
    """Does it have a train that the trains now for sale will not rust?"""
    soon = trains.on_sale(p)
    return any(p.d.trains[p.s.trains[train].kind].rusted_by not in soon for train in trains.real_trains(p, company))
