"""Money set aside for bids, and what a bid must be: what the auctions of all titles count with."""

from __future__ import annotations

from engine.family import auction
from engine.finance import money
from tests.toy.table import ToyTable


def bid_on(private: str, **bids: int) -> ToyTable:
    """A game in which these have bid on a private company."""
    table = ToyTable()
    with table.arrange() as p:
        for who, amount in bids.items():
            money.pay(p, table.seat(who), auction.bid_account(table.seat(who), private), amount)
    return table


def test_bids_are_known_by_seat_in_seating_order():
    table = bid_on("MAIL", Cem=40, Ann=35)
    assert list(auction.bids_on(table.p, "MAIL").items()) == [("p1", 35), ("p3", 40)]
    assert auction.bids_on(table.p, "FERRY") == {}


def test_a_bid_is_a_step_above_the_printed_cost_and_the_highest_bid():
    assert auction.least_bid(bid_on("MAIL").p, "MAIL") == 30 + 5
    assert auction.least_bid(bid_on("MAIL", Ann=35, Bob=50).p, "MAIL") == 50 + 5


def test_money_that_is_bid_is_set_aside():
    table = bid_on("MAIL", Ann=35, Bob=50)
    assert (table.cash("Ann"), auction.set_aside(table.p, "p1"), auction.set_aside(table.p, "p2")) == (145, 35, 50)


def test_what_is_sold_is_paid_to_the_bank_and_no_longer_for_sale():
    table = bid_on("MAIL", Ann=35)
    assert auction.unsold(table.p) == ["MAIL", "FERRY"]
    bank = table.cash("bank")
    with table.arrange() as p:
        auction.sold(p, "MAIL", "p1", 35, auction.bid_account("p1", "MAIL"))
    assert auction.unsold(table.p) == ["FERRY"]
    assert (table.s.privates["MAIL"], table.cash("bank"), table.cash("Ann")) == ("p1", bank + 35, 180 - 35)


def test_a_contest_goes_clockwise_from_the_last_to_bid_among_those_who_have_bid():
    p = bid_on("MAIL", Ann=35, Cem=40).p
    assert auction.next_in_contest(p, "MAIL", "p3") == "p1"
    assert auction.next_in_contest(p, "MAIL", "p1") == "p3"
    assert auction.next_in_contest(p, "MAIL", "p2") == "p3"
