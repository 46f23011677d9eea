"""Every sentence of the bot itself, from one catalogue a language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from bot.table.plain import Plain
from bot.table.say import refusals as refusals_of_the_table
from engine.core.sentences import sentence_of, translated
from engine.words import refusals


@cache
def words(language: str = "en") -> dict[str, Any]:
    """The whole catalogue."""
    return tomllib.loads((files("bot.discord") / "words" / f"{language}.toml").read_text(encoding="utf-8"))


def say(what: str, /, *, group: str = "said", language: str = "en", **fields: Any) -> str:
    """One sentence of the catalogue."""
    return str(words(language)[group][what]).format(**fields)


def worded(error: Exception, language: str = "en") -> str:
    """What an error says to a person; what somebody typed does nothing in it but stand there."""
    return translated(sentence_of(error), _refusals(language), Plain)


@cache
def _refusals(language: str) -> dict[str, str]:
    """All refusals, of the rules of every title and of the table, as the language says them."""
    return refusals(language) | refusals_of_the_table(language)


def about(command: str, option: str = "") -> str:
    """What a command, or one of its options, is for."""
    found = words()["commands"][command]
    return str(found["options"][option] if option else found["about"])
