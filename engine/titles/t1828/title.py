"""1828 put together: its rules seam by seam."""

from __future__ import annotations

from dataclasses import replace

from engine.board import lay
from engine.box import sections_of
from engine.core import answer, offers, powers
from engine.family import lacking, limits, passing, standard
from engine.family.by_frame import ByFrame
from engine.family.dividend import Dividend
from engine.family.emergency import EmergencySale
from engine.family.operating import Step
from engine.family.trains import GONE
from engine.finance import bank, shares
from engine.overlay import RULES
from engine.title import (
    BankRules,
    BuildRules,
    HoldingRules,
    MarketRules,
    OperatingRules,
    Option,
    SaleRules,
    StockRules,
    Title,
)
from engine.titles.t1828 import (
    auction,
    build,
    coal,
    cobourg,
    ending,
    looks,
    market,
    merger,
    mohawk,
    script,
    stock,
    systems,
    trains,
)
from engine.titles.t1828 import powers as own_powers
from engine.titles.t1828 import tokens as own_tokens
from engine.titles.t1828.define import define
from engine.titles.t1828.own import Own1828

OPTIONS = (
    Option(
        "runs",
        ("best", "free"),
        "If only the best run is allowed, routes that earn less are refused (8.3.3).",
    ),
    RULES,
    Option(
        "newcomers",
        ("no", "yes"),
        "The companies in play are drawn at random. The rulebook advises keeping at least one of these three (4).",
    ),
)


def _of_companies(step: Step) -> Step:
    return replace(step, whose=cobourg.is_company)


STEPS = (
    Step("survey", verbs=("lay", "skip"), whose=cobourg.is_cobourg),
    Step("cobourg", verbs=("cobourg_run", "skip"), whose=cobourg.is_cobourg),
    _of_companies(standard.HOME),
    _of_companies(
        Step(
            "track",
            verbs=("lay", "extra", "scranton", "scranton_station", "skip"),
            wakes=("buy_private", "burlington", "coal"),
            passes=lacking.for_track,
        )
    ),
    _of_companies(
        Step(
            "token",
            verbs=("token", "scranton", "scranton_station", "skip"),
            wakes=("coal",),
            passes=lacking.for_marker,
        )
    ),
    _of_companies(standard.RUN),
    _of_companies(standard.DIVIDEND),
    _of_companies(
        Step(
            "train",
            verbs=("buy_train", "rearrange", "sell", "bankrupt", "skip"),
            wakes=("buy_private", "burlington", "coal"),
            passes=lacking.for_train,
        )
    ),
    _of_companies(standard.END),
)


TITLE = Title(
    id="1828",
    name="1828",
    players=(3, 5),
    options=OPTIONS,
    define=define,
    own=Own1828,
    begin=script.begin,
    frames={
        **standard.FRAMES,
        **powers.FRAMES,
        **auction.FRAMES,
        **merger.FRAMES,
        **own_powers.FRAMES,
        **cobourg.FRAMES,
        **mohawk.FRAMES,
        **script.FRAMES,
    },
    verbs={
        **standard.VERBS,
        **answer.VERBS,
        **powers.VERBS,
        **auction.VERBS,
        **own_powers.VERBS,
        **cobourg.VERBS,
        "buy": stock.Buy(),
        "sell": ByFrame(stock.Sell(), EmergencySale()),
        "merge": merger.Merge(),
        "exchange": mohawk.Exchange(),
        "lay": build.Lay(),
        "extra": build.Extra(),
        "coal": coal.BuyCoal(),
        "run": coal.RunTrains(),
        "token": own_tokens.Token(),
        "dividend": Dividend(("full", "withhold")),
        "buy_train": trains.BuyTrain(),
        "rearrange": trains.Rearrange(),
        "agree_winner": offers.AgreeOnWinner("agreed winner"),
    },
    sections=sections_of("1828"),
    auction=auction.RULES,
    bank=BankRules(before_paying=bank.never_breaks),
    market=MarketRules(moved=market.note_end_price),
    sale=SaleRules(fall=market.fall, one_block=False, forced_refusal=trains.forced_refusal),
    holding=HoldingRules(
        counts=limits.all_count,
        limit=limits.no_limit,
        most_units=stock.most_units,
        pool_units=10,
        many_from_pool=limits.one_at_a_time,
        must_sell=limits.nobody_must_sell,
    ),
    stock=StockRules(
        turn_verbs=("buy", "par", "sell", "merge", "exchange", "pass"),
        round_begins=stock.round_begins,
        round_ended=stock.round_ended,
        next_order=passing.by_passing,
        offer_price=systems.offer_price,
        pars=stock.pars,
        may_start=stock.may_start,
        after_purchase=stock.after_purchase,
    ),
    build=BuildRules(
        allowance=build.allowance,
        tile_refusal=build.tile_refusal,
        use_refusal=lay.any_track_refusal,
        barred=coal.barred,
        laid=coal.laid,
    ),
    operating=OperatingRules(
        steps=STEPS,
        any_time=("buy_private", "burlington", "coal"),
        round_begins=script.round_begins,
        between_turns=script.between_turns,
        round_ended=ending.operating_round_ended,
        train_bought=own_powers.train_bought,
        phase_begins=own_powers.phase_begins,
        bankrupt=trains.bankrupt,
        private_price=own_powers.price,
        private_refusal=own_powers.refusal,
        private_bought=own_powers.bought,
        discards_to=GONE,
        dividend_to_company=shares.POOL,
        helped=trains.helped,
        help_for_any_train=True,
        order=script.order,
    ),
    powers=(mohawk.POWER, ending.POWER),
    marks=looks.marks,
    words="engine.titles.t1828",
    president_word="director",
)
