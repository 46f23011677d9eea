"""What a ledger states in numbers, the engine has."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import pytest

from tests.facts.reading import Reading, Scene
from tools.ledger_check import LEDGERS, ROOT, entries, named

PRINTED = "printed"
"""What a rulebook prints by mistake; the ledger states beside it what is right."""
SUPPLIED = "supplied"
"""How many a box holds of what never runs out: the engine has any number of them."""
TESTS = ROOT / "tests"
TITLES = sorted(folder.parent.name for folder in LEDGERS.glob("*/ledger.yaml"))


@cache
def stated(title: str) -> dict[str, dict[str, Any]]:
    """The statements of a ledger that have figures."""
    listed = entries(LEDGERS / title / "ledger.yaml")
    return {entry["id"]: entry["params"] for entry in listed if entry["testable"] and "params" in entry}


def facts(title: str) -> tuple[Scene, dict[str, Reading]]:
    """How a title's table is laid, and what is read there."""
    module = import_module(f"tests.{title}.facts")
    return module.SCENE, module.FACTS


def played(title: str) -> dict[str, tuple[str, ...]]:
    """The statements whose figures only play can show, by the reason."""
    return import_module(f"tests.{title}.facts").PLAYED


def plain(figure: Any) -> Any:
    """A figure as it can be compared, whether the ledger writes a number or its digits."""
    if isinstance(figure, dict):
        return {plain(name): plain(value) for name, value in figure.items()}
    if isinstance(figure, list | tuple):
        return [plain(one) for one in figure]
    return str(figure).replace("_", " ")


@pytest.mark.parametrize(
    ("title", "statement"),
    [
        pytest.param(title, statement, marks=pytest.mark.rule(statement), id=statement)
        for title in TITLES
        for statement in facts(title)[1]
    ],
)
def test_the_engine_has_what_the_ledger_states(title: str, statement: str):
    scene, readings = facts(title)
    figures = {name: figure for name, figure in stated(title)[statement].items() if name != PRINTED}
    if figures.pop(SUPPLIED, 0):
        figures["count"] = "unlimited"
    said = {plain(name): plain(figure) for name, figure in figures.items()}
    read = {plain(name): plain(figure) for name, figure in readings[statement](scene).items()}
    assert {name: read.get(name, "not read") for name in said} == said


@pytest.mark.parametrize("title", TITLES)
def test_every_statement_with_figures_is_compared_or_listed_with_a_reason(title: str):
    compared, listed = [*facts(title)[1]], [one for several in played(title).values() for one in several]
    assert sorted([*compared, *listed]) == sorted(stated(title))


@pytest.mark.parametrize("title", TITLES)
def test_what_is_listed_is_marked_by_a_test_that_plays_to_it(title: str):
    marked = {name for path in (TESTS / title).glob("test_*.py") for name, _ in named(path)}
    assert {one for several in played(title).values() for one in several} - marked == set()
