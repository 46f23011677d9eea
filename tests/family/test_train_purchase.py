"""Buying a train: from the bank, the market or another company, with a president's help where it must be bought."""

from __future__ import annotations

import pytest

from tests.toy.table import ToyTable


def buying(treasury: int, *, joined: bool = True, ann: int = 100) -> ToyTable:
    """RED is at its train step; Bob's BLU has a train."""
    table = ToyTable().privates(ferry="", mail="")
    if joined:
        table.connected()
    table.with_company("RED", "Ann", par=40, treasury=treasury, Ann=4).with_company("BLU", "Bob", par=30, Bob=4)
    return table.with_train("BLU", "2").with_cash("Ann", ann).operating_turn("RED", "train")


@pytest.mark.parametrize("source", ["bank", "pool"])
def test_bank_and_market_sell_at_what_is_printed(source: str):
    table = buying(100).with_train("pool", "2")
    bank = table.cash("bank")
    table.refused("Ann", "buy_train", **{"from": source}, kind="2", price=79)
    table.do("Ann", "buy_train", **{"from": source}, kind="2", price=80)
    assert (table.cash("RED"), table.cash("bank"), table.trains("RED")) == (20, bank + 80, ["2"])


def test_another_company_sells_at_any_price_its_president_agrees_to():
    table = buying(100)
    table.refused("Ann", "buy_train", **{"from": "BLU"}, kind="2", price=101)
    table.refused("Ann", "buy_train", **{"from": "BLU"}, kind="2", price=0)
    table.do("Ann", "buy_train", **{"from": "BLU"}, kind="2", price=1)
    assert table.trains("RED") == []
    blu = table.cash("BLU")
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert (table.trains("RED"), table.trains("BLU"), table.cash("BLU")) == (["2"], [], blu + 1)


def test_a_president_adds_what_is_missing_when_a_train_must_be_bought():
    table = buying(30).do("Ann", "buy_train", **{"from": "bank"}, kind="2")
    assert (table.cash("RED"), table.cash("Ann")) == (0, 50)
    assert table.happened("contributes") == [{"player": "p1", "company": "RED", "amount": 50, "train": "must"}]


def test_and_adds_nothing_when_none_need_be_bought():
    table = buying(30, joined=False)
    assert "the treasury holds $30" in table.refused("Ann", "buy_train", **{"from": "bank"}, kind="2")


def test_with_the_presidents_money_only_the_cheapest_train_is_bought():
    table = buying(30, ann=400).with_train("pool", "3").operating_turn("RED", "train")
    assert "only go towards the cheapest" in table.refused("Ann", "buy_train", **{"from": "pool"}, kind="3")
    assert "the treasury holds $30" in table.refused("Ann", "buy_train", **{"from": "BLU"}, kind="2", price=31)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2")


@pytest.mark.parametrize(
    ("seller", "said"),
    [("RED", "cannot buy its own train"), ("GRN", "GRN has no train"), ("pool", "the pool has no 2 train")],
)
def test_nothing_is_bought_from_somebody_who_has_no_train(seller: str, said: str):
    assert said in buying(100).refused("Ann", "buy_train", **{"from": seller}, kind="2", price=80)
