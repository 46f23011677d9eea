"""Spaces in cities: which are taken, which are reserved for homes, and which companies a full city lets through."""

from __future__ import annotations

import pytest

from engine.board import markers
from tests.toy.table import ToyTable

HOME = "B2/c0"


def started(*, home: bool) -> ToyTable:
    """RED has floated; its home is placed or still to come."""
    return ToyTable().privates(ferry="", mail="").with_company("RED", "Ann", par=40, home=home)


def test_a_home_is_kept_until_its_marker_is_on_the_map_or_its_company_has_closed():
    assert markers.kept_slots(started(home=False).p, HOME) == {0: "RED"}
    assert markers.kept_slots(started(home=True).p, HOME) == {}
    assert markers.kept_slots(started(home=False).with_closed("RED").p, HOME) == {}


def test_a_kept_space_is_for_its_company_alone():
    p = started(home=False).p
    assert markers.open_slot(p, HOME, "RED") == 0
    assert markers.open_slot(p, HOME, "BLU") is None
    wider = started(home=False).with_tile("B2", "14", 0).p
    assert markers.open_slot(wider, HOME, "BLU") == 1


def test_a_space_is_free_until_a_marker_is_in_it():
    table = started(home=True).with_tile("B2", "14", 0)
    assert markers.free_slots(table.p, HOME) == [1]
    table.with_marker("BLU", HOME, markers.BESIDE)
    assert markers.free_slots(table.p, HOME) == [1]
    table.with_marker("GRN", HOME, 1)
    assert markers.open_slot(table.p, HOME, "BLU") is None


def test_a_city_full_of_others_is_run_to_but_not_through():
    table = started(home=True)
    assert HOME in markers.blocked_for(table.p, "BLU")
    assert HOME not in markers.blocked_for(table.p, "RED"), "its own marker lets it through"
    assert HOME in markers.blocked_for(table.p, "RED", frozenset({HOME})), "unless that does not count"
    table.with_tile("B2", "14", 0)
    assert HOME not in markers.blocked_for(table.p, "BLU"), "a free space lets everybody through"
    table.with_marker("GRN", HOME, markers.BESIDE)
    assert HOME not in markers.blocked_for(table.p, "BLU"), "and one beside the city takes none"


def test_nobody_runs_through_a_place_off_the_board():
    assert "C5/o0" in markers.blocked_for(ToyTable().p, "RED")


@pytest.mark.parametrize(("phase", "amount"), [("1", 30), ("2", 30), ("3", 60), ("4", 60)])
def test_a_value_by_phase_is_the_latest_one_reached(phase: str, amount: int):
    p = ToyTable().with_phase(phase).p
    assert markers.printed_amount(p, markers.stop_def(p, "C5/o0")) == amount


def test_all_markers_of_a_company_go_and_no_others():
    table = started(home=True).with_marker("BLU", "B6/c0")
    with table.arrange() as p:
        markers.remove_markers(p, "RED")
    assert [marker.company for marker in table.s.board.markers] == ["BLU"]
    with pytest.raises(KeyError):
        markers.stop_def(table.p, "B2/c7")
