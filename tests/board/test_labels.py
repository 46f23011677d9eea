"""A tile with a label goes where the map prints it, and nothing else goes there: law of the family, not of a title."""

from __future__ import annotations

import pytest

from engine.board.lay import first_tiles, places_of
from engine.board.map import map_def
from engine.board.tiles import TileDef, tile_def
from engine.core.sheets import HexSheet, NodeSheet, TileSheet


def cities(count: int) -> tuple[NodeSheet, ...]:
    return tuple(NodeSheet(id=f"c{number}", type="city", revenue=20) for number in range(1, count + 1))


def place(label: str = "", stops: int = 1, kind: str = "yellow", name: str = "") -> HexSheet:
    return HexSheet(kind=kind, label=label, name=name, nodes=cities(stops))  # type: ignore[arg-type]


def tile(color: str = "green", label: str = "", stops: int = 1, **more: tuple[str, ...]) -> TileSheet:
    return TileSheet(color=color, count=1, label=label, nodes=cities(stops), **more)  # type: ignore[arg-type]


HEXES = {
    "A1": place("B"),
    "A3": place("NY", stops=2),
    "A5": place("OO", stops=2),
    "B2": place(),
    "B4": place("P", kind="land"),
    "B6": place(kind="land", name="Lille"),
    "C1": place("B", kind="gray"),
}
TILES = {
    "57": tile("yellow"),
    "14": tile(),
    "15": tile(),
    "53": tile(label="B"),
    "59": tile(label="OO", stops=2),
    "54": tile(label="NY", stops=2),
    "10": tile(stops=2),
    "63": tile("brown"),
    "61": tile("brown", label="B"),
    "170": tile("brown", label="P"),
    "X1": tile("yellow", label="Lille"),
    "999": tile("brown", label="K", only_on=("B4",)),
}


def drawn(more: dict[str, TileSheet] | None = None) -> dict[str, TileDef]:
    return {name: tile_def(name, sheet, 1) for name, sheet in {**TILES, **(more or {})}.items()}


HEX_DEFS = map_def(HEXES).hexes
PLACES = places_of(HEX_DEFS, drawn())
FIRST = first_tiles(HEX_DEFS, drawn(), PLACES)


@pytest.mark.parametrize(
    ("hex_id", "first"),
    [("A1", {"53"}), ("A3", {"54"}), ("A5", {"59"}), ("B2", {"14", "15"}), ("B4", {"57"}), ("B6", {"X1"})],
)
def test_what_goes_on_a_bare_hex(hex_id: str, first: set[str]):
    assert set(FIRST[hex_id]) == first


@pytest.mark.parametrize(
    ("name", "hexes"),
    [
        ("53", {"A1"}),
        ("61", {"A1"}),
        ("54", {"A3"}),
        ("59", {"A5"}),
        # A colour without tiles of a label leaves the hex to ordinary ones: green on a P, yellow on all but Lille.
        ("14", {"B2", "B4", "B6"}),
        ("57", {"A1", "A3", "A5", "B2", "B4"}),
        ("63", {"A3", "A5", "B2", "B6"}),
        ("170", {"B4"}),
        ("X1", {"B6"}),
    ],
)
def test_where_a_tile_may_lie_whatever_lies_there_now(name: str, hexes: set[str]):
    assert PLACES[name] == hexes


def test_a_sheet_that_names_hexes_comes_before_labels():
    assert PLACES["999"] == {"B4"}


def test_nothing_is_laid_on_gray_hexes():
    assert not any("C1" in hexes for hexes in PLACES.values())
