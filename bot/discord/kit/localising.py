"""Translations of what Discord itself shows about commands, in every language of the catalogue."""

from __future__ import annotations

from collections.abc import Callable

import discord
from discord import app_commands

from bot.discord.kit.reply import cut
from engine.core.phrases import ENGLISH
from engine.words import language_for, using_language

MOST = 100
"""The most characters in a description, and in the name of a choice."""
Text = Callable[[], str]
"""A text of the catalogue in the current language."""


def localised(said: Text) -> app_commands.locale_str:
    """A text that discord.py translates when it registers the commands."""
    return app_commands.locale_str(cut(said(), MOST), said=said)


class Localiser(app_commands.Translator):
    """Translates such texts into the catalogue's languages."""

    def __init__(self) -> None:
        self.languages = {locale: language_for(str(locale)) for locale in discord.Locale}

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The translated text; None if it is the same as in English."""
        language = self.languages[locale]
        if language == ENGLISH:
            return None
        said: Text = string.extras["said"]
        with using_language(language):
            found = cut(said(), MOST)
        return found if found != string.message else None
