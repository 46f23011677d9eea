"""How far a company's runs can go: over joined track, not through cities full of others, nothing used twice."""

from __future__ import annotations

from engine.board.geometry import EDGE
from engine.board.network import reach_of
from tests.positions.lines import lay
from tests.toy.table import ToyTable


def by_the_quay() -> ToyTable:
    """RED's track leads from Redfield to the Quay, and from there over the junction to the capital."""
    table = ToyTable().privates(ferry="", mail="").with_company("RED", "Ann", par=40)
    lay(table, "B2", "57", "SW NE")
    return lay(table, "A3", "5", "SW SE")


def test_runs_go_where_track_joins():
    table = by_the_quay()
    found = reach_of(table.p, "RED")
    assert found.hexes == {"B2", "A3", "B4", "C5"}
    assert found.comes_to("B2/c0") and found.comes_to("A3/c0") and found.comes_to("C5/o0")
    assert found.joins_two
    assert not found.comes_to("B6/c0"), "the lines of the junction cross and do not join"


def test_a_company_without_track_reaches_its_home_alone():
    table = ToyTable().with_company("RED", "Ann", par=40)
    found = reach_of(table.p, "RED")
    assert found.hexes == {"B2"}
    assert not found.joins_two
    assert reach_of(table.p, "BLU").hexes == set(), "and one without a marker nothing"


def test_runs_come_to_a_city_full_of_others_and_go_no_further():
    table = by_the_quay()
    assert reach_of(table.p, "RED").comes_to("C5/o0")
    table.with_marker("BLU", "A3/c0")
    found = reach_of(table.p, "RED")
    assert found.comes_to("A3/c0")
    assert not found.comes_to("C5/o0")
    assert reach_of(table.p, "BLU").comes_to("C5/o0")


def test_cached_results_are_not_used_after_the_board_has_changed():
    table = ToyTable().with_company("RED", "Ann", par=40)
    assert not reach_of(table.p, "RED").comes_to("A3/c0")
    lay(table, "B2", "57", "SW NE")
    assert not reach_of(table.p, "RED").comes_to("A3/c0")
    lay(table, "A3", "5", "SW SE")
    assert reach_of(table.p, "RED").comes_to("A3/c0")


def test_a_run_does_not_leave_by_the_side_it_entered():
    table = by_the_quay()
    found = reach_of(table.p, "RED")
    assert found.arrives("A3", EDGE["SW"])
    assert found.arrives("A3", EDGE["SW"], EDGE["SE"])
    assert not found.arrives("A3", EDGE["SW"], EDGE["SW"])
    assert not found.arrives("A3", EDGE["SE"]), "that would be back from the capital"
