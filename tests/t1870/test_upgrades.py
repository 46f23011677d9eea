"""What may be laid on what: dots, colours, the upgrade chart tile by tile, the special cities (6.2, 6.4, 6.6)."""

from __future__ import annotations

from itertools import product

import pytest

from engine.board.tiles import STOP, Track
from tests.t1870.ring import lays, ringed, tiles
from tests.t1870.table import Table

# The tiles of the upgrade chart of 6.6, with 58 -> 144 (reading A17); the ledger says what each becomes.
CHART = ("3", "4", "58", *map(str, (*range(7, 10), *range(16, 21), *range(23, 30), *range(141, 145))))
DEAD_ENDS = [
    pytest.param(tile, set[str](), marks=pytest.mark.rule("1870-6.6.1-10")) for tile in ("1", "2", "55", "56", "69")
]
LAST = [
    pytest.param(tile, set[str](), marks=pytest.mark.rule("1870-6.2-02"))
    for tile in ("39", "40", "41", "42", "43", "44", "45", "46", "47", "70", "145", "146", "147")
]
CITY_TILES = [(tile, {"14", "15"}, {"14", "15"}) for tile in ("5", "6", "57")]
CITY_TILES += [(tile, {"63"}, {"170"}) for tile in ("14", "15")]
SPECIAL = ("B11", "C18", "J3", "J5", "N17")
PLAIN_HEX, TOWN_HEX, DOUBLE_HEX, CITY_HEX = "D11", "D9", "I10", "D5"


def home_of(tile: str) -> str:
    """A hex of the inner map whose dots suit the tile."""
    stops = Table().p.d.tiles[tile].stops
    if len(stops) == 2:
        return DOUBLE_HEX
    return TOWN_HEX if stops else PLAIN_HEX


def reached_everywhere(hex_id: str, *, edition: str = "designer", phase: str = "8") -> Table:
    """The SP may lay what it likes in this hex, whatever the direction."""
    table = Table(edition=edition).with_company("SP", "Ann", Ann=6).with_phase(phase).operating_turn("SP")
    return ringed(table, hex_id, "SP")


def kept(old: Track, new: Track) -> bool:
    """Is all old track part of the new? With one stop a piece is known by its side alone."""
    if len(old.stops) > 1 or len(old.stops) != len(new.stops):
        return False
    if old.stops and old.stops[0].kind != new.stops[0].kind:
        return False
    return set(old.pieces) <= set(new.pieces)


@pytest.mark.parametrize(("tile", "upgrades"), [*((tile, None) for tile in CHART), *DEAD_ENDS, *LAST])
def test_plain_and_dot_tiles_are_upgraded_by_the_chart_and_keep_their_track(tile: str, upgrades: set[str] | None):
    hex_id = home_of(tile)
    table = reached_everywhere(hex_id)
    if upgrades is None:
        upgrades = set(table.p.d.tiles[tile].upgrades_to)
    found: set[str] = set()
    for rotation in range(6):
        allowed = lays(table.with_tile(hex_id, tile, rotation), hex_id)
        old = table.p.d.tiles[tile].rotations[rotation]
        rotations = product(upgrades, range(6))
        assert allowed == {(new, r) for new, r in rotations if kept(old, table.p.d.tiles[new].rotations[r])}
        found |= {new for new, _ in allowed}
    assert found == upgrades


@pytest.mark.rule("1870-6.4.1-01", "1870-6.4.1-02")
@pytest.mark.parametrize(("tile", "ordinary", "special"), CITY_TILES)
def test_city_tiles_are_upgraded_by_the_chart_which_names_five_cities(tile: str, ordinary: set[str], special: set[str]):
    for hex_id, upgrades in [(CITY_HEX, ordinary)] + [(city, special) for city in SPECIAL]:
        table = reached_everywhere(hex_id)
        found = set[str]().union(*(tiles(table.with_tile(hex_id, tile, r), hex_id) for r in range(6)))
        assert found == upgrades, hex_id


@pytest.mark.rule("1870-6.4.1-01", "1870-6.4.1-02")
def test_every_other_city_takes_63_and_never_170():
    names = {hex_id for hex_id, place in Table().p.d.map.hexes.items() if [s.kind for s in place.stops] == ["city"]}
    assert set(SPECIAL) < names
    assert len(names) == 19
    for hex_id in sorted(names - set(SPECIAL)):
        table = reached_everywhere(hex_id)
        found = set[str]().union(*(tiles(table.with_tile(hex_id, "14", r), hex_id) for r in range(6)))
        assert found == ({"63"} if len(table.p.d.map.hexes[hex_id].open) == 6 else set()), hex_id


@pytest.mark.rule("1870-6.6.3-01", "1870-6.6.3-02", "1870-6.2-02")
@pytest.mark.parametrize(
    ("hex_id", "grey"), [("B11", {"171"}), ("C18", {"172"}), ("J3", set()), ("J5", set()), ("N17", set())]
)
def test_grey_tiles_lie_in_kansas_city_and_st_louis_only(hex_id: str, grey: set[str]):
    table = reached_everywhere(hex_id)
    for rotation in range(6):
        assert tiles(table.with_tile(hex_id, "170", rotation), hex_id) == grey
        assert tiles(table.with_tile(hex_id, "63", rotation), hex_id) == set()
    for final in ("171", "172"):
        assert tiles(table.with_tile(hex_id, final, 0), hex_id) == set()


