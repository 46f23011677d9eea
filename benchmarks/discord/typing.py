"""Moves as somebody types them."""

from __future__ import annotations

from engine import Act
from engine.title import Title
from engine.words import commands, special_commands


def typed(title: Title, act: Act) -> tuple[str, dict[str, str]]:
    """The command that makes a move, and its options."""
    name, words = next((name, one) for name, one in commands(title).items() if act.verb in one.verbs)
    if name in special_commands(title):
        return "/special", {"move": name, "with": ", ".join(map(str, act.args.values()))}
    args = {slot: str(value) for slot, value in act.args.items() if slot in words.slots}
    return f"/{name}", {**({words.by: act.verb} if words.by else {}), **args}
