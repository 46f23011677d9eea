"""A title: where games of the family differ, seam by seam (`seams.py`). Data and plain functions, no base class.

What a title leaves out is answered as the family does, which is what stands after each `=`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.board import lay, markers
from engine.board.tiles import StopDef
from engine.core.agenda import FrameRule
from engine.core.definition import Definition
from engine.core.errors import Refusal, Unreadable
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.seams import Mark
from engine.core.sections import Sections
from engine.core.sentences import because
from engine.core.state import AnyState, Board, Clock, End, Lot, Marker, Run, Seat, State
from engine.core.verbs import Span, Verb
from engine.family import defaults, ending, floating, homes, limits, price_moves, standard, starting, stock, trains
from engine.family.auction import FAMILY_AUCTION, AuctionRules
from engine.family.operating import Step, by_price
from engine.finance import prices, shares
from engine.finance.bank import all_money, breaks_when_short, stays_whole
from engine.finance.market import Box
from engine.routes import Problem


@dataclass(frozen=True)
class Option:
    """One declared choice made when a game is created; the first value is the default."""

    name: str
    values: tuple[str, ...]
    about: str
    meant: Callable[[int, Mapping[str, str]], str] | None = None
    """Version of a stored state, and its options -> the value that says today what they meant then."""


@dataclass(frozen=True)
class BankRules:
    """What happens around every payment of the bank."""

    before_paying: Callable[[Position, int], None] = breaks_when_short
    after_paying: Callable[[Position], None] = stays_whole


@dataclass(frozen=True)
class MarketRules:
    """Price markers beyond the grid itself."""

    stack_place: Callable[[Position, str, list[str]], int] = price_moves.last_in_stack
    """Company and the stack it comes to -> its place in the stack."""
    after_dividend: Callable[[Position, str, Box, str], Box] = price_moves.after_dividend
    """Company, its box, kind of dividend -> where the marker goes."""
    restacks: Callable[[Position], bool] = price_moves.never_restacks
    """Does a marker that stays in its box go below the others that have operated?"""
    moved: Callable[[Position, str, Box], None] = price_moves.nothing_moved
    close: Callable[[Position, str], None] = defaults.close
    """Take a company out of the game."""


@dataclass(frozen=True, kw_only=True)
class SaleRules:
    """How shares are sold: when lots are settled, who may take one, how the price falls."""

    price: Callable[[Position, str], int] = prices.price
    """What a seller gets for a share of a company."""
    settle: Callable[[Position], str] = defaults.at_once
    """In need lots are settled `at_once`, `before_train` or `after_train` is bought, or by the `turn` itself."""
    rescuer: Callable[[Position, str, str], str] = defaults.nobody
    """Seller and company -> the seat that may take the lot instead of the market, or nothing."""
    settle_lot: Callable[[Position, Lot], None] = defaults.lot_to_market
    """Ask the rescuer, or let the lot go to the market."""
    fall: Callable[[Position, Lot], None] = price_moves.fall_by_share
    block_refusal: Callable[[Position, str, str, int], Refusal | None] = defaults.any_block
    """Seller, company, units -> what else is against a block of this size."""
    one_block: bool = True
    """In need, are all shares of a company that one sells sold at once?"""
    ban: Callable[[Position, str, str], Refusal | None] = limits.initial_sale_ban
    """Seller and company (or nothing) -> why selling is barred now."""
    forced_refusal: Callable[[Position, str, str, str, int], Refusal | None] = defaults.no_more_than_needed
    """Seller, needy company, company, units -> what is against a sale in need."""
    forced_more: Callable[[Position, str, str], bool] = defaults.enough
    """Seller, needy company -> must he go on selling, even if he has the money for the train?"""


@dataclass(frozen=True, kw_only=True)
class HoldingRules:
    """How much of what a player may hold."""

    counts: Callable[[Position, str], bool] = limits.counts
    """Do certificates of this company count towards the limit?"""
    limit: Callable[[Position], int | None] = limits.limit
    """The most certificates a player may hold; None where there is no limit."""
    most_units: Callable[[Position, str], int] = limits.most_units
    pool_units: int = limits.POOL_UNITS
    many_from_pool: Callable[[Position, str], bool] = limits.many_from_pool
    must_sell: Callable[[Position, str], Refusal | None] = stock.sell_down_first
    """Why a player must sell before anything else."""


@dataclass(frozen=True, kw_only=True)
class StockRules:
    """The stock round and shares on offer."""

    turn_verbs: tuple[str, ...] = ("buy", "par", "sell", "pass")
    round_begins: Callable[[Position, Run], None] = defaults.stock_round_begins
    round_ended: Callable[[Position], None] = defaults.stock_round_ended
    next_order: Callable[[Position, Run], None] = defaults.priority_stays
    """The round as it ends -> in what order players sit from then on."""
    offer_price: Callable[[Position, str], int] = defaults.par
    offer_payee: Callable[[Position, str], str] = defaults.bank_is_paid
    pars: Callable[[Position, str], tuple[Box, ...]] = starting.pars_for
    """Company -> boxes where it may start now."""
    may_start: Callable[[Position, str, str], Refusal | None] = defaults.no_bar
    offering_refusal: Callable[[Position, str, str], Refusal | None] = defaults.no_bar
    after_purchase: Callable[[Position, str], None] = floating.float_if_sold


@dataclass(frozen=True, kw_only=True)
class BuildRules:
    """Track building."""

    allowance: Callable[[Position, str, str, str], Refusal | None] = defaults.one_tile
    """Builder, hex, tile (or nothing yet) -> what is left to lay this turn."""
    tile_refusal: Callable[[Position, str, str, str, int], Refusal | None] = defaults.not_blocked
    use_refusal: Callable[[Position, str, str, str, int], Refusal | None] = lay.use_refusal
    """Builder and tile as it would lie -> why it is of no use to the builder."""
    kept_slots: Callable[[Position, str], dict[int, str]] = markers.kept_slots
    """City -> spaces in it that are kept for homes: space and company."""
    in_the_way: Callable[[Position, str, Marker], bool] = defaults.every_marker
    """Builder and a marker -> does the marker take a space from it?"""
    cost: Callable[[Position, str, str, str, int], int] = defaults.terrain
    barred: Callable[[Position, str], frozenset[str]] = defaults.nothing_barred
    """Stops that a builder's runs may neither end at nor go through."""
    note_lay: Callable[[Position, str, str, str, int, Run], None] = defaults.note_lay
    laid: Callable[[Position, str, bool], None] = homes.laid


