"""How moves that are not allowed are refused: with the reason of the case at hand, and its section."""

from __future__ import annotations

import pytest

from tests.t1843.lines import rouen
from tests.t1843.table import Table


@pytest.mark.rule("1843-8.5.1-04")
def test_a_city_to_which_no_route_is_traced_is_told_from_a_full_one():
    table = rouen().operating_turn("OU", "token")
    assert table.refused("Ann", "token", city="J17/c0") == (
        "OU cannot trace a route to Lyon (J17) from its markers (8.5.1)."
    )
    full = rouen().with_company("SO", "Bob", par=67, Bob=6, home=False).with_marker("SO", "E20/c0")
    full.operating_turn("OU", "token")
    assert full.refused("Ann", "token", city="E20/c0") == "Reims (E20) has no free space (8.5.1)."
    table.do("Ann", "token", city="D15/c0")


@pytest.mark.rule("1843-8.8.1-19", "1843-8.8.3-02")
def test_what_an_emergency_allows_is_refused_outside_one_by_the_rule_that_says_when_there_is_one():
    rich = rouen().operating_turn("OU", "train")
    for verb, more in (("sell", {"company": "EST"}), ("cash_private", {}), ("bankrupt", {})):
        rich.refused("Ann", verb, "8.8.1", **more)
    poor = rouen().with_cash("OU", 10).with_cash("Ann", 200).operating_turn("OU", "train")
    assert poor.refused("Ann", "sell", company="EST") == (
        "OU and you have enough money for the train, so you may raise no more (8.8.3)."
    )
    poor.do("Ann", "buy_train", **{"from": "bank"}, kind="2+1", price=125)


@pytest.mark.rule("1843-10.2-18")
def test_the_val_de_loire_is_exchanged_in_a_stock_round_only_on_ones_turn():
    table = Table().with_company("PO", "Cem", par=79, Cem=4).with_private("VdL", "Bob").stock_round("Ann")
    assert table.refused("Ann", "exchange", company="PO") == "you do not own Cie du Val de Loire (10.2)."
    assert table.refused("Bob", "exchange", company="PO") == (
        "in a stock round Cie du Val de Loire can be exchanged only in your own turn (10.2)."
    )
    table.stock_round("Bob").do("Bob", "exchange", company="PO")
    assert table.units("Bob", "PO") == 1
