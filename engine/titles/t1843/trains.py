"""Trains: rusted ones for sale in gray phase, obsolete ones, what a director adds (8.8)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run
from engine.core.verbs import Values
from engine.family import defaults, discards, operating, train_purchase, trains
from engine.family.choices import OneKind, TrainPurchase
from engine.family.privates import TRAIN, close_private
from engine.family.running import OBSOLETE, SECOND_HAND, cards, trains_of
from engine.titles.t1843.auction import LYON, PLM
from engine.titles.t1843.own import later_edition

YELLOW, GRAY = "2+1", "Electric"
SOLD = (YELLOW, "4+1", "5+2", "5E", "8E", GRAY)
LOIRE_TRAIN = "2"
BEST_OF = {"5E": "5/*", "8E": "8/*"}
ENGINEERS = "engineers"
NOTHING = "nothing"
PLAIN = "plain"


def train_face(p: Position, train: str) -> str:
    """An NE train counts its best N stops of any number (13.2)."""
    kind = p.s.trains[train].kind
    return BEST_OF.get(kind, kind)


# --- rust


def rusts(p: Position, train: str) -> None:
    """The Engineers card lets a company's train run once more; in gray phase the others come back (10.2, 15.6)."""
    card = p.s.trains[train]
    if ENGINEERS in card.marks and card.at in p.d.companies:
        card.marks = [OBSOLETE]
        p.emit("obsolete", train=train, kind=card.kind, company=card.at)
    else:
        scrap(p, train)


def scrap(p: Position, train: str) -> None:
    """Out of the game, until gray phase brings it back."""
    trains.scrap(p, train)
    p.s.trains[train].marks = []
    if p.s.phase == "gray":
        come_back(p, train)


def come_back(p: Position, train: str) -> None:
    """A rusted certificate is for sale again, on its single side; a gray one of the foreigners' has never rusted."""
    card = p.s.trains[train]
    if card.kind in (LOIRE_TRAIN, GRAY):
        return
    card.kind = YELLOW if card.kind == "3+1" else trains.front_of(p, card.kind)
    card.at = trains.SUPPLY
    card.marks = [SECOND_HAND]


def used_as(p: Position, train: str) -> Sequence[str]:
    """A yellow one as a 2+1 or, in the later edition, as a 3+1 (8.8.1)."""
    kind = p.s.trains[train].kind
    return (YELLOW, "3+1") if kind == YELLOW and later_edition(p) else (kind,)


def phase_begins(p: Position, phase: str) -> None:
    """Brown closes the private companies; gray brings back all that has left (15.4, 15.6)."""
    defaults.phase_begins(p, phase)
    if phase == "gray":
        for train in cards(p):
            if p.s.trains[train].at == trains.GONE:
                come_back(p, train)


def enter_train(p: Position, frame: Run) -> None:
    """Obsolete trains have had their last run and leave before trains are bought (10.2)."""
    for train in trains_of(p, frame.subject):
        if OBSOLETE in p.s.trains[train].marks:
            scrap(p, train)


# --- too many trains


class CardChoices(OneKind):
    card: str = ""


class Discard(discards.Discard[CardChoices]):
    """Discard a train; of two that differ only by the Engineers card the director chooses (8.8.2)."""

    def slots(self, p: Position, seat: str, got: CardChoices) -> tuple[str, ...]:
        """Which kind; with or without the card, if there are both."""
        found = super().slots(p, seat, got)
        marked = [self._marked(p, train) for train in (self.cards(p, got.kind) if "kind" in got else ())]
        return (*found, "card") if any(marked) and not all(marked) else found

    def values(self, p: Position, seat: str, got: CardChoices, slot: str) -> Values:
        """The one with the card, or a plain one."""
        return (PLAIN, ENGINEERS) if slot == "card" else super().values(p, seat, got, slot)

    def card(self, p: Position, args: CardChoices) -> str:
        """The chosen one."""
        here = self.cards(p, args.kind)
        return next(train for train in here if "card" not in args or self._marked(p, train) == (args.card != PLAIN))

    def _marked(self, p: Position, train: str) -> bool:
        return ENGINEERS in p.s.trains[train].marks


class TurnOver(Discard, discards.TurnOver[CardChoices]):
    """Turn a pair over; with the same choice."""


# --- buying


