"""A company's turn step by step, and how its trains are paid for (8.3)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run
from engine.core.verbs import Values
from engine.family import lacking, operating, standard, train_purchase, trains
from engine.family.choices import OneKind, TrainPurchase
from engine.family.operating import Step
from engine.family.running import trains_of
from engine.finance import money, shares
from engine.titles.t1839 import debts, powers, stations
from engine.titles.t1839.companies import is_local


def enter_first_train(p: Position, frame: Run) -> None:
    """First of all a new company gets the next train: a local for free, a major at its price (8.3)."""
    company = frame.subject
    kind = trains.on_sale(p)[0]
    if p.company(company).turns or kind in debts.FREE_KINDS:
        return
    if is_local(p, company):
        train_purchase.buy(p, company, trains.BANK, kind, 0, "")
    else:
        debts.require(p, shares.president(p, company), company, debts.FIRST_TRAIN)


def duty(p: Position, frame: Run) -> Refusal | None:
    """At the end of its turn a company owns a train (8.3.5)."""
    if frame.step == "train" and not trains_of(p, frame.subject):
        return Refusal(because("{subject} has no train and must buy one from the bank", subject=frame.subject), "8.3.5")
    return None


STEPS = (
    Step("home", stations.enter_homes, verbs=("home",)),
    Step("first train", enter_first_train),
    Step("track", verbs=("lay", "laantje", "roosendaal", "skip"), wakes=("buy_private",), passes=lacking.for_track),
    Step(
        "token",
        verbs=("token", "swap", "skip"),
        wakes=("buy_private",),
        waits=powers.rochussen_waits,
        passes=stations.tell_what_lacks,
        again=powers.pause_for_rochussen,
    ),
    Step(powers.LAST_MOMENT, again=powers.pause_after_skip),
    standard.RUN,
    standard.DIVIDEND,
    Step("train", verbs=("buy_train", "skip"), wakes=("buy_private",), passes=lacking.for_train),
    standard.END,
)


class BuyTrain(train_purchase.BuyTrain[TrainPurchase]):
    """Buy a train from the bank or another company; a company without one must buy from the bank, whatever it takes."""

    def values(self, p: Position, seat: str, got: TrainPurchase, slot: str) -> Values:
        """The bank and the other companies; there are no trains in the pool."""
        if slot == "from":
            return (trains.BANK, *p.d.companies)
        return super().values(p, seat, got, slot)

    def slots(self, p: Position, seat: str, got: TrainPurchase) -> tuple[str, ...]:
        """From whom, which kind, at what price."""
        return ("from", "kind", "price")

    def refuse(self, p: Position, seat: str, got: TrainPurchase) -> Refusal | None:
        """Room before the phase changes; money, unless it has no train; from a company only if it has a train."""
        company = operating.operator(p)
        if "from" not in got:
            return None
        source, owned = got.from_, trains_of(p, company)
        refusal = self._seller_refusal(p, company, source, owned)
        if refusal or "kind" not in got:
            return refusal
        if got.kind not in trains.kinds_at(p, source):
            return Refusal(because("{source} has no {kind} train for sale", source=source, kind=got.kind), "8.3.5")
        if not trains.charter_with_room(p, company):
            return Refusal(
                because(
                    "{company} is at its train limit ({count} of {limit})",
                    company=company,
                    count=len(owned),
                    limit=trains.limit(p),
                ),
                "16.4",
            )
        price = p.d.trains[got.kind].price if source == trains.BANK else got.price if "price" in got else 1
        return money.short(p, company, price, "8.3.5") if owned or source != trains.BANK else None

    def _seller_refusal(self, p: Position, company: str, source: str, owned: list[str]) -> Refusal | None:
        if source == trains.BANK:
            return None
        if source == company:
            return Refusal("a company cannot buy its own train; choose another seller", "8.3.5")
        if not owned:
            return Refusal(
                because("{company} has no train and must first buy one from the bank", company=company), "8.3.5"
            )
        if not trains_of(p, source):
            return Refusal(because("{source} has no train", source=source), "8.3.5")
        return None

    def fixed_price(self, p: Position, got: TrainPurchase) -> int | None:
        """The bank's price is printed."""
        return p.d.trains[got.kind].price if got.from_ == trains.BANK else None

    def do(self, p: Position, seat: str, args: TrainPurchase) -> None:
        """What the treasury lacks must be raised."""
        company, price = operating.operator(p), args.price
        if price > p.s.cash[company]:
            debts.require(p, seat, company, debts.TRAIN)
        else:
            train_purchase.buy(p, company, args.from_, args.kind, price, seat)


class Dividend(standard.dividend.Dividend):
    """Half or nothing before blue phase, all or nothing from then on (8.3.4)."""

    def refuse(self, p: Position, seat: str, got: OneKind) -> Refusal | None:
        """The kinds of dividend in the phase."""
        refusal = super().refuse(p, seat, got)
        if refusal or "kind" not in got:
            return refusal
        order = list(p.d.phases)
        late = order.index(p.s.phase) >= order.index("blue")
        if got.kind == ("half" if late else "full"):
            if late:
                return Refusal("half dividends can be paid only before the blue phase", "8.3.4")
            return Refusal("full dividends can be paid only from the blue phase on", "8.3.4")
        return None
