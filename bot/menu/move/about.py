"""What there is to know of something that can be chosen."""

from __future__ import annotations

from dataclasses import dataclass

from bot.menu.say import say


@dataclass(frozen=True)
class About:
    """What there is to know of a company, a private company or a kind of train that can be chosen."""

    name: str
    full: str = ""
    facts: tuple[str, ...] = ()
    power: str = ""
    """What a private company does."""
    mine: bool = False
    """The reader has shares of it, or has bid for it."""
    contested: bool = False
    """Others have bid for it."""
    printed: bool = False
    """Nothing has happened to it yet: it differs from others only by what is printed on it."""

    @property
    def line(self) -> str:
        """All of it, as it stands beside a button."""
        named = "line_named" if self.full else "line"
        line = say(named, group="lines", name=self.name, more=self.full, parts=" · ".join(self.facts))
        return say("does", group="lines", line=line, power=self.power) if self.power else line

    @property
    def short(self) -> str:
        """The same without the name that it goes by, as it stands below an entry of a list."""
        return " · ".join(filter(None, [self.full, *self.facts, self.power]))
