"""18Chesapeake put together: what it answers otherwise than the family does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from msgspec import field
from msgspec.structs import replace as changed

from engine.box import open_box, sections_of, sheet_text
from engine.core.definition import Definition, certificates
from engine.core.position import Position
from engine.core.state import Run
from engine.family import (
    as_on_site,
    auction,
    emergency,
    falling,
    setup,
    standard,
    starting,
    tokens,
    trains,
)
from engine.family.by_frame import ByFrame
from engine.family.dividend import Dividend
from engine.family.price_moves import sold_out_rise
from engine.family.rounds import GAME, Script, game
from engine.family.with_private import closes_with_train, comes_with, marks
from engine.finance import bank, market, shares
from engine.overlay import RULES
from engine.routes import Problem
from engine.title import AuctionRules, BankRules, OperatingRules, Option, SaleRules, StockRules, Suits, Title
from engine.titles.t18Chesapeake import pairs, stock

ID = "18Chesapeake"
THIRTY = (3, 1, 1, 1, 1, 1, 1, 1)
"""A company's certificates for two players: the president's counts three, and one of the others stays in the box."""
RUNS = Option("runs", ("best", "free"), "If only the best run is allowed, routes that earn less are refused.")


class Own(falling.PriceCut, kw_only=True):
    """What only this game remembers."""

    vanderbilt: str = ""
    """The company whose president's certificate comes with Cornelius Vanderbilt."""
    outbid: dict[str, int] = field(default_factory=dict[str, int])
    """Bids that somebody has outbid, by player and private company. Their money is free."""

    def in_play(self, d: Definition, players: int) -> Definition:
        """Two players use 30% certificates, but for Vanderbilt's company."""
        return _with_thirty(tuple(d.options.items()), self.vanderbilt) if players == stock.TWO else d


def define(options: dict[str, str]) -> Definition:
    """18Chesapeake as it is in the box."""
    return open_box(ID, options, partial(sheet_text, ID))


@lru_cache(maxsize=64)
def _with_thirty(options: tuple[tuple[str, str], ...], vanderbilt: str) -> Definition:
    d = define(dict(options))
    companies = {
        name: sheet if name == vanderbilt else changed(sheet, shares=THIRTY) for name, sheet in d.companies.items()
    }
    certs, certs_of = certificates(companies)
    return replace(d, companies=companies, certs=certs, certs_of=certs_of)


def drawn(companies: Sequence[str], seed: int) -> str:
    """The company whose president's certificate a seed draws."""
    return companies[(1103515245 * seed + 12345) % 2**31 % len(companies)]


def begin(p: Position, given: Mapping[str, Any]) -> None:
    """A share of the B&O and the president's certificate of a company drawn by chance lie with private companies."""
    seed = given.get("draw")
    p.s.own.vanderbilt = drawn(list(p.d.companies), seed if isinstance(seed, int) else p.s.rng)
    p.d = p.s.own.in_play(p.d, len(p.s.players))
    setup.lay_table(p)
    p.s.certs["B&O.1"] = "with:B&OR"
    p.s.certs[f"{p.s.own.vanderbilt}.0"] = "with:CV"
    p.push(Run(rule=GAME))


def train_leaves(p: Position) -> None:
    """After a set the next 2, 3 or 4 train leaves the game, as if it were bought."""
    if not p.s.broken:
        trains.export_after_set(p)


def train_bought(p: Position, company: str, train: str) -> None:
    """Cornelius Vanderbilt closes with the first train of his company."""
    if company == p.s.own.vanderbilt:
        closes_with_train(p, "CV")


def once_a_route(p: Position, company: str, asked: Problem) -> Problem:
    """Two red hexes of one name are one place: a route uses only one of them."""
    sheets = {stop.id: p.d.map.hexes[stop.id.split("/")[0]].sheet for stop in asked.stops}
    groups = {stop: sheet.name for stop, sheet in sheets.items() if sheet.kind == "offboard"}
    return changed(asked, stops=tuple(changed(stop, group=groups.get(stop.id, "")) for stop in asked.stops))


sold_out_rises = partial(sold_out_rise, rise=market.straight_up)
TRACK = replace(standard.TRACK, verbs=("lay", *pairs.PAIRS, "canal_tile", "skip"))
SCRIPT = Script(falling.opening, between=train_leaves)

TITLE = Title(
    id=ID,
    name=ID,
    players=(2, 6),
    suits=Suits("medium", "beginners"),
    options=(RUNS, RULES),
    define=define,
    own=Own,
    begin=begin,
    frames={**standard.FRAMES, **auction.FRAMES, **starting.FRAMES, **pairs.FRAMES, GAME: game(SCRIPT)},
    verbs={
        **standard.VERBS,
        **auction.VERBS,
        **starting.VERBS,
        **pairs.VERBS,
        "bid": stock.Bid(),
        "buy": stock.Buy(),
        "sell": ByFrame(stock.Sell(), emergency.EmergencySale()),
        "token": tokens.OneInHex(),
        "dividend": Dividend(("full", "withhold")),
    },
    sections=sections_of(ID),
    auction=AuctionRules(multiple=5, price=falling.price_of, bought=comes_with, order=auction.lowest_first),
    bank=BankRules(after_paying=bank.breaks_at_zero),
    sale=SaleRules(one_block=False),
    stock=StockRules(round_ended=sold_out_rises, after_purchase=stock.after_purchase),
    operating=OperatingRules(
        steps=(standard.HOME, TRACK, *standard.STEPS[2:]),
        problem=once_a_route,
        dividend_to_company=shares.POOL,
        train_bought=train_bought,
        exported=("2", "3", "4"),
        bankrupt=as_on_site.bankrupt,
    ),
    marks=marks,
    words="engine.titles.t18Chesapeake",
)
