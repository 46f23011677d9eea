"""The Mississippi and the Bridge Company (15.2)."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGES
from tests.t1870.ring import lays, ringed
from tests.t1870.table import Table

# Yellow tiles that stay on one bank, by river hex: tile and the sides its track leads to.
ON_ONE_BANK = {
    "A16": "",
    "B17": "7 SW-W, 7 NW-NE, 7 NE-E, 7 E-SE, 8 NW-E, 8 NE-SE, 9 NW-SE",
    "C18": "5 SW-W",
    "D17": "3 SW-W, 3 W-NW, 3 NW-NE, 3 SW-SE, 4 SW-NE, 4 NW-SE, 58 SW-NW, 58 W-NE, 58 NE-SE, 58 W-SE",
    "E18": "7 SW-W, 7 W-NW, 7 NE-E, 7 SW-SE, 8 SW-NW, 8 W-SE, 9 NW-SE",
    "F19": "7 W-NW, 7 NE-E, 7 E-SE, 7 SW-SE, 8 NE-SE, 8 SW-E, 9 SW-NE",
    "G18": "7 W-NW, 7 NE-E, 7 E-SE, 7 SW-SE, 8 NE-SE, 8 SW-E, 9 SW-NE",
    "H17": "5 NE-E, 5 E-SE, 5 SW-SE, 6 NE-SE, 6 SW-E, 57 SW-NE",
    "I16": "7 W-NW, 7 NE-E, 7 E-SE, 7 SW-SE, 8 NE-SE, 8 SW-E, 9 SW-NE",
    "J15": "7 SW-W, 7 W-NW, 7 NE-E, 7 E-SE, 8 SW-NW, 8 NE-SE",
    "K14": "3 E-SE",
    "L13": "7 SW-W, 7 W-NW, 7 NW-NE, 7 E-SE, 8 SW-NW, 8 W-NE, 9 SW-NE",
    "M14": "5 NW-NE, 5 NE-E, 5 E-SE, 6 NW-E, 6 NE-SE, 57 NW-SE",
    "N15": "7 SW-W, 7 NW-NE, 7 NE-E, 7 SW-SE, 8 NW-E, 8 W-SE",
    "O16": "7 SW-W, 7 W-NW, 7 E-SE, 7 SW-SE, 8 SW-NW, 8 NW-E, 8 SW-E, 8 W-SE, 9 W-E, 9 NW-SE",
    "O18": "7 SW-W, 7 NW-NE, 7 NE-E, 7 E-SE, 8 NW-E, 8 NE-SE, 9 NW-SE",
}


def before(company: str, *, owner: str = "Bob", phase: str = "1", turns: int = 1) -> Table:
    """Ann's company is about to build; the Bridge Company is with its owner."""
    table = Table().with_company(company, "Ann", Ann=6, turns=turns).with_private("MRBC", owner)
    return table.with_phase(phase).operating_turn(company)


def buys_the_bridge(table: Table, price: int = 40) -> Table:
    """Ann's company buys the Bridge Company from Bob."""
    return table.agree("Ann", "buy_private", "Bob", private="MRBC", price=price)


def sides(table: Table, hex_id: str) -> set[tuple[str, frozenset[str]]]:
    """What may be laid in a hex, as tile and the sides it leads to."""
    found = lays(table, hex_id)
    return {(tile, frozenset(EDGES[e] for e in table.p.d.tiles[tile].rotations[r].exits)) for tile, r in found}


# --- what crosses


@pytest.mark.rule("1870-15.2-05", "1870-15.2-06", "1870-15.2-28")
@pytest.mark.parametrize("hex_id", list(ON_ONE_BANK))
def test_before_the_bridge_company_is_sold_track_only_follows_the_river(hex_id: str):
    """With a player owning it, exactly the tiles of the list; with it closed, all that fit the hex."""
    table = ringed(before("SP"), hex_id, "SP").with_cash("SP", 500)
    is_open = {EDGES[side] for side in table.p.d.map.hexes[hex_id].open}
    listed = [entry.split() for entry in ON_ONE_BANK[hex_id].split(", ") if entry]
    along = {(tile, frozenset(way.split("-"))) for tile, way in listed}
    along = {(tile, way) for tile, way in along if way <= is_open}
    assert sides(table, hex_id) == along
    free = ringed(before("SP", owner="closed"), hex_id, "SP").with_cash("SP", 500)
    assert sides(free, hex_id) > along


