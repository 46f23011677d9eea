"""A player leaves while the game goes on: they concede, or cannot pay."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Ask, Run
from engine.core.verbs import Choices, Plain
from engine.family.auction import withdraw_bids
from engine.family.emergency import LOTS
from engine.finance import lots, money, prices, shares

CONCEDED = "conceded"


def leave(p: Position, player: str, why: str) -> None:
    """Their companies go to the next largest holder or close, their shares to the pool, their money to the bank.

    Frames that waited for them end by their own rules. What they sold, or sell now, is still settled.
    """
    step_out(p, player, why)
    if not p.living:
        return
    if p.s.priority == player:
        p.s.priority = p.left_of(player)
    for company in shares.presides_over(p, player):
        heir = shares.successor(p, company, 0, player)
        if heir:
            shares.change_president(p, company, heir)
        else:
            p.title.market.close(p, company)
    for company in p.d.companies:
        units = shares.units_at(p, player, company)
        if units:
            lots.set_aside(p, player, company, units, prices.price(p, company))
    withdraw_bids(p, player)
    money.pay(p, player, money.BANK, p.s.cash[player])
    p.push(Run(rule=LOTS, subject=player), below=open_questions(p))


def step_out(p: Position, player: str, why: str) -> None:
    """Out of the game, with all offers and holds."""
    p.seat(player).out = why
    p.emit("left", player=player, why=why)
    p.s.offers = [offer for offer in p.s.offers if player not in (offer.by, *offer.needs)]
    p.s.holds = [hold for hold in p.s.holds if hold.seat != player]


def open_questions(p: Position) -> int:
    """How many frames on top are questions: those already put to somebody come first."""
    return len(list(takewhile(lambda frame: isinstance(frame, Ask), reversed(p.s.agenda))))


class Concede(Plain[Choices]):
    """Leave the game; the others play on."""

    grave = True

    def __init__(self, left: Callable[[Position, str, str], None]) -> None:
        self.left = left

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        """The last player cannot leave."""
        return Refusal("you are the last player left and cannot leave") if len(p.living) < 2 else None

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """The title says what follows."""
        self.left(p, seat, CONCEDED)


def may_concede(p: Position, seat: str) -> bool:
    """Everybody may who is still in the game."""
    return not p.seat(seat).out
