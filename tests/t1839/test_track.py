"""Track: what fits where, what it costs, what must be kept (8.3.1, 12, 15)."""

from __future__ import annotations

import pytest

from engine.board import lay
from engine.board.tiles import STOP
from tests.t1839.table import Table1839


def laying(
    company: str = "NCS", *, phase: str = "light yellow", treasury: int = 900, **tiles: tuple[str, int]
) -> Table1839:
    """Ann's company is at its track step."""
    table = Table1839().with_privates_closed().with_phase(phase)
    for hex_id, (tile, rotation) in tiles.items():
        table.with_tile(hex_id, tile, rotation)
    table.with_company(company, "Ann", treasury=treasury, Ann=4)
    return table.operating_turn(company, "track")


def lays(table: Table1839, hex_id: str, tile: str = "") -> list[tuple[str, int]]:
    """What may be laid in a hex: tile and rotation."""
    found = table.legal("Ann", "lay", hex=hex_id) if not tile else table.legal("Ann", "lay", hex=hex_id, tile=tile)
    return [(str(move["tile"]), int(move["rotation"])) for move in found]


@pytest.mark.rule("1839-8.3-08", "1839-8.3.1-02")
def test_one_tile_free_and_a_second_for_twenty():
    table = laying(phase="light green")
    tile, rotation = lays(table, "H13")[0]
    table.do("Ann", "lay", hex="H13", tile=tile, rotation=rotation)
    assert table.cash("NCS") == 900
    free = [move for move in table.legal("Ann", "lay") if not table.p.d.map.hexes[str(move["hex"])].cost]
    bank = table.cash("bank")
    table.do("Ann", "lay", **free[0])
    assert (table.cash("NCS"), table.cash("bank")) == (880, bank + 20)
    table.refused("Ann", "lay", "", hex="H13", tile="14", rotation=rotation)


@pytest.mark.rule("1839-8.3.1-02")
@pytest.mark.parametrize(("treasury", "may"), [(20, True), (19, False)])
def test_no_second_tile_without_twenty(treasury: int, may: bool):
    table = laying(treasury=treasury)
    tile, rotation = lays(table, "H13")[0]
    table.do("Ann", "lay", hex="H13", tile=tile, rotation=rotation)
    assert ("lay" in table.verbs("Ann")) == may
    if not may:
        refused = table.refused("Ann", "lay", hex="H13", tile=tile, rotation=rotation)
        assert "step of NCS's turn is over" in refused and "costs" not in refused


@pytest.mark.rule("1839-8.3.1-02")
@pytest.mark.parametrize(("treasury", "may"), [(20, True), (19, False)])
def test_a_second_tile_that_cannot_be_paid_is_refused_with_its_price(treasury: int, may: bool):
    table = laying()
    tile, rotation = lays(table, "H13")[0]
    table.do("Ann", "lay", hex="H13", tile=tile, rotation=rotation)
    second = next(move for move in table.legal("Ann", "lay") if not table.p.d.map.hexes[str(move["hex"])].cost)
    table.with_cash("NCS", treasury)
    law = table.p.title.verbs["lay"]
    refusal = law.refuse(table.p, table.seat("Ann"), law.choices())
    assert (refusal is None) == may
    if refusal is None:
        assert table.do("Ann", "lay", **second).cash("NCS") == 0
    else:
        assert (refusal.section, refusal.why) == ("8.3.1", "a second tile costs f20")


@pytest.mark.rule("1839-8.3-08")
def test_nobody_has_to_build_track():
    table = laying().do("Ann", "skip")
    assert table.cash("NCS") == 900
    assert "lay" not in table.verbs("Ann")


@pytest.mark.rule("1839-15.1-02")
def test_only_yellow_tiles_are_laid_at_the_start():
    table = laying(H13=("57", 0))
    colors = {table.p.d.tiles[str(move["tile"])].color for move in table.legal("Ann", "lay")}
    assert colors == {"yellow"}
    table.refused("Ann", "lay", "", hex="G10", tile="A425", rotation=0)


@pytest.mark.rule("1839-15.3.2-01", "1839-4-41", "1839-15.1-04")
def test_no_upgrade_before_light_green_phase():
    green = {"hex": "H13", "tile": "14", "rotation": 0}
    laying(phase="dark yellow", H13=("57", 0)).refused("Ann", "lay", "17", **green)
    table = laying(phase="light green", H13=("57", 0)).do("Ann", "lay", **green)
    assert table.s.board.tiles["H13"].tile == "14"


