"""List what a language lacks: `python -m bot words LANGUAGE`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot import rulebook
from bot.catalogue import DISCORD, HOST, MENU, ROBOTS, TABLE
from bot.host.say import say
from engine.titles import title_named, titles
from engine.words.gathering import english_sentences
from engine.words.missing import Place, compared
from engine.words.refusals import english


def places(language: str) -> Iterator[Place]:
    """Every file of a language, with what it lacks; refusals are in the file of the part with their code."""
    yield compared("engine", language, english())
    for name in titles():
        yield compared(title_named(name).words, language, elsewhere=rulebook.english(name))
    for part in (TABLE, MENU, ROBOTS, DISCORD, HOST):
        yield compared(part.package, language, tuple(english_sentences(*part.places)))
    yield compared("sandbox", language)


def listed(language: str) -> Iterator[str]:
    """The list, for a terminal."""
    for place in places(language):
        path = f"{place.package.replace('.', '/')}/words/{language}.toml"
        line = partial(say, group="words")
        yield line("place", path=path, missing=len(place.missing), outdated=len(place.outdated))
        if place.quoted:
            yield line("quoted", count=place.quoted)
        yield from (line("missing", key=key, text=text) for key, text in place.missing.items())
        yield from (line("outdated", key=key) for key in place.outdated)
        yield from (line("unknown", key=key) for key in place.unknown)
