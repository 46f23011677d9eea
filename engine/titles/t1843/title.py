"""1843 put together: its rules seam by seam."""

from __future__ import annotations

from engine.box import sections_of
from engine.core import powers as any_time
from engine.family import homes as family_homes
from engine.family import lacking, standard
from engine.family.by_frame import ByFrame
from engine.family.choices import LayChoices
from engine.family.dividend import Dividend
from engine.family.operating import Step
from engine.finance import bank, shares
from engine.title import (
    BankRules,
    BuildRules,
    HoldingRules,
    MarketRules,
    OperatingRules,
    SaleRules,
    StockRules,
    Title,
)
from engine.titles.t1843 import (
    auction,
    build,
    homes,
    loire,
    looks,
    market,
    need,
    powers,
    script,
    stations,
    stock,
    trains,
)
from engine.titles.t1843.define import OPTIONS, define
from engine.titles.t1843.own import Own1843

STEPS = (
    Step("home", homes.enter_home),
    Step(
        "track",
        verbs=("lay", "extra_tile", "havre", "boulogne", "skip"),
        wakes=("buy_private", "saint_germain"),
        passes=lacking.for_track,
    ),
    Step("token", verbs=("token", "move_token", "claim_port", "skip"), passes=lacking.for_marker),
    standard.RUN,
    standard.DIVIDEND,
    Step(
        "train",
        trains.enter_train,
        verbs=("buy_train", "sell", "cash_private", "engineers", "bankrupt", "skip"),
        wakes=("buy_private", "saint_germain"),
        passes=lacking.for_train,
    ),
    Step("ports", verbs=("buy_port", "skip")),
    standard.END,
)


TITLE = Title(
    id="1843",
    name="1843",
    players=(2, 6),
    options=OPTIONS,
    define=define,
    own=Own1843,
    begin=script.begin,
    frames={**standard.FRAMES, **script.FRAMES, **auction.FRAMES, **family_homes.FRAMES, **any_time.FRAMES},
    verbs={
        **standard.VERBS,
        **auction.VERBS,
        **any_time.VERBS,
        "buy": stock.Buy(),
        "sell": ByFrame(stock.Sell(), need.ForcedSale()),
        "exchange": loire.Exchange(),
        "lay": build.Lay[LayChoices](),
        "extra_tile": powers.ExtraTile(),
        "saint_germain": powers.SaintGermain(),
        "havre": powers.TileAndStation(),
        "boulogne": powers.Boulogne(),
        **family_homes.VERBS,
        "token": stations.Token(),
        "move_token": stations.MoveToken(),
        "claim_port": stations.ClaimPort(),
        "buy_port": stations.BuyPort(),
        "dividend": Dividend(("full", "withhold")),
        "buy_train": trains.BuyTrain(),
        "discard": trains.Discard(),
        "turn_over": trains.TurnOver(),
        "buy_private": loire.BuyPrivate(),
        "engineers": loire.Engineers(),
        "cash_private": need.CashPrivate(),
        "bankrupt": need.Bankrupt(),
    },
    sections=sections_of("1843"),
    auction=auction.RULES,
    bank=BankRules(before_paying=bank.never_breaks),
    market=MarketRules(after_dividend=market.after_dividend, moved=market.moved),
    sale=SaleRules(fall=market.fall),
    holding=HoldingRules(must_sell=market.must_sell),
    stock=StockRules(
        turn_verbs=("buy", "par", "sell", "exchange", "pass"),
        next_order=stock.by_cash,
        pars=stock.pars,
        after_purchase=stock.after_purchase,
    ),
    build=BuildRules(
        allowance=build.allowance,
        use_refusal=build.use_refusal,
        cost=build.cost,
        note_lay=build.note_lay,
        laid=build.laid,
    ),
    operating=OperatingRules(
        steps=STEPS,
        any_time=("buy_private", "saint_germain"),
        round_begins=script.round_begins,
        between_turns=script.between_turns,
        round_ended=script.round_ended,
        train_face=trains.train_face,
        rusts=trains.rusts,
        used_as=trains.used_as,
        dividend_to_company=shares.POOL,
        train_bought=trains.train_bought,
        exported=trains.SOLD,
        last_takes_next=True,
        phase_begins=trains.phase_begins,
        bankrupt=need.bankrupt,
        private_price=loire.private_price,
        helped=need.in_need,
        help_for_any_train=True,
        private_refusal=loire.private_refusal,
        order=script.order,
    ),
    powers=(loire.POWER,),
    marks=looks.marks,
    words="engine.titles.t1843",
    president_word="director",
    currency="{}fr",
)
