"""Sentences of the rules that can be translated: an English pattern, and what fills its fields.

The pattern is the key under which a catalogue of words holds the same sentence in its language (`[refusals]`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from engine.core.phrases import ENGLISH, Phrase, fill, is_plain

Stored = str | dict[str, Any]
"""A sentence as it is stored: a text, or the pattern (`says`) with what fills its fields (`of`)."""


class Sentence(str):
    """The English sentence, with what it was made of."""

    __slots__ = ("fields", "pattern")
    pattern: str
    fields: dict[str, Any]


def pattern(text: str) -> str:
    """A pattern that is kept for later: it marks the text for those who gather what a language has to say."""
    return text


def because(pattern: str, /, **fields: Any) -> Sentence:
    """A sentence from a pattern: `because("{company} has no train", company="SP")`; for several, `{names:list}`."""
    # Rules refuse by the thousand what nobody reads: the usual pattern is filled in without a detour.
    found = Sentence(pattern.format(**fields) if is_plain(pattern) else fill(pattern, fields))
    found.pattern, found.fields = pattern, fields
    return found


def encode_sentence(text: str) -> Stored:
    """A sentence as plain data, so that it can be worded for a later reader."""
    if not isinstance(text, Sentence) or not text.fields:
        return str(text)
    return {"says": text.pattern, "of": {name: _plain(value) for name, value in text.fields.items()}}


def _plain(value: Any) -> Any:
    if isinstance(value, Exception):
        value = sentence_of(value)
    if isinstance(value, str):
        return encode_sentence(value)
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in cast("Sequence[Any]", value)]
    return value if isinstance(value, (int, float)) else str(value)


def decode_sentence(stored: Stored) -> str:
    """The sentence again; one stored by an older program is English for every reader."""
    if isinstance(stored, str):
        return stored
    return because(stored["says"], **{name: _sentences(value) for name, value in stored["of"].items()})


def _sentences(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_sentences(one) for one in cast("list[Any]", value))
    return decode_sentence(cast("dict[str, Any]", value)) if isinstance(value, dict) else value


def translated(
    text: str, patterns: Mapping[str, Phrase], shown: Callable[[str], str] = str, language: str = ENGLISH
) -> str:
    """The same in the language of the patterns; what they do not have stays English.

    `shown` is what becomes of the words that fill fields.
    """
    if not isinstance(text, Sentence):
        return fill(patterns[text], {}, language) if text in patterns else text
    fields = {name: _inner(value, patterns, shown, language) for name, value in text.fields.items()}
    return fill(patterns.get(text.pattern, text.pattern), fields, language)


def _inner(value: Any, patterns: Mapping[str, Phrase], shown: Callable[[str], str], language: str) -> Any:
    """A sentence within a sentence is translated as well: why a file cannot be read, say."""
    if isinstance(value, Exception):
        value = sentence_of(value)
    if isinstance(value, (list, tuple)):
        return [_inner(one, patterns, shown, language) for one in cast("Sequence[Any]", value)]
    if isinstance(value, Sentence) or (isinstance(value, str) and value in patterns):
        return translated(value, patterns, shown, language)
    return shown(value) if isinstance(value, str) else value


def sentence_of(error: Exception) -> str:
    """What an error says to a person, as it was made: `str(error)` forgets what it was made of."""
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)