@dataclass(frozen=True, kw_only=True)
class OperatingRules:
    """The operating round and its turns."""

    steps: tuple[Step, ...] = standard.STEPS
    any_time: tuple[str, ...] = ("buy_private",)
    """What may be done in every step of a turn."""
    round_begins: Callable[[Position], None] = defaults.privates_pay
    between_turns: Callable[[Position, Run], bool] = defaults.nothing_between
    round_ended: Callable[[Position], None] = defaults.nothing_after
    duty: Callable[[Position, Run], Refusal | None] = defaults.train_duty
    """What must be done before a step may be left."""
    stop_value: Callable[[Position, str, str, StopDef], tuple[int, int]] = defaults.printed_value
    """Company, stop -> what it pays, and what it pays more at the end of a run."""
    train_face: Callable[[Position, str], str] = defaults.printed_kind
    """What the routes take a train for; one whose sheet has faces runs as those say."""
    idle_stops: Callable[[Position, str], frozenset[str]] = defaults.no_stops
    """Stops where a company's marker does not count for the run of this turn."""
    problem: Callable[[Position, str, Problem], Problem] = defaults.as_it_is
    """A run as the family asks for it -> with what the title's routes have beside."""
    dividend_to_company: str = shares.IPO
    """Where shares lie for which the company itself is paid a dividend, beside its treasury."""
    discard_order: Callable[[Position], Sequence[str]] = trains.owners
    """Owners of trains in the order in which they discard what is over a limit that has become lower."""
    discards_to: str = "pool"
    """Where trains over the limit go: `pool` or `gone`."""
    rusts: Callable[[Position, str], None] = trains.rust
    """What becomes of a card that rusts."""
    used_as: Callable[[Position, str], Sequence[str]] = defaults.never_sold_again
    """As what a card that has rusted and is back in the supply is sold."""
    train_bought: Callable[[Position, str, str], None] = defaults.nothing_bought
    phase_begins: Callable[[Position, str], None] = defaults.phase_begins
    bankrupt: Callable[[Position, str, str], None] = defaults.bankruptcy_ends_it
    private_price: Callable[[Position, str, str], Span] = defaults.half_to_double
    private_refusal: Callable[[Position, str, str], Refusal | None] = defaults.private_refusal
    private_bought: Callable[[Position, str, str], None] = defaults.nothing_bought
    helped: Callable[[Position, str], str] = defaults.who_must_buy
    """`may` or `must` its president add what a company lacks for a train (else he is bankrupt)? Empty: neither."""
    help_for_any_train: bool = False
    """May he add it for another company's train too, up to what is printed on it?"""
    order: Callable[[Position], list[str]] = by_price
    """Whoever may operate now, in order; asked after each turn."""


