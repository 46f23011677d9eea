"""The auction of the private companies: turns, bids, contests, and what happens when all pass."""

from __future__ import annotations

import pytest

from tests.t1830.table import NAMES, Table

FOUR = NAMES[:4]


def bid(table: Table, who: str, private: str, amount: int) -> Table:
    return table.do(who, "bid", private=private, amount=amount)


def all_pass(table: Table) -> Table:
    for _ in table.s.players:
        table.do(table.deciders()[0], "pass_auction")
    return table


def only(*privates: str, turn: str = "Ann", players: tuple[str, ...] = NAMES[:3]) -> Table:
    """An auction in which only these are still for sale; nobody owns the others."""
    table = Table(players)
    for private in table.s.privates:
        if private not in privates:
            table.with_private(private, "closed")
    return table.auction(turn)


# --- a turn


@pytest.mark.rule("1830-auction-01", "1830-auction-02")
def test_a_turn_is_one_thing_and_goes_to_the_left():
    table = Table(("Cem", "Ann", "Bob"))
    table.refused("Ann", "take")
    table.do("Cem", "take")
    assert table.deciders() == ["Ann"]
    bid(table, "Ann", "MH", 115)
    table.refused("Ann", "pass_auction")
    table.do("Bob", "pass_auction")
    assert table.deciders() == ["Cem"]
    assert set(table.verbs("Cem")) == {"take", "bid", "pass_auction", "stop"}


@pytest.mark.rule("1830-auction-03", "1830-auction-04")
def test_the_cheapest_is_bought_and_not_bid_on_the_others_the_other_way():
    table = Table()
    table.refused("Ann", "bid", "auction", private="SV", amount=25)
    table.do("Ann", "take")
    assert (table.owner("SV"), table.cash("Ann")) == ("Ann", 780)
    # Now the next one is the cheapest.
    table.refused("Bob", "bid", "auction", private="CS", amount=45)
    bid(table, "Bob", "DH", 75).do("Cem", "take")
    assert (table.owner("CS"), table.owner("DH")) == ("Cem", "Bob")


@pytest.mark.rule("1830-auction-03")
def test_the_cheapest_needs_its_price():
    Table().with_cash("Ann", 19).refused("Ann", "take", "auction")
    assert Table().with_cash("Ann", 20).do("Ann", "take").cash("Ann") == 0


@pytest.mark.rule("1830-auction-05", "1830-auction-06", "1830-auction-07")
def test_a_bid_is_five_above_price_or_bid_and_any_amount_from_there():
    table = Table()
    for low in (110, 114):
        table.refused("Ann", "bid", "auction", private="MH", amount=low)
    bid(table, "Ann", "MH", 115)
    for low in (110, 115, 119):
        table.refused("Bob", "bid", "auction", private="MH", amount=low)
    bid(table, "Bob", "MH", 123)
    table.refused("Cem", "bid", "auction", private="MH", amount=127)
    bid(table, "Cem", "MH", 128)


@pytest.mark.rule("1830-auction-08", "1830-auction-09", "1830-auction-10")
def test_bids_are_set_aside():
    table = bid(Table(), "Ann", "BO", 600)
    assert table.cash("Ann") == 200
    table.do("Bob", "pass_auction").do("Cem", "pass_auction")
    table.refused("Ann", "bid", "auction", private="CA", amount=201)
    table.refused("Ann", "bid", "auction", private="BO", amount=801)
    bid(table, "Ann", "BO", 750)
    assert table.cash("Ann") == 50
    table.do("Bob", "take").do("Cem", "take")
    table.refused("Ann", "take", "auction")  # It costs $70, and Ann has $50 beside her bid.


# --- what follows a purchase


@pytest.mark.rule("1830-auction-11", "1830-auction-16")
def test_a_single_bid_buys_what_becomes_the_cheapest():
    table = bid(bid(Table(), "Ann", "CS", 50), "Bob", "DH", 99).do("Cem", "take")
    assert [table.owner(private) for private in ("SV", "CS", "DH", "MH")] == ["Cem", "Ann", "Bob", "sale"]
    assert (table.cash("Ann"), table.cash("Bob")) == (750, 701)
    assert table.deciders() == ["Ann"]  # Left of Cem, who set it off, not of Bob, who got the last one.


def contest() -> Table:
    """Ann 45, Bob 50, Cem 55 on the Champlain & St. Lawrence; Dee takes the cheapest and sets it off."""
    table = only("SV", "CS", "MH", players=FOUR)
    bid(bid(bid(table, "Ann", "CS", 45), "Bob", "CS", 50), "Cem", "CS", 55)
    return table.do("Dee", "take")


