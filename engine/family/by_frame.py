"""One verb for the player with two sets of rules: one in a stock turn, one in an operating round."""

from __future__ import annotations

from typing import Any

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Run
from engine.core.verbs import Plain, Shown, Values, Verb
from engine.family import stock


class ByFrame(Plain[Any]):
    """A verb whose rules depend on where it is used."""

    def __init__(self, in_stock_turn: Verb, elsewhere: Verb) -> None:
        self.in_stock_turn = in_stock_turn
        self.elsewhere = elsewhere
        self.choices = in_stock_turn.choices
        self.shown = in_stock_turn.shown
        self.sells = in_stock_turn.sells

    def law(self, p: Position) -> Verb:
        """The rules that apply now."""
        frame = p.top
        return self.in_stock_turn if isinstance(frame, Run) and frame.rule == stock.TURN else self.elsewhere

    def slots(self, p: Position, seat: str, got: Any) -> tuple[str, ...]:
        """Delegate to the rules that apply now."""
        return self.law(p).slots(p, seat, got)

    def values(self, p: Position, seat: str, got: Any, slot: str) -> Values:
        """Delegate to the rules that apply now."""
        return self.law(p).values(p, seat, got, slot)

    def likely(self, p: Position, seat: str, got: Any, slot: str) -> Values:
        """Delegate to the rules that apply now."""
        return self.law(p).likely(p, seat, got, slot)

    def cites(self, p: Position, slot: str) -> str:
        """Delegate to the rules that apply now."""
        return self.law(p).cites(p, slot)

    def none(self, p: Position, seat: str, got: Any, slot: str) -> Refusal | None:
        """Delegate to the rules that apply now."""
        return self.law(p).none(p, seat, got, slot)

    def refuse(self, p: Position, seat: str, got: Any) -> Refusal | None:
        """Delegate to the rules that apply now."""
        return self.law(p).refuse(p, seat, got)

    def do(self, p: Position, seat: str, args: Any) -> None:
        """Delegate to the rules that apply now."""
        self.law(p).do(p, seat, args)

    def shown_now(self, p: Position, seat: str) -> Shown:
        """Delegate to the rules that apply now."""
        return self.law(p).shown_now(p, seat)

    def consent(self, p: Position, seat: str, args: Any) -> list[str]:
        """Delegate to the rules that apply now."""
        return self.law(p).consent(p, seat, args)
