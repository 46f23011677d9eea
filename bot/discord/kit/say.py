"""The bot's own sentences, one catalogue per language."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.catalogue import DISCORD, MENU, TABLE, refusals
from bot.safe_text import SafeText
from engine.core.phrases import Phrase
from engine.core.sentences import sentence_of, translated
from engine.words import current_language

words = DISCORD.words
say = DISCORD.say
ENDS = ".*~"
"""What ends a line, with the marks of what is bold or struck through."""


def each_once(lines: Iterable[str]) -> list[str]:
    """Equal lines one after another as one, with how often it happened before its full stop."""
    counted = [(line, len(list(same))) for line, same in groupby(lines)]
    return [_said_often(line, number) if number > 1 else line for line, number in counted]


def _said_often(line: str, number: int) -> str:
    said = line.rstrip(ENDS)
    return say("several_times", line=said, number=number) + line[len(said) :]


def error_text(error: Exception) -> str:
    """An error's sentence in the current language, with anything people typed made harmless."""
    return translated(sentence_of(error), every_refusal(current_language()), SafeText, current_language())


def every_refusal(language: str) -> dict[str, Phrase]:
    """All translated refusals: of every title's rules, of the table and of the bot."""
    return refusals(language, TABLE, MENU, DISCORD)


def about(command: str, option: str = "") -> str:
    """The description of a command or of one of its options."""
    found = words()["commands"][command]
    return str(found["options"][option] if option else found["about"])
