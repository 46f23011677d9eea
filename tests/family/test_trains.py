"""Trains: what the bank sells, when a new kind comes and what it brings, limits, and the duty to own one."""

from __future__ import annotations

import pytest

from engine.family import trains
from tests.toy.table import ToyTable


def red(*kinds: str, treasury: int = 1000) -> ToyTable:
    """Ann's RED and Bob's BLU are joined; RED has these trains."""
    table = ToyTable().privates(ferry="", mail="").connected()
    table.with_company("RED", "Ann", par=40, treasury=treasury, Ann=4).with_company("BLU", "Bob", par=30, Bob=4)
    return table.with_train("RED", *kinds)


def buy(table: ToyTable, kind: str) -> ToyTable:
    return table.operating_turn("RED", "train").do("Ann", "buy_train", **{"from": "bank"}, kind=kind)


def test_the_bank_sells_one_kind_after_the_other():
    table = red()
    assert trains.on_sale(table.p) == ["2"]
    assert trains.left(table.p)["2"] == 3
    assert trains.on_sale(table.with_supply_from("3").p) == ["3"]
    table.operating_turn("RED", "train").refused("Ann", "buy_train", **{"from": "bank"}, kind="4")


def test_the_first_train_of_a_kind_begins_its_phase_and_the_next_does_not():
    table = buy(red().with_supply_from("2x2"), "2x2")
    assert table.s.phase == "2"
    assert [event["phase"] for event in table.happened("phase")] == ["2"]
    assert table.with_company("BLU", "Bob", par=30, treasury=1000, Bob=4).s.phase == "2"
    table.operating_turn("BLU", "train").do("Bob", "buy_train", **{"from": "bank"}, kind="2x2")
    assert len(table.happened("phase")) == 1


def test_a_new_kind_rusts_older_trains_wherever_they_are():
    table = red("2").with_train("BLU", "2").with_supply_from("3")
    buy(table, "3")
    assert (table.trains("RED"), table.trains("BLU")) == (["3"], [])
    assert sorted(event["owner"] for event in table.happened("rusted")) == ["BLU", "FERRY", "RED"]


def test_a_kind_that_stands_for_one_nobody_could_buy_begins_its_phase_as_well():
    table = red("2")
    with table.arrange() as p:
        for name in [name for name, card in p.s.trains.items() if card.kind == "3"]:
            del p.s.trains[name]
    assert trains.never_sold(table.p, "4") == ["3"]
    buy(table.with_supply_from("4"), "4")
    assert [event["phase"] for event in table.happened("phase")] == ["3", "4"]
    assert table.trains("RED") == ["4"], "the 2 has rusted with the 3 that nobody bought"


def test_of_a_kind_without_number_there_is_always_one_more():
    table = buy(red().with_supply_from("4"), "4")
    assert trains.left(table.p)["4"] == 1
    assert trains.on_sale(table.p) == ["4"]


def test_a_card_with_two_faces_counts_as_its_fewest_trains():
    p = red().p
    assert [trains.trains_on(p, kind) for kind in ("2", "2x2", "3")] == [1, 1, 1]
    assert not trains.too_many(p, ["2", "2x2"])
    assert trains.too_many(p, ["2", "2x2", "2"])


def test_no_company_buys_more_trains_than_it_may_have():
    table = red("2").operating_turn("RED", "train")
    assert "buy_train" in table.verbs("Ann")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2")
    assert "buy_train" not in table.verbs("Ann")
    assert trains.charter_with_room(table.p, "RED", kind="2") == ""
    assert trains.charter_with_room(table.p, "BLU", kind="2") == "BLU"


@pytest.mark.parametrize(("where", "price"), [("pool", 80), ("", 200)])
def test_the_cheapest_train_may_be_one_in_the_market(where: str, price: int):
    table = red()
    if where:
        table.with_train(where, "2")
    assert trains.cheapest(table.with_supply_from("3").p) == price


def test_a_company_with_a_run_must_own_a_train_and_one_without_need_not():
    joined = red().operating_turn("RED", "train")
    assert trains.must_buy(joined.p, "RED")
    assert "must buy a train" in joined.refused("Ann", "skip")
    assert not trains.must_buy(red("2").p, "RED")
    alone = ToyTable().privates(ferry="", mail="").with_company("RED", "Ann", par=40, treasury=1000, Ann=4)
    assert not trains.must_buy(alone.p, "RED")
    alone.operating_turn("RED", "train").do("Ann", "skip")


def test_a_train_nobody_buys_leaves_with_all_that_a_new_kind_brings():
    table = red("2").with_supply_from("3")
    with table.arrange() as p:
        assert trains.export(p) == "3-0"
    assert (table.s.phase, table.trains("RED"), table.s.trains["3-0"].at) == ("3", [], "gone")
