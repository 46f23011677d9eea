"""A game as one seat plays it, told in one reader's words: whatever is asked of the rules is asked once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from engine import Act, Event, Game, Span
from engine.core.kept import Kept
from engine.core.verbs import Answers, Shown, Text, Value
from engine.view import View, supposed, suppositions, view
from engine.words import Words, current_language

T = TypeVar("T")
Choices = tuple[Value, ...] | Span | Text
Slot = tuple[str, Choices] | None
TRIED = 12
"""The most moves whose outcome is kept: what is said of a move is said while it is at hand."""
POSITIONS = 24
"""The most positions kept, each for one seat and one reader."""


@dataclass(eq=False)
class Moves:
    """The moves of a seat in one position. It never changes but for what it has found out."""

    game: Game
    seat: str
    words: Words
    _answers: dict[object, Any] = field(default_factory=dict[object, Any])
    _tried: Kept[tuple[object, ...], tuple[Game, list[Event]]] = field(default_factory=lambda: Kept(TRIED))

    @property
    def view(self) -> View:
        """What the reader sees."""
        return self.words.view

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """What the seat can do now."""
        return tuple(self.game.verbs(self.seat)) if self.seat else ()

    @cached_property
    def decides(self) -> bool:
        """Must the seat decide something now?"""
        return any(one.seat == self.seat for one in self.view.decisions)

    @cached_property
    def ends_step(self) -> bool:
        """Can the seat end its step or its turn without doing anything more?"""
        return any(self.shown(verb) is Shown.DONE for verb in self.verbs)

    def once(self, question: object, answer: Callable[[], T]) -> T:
        """An answer that is worked out once."""
        if question not in self._answers:
            self._answers[question] = answer()
        return self._answers[question]

    def is_aside(self, verb: str) -> bool:
        """Is it possible beside what is asked, such as what a private company may do at any time?"""
        return self.shown(verb) is Shown.ASIDE or any(power.verb == verb for power in self.game.title.powers)

    def shown(self, verb: str) -> Shown:
        """How a verb is shown now."""
        return self.once(("shown", verb), lambda: self.game.shown(self.seat, verb))

    def answers(self, verb: str) -> Answers:
        """What a verb answers."""
        return self.game.title.verbs[verb].answers

    def grave(self, verb: str, got: Mapping[str, Value]) -> bool:
        """Would a move end the game, or somebody's part in it?"""
        return bool(self.game.grave(self.seat, Act(verb, dict(got))))

    def slot(self, verb: str, got: Mapping[str, Value]) -> Slot:
        """The next slot of a move with the values that can be chosen; None if it is complete."""
        return self.once(("slot", verb, *got.items()), lambda: self._slot(verb, dict(got)))

    def _slot(self, verb: str, got: dict[str, Value]) -> Slot:
        found = self.game.values(self.seat, verb, got)
        if found is None:
            return None
        slot, values = found
        return slot, values if isinstance(values, (Span, Text)) else tuple(values)

    def tried(self, move: Act) -> tuple[Game, list[Event]]:
        """The game after a move, and what would happen."""
        key = (move.verb, *move.args.items())
        return self._tried.get(key) or self._tried.keep(key, self.game.apply(self.seat, move))


_private: Kept[tuple[object, ...], tuple[Game, Moves]] = Kept(POSITIONS)
_public: Kept[tuple[object, ...], tuple[Game, list[Moves]]] = Kept(POSITIONS)


def moves_of(game: Game, seat: str, *, knows_all: bool = False, own: bool = False) -> Moves:
    """A seat's moves as its owner may read them in the current language, worked out once a position. They are tried on
    what the seat may suppose, unless it `knows_all`; what one reader may know is never taken for another. `own`:
    whoever reads plays in this seat and is called "you".
    """
    # The game is part of the answer, so that its state's id is nobody else's as long as the answer is kept.
    key = (id(game.state), seat, knows_all, own, current_language())
    found = _private.get(key)
    if found is None:
        tried = game if knows_all else supposed(game, seat or None)
        words = Words(view(game, seat or None), reader=seat if own else "")
        found = _private.keep(key, (game, Moves(tried, seat, words)))
    return found[1]


def public_moves_of(game: Game, seat: str) -> list[Moves]:
    """A seat's moves as everybody may read them: one for each way in which the game may be supposed. They are worked
    out for themselves, never from what the seat itself was told.
    """
    key = (id(game.state), seat, current_language())
    found = _public.get(key)
    if found is None:
        found = _public.keep(key, (game, [Moves(one, seat, Words(view(one))) for one in suppositions(game)]))
    return found[1]
