"""1830 put together: its sheets, and its differences from the family's rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from engine.board.lay import any_track_refusal
from engine.box import open_box, sections_of, sheet_text
from engine.core.definition import Definition
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.family import emergency, falling, homes, operating, privates, selling, standard, stock, tokens
from engine.family.by_frame import ByFrame
from engine.family.choices import OneCity, PrivatePurchase
from engine.family.dividend import Dividend
from engine.family.price_moves import sold_out_rise
from engine.finance import shares
from engine.finance.bank import breaks_at_zero
from engine.finance.market import straight_up
from engine.title import BankRules, BuildRules, OperatingRules, SaleRules, StockRules, Suits, Title
from engine.titles.t1830 import powers, script
from engine.titles.t1830.own import OPTIONS, Own1830


def define(options: dict[str, str]) -> Definition:
    """1830 under these options."""
    return open_box("1830", options, partial(sheet_text, "1830"), "three" if options["third_6"] == "yes" else "two")


class Buy(stock.Buy):
    """Buy a share; with the option, several of a brown company also from the IPO."""

    def many(self, p: Position, company: str, source: str) -> bool:
        """From the pool, and from the IPO where the option says so."""
        source = shares.POOL if p.s.options["brown_from_ipo"] == "yes" else source
        return super().many(p, company, source)


class Sell(selling.SellAtOnce):
    """Sell before and after the purchase, each lot at the price the last one left."""

    def turn_refusal(self, p: Position) -> None:
        """At any point in the turn."""

    def sold_before(self, p: Position, company: str) -> bool:
        """Any number of lots."""
        return False


class Token(tokens.Token):
    """Place a station marker: a company has one in a hex."""

    def refuse(self, p: Position, seat: str, got: OneCity) -> Refusal | None:
        """The usual rules, and this one."""
        found = super().refuse(p, seat, got)
        return found or (tokens.station_refusal(p, operating.operator(p), got.city) if "city" in got else None)


STEPS = (
    replace(standard.HOME, enter=homes.choose_home),
    replace(standard.TRACK, verbs=("lay", "scranton", "skip"), wakes=("buy_private", "burlington")),
    replace(standard.TOKEN, verbs=("token", "scranton_station", "skip")),
    standard.RUN,
    standard.DIVIDEND,
    standard.TRAIN,
    standard.END,
)

TITLE = Title(
    id="1830",
    name="1830: Railways & Robber Barons",
    players=(2, 6),
    suits=Suits("long", "medium"),
    options=OPTIONS,
    define=define,
    own=Own1830,
    begin=script.begin,
    frames={**standard.FRAMES, **script.FRAMES},
    verbs={
        **standard.VERBS,
        **script.VERBS,
        **powers.VERBS,
        "buy": Buy(),
        "token": Token(),
        "sell": ByFrame(Sell(), emergency.EmergencySale()),
        "buy_private": ByFrame(privates.BuyInTurn[PrivatePurchase](), privates.BuyPrivate[PrivatePurchase]()),
        "dividend": Dividend(("full", "withhold")),
    },
    sections=sections_of("1830"),
    auction=script.AUCTION,
    bank=BankRules(after_paying=breaks_at_zero),
    sale=SaleRules(one_block=False),
    stock=StockRules(
        turn_verbs=("buy", "par", "sell", "buy_private", "pass"),
        round_ended=partial(sold_out_rise, rise=straight_up),
    ),
    build=BuildRules(use_refusal=any_track_refusal, laid=homes.stays),
    operating=OperatingRules(
        steps=STEPS,
        any_time=("buy_private", "burlington"),
        train_bought=powers.train_bought,
        dividend_to_company=shares.POOL,
    ),
    powers=powers.POWERS,
    marks=falling.marks,
    words="engine.titles.t1830",
)
