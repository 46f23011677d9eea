"""The toy's sheets made into a definition."""

from __future__ import annotations

from pathlib import Path

from engine.box import open_box
from engine.core.definition import Definition

SHEETS = Path(__file__).parent / "sheets"


def define(options: dict[str, str]) -> Definition:
    """The toy under these options."""
    return open_box("toy", options, lambda name: (SHEETS / name).read_text(encoding="utf-8"))
