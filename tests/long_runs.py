"""Tests that take many minutes: `make soak LONG=1` runs them beside the others."""

from __future__ import annotations

import os

import pytest

SKIPPED = pytest.mark.skipif(not os.environ.get("LONG"), reason="takes many minutes; LONG=1 runs it")
LONG_RUN = (pytest.mark.soak, SKIPPED)
