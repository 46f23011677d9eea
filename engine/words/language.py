"""Which language is spoken: that of the reader, while something is said to them."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from itertools import pairwise

from engine.core.phrases import ENGLISH, PSEUDO

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def current_language() -> str:
    """The language of the current reader."""
    return _language.get()


@contextmanager
def using_language(language: str) -> Generator[None]:
    """Everything within is said in this language."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


@cache
def languages() -> tuple[str, ...]:
    """Languages with a file of words."""
    found = (one.name.removesuffix(".toml") for one in (files("engine") / "words").iterdir())
    known = (name for name in found if name != SHAPE and (files("engine") / "words" / f"{name}.toml").is_file())
    return tuple(sorted(known))


SHAPE = "shape"
"""The file with what is the same in every language: kinds of fields, verbs of commands."""


def language_for(*wanted: str) -> str:
    """The first of these languages that has words, by itself or without its region; otherwise English."""
    known = [*languages(), PSEUDO]
    for one in wanted:
        for name in (one, one.partition("-")[0]):
            if name in known:
                return name
    return ENGLISH


def language_of_terminal(arguments: Sequence[str]) -> str:
    """The one asked for, or the terminal's: needed before anything is said, even how a command is written."""
    asked = (
        after if one == "--language" else one.removeprefix("--language=")
        for one, after in pairwise([*arguments, ""])
        if one.partition("=")[0] == "--language"
    )
    own = (os.environ.get(name, "").partition(".")[0].replace("_", "-") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return language_for(*filter(None, [*asked, *own]))
