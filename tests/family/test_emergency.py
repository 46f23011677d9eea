"""A rescue inside a forced sale, and players who leave in the middle of it."""

from __future__ import annotations

from engine.core.state import Ask, Raise
from tests.toy.table import must_buy


def test_what_is_sold_in_need_is_offered_to_the_president_before_anything_else():
    table = must_buy().do("Ann", "sell", company="GRN", shares=2)
    assert [type(frame) for frame in table.s.agenda[-2:]] == [Raise, Ask]
    assert table.deciders() == ["Bob"]
    table.refused("Ann", "sell", company="RED", shares=1)
    table.do("Bob", "rescue")
    assert table.units("Bob", "GRN") == 6
    assert table.price("GRN") == 20
    # Back to the one who owes: 60 of 80 are there.
    assert table.deciders() == ["Ann"]
    table.do("Ann", "sell", company="RED", shares=1)
    assert table.trains("RED") == ["2"]
    assert table.s.lots == []


def test_shares_that_are_not_rescued_go_to_the_market_and_the_price_falls():
    table = must_buy().do("Ann", "sell", company="GRN", shares=2)
    table.do("Bob", "let_fall")
    assert table.units("pool", "GRN") == 2
    assert table.price("GRN") == 15


def test_a_president_without_the_money_is_not_asked():
    table = must_buy().with_cash("Bob", 39).do("Ann", "sell", company="GRN", shares=2)
    assert table.deciders() == ["Ann"]
    assert table.units("pool", "GRN") == 2


def test_the_debt_remains_if_the_rescuer_concedes():
    table = must_buy().do("Ann", "sell", company="GRN", shares=2)
    table.do("Bob", "concede")
    # His line closes, for nobody else holds two of it; the lot goes with it and Ann still owes.
    assert table.deciders() == ["Ann"]
    assert isinstance(table.s.agenda[-1], Raise)
    assert table.s.lots == []
    table.do("Ann", "sell", company="RED", shares=1)
    assert table.trains("RED") == ["2"]


def test_the_seller_concedes_while_the_rescuer_decides():
    table = must_buy().do("Ann", "sell", company="GRN", shares=2)
    asked = table.s.agenda[-1].id
    table.do("Ann", "concede")
    assert table.s.agenda[-1].id == asked
    # The debt is gone with her, her other shares are for rescue too, and the first question still stands.
    assert not any(isinstance(frame, Raise) for frame in table.s.agenda)
    assert table.president("RED") == "Cem"
    table.do("Bob", "rescue")
    table.do("Cem", "let_fall")  # her shares of RED
    table.do("Bob", "rescue")  # her last share of GRN
    assert table.units("Bob", "GRN") == 7
    assert table.s.lots == []
    # The turn goes on, and the duty is now the new president's.
    assert table.deciders() == ["Cem"]
    table.refused("Cem", "skip")
    assert "buy_train" in table.verbs("Cem")


def test_lots_are_settled_even_if_the_debt_ends_first():
    table = must_buy().with_box("GRN", "local:0,5").do("Ann", "sell", company="GRN", shares=2)
    table.do("Ann", "concede")
    table.do("Bob", "let_fall").do("Cem", "let_fall").do("Bob", "let_fall")
    assert table.units("pool", "GRN") == 3
    assert table.cash("Ann") == 0


def test_lots_are_settled_even_if_debt_and_question_end_together():
    table = must_buy().with_box("GRN", "local:0,5")
    with table.arrange() as p:
        p.s.certs["GRN.8"] = "p3"  # Cem's second: the line lives on without Bob
    table.do("Ann", "sell", company="GRN", shares=2)
    with table.arrange() as p:
        p.s.certs["RED.0"], p.s.certs["RED.3"], p.s.certs["RED.4"] = "p3", "p1", "p1"  # Ann is president no more
    table.do("Bob", "concede")
    while table.s.lots:
        table.do("Cem", "let_fall")
    assert not any(isinstance(frame, Raise) for frame in table.s.agenda)
    assert table.units("pool", "GRN") == 2 + 4


def test_a_player_who_cannot_raise_the_money_leaves_and_the_others_play_on():
    table = must_buy().with_cash("Ann", 0).with_box("RED", "2,1").with_box("GRN", "local:0,1")
    table.with_company("RED", "Ann", par=20, treasury=0, Ann=2, Cem=2, home=False)
    table.operating_turn("RED", "train")
    table.do("Ann", "bankrupt")
    assert table.p.seat("p1").out == "bankrupt"
    assert table.s.end is None
    assert table.president("RED") == "Cem"


def test_nobody_goes_bankrupt_voluntarily():
    must_buy().refused("Ann", "bankrupt")
