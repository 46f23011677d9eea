"""The auction of 18Chesapeake, in which only the highest bid binds its money."""

from __future__ import annotations

import pytest

from engine import Game, decode_game
from engine.view.look import view
from tests.t18Chesapeake.table import Chesapeake


@pytest.mark.rule("18Chesapeake-2-01")
def test_the_cheapest_is_bought_and_the_others_are_bid_on():
    table = Chesapeake()
    table.refused("Ann", "bid", "auction", private="D&R", amount=25)
    table.do("Ann", "take").bid("Bob", "CV", 205).passed("Cem")
    assert (table.s.privates["D&R"], table.deciders()) == (table.seat("Ann"), ["Dan"])
    assert table.cash("Ann") == 580


@pytest.mark.rule("18Chesapeake-2-02")
def test_bids_are_multiples_of_five():
    table = Chesapeake()
    table.refused("Ann", "bid", "auction", private="C-P", amount=40)
    table.refused("Ann", "bid", "auction", private="C-P", amount=47)
    table.bid("Ann", "C-P", 45)
    table.refused("Bob", "bid", "auction", private="C-P", amount=45)
    table.bid("Bob", "C-P", 50)


@pytest.mark.rule("18Chesapeake-2-03")
def test_who_is_outbid_may_use_the_money_again():
    table = Chesapeake().bid("Ann", "CV", 400)
    assert table.cash("Ann") == 200
    table.bid("Bob", "CV", 405)
    assert (table.cash("Ann"), table.cash("Bob")) == (600, 195)
    shown = next(one for one in view(table.game, None).privates if one.id == "CV")
    assert [(bid.amount, bid.bound) for bid in shown.bids] == [(400, False), (405, True)]
    table.passed("Cem", "Dan").bid("Ann", "C&OC", 550)
    assert table.cash("Ann") == 50


@pytest.mark.rule("18Chesapeake-2-03")
def test_a_stored_auction_goes_on_the_same():
    table = Chesapeake().bid("Ann", "CV", 400).bid("Bob", "CV", 405)
    kept: Game = decode_game(table.game.encode())
    assert kept.encode() == table.game.encode() and kept.state.own.outbid == {"p1 CV": 400}


def contested() -> Chesapeake:
    """Ann, Bob and Cem have bid on the Columbia-Philadelphia, and Dan takes the cheapest."""
    return Chesapeake().bid("Ann", "C-P", 45).bid("Bob", "C-P", 50).bid("Cem", "C-P", 60).do("Dan", "take")


@pytest.mark.rule("18Chesapeake-2-04")
def test_the_lowest_bidder_raises_first_though_outbid():
    table = contested()
    assert table.deciders() == ["Ann"]
    table.bid("Ann", "C-P", 65)
    assert (table.deciders(), table.cash("Cem"), table.cash("Ann")) == (["Bob"], 600, 535)


@pytest.mark.rule("18Chesapeake-2-04")
def test_the_lowest_bidder_is_first_wherever_they_sit():
    table = Chesapeake().bid("Ann", "C-P", 45).bid("Bob", "C-P", 50).bid("Cem", "C-P", 55).passed("Dan", "Ann")
    table.bid("Bob", "C-P", 60).passed("Cem").do("Dan", "take")
    # Cem, who sits next to the highest bidder, comes after Ann.
    assert table.deciders() == ["Ann"]
    assert table.bid("Ann", "C-P", 65).deciders() == ["Cem"]


@pytest.mark.rule("18Chesapeake-2-05")
def test_who_drops_out_gets_nothing_back_that_was_free_already():
    table = contested().passed("Ann")
    assert (table.deciders(), table.cash("Ann")) == (["Bob"], 600)
    table.passed("Bob")
    assert table.s.privates["C-P"] == table.seat("Cem")
    assert [table.cash(name) for name in ("Ann", "Bob", "Cem")] == [600, 600, 540]
    assert all(not one.bids for one in view(table.game, None).privates)


@pytest.mark.rule("18Chesapeake-2-05")
def test_a_single_bid_buys_at_once():
    table = Chesapeake().bid("Ann", "C-P", 45).do("Bob", "take")
    assert (table.s.privates["C-P"], table.cash("Ann")) == (table.seat("Ann"), 555)


@pytest.mark.rule("18Chesapeake-2-06")
def test_the_first_gets_cheaper_and_is_free_in_the_end():
    table = Chesapeake()
    for price in (15, 10, 5):
        table.passed("Ann", "Bob", "Cem", "Dan")
        assert view(table.game, None).privates[0].price == price
    table.passed("Ann", "Bob", "Cem", "Dan")
    assert (table.s.privates["D&R"], table.cash("Ann")) == (table.seat("Ann"), 600)


@pytest.mark.rule("18Chesapeake-2-07")
def test_later_the_private_companies_pay_and_no_train_leaves():
    table = Chesapeake().take("Ann", "Bob").passed("Cem", "Dan", "Ann", "Bob")
    assert (table.cash("Ann"), table.cash("Bob"), table.deciders()) == (585, 570, ["Cem"])
    assert not table.happened("exported")


@pytest.mark.rule("18Chesapeake-3-10")
def test_the_baltimore_and_ohio_brings_a_share():
    table = Chesapeake().take("Ann", "Bob", "Cem", "Dan").do("Ann", "take")
    assert table.units("Ann", "B&O") == 1 and table.s.privates["B&OR"] == table.seat("Ann")
    table.do("Bob", "take").do("Bob", "set_par", price=95)
    table.do("Cem", "par", company="B&O", price=70)
    assert (table.units("ipo", "B&O"), table.s.companies["B&O"].floated) == (7, False)
    for who in ("Dan", "Ann", "Bob"):
        table.buy(who, "B&O")
    assert (table.s.companies["B&O"].floated, table.cash("B&O")) == (True, 700)


@pytest.mark.rule("18Chesapeake-3-11")
def test_vanderbilt_brings_the_certificate_that_was_drawn():
    table = Chesapeake(vanderbilt="SRR").take("Ann", "Bob", "Cem", "Dan", "Ann")
    table.do("Bob", "take")
    assert (table.president("SRR"), table.deciders()) == ("Bob", ["Bob"])
    table.do("Bob", "set_par", price=70)
    assert (table.price("SRR"), table.cash("Bob")) == (70, 600 - 40 - 200)
    assert table.deciders() == ["Cem"]
