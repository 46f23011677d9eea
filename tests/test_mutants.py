"""The lists of edits that break rules fit the code, and the command that makes them tells caught from survived."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import mutants
from tools.ledger_check import LEDGERS, entries
from tools.mutants import ROOT, Mutant, draw, list_of, main, mutants_of

TITLES = sorted(listing.parent.name[1:] for listing in LEDGERS.glob("*/mutants.yaml"))
FEWEST = 60
"""Edits a title."""
LARGE = 10
"""A chapter with so many testable statements has an edit."""


def chapters(rules: list[str]) -> dict[str, int]:
    """Chapter of the rulebook -> how many of the statements are in it."""
    found: dict[str, int] = {}
    for rule in rules:
        chapter = rule.split("-")[1].split(".")[0]
        found[chapter] = found.get(chapter, 0) + 1
    return found


@pytest.mark.parametrize("title", TITLES)
def test_every_edit_can_be_made_and_breaks_a_testable_statement(title: str):
    testable = [str(entry["id"]) for entry in entries(LEDGERS / f"t{title}" / "ledger.yaml") if entry["testable"]]
    listed = mutants_of(title)
    assert [f"{mutant.rule}: {mutant.fault(ROOT)}" for mutant in listed if mutant.fault(ROOT)] == []
    assert {mutant.rule for mutant in listed} <= set(testable)
    assert len(listed) >= FEWEST
    large = {chapter for chapter, count in chapters(testable).items() if count >= LARGE}
    assert large <= set(chapters([mutant.rule for mutant in listed]))


def test_the_seed_draws_statements_and_one_edit_of_each():
    some = [Mutant(f"x-{number % 5}-01", "", "a.py", str(number), "") for number in range(15)]
    drawn = draw(some, 7, 4)
    assert len({mutant.rule for mutant in drawn}) == 4
    assert drawn == draw(some, 7, 4)
    assert drawn != draw(some, 8, 4)
    assert sorted(mutant.before for mutant in draw(some, 7, None)) == sorted(mutant.before for mutant in some)


RULE = """LIMIT, STEP = 3, 2


def may_hold(count: int) -> bool:
    return count <= LIMIT
"""
TEST = """import pytest

from engine.rule import STEP, may_hold


@pytest.mark.rule("x-1-01")
def test_three_may_be_held_and_not_four():
    assert may_hold(3) and not may_hold(4)


@pytest.mark.rule("x-1-02")
def test_that_proves_nothing():
    assert STEP


@pytest.mark.soak
@pytest.mark.rule("x-1-02")
def test_that_is_too_long():
    assert STEP == 2
"""


def tree_with(folder: Path, listed: str) -> Path:
    """A tree with one rule, its tests, and this list of edits."""
    for name in ("engine/titles/tx", "tests", "tools"):
        (folder / name).mkdir(parents=True)
    for name in ("__init__.py", "only_rule.py"):
        shutil.copy(ROOT / "tools" / name, folder / "tools")
    (folder / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\naddopts = "-m \'not soak\'"\nmarkers = ["rule(*ids)", "soak"]\n', encoding="utf-8"
    )
    (folder / "engine" / "rule.py").write_text(RULE, encoding="utf-8")
    (folder / "tests" / "test_rule.py").write_text(TEST, encoding="utf-8")
    list_of("x", folder).write_text(listed, encoding="utf-8")
    return folder


def edit(rule: str, before: str, after: str, more: str = "") -> str:
    return f'- {{rule: {rule}, breaks: it, file: engine/rule.py, before: "{before}", after: "{after}"{more}}}\n'


CAUGHT = edit("x-1-01", "count <= LIMIT", "count < LIMIT")
SURVIVES = edit("x-1-02", "STEP = 3, 2", "STEP = 3, 1", more=", survives: no short test counts steps")


@pytest.mark.soak
def test_only_short_tests_that_name_the_statement_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    tree = tree_with(tmp_path, CAUGHT + SURVIVES)
    assert main(["x", "-j", "1"], tree) == 0
    said = capsys.readouterr().out
    assert "caught    x-1-01" in said and "survived  x-1-02" in said and "2 edits, 1 caught (50.0 %)" in said


@pytest.mark.parametrize(
    ("listed", "ended"),
    [
        (CAUGHT + SURVIVES, 0),
        (SURVIVES.replace(", survives: no short test counts steps", ""), 1),
        (CAUGHT.replace("}", ", survives: so it was}"), 1),
    ],
)
def test_the_command_fails_if_an_edit_survives_or_is_caught_against_its_listing(
    listed: str, ended: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def ended_with(tree: Path, rules: set[str], files: Sequence[str]) -> int:
        return int("count < LIMIT" in (tree / "engine" / "rule.py").read_text(encoding="utf-8"))

    monkeypatch.setattr(mutants, "run_tests", ended_with)
    tree = tree_with(tmp_path, listed)
    assert main(["x", "-j", "1"], tree) == ended
    assert (tree / "engine" / "rule.py").read_text(encoding="utf-8") == RULE, "edits are made in copies"


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        (edit("x-1-01", "not there", ""), "occurs 0 times"),
        (edit("x-1-01", "LIMIT", "STEP"), "occurs 2 times"),
        (edit("x-1-01", "count <= LIMIT", "count <= LIMIT"), "changes nothing"),
        (edit("x-1-09", "count <= LIMIT", ""), "no test names it"),
    ],
)
def test_an_edit_that_cannot_be_made_is_an_error(
    listed: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["x"], tree_with(tmp_path, listed)) == 2
    assert said in capsys.readouterr().out