@pytest.mark.rule("1870-15.2-05")
def test_a_crossing_is_refused_while_a_player_owns_the_bridge_company():
    table = before("SSW")
    table.refused("Ann", "lay", "15.2", hex="H17", tile="57", rotation=1)
    table.do("Ann", "lay", hex="H17", tile="57", rotation=0)
    before("SSW", owner="closed").do("Ann", "lay", hex="H17", tile="57", rotation=1)
    before("SSW", owner="IC").do("Ann", "lay", hex="H17", tile="57", rotation=1)


@pytest.mark.rule("1870-15.2-06")
@pytest.mark.parametrize(("tile", "allowed"), [("5", {3, 4, 5}), ("6", {3, 4}), ("57", {0, 3})])
def test_memphis_takes_5_6_or_57_to_the_east_or_along_the_river(tile: str, allowed: set[int]):
    rotations = {rotation for name, rotation in lays(before("SSW"), "H17") if name == tile}
    assert rotations == allowed


@pytest.mark.rule("1870-15.2-05")
def test_an_upgrade_may_not_cross_either():
    """I16 has its east bank on SW, NE, E and SE: the line from SW to NE may branch to the E, not to the NW."""
    table = ringed(before("SP", phase="2"), "I16", "SP").with_tile("I16", "9", 0)
    table.refused("Ann", "lay", "15.2", hex="I16", tile="24", rotation=0)
    assert ("24", 0) in lays(
        ringed(before("SP", phase="2", owner="closed"), "I16", "SP").with_tile("I16", "9", 0), "I16"
    )
    table.do("Ann", "lay", hex="I16", tile="23", rotation=0)


@pytest.mark.rule("1870-15.2-05")
def test_once_sold_to_a_company_the_river_stays_open_even_if_that_company_closes():
    table = buys_the_bridge(before("MP")).with_private("MRBC", "pool")
    table.with_company("SSW", "Ann", Ann=6).operating_turn("SSW")
    table.do("Ann", "lay", hex="H17", tile="57", rotation=1)
    table.with_private("MRBC", "Bob").operating_turn("SSW").do("Ann", "lay", hex="H15", tile="9", rotation=1)


@pytest.mark.rule("1870-15.2-05")
def test_the_first_five_train_closes_it_and_opens_the_river():
    table = before("SSW", phase="3").with_supply_from("5")
    table.refused("Ann", "lay", "15.2", hex="H17", tile="57", rotation=1)
    table.operating_turn("SSW", "train").do("Ann", "buy_train", **{"from": "bank"}, kind="5")
    assert table.s.privates["MRBC"] == "closed"
    table.operating_turn("SSW").do("Ann", "lay", hex="H17", tile="57", rotation=1)


# --- buying the Bridge Company


@pytest.mark.rule("1870-15.2-04")
@pytest.mark.parametrize("company", ["MP", "SSW"])
def test_in_phase_one_the_two_river_companies_may_buy_it_for_20_to_40(company: str):
    for price in (20, 33, 40):
        table = before(company)
        bob = table.cash("Bob")
        buys_the_bridge(table, price)
        assert (table.s.privates["MRBC"], table.cash("Bob")) == (company, bob + price)
        assert table.cash(company) == 1000 - price
    for price in (19, 41, 80):
        before(company).refused("Ann", "buy_private", private="MRBC", price=price)


@pytest.mark.rule("1870-15.2-04")
def test_in_phase_one_no_other_company_may_buy_it_and_they_buy_nothing_else():
    for company in ("GMO", "IC", "SLSF", "TP"):
        before(company).refused("Ann", "buy_private", "12", private="MRBC", price=40)
    before("MP").with_private("GRSC", "Bob").refused("Ann", "buy_private", "12", private="GRSC", price=20)


@pytest.mark.rule("1870-15.2-04")
def test_from_phase_two_on_any_company_may_buy_it_for_20_to_80():
    buys_the_bridge(before("IC", phase="2"), 80)
    buys_the_bridge(before("MP", phase="2"), 80)
    before("IC", phase="2").refused("Ann", "buy_private", private="MRBC", price=81)
    before("IC", phase="2").refused("Ann", "buy_private", private="MRBC", price=19)


# --- its discount


def bridge(table: Table, hex_id: str, tile: str, rotation: int) -> Table:
    """Lay a tile with the discount."""
    return table.do("Ann", "bridge", hex=hex_id, tile=tile, rotation=rotation)


@pytest.mark.rule("1870-15.2-07")
@pytest.mark.parametrize(("company", "paid"), [("SSW", 20), ("MP", 0)])
def test_the_owner_bridges_the_river_for_40_less(company: str, paid: int):
    hex_id = {"SSW": "H17", "MP": "C18"}[company]
    table = buys_the_bridge(before(company))
    bank = table.cash("bank")
    bridge(table, hex_id, "57", 1)
    assert (table.cash(company), table.cash("bank")) == (960 - paid, bank + paid)
    plain = buys_the_bridge(before(company)).do("Ann", "lay", hex=hex_id, tile="57", rotation=1)
    assert plain.cash(company) == 960 - paid - 40


