"""Trains: who must own one, how many, where from and for how much (10.1 to 10.5, 10.7, 10.8)."""

from __future__ import annotations

import pytest

from tests.positions.lines import lay
from tests.t1870.lines import row_b
from tests.t1870.table import Table


def buy(table: Table, who: str, source: str, kind: str, price: int | None = None) -> Table:
    more = {} if price is None else {"price": price}
    return table.do(who, "buy_train", **{"from": source}, kind=kind, **more)


def may_not_buy(table: Table, who: str, source: str, kind: str, price: int | None = None, section: str = "") -> str:
    more = {} if price is None else {"price": price}
    return table.refused(who, "buy_train", section, **{"from": source}, kind=kind, **more)


def busy() -> Table:
    """The ATSF could still place the cattle token: its turn waits for its president even if no train can be bought."""
    return row_b().with_private("SCC", "ATSF")


def at(table: Table, place: str) -> list[str]:
    """Kinds of train at a place."""
    return [card.kind for card in table.s.trains.values() if card.at == place]


# --- who must own one


@pytest.mark.rule("1870-10.1-01", "1870-10.4-01")
def test_a_company_with_a_run_must_buy_a_train_if_it_has_none():
    table = row_b(step="train")
    table.refused("Ann", "skip", section="10.1")
    buy(table, "Ann", "bank", "2").do("Ann", "skip")
    assert table.trains("ATSF") == ["2"]
    assert table.cash("ATSF") == 920


@pytest.mark.rule("1870-10.1-01")
def test_a_run_of_any_length_obliges_even_one_too_long_for_the_trains_on_sale():
    table = lay(Table(), "B19", "57", "E W").with_company("GMO", "Ann", Ann=6).with_marker("GMO", "B19/c0")
    for hex_id in ("B17", "B15"):
        lay(table, hex_id, "9", "E W")
    lay(table, "B13", "58", "E NW")  # the only other stop is a dot city; two stops are a run
    table.operating_turn("GMO", "train")
    table.refused("Ann", "skip", section="10.1")


@pytest.mark.rule("1870-10.1-02")
def test_a_company_without_a_run_need_not_buy():
    table = lay(Table(), "B9", "57", "E W").with_company("ATSF", "Ann", Ann=6).operating_turn("ATSF", "train")
    table.do("Ann", "skip")
    assert table.trains("ATSF") == []

    own_train = row_b().with_train("ATSF", "2").operating_turn("ATSF", "train")
    own_train.do("Ann", "skip")


# --- how many


@pytest.mark.rule("1870-10.2-01")
@pytest.mark.parametrize(
    ("phase", "kind", "limit"),
    [("1", "2", 4), ("2", "3", 4), ("3", "4", 3), ("4", "5", 2), ("5", "6", 2), ("8", "12", 2)],
)
def test_a_purchase_may_not_go_over_the_train_limit(phase: str, kind: str, limit: int):
    room = busy().with_supply_from(kind).with_train("ATSF", *[kind] * (limit - 1)).with_cash("ATSF", 3000)
    room.with_phase(phase).operating_turn("ATSF", "train")
    assert len(buy(room, "Ann", "bank", kind).trains("ATSF")) == limit
    may_not_buy(room, "Ann", "bank", kind, section="10.2")


@pytest.mark.rule("1870-10.2-01")
def test_the_limit_that_holds_is_the_one_before_the_purchase_changes_the_phase():
    room = busy().with_supply_from("3").with_train("ATSF", "3", "3", "3").with_supply_from("4").with_phase("2")
    room.operating_turn("ATSF", "train")
    buy(room, "Ann", "bank", "4")
    assert room.s.phase == "3"
    assert room.trains("ATSF") == ["3", "3", "3", "4"]
    room.refused("Ann", "skip")
    room.do("Ann", "discard", kind="3")
    assert room.trains("ATSF") == ["3", "3", "4"]

    # Type two trains would be scrapped by the purchase; the room they make comes too late.
    full = busy().with_train("ATSF", "2", "2", "2", "2").with_supply_from("4").with_phase("2")
    full.operating_turn("ATSF", "train")
    may_not_buy(full, "Ann", "bank", "4", section="10.2")


