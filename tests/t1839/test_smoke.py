"""1839 begins, and a position can be set up and played on."""

from __future__ import annotations

from tests.t1839.table import Table1839


def test_the_game_begins_in_the_private_auction():
    table = Table1839()
    assert table.deciders() == ["Ann"]
    assert table.verbs("Ann") == ["take", "discount", "concede", "stop"]


def test_a_stock_turn_is_played_on():
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4, Bob=2).stock_round("Ann")
    table.buy("Ann", "NCS")
    assert table.units("Ann", "NCS") == 5
    table.done("Ann")
    assert table.deciders() == ["Bob"]


def test_an_operating_turn_is_played_on():
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4, Bob=2).with_train("NCS", "2")
    table.operating_turn("NCS", "track")
    table.do("Ann", "skip")
    assert table.deciders() == ["Ann"]
