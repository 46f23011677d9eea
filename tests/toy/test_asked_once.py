"""What is asked of a game that never changes is worked out once, and never for another position."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace

from engine import Act, Game
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.verbs import Plain, Values
from engine.family.choices import OneKind
from tests.toy.table import ToyTable
from tests.toy.title import TITLE

ASKED: Counter[tuple[str, ...]] = Counter()


class Whistle(Plain[OneKind]):
    """Blow a whistle, and count what is asked about it. The long one is not allowed."""

    def values(self, p: Position, seat: str, got: OneKind, slot: str) -> Values:
        """Two ways."""
        return ("long", "short")

    def refuse(self, p: Position, seat: str, got: OneKind) -> Refusal | None:
        """Not the long one."""
        ASKED[tuple(map(str, got.values()))] += 1
        return Refusal("it is too loud") if "kind" in got and got.kind == "long" else None


def game_with_whistle() -> Game:
    """A step of track in which whistles may be blown."""
    game = ToyTable().two_railways().operating_turn("RED", "track").game
    step = next(step for step in TITLE.operating.steps if step.name == "track")
    steps = tuple(replace(one, verbs=("whistle", *one.verbs)) if one is step else one for one in TITLE.operating.steps)
    title = replace(TITLE, verbs={**TITLE.verbs, "whistle": Whistle()}, operating=replace(TITLE.operating, steps=steps))
    return Game(title, game.state)


def test_whether_a_move_can_be_completed_is_worked_out_once_a_position():
    game = game_with_whistle()
    ASKED.clear()
    for _ in range(3):
        assert "whistle" in game.verbs("p1")
        slot, values = game.values("p1", "whistle") or ("", ())
        assert (slot, list(values)) == ("kind", ["short"])  # pyright: ignore[reportArgumentType]
    assert ASKED == {(): 1, ("long",): 1, ("short",): 1}


def test_a_move_makes_a_game_that_is_asked_anew_and_leaves_the_first_as_it_was():
    game = game_with_whistle()
    raw, verbs = game.encode(), game.verbs("p1")
    later, _ = game.apply("p1", Act("skip"))
    assert "whistle" in verbs and "whistle" not in later.verbs("p1")
    assert game.verbs("p1") == verbs and game.encode() == raw


def test_another_process_gets_the_game_and_asks_for_itself():
    game = ToyTable().two_railways().operating_turn("RED", "track").game
    game.verbs("p1")
    assert set(game.__getstate__()) == {"title", "state"}
    assert game == Game(game.title, game.state)
    assert pickle.loads(pickle.dumps(game.state)) == game.state