@pytest.mark.rule("1870-15.2-07")
def test_the_discount_is_for_one_spot_only():
    table = bridge(buys_the_bridge(before("SSW")), "H17", "57", 1)
    table.with_tile("I16", "9", 0).with_marker("SSW", "K16/c0").with_tile("K16", "57", 1).operating_turn("SSW")
    table.refused("Ann", "bridge", "15.2", hex="K14", tile="4", rotation=1)
    treasury = table.cash("SSW")
    assert table.do("Ann", "lay", hex="K14", tile="4", rotation=1).cash("SSW") == treasury - 80


@pytest.mark.rule("1870-15.2-07")
def test_any_river_spot_within_reach_will_do():
    table = before("IC", phase="2").with_tile("K16", "57", 1)
    buys_the_bridge(table)
    assert bridge(table, "K14", "4", 1).cash("IC") == 1000 - 40 - 40


@pytest.mark.rule("1870-15.2-07")
def test_track_along_the_river_gets_no_discount():
    table = buys_the_bridge(before("SSW"))
    table.refused("Ann", "bridge", "15.2", hex="H17", tile="57", rotation=0)
    assert table.do("Ann", "lay", hex="H17", tile="57", rotation=0).cash("SSW") == 900


@pytest.mark.rule("1870-15.2-07")
def test_only_the_buyer_has_the_discount_and_only_for_a_first_tile_on_the_river():
    before("MP", owner="IC").refused("Ann", "bridge", "15.2", hex="C18", tile="57", rotation=1)
    before("MP").refused("Ann", "bridge", "15.2", hex="C18", tile="57", rotation=1)
    table = buys_the_bridge(before("SSW").with_tile("H17", "57", 1))
    table.refused("Ann", "bridge", "15.2", hex="H15", tile="9", rotation=1)
    upgrade = buys_the_bridge(before("SSW", phase="2").with_tile("H17", "57", 0).with_tile("I16", "9", 0))
    upgrade.refused("Ann", "bridge", "15.2", hex="I16", tile="24", rotation=0)


@pytest.mark.rule("1870-15.2-07")
def test_a_discounted_tile_is_one_of_the_two():
    table = bridge(buys_the_bridge(before("SSW")), "H17", "57", 1)
    table.do("Ann", "lay", hex="H15", tile="9", rotation=1)
    assert table.s.agenda[-1].step != "track"


@pytest.mark.rule("1870-15.2-08")
@pytest.mark.parametrize(("company", "hex_id"), [("SSW", "H17"), ("MP", "C18")])
def test_on_its_first_turn_the_river_company_bridges_free_at_home(company: str, hex_id: str):
    table = buys_the_bridge(before(company, turns=0))
    assert bridge(table, hex_id, "57", 1).cash(company) == 960


@pytest.mark.rule("1870-15.2-08")
def test_free_is_only_the_home_and_only_a_crossing():
    table = buys_the_bridge(before("SSW", turns=0))
    table.refused("Ann", "bridge", "15.2", hex="H17", tile="57", rotation=0)
    table.do("Ann", "lay", hex="H17", tile="57", rotation=0)
    # At G18 the discount is 40 of 60, and the tile counts.
    assert bridge(table, "G18", "7", 0).cash("SSW") == 1000 - 40 - 60 - 20
    assert table.s.agenda[-1].step != "track"


@pytest.mark.rule("1870-15.2-09")
def test_the_free_tile_comes_on_top_of_the_two_others():
    table = bridge(buys_the_bridge(before("SSW", turns=0)), "H17", "57", 1)
    table.do("Ann", "lay", hex="H15", tile="9", rotation=1).do("Ann", "lay", hex="H13", tile="57", rotation=1)
    assert [table.tile(hex_id) for hex_id in ("H17", "H15", "H13")] == ["57", "9", "57"]
    assert table.cash("SSW") == 960
    assert table.s.agenda[-1].step != "track"
    table.refused("Ann", "lay", hex="H11", tile="9", rotation=1)


@pytest.mark.rule("1870-15.2-09", "1870-15.2-08")
def test_after_the_first_turn_the_home_tile_is_neither_free_nor_a_third():
    later = buys_the_bridge(before("SSW", turns=1))
    bridge(later, "H17", "57", 1).do("Ann", "lay", hex="H15", tile="9", rotation=1)
    later.refused("Ann", "lay", hex="H13", tile="57", rotation=1)
    assert later.cash("SSW") == 940
