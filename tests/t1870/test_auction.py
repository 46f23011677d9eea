"""The initial stock round: private companies bought, bid on and contested, and what follows (5.7)."""

from __future__ import annotations

import pytest

from tests.t1870.table import Table

FOUR = ("Ann", "Bob", "Cem", "Dee")


def owner(table: Table, private: str) -> str:
    place = table.s.privates[private]
    return table.name(place) if place.startswith("p") and place != "pool" else place


def all_pass(table: Table) -> Table:
    for _ in table.s.players:
        table.do(table.deciders()[0], "pass_auction")
    return table


def sold_out(**options: str) -> Table:
    """Each private company bought in turn: Bob has the Frisco, Cem the Katy, and Ann is next."""
    table = Table(**options)
    for who in ("Ann", "Bob", "Cem", "Ann", "Bob"):
        table.do(who, "take")
    return table.do("Bob", "set_par", price=68).do("Cem", "take")


# --- a turn


@pytest.mark.rule("1870-5.7-02", "1870-3.2-02")
def test_the_first_card_begins_and_it_goes_clockwise():
    table = Table()
    for who in ("Ann", "Bob", "Cem", "Ann"):
        assert table.deciders() == [who]
        table.do(who, "take")


@pytest.mark.rule("1870-5.7-03")
def test_pass_bid_or_buy_the_lowest():
    table = Table()
    assert table.verbs("Ann") == ["take", "bid", "pass_auction", "stop"]
    assert table.verbs("Bob") == ["stop"]
    table.refused("Ann", "bid", "5.7", private="GRSC", amount=25)
    table.refused("Ann", "par", company="SP", price=68)
    table.may_not_buy("Ann", "SP")
    table.do("Ann", "pass_auction").do("Bob", "bid", private="MKT", amount=165).do("Cem", "take")
    assert owner(table, "GRSC") == "Cem"
    # One thing a turn: Ann is on turn again, and what is sold cannot be bid on.
    assert table.deciders() == ["Ann"]
    table.refused("Ann", "bid", "5.7", private="GRSC", amount=25)
    table.refused("Ann", "bid", "5.7", private="MRBC", amount=45)


@pytest.mark.rule("1870-5.7-03")
def test_the_lowest_costs_what_is_printed_on_it_and_not_what_is_set_aside():
    table = Table().with_cash("Ann", 19)
    table.refused("Ann", "take", "5.7")
    table = Table().with_cash("Ann", 180).do("Ann", "bid", private="MKT", amount=165)
    table.do("Bob", "pass_auction").do("Cem", "pass_auction").refused("Ann", "take", "5.7")
    table = Table().with_cash("Ann", 185).do("Ann", "bid", private="MKT", amount=165)
    table.do("Bob", "pass_auction").do("Cem", "pass_auction").do("Ann", "take")
    assert table.cash("Ann") == 0


# --- bids


@pytest.mark.rule("1870-5.7-05")
def test_a_bid_is_five_more_than_cost_and_highest_bid():
    table = Table()
    for amount in (0, 80, 84):
        table.refused("Ann", "bid", private="GSC", amount=amount)
    table.do("Ann", "bid", private="GSC", amount=85)
    table.refused("Bob", "bid", private="GSC", amount=89)
    table.do("Bob", "bid", private="GSC", amount=91)
    table.refused("Cem", "bid", private="GSC", amount=95)
    table.do("Cem", "bid", private="GSC", amount=96)


@pytest.mark.rule("1870-5.7-06")
def test_a_bidder_sets_the_money_aside():
    table = Table().do("Ann", "bid", private="GSC", amount=500).do("Bob", "pass_auction").do("Cem", "pass_auction")
    assert table.cash("Ann") == 200
    table.refused("Ann", "bid", private="SCC", amount=201)
    table.do("Ann", "bid", private="SCC", amount=200)
    assert table.cash("Ann") == 0
    table.do("Bob", "pass_auction").do("Cem", "pass_auction")
    table.refused("Ann", "take", "5.7")


@pytest.mark.rule("1870-5.7-06")
def test_a_bidder_who_loses_gets_their_money_back():
    table = Table().do("Ann", "bid", private="MRBC", amount=45).do("Bob", "bid", private="MRBC", amount=50)
    assert (table.cash("Ann"), table.cash("Bob")) == (655, 650)
    table.do("Cem", "take").do("Ann", "pass_auction")
    assert owner(table, "MRBC") == "Bob"
    assert (table.cash("Ann"), table.cash("Bob")) == (700, 650)


