"""Laying and upgrading track: how much, where, with what reach and use, at what cost (6 to 6.5)."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGES
from tests.t1870.ring import ringed, tiles
from tests.t1870.table import Table


def atsf(phase: str = "2", **options: str) -> Table:
    """Ann's ATSF at Topeka, with track to Kansas City, about to build."""
    table = Table(("Ann", "Bob", "Cem"), **options).with_company("ATSF", "Ann", Ann=6).with_phase(phase)
    return table.with_tile("B9", "57", 1).with_tile("B11", "57", 1).operating_turn("ATSF")


def lay(table: Table, hex_id: str, tile: str, rotation: int) -> Table:
    """Ann lays a tile."""
    return table.do("Ann", "lay", hex=hex_id, tile=tile, rotation=rotation)


def may_not(table: Table, hex_id: str, tile: str, rotation: int, section: str = "") -> str:
    """Assert that Ann may not lay this tile."""
    return table.refused("Ann", "lay", section, hex=hex_id, tile=tile, rotation=rotation)


# --- how much


@pytest.mark.rule("1870-6-01")
def test_two_yellow_tiles_may_be_laid_but_no_third():
    table = lay(atsf("1").with_cash("ATSF", 1000), "B7", "4", 1)
    assert table.s.agenda[-1].step == "track"
    lay(table, "B13", "4", 1)
    assert table.s.agenda[-1].step != "track"
    may_not(table, "B15", "9", 1)
    assert [table.tile(hex_id) for hex_id in ("B7", "B13", "B15")] == ["4", "4", ""]


@pytest.mark.rule("1870-6-01")
def test_one_yellow_tile_is_enough_and_so_is_none():
    assert lay(atsf(), "B7", "4", 1).do("Ann", "skip").s.agenda[-1].step != "track"
    assert atsf().do("Ann", "skip").s.agenda[-1].step != "track"


@pytest.mark.rule("1870-6-01")
def test_after_a_yellow_tile_nothing_is_upgraded():
    table = lay(atsf(), "B7", "4", 1)
    may_not(table, "B9", "14", 1, "6")
    assert lay(atsf(), "B9", "14", 1).tile("B9") == "14"


@pytest.mark.rule("1870-6-01")
def test_after_an_upgrade_nothing_more_is_laid():
    table = lay(atsf(), "B9", "14", 1)
    assert table.s.agenda[-1].step != "track"
    may_not(table, "B7", "4", 1)
    may_not(table, "B11", "14", 1)


@pytest.mark.rule("1870-6-03")
def test_a_tile_of_which_none_is_left_cannot_be_laid():
    table = atsf().with_tile("M2", "6", 0)
    assert "6" in tiles_at_memphis(table)
    table.with_tile("M6", "6", 0)
    assert "6" not in tiles_at_memphis(table)
    may_not(table.with_company("SSW", "Ann", Ann=6).operating_turn("SSW"), "H17", "6", 0, "2.5")


def tiles_at_memphis(table: Table) -> set[str]:
    """Tiles that the SSW could lay at its home."""
    return tiles(table.with_company("SSW", "Ann", Ann=6).operating_turn("SSW"), "H17")


@pytest.mark.rule("1870-6-03")
def test_a_replaced_tile_goes_back_to_the_supply():
    table = atsf().with_tile("B9", "6", 3).with_tile("M6", "6", 0)
    assert "6" not in tiles_at_memphis(table)
    lay(table.operating_turn("ATSF"), "B9", "15", 3)
    assert "6" in tiles_at_memphis(table)


@pytest.mark.rule("1870-6-03")
@pytest.mark.parametrize(("edition", "copies"), [("designer", 1), ("mayfair", 2)])
def test_the_supply_is_that_of_the_edition(edition: str, copies: int):
    table = Table(edition=edition).with_company("SP", "Ann", Ann=6).with_phase("2").operating_turn("SP")
    ringed(table, "D11", "SP").with_tile("D11", "8", 0)
    for hex_id in ("L1", "L3")[:copies]:
        assert "16" in tiles(table, "D11")
        table.with_tile(hex_id, "16", 0)
    assert "16" not in tiles(table, "D11")


