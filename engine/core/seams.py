"""The seams, where titles differ: each with its signature and its question. `title.py` has the family's answers.

A seam is asked about a position, and a position knows its title: `P` stands for the position, so that neither of the
two modules needs the other.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.board.tiles import StopDef
from engine.core.errors import Refusal
from engine.core.parts import FrameLaw, Goal, Mark, PowerLaw, StepLaw, VerbLaw
from engine.core.sections import Sections
from engine.core.slots import Span
from engine.core.state import (
    Account,
    CompanyId,
    End,
    HexId,
    Lot,
    Marker,
    PrivateId,
    Run,
    SeatId,
    StopId,
    TileId,
    TrainId,
)
from engine.finance.market import Box
from engine.routes import Problem

P = TypeVar("P")
Pos = TypeVar("Pos", contravariant=True)
A = TypeVar("A", covariant=True)

FAMILY: Any = None
"""Stands for the family's answer, with which `title.py` replaces it."""


class Record:
    """A subclass that only assigns a value to a field keeps the field's type and makes the value its default."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        inherited = {field.name: field.type for field in fields(cls)} if is_dataclass(cls) else {}
        cls.__annotations__ = {**inherited, **inspect.get_annotations(cls)}


# --- signatures of more than one argument


class OfBid(Protocol[Pos, A]):
    def __call__(self, p: Pos, private: PrivateId, player: SeatId, /) -> A: ...


class OfDeal(Protocol[Pos, A]):
    def __call__(self, p: Pos, player: SeatId, company: CompanyId, /) -> A: ...


class OfPrivate(Protocol[Pos, A]):
    def __call__(self, p: Pos, company: CompanyId, private: PrivateId, /) -> A: ...


class OfTile(Protocol[Pos, A]):
    def __call__(self, p: Pos, builder: CompanyId, hex_id: HexId, tile: TileId, rotation: int, /) -> A: ...


class StackPlace(Protocol[Pos]):
    def __call__(self, p: Pos, company: CompanyId, stack: list[CompanyId], /) -> int: ...


class AfterDividend(Protocol[Pos]):
    def __call__(self, p: Pos, company: CompanyId, box: Box, kind: str, /) -> Box: ...


class Moved(Protocol[Pos]):
    def __call__(self, p: Pos, company: CompanyId, box: Box, /) -> None: ...


class BlockRefusal(Protocol[Pos]):
    def __call__(self, p: Pos, seller: SeatId, company: CompanyId, units: int, /) -> Refusal | None: ...


class ForcedRefusal(Protocol[Pos]):
    def __call__(
        self, p: Pos, seller: SeatId, needy: CompanyId, company: CompanyId, units: int, /
    ) -> Refusal | None: ...


class Allowance(Protocol[Pos]):
    def __call__(self, p: Pos, builder: CompanyId, hex_id: HexId, tile: TileId, /) -> Refusal | None: ...


class InTheWay(Protocol[Pos]):
    def __call__(self, p: Pos, builder: CompanyId, marker: Marker, /) -> bool: ...


class NoteLay(Protocol[Pos]):
    def __call__(
        self, p: Pos, builder: CompanyId, hex_id: HexId, tile: TileId, rotation: int, turn: Run, /
    ) -> None: ...


class Laid(Protocol[Pos]):
    def __call__(self, p: Pos, hex_id: HexId, first: bool, /) -> None: ...


class StopValue(Protocol[Pos]):
    def __call__(self, p: Pos, company: CompanyId, stop: StopId, printed: StopDef, /) -> tuple[int, int]: ...


class Asked(Protocol[Pos]):
    def __call__(self, p: Pos, company: CompanyId, asked: Problem, /) -> Problem: ...


class TrainBought(Protocol[Pos]):
    def __call__(self, p: Pos, company: CompanyId, train: TrainId, /) -> None: ...


# --- the seams


@dataclass(frozen=True, kw_only=True)
class AuctionSeams(Record, Generic[P]):
    """The initial auction."""

    multiple: int = 1
    """Bids are multiples of this."""
    price: Callable[[P, PrivateId], int] = FAMILY
    """What the cheapest private company costs whoever takes it."""
    takeable: Callable[[P], PrivateId] = FAMILY
    """The private company that can be bought outright and not be bid on, or nothing."""
    bought: OfBid[P, None] = FAMILY
    """What comes with a private company."""
    acted: OfBid[P, None] = FAMILY
    """What is remembered of a bid on a private company, or of a purchase (of none)."""
    resolved: Callable[[P], None] = FAMILY
    """What follows when all that could be sold at once is sold."""
    order: OfBid[P, list[SeatId]] = FAMILY
    """The others in the order in which a contest goes on after this player's bid."""


