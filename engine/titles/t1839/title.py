"""1839 put together: its rules seam by seam."""

from __future__ import annotations

from engine.box import sections_of
from engine.core import offers
from engine.core import powers as any_time
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.state import End
from engine.family import limits, passing, standard
from engine.family.by_frame import ByFrame
from engine.family.ending import score as family_score
from engine.family.leaving import Concede, may_concede
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
from engine.titles.t1839 import (
    auction,
    build,
    companies,
    debts,
    leaving,
    looks,
    market,
    nationalising,
    places,
    powers,
    privates,
    redeeming,
    running,
    script,
    stations,
    stock,
    turn,
)
from engine.titles.t1839.begin import begin
from engine.titles.t1839.define import GOVERNMENT, define
from engine.titles.t1839.options import OPTIONS
from engine.titles.t1839.own import Own1839


def _score(p: Position, why: str) -> End:
    """Cash, shares and private companies at face value; nothing for a player who is out; the last one left wins."""
    end = family_score(p, why)
    end.worth = {seat.id: 0 if seat.out else end.worth[seat.id] for seat in p.s.players}
    return end


TITLE = Title(
    id="1839",
    name="1839",
    players=(2, 4),
    options=OPTIONS,
    define=define,
    own=Own1839,
    begin=begin,
    frames={
        **standard.FRAMES,
        **any_time.FRAMES,
        **script.FRAMES,
        **auction.FRAMES,
        **redeeming.FRAMES,
        **debts.FRAMES,
        **nationalising.FRAMES,
        **privates.FRAMES,
        **stations.FRAMES,
        **leaving.FRAMES,
    },
    verbs={
        **standard.VERBS,
        **any_time.VERBS,
        **auction.VERBS,
        **nationalising.VERBS,
        **stations.VERBS,
        **powers.VERBS,
        "buy": stock.Buy(),
        "par": stock.Par(),
        "sell": ByFrame(stock.Sell(), debts.DebtSale()),
        "redeem": ByFrame(redeeming.Redeem(), redeeming.RedeemSold()),
        "let_fall": redeeming.LetFall(),
        "lay": build.Lay(),
        "run": running.RunTrains(),
        "dividend": turn.Dividend(),
        "buy_train": turn.BuyTrain(),
        "take_local": privates.TakeLocal(),
        "concede": Concede(leaving.concede),
        "stop": offers.AgreeOnWinner("agreed"),
    },
    sections=sections_of("1839"),
    bank=BankRules(before_paying=bank.never_breaks),
    market=MarketRules(after_dividend=market.after_dividend, moved=market.moved, close=nationalising.nationalise),
    sale=SaleRules(price=market.sale_price, settle_lot=redeeming.settle_lot, fall=market.fall),
    holding=HoldingRules(
        counts=limits.all_count,
        limit=limits.no_limit,
        pool_units=10,
        many_from_pool=limits.one_at_a_time,
        must_sell=limits.nobody_must_sell,
    ),
    stock=StockRules(
        turn_verbs=("buy", "par", "sell", "redeem", "pass"),
        round_ended=script.stock_round_ended,
        next_order=passing.by_passing,
        after_purchase=stock.after_purchase,
    ),
    build=BuildRules(
        allowance=build.allowance,
        tile_refusal=build.tile_refusal,
        use_refusal=build.use_refusal,
        kept_slots=places.kept_slots,
        in_the_way=companies.in_the_way,
        cost=build.cost,
        note_lay=build.note_lay,
        laid=build.laid,
    ),
    operating=OperatingRules(
        steps=turn.STEPS,
        any_time=("buy_private",),
        round_begins=privates.pay_privates,
        between_turns=script.between_turns,
        round_ended=script.operating_round_ended,
        duty=turn.duty,
        idle_stops=stations.idle_stops,
        problem=running.problem,
        dividend_to_company=shares.POOL,
        discards_to="gone",
        phase_begins=privates.phase_begins,
        bankrupt=leaving.bankrupt,
        private_price=privates.price,
        private_refusal=privates.sale_refusal,
        order=companies.order,
    ),
    score=_score,
    powers=(*powers.POWERS, Power("concede", may_concede)),
    neutral=((GOVERNMENT, "#bbbbbb"),),
    marks=looks.marks,
    words="engine.titles.t1839",
    president_word="director",
    currency="f{}",
)
