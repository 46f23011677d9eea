"""What stands in English beside its rule, said in another language: refusals, and what options are for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.core.phrases import PSEUDO, Phrase
from engine.core.sentences import translated
from engine.titles import title_named, titles
from engine.words.catalogue import catalogue
from engine.words.gathering import gathered
from engine.words.language import spoken
from engine.words.texts import accented


@cache
def refusals(language: str) -> dict[str, Phrase]:
    """Refusals of all titles together: a pattern means the same wherever it stands."""
    if language == PSEUDO:
        return {one: accented(one) for one in (*SHAPES, *gathered("engine"))}
    found = dict(catalogue(language).refusals)
    for name in titles():
        found |= catalogue(language, title_named(name).words).refusals
    return found


SHAPES = ("{why}.", "{why} ({section}).", "{why}: {fact}.", "{why}: {fact} ({section}).")
"""How a reason, its fact and its section make a sentence: these patterns stand in a variable, where nobody gathers."""


def worded(text: str, shown: Callable[[str], str] = str) -> str:
    """A sentence that stands in the code, in the language that is spoken."""
    return translated(text, refusals(spoken()), shown, spoken())
