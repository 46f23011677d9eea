"""1870 as 18xx.games plays it, put together from the rulebook's."""

from __future__ import annotations

from dataclasses import replace

from engine.family import emergency, privates, standard
from engine.family.by_frame import ByFrame
from engine.family.choices import PrivatePurchase
from engine.family.operating import Step
from engine.overlay import Overlay
from engine.title import BankRules
from engine.titles.t1870.site import ending, need, stock, turns
from engine.titles.t1870.site.options import OPTIONS, READINGS
from engine.titles.t1870.title import TITLE


def _steps() -> tuple[Step, ...]:
    """Connection runs are announced at the beginning of a turn and at its end."""
    own = {step.name: step for step in TITLE.operating.steps}
    own["track"] = replace(own["track"], waits=turns.track_waits)
    own["train"] = replace(own["train"], wakes=(), waits=turns.train_waits)
    mine = list(own.values())
    arrival = (Step("arrival", verbs=("announce",)), Step("arrival runs", again=turns.announced_run))
    after_trains = (
        Step("private", verbs=("buy_private", "skip"), waits=turns.private_waits, whose=turns.private_step),
        Step("lots", again=need.settle_lots),
    )
    departure = (Step("departure", verbs=("announce",)), Step("departure runs", again=turns.announced_run))
    after_home = mine.index(standard.HOME) + 1
    return (*mine[:after_home], *arrival, *mine[after_home:], *after_trains, *departure)


OVERLAY = Overlay(
    TITLE,
    replace(
        TITLE,
        options=OPTIONS,
        frames={**TITLE.frames, **ending.FRAMES, **need.FRAMES, **stock.FRAMES},
        verbs={
            **TITLE.verbs,
            "buy": stock.Buy(),
            "redeem": stock.Redeem(),
            "reissue": stock.Reissue(),
            "buy_private": ByFrame(stock.BuyPrivateShareTurn(), privates.BuyPrivate[PrivatePurchase]()),
            "sell": ByFrame(stock.Sell(), emergency.EmergencySale()),
            "bankrupt": need.Bankrupt(),
            "bridge": turns.Bridge(),
            "token": turns.Token(),
            "announce": turns.Announce(),
            "connect": turns.Connect(),
            "run_connection": turns.RunConnection(),
            "connection_dividend": turns.ConnectionDividend(),
        },
        auction=replace(TITLE.auction, acted=stock.acted, order=stock.contest_order),
        bank=BankRules(before_paying=stock.before_paying, after_paying=stock.after_paying),
        market=replace(TITLE.market, stack_place=stock.stack_place, restacks=stock.restacks, close=stock.close),
        sale=replace(
            TITLE.sale,
            settle=need.settle,
            rescuer=stock.rescuer,
            fall=stock.fall,
            ban=stock.sale_ban,
            forced_refusal=need.forced_refusal,
            forced_more=need.must_go_on,
        ),
        holding=replace(TITLE.holding, counts=stock.counts, must_sell=stock.must_sell),
        stock=replace(TITLE.stock, offer_payee=stock.offer_payee, after_purchase=stock.after_purchase),
        operating=replace(
            TITLE.operating,
            steps=_steps(),
            discard_order=turns.discard_order,
            between_turns=turns.between_turns,
            bankrupt=need.bankrupt,
        ),
        score=need.score,
    ),
    READINGS,
    remembers=("announced", "bidders"),
)