@pytest.mark.rule("1830-auction-12", "1830-auction-13")
def test_bidders_alone_contest_and_the_lowest_is_asked():
    table = contest()
    for other in ("Bob", "Cem", "Dee"):
        table.refused(other, "bid", private="CS", amount=100)
    table.refused("Ann", "bid", "auction", private="MH", amount=115)
    table.refused("Ann", "bid", "auction", private="CS", amount=59)
    bid(table, "Ann", "CS", 60)
    assert table.deciders() == ["Bob"]
    bid(table, "Bob", "CS", 65)
    # Cem's 55 is the lowest now, then Ann's 60.
    assert table.deciders() == ["Cem"]
    bid(table, "Cem", "CS", 70)
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1830-auction-13")
def test_the_lowest_is_asked_wherever_they_sit():
    table = bid(bid(only("SV", "CS", players=FOUR), "Ann", "CS", 45), "Bob", "CS", 50)
    table.do("Cem", "pass_auction").do("Dee", "pass_auction")
    bid(bid(table, "Ann", "CS", 55).do("Bob", "pass_auction"), "Cem", "CS", 60).do("Dee", "take")
    # Left of Cem and Dee sits Ann, but Bob's 50 is less than her 55.
    assert table.deciders() == ["Bob"]
    bid(table, "Bob", "CS", 70)
    assert table.deciders() == ["Ann"]
    assert bid(table, "Ann", "CS", 75).deciders() == ["Cem"]


@pytest.mark.rule("1830-auction-14", "1830-auction-15", "1830-auction-16")
def test_whoever_leaves_gets_the_bid_back_and_the_last_one_pays():
    table = bid(contest(), "Ann", "CS", 60).do("Bob", "pass_auction")
    assert table.cash("Bob") == 600
    bid(table, "Cem", "CS", 65)
    assert table.deciders() == ["Ann"]  # Bob is out.
    table.do("Ann", "pass_auction")
    assert table.owner("CS") == "Cem"
    assert [table.cash(who) for who in FOUR] == [600, 600, 535, 580]
    assert table.cash("bank") == 12_000 - 4 * 600 + 20 + 65
    assert table.deciders() == ["Ann"]  # Left of Dee, who set it off.
    table = bid(bid(contest(), "Ann", "CS", 60), "Bob", "CS", 65)
    table.do("Cem", "pass_auction").do("Ann", "pass_auction")
    assert (table.owner("CS"), table.deciders()) == ("Bob", ["Ann"])


# --- all pass


@pytest.mark.rule("1830-auction-17")
def test_when_all_pass_the_first_becomes_cheaper():
    table = all_pass(Table())
    assert not table.happened("private_pays")
    assert table.do("Ann", "take").cash("Ann") == 785
    # The others keep their prices.
    assert table.do("Bob", "take").cash("Bob") == 760
    assert all_pass(all_pass(Table())).do("Ann", "take").cash("Ann") == 790


@pytest.mark.rule("1830-auction-18")
def test_for_nothing_the_next_player_must_take_it():
    table = all_pass(all_pass(all_pass(Table())))
    assert table.deciders() == ["Ann"]
    assert all_pass(table).owner("SV") == "Ann"
    assert (table.cash("Ann"), table.deciders()) == (800, ["Bob"])
    later = Table().do("Ann", "pass_auction")
    bid(later, "Bob", "DH", 75)
    for _ in range(4):
        all_pass(later)
    assert later.owner("SV") == "Cem"


@pytest.mark.rule("1830-auction-19")
def test_once_the_first_is_sold_private_companies_pay_when_all_pass():
    table = bid(Table().do("Ann", "take"), "Bob", "BO", 225)
    all_pass(table)
    assert [table.cash(who) for who in NAMES[:3]] == [785, 575, 800]
    # Nothing becomes cheaper, and bids stay.
    assert (table.do("Cem", "take").cash("Cem"), table.owner("BO")) == (760, "sale")


@pytest.mark.rule("1830-auction-20")
def test_only_passes_in_a_row_count():
    table = Table().do("Ann", "pass_auction").do("Bob", "pass_auction")
    bid(table, "Cem", "DH", 75).do("Ann", "pass_auction")
    bid(table, "Bob", "DH", 80).do("Cem", "pass_auction").do("Ann", "pass_auction")
    assert not table.happened("cheaper")
    table.do("Bob", "pass_auction")
    assert len(table.happened("cheaper")) == 1