# --- where


@pytest.mark.rule("1870-6.1-02")
def test_no_tile_lies_off_the_grid():
    table = atsf()
    for nowhere in ("A0", "O8", "P5", "A24", "N23", "B1"):
        may_not(table, nowhere, "9", 0)


@pytest.mark.rule("1870-6.1-04")
def test_no_tile_lies_on_a_red_area():
    for company, hex_id in (("SP", "N1"), ("IC", "A22"), ("FW", "A2"), ("SLSF", "M22")):
        table = Table().with_company(company, "Ann", Ann=6)
        if company != "SP":
            table.with_marker(company, f"{hex_id}/o0", -1)
        table.with_phase("8").operating_turn(company)
        for tile in ("9", "57", "4", "14", "170"):
            may_not(table, hex_id, tile, 0)


@pytest.mark.rule("1870-6.1-03")
def test_any_vacant_hex_within_reach_takes_a_tile_and_no_other_does():
    table = atsf("1")
    assert {move["hex"] for move in table.legal("Ann", "lay")} == {"B7", "B13"}
    for far in ("B5", "B15", "C8", "C10", "A8"):
        may_not(table, far, "9", 1, "6.1")


@pytest.mark.rule("1870-6.1-07", "1870-6-02")
def test_a_new_tile_must_carry_on_the_companys_track():
    table = atsf("1").with_cash("ATSF", 1000)
    may_not(table, "B13", "4", 0, "6.1")  # SW to NE does not meet the track from the west
    lay(table, "B13", "4", 1)


@pytest.mark.rule("1870-6.1-05")
def test_the_run_to_a_new_tile_may_be_longer_than_any_train():
    table = atsf("1").with_tile("B13", "4", 1).with_tile("B15", "9", 1).with_tile("B17", "9", 1).with_cash("ATSF", 99)
    table.with_tile("B19", "57", 1)
    assert table.trains("ATSF") == []
    may_not(table.with_tile("B13", "4", 0), "B21", "7", 0, "6.1")
    lay(table.with_tile("B13", "4", 1), "B21", "7", 0)


@pytest.mark.rule("1870-6.1-05")
def test_no_run_goes_through_a_city_full_of_other_stations():
    table = atsf("1").with_cash("ATSF", 1000).with_company("MKT", "Bob", Bob=6)
    may_not(table, "B13", "4", 1, "6.1")
    lay(atsf("1").with_cash("ATSF", 1000), "B13", "4", 1)


@pytest.mark.rule("1870-6.1-08")
def test_a_company_lays_its_first_tile_at_home_where_no_track_is():
    table = Table().with_company("ATSF", "Ann", Ann=6, turns=0, home=False).operating_turn("ATSF", step="")
    assert {move["hex"] for move in table.legal("Ann", "lay")} == {"B9"}
    lay(table, "B9", "5", 0)
    other = Table().with_company("ATSF", "Ann", Ann=6).operating_turn("ATSF")
    may_not(other, "J3", "5", 0, "6.1")


@pytest.mark.rule("1870-6.1-09")
def test_the_second_tile_may_be_reached_over_the_first():
    table = atsf("1")
    may_not(table, "B5", "9", 1, "6.1")
    lay(lay(table, "B7", "4", 1), "B5", "9", 1)


@pytest.mark.rule("1870-6.1-06")
def test_new_track_need_not_be_run_on():
    table = lay(atsf("1").with_train("ATSF", "2"), "B7", "58", 2).do("Ann", "skip").run_best("Ann")
    stops = str(table.happened("ran")[-1]["stops"])
    assert "B7" not in stops
    assert table.s.companies["ATSF"].last_run == 40


# --- edges of the map


RED_TRIANGLES = {
    "A2": {"E", "SE"},
    "A22": {"SW", "W"},
    "M22": {"SW", "W", "NW"},
    "N1": {"NE", "E", "SE"},
}


