"""The toy with something broken: on a sheet, or among its words."""

from __future__ import annotations

import itertools
import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.box import open_box
from engine.core.definition import Definition
from engine.title import Title
from tests.toy.define import SHEETS
from tests.toy.title import TITLE

WORDS = SHEETS.parent / "words" / "en.toml"
Change = Callable[[dict[str, Any]], object]
_number = itertools.count()


def changed(path: Path, change: Change) -> str:
    """A data file with a change made to it, as text."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    change(found)
    return "\n".join(f"{json.dumps(key)} = {as_toml(value)}" for key, value in found.items())


def as_toml(value: Any) -> str:
    """A value in one line of TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {as_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value)


def with_sheet(sheet: str, change: Change) -> Title:
    """The toy with one changed sheet."""
    text = changed(SHEETS / f"{sheet}.toml", change)

    def define(options: dict[str, str]) -> Definition:
        read = {f"{sheet}.toml": text}
        return open_box("toy", options, lambda name: read.get(name) or (SHEETS / name).read_text(encoding="utf-8"))

    define.__module__ = TITLE.define.__module__  # It is still the toy's own code that is looked at.
    return replace(TITLE, define=define)


def with_words(change: Change, folder: Path, patch: pytest.MonkeyPatch) -> Title:
    """The toy with changed words, in a package of their own."""
    package = f"words_of_a_broken_toy_{next(_number)}"
    (folder / package / "words").mkdir(parents=True)
    (folder / package / "__init__.py").touch()
    (folder / package / "words" / "en.toml").write_text(changed(WORDS, change), encoding="utf-8")
    patch.syspath_prepend(folder)
    return replace(TITLE, words=package)


def without(mapping: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """A mapping without some of its entries."""
    return {name: value for name, value in mapping.items() if name not in names}
