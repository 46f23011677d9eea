"""The words of a title's questions, moves and amounts, for orders."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from string import Formatter

from bot.table.ground.say import say
from engine.titles import title_named
from engine.words import catalogue, current_language
from engine.words.buttons import capital
from engine.words.catalogue import Catalogue

MOST_ABOUT = 6
"""More fields than any question's sentence has."""


@dataclass(frozen=True)
class Wording:
    """The current language's words for a title."""

    words: Catalogue
    currency: str

    @classmethod
    def of(cls, title: str) -> Wording:
        """The words for a title."""
        found = title_named(title)
        return cls(catalogue(current_language(), found.words), found.currency)

    def amount(self, value: int | str) -> str:
        """An amount of money; anything else as it is."""
        return self.currency.format(value) if isinstance(value, int) else value

    def verb(self, verb: str) -> str:
        """A move."""
        return self.words.verbs.get(verb, verb)

    def slot(self, slot: str) -> str:
        """What a move asks to choose."""
        return self.words.slots.get(slot, slot)

    def choice(self, verb: str, slot: str, value: int | str) -> str:
        """What was chosen for a move."""
        kind = self.words.slot_kinds.get(f"{verb}.{slot}") or self.words.slot_kinds.get(slot, "")
        known = self.words.values.get(kind, {}).get(str(value), "")
        return str(known) or say("match", group="limits", slot=self.slot(slot), value=str(value))

    def question(self, rule: str) -> str:
        """A kind of question the game asks."""
        return question(self.words, rule)


def question(words: Catalogue, rule: str) -> str:
    """A kind of question the game asks, in words."""
    sentence = words.decisions.get(rule) or words.decisions["other"]
    # Some sentences have numbered fields, others names of their own, such as a company's step or a lot's price.
    something = say("something")
    about = [something] * MOST_ABOUT
    fields = defaultdict[str, str | list[str]](lambda: something, name=say("somebody"), whole=about)
    return capital(Formatter().vformat(sentence, about, fields))
