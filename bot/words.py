"""What a language lacks in all places that say something: `python -m bot words LANGUAGE`."""

from __future__ import annotations

from collections.abc import Iterator

from engine.titles import title_named, titles
from engine.words.gathering import gathered
from engine.words.missing import Place, compared
from engine.words.refusals import english


def places(language: str) -> Iterator[Place]:
    """Every file that a language has or may have, with what it lacks; refusals stand where their code is."""
    yield compared("engine", language, english())
    for name in titles():
        yield compared(title_named(name).words, language)
    yield compared("bot.table", language, tuple(gathered("bot.table", "bot.store")))
    yield compared("bot.discord", language)


def listed(language: str) -> Iterator[str]:
    """The list, as it is read in a terminal."""
    for place in places(language):
        path = f"{place.package.replace('.', '/')}/words/{language}.toml"
        yield f"{path}: {len(place.missing)} missing, {len(place.outdated)} outdated"
        yield from (f"  missing  {key} = {text!r}" for key, text in place.missing.items())
        yield from (f"  outdated {key}" for key in place.outdated)
        yield from (f"  has a field that English has not: {key}" for key in place.unknown)
