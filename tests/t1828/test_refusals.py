"""How moves that are not allowed are refused: with the section, and what is possible."""

from __future__ import annotations

import pytest

from tests.t1828.building import first, turn
from tests.t1828.table import Table1828


@pytest.mark.rule("1828-14.3.1-02", "1828-11-05")
def test_no_tile_is_laid_in_the_coalfields_and_elsewhere_one_is():
    table = turn("WAB")
    assert table.refused("Ann", "lay", hex="K11") == "no tile may be laid in Virginia Coalfields (K11) (14.3.1)."
    table.do("Ann", "lay", **first(table, hex="H6"))


def test_a_par_of_a_later_phase_is_refused_with_those_of_the_phase():
    table = Table1828().stock_round("Ann")
    dear = max(box.price for box in table.p.d.market.pars)
    now = sorted(box.price for box in table.p.title.stock.pars(table.p, "WAB"))
    listed = ", ".join(f"${price}" for price in now[:-1]) + f" or ${now[-1]}"
    said = table.refused("Ann", "par", company="WAB", price=dear)
    assert said == f"${dear} is not available yet: in the yellow phase a par is {listed} (7.4)."
    table.do("Ann", "par", company="WAB", price=now[0])


@pytest.mark.rule("1828-6.1-06")
def test_what_is_not_for_sale_outright_says_what_it_waits_for():
    table = Table1828()
    turn = table.deciders()[0]
    said = table.refused(turn, "take", "6.1")
    assert said.startswith("a private company is bought outright only if it alone in the cheapest row has no bid: ")
    assert said.endswith(" have none (6.1).")


@pytest.mark.rule("1828-8.3.5.1-06", "1828-8.3.5.2-07")
def test_nothing_is_too_little_for_a_train_and_is_no_sale_too_many():
    table = Table1828().with_company("GT", "Ann", Ann=6, treasury=500).with_company("NKP", "Bob", Bob=6)
    table.with_train("NKP", "2").operating_turn("GT", "train")
    nothing = {"from": "NKP", "kind": "2", "price": 0}
    assert table.refused("Ann", "buy_train", **nothing) == "$0 is too low: choose $1 or more (8.3.5.1)."
    table.do("Ann", "buy_train", **{**nothing, "price": 1})


@pytest.mark.rule("1828-8.3.5.1-13", "1828-8.3.5.2-01")
def test_outside_an_emergency_what_a_train_costs_is_a_rule_of_buying_trains():
    table = Table1828().with_company("GT", "Ann", Ann=6, treasury=70).with_train("GT", "2")
    table.with_company("NKP", "Bob", Bob=6).with_train("NKP", "2").operating_turn("GT", "train")
    dear = {"from": "NKP", "kind": "2", "price": 71}
    assert table.refused("Ann", "buy_train", **dear) == "that costs $71: the treasury holds $70 (8.3.5.1)."
    assert table.refused("Ann", "sell", company="GT", shares=1) == (
        "in an operating round you may sell shares only to pay for a train that must be bought (8.3.5.1)."
    )


@pytest.mark.rule("1828-13.2.2.6-03")
def test_the_mohawk_is_exchanged_by_its_owner_in_a_stock_round_only_on_their_turn():
    table = Table1828().with_company("GT", "Cem", Cem=4).with_private("M&H", "Bob").stock_round("Ann")
    share = {"company": "GT", "from": "ipo"}
    assert table.refused("Ann", "exchange", **share) == "you do not own Mohawk & Hudson Railroad (13.2.2.6)."
    assert table.refused("Bob", "exchange", **share) == (
        "in a stock round Mohawk & Hudson Railroad can be exchanged only in your own turn (13.2.2.6)."
    )
    table.stock_round("Bob").do("Bob", "exchange", **share)
    assert table.units("Bob", "GT") == 1
