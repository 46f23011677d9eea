"""When a company must have a train and cannot pay: what its president adds, sells, and cannot avoid."""

from __future__ import annotations

import pytest

from tests.t1830.table import Table, bare, boston

SECTION = "forced purchase"


def in_need(lacks: int, *, kind: str = "2", phase: str = "2", **holders: int) -> Table:
    """Ann's B&M has a run but no train; its treasury and Ann's last $10 fall this much short of the cheapest."""
    table = boston(phase=phase, **holders).with_supply_from(kind)
    price = table.p.d.trains[kind].price
    return table.with_cash("B&M", max(0, price - lacks - 10)).with_cash("Ann", 10)


def on_turn(table: Table) -> Table:
    return table.operating_turn("B&M", "train")


def sell(table: Table, company: str, shares: int) -> Table:
    return table.do("Ann", "sell", company=company, shares=shares)


@pytest.mark.rule("1830-forced-01", "1830-forced-02")
def test_with_a_route_a_train_must_be_bought():
    table = boston()
    table.refused("Ann", "skip", SECTION)
    table.buy_train("Ann", "2").do("Ann", "skip")
    assert not table.operating()
    no_route = bare("NYC").operating_turn("NYC", "train").do("Ann", "skip")
    assert (no_route.trains("NYC"), no_route.operating()) == ([], "")
    nothing_to_buy = boston().with_supply().operating_turn("B&M", "train")
    assert not nothing_to_buy.operating()


@pytest.mark.rule("1830-forced-01", "1830-forced-02")
def test_track_that_only_leads_back_to_its_own_city_is_no_route():
    """Albany's track to the southwest and to the west meets in a loop; to the southeast there may be two towns."""
    loop = bare("NYC", phase="3").with_tile("E19", "15", 5).with_tile("F18", "7", 2).with_tile("E17", "7", 4)
    assert not loop.operating_turn("NYC", "train").do("Ann", "skip").operating()
    towns = loop.with_tile("F20", "2", 0).operating_turn("NYC", "train")
    towns.refused("Ann", "skip", SECTION)


@pytest.mark.rule("1830-forced-03")
def test_the_president_adds_what_is_missing():
    table = boston(treasury=30).buy_train("Ann", "2")
    assert (table.cash("B&M"), table.cash("Ann"), table.trains("B&M")) == (0, 750, ["2"])


@pytest.mark.rule("1830-forced-04")
def test_with_their_money_only_the_cheapest():
    table = boston(treasury=30, phase="3").with_supply_from("3").with_train("pool", "4").operating_turn("B&M", "train")
    table.may_not_buy_train("Ann", "4", "pool", section="trains")
    assert table.buy_train("Ann", "3").cash("Ann") == 800 - 150
    market = boston(treasury=30, phase="3").with_train("pool", "2").with_supply_from("3").operating_turn("B&M", "train")
    market.may_not_buy_train("Ann", "3", section="trains")
    assert market.buy_train("Ann", "2", "pool").cash("Ann") == 750


@pytest.mark.rule("1830-forced-05")
def test_no_help_without_need():
    table = boston(treasury=79, phase="3").with_train("B&M", "2").with_train("pool", "2").with_private("SV", "Ann")
    on_turn(table).may_not_buy_train("Ann", "2", "pool", section="trains")
    table.refused("Ann", "sell", SECTION, company="B&M", shares=1)
    no_route = bare("NYC", treasury=79).operating_turn("NYC", "train")
    assert not no_route.operating()
    # A company that can pay chooses freely.
    rich = boston(treasury=180, phase="3").with_train("pool", "2").with_supply_from("3").operating_turn("B&M", "train")
    assert rich.buy_train("Ann", "3").cash("Ann") == 800
    rich = boston(treasury=180, phase="3").with_train("pool", "2").with_supply_from("3").operating_turn("B&M", "train")
    rich.refused("Ann", "sell", SECTION, company="B&M", shares=1)


@pytest.mark.rule("1830-forced-06")
def test_they_sell_what_is_needed():
    table = on_turn(in_need(50).with_company("NYC", "Bob", Bob=4, Ann=2))
    table.may_not_buy_train("Ann", "2")
    sell(table, "NYC", 1)
    assert (table.trains("B&M"), table.cash("B&M"), table.cash("Ann")) == (["2"], 0, 10 + 100 - 60)
    too_many = on_turn(in_need(50).with_company("NYC", "Bob", Bob=4, Ann=2))
    too_many.refused("Ann", "sell", SECTION, company="NYC", shares=2)
    # One share brings in exactly what is missing: a second would be one too many.
    exact = on_turn(in_need(100, kind="3", phase="3").with_company("NYC", "Bob", Bob=4, Ann=2))
    exact.refused("Ann", "sell", SECTION, company="NYC", shares=2)
    sell(exact, "NYC", 1)
    assert (exact.trains("B&M"), exact.cash("B&M"), exact.cash("Ann")) == (["3"], 0, 0)


@pytest.mark.rule("1830-forced-07")
def test_they_sell_nothing_while_they_have_the_money():
    table = on_turn(boston(treasury=30).with_cash("Ann", 50).with_company("NYC", "Bob", Bob=4, Ann=2))
    table.refused("Ann", "sell", SECTION, company="NYC", shares=1)
    assert table.buy_train("Ann", "2").cash("Ann") == 0


