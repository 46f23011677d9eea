"""Tests that take many minutes: `make soak LONG=1` runs them beside the others."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import pytest

SKIPPED = pytest.mark.skipif(not os.environ.get("LONG"), reason="takes many minutes; LONG=1 runs it")
LONG_RUN = (pytest.mark.soak, SKIPPED)


def one_of(names: Sequence[str]) -> list[Any]:
    """The same for every title: the first runs in the short tests, the others in the long ones."""
    return [names[0], *(pytest.param(name, marks=pytest.mark.soak) for name in names[1:])]
