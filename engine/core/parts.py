"""The parts a title is made of: verbs, frames, steps, powers, marks. `P` is the position, as in `seams.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from engine.core.errors import Refusal
from engine.core.slots import Choices, Got, Values
from engine.core.state import AnyFrame, CompanyId, Run, SeatId

P = TypeVar("P")
F = TypeVar("F", bound=AnyFrame)
Pos = TypeVar("Pos", contravariant=True)


class Shown(Enum):
    """How what a player can do is best put before them."""

    BUTTON = "button"
    """A button for each of its moves if there are only a few, else one for the verb."""
    LIST = "list"
    """Its objects in a list, each with what there is to know about it and a button."""
    ASIDE = "aside"
    """Possible beside what the moment is about: a button for the only move, or for the verb."""
    MAP = "map"
    """What the step is for, and is named after: chosen from the map and its tiles."""
    DONE = "done"
    """It ends the step or the turn; the button names that."""
    RARE = "rare"
    """Hardly ever wanted, or not to be done by accident: in the list at the bottom."""


class Goal(Struct, frozen=True):
    """Where a company's track should lead from its home."""

    home: str
    stop: str
    """The stop that a train must run to: what the first such run earns is paid beside all dividends."""
    pays: int
    """What that stop pays more at the end of every run from then on."""


class Answers(Enum):
    """What a verb answers."""

    NOTHING = "nothing"
    OFFER = "offer"
    """An offer: somebody waits for it."""
    QUESTION = "question"
    """A question with a list of answers; it may be answered whatever comes of it."""


class VerbLaw(Protocol[Pos]):
    """Something a player can do. `refuse` holds all its rules and `do` none. `Plain` says what each method is for."""

    grave: bool
    declines: bool
    cashes: bool
    sells: bool
    gets_train: bool
    passes: bool
    answers: Answers
    shown: Shown

    def shown_now(self, p: Pos, seat: SeatId) -> Shown: ...
    def usual(self, p: Pos, seat: SeatId) -> Got: ...
    @property
    def choices(self) -> type[Choices]: ...
    def slots(self, p: Pos, seat: SeatId, got: Any) -> tuple[str, ...]: ...
    def values(self, p: Pos, seat: SeatId, got: Any, slot: str) -> Values: ...
    def likely(self, p: Pos, seat: SeatId, got: Any, slot: str) -> Values: ...
    def cites(self, p: Pos, slot: str) -> str: ...
    def none(self, p: Pos, seat: SeatId, got: Any, slot: str) -> Refusal | None: ...
    def refuse(self, p: Pos, seat: SeatId, got: Any) -> Refusal | None: ...
    def do(self, p: Pos, seat: SeatId, args: Any) -> None: ...
    def consent(self, p: Pos, seat: SeatId, args: Any) -> list[SeatId]: ...


def nobody(p: object, frame: AnyFrame) -> list[SeatId]:
    """The frame asks nobody."""
    return []


def no_options(p: object, frame: AnyFrame, seat: SeatId) -> Sequence[str]:
    """The frame has no list of answers."""
    return ()


def no_take(p: object, frame: AnyFrame, seat: SeatId, answer: str) -> None:
    """The frame takes no answer."""


def always(p: object, frame: AnyFrame) -> bool:
    """The frame's subject can never go away."""
    return True


def no_objection(p: object, frame: AnyFrame, seat: SeatId, verb: str) -> Refusal | None:
    """Nothing is known of why a verb is not open."""


def no_rule(p: object, seat: SeatId) -> Refusal | None:
    """No rule forbids the power now."""


@dataclass(frozen=True)
class FrameLaw(Generic[P, F]):
    """How one kind of frame continues, who must act in it, and with which verbs."""

    shape: type[F]
    advance: Callable[[P, F], None]
    deciders: Callable[[P, F], list[SeatId]] = nobody
    verbs: tuple[str, ...] = ()
    """All that it may ever be answered with, but for what the title's records say of turns and their steps."""
    offers: Callable[[P, F, SeatId], Sequence[str]] | None = None
    """Which verbs are open to a seat now, where that is not always all of them."""
    why_not: Callable[[P, F, SeatId, str], Refusal | None] = no_objection
    """Why a verb is not open to a seat that must decide."""
    alive: Callable[[P, F], bool] = always
    options: Callable[[P, F, SeatId], Sequence[str]] = no_options
    """What a seat may answer where the frame asks for one of a list of answers."""
    take: Callable[[P, F, SeatId, str], None] = no_take
    """Keep a seat's answer."""

    def open_verbs(self, p: P, frame: F, seat: SeatId) -> Sequence[str]:
        """The verbs with which a seat may answer now."""
        return self.verbs if self.offers is None else self.offers(p, frame, seat)


@dataclass(frozen=True)
class PowerLaw(Generic[P]):
    """A verb that those who `may` use it can use while its window is open."""

    verb: str
    may: Callable[[P, SeatId], bool]
    window: str = ""
    """Rule of the frame that owns the window; without one the power is always open."""
    why_not: Callable[[P, SeatId], Refusal | None] = no_rule
    """Why a seat cannot use it now, if a rule says so."""
    moments: tuple[str, ...] = ()
    """Moments that pass without a decision, at which a player can ask for a pause."""


def nothing(p: object, turn: Run) -> None:
    """Nothing happens when the step begins."""


def no_more(p: object, turn: Run) -> bool:
    """Nothing keeps the step open but its verbs."""
    return False


def everybodys(p: object, builder: CompanyId) -> bool:
    """Every builder has the step."""
    return True


@dataclass(frozen=True)
class StepLaw(Generic[P]):
    """One step of a company's turn: what happens when it begins, and what the president may do in it."""

    name: str
    enter: Callable[[P, Run], None] = nothing
    verbs: tuple[str, ...] = ()
    wakes: tuple[str, ...] = ()
    """Verbs available at any time that keep this step open, since they may make its own verbs possible."""
    waits: Callable[[P, Run], bool] = no_more
    """Must the president be asked even if nothing can be done here now?"""
    passes: Callable[[P, Run], None] = nothing
    """Says what was missing when the step passes because nothing can be done in it."""
    again: Callable[[P, Run], bool] = no_more
    """Something that interrupts the turn here, time and again until it says no."""
    whose: Callable[[P, CompanyId], bool] = everybodys
    """Who has this step in their turn: a builder that is not a company may have other steps than companies."""


class Mark(Struct, frozen=True):
    """What only the title remembers of a company (`NOR`), a private company (`private C`) or a player (a seat)."""

    what: str
    amount: int = 0
    """An amount of money where it has one."""
    of: tuple[str, ...] = ()
    """What it is about: companies, hexes."""
