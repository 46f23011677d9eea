"""A pytest plugin that runs only the short tests of some statements (`--rule ID`)."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--rule", action="append", default=[], help="only tests that name this statement")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect all other tests; without statements, none."""
    wanted = set(config.getoption("--rule") or [])
    if wanted:
        named = ((item, {name for mark in item.iter_markers("rule") for name in mark.args}) for item in items)
        items[:] = [item for item, names in named if names & wanted]
