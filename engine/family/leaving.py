"""A player leaves while the game goes on: they concede, or cannot pay."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Ask
from engine.core.verbs import Choices, Plain

CONCEDED = "conceded"


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