@pytest.mark.rule("1870-5.7-07", "1870-5.7-12")
def test_the_next_company_with_one_bid_goes_to_its_bidder_for_the_bid():
    table = Table().do("Ann", "bid", private="MRBC", amount=60).do("Bob", "take")
    assert owner(table, "GRSC") == "Bob"
    assert owner(table, "MRBC") == "Ann"
    assert table.cash("Ann") == 640
    # Left of Bob, whose purchase set it off.
    assert table.deciders() == ["Cem"]


@pytest.mark.rule("1870-5.7-07")
def test_without_a_bid_the_next_company_waits_for_a_buyer():
    table = Table().do("Ann", "bid", private="SCC", amount=60).do("Bob", "take")
    assert owner(table, "MRBC") == "sale"
    assert owner(table, "SCC") == "sale"
    table.do("Cem", "take")
    assert (owner(table, "MRBC"), owner(table, "SCC")) == ("Cem", "Ann")


# --- contests


def contest() -> Table:
    """Ann, Bob and Cem have bid on the Bridge Company, Bob the most; Dee sets off the auction."""
    table = Table(FOUR).do("Ann", "bid", private="MRBC", amount=45).do("Bob", "bid", private="MRBC", amount=50)
    table.do("Cem", "bid", private="SCC", amount=55).do("Dee", "pass_auction").do("Ann", "pass_auction")
    table.do("Bob", "pass_auction").do("Cem", "bid", private="MRBC", amount=55)
    table.do("Dee", "pass_auction").do("Ann", "pass_auction")
    table.do("Bob", "bid", private="MRBC", amount=60).do("Cem", "pass_auction")
    return table.do("Dee", "take")


@pytest.mark.rule("1870-5.7-08", "1870-5.7-09")
def test_several_bids_are_contested_from_the_left_of_the_highest_bidder():
    table = contest()
    assert table.deciders() == ["Cem"]
    assert owner(table, "GRSC") == "Dee"
    assert set(table.verbs("Cem")) == {"bid", "pass_auction", "stop"}
    table.refused("Dee", "bid", private="MRBC", amount=100)
    table.refused("Ann", "bid", private="MRBC", amount=100)
    table.refused("Cem", "bid", private="GSC", amount=100)
    table.refused("Cem", "bid", private="MRBC", amount=64)
    table.do("Cem", "bid", private="MRBC", amount=65)
    # Dee has not bid and is left out.
    assert table.deciders() == ["Ann"]
    table.do("Ann", "bid", private="MRBC", amount=70)
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1870-5.7-10", "1870-5.7-12", "1870-5.7-06")
def test_the_contest_ends_when_all_but_one_have_passed():
    table = contest().do("Cem", "bid", private="MRBC", amount=65).do("Ann", "pass_auction")
    table.do("Bob", "bid", private="MRBC", amount=70)
    assert owner(table, "MRBC") == "sale"
    # Who has passed is out of it.
    assert table.deciders() == ["Cem"]
    table.do("Cem", "bid", private="MRBC", amount=75)
    assert table.deciders() == ["Bob"]
    table.do("Bob", "pass_auction")
    assert owner(table, "MRBC") == "Cem"
    # Cem's other bid has won the Southern Cattle Company; the others have their money back.
    assert (table.cash("Ann"), table.cash("Bob")) == (525, 525)
    assert (owner(table, "SCC"), table.cash("Cem")) == ("Cem", 525 - 75 - 55)
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1870-5.7-10")
def test_the_highest_bidder_wins_if_all_others_pass():
    table = contest().do("Cem", "pass_auction").do("Ann", "pass_auction")
    assert owner(table, "MRBC") == "Bob"
    assert table.cash("Bob") == 525 - 60


