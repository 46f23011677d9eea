"""A sale settles at once, and the president may take what others sell of their company (toy rule 5)."""

from __future__ import annotations

from engine.core.agenda import FrameRule
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Ask, Lot
from engine.core.verbs import Choices, Plain
from engine.family.price_moves import fall_by_share
from engine.finance import lots, market, prices, shares


def rescuer(p: Position, seller: str, company: str) -> str:
    """The president at the time of the sale."""
    chief = shares.president(p, company)
    return "" if chief == seller else chief


def settle_lot(p: Position, lot: Lot) -> None:
    """Ask them if they can pay; else the lot goes to the market."""
    if lot.rescuer in p.living and p.s.cash[lot.rescuer] >= lot.price * lot.units:
        p.push(Ask(rule="rescue", role=lot.rescuer, about=[str(lot.id)]))
    else:
        lots.to_market(p, lot)


def fall(p: Position, lot: Lot) -> None:
    """A box a share in the great market; one box left in the local one, however many are sold."""
    box = prices.box_of(p, lot.company)
    if box is not None and box.market:
        prices.move_marker(p, lot.company, market.left(p.d.market, box), "sale")
    else:
        fall_by_share(p, lot)


def _lot(p: Position, frame: Ask) -> Lot | None:
    return next((lot for lot in p.s.lots if str(lot.id) == frame.about[0]), None)


def _deciders(p: Position, frame: Ask) -> list[str]:
    return [frame.role]


def _alive(p: Position, frame: Ask) -> bool:
    """The question lapses with the lot, or when the player asked leaves; the lot is then settled without them."""
    return frame.role in p.living and _lot(p, frame) is not None


FRAMES = {
    "rescue": FrameRule(
        Ask, advance=lambda p, frame: p.pop(), deciders=_deciders, verbs=("rescue", "let_fall"), alive=_alive
    )
}


class Rescue(Plain[Choices]):
    """Take the lot at the price of the sale."""

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        lot = _lot(p, p.top)
        if lot is not None and p.s.cash[seat] < lot.price * lot.units:
            return Refusal(f"the lot costs {lot.price * lot.units}", "5.2", f"you have {p.s.cash[seat]}")
        return None

    def do(self, p: Position, seat: str, args: Choices) -> None:
        lot = _lot(p, p.top)
        assert lot is not None
        lots.to_rescuer(p, lot, seat)


class LetFall(Plain[Choices]):
    """Let it go to the market."""

    def do(self, p: Position, seat: str, args: Choices) -> None:
        lot = _lot(p, p.top)
        assert lot is not None
        lots.to_market(p, lot)
