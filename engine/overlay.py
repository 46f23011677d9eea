"""A title as 18xx.games plays it: a second title made from the rulebook's, with what the site reads otherwise replaced.

A table chooses all of the site's readings or none. Each used to be an option of its own, so a game begun then may have
some of them on: it is played by the overlay too, and keeps a list of those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.core.errors import Unreadable
from engine.core.position import Position
from engine.core.sentences import because
from engine.title import Option, Title, choose

RULEBOOK, SITE = "rulebook", "18xx.games"
RULES = Option(
    "rules",
    (RULEBOOK, SITE),
    "18xx.games decides some points differently. Choose it if you know the game from there, or want to move it there.",
)
READINGS = "readings"
"""Under this name an older game that has only some of the readings on stores which, with spaces between them."""


def on(p: Position, reading: str) -> bool:
    """Does this game follow this reading of the site?"""
    mix = p.s.options.get(READINGS)
    return mix is None or reading in mix.split()


def on_site(p: Position) -> bool:
    """Does this game go by all that the site reads otherwise, and not by some readings that an older one chose?"""
    return READINGS not in p.s.options


def site_first(options: tuple[Option, ...], usual: Mapping[str, str]) -> tuple[Option, ...]:
    """The same options with the site's values as defaults."""
    first = {RULES.name: SITE, **usual}
    return tuple(
        replace(one, values=tuple(dict.fromkeys((first.get(one.name, one.values[0]), *one.values)))) for one in options
    )


@dataclass(frozen=True)
class Overlay:
    """A title by both sets of rules."""

    native: Title
    title: Title
    """As the site plays it."""
    readings: tuple[Option, ...]
    """What the site plays differently: the rulebook's value and the site's, as older games store them."""
    remembers: tuple[str, ...] = ()
    """What of the title's own part of the state only the site's rules need."""
    today: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What a new game by the site's rules has in its setup; an older game lacks it, also when it is replayed."""

    @property
    def other_options(self) -> tuple[Option, ...]:
        """What can be chosen in addition to the site's readings, or has another default with them."""
        return tuple(one for one in self.title.options if one not in self.native.options and one.name != RULES.name)

    def stored(self, options: Mapping[str, str]) -> dict[str, str]:
        """All options of a stored game in today's form, from those of any version."""
        if READINGS in options:
            return self._mixed(options)
        if RULES.name in options:
            return (self.title if options[RULES.name] == SITE else self.native).chosen(options)
        return self._from_single_options(options)

    def _mixed(self, options: Mapping[str, str]) -> dict[str, str]:
        known = [one.name for one in self.readings]
        for name in options[READINGS].split():
            if name not in known:
                raise Unreadable(because("{id} has no rule option {name!r}.", id=self.native.id, name=name))
        rest = {name: value for name, value in options.items() if name != READINGS}
        return {**self.title.chosen(rest), READINGS: options[READINGS]}

    def _from_single_options(self, options: Mapping[str, str]) -> dict[str, str]:
        usual = {one.name: one.values[0] for one in self.native.options}
        before = choose(self.native.id, (*self.title.options, *self.readings), {**usual, **options})
        switched = [one.name for one in self.readings if before[one.name] == one.values[1]]
        if not switched and all(before[one.name] in one.values for one in self.native.options):
            return {one.name: before[one.name] for one in self.native.options}
        kept = {one.name: before[one.name] for one in self.title.options} | {RULES.name: SITE}
        single = [one.name for one in self.readings if one.name not in kept]
        if all(name in switched for name in single):
            return kept
        return {**kept, READINGS: " ".join(name for name in single if name in switched)}
