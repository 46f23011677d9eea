"""Trains: two sides, limits in trains and certificates, rust, the foreigners, gray phase (8.8, 5, 13, 15)."""

from __future__ import annotations

import pytest

from engine.family import trains
from engine.family.running import problem, trains_of
from tests.t1843.table import Table, lay_track


def po(phase: str = "yellow", treasury: int = 1000, **options: str) -> Table:
    """Ann's PO, without a train, about to buy."""
    table = Table(**options).with_phase(phase)
    return table.with_company("PO", "Ann", par=79, treasury=treasury, Ann=4, Bob=2)


def linked(table: Table) -> Table:
    """Orléans and Versailles are joined: the PO has a route."""
    return lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E")


@pytest.mark.rule("1843-8.8.1-02", "1843-8.8.1-04", "1843-8.8.1-05", "1843-8.8.1-06", "1843-15.1-01")
def test_either_side_of_the_next_colour_is_sold_at_its_own_price():
    table = po().operating_turn("PO", "train")
    assert table.kinds_on_sale() == ["2+1", "2x2 or 3+1"]
    table.refused("Ann", "buy_train", "8.8.1", **{"from": "bank"}, kind="4+1", price=300)
    table.refused("Ann", "buy_train", **{"from": "bank"}, kind="2x2 or 3+1", price=125)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2x2 or 3+1", price=200)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2+1", price=125)
    assert (table.trains("PO"), table.cash("PO"), table.supply("2+1")) == (["2+1", "2x2 or 3+1"], 675, 4)


@pytest.mark.rule("1843-8.8.1-03")
def test_between_companies_a_train_costs_what_both_directors_agree_to():
    table = po().with_company("EST", "Bob", par=94, treasury=0, Bob=6).with_train("EST", "2+1")
    table.operating_turn("PO", "train")
    table.refused("Ann", "buy_train", **{"from": "EST"}, kind="2+1", price=0)
    table.agree("Ann", "buy_train", "Bob", **{"from": "EST"}, kind="2+1", price=999)
    assert (table.trains("PO"), table.cash("EST"), table.cash("PO")) == (["2+1"], 999, 1)


@pytest.mark.rule("1843-8.8.2-07", "1843-13.2-05")
def test_a_pair_goes_together_and_keeps_its_side_between_companies_and_from_the_pool():
    table = po("green").with_company("EST", "Ann", par=94, Ann=6).with_train("EST", "3/5x2")
    table.with_pool_train("3/5x2").operating_turn("PO", "train")
    table.refused("Ann", "buy_train", **{"from": "EST"}, kind="4+1", price=1)
    table.refused("Ann", "buy_train", **{"from": "pool"}, kind="4+1", price=300)
    table.do("Ann", "buy_train", **{"from": "EST"}, kind="3/5x2", price=1)
    table.do("Ann", "buy_train", **{"from": "pool"}, kind="3/5x2", price=500)
    assert table.trains("PO") == ["3/5x2", "3/5x2"]


@pytest.mark.rule("1843-8.8.1-01", "1843-8.8.2-01", "1843-8.8.2-03")
@pytest.mark.parametrize(
    ("phase", "owned", "room", "full"),
    [
        ("yellow", ["2+1"] * 3, "2x2 or 3+1", ""),
        ("yellow", ["2+1"] * 4, "", "2+1"),
        ("green", ["3/5x2", "4+1"], "4+1", "3/5x2"),
        ("blue", ["4/6x2"], "5+2", "4/6x2"),
        ("brown", ["5/7x2"], "5E", "5/7x2"),
        ("brown", ["5E", "5E"], "", "5E"),
        ("red", ["8E"], "8E", ""),
        ("red", ["5/7x2"], "", "8E"),
    ],
)
def test_limits_count_trains_and_certificates(phase: str, owned: list[str], room: str, full: str):
    table = po(phase, 3000).with_train("PO", *owned).operating_turn("PO", "train")
    kinds = {move["kind"] for move in table.legal("Ann", "buy_train") if move["from"] == "bank"}
    if room:
        assert room in kinds
    if full:
        price = table.p.d.trains[full].price
        table.refused("Ann", "buy_train", **{"from": "bank"}, kind=full, price=price)
        assert full not in kinds


