"""Checks a whole title when it is registered: one sentence for each thing that is missing, unknown or never read."""

from __future__ import annotations

from engine.check import begin, rules, sheets, words
from engine.check.code import own_code
from engine.core.errors import IncompleteTitle
from engine.title import Title


def check(*titles: Title, every_option: bool = False) -> None:
    """Raise unless a title is complete. A title and its overlay share a folder and words: they are checked together."""
    found = faults(*titles, every_option=every_option)
    if found:
        raise IncompleteTitle(titles[0].id, found)


def faults(*titles: Title, every_option: bool = True) -> list[str]:
    """Everything that is wrong, a sentence each; sheets are read with the default options, or with every option."""
    code = own_code(*titles)
    found: list[str] = []
    for title in titles:
        found += [*rules.faults(title, code), *words.faults(title, titles, code)]
    for title in titles if every_option else titles[:1]:
        usual = title.chosen({})
        others = [usual | {option.name: value} for option in title.options for value in option.values[1:]]
        for options in (usual, *others) if every_option else (usual,):
            found += sheets.faults(title, options)
    if not found:  # Setting up a game with something missing would only report it again, and less clearly.
        found += [fault for title in (titles if every_option else titles[:1]) for fault in begin.faults(title)]
    return list(dict.fromkeys(found))
