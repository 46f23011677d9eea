"""Money moves between accounts and is never made or lost; the bank may break."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because

BANK = "bank"


def pay(p: Position, source: str, target: str, amount: int) -> None:
    """Move money. A bank that cannot pay in full, or is left with nothing, is broken for good."""
    if amount < 0:
        raise ValueError(f"{source} cannot pay {amount}")
    if not amount or source == target:
        return
    cash = p.s.cash
    if source == BANK:
        p.title.bank.before_paying(p, amount)
    elif cash[source] < amount:
        raise ValueError(f"{source} has {cash[source]} and cannot pay {amount}")
    cash[source] -= amount
    if source.startswith("bid:") and not cash[source]:
        del cash[source]
    cash[target] = cash.get(target, 0) + amount
    if source == BANK:
        p.title.bank.after_paying(p)


def short(p: Position, payer: str, cost: int, section: str, what: str = "") -> Refusal | None:
    """Why a company's treasury, or what a player has not set aside, does not pay for something."""
    cash = p.s.cash[payer]
    if cash >= cost:
        return None
    fact = because("the treasury of {company} holds {cash}", company=payer, cash=cash)
    if payer in p.seats:
        fact = because("you have {cash}", cash=cash)
    return Refusal(what or because("that costs {money}", money=money(p, cost)), section, fact)


def money(p: Position, amount: int) -> str:
    """An amount as the game writes it."""
    return p.title.currency.format(amount)
