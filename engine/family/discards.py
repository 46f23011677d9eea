"""Too many trains: cards go to the pool, or are turned over to the side that counts for less."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.core.agenda import FrameRule
from engine.core.asking import subject
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.sentences import because
from engine.core.state import Ask
from engine.core.verbs import Plain, Shown, Values
from engine.family.choices import OneKind
from engine.family.trains import charter_over_limit, front_of, on_charter, trains_on


def discard_deciders(p: Position, frame: Ask) -> list[str]:
    """The president, while there are too many trains."""
    company = frame.about[0]
    player = chief(p, company)
    return [player] if player and charter_over_limit(p, company) else []


def discard_verbs(p: Position, frame: Ask, seat: str) -> Sequence[str]:
    """Discarding; turning over where cards have two sides."""
    return ("discard", "turn_over") if any(sheet.back_of for sheet in p.d.trains.values()) else ("discard",)


def discard_done(p: Position, frame: Ask) -> None:
    """Enough has been discarded."""
    p.pop()


def asked_company_alive(p: Position, frame: Ask) -> bool:
    """A closed company has nothing to answer."""
    return not p.company(frame.about[0]).closed


FRAMES = {
    "discard": FrameRule(
        Ask,
        advance=discard_done,
        deciders=discard_deciders,
        verbs=("discard", "turn_over"),
        offers=discard_verbs,
        alive=asked_company_alive,
    )
}


K = TypeVar("K", bound=OneKind)


class Discard(Plain[K]):
    """Discard a train over the limit to where the title says."""

    shown = Shown.LIST

    def values(self, p: Position, seat: str, got: K, slot: str) -> Values:
        """Kinds on the charter that has too many."""
        found = {p.s.trains[train].kind for train in on_charter(p, charter_over_limit(p, subject(p)))}
        return tuple(kind for kind in p.d.trains if kind in found)

    def cards(self, p: Position, kind: str) -> list[str]:
        """The cards of a kind on the charter that has too many."""
        here = on_charter(p, charter_over_limit(p, subject(p)))
        return [train for train in here if p.s.trains[train].kind == kind]

    def card(self, p: Position, args: K) -> str:
        """Cards of a kind are alike: any of them."""
        return self.cards(p, args.kind)[0]

    def do(self, p: Position, seat: str, args: K) -> None:
        """No pay for it."""
        company, train = subject(p), self.card(p, args)
        p.s.trains[train].at = p.title.operating.discards_to
        p.emit("discarded", company=company, train=train, kind=args.kind, to=p.title.operating.discards_to)


class TurnOver(Discard[K]):
    """Turn a card to the side that counts for fewer trains."""

    shown = Shown.BUTTON

    def refuse(self, p: Position, seat: str, got: K) -> Refusal | None:
        """Only from a side with more trains."""
        if "kind" not in got:
            return None
        if trains_on(p, front_of(p, got.kind)) < trains_on(p, got.kind):
            return None
        return Refusal(
            because("a {kind} train counts the same after it is turned over", kind=got.kind),
            p.title.sections["train limit"],
        )

    def do(self, p: Position, seat: str, args: K) -> None:
        """For good."""
        company, kind, train = subject(p), args.kind, self.card(p, args)
        p.s.trains[train].kind = front_of(p, kind)
        p.emit("turned", company=company, train=train, kind=kind, becomes=front_of(p, kind))
