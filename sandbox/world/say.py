"""What the page says, in the language of the browser: from a file a language, with English where it is silent."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

ENGLISH = "en"
_ASKED = re.compile(r"([A-Za-z]{2,8})(-[A-Za-z]{2})?[^,]*")
Words = dict[str, dict[str, str]]


def language_of(accepted: str) -> str:
    """The first language that a browser accepts and there is a file for."""
    for code, region in _ASKED.findall(accepted):
        for name in (f"{code.lower()}{region.upper()}", code.lower()):
            if _file(name):
                return name
    return ENGLISH


@cache
def words(language: str) -> Words:
    """All texts of the page."""
    english = _file(ENGLISH)
    own = _file(language)
    return {section: texts | own.get(section, {}) for section, texts in english.items()}


@cache
def _file(language: str) -> Words:
    path = files("sandbox") / "words" / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def page(template: str, language: str) -> str:
    """The page's HTML with its texts, those that its scripts say included."""
    found = words(language)
    told = {name: escape(text) for name, text in found["html"].items()}
    # A text must not end the element in which it stands.
    script = json.dumps(found["script"], ensure_ascii=False).replace("<", "\\u003c")
    return Template(template).substitute(told, language=language, script=script)


def translated(node: Any, language: str) -> Any:
    """Commands as a client shows them, their descriptions and choices in a language if they are registered in it."""
    if isinstance(node, list):
        return [translated(one, language) for one in node]
    if not isinstance(node, dict):
        return node
    plain = {name: translated(value, language) for name, value in node.items() if not name.endswith("_localizations")}
    # Commands and options are typed by the name that they have in every language.
    shown = ("name",) if "value" in node else ("description",)
    own = {name: (node.get(f"{name}_localizations") or {}).get(language) for name in shown}
    return plain | {name: text for name, text in own.items() if text}