@pytest.mark.rule("1839-8.3.1-01", "1839-8.3.1-03")
def test_an_upgrade_and_a_yellow_tile_but_never_two_upgrades():
    table = laying(phase="light green", H13=("57", 0), H15=("9", 0), H11=("1", 0))
    assert lays(table, "G10", "A425")
    tile, rotation = lays(table, "H13")[0]
    table.do("Ann", "lay", hex="H13", tile=tile, rotation=rotation)
    table.refused("Ann", "lay", "8.3.1", hex="G10", tile="A425", rotation=0)
    left = table.legal("Ann", "lay")
    assert left
    assert {table.p.d.tiles[str(move["tile"])].color for move in left} == {"yellow"}


@pytest.mark.rule("1839-8.3.1-04", "1839-15.3.2-09")
def test_no_upgrade_of_a_tile_laid_in_the_same_turn():
    table = laying(phase="light green")
    tile, rotation = lays(table, "H13", "57")[0]
    table.do("Ann", "lay", hex="H13", tile=tile, rotation=rotation)
    table.refused("Ann", "lay", "15.3.2", hex="H13", tile="14", rotation=rotation)


@pytest.mark.rule("1839-15.3.1-08", "1839-15.3.1-09", "1839-12-12")
def test_water_is_paid_with_the_first_tile():
    table = laying("NBDS", phase="light green")
    assert table.p.title.build.cost(table.p, "NBDS", "M14", "9", 0) == 80
    table.with_tile("M14", "9", 0)
    assert table.p.title.build.cost(table.p, "NBDS", "M14", "20", 0) == 0


@pytest.mark.rule("1839-15.3.1-10")
def test_each_tile_of_a_big_city_costs_eighty():
    table = laying(phase="light green")
    assert table.p.title.build.cost(table.p, "NCS", "G10", "A425", 0) == 80
    assert table.p.title.build.cost(table.p, "NCS", "K8", "B13", 0) == 80
    table.with_tile("K8", "B13", 0)
    assert table.p.title.build.cost(table.p, "NCS", "K8", "B121", 0) == 80
    assert table.p.title.build.cost(table.p, "NCS", "I16", "57", 0) == 80


@pytest.mark.rule("1839-8.3.1-06")
def test_the_treasury_pays_and_nobody_else():
    table = laying("NBDS", treasury=60)
    assert not [move for move in table.legal("Ann", "lay") if table.p.d.map.hexes[str(move["hex"])].cost]


@pytest.mark.parametrize(
    ("hex_id", "tiles"),
    [
        pytest.param("H9", {"7", "8", "9"}, marks=pytest.mark.rule("1839-15.2-11", "1839-12-11", "1839-15.2-08")),
        pytest.param(
            "I8",
            {"5", "6", "57"},
            marks=pytest.mark.rule("1839-15.1-03", "1839-15.2-01", "1839-15.2-02", "1839-15.2-08"),
        ),
        pytest.param("A16", {"3", "4", "58"}, marks=pytest.mark.rule("1839-15.1-03", "1839-15.2-07", "1839-15.2-08")),
        pytest.param(
            "H11",
            {"1", "2", "55", "56", "69", "630", "631", "632", "633"},
            marks=pytest.mark.rule("1839-15.1-03", "1839-15.2-09", "1839-15.2-10"),
        ),
        pytest.param("K12", {"LO57", "LOO5", "LOO6"}, marks=pytest.mark.rule("1839-15.2-05", "1839-15.2-06")),
        pytest.param("K8", {"B13", "B206"}, marks=pytest.mark.rule("1839-15.2-03", "1839-15.2-04")),
        pytest.param("G8", {"H6"}, marks=pytest.mark.rule("1839-15.2-03", "1839-15.2-04")),
        pytest.param("J7", {"R6"}, marks=pytest.mark.rule("1839-15.2-03", "1839-15.2-04")),
        pytest.param("I12", {"U6"}, marks=pytest.mark.rule("1839-15.2-03", "1839-15.2-04")),
        pytest.param("G10", {"A425"}, marks=pytest.mark.rule("1839-15.2-03", "1839-15.2-04")),
        pytest.param("B19", {"14", "15", "619"}, marks=pytest.mark.rule("1839-12-05")),
        pytest.param(
            "L11",
            {"16", "17", "18", "19", "20", "21", "22", "80", "81", "82", "83", "625", "626"},
            marks=pytest.mark.rule("1839-12-05"),
        ),
        ("D7", set()),
        ("G20", set()),
    ],
)
def test_first_tiles(hex_id: str, tiles: set[str]):
    assert set(lay.may_follow(Table1839().p, hex_id)) == tiles


