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


def translates() -> bool:
    """Does the catalogue have any of Discord's languages besides English?"""
    return any(language_for(str(locale)) != ENGLISH for locale in discord.Locale)


class Localiser(app_commands.Translator):
    """Translates such texts into the catalogue's languages."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The translated text; None if it is the same as in English, or a command's name, which is never translated."""
        said: Text | None = string.extras.get("said")
        language = language_for(str(locale))
        if said is None or language == ENGLISH:
            return None
        with using_language(language):
            found = cut(said(), MOST)
        return found if found != string.message else None
