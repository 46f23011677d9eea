"""What every order is: terms, and pure functions of what its owner sees. Anything unforeseen turns an order off."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal, Self, get_args, get_origin, get_type_hints

from pydantic import JsonValue

from bot.errors import Refused
from bot.safe_text import escaped
from bot.table.play.orders.wording import Wording
from engine import Act, Event, Game
from engine.core.offers import ANSWER
from engine.core.sentences import because
from engine.core.verbs import Values
from engine.prospects import Earning
from engine.titles import title_named
from engine.view import CompanyView, DecisionView, View

Term = JsonValue | tuple[JsonValue, ...]
"""A term of an order."""
MOST_FIRED = 50
"""The most moves that an order may make."""
EVENT = because("something unexpected has happened.")


@dataclass(frozen=True)
class MakeMove:
    """The order acts."""

    act: Act


@dataclass(frozen=True)
class Disarm:
    """The order is turned off, and its owner is told why."""

    why: str


@dataclass(frozen=True)
class Complete:
    """The order is completed."""


@dataclass(frozen=True)
class Wait:
    """The order does not apply."""


Verdict = MakeMove | Disarm | Complete | Wait
Offered = Callable[[str, Mapping[str, str | int]], tuple[str, Values] | None]
"""What may be chosen next for a move: the slot and its values."""


@dataclass(frozen=True)
class OrderContext:
    """Everything an order may know: what its owner sees, and what the rules offer them."""

    view: View
    decision: DecisionView
    values: Offered
    refusal: Callable[[Act], str]
    earning: Callable[[str], Earning | None]
    """What a company could earn now, which may take a while to compute."""
    before: Act | None = None
    """The order's own last move, if nothing has happened since."""

    @property
    def pass_verb(self) -> str:
        """The verb with which the decision can be passed; empty if it cannot."""
        laws = title_named(self.view.title).verbs
        return next((verb for verb in self.decision.verbs if laws[verb].passes), "")


@dataclass(frozen=True, kw_only=True)
class Order:
    """One kind of order. Its fields are its terms, under the names by which they are stored."""

    kind: ClassVar[str]
    usually: ClassVar[int] = 20
    """How many moves it makes if its owner does not say."""
    options: ClassVar[Mapping[str, str]] = {}
    """Terms that have another name when they are typed."""

    # --- what is stored

    @classmethod
    def of(cls, terms: Mapping[str, Any]) -> Self:
        """The order with these terms, as stored. Their values are not checked yet."""
        fields = {one.name.removesuffix("_"): one for one in dataclasses.fields(cls)}
        unknown = next((name for name in terms if name not in fields), None)
        if unknown is not None:
            raise Refused(because("This kind of order does not take `{option}:`.", option=str(unknown)[:40]))
        missing = {one.name: None for one in fields.values() if not _has_default(one)}
        return cls(**missing | {fields[name].name: _frozen(value) for name, value in terms.items()})

    @property
    def terms(self) -> dict[str, Any]:
        """The same as it is stored, without what is not said."""
        found = {one.name.removesuffix("_"): getattr(self, one.name) for one in dataclasses.fields(self)}
        return {name: _thawed(value) for name, value in found.items() if value is not None and value is not False}

    # --- what makes sense

    def completed(self, game: Game, seat: str) -> Self:
        """The same with all it needs to know of the game now, which may take a while; refuses what makes no sense."""
        for name, kind in _kinds(type(self)).items():
            self._check(name, kind, getattr(self, name))
        return self

    def _check(self, name: str, kind: Any, value: Term) -> None:
        option = self.options.get(name, name).removesuffix("_")
        match get_origin(kind) or kind:
            case origin if origin is Literal:
                check_one_of(option, [value], get_args(kind))
            case origin if origin is tuple and get_origin(get_args(kind)[0]) is Literal:
                check_one_of(option, value if isinstance(value, tuple) else [value], get_args(get_args(kind)[0]))
            case origin if origin is Mapping and not isinstance(value, Mapping):
                raise _unreadable(option)
            case one if one is int:
                check_amount(option, value)
            case one if one is str:
                check_word(option, value)
            case one if one is bool and not isinstance(value, bool):
                raise _unreadable(option)
            case _:
                pass

    def check_beside(self, other: Order, number: int | None) -> None:
        """Refuse it if its owner cannot have both it and another, which is in force."""

    # --- what it does

    @property
    def named(self) -> str:
        """The move that it names, which it makes even if that is grave."""
        return ""

    def decide(self, look: OrderContext) -> Verdict:
        """Its answer to a decision of its owner."""
        raise NotImplementedError

    def notice(self, view: View, event: Event) -> Verdict:
        """Its answer to an event."""
        return Wait()

    def text(self, words: Wording) -> str:
        """The order in words."""
        raise NotImplementedError


@cache
def _kinds(kind: type[Order]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {one.name: hints[one.name] for one in dataclasses.fields(kind)}


def _has_default(field: dataclasses.Field[Any]) -> bool:
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def _frozen(value: JsonValue) -> Term:
    return tuple(value) if isinstance(value, list) else value


def _thawed(value: Term) -> JsonValue:
    return list(value) if isinstance(value, tuple) else value


# --- checks


def check_one_of(option: str, chosen: Sequence[object], values: Sequence[str]) -> None:
    """Refuse anything but these."""
    if not all(one in tuple(values) for one in chosen):
        raise Refused(because("`{option}:` must be one of {values:or}.", option=option, values=tuple(values)))


def check_amount(option: str, value: Any) -> None:
    """Refuse anything but a number that a game can have."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**6:
        raise no_number(option)


def no_number(option: str) -> Refused:
    """Why something is refused that should be a number."""
    return Refused(because("`{option}:` must be a whole number.", option=option))


def check_word(option: str, value: Any) -> None:
    """Refuse anything but a short and harmless text: everybody reads a standing offer."""
    if not isinstance(value, str) or len(value) > 40 or not value.isprintable() or escaped(value) != value:
        raise _unreadable(option)


def _unreadable(option: str) -> Refused:
    return Refused(because("I can't read `{option}:`.", option=option[:40]))


def check_question(game: Game, rule: str) -> None:
    """Refuse a kind of question that the game never asks."""
    if rule not in (ANSWER, *game.title.frames):
        raise Refused("There is no question of that kind in this game.")


def check_move(game: Game, verb: str) -> None:
    """Refuse a move that the game does not have."""
    if verb not in game.title.verbs:
        raise Refused("There is no such move in this game.")


# --- common


def company_of(view: View, symbol: Any) -> CompanyView | None:
    """A company."""
    return next((one for one in view.companies if one.symbol == symbol), None)


def held(view: View, company: CompanyView, *, others: bool = False) -> int:
    """The shares of a company held by the order's owner, or by all others together."""
    seats = (seat for seat in view.seats if (seat.id != view.seat) is others)
    return sum(one.units for seat in seats for one in seat.shares if one.company == company.symbol)
