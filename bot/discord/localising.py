"""What Discord itself shows of commands: said in every language there are words in, beside English."""

from __future__ import annotations

from collections.abc import Callable

import discord
from discord import app_commands

from bot.discord.reply import cut
from engine.core.phrases import ENGLISH
from engine.words import language_for, speaking

MOST = 100
"""Characters of a description, and of the name of a choice."""
Text = Callable[[], str]
"""A text of the catalogue, in whatever language is spoken."""


def localised(said: Text) -> app_commands.locale_str:
    """A text that discord.py has translated when it registers the commands."""
    return app_commands.locale_str(cut(said(), MOST), said=said)


def translates() -> bool:
    """Is there a language of Discord, beside English, in which the catalogue has words?"""
    return any(language_for(str(locale)) != ENGLISH for locale in discord.Locale)


class Localiser(app_commands.Translator):
    """Says such texts in the languages of Discord for which the catalogue has words."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text; nothing where it is as in English, or the name of a command, which is the same everywhere."""
        said: Text | None = string.extras.get("said")
        language = language_for(str(locale))
        if said is None or language == ENGLISH:
            return None
        with speaking(language):
            found = cut(said(), MOST)
        return found if found != string.message else None
