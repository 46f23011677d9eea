"""Every word that players see, from one catalogue a language: sentences for events, labels for moves."""

from engine.words.catalogue import CommandWords, catalogue, languages
from engine.words.commands import all_commands, commands
from engine.words.refusals import refusals
from engine.words.speak import Words

__all__ = ["CommandWords", "Words", "all_commands", "catalogue", "commands", "languages", "refusals"]
