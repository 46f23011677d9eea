"""A verb says how it is shown, which may depend on the moment, and what ends something is never shown otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine import Game
from engine.core.position import Position
from engine.core.verbs import Choices, Plain, Shown, Verb
from tests.toy.table import ToyTable
from tests.toy.title import TITLE


class Wave(Plain[Choices]):
    """Wave to the passengers: beside the track, and what the step of trains is for."""

    shown = Shown.ASIDE

    def shown_now(self, p: Position, seat: str) -> Shown:
        """By the step."""
        return Shown.MAP if p.top.step == "train" else self.shown  # pyright: ignore[reportAttributeAccessIssue]


class Leave(Wave):
    """Leave the table."""

    grave = True


def with_verbs(game: Game, verbs: Mapping[str, Verb]) -> Game:
    """The same game of a title with more verbs."""
    return Game(replace(TITLE, verbs={**TITLE.verbs, **verbs}), game.state)


def test_a_verb_is_shown_as_it_says_and_by_the_moment_if_it_says_so():
    verbs = {"wave": Wave(), "leave": Leave()}
    table = ToyTable().two_railways().operating_turn("RED", "track")
    before = with_verbs(table.game, verbs)
    assert (before.shown("p1", "wave"), before.shown("p1", "leave")) == (Shown.ASIDE, Shown.RARE)
    later = with_verbs(ToyTable().two_railways().operating_turn("RED", "train").game, verbs)
    assert (later.shown("p1", "wave"), later.shown("p1", "leave")) == (Shown.MAP, Shown.RARE)


def test_the_familys_verbs_say_what_they_are():
    game = ToyTable().two_railways().operating_turn("RED", "track").game
    said = {verb: game.shown("p1", verb) for verb in ("lay", "skip", "buy_train", "sell", "withdraw", "dividend")}
    assert said == {
        "lay": Shown.MAP,
        "skip": Shown.DONE,
        "buy_train": Shown.LIST,
        "sell": Shown.ASIDE,
        "withdraw": Shown.RARE,
        "dividend": Shown.BUTTON,
    }
