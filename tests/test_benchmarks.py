"""Benchmarks are run by hand and seldom: they must still find what they measure."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(".".join(path.relative_to(ROOT).with_suffix("").parts) for path in (ROOT / "benchmarks").rglob("*.py"))


@pytest.mark.parametrize("module", MODULES)
def test_a_benchmark_can_be_imported(module: str):
    importlib.import_module(module)
