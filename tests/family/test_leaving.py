"""A player leaves while the game continues, at any decision point."""

from __future__ import annotations

from tests.toy.table import ToyTable


def test_anybody_may_concede_at_any_time_and_the_turn_stays_where_it_was():
    table = ToyTable().two_railways().stock_round("Ann")
    assert "concede" in table.verbs("Cem")
    table.do("Cem", "concede")
    assert table.deciders() == ["Bob"]  # Cem's share of BLU is offered to its president
    table.do("Bob", "let_fall")
    assert table.deciders() == ["Ann"]
    assert table.cash("Cem") == 0
    assert table.units("pool", "BLU") == 2
    assert table.verbs("Cem") == []
    table.refused("Cem", "concede")


def test_the_turn_passes_on_when_the_player_on_turn_concedes():
    table = ToyTable().two_railways().stock_round("Ann")
    table.do("Ann", "concede")
    assert table.deciders() == ["Bob"]
    assert table.s.priority == "p2"


def test_the_next_largest_holder_takes_over_and_a_company_without_one_closes():
    table = ToyTable().two_railways().operating_turn("BLU", "track")
    table.do("Bob", "concede").do("Cem", "let_fall")
    assert table.president("BLU") == "Cem"
    assert table.deciders() == ["Cem"]  # the turn goes on under its new president
    table.do("Cem", "concede")
    assert table.s.companies["BLU"].closed
    assert table.s.end is not None


def test_an_operating_turn_ends_if_its_company_closes_and_the_round_goes_on():
    table = ToyTable(("Ann", "Bob", "Cem", "Dan")).two_railways().operating_turn("RED", "track")
    table.with_operated("FERRY")
    table.do("Ann", "concede")
    assert table.s.companies["RED"].closed
    assert not [marker for marker in table.s.board.markers if marker.company == "RED"]
    assert [frame.subject for frame in table.s.agenda if frame.rule == "operating_turn"] == ["BLU"]


def test_the_last_player_wins_and_cannot_leave():
    table = ToyTable(("Ann", "Bob")).two_railways().stock_round("Ann")
    table.do("Ann", "concede")
    assert table.s.end is not None
    assert (table.s.end.why, table.s.end.winners) == ("one left", ["p2"])
    table.refused("Bob", "concede")


def test_offers_of_and_to_a_player_who_leaves_are_gone():
    table = ToyTable().two_railways().with_train("BLU", "2").operating_turn("RED", "train")
    table.do("Ann", "buy_train", **{"from": "BLU", "kind": "2", "price": 30})
    assert len(table.s.offers) == 1
    table.do("Bob", "concede")
    assert table.s.offers == []
