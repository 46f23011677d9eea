"""The texts of a place in a language: one file, with English where a sentence is missing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, cast

from engine.core.errors import Damaged
from engine.core.phrases import ENGLISH, PSEUDO, accented
from engine.core.sentences import because

_LANGUAGE = re.compile(r"[a-z]{2,8}(-[A-Z]{2})?")
Texts = dict[str, Any]
TO_READER = (("your_events", "events"), ("your_decisions", "decisions"))
"""Sentences said to whoever reads, and those that say the same about them."""


@cache
def texts(package: str, language: str) -> Texts:
    """The texts of a place in a language, with English for what is missing; empty if it has none."""
    english = own_texts(package, ENGLISH) or {}
    if language == ENGLISH:
        return english
    if language == PSEUDO:
        return cast("Texts", marked(english))
    spoken = own_texts(package, language) or {}
    both = merged(english, spoken)
    for to_reader, about in TO_READER:
        # What a language says about somebody comes before what only English says to them.
        alien = spoken.get(about, {}).keys() - spoken.get(to_reader, {}).keys()
        both[to_reader] = {name: said for name, said in both.get(to_reader, {}).items() if name not in alien}
    return both


@cache
def own_texts(package: str, language: str) -> Texts | None:
    """The one file of a place and language, if there is one."""
    if not _LANGUAGE.fullmatch(language):
        return None
    path = files(package) / "words" / f"{language}.toml"
    if not path.is_file():
        return None
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as e:
        raise Damaged(because("The sheet {where} cannot be read: {e}.", where=f"words/{language}.toml", e=e)) from e


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> Texts:
    """Two files as one: entries of the upper one win."""
    both = dict(below)
    for name, value in above.items():
        under = both.get(name)
        if isinstance(value, Mapping) and isinstance(under, Mapping):
            both[name] = merged(cast("Mapping[str, Any]", under), cast("Mapping[str, Any]", value))
        else:
            both[name] = value
    return both


def marked(node: Any) -> Any:
    """All texts of a file in the pseudo-language; `on` names a field and is not a text."""
    if isinstance(node, str):
        return accented(node)
    if isinstance(node, Mapping):
        found = cast("Mapping[str, Any]", node).items()
        return {name: value if name == "on" and isinstance(value, str) else marked(value) for name, value in found}
    return node
