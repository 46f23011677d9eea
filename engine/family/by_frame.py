"""One word for the player, two laws: in a stock turn, or in an operating round."""

from __future__ import annotations

from typing import Any

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Run
from engine.core.verbs import Plain, Values, Verb
from engine.family import stock


class ByFrame(Plain[Any]):
    """A verb whose law depends on where it is used."""

    def __init__(self, in_stock_turn: Verb, elsewhere: Verb) -> None:
        self.in_stock_turn = in_stock_turn
        self.elsewhere = elsewhere
        self.choices = in_stock_turn.choices

    def law(self, p: Position) -> Verb:
        """The law that holds now."""
        frame = p.top
        return self.in_stock_turn if isinstance(frame, Run) and frame.rule == stock.TURN else self.elsewhere

    def slots(self, p: Position, seat: str, got: Any) -> tuple[str, ...]:
        """As the law that holds now."""
        return self.law(p).slots(p, seat, got)

    def values(self, p: Position, seat: str, got: Any, slot: str) -> Values:
        """As the law that holds now."""
        return self.law(p).values(p, seat, got, slot)

    def refuse(self, p: Position, seat: str, got: Any) -> Refusal | None:
        """As the law that holds now."""
        return self.law(p).refuse(p, seat, got)

    def do(self, p: Position, seat: str, args: Any) -> None:
        """As the law that holds now."""
        self.law(p).do(p, seat, args)

    def consent(self, p: Position, seat: str, args: Any) -> list[str]:
        """As the law that holds now."""
        return self.law(p).consent(p, seat, args)
