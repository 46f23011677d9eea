"""A phase change with no company operating: trains leave the supply between rounds."""

from __future__ import annotations

from tests.toy.table import ToyTable


def test_a_train_that_leaves_the_supply_starts_a_phase_and_rusts_others():
    table = ToyTable().two_railways().with_train("RED", "2").with_supply_from("3")
    table.end_of_set(of=2)
    assert table.s.phase == "3"
    assert table.trains("RED") == []
    assert table.happened("exported") == [{"train": "3-0", "kind": "3"}]
    assert [event["phase"] for event in table.happened("phase")] == ["3"]
    assert not any(frame.rule == "operating_turn" for frame in table.s.agenda)


def test_trains_over_the_new_limit_are_discarded_before_the_next_round():
    table = ToyTable().two_railways().with_train("BLU", "2x2", "2x2").with_supply_from("3")
    table.end_of_set(of=2)
    assert table.deciders() == ["Bob"]
    assert table.s.agenda[-2].rule == "game"
    table.do("Bob", "discard", kind="2x2")
    assert table.trains("BLU") == ["2x2"]
    assert table.s.agenda[-1].rule == "stock_turn"


def test_a_train_of_a_known_kind_changes_nothing():
    table = ToyTable().two_railways().with_train("RED", "2")
    table.end_of_set(of=2)
    assert table.s.phase == "1"
    assert table.trains("RED") == ["2"]
