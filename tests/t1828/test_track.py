"""How much track a turn allows, what it costs, and which tiles there are (8.3.1, 14.1, 14.3)."""

from __future__ import annotations

import pytest

from engine.core.state import Used
from tests.positions.lines import lay
from tests.t1828.building import first, never, tiles_for, turn
from tests.t1828.table import Table1828

PHASES = ("yellow", "green", "blue", "brown", "red", "gray", "purple")

# --- how much


@pytest.mark.rule("1828-8.3.1-01", "1828-8.3-02", "1828-14.1-02", "1828-14.1-03", "1828-14.3.2-01")
def test_one_yellow_tile_or_from_green_phase_one_upgrade():
    table = turn("WAB")
    table.do("Ann", "lay", **first(table, hex="H6"))
    assert not table.legal("Ann", "lay")
    assert "14" not in tiles_for(turn("WAB", H6=("57", "W E")), "H6")
    never(turn("WAB", H6=("57", "W E")), "H6", "14")
    table = turn("WAB", "green", H6=("57", "W E"))
    table.do("Ann", "lay", **first(table, hex="H6", tile="14"))
    assert not table.legal("Ann", "lay")
    # Nobody has to build.
    assert "skip" in turn("WAB").verbs("Ann")


@pytest.mark.rule("1828-8.3.1-02", "1828-8.3.1-03", "1828-13.4-08", "1828-13.4-06")
def test_a_system_builds_twice_but_upgrades_once():
    def system() -> Table1828:
        table = Table1828().with_system("WAB", "NYC", "Ann", Ann=6).with_phase("green")
        lay(table, "H6", "57", "W E")
        lay(table, "E23", "57", "W E")
        return table.operating_turn("WAB")

    table = system().do("Ann", "lay", **first(system(), hex="H6", tile="14"))
    assert not tiles_for(table, "E23")
    never(table, "E23", "14")
    table.do("Ann", "lay", **first(table, hex="H8", tile="57"))
    assert not table.legal("Ann", "lay")
    # Two yellow ones, or the yellow one first.
    table = system().do("Ann", "lay", **first(system(), hex="H8", tile="57"))
    assert tiles_for(table, "E23")
    table.do("Ann", "lay", **first(table, hex="H4"))
    assert not table.legal("Ann", "lay")


@pytest.mark.rule("1828-8.3.1-04", "1828-14.3.2-06")
def test_a_tile_of_this_turn_is_not_upgraded():
    table = Table1828().with_system("WAB", "NYC", "Ann", Ann=6).with_phase("green").operating_turn("WAB")
    table.do("Ann", "lay", **first(table, hex="H6", tile="57"))
    never(table, "H6", "14")
    assert not tiles_for(table, "H6")
    # Nor twice in a turn.
    table = Table1828().with_system("WAB", "NYC", "Ann", Ann=6).with_phase("brown")
    lay(table, "H6", "57", "W E")
    table.operating_turn("WAB").do("Ann", "lay", **first(table, hex="H6", tile="14"))
    never(table, "H6", "63")


@pytest.mark.rule("1828-14.3.2-06", "1828-8.3.1-04")
@pytest.mark.parametrize("how", ["yellow", "upgrade", "extra", "free"])
def test_by_whatever_right_it_was_laid_it_is_not_upgraded_in_the_turn(how: str):
    table = Table1828().with_system("WAB", "NYC", "Ann", Ann=6).with_phase("green")
    lay(table, "H6", "57", "W E").operating_turn("WAB", used=[Used(how, "H6")])
    table.refused("Ann", "lay", "14.3.2", hex="H6", tile="14", rotation=0)
    table.operating_turn("WAB")
    assert "14" in tiles_for(table, "H6")


@pytest.mark.rule("1828-8.3.1-05", "1828-8.3.1-07")
@pytest.mark.parametrize("company", ["B&M", "NYH"])
def test_the_bm_and_the_nyh_lay_an_additional_yellow_tile_for_forty(company: str):
    table = turn(company)
    move = table.legal("Ann", "extra", by=company)[0]
    cost = table.p.d.map.hexes[str(move["hex"])].cost
    bank = table.cash("bank")
    table.do("Ann", "extra", **move)
    assert (table.cash(company), table.cash("bank")) == (1000 - 40 - cost, bank + 40 + cost)
    assert not table.legal("Ann", "extra")
    assert table.legal("Ann", "lay")
    # Not with an upgrade, not by others, not without the money.
    assert "extra" not in turn("WAB").verbs("Ann")
    assert not turn(company, treasury=39).legal("Ann", "extra")
    table = turn(company, "green")
    home = {"B&M": "E27", "NYH": "G23"}[company]
    table.do("Ann", "lay", **first(table, hex=home))
    assert not table.legal("Ann", "extra")
    table = turn(company, "green").do("Ann", "extra", **move)
    assert not tiles_for(table, home)


