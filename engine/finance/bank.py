"""When a bank is broken: it cannot pay in full, or has nothing left. It stays broken and keeps paying."""

from __future__ import annotations

from engine.core.position import Position

BANK = "bank"


def breaks_when_short(p: Position, amount: int) -> None:
    """A bank that cannot pay in full is broken for good, and keeps paying."""
    if not p.s.broken and amount > p.s.cash[BANK]:
        p.s.broken = True
        p.emit("bank_broken")


def never_breaks(p: Position, amount: int) -> None:
    """The bank never runs out."""


def stays_whole(p: Position) -> None:
    """A bank that has paid its last dollar is not yet broken."""


def breaks_at_zero(p: Position) -> None:
    """A bank that has paid its last dollar is broken."""
    if not p.s.broken and p.s.cash[BANK] <= 0:
        p.s.broken = True
        p.emit("bank_broken")


def all_money(p: Position) -> int:
    """The bills in the box."""
    return p.d.bank