@pytest.mark.parametrize(
    ("tile", "after"),
    [
        pytest.param("57", {"14", "15", "619"}, marks=pytest.mark.rule("1839-15.1-04", "1839-15.3.2-04")),
        pytest.param("14", {"611"}, marks=pytest.mark.rule("1839-15.1-05")),
        pytest.param("611", set(), marks=pytest.mark.rule("1839-15.1-06")),
        pytest.param("4", set(), marks=pytest.mark.rule("1839-15.3.2-04")),
        pytest.param("55", set(), marks=pytest.mark.rule("1839-15.3.2-04")),
        pytest.param("9", {"18", "19", "20", "82", "83"}, marks=pytest.mark.rule("1839-15.3.2-04")),
        pytest.param("80", {"545", "546"}, marks=pytest.mark.rule("1839-15.1-05")),
        pytest.param("A425", {"A61", "A62"}, marks=pytest.mark.rule("1839-15.1-05")),
        pytest.param("A62", {"A718", "A990"}, marks=pytest.mark.rule("1839-15.1-06")),
        pytest.param("R6", {"R121", "R123"}, marks=pytest.mark.rule("1839-15.2-03")),
        pytest.param("L168", {"L1168"}, marks=pytest.mark.rule("1839-15.1-06")),
        pytest.param("L1168", set(), marks=pytest.mark.rule("1839-15.1-06")),
    ],
)
def test_what_replaces_a_tile(tile: str, after: set[str]):
    assert set(Table1839().p.d.tiles[tile].upgrades_to) == after


@pytest.mark.rule("1839-15.3.2-04")
def test_an_oo_tile_is_replaced_by_green_oo_tiles_only():
    tiles = Table1839().p.d.tiles
    after = [tiles[name] for name in tiles["LO57"].upgrades_to]
    assert after
    assert {(tile.color, tile.label) for tile in after} == {("green", tiles["LO57"].label)}


@pytest.mark.rule("1839-15.3.2-02", "1839-15.3.2-03")
@pytest.mark.parametrize(
    ("tile", "phase", "may"),
    [
        ("A425", "dark yellow", False),
        ("A425", "light green", True),
        ("A61", "blue", False),
        ("A61", "light brown", True),
        ("A990", "dark red", False),
        ("A990", "gray", True),
    ],
)
def test_a_colour_is_laid_from_its_phase_on(tile: str, phase: str, may: bool):
    before = {"A425": {}, "A61": {"G10": ("A425", 0)}, "A990": {"G10": ("A62", 0)}}[tile]
    table = laying(phase=phase, **before)
    assert bool(lays(table, "G10", tile)) == may
    if not may:
        table.refused("Ann", "lay", "", hex="G10", tile=tile, rotation=0)


@pytest.mark.rule("1839-15.1-01", "1839-15.3.2-10")
def test_the_supply_is_limited_and_upgraded_tiles_come_back():
    table = laying(phase="light green", G8=("H6", 0))
    assert lay.tiles_left(table.p, "H6") == 0
    table.with_tile("G8", "H121", 0)
    assert lay.tiles_left(table.p, "H6") == 1


@pytest.mark.rule("1839-15.3.1-05", "1839-15.3.2-05", "1839-15.3.2-06", "1839-12-22")
def test_track_is_kept_printed_track_on_cream_hexes_too():
    table = Table1839()
    west = 1
    for hex_id, tile in (("B13", "57"), ("B13", "5"), ("B13", "6")):
        for rotation in range(6):
            refused = lay.turn_refusal(table.p, hex_id, tile, rotation)
            if west not in table.p.d.tiles[tile].rotations[rotation].exits:
                assert refused, (tile, rotation)
    assert any(lay.turn_refusal(table.p, "B13", "57", rotation) is None for rotation in range(6))
    green = Table1839().with_tile("H13", "57", 0)
    kept = green.p.ground.track("H13").exits
    for rotation in range(6):
        new = green.p.d.tiles["14"].rotations[rotation].exits
        if lay.turn_refusal(green.p, "H13", "14", rotation) is None:
            assert set(kept) <= set(new)


