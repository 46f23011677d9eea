"""docs/discord.md stays honest: every belief has a source and a test that exists, and is tried live if it says so."""

from __future__ import annotations

import ast
import functools
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.beliefs.live import TRIED
from bot.beliefs.probe import PROBES
from bot.discord.kit.retries import FINAL
from sandbox.world.errors import KNOWN

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "discord.md").read_text(encoding="utf-8")
LINK = re.compile(r"\[[^\]]+\]\((https://[^)\s]+)\)")
TEST = re.compile(r"`([\w/]+\.py)::(\w+)`")


@dataclass(frozen=True)
class Belief:
    name: str
    words: str
    source: str
    test: str
    live: str


BELIEFS = [
    Belief(cells[0].strip("`"), *cells[1:])
    for line in PAGE.splitlines()
    if line.startswith("| `")
    for cells in [[cell.strip() for cell in line.strip("|").split("|")]]
]


@functools.cache
def known_tests(file: str) -> set[str]:
    """The tests of a file."""
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return {
        one.name
        for one in tree.body
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name.startswith("test_")
    }


def test_the_page_has_beliefs_and_each_has_one_name():
    assert len(BELIEFS) > 50
    assert len({one.name for one in BELIEFS}) == len(BELIEFS)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", one.name) and one.words.endswith(".") for one in BELIEFS)


@pytest.mark.parametrize("belief", BELIEFS, ids=lambda one: one.name)
def test_each_belief_has_a_source_and_a_test_that_is_there(belief: Belief):
    assert LINK.fullmatch(belief.source), belief.source
    found = TEST.fullmatch(belief.test)
    assert found, belief.test
    assert found[2] in known_tests(found[1])
    assert belief.live, "yes, or what a live check would need"


def test_the_page_and_the_probes_have_the_same_words():
    assert TRIED
    assert {one.belief: one.words for one in PROBES} == {one.name: one.words for one in BELIEFS if one.live == "yes"}
    assert len({one.belief for one in PROBES}) == len(PROBES)


def test_every_code_the_bot_depends_on_is_on_the_page():
    sources = [*(ROOT / "bot" / "discord").rglob("*.py"), *(ROOT / "bot" / "beliefs").rglob("*.py")]
    numbers = {int(one) for file in sources for one in re.findall(r"\b\d{5,6}\b", file.read_text(encoding="utf-8"))}
    decided = (numbers & KNOWN.keys()) | FINAL.keys()
    assert len(decided) > 12
    assert sorted(code for code in decided if not re.search(rf"\b{code}\b", PAGE)) == []


def test_final_codes_are_listed_as_such():
    listed = next(one for one in BELIEFS if one.name == "refusal-final")
    assert {int(one) for one in re.findall(r"\d{5,6}", listed.words)} == FINAL.keys()
