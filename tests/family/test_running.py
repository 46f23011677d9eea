"""Routes as they are typed, checked and shown, and a company's network as a problem."""

from __future__ import annotations

import pytest

from engine.core.errors import Unreadable
from engine.core.state import TrainRun
from engine.family import route_text, running
from tests.toy.table import ToyTable

WAY = "B2/c0,B2.E,B6.W,B6/c0"


def at_run() -> ToyTable:
    """RED has a 2 train and a line over the junction to Bluewater."""
    return ToyTable().two_railways().connected().with_train("RED", "2").operating_turn("RED", "run")


def test_routes_are_read_as_they_are_written():
    p = at_run().p
    best = running.best(p, "RED")
    assert best.total == 40
    text = route_text.write_routes(best.routes)
    assert route_text.read_routes(p, text) == best.routes
    assert route_text.read_routes(p, " none ") == ()
    assert route_text.write_routes(()) == "none"


def test_a_side_has_one_name_from_whichever_hex_it_is_seen():
    p = at_run().p
    assert running.edge_node(p, "B2", 4) == running.edge_node(p, "B4", 1)
    assert route_text.read_routes(p, f"2-1={WAY}") == running.read_routes(p, "2-1=B2/c0,B4.W,B4.E,B6/c0")


@pytest.mark.parametrize("text", ["", "2-1", "9-9=B2/c0,B6/c0", "2-1=B2/c0,Z9.E,B6/c0", "2-1=B2/c0,B2.UP,B6/c0"])
def test_what_cannot_be_read_is_said_and_changes_nothing(text: str):
    table = at_run()
    with pytest.raises(Unreadable):
        route_text.read_routes(table.p, text)
    table.refused("Ann", "run", routes=text)


def test_a_run_is_noted_for_those_who_look_at_it_later():
    table = at_run().do("Ann", "run", routes=f"2-1={WAY}")
    facts = table.s.companies["RED"]
    assert facts.last_run == 40
    assert facts.last_routes == [TrainRun("2-1=B2/c0,B2.E,B4.E,B6/c0", {"B2/c0": 20, "B6/c0": 20}, 40)]
    assert table.happened("ran")[-1]["stops"] == "B2/c0 B6/c0"


def test_a_company_without_a_train_or_a_second_stop_does_not_run():
    table = ToyTable().two_railways().operating_turn("RED", "run")
    assert not running.can_run(table.p, "RED")
    assert running.trains_of(table.p, "RED") == []
    assert "ran" not in [event.kind for event in table.events]
    assert running.can_run(table.connected().p, "RED")
