"""What is left out where a legal move is looked for was never legal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from engine import Game, new
from engine.core.position import Position
from engine.core.slots import Choices
from engine.core.verbs import Verb
from engine.game import menu
from engine.play import play_on
from engine.titles import titles


@pytest.mark.parametrize("title", [name for name in titles() if name[0].isdigit()])
def test_what_is_not_likely_is_refused(title: str):
    """The tiles that do not fit a hex are most of what a lay could be asked with."""
    game, stream, left_out = new(title, ["Ann", "Bob", "Cem"], seed=11), random.Random(11), 0
    for _ in range(400):
        for seat, verb in laws(game):
            for got in begun(game.asked, seat, verb, verb.choices()):
                left_out += refused_of(game.asked, seat, verb, got)
        game = play_on(game, stream, 1)
    assert left_out


def laws(game: Game) -> Iterator[tuple[str, Verb]]:
    """Whoever is asked, and all that they might do."""
    for decision in game.decisions():
        for name in menu(game.asked, decision.seat):
            verb = game.title.verbs[name]
            if "tile" in verb.slots(game.asked, decision.seat, verb.choices()):
                yield decision.seat, verb


def begun(p: Position, seat: str, verb: Verb, got: Choices) -> Iterator[Choices]:
    """All that may come before the tile."""
    if verb.refuse(p, seat, got) is not None:
        return
    slot = next(one for one in verb.slots(p, seat, got) if one not in got)
    if slot == "tile":
        yield got
        return
    values = verb.values(p, seat, got, slot)
    assert isinstance(values, Sequence)
    for value in values:
        yield from begun(p, seat, verb, verb.choices({**got, slot: value}))


def refused_of(p: Position, seat: str, verb: Verb, got: Choices) -> int:
    """How many tiles are left out, each of which would be refused; the others stand in their order."""
    every, likely = verb.values(p, seat, got, "tile"), verb.likely(p, seat, got, "tile")
    assert isinstance(every, Sequence) and isinstance(likely, Sequence)
    assert [tile for tile in every if tile in likely] == list(likely)
    rest = [tile for tile in every if tile not in likely]
    assert all(verb.refuse(p, seat, verb.choices({**got, "tile": tile})) is not None for tile in rest)
    return len(rest)
