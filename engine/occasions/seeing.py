"""What a seat sees when it is asked about an occasion, and the kinds of fact that an occasion has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from engine.core.position import Position
from engine.core.state import AnyFrame, Run
from engine.core.verbs import Verb
from engine.family import auction, operating, starting, stock
from engine.family.by_frame import ByFrame
from engine.game import Game
from engine.view import CompanyView, SeatView, View, WareView


class Money(int):
    """An amount in the game's currency."""


class Player(str):
    """A seat's id."""


class PhaseName(str):
    """A phase."""


Fact = int | str | Sequence[str]
Facts = Mapping[str, Fact]


class Topic(Enum):
    """What a decision is about; its value is how the frames of the agenda call it."""

    PRIVATES = auction.RULE
    PAR = starting.RULE
    TRADE = stock.TURN
    TRACK = "track"
    STATION = "token"
    RUN = "run"
    DIVIDEND = "dividend"
    TRAIN = "train"


@dataclass(frozen=True)
class Occasion:
    """Something that happens to a player, and the facts of the position that it is about."""

    name: str
    facts: Facts


@dataclass(frozen=True)
class Looker:
    """A seat that must decide, the game as it may suppose it, and what it sees."""

    game: Game
    view: View

    @property
    def seat(self) -> str:
        """Whose occasions these are."""
        return self.view.seat

    @cached_property
    def p(self) -> Position:
        """For questions of the rules that change nothing."""
        return self.game.asked

    @cached_property
    def me(self) -> SeatView:
        """The player."""
        return next(one for one in self.view.seats if one.id == self.seat)

    @property
    def cash(self) -> int:
        """The player's money, which they always see."""
        return self.me.cash or 0

    @property
    def top(self) -> AnyFrame | None:
        """What is on top of the agenda."""
        return self.p.s.agenda[-1] if self.p.s.agenda else None

    @property
    def topic(self) -> Topic | None:
        """What the player is asked now; None if it is nothing of which an occasion speaks."""
        top = self.top
        if top is None:
            return None
        name = top.step if isinstance(top, Run) and top.rule == operating.TURN else top.rule
        return next((one for one in Topic if one.value == name), None)

    def law(self, verb: str) -> Verb:
        """The rules of a verb as they apply now."""
        law = self.p.title.verbs[verb]
        return law.law(self.p) if isinstance(law, ByFrame) else law

    @cached_property
    def trades(self) -> bool:
        """Is it the player's turn in a stock round?"""
        return self.top is not None and self.top.rule == stock.TURN

    @cached_property
    def acting(self) -> CompanyView | None:
        """The company whose step the player must take now."""
        top = self.view.agenda[-1] if self.view.agenda else None
        if top is None or top.rule != operating.TURN:
            return None
        return next((one for one in self.view.companies if one.symbol == top.subject), None)

    @property
    def step(self) -> str:
        """The step of that company's turn."""
        return self.view.agenda[-1].step if self.acting is not None else ""

    @cached_property
    def led(self) -> list[CompanyView]:
        """The companies in play that the player presides over, the acting one first."""
        mine = [one for one in self.view.companies if one.president == self.seat and one.floated and not one.closed]
        return sorted(mine, key=lambda one: one is not self.acting)

    @cached_property
    def open(self) -> list[CompanyView]:
        """The companies that have started and are still there."""
        return [one for one in self.view.companies if one.started and not one.closed and not one.into]

    def held(self, company: CompanyView, seat: str = "") -> int:
        """How many tenths of a company a player holds."""
        whose = self.me if not seat else next(one for one in self.view.seats if one.id == seat)
        return next((one.units for one in whose.shares if one.company == company.symbol), 0)

    # --- trains

    @cached_property
    def wares(self) -> list[WareView]:
        """The kinds of train that are sold in this game, each card by its front."""
        return [one for one in self.view.trains if one.count and not one.back_of]

    @cached_property
    def now(self) -> WareView | None:
        """The kind that the bank sells now and must sell before the next."""
        return next((one for one in self.wares if one.on_sale and not one.again), None)

    @cached_property
    def following(self) -> WareView | None:
        """The kind that the bank sells after that, unless it sells it already."""
        if self.now is None:
            return None
        later = self.wares[self.wares.index(self.now) + 1 :]
        return next((one for one in later if not one.on_sale), None)

    @cached_property
    def coming(self) -> list[WareView]:
        """The kinds whose first train may be bought soon: for sale and not bought yet, or next when few are left."""
        sold = [one for one in self.wares if one.on_sale and not one.again]
        fresh = [one for one in sold if one.fresh]
        few = self.now is not None and 0 < self.now.left <= FEW and self.following is not None
        return [*fresh, *([self.following] if few and self.following else [])]

    def begins(self, ware: WareView) -> str:
        """The phase that the first train of a kind begins; empty if that is over or there is none."""
        names = [one.name for one in self.view.phases]
        later = self.view.phases[names.index(self.view.phase) + 1 :]
        return next((one.name for one in later if one.on == ware.kind), "")


FEW = 2
"""So many trains of a kind are the last of it."""