@pytest.mark.rule("1830-forced-08")
def test_they_do_not_sell_themselves_out_of_the_company():
    table = on_turn(in_need(70, Ann=4, Bob=3))
    table.refused("Ann", "sell", SECTION, company="B&M", shares=2)
    sell(table, "B&M", 1)
    assert (table.president("B&M"), table.trains("B&M")) == ("Ann", ["2"])
    even = on_turn(in_need(70, Ann=3, Bob=3).with_company("NYC", "Bob", Bob=4, Ann=1))
    even.refused("Ann", "sell", SECTION, company="B&M", shares=1)
    assert sell(even, "NYC", 1).trains("B&M") == ["2"]


@pytest.mark.rule("1830-forced-13")
@pytest.mark.parametrize("rules", ["rulebook", "18xx.games"])
def test_another_companys_presidency_may_be_sold(rules: str):
    def presiding(lacks: int, kind: str = "2", phase: str = "2") -> Table:
        """Ann presides over the NYC, too, with one share more than Bob."""
        table = Table(rules=rules).with_company("B&M", "Ann", Ann=2).with_company("NYC", "Ann", Ann=4, Bob=3)
        table.with_phase(phase).with_supply_from(kind)
        price = table.p.d.trains[kind].price
        return on_turn(table.with_cash("B&M", price - lacks - 10).with_cash("Ann", 10))

    table = presiding(150, "3", "3")
    table.refused("Ann", "bankrupt", SECTION)
    sell(table, "NYC", 2)
    assert (table.president("NYC"), table.president("B&M")) == ("Bob", "Ann")
    # Where one share is enough, no more is sold, and the presidency stays.
    enough = presiding(70)
    enough.refused("Ann", "sell", SECTION, company="NYC", shares=2)
    assert sell(enough, "NYC", 1).president("NYC") == "Ann"


@pytest.mark.rule("1830-forced-14")
def test_shares_that_may_not_be_sold_raise_no_money():
    table = Table().with_company("B&M", "Ann", Ann=4, Bob=3).with_supply_from("3").with_phase("3")
    on_turn(table.with_cash("B&M", 20).with_cash("Ann", 10))
    # More than one share of the B&M would make Bob its president, and one does not pay for the train.
    table.refused("Ann", "sell", SECTION, company="B&M", shares=2)
    assert table.do("Ann", "bankrupt").s.end.why == "bankruptcy"


@pytest.mark.rule("1830-forced-08")
def test_nor_out_of_the_needy_company_by_the_sites_rules():
    table = Table(rules="18xx.games").with_company("B&M", "Ann", treasury=0, Ann=4, Bob=3).with_cash("Ann", 10)
    table.with_company("NYC", "Bob", Bob=4, Ann=1).with_phase("3").with_supply_from("3")
    # Two shares are needed, and two of the B&M's would make Bob its president.
    on_turn(table).refused("Ann", "sell", SECTION, company="B&M", shares=2)
    sell(table, "B&M", 1).refused("Ann", "sell", SECTION, company="B&M", shares=1)
    assert sell(table, "NYC", 1).president("B&M") == "Ann"


@pytest.mark.rule("1830-forced-09")
def test_the_price_falls_and_the_market_fills():
    table = on_turn(in_need(150, kind="3", phase="3").with_company("NYC", "Bob", par=82, Bob=4, Ann=3, pool=2))
    sell(table, "NYC", 2)
    assert (table.cash("Ann"), table.box("NYC"), table.units("pool", "NYC")) == (10 + 164 - 160, "4,6", 4)
    full = on_turn(in_need(150, kind="3", phase="3").with_company("NYC", "Bob", par=82, Bob=4, Ann=2, pool=4))
    full.refused("Ann", "sell", "limits", company="NYC", shares=2)
    assert sell(full, "NYC", 1).box("NYC") == "3,6"


@pytest.mark.rule("1830-forced-10")
def test_lot_after_lot():
    table = on_turn(in_need(150, kind="3", phase="3").with_company("NYC", "Bob", par=82, Bob=4, Ann=3))
    sell(table, "NYC", 1)
    assert table.deciders() == ["Ann"]
    sell(table, "NYC", 1)
    assert (table.cash("Ann"), table.trains("B&M")) == (10 + 82 + 76 - 160, ["3"])


@pytest.mark.rule("1830-forced-11", "1830-end-01")
def test_bankruptcy_ends_the_game_at_once():
    table = on_turn(in_need(1090, kind="D", phase="6"))
    table.refused("Ann", "skip", SECTION)
    table.do("Ann", "bankrupt")
    assert (table.s.end.why, table.happened("bankrupt")[0]["company"]) == ("bankruptcy", "B&M")
    table.refused("Bob", "pass")
    assert table.name(table.s.end.winners[0]) != "Ann"


@pytest.mark.rule("1830-forced-12")
def test_nobody_is_bankrupt_who_can_pay():
    boston(treasury=0).refused("Ann", "bankrupt", SECTION)
    with_shares = on_turn(in_need(50).with_company("NYC", "Bob", Bob=4, Ann=1))
    with_shares.refused("Ann", "bankrupt", SECTION)
    just_enough = on_turn(in_need(100, kind="3", phase="3", Ann=2).with_company("NYC", "Bob", Bob=4, Ann=1))
    just_enough.refused("Ann", "bankrupt", SECTION)
    assert sell(just_enough, "NYC", 1).trains("B&M") == ["3"]
    a_dollar_less = on_turn(in_need(101, kind="3", phase="3", Ann=2).with_company("NYC", "Bob", Bob=4, Ann=1))
    assert a_dollar_less.do("Ann", "bankrupt").s.end.why == "bankruptcy"
    # Shares that nobody takes help nobody.
    stuck = on_turn(in_need(70, Ann=2, pool=5).with_company("NYC", "Bob", Bob=4, Ann=1, pool=5))
    assert stuck.do("Ann", "bankrupt").s.end.why == "bankruptcy"
