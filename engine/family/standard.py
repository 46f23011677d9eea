"""A whole ordinary game of the family: its operating steps, frames and verbs, for a title to take and to add to."""

from __future__ import annotations

from engine.core import offers
from engine.core.position import Position
from engine.core.state import Run
from engine.family import (
    discards,
    dividend,
    emergency,
    homes,
    lacking,
    opening,
    operating,
    privates,
    stock,
    tokens,
    track,
    train_purchase,
)
from engine.family.by_frame import ByFrame
from engine.family.choices import LayChoices, OneKind, ParChoices, PrivatePurchase, TrainPurchase
from engine.family.dividend import income
from engine.family.operating import Step
from engine.family.running import RunTrains, can_run, trains_of


def enter_home(p: Position, frame: Run) -> None:
    """The home marker, before the first operation."""
    homes.place_homes(p, frame)


def enter_dividend(p: Position, frame: Run) -> None:
    """No run, no income: that counts as a dividend of nothing."""
    if income(p) == 0:
        p.company(frame.subject).last_run = 0
        p.company(frame.subject).last_routes = []
        p.emit("no_run", company=frame.subject, lacks=_lacking(p, frame.subject))
        dividend.move_after(p, frame.subject, "withhold")


def _lacking(p: Position, company: str) -> str:
    """What a company that earns nothing lacks."""
    if not trains_of(p, company):
        return "train"
    return "" if can_run(p, company) else "route"


def enter_end(p: Position, frame: Run) -> None:
    """One more turn is done."""
    p.company(frame.subject).turns += 1


HOME = Step("home", enter_home)
TRACK = Step("track", verbs=("lay", "skip"), wakes=("buy_private",), passes=lacking.for_track)
TOKEN = Step("token", verbs=("token", "skip"), passes=lacking.for_marker)
RUN = Step("run", verbs=("run",))
DIVIDEND = Step("dividend", enter_dividend, verbs=("dividend",))
TRAIN = Step("train", verbs=("buy_train", "sell", "bankrupt", "skip"), wakes=("buy_private",), passes=lacking.for_train)
END = Step("end", enter_end)
STEPS = (HOME, TRACK, TOKEN, RUN, DIVIDEND, TRAIN, END)

FRAMES = {**stock.FRAMES, **operating.FRAMES, **discards.FRAMES, **emergency.FRAMES, **homes.FRAMES}

VERBS = {
    **offers.VERBS,
    **homes.VERBS,
    "buy": stock.Buy(),
    "par": opening.Par[ParChoices](),
    "sell": ByFrame(stock.Sell(), emergency.EmergencySale()),
    "pass": stock.Pass(),
    "lay": track.Lay[LayChoices](),
    "token": tokens.Token(),
    "run": RunTrains(),
    "dividend": dividend.Dividend(),
    "buy_train": train_purchase.BuyTrain[TrainPurchase](),
    "discard": discards.Discard[OneKind](),
    "turn_over": discards.TurnOver[OneKind](),
    "bankrupt": emergency.Bankrupt(),
    "buy_private": privates.BuyPrivate[PrivatePurchase](),
    "skip": operating.Skip(),
}
