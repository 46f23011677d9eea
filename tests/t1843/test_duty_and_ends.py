"""The duty to own a train, emergency money, bankruptcy and the ends of the game (8.8.1, 8.8.3, 8.10)."""

from __future__ import annotations

import pytest

from tests.t1843.table import Table, lay_track

BANK = {"from": "bank"}


def needy(treasury: int = 100, cash: int = 300, phase: str = "yellow", **more: int) -> Table:
    """PO must buy a train: it has a route from Orléans to Versailles; Ann directs it, Bob directs EST with a train."""
    table = Table().with_company("PO", "Ann", par=73, Ann=6, treasury=treasury, **more)
    table.with_company("EST", "Bob", par=67, Bob=3, Ann=3).with_train("EST", "2+1").with_cash("Ann", cash)
    lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E")
    return table.with_phase(phase)


def at_trains(table: Table) -> Table:
    return table.operating_turn("PO", step="train")


@pytest.mark.rule("1843-8.8.1-19")
def test_with_a_route_a_company_must_own_a_train_and_without_one_it_need_not():
    table = at_trains(needy(1000))
    table.refused("Ann", "skip", "8.8.1")
    table.do("Ann", "buy_train", kind="2+1", price=125, **BANK)
    assert table.trains("PO") == ["2+1"]
    table = at_trains(Table().with_company("PO", "Ann", par=73, Ann=6))
    table.do("Ann", "skip") if "skip" in table.verbs("Ann") else None
    assert table.step() != "train"


@pytest.mark.rule("1843-8.8.3-01", "1843-8.8.1-20", "1843-8.8.3-10", "1843-8.8.3-12", "1843-8.8.3-09")
def test_the_director_pays_what_the_treasury_lacks_and_no_more():
    table = at_trains(needy(100, 300)).do("Ann", "buy_train", kind="2+1", price=125, **BANK)
    assert (table.cash("PO"), table.cash("Ann")) == (0, 275)
    table = at_trains(needy(1000, 300)).do("Ann", "buy_train", kind="2+1", price=125, **BANK)
    assert (table.cash("PO"), table.cash("Ann")) == (875, 300)


@pytest.mark.rule("1843-8.8.3-09")
def test_with_a_train_the_director_adds_nothing():
    table = at_trains(needy(100, 300).with_train("PO", "2+1"))
    table.refused("Ann", "buy_train", kind="2+1", price=125, **BANK)
    table = Table().with_company("PO", "Ann", par=73, Ann=6, treasury=100).with_cash("Ann", 300)
    at_trains(table).refused("Ann", "buy_train", kind="2+1", price=125, **BANK)


@pytest.mark.rule("1843-8.8.3-13")
def test_with_the_directors_money_only_the_cheapest_of_pool_and_supply():
    table = at_trains(needy(100, 3000))
    table.refused("Ann", "buy_train", "8.8.3", kind="2x2 or 3+1", price=200, **BANK)
    table.do("Ann", "buy_train", kind="2+1", price=125, **BANK)
    table = needy(0, 3000).with_pool_train("2+1").with_phase("green")
    at_trains(table).refused("Ann", "buy_train", "8.8.3", kind="4+1", price=300, **BANK)
    table.do("Ann", "buy_train", kind="2+1", price=125, **{"from": "pool"})
    # What the treasury can pay alone may be anything.
    table = at_trains(needy(200, 0)).do("Ann", "buy_train", kind="2x2 or 3+1", price=200, **BANK)
    assert table.trains("PO") == ["2x2 or 3+1"]


@pytest.mark.rule("1843-8.8.3-11", "1843-8.8.3-14")
@pytest.mark.parametrize(("price", "fair"), [(101, True), (125, True), (126, False)])
def test_another_companys_train_with_the_directors_money_at_no_more_than_face_value(price: int, fair: bool):
    table = at_trains(needy(100, 3000))
    if not fair:
        table.refused("Ann", "buy_train", "8.8.3", kind="2+1", price=price, **{"from": "EST"})
        # Nor must she buy that one if it is cheaper.
        table.do("Ann", "buy_train", kind="2+1", price=125, **BANK)
        return
    table.agree("Ann", "buy_train", "Bob", kind="2+1", price=price, **{"from": "EST"})
    assert (table.cash("PO"), table.cash("Ann")) == (0, 3000 - (price - 100))


@pytest.mark.rule("1843-8.8.3-02", "1843-8.8.3-04", "1843-8.8.3-10")
def test_the_director_sells_shares_if_cash_is_not_enough_and_no_more_than_needed():
    table = at_trains(needy(0, 0))
    # 125 are wanted; a share of EST is worth 67.
    table.refused("Ann", "buy_train", kind="2+1", price=125, **BANK)
    table.refused("Ann", "sell", "8.8.3", company="EST", shares=3)
    table.do("Ann", "sell", company="EST", shares=2)
    assert table.cash("Ann") == 134
    table.refused("Ann", "sell", "8.8.3", company="EST", shares=1)
    table.do("Ann", "buy_train", kind="2+1", price=125, **BANK)
    assert (table.cash("Ann"), table.cash("PO")) == (9, 0)


@pytest.mark.rule("1843-8.8.3-02", "1843-8.8.3-09")
def test_nothing_is_sold_without_need():
    table = at_trains(needy(100, 300))
    table.refused("Ann", "sell", "8.8.3", company="EST", shares=1)
    table.with_private("C", "Ann")
    table.refused("Ann", "cash_private", "8.8.3", private="C")


