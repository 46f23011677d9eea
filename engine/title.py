"""The seams: what a game of the family must say about itself. A title is data and plain functions, no base class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from msgspec import Struct

from engine.agenda import FrameRule
from engine.board.tiles import StopDef
from engine.definition import Definition
from engine.errors import Refusal, Unreadable
from engine.family.operating import Step, by_price
from engine.finance.market import Box
from engine.position import Position
from engine.powers import Power
from engine.state import End, Lot, Run
from engine.verbs import Span, Verb


@dataclass(frozen=True)
class Option:
    """One declared choice made when a game is created; the first value is the default."""

    name: str
    values: tuple[str, ...]
    about: str


@dataclass(frozen=True)
class BankRules:
    """What happens around every payment of the bank."""

    before_paying: Callable[[Position, int], None]
    after_paying: Callable[[Position], None]


@dataclass(frozen=True)
class MarketRules:
    """Price markers beyond the grid itself."""

    stack_place: Callable[[Position, str, list[str]], int]
    """Company and the stack it comes to -> its place in the stack."""
    after_dividend: Callable[[Position, str, Box, str], Box]
    """Company, its box, kind of dividend -> where the marker goes."""
    restacks: Callable[[Position], bool]
    """Does a marker that stays in its box go below the others that have operated?"""
    moved: Callable[[Position, str, Box], None]
    close: Callable[[Position, str], None]
    """Take a company out of the game."""


@dataclass(frozen=True)
class SaleRules:
    """How shares are sold: when lots are settled, who may take one, how the price falls."""

    settle: Callable[[Position], str]
    """In need lots are settled `at_once`, `before_train` or `after_train` is bought."""
    rescuer: Callable[[Position, str, str], str]
    """Seller and company -> the seat that may take the lot instead of the market, or nothing."""
    settle_lot: Callable[[Position, Lot], None]
    """Ask the rescuer, or let the lot go to the market."""
    fall: Callable[[Position, Lot], None]
    block_refusal: Callable[[Position, str, str, int], Refusal | None]
    """Seller, company, units -> what else is against a block of this size."""
    ban: Callable[[Position, str, str], Refusal | None]
    """Seller and company (or nothing) -> why selling is barred now."""
    forced_refusal: Callable[[Position, str, str, str, int], Refusal | None]
    """Seller, needy company, company, units -> what is against a sale in need."""
    forced_more: Callable[[Position, str, str], bool]
    """Seller, needy company -> must he go on selling, even if he has the money for the train?"""


@dataclass(frozen=True)
class HoldingRules:
    """How much of what a player may hold."""

    counts: Callable[[Position, str], bool]
    """Do certificates of this company count towards the limit?"""
    limit: Callable[[Position], int]
    most_units: Callable[[Position, str], int]
    pool_units: int
    many_from_pool: Callable[[Position, str], bool]
    must_sell: Callable[[Position, str], Refusal | None]
    """Why a player must sell before anything else."""


@dataclass(frozen=True)
class StockRules:
    """The stock round and shares on offer."""

    turn_verbs: tuple[str, ...]
    round_begins: Callable[[Position, Run], None]
    round_ended: Callable[[Position], None]
    offer_price: Callable[[Position, str], int]
    offer_payee: Callable[[Position, str], str]
    may_start: Callable[[Position, str, str], Refusal | None]
    offering_refusal: Callable[[Position, str, str], Refusal | None]
    after_purchase: Callable[[Position, str], None]


@dataclass(frozen=True)
class BuildRules:
    """Track building."""

    allowance: Callable[[Position, str, str, str], Refusal | None]
    """Builder, hex, tile (or nothing yet) -> what is left to lay this turn."""
    tile_refusal: Callable[[Position, str, str, str, int], Refusal | None]
    cost: Callable[[Position, str, str, str, int], int]
    note_lay: Callable[[Position, str, str, str, int, Run], None]
    laid: Callable[[Position, str], None]


@dataclass(frozen=True)
class OperatingRules:
    """The operating round and its turns."""

    steps: tuple[Step, ...]
    any_time: tuple[str, ...]
    round_begins: Callable[[Position], None]
    between_turns: Callable[[Position, Run], bool]
    round_ended: Callable[[Position], None]
    duty: Callable[[Position, Run], Refusal | None]
    """What must be done before a step may be left."""
    stop_value: Callable[[Position, str, str, StopDef], tuple[int, int]]
    """Company, stop -> what it pays, and what it pays more at the end of a run."""
    train_face: Callable[[Position, str], str]
    """What the routes take a train for; one whose sheet has faces runs as those say."""
    train_bought: Callable[[Position, str, str], None]
    phase_begins: Callable[[Position, str], None]
    bankrupt: Callable[[Position, str, str], None]
    private_price: Callable[[Position, str, str], Span]
    private_refusal: Callable[[Position, str, str], Refusal | None]
    private_bought: Callable[[Position, str, str], None]
    order: Callable[[Position], list[str]] = by_price
    """Whoever may operate now, in order; asked after each turn."""


class Mark(Struct, frozen=True):
    """Something that only the title remembers about a company or private company, for everybody to see."""

    what: str
    amount: int = 0
    """A number where it has one."""


def _no_marks(p: Position, seat: str) -> Mapping[str, Sequence[Mark]]:
    return {}


@dataclass(frozen=True, eq=False)
class Title:
    """One game of the family."""

    id: str
    name: str
    players: tuple[int, int]
    options: tuple[Option, ...]
    define: Callable[[dict[str, str]], Definition]
    own: type[Any]
    begin: Callable[[Position, Mapping[str, Any]], None]
    """Lay the table of a bare state, from its random stream or a given setup, and push the first frame."""
    frames: Mapping[str, FrameRule]
    verbs: Mapping[str, Verb]
    sections: Mapping[str, str]
    """Where the rulebook says what, for refusals."""
    bank: BankRules
    market: MarketRules
    sale: SaleRules
    holding: HoldingRules
    stock: StockRules
    build: BuildRules
    operating: OperatingRules
    score: Callable[[Position, str], End]
    """Reason -> how the game ends."""
    money: Callable[[Position], int]
    """All the money there is in the game."""
    secret_accounts: Callable[[Position, str], Sequence[str]]
    """Seat (or nothing: a spectator) -> accounts whose money it may not see."""
    powers: tuple[Power, ...] = ()
    """What may be used at any time, with the window in which it is open."""
    marks: Callable[[Position, str], Mapping[str, Sequence[Mark]]] = _no_marks
    """Seat (or nothing: a spectator) -> what it may see beyond the shared state, by company or `private <name>`."""
    words: str = ""
    """Package whose `words` folder holds the title's own sentences, one file a language; empty if it has none."""
    president_word: str = "president"
    currency: str = "${}"

    def chosen(self, given: Mapping[str, str]) -> dict[str, str]:
        """All options with defaults filled in, or the sentence that says which is wrong."""
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise Unreadable(f"{self.id} has no option {name!r}; it has {', '.join(known)}.")
            if value not in known[name].values:
                raise Unreadable(f"Option {name} of {self.id} is {' or '.join(known[name].values)}, not {value!r}.")
        return {option.name: given.get(option.name, option.values[0]) for option in self.options}


@lru_cache(maxsize=64)
def _definition(title: Title, options: tuple[tuple[str, str], ...]) -> Definition:
    return title.define(dict(options))


def definition(title: Title, options: Mapping[str, str]) -> Definition:
    """The printed game for a title and options, built once."""
    return _definition(title, tuple(sorted(options.items())))