def train_bought(p: Position, company: str, train: str) -> None:
    """A new owner has no Engineers card; the PLM's first train closes the Lyon - Méditerranée (10.2)."""
    card = p.s.trains[train]
    if ENGINEERS in card.marks:
        card.marks.remove(ENGINEERS)
    if company == PLM and p.s.privates[LYON] != "closed":
        close_private(p, LYON, TRAIN)


def is_rusted(p: Position, source: str, kind: str) -> bool:
    """Is the train sold there as this kind rusted?"""
    return SECOND_HAND in p.s.trains[trains.first_at(p, source, kind)].marks


def rusted_of(p: Position, company: str) -> str:
    """The rusted train of a company, or nothing."""
    return next((train for train in trains_of(p, company) if SECOND_HAND in p.s.trains[train].marks), "")


def larger(p: Position, kind: str, than: str) -> bool:
    """Is a train later in the list than another? The 3+1 is beside the other side of its certificate."""
    kinds = ["3+1" if name == "2x2 or 3+1" else name for name in p.d.trains]
    return kinds.index("3+1" if kind == "2x2 or 3+1" else kind) > kinds.index(than)


class BuyTrain(train_purchase.BuyTrain[TrainPurchase]):
    """Buy a train certificate; a rusted one may be discarded for a larger train at the same time."""

    def trades(self, p: Position, got: TrainPurchase) -> Sequence[str]:
        """The company's rusted train, for a larger one from any seller (8.8.1)."""
        rusted = rusted_of(p, operating.operator(p))
        kind = p.s.trains[rusted].kind if rusted else ""
        return (kind,) if kind and larger(p, got.kind, kind) else ()

    def most(self, p: Position, seat: str, got: TrainPurchase) -> int:
        """No director adds money for a rusted train."""
        if is_rusted(p, got.from_, got.kind):
            return p.s.cash[operating.operator(p)]
        return super().most(p, seat, got)

    def source_refusal(self, p: Position, company: str, source: str) -> Refusal | None:
        """Bank, pool, or another company with a train that is not obsolete."""
        refusal = super().source_refusal(p, company, source)
        if refusal is None and source in p.d.companies and not self._for_sale(p, source):
            return Refusal(because("{source} has no train for sale", source=source), p.title.sections["train"])
        return refusal

    def _for_sale(self, p: Position, source: str) -> list[str]:
        return [p.s.trains[train].kind for train in trains_of(p, source) if OBSOLETE not in p.s.trains[train].marks]

    def refuse(self, p: Position, seat: str, got: TrainPurchase) -> Refusal | None:
        """Obsolete trains are not for sale; a company has at most one rusted train (8.8.1, 10.2)."""
        refusal = super().refuse(p, seat, got)
        if refusal or "kind" not in got:
            return refusal
        company, source, kind = operating.operator(p), got.from_, got.kind
        if source in p.d.companies and kind not in self._for_sale(p, source):
            return Refusal(
                because("the {kind} train of {source} is obsolete and not for sale", kind=kind, source=source), "10.2"
            )
        if "trade" not in got and "trade" in self.slots(p, seat, got):
            return None
        if is_rusted(p, source, kind) and rusted_of(p, company) and got.trade == NOTHING:
            return Refusal(
                because("{company} already has a rusted train and may own only one", company=company), "8.8.1"
            )
        if source in p.d.companies and self.most(p, seat, got) < 1:
            return Refusal(
                because("there is no money to buy a train from {source}", source=source), p.title.sections["train"]
            )
        return None

    def money_refusal(self, p: Position, seat: str, company: str, source: str, kind: str, price: int) -> Refusal | None:
        """A rusted train is paid from the treasury alone (8.8.1); for others the director may add money (8.8.3)."""
        treasury = p.s.cash[company]
        if price > treasury and is_rusted(p, source, kind):
            return Refusal(
                "a rusted train can only be bought with treasury money",
                "8.8.1",
                because("the treasury holds {treasury}", treasury=treasury),
            )
        return super().money_refusal(p, seat, company, source, kind, price)

    def hand_in(self, p: Position, company: str, kind: str) -> None:
        """A rusted train that is discarded goes back to the supply."""
        rusted = rusted_of(p, company)
        p.emit("thrown_away", company=company, train=rusted, kind=kind)
        come_back(p, rusted)
