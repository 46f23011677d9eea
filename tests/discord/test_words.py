"""Every sentence the bot says is in its catalogue, and the catalogue has nothing it never says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot.discord.kit.say
from bot.catalogue import MENU
from bot.discord.domains.all import COMMANDS
from bot.discord.kit.answers import ANSWERS, FORMS
from bot.discord.kit.press import PRESSES
from bot.discord.kit.say import words
from engine.titles import every_title
from engine.words import special_commands
from tests.discord.conftest import Hall
from tests.discord.examples import DOCS, PAGES
from tests.discord.naming import bare, named, wrong
from tests.test_sentences import pseudo

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "bot" / "discord"
PARTS = {"discord": words, "menu": MENU.words}
"""Folders of the bot with their catalogues."""
MADE = re.compile(
    r"game_(gathering|running|finished|stopped)|heading_\w+|place_(forbidden|gone)|log_\w+|form_\w+|help_\w+"
)
"""Keys that are put together when they are needed."""


def said(folder: Path) -> Iterator[tuple[str, str, set[str]]]:
    """Every key that the code names, with its group and the fields it gives."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say"):
                continue
            given = {keyword.arg or "*": keyword.value for keyword in node.keywords}
            group = given.pop("group", ast.Constant("said"))
            named = node.args[0]
            for part in [named.body, named.orelse] if isinstance(named, ast.IfExp) else [named]:
                if isinstance(part, ast.Constant) and isinstance(group, ast.Constant):
                    yield str(group.value), str(part.value), set(given)


@pytest.mark.parametrize("part", PARTS)
def test_every_sentence_used_is_in_the_catalogue_with_its_fields(part: str):
    used, known = list(said(ROOT / "bot" / part)), PARTS[part]()
    assert len(used) > 50
    for group, key, given in used:
        assert key in known[group], f"{group}.{key}"
        found = known[group][key]
        needed = set(re.findall(r"{(\w+)", str(found))) | ({found["on"]} if isinstance(found, dict) else set())
        assert "*" in given or needed <= given, f"{key} needs {needed - given}"


@pytest.mark.parametrize("part", PARTS)
def test_every_sentence_in_the_catalogue_is_used(part: str):
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "bot" / part).rglob("*.py"))
    said = PARTS[part]()["said"]
    assert [key for key in said if not re.search(f"[\"']{key}[\"']", code) and not MADE.fullmatch(key)] == []


def test_every_command_in_the_catalogue_exists():
    named = {command.name for command in COMMANDS} | {command.name.split()[0] for command in COMMANDS}
    assert [name for name in words()["commands"] if name not in named] == []


def test_every_press_is_answered():
    nameless = {press.name for press in PRESSES.values() if press not in ANSWERS and press not in FORMS}
    assert nameless == set() and len(ANSWERS) > 5


def test_every_command_is_shown_with_an_example():
    """Every command of every game has its example in the pages for players and organisers."""
    page = "\n".join((DOCS / name).read_text(encoding="utf-8") for name in PAGES)
    shown = set(re.findall(r"`/([a-z-]+(?: [a-z]+)?)", page))
    shown |= {name.split()[0] for name in shown}
    assert [command.name for command in COMMANDS if command.name not in shown] == []
    # Other tests may have added the toy, which nobody plays.
    moves = {name for title in every_title() if title.id != "toy" for name in special_commands(title)}
    assert moves - set(re.findall(r"`/special move:([a-z-]+)", page)) == set()


def test_every_command_named_in_a_text_exists():
    """In what the bot says and in what players read; with its options, and their choices."""
    root = FOLDER.parents[1]
    files = (
        *root.glob("bot/**/words/en.toml"),
        *root.glob("engine/**/words/en.toml"),
        *root.glob("engine/**/*.py"),
        *root.glob("engine/**/*.md"),
        *root.glob("bot/table/**/*.py"),
        *(root / "docs").glob("*.md"),
        root / "README.md",
    )
    texts = {str(one): one.read_text(encoding="utf-8") for one in files}
    found = [(file, typed, wrong(typed)) for file, text in texts.items() for typed in named(text)]
    assert len(found) > 300
    assert [one for one in found if one[2]] == []


def test_every_command_named_without_quotes_exists():
    """Descriptions and the labels of lists are shown as they stand, so that commands have no quotes there."""
    folders = ("bot/discord", "bot/table")
    texts = [(ROOT / folder / "words" / "en.toml").read_text(encoding="utf-8") for folder in folders]
    found = [(typed, wrong(typed)) for text in texts for typed in bare(text)]
    assert len(found) > 4
    assert [one for one in found if one[1]] == []


async def test_the_bots_refusals_are_translated(club: Hall, monkeypatch: pytest.MonkeyPatch):
    sentences = pseudo()
    monkeypatch.setattr(bot.discord.kit.say, "every_refusal", lambda language: sentences)
    await club.game()
    assert (await club.ann.slash("/bid", club.room, private="GRSC", amount="25")).text.startswith("««")
    assert (await club.bob.slash("/pass", club.room)).text.startswith("«")
    assert (await club.bob.slash("/game settings", club.room, reminders=1)).text == "«Only the organiser can do this.»"
    offered = await club.cem.autocomplete("/bid", club.room, "private", "")
    assert offered[0]["name"].startswith("«")
