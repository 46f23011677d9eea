"""What can be wrong with a request, by kind, so that every caller can say it in one plain sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed: one sentence, the rule's section, and the fact that decided."""

    why: str
    section: str = ""
    fact: str = ""

    def sentence(self) -> str:
        """The refusal as one line for a player."""
        text = self.why if not self.fact else f"{self.why}: {self.fact}"
        return f"{text} ({self.section})." if self.section else f"{text}."


class EngineError(ValueError):
    """Base of all errors that carry a sentence for a person."""


class Unreadable(EngineError):
    """The request cannot be understood: an unknown verb, choice, seat or value."""


class Illegal(EngineError):
    """The request is understood and the rules forbid it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence())
        self.refusal = refusal


class Ambiguous(EngineError):
    """The request leaves something open that has more than one legal answer."""

    def __init__(self, slot: str, values: list[str]) -> None:
        super().__init__(f"Please say which {slot}: {', '.join(values[:10])}.")
        self.slot = slot
        self.values = values


class Damaged(EngineError):
    """A stored state or file cannot be read back."""


class Stuck(EngineError):
    """An agenda that does not settle: a fault in the rules' code, reported instead of hanging."""


class AuditFailed(EngineError):
    """Money or certificates are not where they must be."""
