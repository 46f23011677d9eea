"""Parses a line with a move's choices, one after another, by label or value."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bot.menu.move.moves import Choices, Moves
from bot.menu.move.walk import Walk, walk_read
from engine import Span
from engine.core.verbs import Text, Value

AMOUNT = re.compile(r"\D{0,3}?(\d{1,3}(?:,\d{3})+(?!\d)|\d+)")
BETWEEN = " ,;"


@dataclass
class Line:
    """The unread rest of the line, and what has been read: as labels and as values."""

    moves: Moves
    left: str
    said: list[str] = field(default_factory=list[str])
    sent: list[str] = field(default_factory=list[str])

    def walk(self, verb: str) -> Walk:
        """Walk the move as far as the line goes."""
        self.left = self.left.strip(BETWEEN)
        return walk_read(self.moves, verb, self._take)

    def _take(self, verb: str, slot: str, choices: Choices) -> str | None:
        """The choice at the start of the rest, if there is one."""
        if isinstance(choices, Text):
            return self._read(self.left, self.left, self.left)
        if isinstance(choices, Span):
            amount_typed = AMOUNT.match(self.left)
            if amount_typed is None:
                return None
            amount = amount_typed[1].replace(",", "")
            label = self.moves.words.value(verb, slot, int(amount))
            return self._read(label if self._begins(label) else amount_typed[0], label, amount)
        ways = [(text, one) for one in choices for text in self._ways(verb, slot, one) if self._begins(text)]
        if not ways:
            return None
        longest = max(len(text) for text, _ in ways)
        text, value = next(way for way in ways if len(way[0]) == longest)
        return self._read(text, self.moves.words.value(verb, slot, value), str(value))

    def _ways(self, verb: str, slot: str, value: Value) -> tuple[str, str]:
        return str(value), self.moves.words.value(verb, slot, value)

    def _begins(self, text: str) -> bool:
        """Does the rest begin with this text, ending at a boundary?"""
        rest = self.left[len(text) :]
        return self.left.casefold().startswith(text.casefold()) and not (rest[:1].isalnum() and text[-1:].isalnum())

    def _read(self, text: str, said: str, sent: str) -> str | None:
        if not text:
            return None
        self.left = self.left[len(text) :].strip(BETWEEN)
        self.said.append(said)
        self.sent.append(sent)
        return sent
