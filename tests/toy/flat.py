"""The toy's map turned by half a side: flat hexes, with letters for columns, and everything else is as it was."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Self

import pytest

from engine.board.geometry import FLAT, POINTED
from engine.box import open_box
from engine.core.definition import Definition
from engine.titles import _extra  # pyright: ignore[reportPrivateUsage]
from tests.toy.define import SHEETS
from tests.toy.table import ToyTable
from tests.toy.title import TITLE

HEXES = {"A3": "A3", "A5": "B2", "B2": "A5", "B4": "B4", "B6": "C3", "C3": "B6", "C5": "C5"}
"""Each hex of the toy -> where it lies on the flat map."""
SIDES = dict(zip(POINTED.edges, FLAT.edges, strict=True))
_HEX = re.compile(rf"\b({'|'.join(HEXES)})\b")
_SIDE = re.compile(rf"(?<=[\".])({'|'.join(SIDES)})(?=$|[\",;])")


def flat(text: str) -> str:
    """Hexes and sides of the toy as the flat map has them: of a sheet, a stop, a route."""
    return _SIDE.sub(lambda found: SIDES[found[0]], _HEX.sub(lambda found: HEXES[found[0]], text))


def define(options: dict[str, str]) -> Definition:
    """The flat toy under these options."""

    def text(name: str) -> str:
        found = flat((SHEETS / name).read_text(encoding="utf-8"))
        return f"flat = true\n{found}" if name == "map.toml" else found

    return open_box("toy_flat", options, text)


FLAT_TOY = replace(TITLE, id="toy_flat", name="The toy with flat hexes", define=define)


class FlatTable(ToyTable):
    """A table of the flat toy."""

    title = "toy_flat"

    def with_tile(self, hex_id: str, tile: str, rotation: int) -> Self:
        """Lay a tile; the hex is called as in the toy, so that both have the same positions."""
        return super().with_tile(flat(hex_id), tile, rotation)


TABLES = [pytest.param(ToyTable, id="pointed"), pytest.param(FlatTable, id="flat")]


@pytest.fixture(autouse=True)
def flat_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The flat toy is a title while a test of it runs, and in no list of titles otherwise."""
    monkeypatch.setitem(_extra, FLAT_TOY.id, FLAT_TOY)
