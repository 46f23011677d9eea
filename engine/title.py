"""A title: its answers to the seams (`seams.py`), where games of the family differ. Only data and plain functions.

A seam that a title leaves out has the family's answer, the default after each `=`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal, cast

from engine.board import lay, markers
from engine.core import seams
from engine.core.definition import Dealt, Definition
from engine.core.errors import Unreadable
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import AnyState, Board, Clock, Seat, State
from engine.family import defaults, ending, floating, homes, limits, price_moves, standard, starting, stock, trains
from engine.family.auction import AuctionRules
from engine.family.operating import by_price
from engine.finance import prices, shares
from engine.finance.bank import all_money, breaks_when_short, stays_whole


@dataclass(frozen=True)
class Option:
    """One declared choice made when a game is created; the first value is the default."""

    name: str
    values: tuple[str, ...]
    about: str
    meant: Callable[[int, Mapping[str, str]], str] | None = None
    """Version of a stored state, and its options -> the value that says today what they meant then."""


@dataclass(frozen=True, kw_only=True)
class BankRules(seams.BankSeams[Position]):
    """The bank as in most games."""

    before_paying = breaks_when_short
    after_paying = stays_whole


@dataclass(frozen=True, kw_only=True)
class MarketRules(seams.MarketSeams[Position]):
    """Price markers as in most games."""

    stack_place = price_moves.last_in_stack
    after_dividend = price_moves.after_dividend
    restacks = price_moves.never_restacks
    moved = price_moves.nothing_moved
    close = defaults.close


@dataclass(frozen=True, kw_only=True)
class SaleRules(seams.SaleSeams[Position]):
    """Sales as in most games."""

    price = prices.price
    settle = defaults.at_once
    rescuer = defaults.nobody
    settle_lot = defaults.lot_to_market
    fall = price_moves.fall_by_share
    block_refusal = defaults.any_block
    ban = limits.initial_sale_ban
    forced_refusal = defaults.no_more_than_needed
    forced_more = defaults.enough


@dataclass(frozen=True, kw_only=True)
class HoldingRules(seams.HoldingSeams[Position]):
    """What a player may hold in most games."""

    counts = limits.counts
    limit = limits.limit
    most_units = limits.most_units
    pool_units = limits.POOL_UNITS
    many_from_pool = limits.many_from_pool
    must_sell = stock.sell_down_first


@dataclass(frozen=True, kw_only=True)
class StockRules(seams.StockSeams[Position]):
    """The stock round of most games."""

    round_begins = defaults.stock_round_begins
    round_ended = defaults.stock_round_ended
    next_order = defaults.priority_stays
    offer_price = defaults.par
    offer_payee = defaults.bank_is_paid
    pars = starting.pars_for
    may_start = defaults.no_bar
    offering_refusal = defaults.no_bar
    after_purchase = floating.float_if_sold


@dataclass(frozen=True, kw_only=True)
class BuildRules(seams.BuildSeams[Position]):
    """Track as in most games."""

    allowance = defaults.one_tile
    tile_refusal = defaults.not_blocked
    use_refusal = lay.use_refusal
    kept_slots = markers.kept_slots
    in_the_way = defaults.every_marker
    cost = defaults.terrain
    barred = defaults.nothing_barred
    note_lay = defaults.note_lay
    laid = homes.laid


@dataclass(frozen=True, kw_only=True)
class OperatingRules(seams.OperatingSeams[Position]):
    """The operating round of most games."""

    steps = standard.STEPS
    round_begins = defaults.privates_pay
    between_turns = defaults.nothing_between
    round_ended = defaults.nothing_after
    duty = defaults.train_duty
    stop_value = defaults.printed_value
    train_face = defaults.printed_kind
    idle_stops = defaults.no_stops
    problem = defaults.as_it_is
    dividend_to_company = shares.IPO
    discard_order = trains.owners
    rusts = trains.rust
    used_as = defaults.never_sold_again
    train_bought = defaults.nothing_bought
    phase_begins = defaults.phase_begins
    bankrupt = defaults.bankruptcy_ends_it
    private_price = defaults.half_to_double
    private_refusal = defaults.private_refusal
    private_bought = defaults.nothing_bought
    helped = defaults.who_must_buy
    goal = defaults.no_goal
    order = by_price


@dataclass(frozen=True)
class Suits:
    """Whom a game suits, for somebody who chooses among games they do not know."""

    length: Literal["short", "medium", "long"] = "long"
    difficulty: Literal["beginners", "medium", "hard"] = "hard"


@dataclass(frozen=True, eq=False, kw_only=True)
class Title(seams.Seams[Position]):
    """One game of the family."""

    players: tuple[int, int]
    suits: Suits = Suits()
    options: tuple[Option, ...] = ()
    define: Callable[[dict[str, str]], Definition]
    begin: Callable[[Position, Mapping[str, Any]], None]
    """Lay the table of a bare state, from its random stream or a given setup, and push the first frame."""
    words: str = ""
    """Package whose `words` folder holds the title's own sentences, one file a language; empty if it has none."""
    auction = AuctionRules()
    bank = BankRules()
    market = MarketRules()
    sale = SaleRules()
    holding = HoldingRules()
    stock = StockRules()
    build = BuildRules()
    operating = OperatingRules()
    score = ending.score
    money = all_money

    def chosen(self, given: Mapping[str, str]) -> dict[str, str]:
        """All options with defaults filled in, or the sentence that says which is wrong."""
        return choose(self.id, self.options, given)


def choose(title: str, options: Sequence[Option], wanted: Mapping[str, str]) -> dict[str, str]:
    """Check a value for each option, or raise with the sentence that says which is wrong."""
    known = {option.name: option for option in options}
    for name, value in wanted.items():
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
    return {name: wanted.get(name, option.values[0]) for name, option in known.items()}


@lru_cache(maxsize=64)
def _definition(title: Title, options: tuple[tuple[str, str], ...]) -> Definition:
    return title.define(dict(options))


def definition(title: Title, options: Mapping[str, str]) -> Definition:
    """The printed game for a title and options, built once."""
    return _definition(title, tuple(sorted(options.items())))


@cache
def _deals(kind: type[object]) -> bool:
    """Does a title's memory say what of its box is in play? Asked of each position, so looked up once a kind."""
    return issubclass(kind, Dealt)


def printed(title: Title, state: AnyState) -> Definition:
    """What a game is played with."""
    d, own = definition(title, state.options), cast(object, state.own)
    return cast(Dealt, own).in_play(d, len(state.players)) if _deals(type(own)) else d


def bare_state(title: Title, names: Sequence[str], options: Mapping[str, str], rng: int) -> AnyState:
    """The empty state that `begin` sets up: the players in their seats, and nothing else."""
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
