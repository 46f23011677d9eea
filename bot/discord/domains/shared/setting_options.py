"""Settings as the options of a command."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.discord.kit.command import Option, Typed, choices
from bot.table.ground.settings import Setting


def options_of(settings: Mapping[str, Setting]) -> tuple[Option, ...]:
    """The options that change settings."""
    return tuple(
        Option(
            one.option,
            type(one.default),
            choices=choices(one.name, one.choices),
            low=None if one.low is None else one.low // one.step,
            high=None if one.high is None else one.high // one.step,
        )
        for one in settings.values()
        if not one.by_command
    )


def changes_of(settings: Mapping[str, Setting], given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of which the options were given."""
    named = {one.name: given[one.option] for one in settings.values() if given.get(one.option) is not None}
    return {name: value if settings[name].step == 1 else value * settings[name].step for name, value in named.items()}


def setting_options(settings: Mapping[str, Setting]) -> Typed:
    """An annotation: the parameter gets the settings to change, each of which has its own option."""
    return Typed(each=options_of(settings), read=partial(changes_of, settings))
