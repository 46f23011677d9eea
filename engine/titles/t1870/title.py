"""1870 put together: its rules seam by seam."""

from __future__ import annotations

from collections.abc import Sequence

from engine.box import sections_of
from engine.core.position import Position
from engine.family import lacking, privates, standard
from engine.family.by_frame import ByFrame
from engine.family.choices import PrivatePurchase
from engine.family.operating import Step
from engine.finance import shares
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
from engine.titles.t1870 import (
    auction,
    build,
    connection,
    ending,
    forced,
    looks,
    market,
    powers,
    protection,
    script,
)
from engine.titles.t1870 import stock as stock_1870
from engine.titles.t1870.define import define
from engine.titles.t1870.options import OPTIONS
from engine.titles.t1870.own import Own1870

STEPS = (
    standard.HOME,
    Step("track", verbs=("lay", "bridge", "skip"), waits=build.track_waits, passes=lacking.for_track),
    standard.TOKEN,
    standard.RUN,
    standard.DIVIDEND,
    Step(
        "train",
        verbs=("buy_train", "sell", "bankrupt", "skip"),
        wakes=("buy_private", "port", "close_port", "cattle"),
        passes=lacking.for_train,
    ),
    standard.END,
)


def _secret_accounts(p: Position, seat: str) -> Sequence[str]:
    """Treasuries of companies of which this seat is not president, where they are hidden (3.4)."""
    if p.s.options["secrets"] == "open":
        return ()
    return tuple(company for company in p.d.companies if shares.president(p, company) != seat or not seat)


TITLE = Title(
    id="1870",
    name="1870: The Trans-Mississippi",
    players=(2, 7),
    options=OPTIONS,
    define=define,
    own=Own1870,
    begin=script.begin,
    frames={
        **standard.FRAMES,
        **script.FRAMES,
        **auction.FRAMES,
        **protection.FRAMES,
        **connection.FRAMES,
    },
    verbs={
        **standard.VERBS,
        **auction.VERBS,
        "lay": build.Lay(),
        "redeem": stock_1870.Redeem(),
        "reissue": stock_1870.Reissue(),
        "buy_private": ByFrame(
            stock_1870.BuyPrivateShareTurn[PrivatePurchase](), privates.BuyPrivate[PrivatePurchase]()
        ),
        "protect": protection.Protect(),
        "let_fall": protection.LetFall(),
        "bridge": build.Bridge(),
        "port": powers.Port(),
        "close_port": powers.ClosePort(),
        "cattle": powers.Cattle(),
        "connect": connection.Connect(),
        "run_connection": connection.RunConnection(),
        "connection_dividend": connection.ConnectionDividend(),
    },
    sections=sections_of("1870"),
    auction=auction.RULES,
    bank=BankRules(before_paying=market.before_paying, after_paying=market.after_paying),
    market=MarketRules(
        stack_place=market.stack_place, restacks=market.restacks, moved=ending.note_price, close=market.close
    ),
    sale=SaleRules(
        settle=forced.settle,
        rescuer=protection.rescuer,
        settle_lot=protection.settle_lot,
        fall=market.fall,
        block_refusal=stock_1870.block_refusal,
        ban=stock_1870.sale_ban,
        forced_refusal=forced.refusal,
        forced_more=forced.must_go_on,
    ),
    holding=HoldingRules(
        counts=stock_1870.counts,
        most_units=stock_1870.most_units,
        pool_units=stock_1870.POOL_UNITS,
        must_sell=stock_1870.must_sell,
    ),
    stock=StockRules(
        turn_verbs=("buy", "par", "sell", "buy_private", "redeem", "reissue", "pass"),
        round_begins=market.round_begins,
        round_ended=market.round_ended,
        offer_payee=market.offer_payee,
        offering_refusal=stock_1870.offering_refusal,
        after_purchase=market.after_purchase,
    ),
    build=BuildRules(
        allowance=build.allowance,
        tile_refusal=build.tile_refusal,
        cost=build.cost,
        note_lay=build.note_lay,
        laid=connection.laid,
    ),
    operating=OperatingRules(
        steps=STEPS,
        any_time=("buy_private", "port", "close_port", "cattle"),
        round_begins=script.round_begins,
        between_turns=script.between_turns,
        stop_value=powers.stop_value,
        goal=connection.goal,
        phase_begins=powers.phase_begins,
        bankrupt=ending.bankrupt,
        private_price=build.private_price,
        private_refusal=build.private_refusal,
        private_bought=powers.private_bought,
    ),
    score=ending.score,
    money=market.all_money,
    secret_accounts=_secret_accounts,
    marks=looks.marks,
    words="engine.titles.t1870",
)