@pytest.mark.rule("1843-8.8.2-05", "1843-8.8.2-06", "1843-8.8.1-09", "1843-15.3-01")
def test_who_is_over_the_limit_turns_a_pair_over_or_discards_to_the_pool():
    table = po("green").with_train("PO", "3/5x2", "3/5x2").with_supply("5+2", "5+2", "5E")
    table.with_company("EST", "Bob", par=94, treasury=900, Bob=6).operating_turn("EST", "train")
    table.do("Bob", "buy_train", **{"from": "bank"}, kind="5+2", price=350)
    assert (table.s.phase, table.top(), table.deciders()) == ("blue", "discard", ["Ann"])
    turned = table.game
    table.do("Ann", "turn_over", kind="3/5x2")
    assert (sorted(table.trains("PO")), table.top()) == (["3/5x2", "4+1"], "operating_turn")
    table.game = turned
    table.do("Ann", "discard", kind="3/5x2")
    assert table.trains("PO") == ["3/5x2"]
    assert [card.kind for card in table.s.trains.values() if card.at == "pool"] == ["3/5x2"]


@pytest.mark.rule("1843-8.8.2-05", "1843-8.8.2-06", "1843-10.2-23")
@pytest.mark.parametrize("verb", ["discard", "turn_over"])
@pytest.mark.parametrize(("card", "kept"), [("plain", ["engineers"]), ("engineers", [])])
def test_of_two_like_trains_the_director_says_whether_the_one_with_the_engineers_card_goes(
    verb: str, card: str, kept: list[str]
):
    table = po("green").with_train("PO", "3/5x2", "3/5x2").with_supply("5+2", "5+2", "5E").with_engineers("PO", "3/5x2")
    table.with_company("EST", "Bob", par=94, treasury=900, Bob=6).operating_turn("EST", "train")
    table.do("Bob", "buy_train", **{"from": "bank"}, kind="5+2", price=350)
    assert [move["card"] for move in table.legal("Ann", verb)] == ["plain", "engineers"]
    table.refused("Ann", verb, kind="3/5x2")
    table.do("Ann", verb, kind="3/5x2", card=card)
    assert [c.marks for c in table.s.trains.values() if (c.at, c.kind) == ("PO", "3/5x2")] == [kept]
    assert table.top() == "operating_turn"


@pytest.mark.rule("1843-8.8.2-05")
def test_two_plain_trains_are_alike_and_nothing_more_is_asked():
    table = po("green").with_train("PO", "3/5x2", "3/5x2").with_supply("5+2", "5+2", "5E")
    table.with_company("EST", "Bob", par=94, treasury=900, Bob=6).operating_turn("EST", "train")
    table.do("Bob", "buy_train", **{"from": "bank"}, kind="5+2", price=350)
    assert table.legal("Ann", "discard") == [{"kind": "3/5x2"}]


@pytest.mark.rule("1843-8.8.2-02", "1843-8.8.2-04", "1843-8.6.1-22")
def test_a_yellow_pair_counts_as_one_and_runs_as_two_as_far_as_the_limit_goes():
    table = linked(po()).with_train("PO", *["2x2 or 3+1"] * 4).operating_turn("PO", "run")
    p = table.p
    asked = problem(p, "PO", trains_of(p, "PO"))
    assert (len(asked.trains), asked.train_limit) == (12, 4)
    table.run_best("Ann")
    assert table.happened("ran")[-1]["amount"] == 40


