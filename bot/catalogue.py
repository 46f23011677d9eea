"""The catalogues of the bot's parts: sentences by their key, and refusals by their English pattern."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core.phrases import PSEUDO, Phrase, accented, fill
from engine.words import current_language
from engine.words import refusals as refusals_of_rules
from engine.words.gathering import english_sentences
from engine.words.texts import texts


@dataclass(frozen=True)
class Catalogue:
    """One part's sentences, in one file for each language."""

    package: str
    places: tuple[str, ...]
    """The packages and modules whose refusals it translates."""

    def words(self, language: str = "") -> dict[str, Any]:
        """The whole file in the current language."""
        return texts(self.package, language or current_language())

    def say(self, what: str, /, *, group: str = "said", **fields: Any) -> str:
        """One sentence in the current language."""
        found = self.words()
        return fill(found[group][what], fields, current_language(), found.get("counts", {}))

    def refusals(self, language: str) -> dict[str, Phrase]:
        """The translated refusals; English needs none."""
        if language == PSEUDO:
            return {one: accented(one) for one in english_sentences(*self.places)}
        return self.words(language).get("refusals", {})


TABLE = Catalogue("bot.table", ("bot.table", "bot.store"))
MENU = Catalogue("bot.menu", ("bot.menu",))
ROBOTS = Catalogue("bot.robots", ("bot.robots",))
DISCORD = Catalogue("bot.discord", ("bot.discord", "bot.rulebook"))
HOST = Catalogue("bot.host", ("bot.host", "bot.beliefs", "sandbox", "bot.__main__"))


@cache
def refusals(language: str, *parts: Catalogue) -> dict[str, Phrase]:
    """The translated refusals of every title's rules and of these parts."""
    found = dict(refusals_of_rules(language))
    for part in parts:
        found |= part.refusals(language)
    return found
