"""What the robot looks at while it thinks about one move."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from bot.robots.steady.prospect import Prospect, prospect
from bot.robots.steady.worth import standing
from engine import Act, EngineError, Game
from engine.core.verbs import complete_moves
from engine.view import CompanyView, SeatView, View, foreseen, view

MOST = 400
"""So many moves of one verb are looked at."""


@dataclass
class Look:
    """One seat's look at a game."""

    game: Game
    seat: str
    stream: random.Random
    until: float | None
    """When thinking must end, by the process's clock; None: whenever it is done."""
    tries: int
    """So many moves of one verb are tried out."""
    _tried: dict[tuple[str, ...], Game | None] = field(default_factory=dict, init=False)

    @cached_property
    def view(self) -> View:
        """What the seat sees."""
        return view(self.game, self.seat)

    @cached_property
    def me(self) -> SeatView:
        """The seat itself."""
        return next(one for one in self.view.seats if one.id == self.seat)

    @cached_property
    def cash(self) -> int:
        """What it has in hand."""
        return self.me.cash or 0

    @cached_property
    def company(self) -> CompanyView | None:
        """The company for which it acts now."""
        known = {one.symbol: one for one in (*self.view.companies, *self.view.builders)}
        subjects = [name for frame in reversed(self.view.agenda) for name in (frame.subject, *frame.about)]
        found = (known[name] for name in subjects if name in known)
        return next((one for one in found if one.president == self.seat), None)

    @cached_property
    def standing(self) -> float:
        """What it is worth as things are."""
        return standing(self.view, self.seat)

    def late(self) -> bool:
        """Is it time to decide?"""
        return self.until is not None and time.monotonic() > self.until

    def moves(self, verb: str) -> list[Act]:
        """Legal moves of a verb."""
        p = self.game.position()
        return list(islice(complete_moves(p, verb, p.title.verbs[verb], self.seat), MOST))

    def after(self, act: Act) -> Game | None:
        """The game after a move; None if it is only an offer to others, or not possible after all."""
        if _key(act) in self._tried:
            return self._tried[_key(act)]
        try:
            found, _ = self.game.apply(self.seat, act)
        except EngineError:
            found = None
        if found is not None and len(found.state.offers) > len(self.game.state.offers):
            found = None
        self._tried[_key(act)] = found
        return found

    def gain(self, act: Act) -> float | None:
        """By how much a move makes the seat better off at once; None for what is no move."""
        after = self.after(act)
        return None if after is None else standing(self.ahead(after), self.seat) - self.standing

    def ahead(self, after: Game) -> View:
        """What the seat would see after a move, as far as it can know that now."""
        return foreseen(self.game, after, self.seat)

    def prospect(self, game: Game, kinds: Sequence[str] | None = None) -> Prospect:
        """What the company could earn in a position."""
        assert self.company is not None
        return prospect(game, self.company.symbol, kinds, seconds=0.1)


def _key(act: Act) -> tuple[str, ...]:
    return (act.verb, *(f"{name}={value}" for name, value in act.args.items()))