@pytest.mark.rule("1843-5-09", "1843-8.8.1-07", "1843-15.2-01", "1843-15.2-03")
def test_the_first_train_of_a_colour_changes_the_phase_at_once():
    table = po().with_supply("2+1", "4+1", "4+1").operating_turn("PO", "train")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2+1", price=125)
    assert table.s.phase == "yellow"
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="3/5x2", price=500)
    assert (table.s.phase, sorted(table.trains("PO"))) == ("green", ["2+1", "3/5x2"])


@pytest.mark.rule("1843-8.8.1-08", "1843-15.4-02", "1843-15.5-01", "1843-15.5-02")
@pytest.mark.parametrize(("first", "old", "back"), [("5E", "4+1", "3/5x2"), ("8E", "5+2", "4/6x2")])
def test_trains_rust_in_companies_and_in_the_pool(first: str, old: str, back: str):
    phase = {"5E": "blue", "8E": "brown"}[first]
    table = po(phase).with_supply(first, first).with_company("EST", "Bob", par=94, Bob=6)
    table.with_train("EST", back).with_pool_train(old).operating_turn("PO", "train")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind=first, price=table.p.d.trains[first].price)
    assert table.trains("EST") == []
    assert {card.at for card in table.s.trains.values() if card.kind in (old, back)} == {"gone"}


# --- the foreigners


@pytest.mark.rule("1843-5-05", "1843-5-06", "1843-5-07")
def test_the_foreigners_take_the_next_train_and_after_the_last_of_a_colour_the_first_of_the_next():
    table = po().with_supply("2+1", "2+1", "4+1", "4+1").end_of_set()
    assert (table.supply("2+1"), table.supply("4+1"), table.s.phase) == (1, 2, "yellow")
    assert table.top() == "stock_turn"
    table.end_of_set()
    assert (table.supply("2+1"), table.supply("4+1"), table.s.phase) == (0, 1, "green")


@pytest.mark.rule("1843-5-07")
def test_a_phase_that_the_foreigners_bring_lowers_limits_before_the_stock_round():
    table = po("green").with_train("PO", *["4+1"] * 4).with_supply("5+2", "5+2").end_of_set()
    assert (table.s.phase, table.top(), table.deciders()) == ("blue", "discard", ["Ann"])
    table.do("Ann", "discard", kind="4+1")
    assert table.top() == "stock_turn"


@pytest.mark.rule("1843-5-04")
def test_the_length_of_a_set_is_fixed_when_it_begins():
    table = po("green").stock_round("Ann").everybody_passes()
    assert (table.s.clock.number, table.s.clock.of) == (1, 2)


# --- gray phase


@pytest.mark.rule("1843-15.6-01", "1843-15.6-02", "1843-15.6-03", "1843-8.8.1-10", "1843-8.8.1-11")
@pytest.mark.parametrize(("edition", "three"), [("2016", ["3+1"]), ("2012", [])])
def test_gray_phase_takes_all_other_trains_and_sells_the_single_ones_again(edition: str, three: list[str]):
    table = po("red", edition=edition).with_supply("Electric", "Electric").with_company("EST", "Bob", par=94, Bob=6)
    for kind, count in {"2+1": 6, "4+1": 7, "5+2": 7, "5E": 6, "8E": 6}.items():
        table.with_gone(kind, count)
    table.with_train("EST", "5/7x2").with_pool_train("8E").operating_turn("PO", "train")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="Electric", price=900)
    assert (table.s.phase, table.trains("EST")) == ("gray", [])
    assert table.kinds_on_sale() == ["Electric", "2+1", "4+1", "5+2", "5E", "8E", *three]
    rusted = [card.kind for card in table.s.trains.values() if "second-hand" in card.marks]
    assert {kind: rusted.count(kind) for kind in rusted} == {"2+1": 6, "4+1": 7, "5+2": 7, "5E": 6, "8E": 6}