@pytest.mark.rule("1870-6.3-01")
def test_track_may_lead_only_where_track_can_go_on():
    """Every side of every hex: closed at the map's edge, the Gulf, the blue line and red areas without triangles."""
    p = Table().p
    blue = {frozenset(pair) for pair in (("N17", "N19"), ("O18", "N19"))}
    steps = {"SW": (1, -1), "W": (0, -2), "NW": (-1, -1), "NE": (-1, 1), "E": (0, 2), "SE": (1, 1)}
    for hex_id, place in p.d.map.hexes.items():
        if place.sheet.kind != "land":
            continue
        for number, side in enumerate(EDGES):
            down, right = steps[side]
            other = f"{chr(ord(hex_id[0]) + down)}{int(hex_id[1:]) + right}"
            wanted = other in p.d.map.hexes and frozenset((hex_id, other)) not in blue
            if other in RED_TRIANGLES:
                wanted = EDGES[(number + 3) % 6] in RED_TRIANGLES[other]
            assert (number in place.open) == wanted, (hex_id, side)


@pytest.mark.rule("1870-6.3-01")
@pytest.mark.parametrize(
    ("hex_id", "tile", "wrong", "right"),
    [
        ("N17", "57", 1, 0),  # west to east meets the blue line; south-west to north-east does not
        ("N7", "57", 2, 1),  # to the south-east lies the Gulf
        ("B3", "9", 1, 0),  # to the west the map ends
        ("M20", "57", -1, 1),  # the Southeast has a triangle here
    ],
)
def test_a_tile_whose_track_would_end_at_such_a_side_is_refused(hex_id: str, tile: str, wrong: int, right: int):
    table = Table().with_company("SP", "Ann", Ann=6).operating_turn("SP").with_cash("SP", 500)
    ringed(table, hex_id, "SP")
    if wrong >= 0:
        may_not(table, hex_id, tile, wrong, "6.3")
    lay(table, hex_id, tile, right)


# --- upgrades


@pytest.mark.rule("1870-6.2-04")
def test_a_tile_out_of_reach_cannot_be_upgraded():
    table = atsf().with_tile("J5", "57", 1).with_tile("B15", "9", 1)
    may_not(table, "J5", "14", 1, "6.1")
    may_not(table, "B15", "23", 1, "6.1")
    lay(table.with_tile("B13", "4", 1), "B15", "23", 1)


@pytest.mark.rule("1870-6.2-04")
def test_an_upgrade_may_lie_at_the_end_of_a_run_longer_than_any_train():
    table = atsf().with_tile("B13", "4", 1).with_tile("B15", "9", 1).with_tile("B17", "9", 1)
    assert table.trains("ATSF") == []
    lay(table.with_tile("B19", "57", 1), "B19", "14", 1)


@pytest.mark.rule("1870-6.2-05", "1870-6-02")
def test_an_upgrade_must_bring_new_track_that_the_company_can_run_on():
    """B13 and B15 lead east; tile 20 adds a second line that crosses without meeting it, tile 23 a branch."""
    table = atsf().with_tile("B13", "4", 1).with_tile("B15", "9", 1)
    may_not(table, "B15", "20", 1, "6.1")
    may_not(table, "B15", "20", 0, "6.1")
    lay(table, "B15", "23", 1)


@pytest.mark.rule("1870-6.2-05")
def test_the_branch_must_be_on_the_side_from_which_the_company_comes_or_within_its_reach():
    """Tile 24 turned four times has its branch at the east end: from the west it cannot be entered."""
    table = atsf().with_tile("B13", "4", 1).with_tile("B15", "9", 1)
    may_not(table, "B15", "24", 4, "6.1")
    lay(table, "B15", "24", 1)


