"""Commands as texts name them, checked against those that exist."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.discord.domains.all import COMMANDS
from bot.discord.kit.command import Command
from engine.titles import every_title
from engine.words import special_commands

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"`/([a-z][a-z-]+(?![a-z/*.-])[^`]*)`")
OPTION = re.compile(r" ([a-z_0-9]+):(?! )")
BARE = re.compile(r"(?<![\w`/}])/([a-z][a-z-]+)((?: [a-z-]+(?![\w:]))?)((?: [a-z_0-9]+:\w+)*)")
"""A command where Discord shows text as it stands: in descriptions, and the labels of lists."""
OTHER = {"/data", "/health", "/metrics", "/command option:value"}
"""Paths, and how commands are written."""
GROUPS = {command.name.split()[0] for command in COMMANDS if " " in command.name}
SPECIAL = {name for title in every_title() for name in special_commands(title)}


def translated(language: str) -> list[str]:
    """Every text of a language, without the English that it translates."""
    found = [
        tomllib.loads(one.read_text(encoding="utf-8"))
        for top in ("engine", "bot", "sandbox")
        for one in (ROOT / top).glob(f"**/words/{language}.toml")
    ]

    def inside(node: Any) -> Iterator[str]:
        yield from (text for one in node.values() for text in inside(one)) if isinstance(node, dict) else [str(node)]

    return [text for one in found for text in inside(one)]


def named(text: str) -> Iterator[str]:
    """Every command in a text, as it stands there."""
    yield from (typed for found in NAMED.findall(text) if (typed := f"/{' '.join(found.split())}") not in OTHER)


def bare(text: str) -> Iterator[str]:
    """Every command in such a text; what follows one that is no group is a sentence."""
    for name, then, options in BARE.findall(text):
        yield f"/{name}{then if name in GROUPS else ''}{options}"


def wrong(typed: str) -> str:
    """What does not exist in a command that a text names: the command, one of its options, or a fixed choice."""
    words = typed.removeprefix("/").split(" ")
    known = [one for one in COMMANDS if one.name.split() == words[: len(one.name.split())]]
    if not known:
        return "" if words[0] in GROUPS and len(words) == 1 else typed
    command = max(known, key=lambda one: len(one.name))
    pieces = OPTION.split(" " + " ".join(words[len(command.name.split()) :]))
    return next((f"{name}:{value}" for name, value in zip(pieces[1::2], pieces[2::2], strict=True)
                 if not _takes(command, name, value)), "")  # fmt: skip


def _takes(command: Command, name: str, value: str) -> bool:
    option = next((one for one in command.options if one.name == name), None)
    value = value.strip().rstrip("…").strip()
    if option is None:
        return False
    if "{" in value or not value:
        return True
    if command.name == "special" and name == "move":
        return value in SPECIAL
    labels = [label if isinstance(label, str) else label() for label, _ in option.choices]
    return not labels or any(value in label for label in labels)