@pytest.mark.rule("1870-5.7-11", "1870-5.7-12")
def test_bids_are_settled_company_after_company():
    table = Table(FOUR).do("Ann", "bid", private="MRBC", amount=45).do("Bob", "bid", private="SCC", amount=55)
    table.do("Cem", "bid", private="SCC", amount=60).do("Dee", "bid", private="SLSF", amount=145).do("Ann", "take")
    assert (owner(table, "GRSC"), owner(table, "MRBC")) == ("Ann", "Ann")
    # The Bridge Company had one bid; the Southern Cattle Company, with two, is contested.
    assert table.deciders() == ["Bob"]
    table.do("Bob", "pass_auction")
    assert owner(table, "SCC") == "Cem"
    # Nobody has bid on the Gulf Shipping Company, so the Frisco's bid must wait.
    assert owner(table, "GSC") == "sale"
    assert table.deciders() == ["Bob"]
    table.do("Bob", "take")
    assert table.president("SLSF") == "Dee"
    table.refused("Cem", "take")
    table.do("Dee", "set_par", price=100)
    assert table.deciders() == ["Cem"]


# --- all pass


@pytest.mark.rule("1870-5.7-13", "1870-5.7-15")
def test_if_all_pass_only_the_private_companies_operate_and_there_is_another_round():
    table = Table()
    for who in ("Ann", "Bob", "Cem", "Ann", "Bob"):
        table.do(who, "take")
    table.do("Bob", "set_par", price=68).do("Cem", "pass_auction").do("Ann", "pass_auction")
    assert not table.happened("private_pays")
    table.do("Bob", "pass_auction")
    assert {event["private"]: event["amount"] for event in table.happened("private_pays")} == {
        "GRSC": 5,
        "MRBC": 10,
        "SCC": 10,
        "GSC": 15,
    }
    assert (table.cash("Ann"), table.cash("Bob")) == (700 - 20 - 80 + 5 + 15, 700 - 40 - 140 + 10)
    assert not table.happened("operates")
    assert not table.s.board.markers
    # Bob was the last to buy; only the Katy's company is left, and nobody can bid on the cheapest.
    assert table.deciders() == ["Cem"]
    assert table.verbs("Cem") == ["take", "pass_auction", "stop"]


@pytest.mark.rule("1870-5.7-13", "1870-5.5.4-01")
def test_the_frisco_bought_before_has_its_treasury_but_does_not_run():
    table = Table()
    for who in ("Ann", "Bob", "Cem", "Ann", "Bob"):
        table.do(who, "take")
    table.do("Bob", "set_par", price=68)
    assert table.cash("SLSF") == 0
    all_pass(table)
    assert table.cash("SLSF") == 680
    assert table.s.companies["SLSF"].turns == 0
    assert not table.s.companies["SLSF"].home_placed


@pytest.mark.rule("1870-5.7-14", "1870-5.7-21")
def test_each_time_the_great_river_company_gets_five_cheaper():
    table = all_pass(Table())
    table.refused("Ann", "bid", private="MRBC", amount=40)
    table.do("Ann", "take")
    assert table.cash("Ann") == 700 - 15
    table = all_pass(all_pass(all_pass(Table()))).do("Ann", "take")
    assert table.cash("Ann") == 700 - 5
    assert len(table.happened("cheaper")) == 3


@pytest.mark.rule("1870-5.7-13")
def test_passes_from_before_a_purchase_do_not_end_the_round():
    table = Table().do("Ann", "pass_auction").do("Bob", "pass_auction").do("Cem", "take")
    table.do("Ann", "take").do("Bob", "bid", private="MKT", amount=165).do("Cem", "pass_auction")
    assert not table.happened("private_pays")
    all_pass(table.do("Ann", "pass_auction").do("Bob", "take"))
    assert table.happened("private_pays")


@pytest.mark.rule("1870-5.7-14")
def test_no_other_company_gets_cheaper():
    table = all_pass(Table().do("Ann", "take")).do("Bob", "take")
    assert table.cash("Bob") == 700 - 40
    assert not table.happened("cheaper")


@pytest.mark.rule("1870-5.7-15")
@pytest.mark.parametrize("last", ["Ann", "Bob", "Cem"])
@pytest.mark.parametrize("action", ["take", "bid"])
def test_the_next_round_begins_left_of_the_last_to_buy_or_bid(last: str, action: str):
    table = Table()
    while table.deciders() != [last]:
        table.do(table.deciders()[0], "pass_auction")
    table.do(last, action, **({"private": "MKT", "amount": 165} if action == "bid" else {}))
    all_pass(table)
    assert table.deciders() == [{"Ann": "Bob", "Bob": "Cem", "Cem": "Ann"}[last]]