@pytest.mark.rule("1870-10.2-02")
def test_no_train_is_thrown_away_to_make_room():
    table = busy().with_train("ATSF", "2", "2", "2", "2").operating_turn("ATSF", "train")
    may_not_buy(table, "Ann", "bank", "2", section="10.2")
    table.refused("Ann", "discard", kind="2")
    assert not {"discard", "scrap"} & set(table.verbs("Ann"))


@pytest.mark.rule("1870-10.2-03")
def test_several_trains_in_one_turn_one_after_the_other():
    table = busy().with_cash("ATSF", 239).operating_turn("ATSF", "train")
    buy(table, "Ann", "bank", "2")
    buy(table, "Ann", "bank", "2")
    assert table.trains("ATSF") == ["2", "2"]
    may_not_buy(table, "Ann", "bank", "2", section="10.6")
    table.do("Ann", "skip")


@pytest.mark.rule("1870-10.2.1-01", "1870-10.2.1-02")
def test_each_president_discards_what_is_too_much_after_a_change_of_phase():
    table = row_b().with_company("MKT", "Bob", Bob=6).with_company("MP", "Cem", Cem=6, box="0,5")
    table.with_supply_from("3").with_train("MKT", "3", "3").with_train("MP", "3", "3")
    table.with_supply_from("4").with_train("MKT", "4").with_train("MP", "4").with_supply_from("5").with_phase("3")
    table.with_train("ATSF").operating_turn("ATSF", "train")
    buy(table, "Ann", "bank", "5")
    assert table.s.phase == "4"
    assert table.deciders() == ["Bob"]  # the dearer share first
    table.refused("Ann", "discard", kind="3")
    table.refused("Bob", "discard", kind="5")
    treasury = table.cash("MKT")
    table.do("Bob", "discard", kind="4")
    assert table.deciders() == ["Cem"]
    table.do("Cem", "discard", kind="3")
    assert table.trains("MKT") == ["3", "3"]
    assert table.trains("MP") == ["3", "4"]
    assert sorted(at(table, "pool")) == ["3", "4"]
    assert table.cash("MKT") == treasury
    assert table.deciders() == ["Ann"]
    buy(table, "Ann", "pool", "4")


@pytest.mark.rule("1870-10.3-01")
@pytest.mark.parametrize(("old", "new", "phase"), [("2", "4", "2"), ("3", "6", "4"), ("4", "8", "5"), ("5", "12", "7")])
def test_old_trains_are_scrapped_without_pay_and_make_room(old: str, new: str, phase: str):
    table = row_b().with_company("MKT", "Bob", Bob=6).with_supply_from(old)
    table.with_train("ATSF", old).with_train("MKT", old, old).with_train("pool", old)
    table.with_supply_from(new).with_phase(phase).with_cash("ATSF", 3000).operating_turn("ATSF", "train")
    before = table.cash("MKT")
    buy(table, "Ann", "bank", new)
    assert table.trains("ATSF") == [new]
    assert table.trains("MKT") == []
    assert at(table, "pool") == []
    assert table.cash("MKT") == before
    assert table.cash("ATSF") == 3000 - table.p.d.trains[new].price
    buy(table, "Ann", "bank", new)


@pytest.mark.rule("1870-10.3-01")
def test_trains_from_six_on_are_never_scrapped():
    table = row_b().with_supply_from("6").with_train("MKT", "6").with_train("GMO", "8").with_train("MP", "10")
    table.with_supply_from("12").with_phase("7").with_cash("ATSF", 3000).operating_turn("ATSF", "train")
    buy(table, "Ann", "bank", "12")
    assert table.trains("MKT") == ["6"] and table.trains("GMO") == ["8"] and table.trains("MP") == ["10"]


# --- where from and for how much


@pytest.mark.rule("1870-10.4-01", "1870-10.5-01")
def test_bank_and_open_market_sell_at_the_printed_price():
    table = row_b().with_train("pool", "2").operating_turn("ATSF", "train")
    for source in ("bank", "pool"):
        may_not_buy(table, "Ann", source, "2", 79)
        may_not_buy(table, "Ann", source, "2", 81)
    buy(table, "Ann", "pool", "2", 80)
    buy(table, "Ann", "bank", "2", 80)
    assert table.cash("ATSF") == 840


