"""Trains with two faces: one card runs as two 2 trains or as one 3+1, never as both."""

from __future__ import annotations

from engine.family.running import best, problem
from tests.toy.table import ToyTable


def table_with_card() -> ToyTable:
    table = ToyTable().two_railways().connected().with_train("RED", "2x2").with_phase("2")
    table.with_marker("RED", "B6/c0", -1)
    table.operating_turn("RED", "run")
    return table


def test_a_card_with_two_faces_is_three_trains_of_which_one_face_runs():
    table = table_with_card()
    found = problem(table.p, "RED", ["2x2-0"])
    assert [(train.id, train.kind, train.face) for train in found.trains] == [
        ("2x2-0/0.0", "2", "2+2"),
        ("2x2-0/0.1", "2", "2+2"),
        ("2x2-0/1.0", "3+1", "3+1"),
    ]
    assert {train.certificate for train in found.trains} == {"2x2-0"}
    assert best(table.p, "RED").total == 40


def test_either_face_may_run_and_the_card_shows_it():
    way = "B2/c0,B2.E,B6.W,B6/c0"
    for face, shown in (("0.0", "2+2"), ("1.0", "3+1")):
        table = table_with_card()
        table.do("Ann", "run", routes=f"2x2-0/{face}={way}")
        assert table.s.trains["2x2-0"].face == shown
        assert table.happened("ran")[0]["kind"] == "2x2"


def test_two_faces_of_one_card_do_not_run_together():
    table = table_with_card()
    table.with_tile("A3", "57", 2).with_marker("RED", "A3/c0", -1)
    way, other = "B2/c0,B2.E,B6.W,B6/c0", "A3/c0,A3.SE,B4.SE,C5/o0"
    table.refused("Ann", "run", routes=f"2x2-0/0.0={way};2x2-0/1.0={other}")
    table.do("Ann", "run", routes=f"2x2-0/0.0={way};2x2-0/0.1={other}")


def test_a_face_that_the_card_does_not_have_is_refused():
    table = table_with_card()
    table.refused("Ann", "run", routes="2x2-0/2.0=B2/c0,B2.E,B6.W,B6/c0")