@pytest.mark.rule("1839-15.3.1-05")
@pytest.mark.parametrize(("tile", "rotations"), [("19", {4}), ("80", {3}), ("17", {0, 3})])
def test_what_was_joined_stays_joined_in_whatever_shape(tile: str, rotations: set[int]):
    """A gentle curve from the north-east to the south-east; tile 19 has both sides in other rotations too."""
    table = Table1839().with_tile("H9", "8", 0)
    north_east, south_east = 3, 5
    turned = table.p.d.tiles[tile].rotations
    assert {r for r in range(6) if lay.turn_refusal(table.p, "H9", tile, r) is None} == rotations
    assert {r for r in range(6) if south_east in turned[r].at.get(north_east, ())} == rotations


@pytest.mark.rule("1839-12-17")
@pytest.mark.parametrize(
    ("hex_id", "tile", "side"), [("G8", "H6", 4), ("J7", "R6", 3), ("K8", "B13", 3), ("K8", "B206", 3)]
)
def test_every_tile_meets_the_stub(hex_id: str, tile: str, side: int):
    table = Table1839()
    allowed = [r for r in range(6) if lay.turn_refusal(table.p, hex_id, tile, r) is None]
    assert allowed
    for rotation in range(6):
        meets = side in table.p.d.tiles[tile].rotations[rotation].exits
        assert meets or rotation not in allowed


@pytest.mark.rule("1839-12-06", "1839-12-08", "1839-12-10", "1839-15.3.1-01", "1839-15.3.1-06", "1839-15.3.1-07")
@pytest.mark.parametrize(
    ("hex_id", "shut"),
    [
        ("A14", {1, 2, 3}),  # the edge of the map
        ("D19", set()),  # Bremen has an arrow there
        ("E14", {1}),  # the Noordzee has no arrow to the east
    ],
)
def test_where_track_may_lead(hex_id: str, shut: set[int]):
    hexes = Table1839().p.d.map.hexes
    for side in range(6):
        other = hexes[hex_id].around[side]
        printed = hexes[other].printed.exits if other else ()
        kind = hexes[other].sheet.kind if other else "none"
        met = kind in ("land", "yellow") or (kind in ("gray", "offboard") and (side + 3) % 6 in printed)
        assert (side in hexes[hex_id].open) == met, side
    assert not hexes[hex_id].open & shut
    for gray in ("D7", "G20", "E10"):
        assert not lay.may_follow(Table1839().p, gray)


@pytest.mark.rule("1839-8.3.1-08", "1839-12-16", "1839-17.1-01", "1839-17.9-02")
def test_no_new_connection_across_a_barrier_before_light_red():
    table = Table1839()
    northeast = 3
    turned = [r for r in range(6) if northeast in table.p.d.tiles["9"].rotations[r].exits]
    # E8 lies below D9's barrier; nothing meets it from D9, so track may end there.
    assert any(lay.turn_refusal(table.p, "E8", "9", r) is None for r in turned)
    southwest = 0
    onto = [
        (tile, r)
        for tile in ("19", "20", "80", "81", "82", "83")
        for r in range(6)
        if southwest in table.p.d.tiles[tile].rotations[r].exits
    ]
    table.with_tile("E8", "9", turned[0])
    barred = {(tile, r): lay.turn_refusal(table.p, "D9", tile, r) for tile, r in onto}
    table.with_phase("light red")
    freed = [key for key in barred if lay.turn_refusal(table.p, "D9", *key) is None]
    assert freed
    assert all(barred[key] for key in freed)


@pytest.mark.rule("1839-15.3.1-02", "1839-15.3.1-03", "1839-15.3.1-04")
def test_a_line_must_lead_from_a_station_to_the_tile():
    table = laying(H13=("57", 0))
    hexes = {str(move["hex"]) for move in table.legal("Ann", "lay")}
    southwest, northeast = table.p.d.map.hexes["H13"].around[0], table.p.d.map.hexes["H13"].around[3]
    assert {southwest, northeast} <= hexes | {"G14"}
    assert "N17" not in hexes
    table.refused("Ann", "lay", "15.3.1", hex="N17", tile="57", rotation=0)