@pytest.mark.rule("1870-10.4.1-01")
def test_the_bank_sells_a_type_when_the_one_before_is_sold_out():
    table = row_b().with_supply("2", "3", "3", "4").operating_turn("ATSF", "train")
    may_not_buy(table, "Ann", "bank", "3", section="10.4")
    buy(table, "Ann", "bank", "2")
    may_not_buy(table, "Ann", "bank", "4", section="10.4")
    buy(table, "Ann", "bank", "3")
    buy(table, "Ann", "bank", "3")
    may_not_buy(table, "Ann", "bank", "2", section="10.4")
    buy(table, "Ann", "bank", "4")
    assert table.s.phase == "3"


@pytest.mark.rule("1870-10.4-01", "1870-10.5-02", "1870-10.7-01")
def test_another_company_sells_its_last_train_at_any_agreed_price():
    table = row_b().with_company("MKT", "Bob", Bob=6).with_train("MKT", "2").operating_turn("ATSF", "train")
    may_not_buy(table, "Ann", "MKT", "2", 0)
    may_not_buy(table, "Ann", "MKT", "2", 1001)
    table.do("Ann", "buy_train", **{"from": "MKT"}, kind="2", price=1)
    assert table.trains("ATSF") == []
    table.do("Bob", "decline", offer=table.s.offers[-1].id)
    table.agree("Ann", "buy_train", "Bob", **{"from": "MKT"}, kind="2", price=1000)
    assert table.trains("ATSF") == ["2"]
    assert table.trains("MKT") == []
    assert table.cash("MKT") == 2000
    assert table.cash("ATSF") == 0


@pytest.mark.rule("1870-10.5-02", "1870-10.7-01")
def test_a_president_of_both_companies_needs_nobodys_consent():
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "2").operating_turn("ATSF", "train")
    buy(table, "Ann", "MKT", "2", 1)
    assert table.trains("ATSF") == ["2"]
    assert table.cash("MKT") == 1001


@pytest.mark.rule("1870-10.4-02")
def test_a_company_may_pass_by_another_companys_cheap_train():
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "2").operating_turn("ATSF", "train")
    buy(table, "Ann", "bank", "2")
    assert table.trains("MKT") == ["2"]

    none_left = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "2").with_supply()
    none_left.operating_turn("ATSF", "train").do("Ann", "skip")
    assert none_left.trains("ATSF") == []


# --- when there are none


@pytest.mark.rule("1870-10.8-01")
def test_with_no_train_in_bank_and_market_the_president_owes_nothing():
    table = busy().with_company("MKT", "Bob", Bob=6).with_train("MKT", "6").with_supply().with_cash("ATSF", 0)
    table.operating_turn("ATSF", "train")
    table.refused("Ann", "sell", company="ATSF", shares=1)
    table.refused("Ann", "bankrupt", section="10.1")
    table.do("Ann", "skip")
    assert table.cash("Ann") == 700

    market = row_b().with_train("pool", "6").with_supply().with_cash("ATSF", 0).operating_turn("ATSF", "train")
    market.refused("Ann", "skip", section="10.1")
    buy(market, "Ann", "pool", "6")
    assert market.cash("Ann") == 70


@pytest.mark.rule("1870-10.8-02", "1870-9.1.4-02")
def test_a_company_that_finds_no_train_slips_left_in_each_operating_round():
    table = busy().with_company("MKT", "Bob", Bob=6).with_train("MKT", "6").with_supply()
    boxes: list[str] = []
    for _ in range(2):
        table.operating_turn("ATSF", "run")
        boxes.append(table.box("ATSF"))
    assert boxes == ["0,5", "0,4"]
    table.agree("Ann", "buy_train", "Bob", **{"from": "MKT"}, kind="6", price=5).do("Ann", "skip")
    table.operating_turn("ATSF", "run").run_best("Ann").do("Ann", "dividend", kind="half")
    assert table.box("ATSF") == "0,4"
