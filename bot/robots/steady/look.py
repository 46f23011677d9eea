"""What the robot looks at while it chooses one move."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

from bot.robots.foresight.ground import surroundings
from bot.robots.foresight.lasting import ware_of
from bot.robots.foresight.leads import leads, soon
from bot.robots.foresight.prospect import income
from bot.robots.foresight.worth import IN_TIME, Debts, Outlook, added_later, debts, outlook, standing
from bot.robots.steady.listing import promising
from bot.robots.steady.scored import STEADY, Level
from engine import Act, EngineError, Game
from engine.core.events import Event
from engine.core.verbs import complete_moves
from engine.view import CompanyView, SeatView, View, foreseen, view

MOST = 400
"""The most moves of one verb to look at."""
HANDFUL = 4
"""The most companies that one seat looks after with full care."""
SPENT = 0.1
"""What a dollar in a treasury adds to the worth of each share, if there is time for what it buys to earn."""
GROWING = 6.0
"""In how many rounds it has earned that."""


@dataclass
class Look:
    """A game as one seat sees it, with a time limit."""

    game: Game
    seat: str
    stream: random.Random
    until: float | None
    """When to stop, by the process's clock; None: no limit."""
    tries: int
    """The most moves of one verb to try."""
    level: Level = STEADY
    only: Act | None = None
    """The one move to look at; None: all that are possible."""
    _earned: dict[tuple[int, tuple[str, ...] | None], int] = field(default_factory=dict, init=False)
    _around: dict[str, float] = field(default_factory=dict, init=False)
    _tried: dict[tuple[str, ...], tuple[Game, list[Event]] | None] = field(default_factory=dict, init=False)

    @cached_property
    def view(self) -> View:
        """The seat's view."""
        return view(self.game, self.seat, deep=False)

    @cached_property
    def me(self) -> SeatView:
        """The seat's own entry in the view."""
        return next(one for one in self.view.seats if one.id == self.seat)

    @cached_property
    def cash(self) -> int:
        """Its cash."""
        return self.me.cash or 0

    @cached_property
    def company(self) -> CompanyView | None:
        """The company it acts for now."""
        known = {one.symbol: one for one in (*self.view.companies, *self.view.builders)}
        subjects = [name for frame in reversed(self.view.agenda) for name in (frame.subject, *frame.about)]
        found = (known[name] for name in subjects if name in known)
        return next((one for one in found if one.president == self.seat), None)

    @cached_property
    def owed(self) -> Mapping[str, float]:
        """What its companies will cost it for trains soon."""
        return {symbol: amount for symbol, amount in self.debts.soon.items() if amount}

    @cached_property
    def standing(self) -> float:
        """Its current worth."""
        return standing(self.view, self.seat, self.coming)

    @cached_property
    def coming(self) -> Outlook:
        """What is to come; moves that are tried out leave it as it is."""
        return outlook(self.view, self.game)

    @cached_property
    def debts(self) -> Debts:
        """What its companies will cost it in all."""
        return debts(self.view, self.seat, self.coming)

    def missed(self, amount: float) -> float:
        """What it costs, beyond itself, to spend cash that its companies may need."""
        return self.debts.cost(amount) - self.debts.cost()

    def earned(self, amount: float) -> float:
        """What money in the acting company's treasury may earn until the end, for the seat's shares."""
        return SPENT * self.units * min(1.0, max(0.0, self.coming.rounds - 1) / GROWING) * amount

    def added_later(self, cost: int, kind: str = "") -> float:
        """What it costs the seat that it will have to add, for later trains, what the company spends now."""
        if self.company is None or not self.company.floated:
            return 0.0
        earns = self.coming.earns[self.company.symbol]
        return IN_TIME * added_later(self.view, self.company, earns, cost, kind)

    @cached_property
    def units(self) -> int:
        """How many shares of the acting company it holds."""
        return self.units_of(self.company.symbol) if self.company else 0

    def units_of(self, company: str) -> int:
        """How many shares of a company it holds."""
        return next((held.units for held in self.me.shares if held.company == company), 0)

    @property
    def may_decline(self) -> bool:
        """May it leave things as they are?"""
        return any(self.game.title.verbs[name].declines for name in self.game.verbs(self.seat))

    def late(self) -> bool:
        """Is the time up?"""
        return self.until is not None and time.monotonic() > self.until

    def moves(self, verb: str) -> list[Act]:
        """A verb's legal moves."""
        if self.only is not None:
            return [self.only] if self.only.verb == verb else []
        return self.every(verb)

    def every(self, verb: str) -> list[Act]:
        """The same, also where only one move is looked at."""
        p = self.game.asked
        return list(islice(complete_moves(p, verb, p.title.verbs[verb], self.seat), MOST))

    def promising(self, verb: str, promise: Callable[[Act], float]) -> list[Act]:
        """A verb's legal moves, the most promising first; where there are very many, not all of them."""
        if self.only is not None:
            return self.moves(verb)
        return promising(self.game.position(), verb, self.seat, promise, self.most)

    @cached_property
    def hexes(self) -> frozenset[str]:
        """The hexes of the map."""
        return frozenset(one.id for one in self.view.hexes)

    def surroundings(self, hex_id: str) -> float:
        """The value of what is around a hex."""
        if hex_id not in self._around:
            self._around[hex_id] = surroundings(self.view, [hex_id])
        return self._around[hex_id]

    def after(self, act: Act) -> Game | None:
        """The game after a move; None if it only makes an offer, or turns out to be impossible."""
        key = _key(act)
        if key not in self._tried:
            self._tried[key] = self._try(act, self.game)
        found = self._tried[key]
        return None if found is None else found[0]

    def _try(self, act: Act, game: Game) -> tuple[Game, list[Event]] | None:
        try:
            after, events = game.apply(self.seat, act)
        except EngineError:
            return None
        return (after, events) if len(after.state.offers) <= len(game.state.offers) else None

    def figure(self, act: Act, kind: str, name: str) -> int | None:
        """What a move that has been tried says of itself: a figure of its event of this kind, if that is public."""
        found = self.said(act, kind, name)
        return None if found is None else int(found)

    def said(self, act: Act, kind: str, name: str) -> Any:
        """The same of anything else; of several such events, the first tells of the move itself."""
        found = self._tried.get(_key(act))
        return (
            next((one.data[name] for one in found[1] if one.kind == kind and name in one.data), None) if found else None
        )

    @cached_property
    def care(self) -> float:
        """The part of the usual work that goes into a company's tiles, and into playing on: who presides over many has
        the more decisions to take, and less depends on each.
        """
        mine = sum(one.president == self.seat and one.floated and not one.closed for one in self.view.companies)
        return min(1.0, HANDFUL / max(1, mine))

    @property
    def most(self) -> int:
        """How many moves of a verb are tried."""
        return min(self.tries, self.level.breadth)

    def gain(self, act: Act) -> float | None:
        """How much a move improves the seat's worth at once; None if it cannot be made."""
        after = self.after(act)
        return None if after is None else standing(self.ahead(after), self.seat, self.coming) - self.standing

    def gain_after(self, begun: Game, act: Act) -> float | None:
        """The same of two moves, of which one has been tried."""
        found = self._try(act, begun)
        return None if found is None else standing(self.ahead(found[0]), self.seat, self.coming) - self.standing

    def ahead(self, after: Game) -> View:
        """The seat's view after a move, as far as it can know it now."""
        return foreseen(self.game, after, self.seat, deep=False)

    def expected(self, kinds: Sequence[str]) -> float:
        """What trains of these kinds earn the company: now, and as the track grows."""
        if not kinds or self.company is None:
            return 0.0
        later = soon(leads(self.view, self.company), [ware_of(self.view, kind).stops for kind in kinds])
        return 0.5 * self.income(self.game, kinds) + 0.5 * later

    def income(self, game: Game, kinds: Sequence[str] | None = None) -> int:
        """What the company could earn in a position, with its own trains or with these."""
        assert self.company is not None
        key = id(game), None if kinds is None else tuple(kinds)
        if key not in self._earned:
            self._earned[key] = income(game, self.company.symbol, kinds)
        return self._earned[key]


def _key(act: Act) -> tuple[str, ...]:
    return (act.verb, *(f"{name}={value}" for name, value in act.args.items()))
