"""Tests that take many minutes: `make soak LONG=1` runs them beside the others."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

SKIPPED = pytest.mark.skipif(not os.environ.get("LONG"), reason="takes many minutes; LONG=1 runs it")
LONG_RUN = (pytest.mark.soak, SKIPPED)


def one_short_all_long(names: Sequence[str], short: Any, long: Any) -> list[Any]:
    """The first of the titles with what the short tests have time for, and all of them with what the long ones have:
    a short run of the others would only begin what the long ones go through.
    """
    return [(names[0], short), *(pytest.param(name, long, marks=pytest.mark.soak) for name in names)]


def one_of(names: Sequence[str]) -> list[Any]:
    """The same for every title: the first runs in the short tests, the others in the long ones."""
    return [names[0], *(pytest.param(name, marks=pytest.mark.soak) for name in names[1:])]


def one_in(step: int, found: Iterable[Any]) -> list[Any]:
    """One in so many; all of them with LONG=1."""
    return list(found)[:: 1 if os.environ.get("LONG") else step]
