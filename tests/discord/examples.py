"""The examples of commands in the pages for players and organisers: each with its options and its placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord

from bot.discord.domains.all import COMMANDS
from bot.discord.kit.command import Command, Option
from sandbox import Channel
from sandbox.people import Person

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("playing.md", "organising.md", "leagues.md")
MENTIONS = "If you come from 18xx.games"
"""This section only names commands; it has no examples."""
SOMETHING = "…"
GROUPS = {command.name.split()[0] for command in COMMANDS if " " in command.name}


@dataclass(frozen=True)
class Example:
    """A command as a page shows it."""

    section: str
    text: str
    command: Command
    given: dict[str, str]

    def __str__(self) -> str:
        return self.text


def examples() -> Iterator[Example]:
    """All of them, in the order of the pages, each once."""
    section, seen = "", set[str]()
    for line in "\n".join((DOCS / page).read_text(encoding="utf-8") for page in PAGES).splitlines():
        section = "" if line.startswith("# ") else section
        section = line.removeprefix("## ") if line.startswith("## ") else section
        for text in re.findall(r"`(/[^`]+)`", line):
            command = _command(text) if section else None
            given = _given(text, command) if command else {}
            needed = {one.name for one in command.options if one.required} if command else set[str]()
            # A command that lacks an option is only named: /spectate stop channel:, /game invite.
            if command and section != MENTIONS and text not in seen and all(given.values()) and needed <= set(given):
                seen.add(text)
                yield Example(section, text, command, given)


def _command(text: str) -> Command | None:
    words = text[1:].split(" ")
    named = [one for one in COMMANDS if one.name.split() == words[: len(one.name.split())]]
    assert named or text[1:] in GROUPS, f"{text} is no command"
    return max(named, key=lambda one: len(one.name), default=None)


def _given(text: str, command: Command) -> dict[str, str]:
    known = {one.name for one in command.options}
    rest = text[1 + len(command.name) :]
    found = [one for one in re.finditer(r" ([a-z_0-9]+):", rest) if one[1] in known]
    ends = [one.start() for one in found][1:] + [len(rest)] * bool(found)
    before = rest[: found[0].start()] if found else rest
    assert not before, f"{text}: nobody can type “{before}”"
    return {one[1]: rest[one.end() : end].strip() for one, end in zip(found, ends, strict=True)}


async def typed(person: Person, where: Channel, one: Example, stands_for: dict[str, Any]) -> dict[str, Any]:
    """The options as somebody's client sends them who chooses what is offered under these words."""
    sent: dict[str, Any] = {}
    for name, text in one.given.items():
        option = next(it for it in one.command.options if it.name == name)
        sent[name] = await _value(person, where, one.command, option, text, stands_for, sent)
    known = {option.name for option in one.command.options} & {"game", "league", "preview"}
    return sent | {name: stands_for[name] for name in known if name in stands_for}


async def _value(
    person: Person,
    where: Channel,
    command: Command,
    option: Option,
    text: str,
    stands_for: dict[str, Any],
    sent: dict[str, Any],
) -> Any:
    # Numbers that are given out as they come, people, channels and files stand for those of the moment.
    for key in (f"{option.name}:{text}", text, option.name):
        if key in stands_for and (text == SOMETHING or text.isdigit() or text[0] in "@#"):
            return stands_for[key]
    if option.kind is bool:
        return {"True": True, "False": False}[text]
    if option.kind is int:
        return int(text)
    assert option.kind is str or option.kind is not discord.User, f"nobody is {text}"
    words, whole = text.removesuffix(SOMETHING), not text.endswith(SOMETHING)
    offered: list[tuple[str, Any]] = [(it() if callable(it) else it, value) for it, value in option.choices]
    if not offered and option.complete is not None:
        found = await person.autocomplete(f"/{command.name}", where, option.name, words, **sent)
        offered = [(it["name"], it["value"]) for it in found]
    exact = [value for label, value in offered if words in (label, value)]
    begun = [value for label, value in offered if label.startswith(words)]
    if exact or (begun and (not whole or option.choices)):
        return (exact or begun)[0]
    assert whole and not option.choices, f"{option.name}: nothing is offered that begins with “{words}”: {offered}"
    return text