@pytest.mark.rule("1839-15.3.1-03", "1839-14.3.2.2.1-02", "1839-14.3.2.2.2-02", "1839-14.4-04")
def test_government_markers_stop_majors_and_let_locals_through():
    for company, passes in (("NCS", False), ("L1", True)):
        table = Table1839().with_privates_closed().with_tile("H13", "57", 1).with_tile("H9", "9", 1)
        table.with_tile("I8", "57", 0).with_tile("I10", "9", 1)
        table.with_government("H13/c0")
        with table.arrange() as p:
            p.s.companies["NCS"].home_placed = True
        more = {"homes": ("N17", "L3")} if company == "L1" else {"home": False}
        table.with_company(company, "Ann", Ann=4, **more)  # type: ignore[arg-type]
        table.with_tile("H15", "9", 1).with_tile("H11", "55", 1)
        table.with_tile("H15", "9", 1)
        from engine.board.markers import blocked_for

        assert ("H13/c0" in blocked_for(table.p, company)) != passes


@pytest.mark.rule("1839-15.3.1-11")
def test_the_layer_says_who_stands_at_the_track_of_a_new_oo_tile():
    for chosen, other in (("NWS", "L1"), ("L1", "NWS")):
        table = Table1839().with_privates_closed()
        table.with_company("L1", "Bob", homes=("G16", "I8"), Bob=4).with_company("NWS", "Ann", Ann=4)
        assert {stop.split("/")[0] for stop in (*table.markers("L1"), *table.markers("NWS"))} >= {"G16"}
        table.operating_turn("NWS", "track")
        moves = [m for m in table.legal("Ann", "lay", hex="G16") if m["at_track"] == chosen]
        if chosen == "L1":
            assert not moves, "the NWS could not trace track to the tile by the city without track"
            continue
        table.do("Ann", "lay", **moves[0])
        ground = table.p.ground.track("G16")
        joined = next(f"G16/{stop.key}" for at, stop in enumerate(ground.stops, STOP) if at in ground.at)
        assert joined in table.markers(chosen)
        assert joined not in table.markers(other)


@pytest.mark.rule("1839-15.3.2-11", "1839-15.3.2-07", "1839-15.3.2-08")
def test_markers_go_with_their_cities_and_the_governments_make_room():
    table = laying(phase="gray", G10=("A62", 0))
    from engine.core.state import Marker

    with table.arrange() as p:
        p.s.board.markers = [m for m in p.s.board.markers if not m.stop.startswith("G10/")]
        p.s.board.markers += [Marker("NS", "G10/c0", 1), Marker("NS", "G10/c1", 0), Marker("NCS", "G10/c0", 0)]
    table.operating_turn("NCS", "track")
    tile, rotation = lays(table, "G10", "A990")[0]
    table.do("Ann", "lay", hex="G10", tile=tile, rotation=rotation)
    here = [(m.company, m.slot) for m in table.s.board.markers if m.stop == "G10/c0"]
    assert sorted(here) == [("NCS", 0), ("NS", 1)]
    with table.arrange() as p:
        p.s.board.tiles["G10"].tile = "A62"
        p.s.board.markers = [m for m in p.s.board.markers if not m.stop.startswith("G10/")]
        p.s.board.markers += [Marker(c, f"G10/c{n}", s) for c, n, s in (("NCS", 0, 0), ("MSS", 0, 1), ("NRS", 1, 0))]
    table.operating_turn("NCS", "track")
    table.refused("Ann", "lay", "15.3.2", hex="G10", tile="A990", rotation=0)


@pytest.mark.rule("1839-8.3.1-07", "1839-12-15", "1839-14.2.1-09")
@pytest.mark.parametrize(("owner", "barred"), [("Bob", True), ("NCS", False), ("closed", False)])
def test_the_hex_of_the_laantje(owner: str, barred: bool):
    table = laying().with_private("LVG", owner)
    refusal = table.p.title.build.tile_refusal(table.p, "NCS", "H7", "55", 0)
    assert bool(refusal) == barred


def test_an_operating_turn_is_played_on():
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4, Bob=2).with_train("NCS", "2")
    table.operating_turn("NCS", "track")
    table.do("Ann", "skip")
    assert table.deciders() == ["Ann"]