@pytest.mark.rule("1870-6.2-05")
def test_a_higher_value_of_a_city_it_runs_to_is_enough():
    """Kansas City is and stays full of others: the ATSF cannot use the new side, but its run ends in a better city."""
    table = atsf("4").with_company("MKT", "Bob", Bob=6).with_tile("B11", "15", 1).with_marker("SP", "B11/c0", 1)
    lay(table, "B11", "170", 1)
    unreached = atsf().with_company("MKT", "Bob", Bob=6).with_tile("B11", "57", 0)
    may_not(unreached, "B11", "14", 2, "6.1")


@pytest.mark.rule("1870-6.2-05")
def test_new_track_that_only_closes_a_loop_back_over_the_same_side_cannot_be_run_on():
    """From Dallas over J7 round J9 and K8 back to J7: the new piece would leave where the run left before."""
    table = Table().with_company("TP", "Ann", Ann=6).with_phase("2").with_tile("J5", "57", 1)
    table.with_tile("J7", "9", 1).with_tile("J9", "3", 0).with_tile("K8", "7", 2).operating_turn("TP")
    may_not(table, "J7", "27", 4, "6.1")  # adds east to south-east
    lay(table, "J7", "23", 1)  # adds west to south-east


@pytest.mark.rule("1870-6.2-06")
def test_track_added_by_an_upgrade_need_not_be_run_on():
    table = lay(atsf().with_train("ATSF", "2"), "B9", "14", 1)
    while table.s.agenda[-1].step != "run":
        table.do("Ann", "skip")
    table.run_best("Ann")
    assert table.s.companies["ATSF"].last_run == 50
    assert sorted(str(table.happened("ran")[-1]["stops"]).split()) == ["B11/c0", "B9/c0"]


# --- cost


COSTS = {
    40: "A10 A16 B11 B13 B17 C14 C16 C18 D17 G2 H3 H5",
    60: "D13 D15 E12 E14 E16 E18 E20 F11 F13 F15 F19 G18 H7 H17 I8 I10 I16 J11 J15 K10 L11 O2",
    80: "K14 L13 M14 N7 N9 N11 N13 N15 N17 N19 N21 O4 O6",
    100: "O14 O16 O18",
}


@pytest.mark.rule("1870-6.5-01")
def test_the_printed_costs():
    wanted = {hex_id: cost for cost, hexes in COSTS.items() for hex_id in hexes.split()}
    assert {hex_id: place.cost for hex_id, place in Table().p.d.map.hexes.items() if place.cost} == wanted


@pytest.mark.rule("1870-6.5-01")
@pytest.mark.parametrize("cost", [40, 60, 80, 100])
def test_the_first_tile_is_paid_from_the_treasury(cost: int):
    hex_id = {40: "C14", 60: "D13", 80: "L13", 100: "O14"}[cost]
    table = Table().with_company("SP", "Ann", Ann=6).operating_turn("SP").with_cash("SP", cost)
    ringed(table, hex_id, "SP")
    bank, ann = table.cash("bank"), table.cash("Ann")
    found = table.legal("Ann", "lay", hex=hex_id)[0]
    table.with_cash("SP", cost - 1).refused("Ann", "lay", "6.5", **found)
    table.with_cash("SP", cost).do("Ann", "lay", **found)
    assert (table.cash("SP"), table.cash("bank"), table.cash("Ann")) == (0, bank + cost, ann)


@pytest.mark.rule("1870-6.5-01")
def test_open_land_costs_nothing():
    table = atsf("1").with_cash("ATSF", 0)
    lay(table, "B7", "4", 1)


@pytest.mark.rule("1870-6.5-02")
def test_upgrades_cost_nothing():
    table = atsf().with_cash("ATSF", 0)
    assert lay(table, "B11", "14", 1).cash("ATSF") == 0


def test_track_is_laid_from_home():
    table = Table().with_company("ATSF", "Ann", Ann=6, turns=0).operating_turn("ATSF")
    table.do("Ann", "lay", hex="B9", tile="57", rotation=1)
    assert table.cash("ATSF") == 1000
    table.refused("Ann", "lay", hex="K16", tile="57", rotation=1, section="6.1")
