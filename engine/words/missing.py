"""What a language lacks, and what it still has but no longer needs: for translators."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from engine.core.phrases import ENGLISH
from engine.words.texts import own_texts

_FIELD = re.compile(r"{(\w+)")
CHOSEN = ("on", "zero", "one", "two", "few", "many", "other")
"""Entries of a phrase with several forms: each language decides which forms it needs."""
RULES = "rules"
"""The statements of a rulebook: a language translates all of them or quotes them in English."""


@dataclass
class Place:
    """A file of a language: what it lacks, by its key, and what it has beyond the English one."""

    package: str
    missing: dict[str, str] = field(default_factory=dict[str, str])
    outdated: list[str] = field(default_factory=list[str])
    unknown: list[str] = field(default_factory=list[str])
    """Texts with a field that the English one does not have: nobody could fill it."""
    quoted: int = 0
    """Statements of a rulebook that the language quotes in English, because it translates none."""


def compared(
    package: str, language: str, english: Sequence[str] = (), elsewhere: Mapping[str, str] | None = None
) -> Place:
    """A place's file of a language beside its English one; `english`: what its code says of its own accord.

    `elsewhere`: by their keys, texts whose English stands in no file of words.
    """
    place, own = Place(package), own_texts(package, language) or {}
    refusals = cast("dict[str, Any]", own.get("refusals", {}))
    wanted = dict(_texts(own_texts(package, ENGLISH) or {})) | dict(elsewhere or {})
    if own and RULES not in own:
        place.quoted = sum(key.startswith(f"{RULES}.") for key in wanted)
        wanted = {key: text for key, text in wanted.items() if not key.startswith(f"{RULES}.")}
    there = dict(_texts({name: table for name, table in own.items() if name != "refusals"}))
    place.missing = {key: text for key, text in wanted.items() if key not in there}
    place.missing |= {f"refusals.{one}": one for one in english if one not in refusals}
    place.unknown = [key for key, text in there.items() if fields(text) - fields(wanted.get(key, text))]
    place.unknown += [one for one, text in refusals.items() if isinstance(text, str) and fields(text) - fields(one)]
    place.outdated = [key for key in there if key not in wanted]
    place.outdated += [f"refusals.{one}" for one in refusals if english and one not in english]
    return place


def fields(text: str) -> set[str]:
    """The names of what is filled into a text."""
    return set(_FIELD.findall(text))


def _texts(node: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Every text by its key; a phrase with several forms is one of them."""
    for name, value in node.items():
        key = f"{above}.{name}" if above else name
        if isinstance(value, Mapping):
            table = cast("Mapping[str, Any]", value)
            forms = [form for form in table if form in CHOSEN]
            if "on" in table or (forms and len(forms) == len(table) and "other" in table and len(table) > 1):
                yield key, str(table.get("other", ""))
            else:
                yield from _texts(table, key)
        elif isinstance(value, str):
            yield key, value
