"""Share price protection: a president may buy what another player has just sold (5.9)."""

from __future__ import annotations

from engine.core.agenda import FrameRule
from engine.core.asking import lot_in_question
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Ask, Lot
from engine.core.verbs import Choices, Plain
from engine.family import stock
from engine.family.limits import limit
from engine.finance import holding, lots, money, shares
from engine.titles.t1870.market import forget_rescue, rescue_key
from engine.titles.t1870.own import own
from engine.titles.t1870.stock import MOST_UNITS, counts


def rescuer(p: Position, seller: str, company: str) -> str:
    """The president at the time of the sale, unless they are the seller (5.9.9)."""
    chief = shares.president(p, company)
    return "" if chief == seller else chief


def refusal(p: Position, player: str, lot: Lot) -> Refusal | None:
    """Cash in hand and room within the certificate limit; 60% does not matter (5.9.2, 5.9.6)."""
    cost = lot.price * lot.units
    refusal = money.short(p, player, cost, "5.9")
    if refusal or not counts(p, lot.company):
        return refusal
    # For this purchase the company counts by the current place of its marker (5.9.18).
    held = holding.certificates_if(p, player, lot.company)
    if held + len(lot.certs) > limit(p):
        return Refusal(
            because("your certificate limit is {limit}", limit=limit(p)),
            "5.9",
            because("you hold {held} that count towards it", held=held),
        )
    return None


def note_rescue(p: Position, lot: Lot, player: str) -> None:
    """Shares over 60% from protection may be kept; the seller has no such shares left (5.9.6)."""
    forget_rescue(p, lot.seller, lot.company)
    over = min(lot.units, shares.units_at(p, player, lot.company) - MOST_UNITS)
    if over > 0:
        key = rescue_key(player, lot.company)
        own(p).rescued[key] = own(p).rescued.get(key, 0) + over


def settle_lot(p: Position, lot: Lot) -> None:
    """Ask the president, or let the shares go to the pool."""
    if lot.rescuer and not p.seat(lot.rescuer).out and refusal(p, lot.rescuer, lot) is None:
        p.push(Ask(rule="protect", role=lot.rescuer, about=[str(lot.id)]))
        return
    if lot.rescuer:
        _tell(p, "cannot_protect", lot)
    lots.to_market(p, lot)


def _tell(p: Position, kind: str, lot: Lot) -> None:
    """Report what the pool takes; the price change is reported when it happens."""
    p.emit(kind, player=lot.rescuer, company=lot.company, shares=lot.units, price=lot.price)


def _deciders(p: Position, frame: Ask) -> list[str]:
    return [frame.role] if lot_in_question(p, frame) is not None else []


def _answered(p: Position, frame: Ask) -> None:
    p.pop()


FRAMES = {"protect": FrameRule(Ask, advance=_answered, deciders=_deciders, verbs=("protect", "let_fall"))}


class Protect(Plain[Choices]):
    """Buy the whole lot from the seller at the price of the sale."""

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        """Money and room, now."""
        lot = lot_in_question(p, p.on_top(Ask))
        return None if lot is None else refusal(p, seat, lot)

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """The price stays; in a stock round the turn passes to the left of the protector."""
        lot = lot_in_question(p, p.on_top(Ask))
        assert lot is not None
        lots.to_rescuer(p, lot, seat)
        note_rescue(p, lot, seat)
        frame = stock.round_of(p)
        if frame is not None:
            stock.act_for_priority(p, seat)
            stock.remember(frame, "protected", by=seat)


class LetFall(Plain[Choices]):
    """Let the shares go to the pool and the price fall."""

    declines = True

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """As if there were no president."""
        lot = lot_in_question(p, p.on_top(Ask))
        assert lot is not None
        _tell(p, "not_protected", lot)
        lots.to_market(p, lot)
