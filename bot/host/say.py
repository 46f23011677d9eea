"""The command line's sentences, in the terminal's language."""

from __future__ import annotations

from bot.catalogue import DISCORD, HOST, MENU, TABLE, refusals
from engine.core.sentences import sentence_of, translated
from engine.words import current_language

say = HOST.say


def finding_text(said: str | Exception) -> str:
    """A finding or an error in the current language."""
    text = sentence_of(said) if isinstance(said, Exception) else said
    return translated(text, refusals(current_language(), TABLE, MENU, DISCORD, HOST), str, current_language())
