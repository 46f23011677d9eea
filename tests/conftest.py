"""What all tests share."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Make the rule marker known even when a part of the suite runs alone."""
    config.addinivalue_line("markers", "rule(*ids): the statements of a rule ledger that this test proves")
