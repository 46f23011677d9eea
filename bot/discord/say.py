"""Every sentence of the bot itself, from one catalogue a language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def words(language: str = "en") -> dict[str, Any]:
    """The whole catalogue."""
    return tomllib.loads((files("bot.discord") / "words" / f"{language}.toml").read_text(encoding="utf-8"))


def say(what: str, /, *, group: str = "said", language: str = "en", **fields: Any) -> str:
    """One sentence of the catalogue."""
    return str(words(language)[group][what]).format(**fields)


def about(command: str, option: str = "") -> str:
    """What a command, or one of its options, is for."""
    found = words()["commands"][command]
    return str(found["options"][option] if option else found["about"])
