"""Every word that players see, from one catalogue a language: sentences for events, labels for moves."""

from engine.words.catalogue import CommandWords, catalogue
from engine.words.commands import all_commands, commands
from engine.words.language import language_for, language_of_terminal, languages, speaking, spoken
from engine.words.refusals import refusals, worded
from engine.words.speak import Words

__all__ = [
    "CommandWords",
    "Words",
    "all_commands",
    "catalogue",
    "commands",
    "language_for",
    "language_of_terminal",
    "languages",
    "refusals",
    "speaking",
    "spoken",
    "worded",
]
