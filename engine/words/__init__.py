"""Every word that players see, from one catalogue a language: sentences for events, labels for moves."""

from engine.words.catalogue import catalogue, languages
from engine.words.speak import Words

__all__ = ["Words", "catalogue", "languages"]
