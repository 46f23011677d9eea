"""Everyday questions: which entry somebody means, whatever words they use, and its answer for a game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import chain
from math import log

from msgspec import Struct

from bot.rulebook.facts import Setting, facts
from engine.core.phrases import fill
from engine.titles import title_named
from engine.words import catalogue, current_language
from engine.words.catalogue import EverydayWords

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?%?")
TOPIC = 0.15
"""What a word of a question counts that an entry has, beside the words of a way to ask for it."""
ALIKE = 0.8
"""How much a word may differ from one that is known, as `difflib` counts it."""
LONG_ENOUGH = 4
"""Letters of a word from which on it may be misspelt, or be the beginning of another."""


class Entry(Struct, frozen=True):
    """A question that newcomers ask."""

    key: str
    name: str
    asked: tuple[tuple[str, ...], ...]
    """The ways to ask it, each as the words that count."""
    topics: frozenset[str]
    """The words of all of them."""


def answer(setting: Setting, key: str) -> str:
    """What an entry says, with the numbers of the game."""
    language = current_language()
    return fill(_entries(setting.title, language)[key].says, facts(setting), language)


def entry_named(title: str, text: str) -> Entry | None:
    """The entry with this name."""
    return next((one for one in everyday(title) if one.name.casefold() == text.strip().casefold()), None)


def everyday(title: str) -> tuple[Entry, ...]:
    """All entries of a title, in the current language."""
    return _everyday(title, current_language())


@cache
def _everyday(title: str, language: str) -> tuple[Entry, ...]:
    return tuple(_entry(key, one, language) for key, one in _entries(title, language).items())


def _entry(key: str, one: EverydayWords, language: str) -> Entry:
    ways = tuple(dict.fromkeys(_ways(one, language)))
    return Entry(key, one.name, ways, frozenset(_stem(word) for way in ways for word in way))


def _entries(title: str, language: str) -> dict[str, EverydayWords]:
    """What a title has something to say about."""
    return {
        key: one for key, one in catalogue(language, title_named(title).words).everyday.items() if one.name and one.says
    }


def _ways(one: EverydayWords, language: str) -> Iterator[tuple[str, ...]]:
    for way in (one.name, *one.asked.split(",")):
        if words := telling_words(way, language):
            yield words


def telling_words(text: str, language: str = "") -> tuple[str, ...]:
    """The words of a question that say what is asked; all of them if none does."""
    language = language or current_language()
    plain = text.casefold().replace("’", "'")
    for phrase, word in _phrases(language):
        plain = phrase.sub(word, plain)
    words = tuple(word.removesuffix("'s") for word in _WORD.findall(plain))
    return tuple(word for word in words if word not in _empty_words(language)) or words


@cache
def _phrases(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Several words that say what one says."""
    pairs = (line.partition("=") for line in str(catalogue(language).everyday_parts["same_words"]).split(","))
    return tuple((re.compile(rf"\b{re.escape(many.strip())}\b"), one.strip()) for many, _, one in pairs if many.strip())


@cache
def _empty_words(language: str) -> frozenset[str]:
    return frozenset(str(catalogue(language).everyday_parts["empty_words"]).split())


def ask(title: str, text: str) -> list[Entry]:
    """The entries that a question is about, best first; empty if it is about none of them."""
    language = current_language()
    known = _known(title, language)
    words = [_spelt(word, known) for word in telling_words(text)]
    scores = {one.key: _score(one, words, _weights(title, language)) for one in everyday(title)}
    return sorted((one for one in everyday(title) if scores[one.key]), key=lambda one: -scores[one.key])


@cache
def _known(title: str, language: str) -> frozenset[str]:
    return frozenset(word for one in _everyday(title, language) for way in one.asked for word in way)


@cache
def _weights(title: str, language: str) -> dict[str, float]:
    """How much each word says about what is asked: the more entries have it, the less."""
    entries = _everyday(title, language)
    found = Counter(chain.from_iterable(one.topics for one in entries))
    return {word: 1 + log(len(entries) / count) for word, count in found.items()}


def _stem(word: str) -> str:
    """One share and many shares are the same question."""
    return word.removesuffix("s") if len(word) >= LONG_ENOUGH and not word.endswith("ss") else word


def _spelt(word: str, known: frozenset[str]) -> str:
    """A word of a question as the entries have it, a misspelling put right where one is near enough."""
    plain = word.removesuffix("'s")
    for one in (word, plain, *(plain.removesuffix(end) for end in ("s", "es", "ed", "ing")), f"{plain}s"):
        if one in known:
            return one
    if len(word) < LONG_ENOUGH or not word.isalpha():
        return word
    longer = sorted((one for one in known if one.startswith(word)), key=len)
    return longer[0] if longer else next(iter(get_close_matches(word, sorted(known), 1, ALIKE)), word)


def _score(entry: Entry, words: Sequence[str], weights: Mapping[str, float]) -> float:
    """How well an entry fits: the more the words of a way to ask say, the better; its name fits a little better."""
    asked = {_stem(word) for word in words}
    best = 0.0
    for place, way in enumerate(entry.asked):
        told = {_stem(word) for word in way}
        if asked >= told:
            exact = len(told) == len(asked)
            best = max(best, sum(weights[word] for word in told) + exact * 0.5 + (0.25 if place == 0 else 0.1 / place))
    return best and best + TOPIC * sum(weights[word] for word in asked & entry.topics)
