"""What can be chosen for a game, in words: the options of a title with their values, group by group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from engine.core.phrases import fill
from engine.overlay import READINGS
from engine.title import Option, Title
from engine.titles import overlay_of
from engine.words.catalogue import OptionWords, catalogue
from engine.words.language import current_language
from engine.words.refusals import refusal_text
from engine.words.speak import Words


def title_line(title: Title) -> str:
    """A title as somebody sees it who chooses one: for how many players, how long, how difficult."""
    language, (low, high) = current_language(), title.players
    words = catalogue(language)
    said = {name: words.values[name][value] for name, value in asdict(title.suits).items()}
    return fill(words.texts["title"], {"name": title.name, "low": low, "high": high, **said}, language)


@dataclass(frozen=True)
class OptionTexts:
    """The options of a title in the language that is spoken."""

    title: Title

    @property
    def groups(self) -> dict[str, list[Option]]:
        """Headings, each with its options."""
        headings = catalogue(current_language(), self.title.words).option_groups
        found = {group: [one for one in self.title.options if self._of(one.name).group == group] for group in headings}
        return {headings[group]: options for group, options in found.items() if options}

    def name(self, option: str) -> str:
        """What an option is called."""
        return catalogue(current_language()).names[READINGS] if option == READINGS else self._of(option).name

    def value(self, option: str, value: str) -> str:
        """What one of its values means."""
        return self._readings(value.split()) if option == READINGS else self._of(option).values.get(value, value)

    def option(self, text: str) -> Option | None:
        """An option by its id or its name."""
        asked = text.strip().casefold()
        ways = {one.name: (one.name.casefold(), self.name(one.name).casefold()) for one in self.title.options}
        return next((one for one in self.title.options if asked in ways[one.name]), None)

    def find_value(self, option: Option, text: str) -> str | None:
        """A value by its id or its words."""
        asked = text.strip().casefold()
        ways = {one: (one.casefold(), self.value(option.name, one).casefold()) for one in option.values}
        return next((one for one in option.values if asked in ways[one]), None)

    def unusual(self, chosen: Mapping[str, str], usual: Mapping[str, str]) -> list[tuple[str, str]]:
        """What was chosen differently from the default, with its name."""
        return [(self.name(one), self.value(one, value)) for one, value in chosen.items() if value != usual.get(one)]

    def _of(self, option: str) -> OptionWords:
        return catalogue(current_language(), self.title.words).options.get(option) or OptionWords(name=option)

    def _readings(self, names: list[str]) -> str:
        """The questions on which an older game follows the site's reading."""
        overlay = overlay_of(self.title.id)
        known = {one.name: refusal_text(one.about) for one in overlay.readings} if overlay else {}
        return " ".join(known.get(name, name) for name in names)


def power_of(words: Words, private: str) -> str:
    """What a private company does, under the options of a game."""
    return words.phrase(words.words.privates.get(private, ""), words.view.options)
