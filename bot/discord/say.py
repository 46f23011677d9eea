"""The bot's own sentences, one catalogue per language."""

from __future__ import annotations

from functools import cache
from typing import Any

from bot.table.plain import Plain
from bot.table.say import refusals as refusals_of_the_table
from engine.core.phrases import PSEUDO, Phrase, accented, fill
from engine.core.sentences import sentence_of, translated
from engine.words import refusals, spoken
from engine.words.gathering import gathered
from engine.words.texts import texts

PLACES = ("bot.discord", "bot.rulebook")
"""The parts of the bot whose refusals are in Discord's catalogue."""


def words(language: str = "") -> dict[str, Any]:
    """The whole catalogue in the current language."""
    return texts("bot.discord", language or spoken())


def say(what: str, /, *, group: str = "said", **fields: Any) -> str:
    """One sentence of the catalogue."""
    found = words()
    return fill(found[group][what], fields, spoken(), found.get("counts", {}))


def worded(error: Exception) -> str:
    """An error's sentence in the current language, with anything people typed made harmless."""
    return translated(sentence_of(error), every_refusal(spoken()), Plain, spoken())


@cache
def every_refusal(language: str) -> dict[str, Phrase]:
    """All translated refusals: of every title's rules, of the table and of the bot."""
    if language == PSEUDO:
        own = {one: accented(one) for one in gathered(*PLACES)}
    else:
        own = texts("bot.discord", language).get("refusals", {})
    return {**refusals(language), **refusals_of_the_table(language), **own}


def about(command: str, option: str = "") -> str:
    """The description of a command or of one of its options."""
    found = words()["commands"][command]
    return str(found["options"][option] if option else found["about"])
