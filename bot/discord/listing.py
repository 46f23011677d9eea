"""The values of one setting in words, with the default and the current one marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bot.discord.reply import Select, selecting
from bot.discord.say import say
from bot.table.errors import Stale


@dataclass(frozen=True)
class Listing:
    """The first value is the default."""

    values: tuple[Any, ...]
    label: Callable[[Any], str]

    @classmethod
    def of(cls, default: Any, values: Iterable[Any], label: Callable[[Any], str]) -> Listing:
        """The default, then the other values offered."""
        return cls(tuple(dict.fromkeys((default, *values))), label)

    def select(self, now: Any, does: str, args: tuple[object, ...]) -> Select:
        """The values as a select."""
        options = tuple(
            (str(one), self.label(one), self._mark(place, one, now)) for place, one in enumerate(self.values)
        )
        return selecting(say("now_is", group="options", value=self.label(now)), does, args, options)

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
