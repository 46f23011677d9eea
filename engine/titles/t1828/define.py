"""The sheets of 1828 made into a definition."""

from __future__ import annotations

from functools import partial

from engine.box import open_box, sheet_text
from engine.core.definition import Definition


def define(options: dict[str, str]) -> Definition:
    """1828 under these options."""
    return open_box("1828", options, partial(sheet_text, "1828"))
