"""Settings on Discord: as options of a command, and in words, with the default and the current value marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from bot.catalogue import TABLE
from bot.discord.kit.command import Option, Typed, choices
from bot.discord.kit.press import Press
from bot.discord.kit.reply import Pick, Select
from bot.discord.kit.say import about, say, words
from bot.errors import Stale
from bot.safe_text import escaped
from bot.table.ground.settings import (
    GAME,
    SERVER_SETTINGS,
    TABLE_SETTINGS,
    WISHES,
    Setting,
)


@dataclass(frozen=True)
class Listing:
    """The first value is the default."""

    values: tuple[Any, ...]
    label: Callable[[Any], str]

    @classmethod
    def of(cls, default: Any, values: Iterable[Any], label: Callable[[Any], str]) -> Listing:
        """The default, then the other values offered."""
        return cls(tuple(dict.fromkeys((default, *values))), label)

    def select(self, now: Any, press: Callable[[str], Press]) -> Select:
        """The values as a select; `press` sets one."""
        picks = [
            Pick(self.label(one), press(str(one)), self._mark(place, one, now)) for place, one in enumerate(self.values)
        ]
        return Select(say("now_is", group="options", value=self.label(now)), tuple(picks))

    def chosen(self, text: str) -> Any:
        """The value that a list sends as this text."""
        for value in self.values:
            if str(value) == text:
                return value
        raise Stale(say("old_button"))

    def line(self, name: str, now: Any) -> str:
        """The current value, in bold if it is not the default."""
        sentence = "usual" if now == self.values[0] else "chosen"
        return say(sentence, group="options", name=name, value=self.label(now))

    def _mark(self, place: int, value: Any, now: Any) -> str:
        if value == now:
            return say("is_now" if place else "is_now_default", group="options")
        return "" if place else say("is_default", group="options")


@dataclass(frozen=True)
class Settings:
    """Settings of one kind of owner, the group of the catalogue with their names, and the command that sets them."""

    known: Mapping[str, Setting]
    group: str
    command: str

    def name(self, name: str) -> str:
        """A setting in words."""
        return str(words()[self.group]["names"][name])

    def listing(self, name: str) -> Listing:
        """Its values."""
        one = self.known[name]
        return Listing(one.values or (one.default,), partial(said, one))

    def menu(self, name: str) -> Listing:
        """The same if it has a menu; a button may be older than the bot."""
        if name not in self.menus:
            raise Stale(say("old_button"))
        return self.listing(name)

    def explained(self, name: str, option: str = "") -> str:
        """Its name and what it does, as its option says."""
        option = option or self.known[name].option
        return say("setting", group="options", name=self.name(name), about=about(self.command, option))

    @property
    def menus(self) -> list[str]:
        """Those with a menu."""
        return [name for group in self.groups().values() for name in group if self.known[name].values]

    def groups(self) -> dict[str, list[str]]:
        """Those with options, by the key of their heading."""
        groups: dict[str, list[str]] = {}
        for one in self.known.values():
            if not one.by_command:
                groups.setdefault(one.group, []).append(one.name)
        return groups

    def lines(self, now: Mapping[str, Any]) -> list[str]:
        """All values under their headings."""
        lines: list[str] = []
        for group, names in self.groups().items():
            lines.append(say("group", group="options", heading=words()["settings"]["groups"][group]))
            lines += [self.listing(name).line(self.name(name), now[name]) for name in names]
        return lines

    def picks(self, now: Mapping[str, Any], press: Callable[[str], Press]) -> tuple[Pick, ...]:
        """Those with a menu, for a list to choose one from; `press` shows one's values."""
        return tuple(Pick(self.name(one), press(one), said(self.known[one], now[one])) for one in self.menus)


GAMES = Settings(TABLE_SETTINGS, "settings", "game settings")
SERVERS = Settings(SERVER_SETTINGS, "settings", "game server")
PEOPLE = Settings(WISHES, "preferences", "preferences")


def said(setting: Setting, value: Any) -> str:
    """A setting's value in words."""
    if isinstance(value, bool):
        return say("yes" if value else "no")
    if setting.choices:
        return str(words()["choices"][setting.name][value])
    if isinstance(value, str):
        return escaped(value) if value else say("none")
    if not setting.unit:
        return str(value)
    if setting.step == 1:
        return say(setting.unit, group="options", number=value)
    hours = {"hours": f"{value / setting.step:g}", "number": value // setting.step}
    return say(setting.unit, group="options", **hours) if value else say("none")


# --- as options


def options_of(settings: Mapping[str, Setting]) -> tuple[Option, ...]:
    """The options that change settings."""
    return tuple(
        Option(
            setting.option,
            type(setting.default),
            choices=choices(setting.name, setting.choices),
            low=None if setting.low is None else setting.low // setting.step,
            high=None if setting.high is None else setting.high // setting.step,
        )
        for setting in settings.values()
        if not setting.by_command
    )


def changes_of(settings: Mapping[str, Setting], given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of which the options were given."""
    named = {one.name: given[one.option] for one in settings.values() if given.get(one.option) is not None}
    return {name: value if settings[name].step == 1 else value * settings[name].step for name, value in named.items()}


def setting_options(settings: Mapping[str, Setting]) -> Typed:
    """An annotation: the parameter gets the settings to change, each of which has its own option."""
    return Typed(each=options_of(settings), read=partial(changes_of, settings))


# --- their words


def check_words() -> None:
    """Refuse to start if a setting lacks words, before somebody opens a menu with it."""
    if lacking := [key for owner in (GAMES, SERVERS, PEOPLE) for key in _lacking(owner)]:
        raise LookupError(f"settings without words: {', '.join(lacking)}")


def _lacking(owner: Settings) -> Iterable[str]:
    known = words("en")
    for setting in owner.known.values():
        if setting.by_command:
            continue
        paths = [(owner.group, "names", setting.name), ("commands", owner.command, "options", setting.option)]
        paths += [("choices", setting.name, value) for value in setting.choices]
        paths += [("options", setting.unit)] if setting.unit else []
        paths += [("settings", "groups", setting.group)] if owner is not PEOPLE else []
        yield from (".".join(path) for path in paths if not _has(known, path))
        if setting.widens and GAME in setting.of and not _has(TABLE.words("en"), ("widened", setting.name)):
            yield f"widened.{setting.name}"


def _has(known: Any, path: Iterable[str]) -> bool:
    for key in path:
        below = cast("Mapping[str, Any]", known if isinstance(known, Mapping) else {})
        if key not in below:
            return False
        known = below[key]
    return True
