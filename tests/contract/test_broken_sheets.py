"""A name on a sheet that stands for nothing, or is never used, is reported."""

from __future__ import annotations

from typing import Any

import pytest

from engine.check import faults
from tests.contract.breaking import Change, with_sheet


def tile(name: str, **fields: Any) -> Change:
    return lambda sheet: sheet["tiles"][name].update(fields)


def place(name: str, **fields: Any) -> Change:
    return lambda sheet: sheet["hexes"][name].update(fields)


def company(name: str, **fields: Any) -> Change:
    return lambda sheet: sheet["companies"][name].update(fields)


def train(number: int, **fields: Any) -> Change:
    return lambda sheet: sheet["trains"][number].update(fields)


def phase(number: int, **fields: Any) -> Change:
    return lambda sheet: sheet["phases"][number].update(fields)


def city(**fields: Any) -> list[dict[str, Any]]:
    return [{"id": "c1", "type": "city", "slots": 1, "revenue": 20, **fields}]


SHEETS: list[tuple[str, Change, list[str]]] = [
    # Homes, and whose hexes are whose.
    ("companies", company("RED", home="Z9"), ["The home of RED is Z9, which is not on the map."]),
    (
        "companies",
        company("RED", home="C3"),
        ["The home of RED is C3, but the map keeps stops for it elsewhere."],
    ),
    (
        "map",
        place("B2", nodes=city()),
        ["The home of RED is B2, but no stop of the map is kept for it."],
    ),
    ("map", place("A3", nodes=city(home=["SEA"])), ['Hex A3 is the home of "SEA", which is no company.']),
    ("map", place("A5", blocked_by="SEA"), ['Hex A5 is blocked by "SEA", which is no private company.']),
    ("companies", company("RED", destination="Z9"), ["The destination of RED is Z9, which is not on the map."]),
    ("companies", company("GRN", market="far"), ['GRN has its price in the market "far", which there is not.']),
    ("companies", company("RED", markers=[]), ["RED has fewer station markers (0) than homes (1)."]),
    ("companies", company("RED", floats_at=11), ["RED floats at 11 units and has only 10."]),
    ("map", place("C5", group="south"), ['Hex C5 is alone in its group "south".']),
    (
        "map",
        place("B4", track=[["W", "X"]]),
        ["Track leads to 'X', which is neither a side nor a stop of its hex."],
    ),
    # Labels.
    (
        "tiles",
        tile("15", label="B"),
        ['Tile 15 has the label "B", which the map prints nowhere.'],
    ),
    ("map", place("B2", label="B"), ['Hex B2 has the label "B", which no tile has.']),
    # Tiles.
    ("tiles", tile("57", upgrades_to=["14", "99"]), ["Tile 57 is upgraded to 99, which is no tile."]),
    (
        "tiles",
        tile("57", upgrades_to=["14", "6"]),
        ["Tile 57 is upgraded to 6, whose colour does not come after its own."],
    ),
    (
        "tiles",
        tile("57", track=[[side, "c1"] for side in ("SW", "W", "NW", "NE", "E")]),
        [
            "Tile 57 is upgraded to 14, which keeps its track in no rotation.",
            "Tile 57 is upgraded to 15, which keeps its track in no rotation.",
        ],
    ),
    ("map", place("B2", stubs=["N"]), ["B2 has no side 'N'."]),
    (
        "tiles",
        tile("57", only_on=["Z9"]),
        [
            "Tile 57 speaks of hex Z9, which is not on the map.",
            "Tile 57 can never be laid: it fits no bare hex, and no tile is upgraded to it.",
        ],
    ),
    (
        "tiles",
        tile("4", color="pink"),
        [
            'Tile 4 is "pink", which is no colour of tiles.',
            "Tile 4 can never be laid: it fits no bare hex, and no tile is upgraded to it.",
        ],
    ),
    (
        "tiles",
        tile("4", color="gray"),
        [
            "Tile 4 is gray, which no phase allows.",
            "Tile 4 can never be laid: it fits no bare hex, and no tile is upgraded to it.",
        ],
    ),
    # Trains and phases.
    ("trains", train(0, rusted_by="9"), ['Train 2 is rusted by "9", which is no train.']),
    ("trains", train(2, also_after="9"), ['Train 3 is also sold after "9", which is no train.']),
    (
        "trains",
        train(2, trade_in=50, trade_for=["9"]),
        ['Train 3 is sold for less against "9", which is no train.'],
    ),
    ("trains", train(2, trade_in=50), ["Train 3 says what is traded in or what for, and not both."]),
    (
        "trains",
        train(2, count=0),
        ["Train 3 is never sold: there are none, and it is the back of no other."],
    ),
    ("trains", train(2, name="2x2"), ["'2x2' appears more than once among the trains or phases."]),
    ("trains", phase(1, operating_rounds=0), ['Phase "2" has no operating round, or no room for trains.']),
    ("trains", phase(1, on="9"), ['A phase begins with train "9", which is no train.']),
    ("trains", lambda sheet: sheet["phases"][1].pop("on"), ['Phase "2" never begins: it names no train.']),
    (
        "trains",
        phase(3, tiles=["yellow", "pink"]),
        ['Phase "4" allows "pink" tiles, which is no colour of tiles.'],
    ),
    (
        "map",
        place("B2", barriers=[{"edge": "E", "type": "sea", "until": "noon"}]),
        ['Hex B2 has a barrier until "noon", which is no phase.'],
    ),
    (
        "map",
        lambda sheet: sheet["hexes"]["C5"]["nodes"][0].update(revenue={"late": 60, "never": 90}),
        [
            'Hex C5 has no revenue for "early", with which the game begins.',
            'Hex C5 has a revenue for "never", which no phase uses.',
        ],
    ),
    # Markets and players.
    (
        "market",
        lambda sheet: sheet.update(grid="10 20 30"),
        [
            'RED can never start: its market "" has no par.',
            'BLU can never start: its market "" has no par.',
        ],
    ),
    ("companies", lambda sheet: sheet["players"]["capital"].pop("4"), ["There is no capital for 4 players."]),
    (
        "companies",
        lambda sheet: sheet["players"]["certificate_limit"]["2"].pop("4"),
        ['Row "2" of the certificate limits has none for 4 players.'],
    ),
]


@pytest.mark.parametrize(("sheet", "change", "sentences"), SHEETS, ids=[sentences[0] for *_, sentences in SHEETS])
def test_every_mistake_on_a_sheet_is_reported(sheet: str, change: Change, sentences: list[str]):
    assert faults(with_sheet(sheet, change)) == sentences


UNREADABLE: list[tuple[str, Change, str]] = [
    (
        "companies",
        lambda sheet: sheet["companies"]["RED"].pop("color"),
        "companies.RED: Object missing required field `color`",
    ),
    ("companies", company("RED", colour="red"), "companies.RED: Object contains unknown field `colour`"),
    ("map", place("B2", stub=["E"]), "hexes.B2: Object contains unknown field `stub`"),
    ("map", place("B2", stubs=["X"]), "hexes.B2: Invalid enum value 'X' - at `$.stubs[0]`"),
    ("trains", train(0, rusts="3"), "Object contains unknown field `rusts` - at `$.trains[0]`"),
]


@pytest.mark.parametrize(("sheet", "change", "why"), UNREADABLE, ids=[why for *_, why in UNREADABLE])
def test_missing_and_unknown_fields_are_reported_with_their_place(sheet: str, change: Change, why: str):
    assert faults(with_sheet(sheet, change)) == [f"The sheet {sheet}.toml cannot be read: {why}."]