@dataclass(frozen=True, kw_only=True)
class BankSeams(Record, Generic[P]):
    """What happens around every payment of the bank."""

    before_paying: Callable[[P, int], None] = FAMILY
    after_paying: Callable[[P], None] = FAMILY


@dataclass(frozen=True, kw_only=True)
class MarketSeams(Record, Generic[P]):
    """Price markers beyond the grid itself."""

    stack_place: StackPlace[P] = FAMILY
    """Which place a company takes in the stack it comes to."""
    after_dividend: AfterDividend[P] = FAMILY
    """Where a company's marker goes from its box after this kind of dividend."""
    restacks: Callable[[P], bool] = FAMILY
    """Does a marker that stays in its box go below the others that have operated?"""
    moved: Moved[P] = FAMILY
    close: Callable[[P, CompanyId], None] = FAMILY
    """Take a company out of the game."""


@dataclass(frozen=True, kw_only=True)
class SaleSeams(Record, Generic[P]):
    """How shares are sold: when lots are settled, who may take one, how the price falls."""

    price: Callable[[P, CompanyId], int] = FAMILY
    """What a seller gets for a share of a company."""
    settle: Callable[[P], str] = FAMILY
    """In need lots are settled `at_once`, `before_train` or `after_train` is bought, or by the `turn` itself."""
    rescuer: OfDeal[P, SeatId] = FAMILY
    """The seat that may take what a player sells instead of the market, or nothing."""
    settle_lot: Callable[[P, Lot], None] = FAMILY
    """Ask the rescuer, or let the lot go to the market."""
    fall: Callable[[P, Lot], None] = FAMILY
    block_refusal: BlockRefusal[P] = FAMILY
    """Any further objection to a block of this size."""
    one_block: bool = True
    """In need, are all shares of a company that one sells sold at once?"""
    ban: OfDeal[P, Refusal | None] = FAMILY
    """Why selling a company (or nothing: anything) is barred now."""
    forced_refusal: ForcedRefusal[P] = FAMILY
    """What is against a sale in need."""
    forced_more: OfDeal[P, bool] = FAMILY
    """Must a seller go on selling for a needy company, even with the money for the train?"""


@dataclass(frozen=True, kw_only=True)
class HoldingSeams(Record, Generic[P]):
    """Limits on what a player may hold."""

    counts: Callable[[P, CompanyId], bool] = FAMILY
    """Do certificates of this company count towards the limit?"""
    limit: Callable[[P], int | None] = FAMILY
    """The most certificates a player may hold; None where there is no limit."""
    most_units: Callable[[P, CompanyId], int] = FAMILY
    pool_units: int = FAMILY
    many_from_pool: Callable[[P, CompanyId], bool] = FAMILY
    must_sell: Callable[[P, SeatId], Refusal | None] = FAMILY
    """Why a player must sell before anything else."""


@dataclass(frozen=True, kw_only=True)
class StockSeams(Record, Generic[P]):
    """The stock round and shares on offer."""

    turn_verbs: tuple[str, ...] = ("buy", "par", "sell", "pass")
    round_begins: Callable[[P, Run], None] = FAMILY
    round_ended: Callable[[P], None] = FAMILY
    next_order: Callable[[P, Run], None] = FAMILY
    """The round as it ends -> in what order players sit from then on."""
    offer_price: Callable[[P, CompanyId], int] = FAMILY
    offer_payee: Callable[[P, CompanyId], Account] = FAMILY
    pars: Callable[[P, CompanyId], tuple[Box, ...]] = FAMILY
    """Boxes where a company may start now."""
    may_start: OfDeal[P, Refusal | None] = FAMILY
    offering_refusal: OfDeal[P, Refusal | None] = FAMILY
    after_purchase: Callable[[P, CompanyId], None] = FAMILY


@dataclass(frozen=True, kw_only=True)
class BuildSeams(Record, Generic[P]):
    """Track building."""

    allowance: Allowance[P] = FAMILY
    """What is left to lay this turn; the tile may be open yet (empty)."""
    tile_refusal: OfTile[P, Refusal | None] = FAMILY
    use_refusal: OfTile[P, Refusal | None] = FAMILY
    """Why the tile as it would lie is of no use to the builder."""
    kept_slots: Callable[[P, StopId], dict[int, CompanyId]] = FAMILY
    """Spaces in a city that are kept for homes: space and company."""
    in_the_way: InTheWay[P] = FAMILY
    """Does the marker take a space from the builder?"""
    cost: OfTile[P, int] = FAMILY
    barred: Callable[[P, CompanyId], frozenset[StopId]] = FAMILY
    """Stops that a builder's runs may neither end at nor go through."""
    note_lay: NoteLay[P] = FAMILY
    laid: Laid[P] = FAMILY


