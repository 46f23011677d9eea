"""Every sentence of the bot itself, from one catalogue a language."""

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
"""Whose sentences stand in Discord's file of words."""


def words(language: str = "") -> dict[str, Any]:
    """The whole catalogue, in the language that is spoken."""
    return texts("bot.discord", language or spoken())


def say(what: str, /, *, group: str = "said", **fields: Any) -> str:
    """One sentence of the catalogue."""
    found = words()
    return fill(found[group][what], fields, spoken(), found.get("counts", {}))


def worded(error: Exception) -> str:
    """What an error says to a person; what somebody typed does nothing in it but stand there."""
    return translated(sentence_of(error), every_refusal(spoken()), Plain, spoken())


@cache
def every_refusal(language: str) -> dict[str, Phrase]:
    """All refusals, of the rules of every title, of the table and of the bot, as the language says them."""
    if language == PSEUDO:
        own = {one: accented(one) for one in gathered(*PLACES)}
    else:
        own = texts("bot.discord", language).get("refusals", {})
    return {**refusals(language), **refusals_of_the_table(language), **own}


def about(command: str, option: str = "") -> str:
    """What a command, or one of its options, is for."""
    found = words()["commands"][command]
    return str(found["options"][option] if option else found["about"])
