"""A language that the bot learns for a test, as far as the test needs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest

import bot.catalogue
from bot.rulebook.everyday import _empty_words, _everyday, _known, _phrases, _weights
from bot.rulebook.facts import _facts
from bot.rulebook.statements import _ledger
from engine.core.phrases import ENGLISH
from engine.words import catalogue, refusals
from engine.words.catalogue import own_words
from engine.words.texts import own_texts, texts

CACHES = (
    texts,
    own_words,
    catalogue,
    refusals,
    bot.catalogue.refusals,
    _ledger,
    _everyday,
    _empty_words,
    _known,
    _phrases,
    _weights,
    _facts,
)


@contextmanager
def learned(language: str, words: dict[str, dict[str, Any]]) -> Iterator[None]:
    """Its words, by the package whose catalogue would hold them; everything else stays English."""

    def found(package: str, asked: str) -> dict[str, Any] | None:
        return words.get(package) if asked == language else own_texts(package, asked)

    with pytest.MonkeyPatch.context() as patch:
        for module in ("texts", "missing"):
            patch.setattr(f"engine.words.{module}.own_texts", found)
        for module in ("language", "catalogue"):
            patch.setattr(import_module(f"engine.words.{module}"), "languages", lambda: [ENGLISH, language])
        try:
            yield
        finally:
            for cache in CACHES:
                cache.cache_clear()