@pytest.mark.rule("1870-6.2-07", "1870-6.6.1-09", "1870-6.6.1-10")
def test_the_chart_says_what_the_shapes_allow_and_nothing_else():
    """No pair of shapes that fits is forbidden by the chart but for the special cities; no pair in it does not fit."""
    p = Table().p
    colours = ("yellow", "green", "brown", "gray")
    for old in p.d.tiles.values():
        higher = colours[colours.index(old.color) + 1 : colours.index(old.color) + 2]
        fits = {
            new.name
            for new in p.d.tiles.values()
            if new.color in higher and any(kept(old.rotations[0], track) for track in new.rotations)
        }
        if old.name == "63":
            # Its six sides fit the grey tiles' six sides, which belong to two of the five cities that take no 63.
            assert fits == {"171", "172"}
        else:
            assert fits == set(old.upgrades_to), old.name


@pytest.mark.rule("1870-6.2-07")
def test_an_upgrade_that_would_lose_track_is_refused():
    table = Table().with_company("ATSF", "Ann", Ann=6).with_phase("2").with_tile("B9", "57", 1).operating_turn("ATSF")
    # 57 leads west and east: 14 leads SW, W, NE, E, turned once W, NW, E, SE, turned twice NW, NE, SE, SW.
    table.refused("Ann", "lay", "6.6", hex="B9", tile="14", rotation=2)
    table.do("Ann", "lay", hex="B9", tile="14", rotation=1)
    assert table.p.ground.track("B9").exits == (1, 2, 4, 5)


# --- colours and phases


@pytest.mark.rule("1870-6.2-01")
def test_a_tile_is_replaced_by_the_next_higher_colour_only():
    ladder = ("57", "14", "170", "171")
    table = reached_everywhere("B11")
    for below, tile in enumerate(ladder):
        table.with_tile("B11", tile, 0)
        for other in ladder[: below + 1] + ladder[below + 2 :]:
            for rotation in range(6):
                table.refused("Ann", "lay", hex="B11", tile=other, rotation=rotation)
        if below + 1 < len(ladder):
            assert ladder[below + 1] in tiles(table, "B11")


@pytest.mark.rule("1870-6.2-01")
@pytest.mark.parametrize(
    ("tile", "upgrade", "phase", "before"), [("57", "14", "2", "1"), ("14", "170", "4", "3"), ("170", "171", "5", "4")]
)
def test_each_colour_has_its_phase(tile: str, upgrade: str, phase: str, before: str):
    table = reached_everywhere("B11", phase=before).with_tile("B11", tile, 0)
    assert tiles(table, "B11") == set()
    assert "(4.2)" in table.refused("Ann", "lay", hex="B11", tile=upgrade, rotation=0)
    assert upgrade in tiles(table.with_phase(phase), "B11")


# --- dots


ONE_DOT = "A10 B7 B13 D9 D17 D21 E8 F9 G10 G20 H3 H21 I14 J9 K4 K14 K20 M8 M10 N21"
TWO_DOTS = "A16 E20 I10"
CITIES = "B9 B11 B19 C18 D5 E12 F5 H13 H17 J3 J5 K16 L11 M2 M6 M14 M20 N7 N17"


@pytest.mark.rule("1870-6.4-01", "1870-6.4-02", "1870-6.4-03", "1870-6.4-04")
@pytest.mark.parametrize(
    ("hex_id", "fitting"),
    [
        ("D9", {"3", "4", "58"}),
        ("G10", {"3", "4", "58"}),
        ("I10", {"1", "2", "55", "56", "69"}),
        ("E20", {"1", "2", "55", "56", "69"}),
        ("A16", {"1", "2", "55", "56", "69"}),
        ("D5", {"5", "6", "57"}),
        ("B11", {"5", "6", "57"}),
        ("D11", {"7", "8", "9"}),
        ("G12", {"7", "8", "9"}),
    ],
)
def test_a_vacant_hex_takes_only_yellow_tiles_with_its_dots(hex_id: str, fitting: set[str]):
    table = reached_everywhere(hex_id)
    table.with_cash("SP", 500)
    if hex_id in ("A16", "E20"):
        # At the edge of the map some of the five need sides that do not exist.
        assert tiles(table, hex_id) <= fitting
        assert tiles(table, hex_id)
    else:
        assert tiles(table, hex_id) == fitting
    assert "(6.4)" in table.refused("Ann", "lay", hex=hex_id, tile="9" if "9" not in fitting else "57", rotation=0)


@pytest.mark.rule("1870-6.4-01", "1870-6.4-02", "1870-6.4-03", "1870-6.4-04")
def test_the_dots_of_every_hex():
    p = Table().p
    for hex_id, place in p.d.map.hexes.items():
        if place.sheet.kind != "land":
            continue
        printed = [stop.kind for stop in place.stops]
        if hex_id in ONE_DOT.split():
            assert printed == ["town"], hex_id
        elif hex_id in TWO_DOTS.split():
            assert printed == ["town", "town"], hex_id
        elif hex_id in CITIES.split():
            assert printed == ["city"], hex_id
        else:
            assert printed == [], hex_id


@pytest.mark.rule("1870-6.2-03")
def test_no_track_is_printed_on_the_map():
    p = Table().p
    for hex_id, place in p.d.map.hexes.items():
        if place.sheet.kind == "land":
            assert place.printed.pieces == (), hex_id
        else:
            assert all(end >= STOP for _, end in place.printed.pieces)


@pytest.mark.rule("1870-6.1-01")
def test_a_vacant_hex_takes_no_green_brown_or_grey_tile_in_any_phase():
    table = reached_everywhere("D11").with_cash("SP", 500)
    for name, tile in table.p.d.tiles.items():
        if tile.color != "yellow":
            table.refused("Ann", "lay", "6.4", hex="D11", tile=name, rotation=0)
    assert tiles(table, "D11")
