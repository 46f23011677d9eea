"""The command line's sentences, in the terminal's language."""

from __future__ import annotations

from functools import cache
from typing import Any

from bot.discord.say import every_refusal
from engine.core.phrases import PSEUDO, Phrase, accented, fill
from engine.core.sentences import sentence_of, translated
from engine.words import spoken
from engine.words.gathering import gathered
from engine.words.texts import texts

PLACES = ("bot.host", "bot.beliefs", "bot.sandbox", "bot.__main__")
"""The parts of the bot whose refusals are in the command line's catalogue."""


def say(what: str, /, *, group: str = "said", **fields: Any) -> str:
    """One sentence of the catalogue."""
    found = texts("bot.host", spoken())
    return fill(found[group][what], fields, spoken(), found.get("counts", {}))


def worded(said: str | Exception) -> str:
    """A finding or an error in the current language."""
    text = sentence_of(said) if isinstance(said, Exception) else said
    return translated(text, _refusals(spoken()), str, spoken())


@cache
def _refusals(language: str) -> dict[str, Phrase]:
    """All translated refusals and complaints about settings."""
    if language == PSEUDO:
        own = {one: accented(one) for one in gathered(*PLACES)}
    else:
        own = texts("bot.host", language).get("refusals", {})
    return {**every_refusal(language), **own}
