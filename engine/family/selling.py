"""Other ways to sell in a stock turn: lots settled at once, or sales on both sides of a purchase."""

from __future__ import annotations

from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.family import stock


class SellAtOnce(stock.Sell):
    """Each lot falls before the next one is sold."""

    at_once = True


class SellOnBothSides(stock.Sell):
    """Sell before and after a purchase, a company's shares in one block on each side of it."""

    def turn_refusal(self, p: Position) -> Refusal | None:
        """At any point of the turn."""
        return None

    def block_over(self, p: Position, company: str) -> Refusal:
        """Once on each side of it."""
        bought = used(stock.turn_of(p), "bought")
        return Refusal(
            because(
                "you may sell {company} only once after your purchase, and you have"
                if bought
                else "you may sell {company} only once before your purchase, and you have",
                company=company,
            ),
            p.title.sections["order"],
            because("you can do nothing more with it this turn")
            if bought
            else because("you can sell it once more after a purchase"),
        )

    def sold_before(self, p: Position, company: str) -> bool:
        """On this side of the purchase."""
        for note in reversed(stock.turn_of(p).used):
            if note.what == "bought":
                return False
            if note.what == "sold" and note.on == company:
                return True
        return False