@pytest.mark.rule("1870-5.7-16", "1870-5.7-21")
def test_if_nobody_bought_or_bid_the_same_player_begins_again():
    table = Table()
    for _ in range(2):
        all_pass(table)
        assert table.deciders() == ["Ann"]
    all_pass(table.do("Ann", "take"))
    assert table.deciders() == ["Bob"]
    all_pass(table)
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1870-5.7-17", "1870-5.7-14")
def test_at_nothing_the_great_river_company_is_forced_on_the_player_in_turn():
    table = all_pass(Table().do("Ann", "bid", private="MRBC", amount=45))
    for _ in range(2):
        all_pass(table)
    assert owner(table, "GRSC") == "sale"
    assert table.deciders() == ["Bob"]
    all_pass(table)
    # That was Bob's turn: the bid on the next company has won, and Cem goes on.
    assert owner(table, "GRSC") == "Bob"
    assert table.cash("Bob") == 700
    assert owner(table, "MRBC") == "Ann"
    assert table.deciders() == ["Cem"]
    assert len(table.happened("cheaper")) == 4


@pytest.mark.rule("1870-5.7-20", "1870-5.7-21")
def test_bids_stay_while_the_private_companies_operate():
    table = all_pass(Table().do("Ann", "bid", private="MRBC", amount=45).do("Bob", "bid", private="MKT", amount=200))
    assert (table.cash("Ann"), table.cash("Bob")) == (655, 500)
    table.refused("Cem", "bid", private="MKT", amount=204)
    table.do("Cem", "take")
    assert owner(table, "MRBC") == "Ann"
    assert table.cash("Bob") == 500


# --- after the last private company


@pytest.mark.rule("1870-5.7-18")
def test_after_the_last_private_company_the_next_player_may_start_any_company():
    table = sold_out()
    assert table.deciders() == ["Ann"]
    assert table.s.clock.turn == 1
    started = {move["company"] for move in table.legal("Ann", "par")}
    assert started == {"ATSF", "FW", "GMO", "IC", "MP", "MKT", "SP", "SSW", "TP"}
    table.do("Ann", "par", company="IC", price=100)
    assert table.deciders() == ["Bob"]
    table.buy("Bob", "SLSF")


@pytest.mark.rule("1870-5.7-18", "1870-5.7-13")
def test_when_all_private_companies_are_sold_passing_ends_the_stock_round_as_always():
    table = sold_out()
    for who in ("Ann", "Bob", "Cem"):
        table.do(who, "pass")
    assert table.s.clock.round == "operating"
    assert table.s.agenda[-1].subject == "SLSF"


@pytest.mark.rule("1870-5.7-01", "1870-5.7-19")
def test_nothing_is_sold_in_the_initial_stock_round():
    table = sold_out().with_cash("Ann", 700)
    table.refused("Cem", "sell", company="MKT", shares=1)
    table.do("Ann", "par", company="IC", price=68).done("Ann").buy("Bob", "IC").done("Bob").buy("Cem", "IC")
    for _ in range(2):
        assert table.deciders() == ["Ann"]
        table.refused("Ann", "sell", "5.7", company="IC", shares=1)
        table.buy("Ann", "IC").done("Ann").done("Bob").done("Cem")
    assert table.units("Ann", "IC") == 4
    # No certificate at all: private companies neither.
    table.refused("Ann", "buy_private", "5.7", private="MRBC", price=40)


@pytest.mark.rule("1870-5.7-19", "1870-5.7-01")
def test_in_the_next_stock_round_they_are_sold():
    table = sold_out().with_cash("Ann", 700).do("Ann", "par", company="IC", price=68).done("Ann")
    table.buy("Bob", "IC").done("Bob").do("Cem", "pass").buy("Ann", "IC").done("Ann").do("Bob", "pass")
    table.do("Cem", "pass").do("Ann", "pass")
    while table.s.clock.round == "operating":
        table.do(table.deciders()[0], "skip")
    assert table.s.clock.turn == 2
    assert table.deciders() == ["Bob"]
    table.do("Bob", "sell", company="IC", shares=1).done("Bob")
    table.do("Ann", "let_fall").agree("Cem", "buy_private", "Ann", private="GRSC", price=1)
    assert owner(table, "GRSC") == "Cem"
