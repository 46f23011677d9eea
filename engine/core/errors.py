"""What can be wrong with a request, by kind, so that every caller can say it in one plain sentence."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.sentences import Sentence, because, pattern


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed: one sentence, the rule's section, and the fact that decided."""

    why: str
    section: str = ""
    fact: str = ""

    def sentence(self, *, cited: bool = True) -> Sentence:
        """The refusal as one line for a player; unless `cited`, without the section."""
        section = self.section if cited else ""
        if self.fact:
            shape = pattern("{why}: {fact} ({section}).") if section else pattern("{why}: {fact}.")
        else:
            shape = pattern("{why} ({section}).") if section else pattern("{why}.")
        return because(shape, why=self.why, fact=self.fact, section=self.section)


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

    def __init__(self, slot: str, named: str, values: list[str], called: list[str] | None = None) -> None:
        listed = tuple((called or values)[:10])
        if slot == "from":
            super().__init__(because("Please also choose where it comes from: {values:list}.", values=listed))
        else:
            super().__init__(because("Please also choose the {slot}: {values:list}.", slot=named, values=listed))
        self.slot = slot
        self.values = values


class Damaged(EngineError):
    """A stored state or file cannot be read back."""


class Stuck(EngineError):
    """An agenda that does not settle: a fault in the rules' code, reported instead of hanging."""


class IncompleteTitle(EngineError):
    """Something that a title needs is missing, or something in it is unknown or never read: one sentence for each."""

    def __init__(self, title: str, sentences: list[str]) -> None:
        super().__init__(because("The title {title} is not complete. {all}", title=title, all=" ".join(sentences)))
        self.title, self.sentences = title, sentences


class AuditFailed(EngineError):
    """Money or certificates are not where they must be."""
