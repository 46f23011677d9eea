"""Refusals and descriptions of options, whose English is in the code, in other languages."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.core.naming import SLOT, VERB, key
from engine.core.phrases import ENGLISH, PSEUDO, Phrase, accented
from engine.core.sentences import translated
from engine.titles import title_named, titles
from engine.words.catalogue import catalogue
from engine.words.gathering import english_sentences
from engine.words.language import current_language


@cache
def refusals(language: str) -> dict[str, Phrase]:
    """Refusals of all titles together: a pattern means the same wherever it stands."""
    found: dict[str, Phrase] = {}
    for name in titles():
        words = catalogue(language, title_named(name).words)
        found |= {**words.colors, **words.presidents, **words.refusals}
        found |= {key(name, VERB, verb): said for verb, said in words.verbs.items()}
        found |= {key(name, SLOT, slot): said for slot, said in words.slots.items()}
        if language != ENGLISH:
            # A choice is called by its name there; in English by what is typed for it.
            found |= {name: label for one in words.values.values() for name, label in one.items() if "{" not in label}
    return found | {one: accented(one) for one in english()} if language == PSEUDO else found


@cache
def english() -> list[str]:
    """Everything that another language may translate: what the code refuses."""
    return english_sentences("engine")


def refusal_text(text: str, shown: Callable[[str], str] = str) -> str:
    """A sentence from the code, in the language that is spoken."""
    return translated(text, refusals(current_language()), shown, current_language())
