"""Every word that players see, from one catalogue per language: sentences for events, labels for moves."""

from engine.words.catalogue import CommandWords, catalogue
from engine.words.commands import commands, ordinary_commands, special_commands
from engine.words.language import current_language, language_for, language_of_terminal, languages, using_language
from engine.words.options import OptionTexts
from engine.words.refusals import refusal_text, refusals
from engine.words.speak import Words

__all__ = [
    "CommandWords",
    "OptionTexts",
    "Words",
    "catalogue",
    "commands",
    "current_language",
    "language_for",
    "language_of_terminal",
    "languages",
    "ordinary_commands",
    "refusal_text",
    "refusals",
    "special_commands",
    "using_language",
]
