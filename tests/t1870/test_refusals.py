"""How moves that are not allowed are refused: with the section, amounts, and what is possible."""

from __future__ import annotations

import pytest

from tests.t1870.table import Table


def two_companies() -> Table:
    """Ann's SP and Bob's MP have floated; Ann is on turn in a stock round."""
    table = Table().with_company("SP", "Ann", Ann=6).with_company("MP", "Bob", Bob=6).with_private("SCC", "Bob")
    return table.stock_round("Ann")


@pytest.mark.rule("1870-6.1-04")
def test_no_tile_is_laid_in_an_off_board_hex_and_elsewhere_one_is():
    table = Table().with_company("ATSF", "Ann", Ann=6).operating_turn("ATSF", "track")
    assert table.refused("Ann", "lay", hex="A2") == "no tile may be laid in Denver (A2) (6.1)."
    table.do("Ann", "lay", hex="B9", tile="57", rotation=1)
    table.refused("Ann", "lay", hex="A2")


def test_a_company_that_has_not_been_started_is_sold_by_nobody():
    table = two_companies()
    assert table.refused("Ann", "sell", company="IC", shares=1) == "IC has not been started (5.3.3)."
    table.do("Ann", "sell", company="SP", shares=1)


def test_an_empty_open_market_sells_nothing():
    table = two_companies()
    assert table.refused("Ann", "buy", company="MP", **{"from": "pool"}) == "no share of MP is in the pool (5.3.1)."
    table.do("Ann", "buy", company="MP", **{"from": "ipo"})


def test_a_bid_above_ones_money_is_refused_with_what_one_has():
    table = Table()
    cash = table.cash("Ann")
    said = table.refused("Ann", "bid", private="MKT", amount=cash + 5)
    assert said == f"you do not have that much to bid: you have ${cash} (5.7)."
    low = table.refused("Ann", "bid", private="MKT", amount=100)
    assert low == "a bid on Missouri-Kansas-Texas Railroad is at least $165 (5.7)."
    table.do("Ann", "bid", private="MKT", amount=165)


def test_a_price_above_ones_money_is_refused_with_what_one_has():
    table = two_companies().with_cash("Ann", 300)
    said = table.refused("Ann", "buy_private", private="SCC", price=301)
    assert said == "that is more than you can pay: you have $300 (5.3.2)."
    table.agree("Ann", "buy_private", "Bob", private="SCC", price=300)


def test_a_par_that_is_not_printed_is_refused_with_those_that_are():
    table = two_companies()
    said = table.refused("Ann", "par", company="IC", price=105)
    assert said == "You cannot choose $105: the choices are $100, $90, $82, $76, $72, $68 (5.5)."
    table.do("Ann", "par", company="IC", price=100)


def test_a_choice_that_a_rule_leaves_out_is_refused_with_its_section():
    table = two_companies()
    assert table.refused("Ann", "buy_private", private="SCC", price=0) == "$0 is too low: choose $1 or more (5.3.2)."
    assert table.refused("Ann", "buy", company="MP", **{"from": "SP"}) == (
        "You cannot choose “SP”: the only choice is the IPO (5.3.1)."
    )
    table.with_private("SCC", "SP").operating_turn("SP", "track")
    said = table.refused("Ann", "cattle", hex="C16")
    assert said.startswith("You cannot choose “C16”: the choices include Topeka (B9), ") and said.endswith(" (15.2).")
    table.do("Ann", "cattle", hex="B9")


def test_where_nothing_can_be_chosen_the_reason_cites_its_section():
    table = Table().with_company("SP", "Ann", Ann=6).with_cash("Ann", 30).stock_round("Ann")
    assert table.refused("Ann", "par", company="2") == (
        "You cannot choose “2”: ATSF is not possible either, because the president's certificate costs $200: "
        "you have $30 (5.5)."
    )
    table.do("Ann", "pass")


def test_whoever_is_on_turn_is_told_what_they_can_do_and_others_for_whom_the_game_waits():
    table = two_companies()
    mine, others = table.refused("Ann", "dividend", kind="full"), table.refused("Bob", "pass")
    assert "Ann" not in mine and mine.startswith("you cannot ")
    assert others == "you cannot pass now: the game is waiting for Ann."


def test_places_are_named_as_players_do():
    table = Table().with_company("ATSF", "Ann", Ann=6).with_train("ATSF", "2")
    table.with_tile("B9", "57", 1).with_tile("B11", "57", 1).operating_turn("ATSF", "run")
    card = next(name for name, card in table.s.trains.items() if card.at == "ATSF")
    told = table.refused("Ann", "run", routes=f"{card}=B9/c0,B11/c0")
    assert told == "no track joins Topeka (B9) and Kansas City (B11) (8.1)."  # the side they share is left out
    best = table.refused("Ann", "run", routes="none")
    assert best == "your run earns only $0: 2 train Kansas City (B11) – Topeka (B9) would earn $40 (8.3)."
    table.run_best("Ann")


def test_a_company_is_called_by_its_symbol_even_if_a_private_companys_certificate_has_the_same():
    table = Table().with_company("ATSF", "Ann", Ann=6).with_company("MKT", "Bob", Bob=6).operating_turn("ATSF", "train")
    assert table.refused("Ann", "buy_train", **{"from": "MKT"}) == "MKT has no train (10.4)."


@pytest.mark.rule("1870-15.2-11", "1870-15.2-27")
def test_a_power_whose_private_company_has_closed_is_told_from_one_that_another_company_owns():
    table = two_companies().with_private("SCC", "MP").operating_turn("SP", "track")
    assert table.refused("Ann", "cattle", hex="B9") == "SP does not own The Southern Cattle Company (15.2)."
    table.with_private("SCC", "closed").with_private("GSC", "closed")
    assert table.refused("Ann", "cattle", hex="B9") == (
        "The Southern Cattle Company has closed as a private company (15.2)."
    )
    assert table.refused("Ann", "port", hex="N17", kind="open") == (
        "The Gulf Shipping Company has closed as a private company (15.2)."
    )
    table.with_private("SCC", "SP").do("Ann", "cattle", hex="B9")


@pytest.mark.rule("1870-5.7-03")
def test_the_friscos_certificate_is_no_private_company_that_could_close():
    table = two_companies().with_company("SLSF", "Bob").with_private("SLSF", "closed").with_private("GSC", "closed")
    told = "St. Louis-San Francisco Railway (president's certificate) is no private company (5.7)."
    gone = "The Gulf Shipping Company has closed as a private company"
    table.with_phase("2").stock_round("Ann")
    assert table.refused("Ann", "buy_private", private="SLSF", price=140) == told
    assert table.refused("Ann", "buy_private", private="GSC", price=80) == f"{gone} (5.3.2)."
    table.operating_turn("SP", "track")
    assert table.refused("Ann", "buy_private", private="SLSF", price=140) == told
    assert table.refused("Ann", "buy_private", private="GSC", price=80) == f"{gone} (12)."
    table.with_private("SCC", "Bob").agree("Ann", "buy_private", "Bob", private="SCC", price=50)
