"""The whole command tree against Discord's limits: one command too many would take the bot off every server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import AppCommandType

from bot.discord.app.client import Stationmaster
from bot.discord.domains.turns import moves
from bot.discord.kit.localising import Localiser
from bot.host.settings import Settings
from bot.store import Database
from bot.table.table import Table
from engine.titles import easiest_first, title_named, titles
from engine.words import ordinary_commands, special_commands
from engine.words.options import title_line
from sandbox.happening.commands import WHOLE, check, weight
from tests.toy.title import TITLE as TOY

NAME = re.compile(r"[-_'\w]{1,32}")
OWN = {
    *("me", "shrug", "tableflip", "unflip", "spoiler", "nick", "msg", "thread", "giphy", "tenor", "gif", "tts"),
    *("kick", "ban", "timeout", "leave"),
}
"""Commands that Discord's clients have themselves."""
SUBCOMMAND, GROUP, STRING = 1, 2, 3


@pytest.fixture
async def tree(tmp_path: Path) -> list[dict[str, Any]]:
    """What would be sent to Discord."""
    client = Stationmaster(Table(Database(str(tmp_path / "a.db"))), Settings(_env_file=None))
    return [command.to_dict(client.tree) for command in client.tree.get_commands(type=AppCommandType.chat_input)]


def walk(commands: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every command, group, subcommand and option."""
    for command in commands:
        yield command
        yield from walk(command.get("options", []))


@pytest.fixture
async def translated(tmp_path: Path) -> list[dict[str, Any]]:
    """The same with every language of the catalogue, as it is registered."""
    client = Stationmaster(Table(Database(str(tmp_path / "a.db"))), Settings(_env_file=None))
    commands = client.tree.get_commands(type=AppCommandType.chat_input)
    return [await one.get_translated_payload(client.tree, Localiser()) for one in commands]


def spoken(commands: list[dict[str, Any]]) -> Iterator[str]:
    """Every name of a choice and every description, in every language."""
    for one in walk(commands):
        yield from (one["description"], *(one.get("description_localizations") or {}).values())
        for choice in one.get("choices", []):
            yield from (choice["name"], *(choice.get("name_localizations") or {}).values())


async def test_no_command_has_the_name_of_one_of_discords_own(tree: list[dict[str, Any]]):
    assert OWN & {command["name"] for command in tree} == set()


def test_another_title_adds_no_command():
    """Not even one that shares moves with another: they are moves of /special."""
    five = list(map(title_named, titles()))
    assert set(special_commands(TOY)) and set(ordinary_commands(five)) == set(ordinary_commands([*five, TOY, TOY]))
    assert {*ordinary_commands(five)} == {command.name for command in moves.commands_of_titles()}


async def test_names_descriptions_and_numbers_fit(tree: list[dict[str, Any]]):
    assert 1 <= len(tree) <= 40
    assert len({command["name"] for command in tree}) == len(tree)
    for one in walk(tree):
        assert NAME.fullmatch(one["name"]) and one["name"] == one["name"].lower(), one["name"]
        assert 1 <= len(one["description"]) <= 100, one
        assert len(one.get("options", [])) <= 25, one["name"]
        assert len(one.get("choices", [])) <= 25, one["name"]
        for choice in one.get("choices", []):
            assert 1 <= len(choice["name"]) <= 100 and len(str(choice["value"])) <= 100
        names = [option["name"] for option in one.get("options", [])]
        assert len(set(names)) == len(names)
        kinds = [option.get("required", False) for option in one.get("options", []) if option["type"] >= STRING]
        assert kinds == sorted(kinds, reverse=True), f"{one['name']}: what is required stands first"
        assert not (one.get("choices") and one.get("autocomplete"))


async def test_every_command_fits_in_every_language(translated: list[dict[str, Any]]):
    """Discord counts the longest translation of each text, and refuses all commands if one is too big."""
    for command in translated:
        check(command)
        assert weight(command) <= WHOLE, command["name"]
    assert [text for text in spoken(translated) if text.endswith("…") or not 1 <= len(text) <= 100] == []


async def test_whoever_chooses_a_title_sees_whom_it_suits_and_those_to_begin_with_first(tree: list[dict[str, Any]]):
    asked = [one for one in walk(tree) if one["name"] == "title" and one.get("choices")]
    assert any(one.get("required") for one in asked)
    for option in asked:
        names = {str(choice["value"]): choice["name"] for choice in option["choices"]}
        played = [title for title in easiest_first() if title.id in names]
        # Where only games that exist are looked for, its name is enough.
        if not option.get("required"):
            assert list(names.items()) == [(title.id, title.name) for title in played]
            continue
        assert list(names.items()) == [(title.id, title_line(title)) for title in played]
        assert next(iter(names.values())).endswith(" · 2 to 6 · short · start here")
        assert max(map(len, names.values())) <= 100