@pytest.mark.rule("1828-8.3.1-06", "1828-8.3.1-05")
def test_a_system_of_both_lays_two_additional_tiles():
    table = Table1828().with_system("NYH", "B&M", "Ann", Ann=6, treasury=2000).operating_turn("NYH")
    for by in ("NYH", "B&M"):
        table.do("Ann", "extra", **table.legal("Ann", "extra", by=by)[0])
        assert not table.legal("Ann", "extra", by=by)
    for _ in range(2):
        table.do("Ann", "lay", **table.legal("Ann", "lay")[0])
    assert not table.legal("Ann", "lay")
    assert len(table.s.board.tiles) == 4


# --- terrain


@pytest.mark.rule("1828-14.3.1-12", "1828-8.3.1-07")
@pytest.mark.parametrize(("hex_id", "cost"), [("E21", 120), ("E25", 120), ("D20", 0)])
def test_terrain_is_paid_by_the_treasury(hex_id: str, cost: int):
    home = {"E23": ("14", "SW W NE E")}
    if hex_id == "D20":
        home["E21"] = ("8", "NW E")
    table = turn("NYC", treasury=cost, **home)
    bank = table.cash("bank")
    table.do("Ann", "lay", **first(table, hex=hex_id))
    assert (table.cash("NYC"), table.cash("bank")) == (0, bank + cost)
    if cost:
        table = turn("NYC", treasury=cost - 1, **home)
        assert not tiles_for(table, hex_id)
        assert tiles_for(table, "F22")
        table.refused("Ann", "lay", "14.3.1", hex=hex_id, tile="9", rotation=1)


@pytest.mark.rule("1828-14.3.1-13")
def test_terrain_is_paid_once():
    table = turn("MP", "green", treasury=0, I3=("57", "W E"))
    table.do("Ann", "lay", **first(table, hex="I3", tile="14"))
    assert table.cash("MP") == 0


@pytest.mark.rule("1828-14.3.1-14", "1828-14.1-03", "1828-11-04", "1828-14.3.2-01")
def test_a_yellow_hex_with_water_is_paid_with_its_first_tile_a_green_one():
    table = turn("NYH", treasury=80)
    assert not tiles_for(table, "G23")
    never(table, "G23", "54")
    assert not tiles_for(turn("NYH", "green", treasury=79), "G23")
    table = turn("NYH", "green", treasury=80)
    table.do("Ann", "lay", **first(table, hex="G23"))
    assert (table.tile("G23"), table.cash("NYH")) == ("54", 0)
    table = turn("NYH", "brown", treasury=0).with_tile("G23", "54", int(table.s.board.tiles["G23"].rotation))
    table.operating_turn("NYH").do("Ann", "lay", **first(table, hex="G23", tile="62"))
    assert table.cash("NYH") == 0


# --- colours, supply


@pytest.mark.rule("1828-4-31", "1828-4-32", "1828-4-33", "1828-14.3.1-01", "1828-14.1-04", "1828-14.3.2-02")
@pytest.mark.parametrize("phase", PHASES)
def test_colours_by_phase(phase: str):
    brown = phase in ("brown", "red", "gray", "purple")
    assert "57" in tiles_for(turn("WAB", phase), "H6")
    assert bool(tiles_for(turn("WAB", phase, H6=("57", "W E")), "H6")) is (phase != "yellow")
    assert bool(tiles_for(turn("WAB", phase, H6=("14", "SW W NE E")), "H6")) is brown
    never(turn("WAB", phase), "H6", "14")
    never(turn("WAB", phase, H6=("57", "W E")), "H6", "63")


@pytest.mark.rule("1828-14.1-01")
def test_no_more_tiles_than_there_are():
    table = turn("WAB", "green", H6=("57", "SW NE"))
    assert "205" in tiles_for(table, "H6")
    table.with_tile("B14", "205", 0).operating_turn("WAB")
    assert "205" not in tiles_for(table, "H6")
    never(table, "H6", "205")


@pytest.mark.rule("1828-14.1-05")
def test_an_upgraded_tile_goes_back_to_the_supply():
    table = turn("WAB", "brown", H6=("205", "SW W NE")).with_company("MP", "Bob", Bob=6)
    lay(table, "I3", "57", "SW NE")
    table.operating_turn("MP")
    assert "205" not in {move["tile"] for move in table.legal("Bob", "lay", hex="I3")}
    table.operating_turn("WAB").do("Ann", "lay", **first(table, hex="H6", tile="63")).operating_turn("MP")
    assert "205" in {move["tile"] for move in table.legal("Bob", "lay", hex="I3")}