@pytest.mark.rule("1843-5-07", "1843-15.6-03", "1843-8.8.1-17")
def test_an_electric_that_the_foreigners_take_does_not_come_back_as_a_rusted_train():
    table = linked(po("red", treasury=1000)).with_supply("8E", "Electric", "Electric").end_of_set()
    assert (table.s.phase, table.supply("Electric")) == ("gray", 1)
    assert [c.at for c in table.s.trains.values() if c.kind == "Electric"] == ["gone", "supply"]
    table.operating_turn("PO", "train")
    assert trains.cheapest(table.p) == 900
    table.refused("Ann", "skip", "8.8.1")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="Electric", price=900)
    assert trains.real_trains(table.p, "PO")


@pytest.mark.rule("1843-8.8.1-12")
def test_a_rusted_yellow_certificate_is_a_two_plus_one_or_a_three_plus_one():
    table = po("gray").operating_turn("PO", "train")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="3+1", price=200)
    assert table.trains("PO") == ["3+1"]
    older = po("gray", edition="2012").operating_turn("PO", "train")
    older.refused("Ann", "buy_train", **{"from": "bank"}, kind="3+1", price=200)
    older.do("Ann", "buy_train", **{"from": "bank"}, kind="2+1", price=125)


@pytest.mark.rule("1843-8.8.1-13", "1843-8.8.1-17")
def test_a_rusted_train_takes_treasury_money_and_fulfils_no_duty():
    table = linked(po("gray", treasury=130)).with_cash("Ann", 2000).operating_turn("PO", "train")
    table.refused("Ann", "buy_train", "8.8.1", **{"from": "bank"}, kind="3+1", price=200)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="2+1", price=125)
    table.refused("Ann", "skip", "8.8.1")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="Electric", trade="nothing", price=900)
    assert (sorted(table.trains("PO")), table.cash("PO"), table.cash("Ann")) == (["2+1", "Electric"], 0, 1105)


@pytest.mark.rule("1843-8.8.1-15", "1843-8.8.1-16", "1843-8.8.1-18", "1843-15.6-05")
def test_one_rusted_train_at_most_which_may_be_thrown_away_for_a_larger_one():
    table = po("gray", 3000).with_rusted("PO", "4+1").operating_turn("PO", "train")
    table.refused("Ann", "buy_train", "8.8.1", **{"from": "bank"}, kind="2+1", price=125)
    table.refused("Ann", "buy_train", "8.8.1", **{"from": "bank"}, kind="5E", trade="nothing", price=400)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="5E", trade="4+1", price=400)
    assert (table.trains("PO"), table.cash("PO")) == (["5E"], 2600)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="Electric", trade="nothing", price=900)
    table.refused("Ann", "buy_train", "8.8.2", **{"from": "bank"}, kind="Electric", trade="nothing", price=900)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="Electric", trade="5E", price=900)
    assert table.trains("PO") == ["Electric", "Electric"]


@pytest.mark.rule("1843-8.8.1-14")
def test_rusted_trains_are_traded_between_companies_for_treasury_money():
    table = linked(po("gray", 50)).with_company("EST", "Ann", par=94, Ann=6).with_rusted("EST", "5E")
    table.with_cash("Ann", 2000).operating_turn("PO", "train")
    table.refused("Ann", "buy_train", **{"from": "EST"}, kind="5E", price=51)
    table.do("Ann", "buy_train", **{"from": "EST"}, kind="5E", price=50)
    assert table.trains("PO") == ["5E"]


@pytest.mark.rule("1843-5-05", "1843-15.6-03")
def test_the_foreigners_take_no_rusted_train_that_is_for_sale_again():
    table = linked(po("red", treasury=1000)).with_supply("8E", "Electric", "Electric").end_of_set()
    rusted = [name for name, card in table.s.trains.items() if "second-hand" in card.marks]
    assert rusted and table.supply("Electric") == 1
    table.end_of_set()
    assert table.supply("Electric") == 0
    assert {table.s.trains[name].at for name in rusted} == {"supply"}