@pytest.mark.rule("1843-8.8.3-03", "1843-8.8.3-02")
def test_a_private_is_cashed_at_face_value():
    table = at_trains(needy(0, 0).with_private("BA", "Ann"))
    table.do("Ann", "cash_private", private="BA")
    assert (table.cash("Ann"), table.s.privates["BA"]) == (150, "closed")
    table.do("Ann", "buy_train", kind="2+1", price=125, **BANK)
    assert table.cash("Ann") == 25


@pytest.mark.rule("1843-8.8.3-04")
def test_the_pool_limit_holds_in_need_too():
    table = needy(0, 0).with_company("EST", "Bob", par=67, Bob=3, Ann=3, pool=4)
    at_trains(table).refused("Ann", "sell", "7.2", company="EST", shares=2)
    table.do("Ann", "sell", company="EST", shares=1)


@pytest.mark.rule("1843-8.8.3-05")
def test_the_directors_sales_may_not_cost_them_the_company():
    table = needy(0, 0).with_company("PO", "Ann", par=73, Ann=5, Bob=4, treasury=0)
    at_trains(table).refused("Ann", "sell", "8.8.3", company="PO", shares=2)
    table.do("Ann", "sell", company="PO", shares=1)
    assert table.president("PO") == "Ann"


@pytest.mark.rule("1843-8.8.3-06", "1843-8.8.3-07")
def test_sales_may_cost_the_director_another_company_before_its_train_is_bought():
    table = needy(0, 0).with_company("EST", "Ann", par=67, Ann=3, Bob=2)
    at_trains(table).do("Ann", "sell", company="EST", shares=2)
    assert (table.president("EST"), table.box("EST")) == ("Bob", "13,7")
    # Bob's consent is needed now.
    table.do("Ann", "buy_train", kind="2+1", price=100, **{"from": "EST"})
    assert table.trains("PO") == []
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert table.trains("PO") == ["2+1"]


@pytest.mark.rule("1843-8.8.3-06")
def test_sales_may_change_the_order_of_those_to_come():
    table = needy(0, 0).with_company("EST", "Bob", par=67, Bob=3, Ann=3).with_box("EST", "5,5")
    table.with_company("OU", "Bob", par=67, Bob=3).with_box("OU", "6,6")
    at_trains(table)
    assert table.p.title.operating.order(table.p).index("EST") < table.p.title.operating.order(table.p).index("OU")
    table.do("Ann", "sell", company="EST", shares=2)
    assert table.p.title.operating.order(table.p).index("EST") > table.p.title.operating.order(table.p).index("OU")


# --- ends


@pytest.mark.rule("1843-8.8.3-08", "1843-8.10.1-01")
def test_a_director_who_can_raise_no_more_is_bankrupt_and_the_game_ends():
    table = (
        needy(0, 20)
        .with_company("EST", "Bob", par=67, Bob=3, pool=1)
        .with_company("PO", "Ann", par=73, Ann=2, Bob=2, treasury=0)
    )
    at_trains(table)
    assert table.s.end is None
    table.do("Ann", "bankrupt")
    assert table.s.end is not None
    assert table.deciders() == []


@pytest.mark.rule("1843-8.8.3-08")
def test_bankrupt_only_after_all_has_been_sold_and_cashed():
    table = at_trains(needy(0, 0))
    table.refused("Ann", "bankrupt", "8.8.3")
    table = (
        needy(0, 0)
        .with_company("EST", "Bob", par=67, Bob=3, pool=1)
        .with_private("C", "Ann")
        .with_company("PO", "Ann", par=73, Ann=2, Bob=2, treasury=0)
    )
    at_trains(table).refused("Ann", "bankrupt", "8.8.3")
    table.do("Ann", "cash_private", private="C").do("Ann", "bankrupt")
    assert table.s.end is not None


@pytest.mark.rule("1843-8.10.1-04")
def test_a_dividend_to_500_ends_the_game_at_the_end_of_that_round():
    table = needy(0).with_train("PO", "2+1").with_box("PO", "0,13").operating_turn("PO", step="run", number=1, of=2)
    table.run_best("Ann").do("Ann", "dividend", kind="full")
    assert (table.price("PO"), table.s.end) == (500, None)
    while table.s.end is None:
        who = table.deciders()[0]
        if "run" in table.verbs(who):
            table.run_best(who)
        elif "dividend" in table.verbs(who):
            table.do(who, "dividend", kind="full")
        else:
            table.do(who, "skip")
    assert table.s.clock.number == 1


@pytest.mark.rule("1843-8.10.1-05")
def test_the_second_set_with_a_companys_gray_train_is_the_last():
    def set_over(table: Table) -> Table:
        return table.end_of_set()

    table = needy(0).with_phase("gray")
    # The foreigners alone do not count.
    assert set_over(set_over(set_over(table))).s.end is None
    table.with_train("PO", "Electric")
    assert set_over(table).s.end is None
    assert set_over(table).s.end is not None


# --- the score


@pytest.mark.rule("1843-8.10.2-01", "1843-8.10.2-02", "1843-8.10.2-03", "1843-8.10.2-04")
def test_cash_privates_at_face_value_and_shares_at_the_market_price():
    table = needy(2000, 55).with_private("BA", "Ann").with_private("C", "PO").with_box("PO", "5,5")
    end = table.p.title.score(table.p, "bankruptcy")
    assert end.worth[table.seat("Ann")] == 55 + 150 + 6 * 104 + 3 * 67


@pytest.mark.rule("1843-8.10.2-05", "1843-8.10.2-06")
def test_the_richest_wins_and_ties_stay_ties():
    table = Table().with_cash("Ann", 500).with_cash("Bob", 500).with_cash("Cem", 499)
    end = table.p.title.score(table.p, "bankruptcy")
    assert [table.name(seat) for seat in end.winners] == ["Ann", "Bob"]
