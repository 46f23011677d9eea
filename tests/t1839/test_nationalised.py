"""What becomes of a nationalised company, one rule a test (14.3.4)."""

from __future__ import annotations

import pytest

from tests.t1839.table import Table1839
from tests.t1839.test_phases import about_to_buy, buy, give

FOUR = ("Ann", "Bob", "Cem", "Dan")


def asked(company: str = "NCS", private: str = "", **more: int) -> Table1839:
    """Ann is asked whether her company is nationalised, in dark green phase."""
    table = give(about_to_buy("3+", private=(private, company) if private else ("", "")), "NCS", "3")
    table.with_company("NCS", "Ann", treasury=2000, Ann=4, **more)
    return buy(table, "3+").do("Ann", "skip")


def rounds(table: Table1839) -> Table1839:
    """Everybody passes until the next stock round begins."""
    turn = table.s.clock.turn
    while table.s.end is None and table.s.clock.turn == turn:
        who = table.deciders()[0]
        verb = next(verb for verb in ("pass", "skip", "keep", "run", "dividend") if verb in table.verbs(who))
        table.do(who, verb, **(table.legal(who, verb)[0] if verb in ("run", "dividend") else {}))
    return table


@pytest.mark.rule("1839-14.3.4.2-01")
def test_its_cash_goes_to_the_bank_and_to_nobody_else():
    table = asked()
    bank, cash, treasury = table.cash("bank"), table.cash("Ann"), table.cash("NCS")
    assert treasury > 0
    table.do("Ann", "nationalise")
    assert (table.cash("bank"), table.cash("Ann"), table.cash("NCS")) == (bank + treasury, cash, 0)


@pytest.mark.rule("1839-14.3.4.2-02")
def test_shares_of_players_treasury_pool_and_offering_all_go_without_compensation():
    table = asked(Bob=2, pool=1, treasury_shares=1)
    assert table.units("ipo", "NCS") == 2
    table.do("Ann", "nationalise")
    assert [table.units(place, "NCS") for place in ("Ann", "Bob", "pool", "NCS", "ipo")] == [0] * 5
    assert table.cash("Bob") == 420


@pytest.mark.rule("1839-14.3.4.2-03", "1839-14.4-01")
def test_each_of_its_markers_on_the_map_becomes_the_governments():
    table = asked()
    stands = sorted(table.markers("NCS"))
    table.do("Ann", "nationalise")
    assert (table.markers("NCS"), sorted(table.markers("NS"))) == ([], stands)


@pytest.mark.rule("1839-14.3.4.2-04")
def test_its_price_marker_leaves_the_market():
    table = asked().do("Ann", "nationalise")
    assert not any("NCS" in stack for stack in table.s.market.values())


@pytest.mark.rule("1839-14.3.4.2-04", "1839-14.3.4.2-06", "1839-14.3.2.1.1-04")
def test_a_local_has_all_its_markers_again():
    table = about_to_buy("3+").with_company("L1", "Ann", homes=("I8", "L3"), Ann=4)
    give(give(table, "L1", "2+1"), "NCS", "3")
    buy(table, "3+").do("Ann", "skip").do("Ann", "keep").do("Ann", "nationalise")
    assert table.s.companies["L1"].markers == [0, 0, 80]
    assert not table.s.companies["L1"].floated


@pytest.mark.rule("1839-14.3.4.2-05")
def test_its_trains_leave_the_game_and_do_not_come_back_to_the_supply():
    table = asked()
    supply = sum(card.at == "supply" for card in table.s.trains.values())
    assert table.trains("NCS") == ["3", "3+"]
    table.do("Ann", "nationalise")
    assert not [card for card in table.s.trains.values() if card.at in ("NCS", "pool")]
    assert sum(card.at == "supply" for card in table.s.trains.values()) == supply


@pytest.mark.rule("1839-14.3.4.2-05")
def test_its_private_companies_leave_the_game():
    table = asked(private="LVG")
    cash = table.cash("Ann")
    table.do("Ann", "nationalise")
    assert (table.owner("LVG"), table.cash("Ann")) == ("closed", cash)


@pytest.mark.rule("1839-14.3.4.2-05")
def test_an_offer_to_it_falls():
    table = about_to_buy("PR2+")
    with table.arrange() as p:
        p.s.own.diepenbrock = "p2"
    buy(table, "PR2+").do("Ann", "skip").do("Bob", "give_train", company="NCS")
    assert len(table.s.offers) == 1
    table.do("Ann", "nationalise")
    assert table.s.offers == []


@pytest.mark.rule("1839-14.3.2.1.1-04", "1839-7.2-06")
def test_a_local_that_is_started_again_has_not_operated():
    table = Table1839(FOUR).with_privates_closed()
    table.with_company("L1", "Bob", homes=("I8", "L3"), turns=3, Bob=4).stock_round("Ann").do("Bob", "concede")
    table.do("Ann", "par", company="L1", price=31, home="I8", second_home="N17")
    assert (table.s.companies["L1"].turns, table.s.companies["L1"].home_placed) == (0, False)
    assert table.p.title.sale.price(table.p, "L1") == 25


@pytest.mark.rule("1839-14.3.4.1-02", "1839-8.3-13")
def test_companies_are_asked_from_the_first_in_operating_order():
    table = give(about_to_buy("3+"), "NCS", "3").with_company("MSS", "Bob", price=82, Bob=4)
    table.with_company("L1", "Cem", homes=("I8", "L3"), Cem=4)
    for company in ("MSS", "L1"):
        give(table, company, "3")
    buy(table, "3+").do("Ann", "skip")
    order = []
    for _ in range(3):
        order += table.deciders()
        table.do(order[-1], "keep")
    assert order == ["Bob", "Ann", "Cem"]


@pytest.mark.rule("1839-14.3.4.1-05")
def test_of_two_companies_one_director_may_keep_one():
    table = give(about_to_buy("3+"), "NCS", "3").with_company("MSS", "Ann", price=82, Ann=4)
    give(table, "MSS", "3")
    buy(table, "3+").do("Ann", "skip").do("Ann", "keep").do("Ann", "nationalise")
    assert (table.s.companies["MSS"].closed, table.s.companies["NCS"].closed) == (False, True)


@pytest.mark.rule("1839-14.3.4.1-04", "1839-7.3-10")
def test_whoever_nationalised_starts_no_company_in_the_next_stock_round_but_may_in_the_one_after():
    table = asked().with_company("MSS", "Bob", floated=False, Bob=3).do("Ann", "nationalise")
    assert table.s.clock.round == "stock"
    while table.deciders() != ["Ann"]:
        table.do(table.deciders()[0], "pass")
    table.refused("Ann", "par", "7.3", company="AMS", price=67)
    rounds(table)
    while table.deciders() != ["Ann"]:
        table.do(table.deciders()[0], "pass")
    table.do("Ann", "par", company="AMS", price=67)
    assert table.president("AMS") == "Ann"
