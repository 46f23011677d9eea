"""A pytest plugin: of the short tests only those that name one of some statements (`--rule ID`)."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The statements."""
    parser.addoption("--rule", action="append", default=[], help="only tests that name this statement")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out all others; without statements nothing is left out."""
    wanted = set(config.getoption("--rule") or [])
    if wanted:
        named = ((item, {name for mark in item.iter_markers("rule") for name in mark.args}) for item in items)
        items[:] = [item for item, names in named if names & wanted]
