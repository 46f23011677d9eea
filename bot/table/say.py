"""The table's own sentences, and the names of people made fit for a channel."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from bot.table.given import name
from bot.table.plain import name_of


@cache
def _words(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((files("bot.table") / "words" / f"{language}.toml").read_text(encoding="utf-8"))


def say(what: str, /, *, group: str = "said", language: str = "en", **fields: Any) -> str:
    """One sentence of the catalogue."""
    return _words(language)[group][what].format(**fields)


def refusals(language: str = "en") -> dict[str, str]:
    """What the table refuses, as a language says it: by the English pattern, which for English itself is enough."""
    return _words(language).get("refusals", {})


def clean_name(given: str) -> str:
    """A person's name as one short line that pings, formats and links nothing."""
    return name_of(name(given)) or "Player"


def unlike(called: str, others: list[str]) -> str:
    """The name, with a number where somebody else at the table is called the same."""
    taken = {other.casefold() for other in others}
    found, number = called, 2
    while found.casefold() in taken:
        found, number = f"{called[:28]} {number}", number + 1
    return found