def _no_marks(p: Position, seat: str) -> Mapping[str, Sequence[Mark]]:
    return {}


@dataclass(frozen=True, eq=False, kw_only=True)
class Title:
    """One game of the family."""

    id: str
    name: str
    players: tuple[int, int]
    options: tuple[Option, ...] = ()
    define: Callable[[dict[str, str]], Definition]
    own: type[Any]
    begin: Callable[[Position, Mapping[str, Any]], None]
    """Lay the table of a bare state, from its random stream or a given setup, and push the first frame."""
    frames: Mapping[str, FrameRule[Any]]
    verbs: Mapping[str, Verb]
    sections: Sections
    """Where the rulebook says what, for refusals."""
    auction: AuctionRules = FAMILY_AUCTION
    bank: BankRules = BankRules()
    market: MarketRules = MarketRules()
    sale: SaleRules = SaleRules()
    holding: HoldingRules = HoldingRules()
    stock: StockRules = StockRules()
    build: BuildRules = BuildRules()
    operating: OperatingRules = OperatingRules()
    score: Callable[[Position, str], End] = ending.score
    """Reason -> how the game ends."""
    money: Callable[[Position], int] = all_money
    """All the money there is in the game."""
    secret_accounts: Callable[[Position, str], Sequence[str]] = defaults.no_secrets
    """Seat (or nothing: a spectator) -> accounts whose money it may not see."""
    powers: tuple[Power, ...] = ()
    """What may be used at any time, with the window in which it is open."""
    marks: Callable[[Position, str], Mapping[str, Sequence[Mark]]] = _no_marks
    """Seat (or nothing: a spectator) -> what it may see beyond the shared state, by company or `private <name>`."""
    neutral: tuple[tuple[str, str], ...] = ()
    """Neutral markers on the map, of no company: symbol and colour."""
    words: str = ""
    """Package whose `words` folder holds the title's own sentences, one file a language; empty if it has none."""
    president_word: str = "president"
    currency: str = "${}"

    @property
    def open_table(self) -> bool:
        """Is nothing ever secret? Then offers too are made for all to hear, terms and all."""
        return self.secret_accounts is defaults.no_secrets

    def chosen(self, given: Mapping[str, str]) -> dict[str, str]:
        """All options with defaults filled in, or the sentence that says which is wrong."""
        return choose(self.id, self.options, given)


def choose(title: str, options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """A value for each of these options, or the sentence that says which is wrong."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise Unreadable(
                because("{id} has no option {name!r}; it has {known:list}.", id=title, name=name, known=tuple(known))
            )
        if value not in known[name].values:
            raise Unreadable(
                because(
                    "Option {name} of {id} is {values:or}, not {value!r}.",
                    name=name,
                    id=title,
                    values=known[name].values,
                    value=value,
                )
            )
    return {name: given.get(name, option.values[0]) for name, option in known.items()}


@lru_cache(maxsize=64)
def _definition(title: Title, options: tuple[tuple[str, str], ...]) -> Definition:
    return title.define(dict(options))


def definition(title: Title, options: Mapping[str, str]) -> Definition:
    """The printed game for a title and options, built once."""
    return _definition(title, tuple(sorted(options.items())))


def bare_state(title: Title, names: Sequence[str], options: Mapping[str, str], rng: int) -> AnyState:
    """What `begin` lays the table on: these people in their seats, and nothing else."""
    return State(
        title=title.id,
        options=dict(options),
        players=[Seat(id=f"p{number}", name=name) for number, name in enumerate(names, 1)],
        cash={},
        certs={},
        privates={},
        companies={},
        trains={},
        phase="",
        market={},
        board=Board(),
        clock=Clock(),
        priority="p1",
        rng=rng,
        own=title.own(),
    )
