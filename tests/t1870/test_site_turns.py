"""What 18xx.games plays otherwise in 1870, as its games show it: all readings on."""

from __future__ import annotations

import pytest

from engine.core.state import Used
from engine.family import operating
from engine.titles.t1870.own import own
from tests.t1870.railways import gulf
from tests.t1870.table import Table
from tests.t1870.test_bankruptcy import broke
from tests.t1870.test_endings import is_stalemate, nothing_runs
from tests.t1870.test_protection import FIVE

SITE = {"rules": "18xx.games"}
FOUR = ("Ann", "Bob", "Cem", "Dan")


def turn_of_ic(*laid: str) -> Table:
    """The IC has the Bridge Company's discount, and has laid tiles in its turn."""
    table = Table(FOUR, **SITE).with_company("IC", "Ann", Ann=6).with_private("MRBC", "IC").with_phase("2")
    table.with_tile("K16", "57", 1).operating_turn("IC", "track")
    with table.arrange() as p:
        own(p).bridge = "ready"
        operating.this_turn(p).used += [Used(what, "J13") for what in laid]
    return table


def test_the_bridge_companys_tile_comes_beside_two_yellow_tiles_or_an_upgrade():
    for laid in (("yellow", "yellow"), ("upgrade",)):
        table = turn_of_ic(*laid)
        table.refused("Ann", "lay", "6", hex="K14", tile="58", rotation=0)
        assert table.legal("Ann", "bridge")


def test_a_company_is_asked_for_private_companies_after_trains():
    table = Table(FOUR, **SITE).with_company("IC", "Ann", Ann=6).with_private("GRSC", "Bob").with_phase("2")
    table.operating_turn("IC", "train").do("Ann", "skip")
    assert operating.this_turn(table.p).step == "private"
    table.do("Ann", "skip")
    assert operating.this_turn(table.p).step == "departure"


def test_who_has_a_port_to_place_is_asked_after_trains_though_nothing_can_be_bought():
    table = Table(FOUR, **SITE).with_company("IC", "Ann", Ann=6).with_private("GSC", "IC").with_phase("2")
    table.operating_turn("IC", "train").do("Ann", "skip")
    assert operating.this_turn(table.p).step == "private"
    table.do("Ann", "port", hex="M20", kind="closed")
    assert operating.this_turn(table.p).step == "departure"


def test_a_player_who_could_only_act_for_a_company_is_not_asked():
    table = Table(FOUR, **SITE).with_company("SP", "Ann", Ann=2, pool=5, turns=1, treasury=900)
    table.with_cash("Ann", 0).with_cash("Bob", 200).stock_round("Dan").do("Dan", "pass")
    assert table.deciders() == ["Bob"]


def test_after_a_purchase_from_the_offering_no_brown_share_follows():
    table = Table(FOUR, **SITE).with_company("SP", "Cem", Cem=3, pool=3).with_box("SP", "10,4").stock_round("Ann")
    table.buy("Ann", "SP").may_not_buy("Ann", "SP", "pool", shares=1)


def test_a_company_is_sold_once_for_a_train_and_its_president_may_then_be_bankrupt():
    table = broke(mkt=2, **SITE).operating_turn("ATSF", "train")
    table.do("Ann", "sell", company="MKT", shares=1).refused("Ann", "sell", company="MKT", shares=1)
    table.do("Ann", "bankrupt")
    assert table.s.end.worth["p1"] == 2 * table.price("ATSF") + table.price("MKT") + 20


def test_trains_are_discarded_before_prices_fall():
    table = broke(mkt=2, **SITE).with_train("MKT", "4", "4", "4").with_supply_from("5").with_cash("ATSF", 400)
    before = table.operating_turn("ATSF", "train").box("MKT")
    table.with_cash("Bob", 0).do("Ann", "sell", company="MKT", shares=1)
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="5", price=450)
    assert (table.deciders(), table.box("MKT")) == (["Bob"], before)
    table.do("Bob", "discard", kind="4")
    assert table.box("MKT") != before


def test_the_company_may_buy_a_private_company_while_its_president_sells():
    table = broke(mkt=2, **SITE).operating_turn("ATSF", "train").do("Ann", "sell", company="MKT", shares=1)
    table.do("Ann", "buy_private", private="GRSC", price=40)
    assert table.s.privates["GRSC"] == "ATSF"


