"""The commands for moves: the ordinary ones of every game, and those of some games only."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.title import Title
from engine.words.catalogue import Catalogue, CommandWords, catalogue
from engine.words.language import current_language


def commands(title: Title, language: str = "") -> dict[str, CommandWords]:
    """The commands of one title: as its words declare them, and one for each verb that no declaration names."""
    words, by_name = catalogue(language or current_language(), title.words), dict[str, CommandWords]()
    for name, declared in words.commands.items():
        verbs = [verb for verb in declared.verbs if verb in title.verbs]
        if verbs:
            by_name[name] = replace(declared, verbs=verbs)
    named = {verb for one in by_name.values() for verb in one.verbs}
    for verb in title.verbs:
        if verb not in named:
            name = verb.replace("_", "-")
            own = CommandWords(about=_label(words, verb), verbs=[verb])
            by_name[name] = by_name[name].with_more(own) if name in by_name else own
    return by_name


def ordinary_commands(titles: Iterable[Title], language: str = "") -> dict[str, CommandWords]:
    """The usual commands that the engine's own words declare, with what the titles add to them: none adds another."""
    ordinary = _ordinary(language)
    by_name = {name: CommandWords() for name in ordinary}
    for title in titles:
        for name, one in commands(title, language).items():
            if name in by_name:
                by_name[name] = by_name[name].with_more(one)
    for name, one in by_name.items():
        one.about = ordinary[name].about
    return {name: one for name, one in by_name.items() if one.verbs}


def special_commands(title: Title, language: str = "") -> dict[str, CommandWords]:
    """The commands of a title that are not among them: its own ones first, then those that every title has."""
    ordinary = _ordinary(language)
    found = {name: one for name, one in commands(title, language).items() if name not in ordinary}
    return dict(sorted(found.items(), key=lambda pair: pair[1].seldom))


def _ordinary(language: str) -> dict[str, CommandWords]:
    """What the engine's own words declare, without the rare ones."""
    declared = catalogue(language or current_language()).commands
    return {name: one for name, one in declared.items() if not one.seldom}


def _label(words: Catalogue, verb: str) -> str:
    label = words.verbs.get(verb, verb.replace("_", " "))
    return label[:1].upper() + label[1:]
