"""When a bank is broken: it cannot pay in full, or has nothing left. It stays broken and pays on."""

from __future__ import annotations

from engine.core.position import Position

BANK = "bank"


def breaks_when_short(p: Position, amount: int) -> None:
    """A bank that cannot pay in full is broken for good, and pays all the same."""
    if not p.s.broken and amount > p.s.cash[BANK]:
        p.s.broken = True
        p.emit("bank_broken")


def never_breaks(p: Position, amount: int) -> None:
    """There is as much money as is wanted."""


def stays_whole(p: Position) -> None:
    """A bank that has paid its last note is not yet broken."""


def breaks_at_zero(p: Position) -> None:
    """A bank that has paid its last note is broken."""
    if not p.s.broken and p.s.cash[BANK] <= 0:
        p.s.broken = True
        p.emit("bank_broken")


def all_money(p: Position) -> int:
    """The notes in the box."""
    return p.d.bank