def test_shares_in_pending_sales_count_by_where_the_price_would_fall_without_a_ledge():
    table = Table(FIVE, **SITE).with_company("SP", "Ann", Ann=4, Bob=2).with_box("SP", "6,7").stock_round("Bob")
    counts = table.p.title.holding.counts
    assert counts(table.p, "SP")
    table.do("Bob", "sell", company="SP", shares=1)
    assert counts(table.p, "SP") == (table.p.d.market.at(7, 7).section not in ("yellow", "green", "brown"))


def test_after_a_sale_and_two_kinds_of_purchase_one_may_sell_again():
    table = Table(FIVE, **SITE).with_company("SP", "Cem", Cem=3, Bob=1, pool=3).with_box("SP", "10,4")
    table.with_company("IC", "Cem", Cem=3, Bob=1).with_company("MP", "Cem", Cem=3, Bob=1)
    table.with_private("MKT", "Dan").with_phase("2").stock_round("Bob").do("Bob", "sell", company="IC", shares=1)
    table.agree("Bob", "buy_private", "Dan", private="MKT", share="none", price=10)
    table.buy("Bob", "SP", "pool", shares=1).do("Bob", "sell", company="MP", shares=1)
    assert [lot.company for lot in table.s.lots] == ["IC", "MP"]


def test_the_space_in_n1_is_free_once_the_southern_pacific_has_closed():
    table = Table(FOUR, **SITE).with_company("MKT", "Ann", Ann=6).with_marker("MKT", "M2/c0").with_tile("M2", "57", 0)
    table.operating_turn("MKT", "token")
    assert "N1/o0" not in [choice["city"] for choice in table.legal("Ann", "token")]
    table.with_closed("SP").operating_turn("MKT", "token").do("Ann", "token", city="N1/o0")
    assert [marker.company for marker in table.s.board.markers if marker.stop == "N1/o0"] == ["MKT"]


def test_who_is_over_the_limit_and_can_sell_nothing_may_buy_what_does_not_count():
    table = Table(FOUR, **SITE)
    for company in table.p.d.companies:
        table.with_company(company, "Cem", Cem=3, Ann=2, pool=5)
    table.with_box("SP", "10,4").stock_round("Ann").refused("Ann", "buy", company="MP", **{"from": "pool"}, shares=1)
    assert table.buy("Ann", "SP", "pool", shares=1).units("Ann", "SP") == 3


# --- errors of the site that its files rest on


def test_the_katys_share_is_handed_out_once_more_when_its_private_company_is_sold_on():
    """Q7."""
    table = Table(FOUR, **SITE).with_company("MKT", "Cem", Cem=3).with_private("MKT", "Bob").with_phase("2")
    table.with_cash("Dan", 500).stock_round("Dan")
    again = {"private": "MKT", "price": 160, "share": "ipo"}
    table.agree("Dan", "buy_private", "Bob", **again)
    assert (table.units("Dan", "MKT"), table.s.privates["MKT"]) == (1, table.seat("Dan"))
    [told] = table.happened("came_with")
    assert (told["player"], told["private"], told["company"], told["shares"]) == (table.seat("Dan"), "MKT", "MKT", 1)


def test_a_connection_run_may_be_announced_and_not_made():
    """Q9."""
    table = gulf(**SITE).with_company("SP", "Ann", Ann=6).with_train("SP", "3").operating_turn("SP", "departure")
    table.do("Ann", "announce", companies="SP").do("Ann", "connect", token="keep")
    table.do("Ann", "run_connection", routes="none")
    assert table.s.companies["SP"].last_run == 0
    assert table.p.top_rule != "connection"


@pytest.mark.parametrize(("cash", "stuck"), [(135, True), (136, False)])
def test_a_game_goes_on_as_long_as_somebody_could_start_a_company(cash: int, stuck: bool):
    """Two shares cost at least 136. By the rulebook it would have to be possible to float it as well (13.3)."""
    assert is_stalemate(nothing_runs(cash, 0, 0, **SITE)) is stuck
    assert is_stalemate(nothing_runs(cash, 0, 0))