@dataclass(frozen=True, kw_only=True)
class OperatingSeams(Record, Generic[P]):
    """The operating round and its turns."""

    steps: tuple[StepLaw[P], ...] = FAMILY
    any_time: tuple[str, ...] = ("buy_private",)
    """What may be done in every step of a turn."""
    round_begins: Callable[[P], None] = FAMILY
    between_turns: Callable[[P, Run], bool] = FAMILY
    round_ended: Callable[[P], None] = FAMILY
    duty: Callable[[P, Run], Refusal | None] = FAMILY
    """What must be done before a step may be left."""
    stop_value: StopValue[P] = FAMILY
    """What a stop pays a company, and what it pays more at the end of a run."""
    train_face: Callable[[P, TrainId], str] = FAMILY
    """What the routes take a train for; one whose sheet has faces runs as those say."""
    idle_stops: Callable[[P, CompanyId], frozenset[StopId]] = FAMILY
    """Stops where a company's marker does not count for the run of this turn."""
    problem: Asked[P] = FAMILY
    """A run as the family asks for it -> with what the title's routes have beside."""
    dividend_to_company: str = FAMILY
    """Where shares lie for which the company itself is paid a dividend, beside its treasury."""
    discard_order: Callable[[P], Sequence[CompanyId]] = FAMILY
    """Owners of trains in the order in which they discard what is over a limit that has become lower."""
    exported: tuple[str, ...] = ()
    """Kinds of train of which the next leaves the supply, unbought, after each set of operating rounds."""
    last_takes_next: bool = False
    """Does the first of the next kind leave it with the last of one?"""
    discards_to: str = "pool"
    """Where trains over the limit go: `pool` or `gone`."""
    rusts: Callable[[P, TrainId], None] = FAMILY
    """What becomes of a card that rusts."""
    used_as: Callable[[P, TrainId], Sequence[str]] = FAMILY
    """As what a card that has rusted and is back in the supply is sold."""
    train_bought: TrainBought[P] = FAMILY
    phase_begins: Callable[[P, str], None] = FAMILY
    bankrupt: OfDeal[P, None] = FAMILY
    private_price: OfPrivate[P, Span] = FAMILY
    private_refusal: OfPrivate[P, Refusal | None] = FAMILY
    private_bought: OfPrivate[P, None] = FAMILY
    helped: Callable[[P, CompanyId], str] = FAMILY
    """`may` or `must` its president add what a company lacks for a train (else they are bankrupt)? Empty: neither."""
    goal: Callable[[P, CompanyId], Goal | None] = FAMILY
    """Where a company's track should lead, until a train of it has run there."""
    help_for_any_train: bool = False
    """May they add it for another company's train too, up to what is printed on it?"""
    order: Callable[[P], list[CompanyId]] = FAMILY
    """Whoever may operate now, in order; asked after each turn."""


def no_secrets(p: object, looker: SeatId) -> Sequence[Account]:
    """No account is hidden from anybody."""
    return ()


def no_marks(p: object, looker: SeatId) -> Mapping[str, Sequence[Mark]]:
    """The title remembers nothing beyond the shared state."""
    return {}


@dataclass(frozen=True, eq=False, kw_only=True)
class Seams(Record, Generic[P]):
    """Everything the rules know about a title."""

    id: str
    name: str
    own: type[Any]
    frames: Mapping[str, FrameLaw[P, Any]]
    verbs: Mapping[str, VerbLaw[P]]
    sections: Sections
    """Where the rulebook says what, for refusals."""
    auction: AuctionSeams[P] = FAMILY
    bank: BankSeams[P] = FAMILY
    market: MarketSeams[P] = FAMILY
    sale: SaleSeams[P] = FAMILY
    holding: HoldingSeams[P] = FAMILY
    stock: StockSeams[P] = FAMILY
    build: BuildSeams[P] = FAMILY
    operating: OperatingSeams[P] = FAMILY
    score: Callable[[P, str], End] = FAMILY
    """How the game ends for this reason."""
    money: Callable[[P], int] = FAMILY
    """All the money there is in the game."""
    secret_accounts: Callable[[P, SeatId], Sequence[Account]] = no_secrets
    """Accounts whose money a seat (or nothing: a spectator) may not see."""
    powers: tuple[PowerLaw[P], ...] = ()
    """What may be used at any time, with the window in which it is open."""
    marks: Callable[[P, SeatId], Mapping[str, Sequence[Mark]]] = no_marks
    """What a seat (or nothing: a spectator) may see beyond the shared state, by company or `private <name>`."""
    neutral: tuple[tuple[str, str], ...] = ()
    """Neutral markers on the map, of no company: symbol and colour."""
    president_word: str = "president"
    currency: str = "${}"

    @property
    def open_table(self) -> bool:
        """Is nothing ever secret? If so, offers are public too, including their terms."""
        return self.secret_accounts is no_secrets
