"""The sheets of 1828 made into a definition."""

from __future__ import annotations

from importlib.resources import files

from engine.box import open_box
from engine.core.definition import Definition


def _text(name: str) -> str:
    return (files("engine.titles.t1828") / "sheets" / name).read_text(encoding="utf-8")


def define(options: dict[str, str]) -> Definition:
    """1828 under these options."""
    return open_box("1828", options, _text)
