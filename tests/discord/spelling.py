"""Moves as somebody types them: by a command of their own, or as a move of /special."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.verbs import Value
from engine.title import Title
from engine.words import commands, special_commands


@dataclass(frozen=True)
class Spelling:
    """A command with the options that say the whole move."""

    command: str
    move: str
    """Which of the special moves it is; empty for an ordinary one."""
    args: dict[str, str]
    by: dict[str, str] = field(default_factory=dict[str, str])
    """The option that says which of the command's moves it is, if it has one."""

    @property
    def named(self) -> dict[str, str]:
        """What is typed so that the move is known, and nothing of it."""
        return {"move": self.move} if self.move else self.by

    @property
    def options(self) -> dict[str, str]:
        """What is typed in all."""
        return {**self.named, "with": ", ".join(self.args.values())} if self.move else {**self.by, **self.args}

    def choices(self) -> list[tuple[str, str, dict[str, str]]]:
        """Choice by choice: the option, what is typed there, and what was typed before."""
        given = list(self.args.items())
        if not self.move:
            return [(slot, value, {**self.by, **dict(given[:number])}) for number, (slot, value) in enumerate(given)]
        values = list(self.args.values())
        return [("with", ", ".join(values[:number]), self.named) for number in range(1, len(values) + 1)]


def spelled(title: Title, verb: str, args: Mapping[str, Value]) -> Spelling:
    """How a move is typed, as far as its command takes the choices."""
    name, words = next((name, one) for name, one in commands(title).items() if verb in one.verbs)
    given = {slot: str(value) for slot, value in args.items()}
    if name in special_commands(title):
        return Spelling("/special", name, given)
    args = {slot: value for slot, value in given.items() if slot in words.slots}
    return Spelling(f"/{name}", "", args, {words.by: verb} if words.by else {})
