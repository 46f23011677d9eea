"""Settings on Discord: as options of a command, and in words, with the default and the current value marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from bot.catalogue import TABLE
from bot.discord.kit.command import Option, Typed, choices
from bot.discord.kit.custom_ids import SEVERAL
from bot.discord.kit.form import PARTS, Choice, Entry, Field, Line, Sheet, Ticks
from bot.discord.kit.press import Press
from bot.discord.kit.reply import Button
from bot.discord.kit.say import about, say, words
from bot.errors import Refused, Stale
from bot.safe_text import escaped, number
from bot.table.ground.settings import (
    GAME,
    LONGEST_NAME,
    SERVER_SETTINGS,
    TABLE_SETTINGS,
    WISHES,
    Setting,
)


@dataclass(frozen=True)
class Listing:
    """The values of a setting in words. The first one is the default."""

    values: tuple[Any, ...]
    label: Callable[[Any], str]

    @classmethod
    def of(cls, default: Any, values: Iterable[Any], label: Callable[[Any], str]) -> Listing:
        """The default, then the other values offered."""
        return cls(tuple(dict.fromkeys((default, *values))), label)

    def choice(self, name: str, now: Any, about: str = "") -> Choice:
        """The values as a field of a form, with the one that holds now, even if it is not offered."""
        usual, values = self.values[0], tuple(dict.fromkeys((*self.values, now)))
        if all(type(one) is int for one in values):
            values = tuple(sorted(values))
        entries = [
            Entry(self.label(one), str(one), say("is_default", group="options") if one == usual else "")
            for one in values
        ]
        return Choice(name, entries, str(now), about)

    def chosen(self, text: str, now: Any) -> Any:
        """The value that a form sends as this text."""
        for value in (*self.values, now):
            if str(value) == text:
                return value
        raise Stale(say("old_button"))

    def line(self, name: str, now: Any) -> str:
        """The current value, in bold if it is not the default."""
        sentence = "usual" if now == self.values[0] else "chosen"
        return say(sentence, group="options", name=name, value=self.label(now))


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
            lines.append(say("group", group="options", heading=heading_of(group)))
            lines += [self.listing(name).line(self.name(name), now[name]) for name in names]
        return lines

    def saved(self, changes: Iterable[str]) -> str:
        """What has been changed, in words: it stands last, because what is above may be out of sight on a phone."""
        named = [self.name(one) for one in changes]
        return say("saved", group="options", names=named) if named else ""

    def buttons(self, press: Callable[[str], Press]) -> tuple[Button, ...]:
        """A button for each group, which opens its form."""
        return tuple(Button(form_label(heading_of(group)), press(group)) for group in self.groups())

    def sheet(self, group: str, now: Mapping[str, Any]) -> Sheet:
        """The form of a group; a button may be older than the bot."""
        names = self.named(group)
        return Sheet(heading_of(group), self.fields(names, now))

    def named(self, group: str) -> list[str]:
        """The settings of a group."""
        if group not in self.groups():
            raise Stale(say("old_button"))
        return self.groups()[group]

    def fields(self, names: Iterable[str], now: Mapping[str, Any]) -> tuple[Field, ...]:
        """Settings as fields of a form; those that are yes or no are ticks of the last one."""
        others, ticks = _parted([self.known[name] for name in names])
        fields: list[Field] = [self._field(one, now[one.name]) for one in others]
        if ticks:
            entries = [Entry(self.name(one.name), one.name) for one in ticks]
            on = tuple(one.name for one in ticks if now[one.name])
            fields.append(Ticks(say("ticks", group="options"), entries, on))
        return tuple(fields)

    def _field(self, setting: Setting, now: Any) -> Field:
        explained = about(self.command, setting.option)
        if setting.values:
            return self.listing(setting.name).choice(self.name(setting.name), now, explained if setting.choices else "")
        if isinstance(now, str):
            return Line(self.name(setting.name), explained, now, most=LONGEST_NAME, needed=False)
        return Line(self.name(setting.name), _range(setting, "in_hours"), str(now // setting.step), most=DIGITS)

    def changes(self, names: Iterable[str], values: Sequence[str], now: Mapping[str, Any]) -> dict[str, Any]:
        """What a form with these fields changes."""
        others, ticks = _parted([self.known[name] for name in names])
        found = {one.name: self._value(one, text, now[one.name]) for one, text in zip(others, values, strict=False)}
        on = values[-1].split(SEVERAL)
        found |= {one.name: one.name in on for one in ticks}
        return {name: value for name, value in found.items() if value != now[name]}

    def _value(self, setting: Setting, text: str, now: Any) -> Any:
        if setting.values:
            return self.listing(setting.name).chosen(text, now)
        if isinstance(now, str):
            return text
        value = number(text.strip())
        if value is None or not (setting.low or 0) <= value * setting.step <= (setting.high or 0):
            typed = {"field": self.name(setting.name), "typed": escaped(text.strip())}
            raise Refused(_range(setting, "out_of_range", **typed))
        return value * setting.step


DIGITS = 5
"""The most characters of a number in a form."""


def _parted(found: Iterable[Setting]) -> tuple[list[Setting], list[Setting]]:
    """Those with a field of their own, and those that are yes or no."""
    known = list(found)
    return [one for one in known if type(one.default) is not bool], [one for one in known if type(one.default) is bool]


def _range(one: Setting, name: str, **typed: str) -> str:
    """The numbers that can be typed."""
    return say(name, group="options", low=(one.low or 0) // one.step, high=(one.high or 0) // one.step, **typed)


def heading_of(group: str) -> str:
    """The heading of a group."""
    return str(words()["settings"]["groups"][group])


def form_label(heading: str) -> str:
    """What is on the button that opens the form below a heading."""
    return say("button_form", group="options", heading=heading)


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


def check_settings() -> None:
    """Refuse to start if a setting lacks words, or a group more than a form has, before somebody opens one."""
    if lacking := [key for owner in (GAMES, SERVERS, PEOPLE) for key in _lacking(owner)]:
        raise LookupError(f"settings without words: {', '.join(lacking)}")
    for owner in (GAMES, SERVERS):
        for group, names in owner.groups().items():
            others, ticks = _parted([owner.known[name] for name in names])
            if len(others) + bool(ticks) > PARTS:
                raise ValueError(f"a form has {PARTS} fields, too few for the group {group}")


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
