"""A phase change with no company operating: trains leave the supply between rounds."""

from __future__ import annotations

from engine.agenda import settle
from engine.state import Run
from tests.toy.table import ToyTable


def set_is_over(table: ToyTable) -> ToyTable:
    """The set of operating rounds has just ended."""
    p = table._edit()
    p.s.clock.round, p.s.clock.number, p.s.clock.of = "operating", 2, 2
    p.s.agenda = []
    p.push(Run(rule="game", step="operating"))
    settle(p)
    table.events += p.events
    table.game.audit()
    return table


def test_a_train_that_leaves_the_supply_starts_a_phase_and_rusts_others():
    table = ToyTable().two_railways().with_train("RED", "2").with_supply_from("3")
    set_is_over(table)
    assert table.s.phase == "3"
    assert table.trains("RED") == []
    assert table.happened("exported") == [{"train": "3-0", "kind": "3"}]
    assert [event["phase"] for event in table.happened("phase")] == ["3"]
    assert not any(frame.rule == "operating_turn" for frame in table.s.agenda)


def test_trains_over_the_new_limit_are_discarded_before_the_next_round():
    table = ToyTable().two_railways().with_train("BLU", "2x2", "2x2").with_supply_from("3")
    set_is_over(table)
    assert table.deciders() == ["Bob"]
    assert table.s.agenda[-2].rule == "game"
    table.do("Bob", "discard", kind="2x2")
    assert table.trains("BLU") == ["2x2"]
    assert table.s.agenda[-1].rule == "stock_turn"


def test_a_train_of_a_known_kind_changes_nothing():
    table = ToyTable().two_railways().with_train("RED", "2")
    set_is_over(table)
    assert table.s.phase == "1"
    assert table.trains("RED") == ["2"]
