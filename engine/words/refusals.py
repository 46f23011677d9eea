"""What the rules of all titles refuse, in one language."""

from __future__ import annotations

from functools import cache

from engine.titles import title_named, titles
from engine.words.catalogue import catalogue


@cache
def refusals(language: str) -> dict[str, str]:
    """Refusals of all titles together: a pattern means the same wherever it stands."""
    found = dict(catalogue(language).refusals)
    for name in titles():
        found |= catalogue(language, title_named(name).words).refusals
    return found
