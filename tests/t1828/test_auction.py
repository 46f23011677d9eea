"""The private auction: rows, bids, resolution, contests, and what happens when all pass (6)."""

from __future__ import annotations

import pytest

from tests.t1828.table import Table1828

FOUR = ("Ann", "Bob", "Cem", "Dee")
BIGS = ("GT", "MC", "NW", "CPR")


def owner(table: Table1828, private: str) -> str:
    place = table.s.privates[private]
    return table.name(place) if place in {seat.id for seat in table.s.players} else place


def all_pass(table: Table1828) -> Table1828:
    for _ in table.s.players:
        table.do(table.deciders()[0], "pass_auction")
    return table


def only(*privates: str, turn: str = "Ann", players: tuple[str, ...] = FOUR[:3]) -> Table1828:
    """An auction in which only these are still for sale."""
    table = Table1828(players, privates=BIGS if len(players) == 3 else None)
    for private, place in list(table.s.privates.items()):
        if place == "sale" and private not in privates:
            table.with_private(private, "closed")
    return table.auction(turn)


def bid(table: Table1828, who: str, private: str, amount: int) -> Table1828:
    return table.do(who, "bid", private=private, amount=amount)


# --- a turn


@pytest.mark.rule("1828-6.1-01", "1828-6.1-02")
def test_it_goes_round_from_the_first_card_and_a_turn_is_one_thing():
    table = Table1828(("Cem", "Ann", "Bob"))
    table.refused("Ann", "pass_auction")
    for who, amount in (("Cem", 25), ("Ann", 30), ("Bob", 35), ("Cem", 40)):
        assert table.deciders() == [who]
        bid(table, who, "SVN", amount)
    for other in ("sell", "buy", "par"):
        assert other not in table.verbs("Ann")
    table.do("Ann", "pass_auction")
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1828-6.1-02", "1828-6.1-06")
def test_nothing_can_be_bought_before_the_rest_of_the_row_has_bids():
    table = Table1828()
    assert "take" not in table.verbs("Ann")
    table.refused("Ann", "take", "6.1")
    bid(table, "Ann", "StCT", 25)
    # Now the other one of the row can be bought, and not be bid on.
    table.refused("Bob", "bid", "6.1", private="SVN", amount=25)
    table.do("Bob", "take")
    assert owner(table, "SVN") == "Bob"


@pytest.mark.rule("1828-6.1-03", "1828-6.3-03")
def test_what_is_bought_outright_costs_its_face_value():
    table = bid(Table1828(), "Ann", "StCT", 25)
    bank = table.cash("bank")
    table.do("Bob", "take")
    assert table.cash("Bob") == 800 - 20
    # Bob's price and Ann's winning bid are the bank's.
    assert table.cash("bank") == bank + 20 + 25


@pytest.mark.rule("1828-6.1-03")
def test_nobody_buys_without_the_face_value():
    table = bid(Table1828().with_cash("Bob", 19), "Ann", "StCT", 25)
    table.refused("Bob", "take", "6.1")
    table = bid(Table1828().with_cash("Bob", 20), "Ann", "StCT", 25).do("Bob", "take")
    assert table.cash("Bob") == 0


@pytest.mark.rule("1828-6.1-04")
def test_a_private_company_with_a_bid_cannot_be_bought():
    table = bid(bid(Table1828(), "Ann", "StCT", 25), "Bob", "C&StL", 45)
    # Left in the cheapest row without a bid is SVN alone: taking takes that one.
    table.do("Cem", "take")
    assert owner(table, "SVN") == "Cem"
    table = only("C&StL", "D&H", "C&P")
    bid(table, "Ann", "D&H", 85).do("Bob", "take")
    assert owner(table, "C&StL") == "Bob"
    assert owner(table, "D&H") == "sale"
    # C&P is free and its neighbour has a bid: C&P it is, never D&H.
    table.do("Cem", "take")
    assert owner(table, "C&P") == "Cem"


@pytest.mark.rule("1828-6.1-05")
def test_only_the_cheapest_row_sells():
    table = only("C&StL", "C&A")
    table.do("Ann", "take")
    assert (owner(table, "C&StL"), owner(table, "C&A")) == ("Ann", "sale")
    table.do("Bob", "take")
    assert owner(table, "C&A") == "Bob"


@pytest.mark.rule("1828-6.1-05")
def test_the_second_row_waits_for_the_first():
    table = only("SVN", "StCT", "C&StL")
    bid(table, table.deciders()[0], "SVN", 25)
    table.do(table.deciders()[0], "take")
    assert (owner(table, "StCT") != "sale", owner(table, "C&StL")) == (True, "sale")


@pytest.mark.rule("1828-6.1-06")
def test_in_a_row_of_250s_all_others_need_bids():
    table = only(*BIGS)
    for number, private in enumerate(("GT", "NW", "CPR")):
        table.refused(table.deciders()[0], "take", "6.1")
        bid(table, FOUR[number], private, 255)
    table.do("Ann", "take")
    assert owner(table, "MC") == "Ann"


# --- bids


@pytest.mark.rule("1828-6.1-08")
@pytest.mark.parametrize("amount", [0, 80, 84, 86, 89])
def test_a_bid_is_a_multiple_of_five_above_the_face_value(amount: int):
    table = Table1828()
    table.refused("Ann", "bid", private="D&H", amount=amount)
    bid(table, "Ann", "D&H", 85)
    for low in (85, 86, 89, 91):
        table.refused("Bob", "bid", private="D&H", amount=low)
    bid(table, "Bob", "D&H", 90)
    bid(table, "Cem", "D&H", 200)


@pytest.mark.rule("1828-6.1-09", "1828-6.1-20", "1828-6.3-01")
def test_several_bid_on_one_and_one_on_several():
    table = bid(bid(bid(Table1828(), "Ann", "D&H", 85), "Bob", "D&H", 90), "Cem", "M&H", 125)
    bid(table, "Ann", "M&H", 130)
    assert table.cash("Ann") == 800 - 85 - 130
    assert table.cash("Bob") == 800 - 90
    assert table.cash("Cem") == 800 - 125


@pytest.mark.rule("1828-6.1-02", "1828-6.3-01")
@pytest.mark.parametrize("rival", [True, False])
def test_a_bidder_can_raise_their_own_bid_and_sets_only_the_difference_aside(rival: bool):
    table = bid(Table1828(), "Ann", "D&H", 85)
    bid(table, "Bob", "D&H", 90) if rival else table.do("Bob", "pass_auction")
    table.do("Cem", "pass_auction")
    bid(table, "Ann", "D&H", 100)
    assert table.cash("Ann") == 700


@pytest.mark.rule("1828-6.1-10")
def test_on_a_250_only_the_highest_bid_stays():
    table = bid(Table1828(privates=BIGS), "Ann", "GT", 255)
    assert table.cash("Ann") == 545
    table.refused("Bob", "bid", private="GT", amount=255)
    bid(table, "Bob", "GT", 260)
    assert (table.cash("Ann"), table.cash("Bob")) == (800, 540)
    # On a cheaper one both bids would stand.
    bid(bid(table, "Cem", "C&A", 165), "Ann", "C&A", 170)
    assert table.cash("Cem") == 635


@pytest.mark.rule("1828-6.3-02")
def test_no_bid_above_the_cash_not_set_aside():
    table = bid(Table1828(), "Ann", "D&H", 500).do("Bob", "pass_auction").do("Cem", "pass_auction")
    table.refused("Ann", "bid", private="C&P", amount=305)
    # Raising the own bid, the money in it counts.
    table.refused("Ann", "bid", private="D&H", amount=805)
    bid(table, "Ann", "C&P", 300)
    assert table.cash("Ann") == 0


@pytest.mark.rule("1828-6.1-11")
def test_who_passed_may_act_again():
    table = Table1828().do("Ann", "pass_auction").do("Bob", "pass_auction")
    bid(bid(table, "Cem", "D&H", 85), "Ann", "D&H", 90)
    assert table.deciders() == ["Bob"]


# --- resolution after a purchase


@pytest.mark.rule("1828-6.1-07", "1828-6.2-01", "1828-6.2-03", "1828-6.2-09", "1828-6.2-10")
def test_what_follows_with_single_bids_is_sold_at_once():
    table = bid(bid(Table1828(), "Ann", "StCT", 30), "Bob", "C&StL", 50)
    table.do("Cem", "take")
    assert [owner(table, private) for private in ("SVN", "StCT", "C&StL", "D&H")] == ["Cem", "Ann", "Bob", "sale"]
    assert (table.cash("Ann"), table.cash("Bob"), table.cash("Cem")) == (770, 750, 780)
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1828-6.2-02", "1828-6.2-09")
def test_a_row_with_one_unbid_stops_it():
    table = only("C&StL", "D&H", "C&P", "C&A")
    bid(table, "Ann", "D&H", 85)
    table.do("Bob", "take")
    assert [owner(table, private) for private in ("C&StL", "D&H", "C&P")] == ["Bob", "sale", "sale"]
    assert table.deciders() == ["Cem"]
    bid(table, "Cem", "C&A", 165)
    # When the last of the row is bought the bid on its neighbour wins, and so on up.
    table.do("Ann", "take")
    assert [owner(table, private) for private in ("D&H", "C&P", "C&A")] == ["Ann", "Ann", "Cem"]


@pytest.mark.rule("1828-6.2-02", "1828-6.2-03")
def test_a_row_in_which_all_have_bids_is_resolved_from_the_left():
    table = only("C&StL", "M&H", "E&K", "C&A")
    bid(table, "Ann", "M&H", 125)
    # Only C&StL can be bought; both of the next row get bids.
    bid(table, "Bob", "E&K", 125)
    table.do("Cem", "take")
    assert [owner(table, private) for private in ("M&H", "E&K", "C&A")] == ["Ann", "Bob", "sale"]
    assert table.deciders() == ["Ann"]


def contest() -> Table1828:
    """Ann 45, Bob 50, Cem 55 on C&StL, and Cem 85 on D&H; Dee takes the cheapest and sets it off."""
    table = only("SVN", "C&StL", "D&H", "C&P", players=FOUR)
    bid(bid(bid(table, "Ann", "C&StL", 45), "Bob", "C&StL", 50), "Cem", "C&StL", 55)
    return table.do("Dee", "take")


@pytest.mark.rule("1828-6.2-04", "1828-6.2-05", "1828-6.2-06")
def test_bidders_alone_contest_from_the_lowest_bid_up():
    table = contest()
    assert table.deciders() == ["Ann"]
    for other in ("Bob", "Cem", "Dee"):
        table.refused(other, "bid", private="C&StL", amount=100)
    table.refused("Ann", "bid", private="D&H", amount=85)
    for low in (55, 57, 61):
        table.refused("Ann", "bid", private="C&StL", amount=low)
    bid(table, "Ann", "C&StL", 60)
    assert table.deciders() == ["Bob"]
    bid(table, "Bob", "C&StL", 75)
    assert table.deciders() == ["Cem"]
    table.refused("Cem", "bid", private="C&StL", amount=75)
    bid(table, "Cem", "C&StL", 80)
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1828-6.2-06", "1828-6.2-07", "1828-6.2-08", "1828-6.2-10")
def test_who_drops_out_gets_the_bid_back_and_the_last_one_pays():
    table = bid(contest(), "Ann", "C&StL", 60)
    table.do("Bob", "pass_auction")
    assert table.cash("Bob") == 700
    bid(table, "Cem", "C&StL", 65)
    # Bob is out for good.
    assert table.deciders() == ["Ann"]
    bid(table, "Ann", "C&StL", 70).do("Cem", "pass_auction")
    assert owner(table, "C&StL") == "Ann"
    assert [table.cash(who) for who in FOUR] == [630, 700, 700, 680]
    # After Dee, whose purchase set it off, comes Ann although she won.
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1828-6.2-05")
def test_the_lowest_bidder_begins_wherever_they_sit():
    table = only("SVN", "C&StL", players=FOUR).do("Ann", "pass_auction")
    bid(bid(table, "Bob", "C&StL", 45), "Cem", "C&StL", 50).do("Dee", "pass_auction")
    bid(table, "Ann", "C&StL", 55).do("Bob", "pass_auction").do("Cem", "pass_auction").do("Dee", "take")
    for who, amount in (("Bob", 60), ("Cem", 65), ("Ann", 70), ("Bob", 75)):
        assert table.deciders() == [who]
        bid(table, who, "C&StL", amount)


@pytest.mark.rule("1828-6.2-09", "1828-6.2-04")
def test_after_a_contest_resolution_goes_on():
    table = only("SVN", "C&StL", "C&A")
    bid(bid(bid(table, "Ann", "C&StL", 45), "Bob", "C&StL", 50), "Cem", "C&A", 165)
    table.do("Ann", "take")
    table.do("Ann", "pass_auction")
    assert [owner(table, private) for private in ("SVN", "C&StL", "C&A")] == ["Ann", "Bob", "Cem"]


# --- the 250s


@pytest.mark.rule("1828-6.3-04", "1828-13.2.3-04", "1828-4-14", "1828-4-38")
@pytest.mark.parametrize("par", [67, 71, 79])
def test_the_buyer_of_a_250_sets_a_yellow_par_at_once(par: int):
    table = only("GT", "C&A")
    bid(table, "Ann", "GT", 255).do("Bob", "take")
    assert table.units("Ann", "GT") == 3
    assert table.president("GT") == "Ann"
    assert table.deciders() == ["Ann"]
    table.refused("Cem", "pass_auction")
    for other in (60, 75, 86, 94, 105, 120):
        table.refused("Ann", "set_par", price=other)
    table.do("Ann", "set_par", price=par)
    assert (table.s.companies["GT"].par, table.price("GT")) == (par, par)
    assert not table.s.companies["GT"].floated
    assert table.cash("Ann") == 800 - 255


@pytest.mark.rule("1828-4-13", "1828-13.2.2.8-01")
def test_the_camden_and_amboy_comes_with_a_share_of_the_pennsylvania():
    table = only("C&A", "GT").do("Ann", "take")
    came_with = {"player": table.seat("Ann"), "private": "C&A", "company": "PRR", "shares": 1}
    assert (table.units("Ann", "PRR"), table.happened("came_with")) == (1, [came_with])
    assert table.units("ipo", "PRR") == 9
    assert table.cash("Ann") == 640
    assert table.president("PRR") == ""


# --- all pass


@pytest.mark.rule("1828-6.1-12", "1828-6.1-13", "1828-6.1-15", "1828-6.1-17", "1828-6.1-18")
def test_when_all_pass_bids_win_whatever_their_row_and_all_that_is_sold_pays():
    table = Table1828()
    bank = table.cash("bank")
    bid(bid(table, "Ann", "C&A", 165), "Bob", "D&H", 95).do("Cem", "pass_auction")
    table.do("Ann", "pass_auction")
    assert owner(table, "D&H") == "sale"
    assert not table.happened("private_pays")
    table.do("Bob", "pass_auction")
    assert (owner(table, "D&H"), owner(table, "C&A")) == ("Bob", "Ann")
    assert owner(table, "SVN") == "sale"
    sold = [(event["private"], event["price"]) for event in table.happened("auction_sold")]
    assert sold == [("D&H", 95), ("C&A", 165)]
    assert (table.cash("Ann"), table.cash("Bob")) == (800 - 165 + 25, 800 - 95 + 15)
    assert table.cash("bank") == bank + 165 - 25 + 95 - 15
    # Cem and all others passed: the player after the last to pass goes on.
    assert table.deciders() == ["Cem"]
    # Nothing got cheaper.
    table.refused("Cem", "bid", private="SVN", amount=20)
    table.do("Cem", "bid", private="SVN", amount=25).do("Ann", "take")
    assert table.cash("Ann") == 660 - 20


@pytest.mark.rule("1828-6.1-12", "1828-6.1-15")
def test_passes_count_only_one_after_the_other():
    table = Table1828().do("Ann", "pass_auction").do("Bob", "pass_auction")
    bid(table, "Cem", "D&H", 85).do("Ann", "pass_auction").do("Bob", "pass_auction")
    assert owner(table, "D&H") == "sale"
    table.do("Cem", "pass_auction")
    assert owner(table, "D&H") == "Cem"


@pytest.mark.rule("1828-6.1-14", "1828-6.2-08")
def test_when_all_pass_several_bids_are_contested_before_the_payment():
    table = Table1828()
    bid(bid(bid(table, "Ann", "D&H", 85), "Bob", "D&H", 90), "Cem", "C&A", 165)
    all_pass(table)
    assert table.deciders() == ["Ann"]
    assert owner(table, "C&A") == "sale"
    bid(table, "Ann", "D&H", 95)
    assert not table.happened("private_pays")
    table.do("Bob", "pass_auction")
    assert (owner(table, "D&H"), owner(table, "C&A")) == ("Ann", "Cem")
    assert (table.cash("Ann"), table.cash("Bob"), table.cash("Cem")) == (800 - 95 + 15, 800, 800 - 165 + 25)
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1828-6.1-16")
def test_in_the_auction_the_cobourg_pays_fifteen_and_builds_nothing():
    table = bid(Table1828(), "Ann", "C&P", 85)
    all_pass(table.do("Bob", "pass_auction").do("Cem", "pass_auction").do("Ann", "pass_auction"))
    assert owner(table, "C&P") == "Ann"
    # It paid when the first three passed, and again.
    assert table.cash("Ann") == 800 - 85 + 15 + 15
    assert not table.s.board.tiles
    assert table.cash("C&P") == 0


@pytest.mark.rule("1828-6.1-15")
def test_each_time_all_pass_there_is_another_payment():
    table = only("GT", "C&A")
    table.with_private("SVN", "Bob").auction("Ann")
    all_pass(all_pass(table))
    assert table.cash("Bob") == 800 + 5 + 5


# --- the end


@pytest.mark.rule("1828-6.1-19", "1828-7.1-02")
@pytest.mark.parametrize(("buyer", "then"), [("Ann", "Bob"), ("Bob", "Cem"), ("Cem", "Ann")])
def test_after_the_last_sale_the_next_player_begins_the_stock_round(buyer: str, then: str):
    table = only("C&A", turn=buyer).do(buyer, "take")
    assert table.s.clock.round == "stock"
    assert table.deciders() == [then]


@pytest.mark.rule("1828-6.1-19", "1828-7.1-02", "1828-6.2-10")
def test_the_first_stock_round_begins_after_whose_purchase_set_it_off():
    table = only("C&A", "GT")
    bid(table, "Ann", "GT", 255).do("Bob", "take").do("Ann", "set_par", price=67)
    assert table.s.clock.round == "stock"
    assert table.deciders() == ["Cem"]


@pytest.mark.rule("1828-6.1-21", "1828-6.1-15", "1828-6.1-19", "1828-7.1-02")
def test_if_passing_sells_the_last_ones_there_is_still_a_payment():
    # Bids made while another one was the cheapest; arranged, since in play one without a bid is always left.
    table = bid(bid(only("C&A", "GT", "CPR"), "Ann", "GT", 255), "Bob", "CPR", 300).with_private("C&A", "closed")
    table.refused("Cem", "take", "6.1")
    table.do("Cem", "pass_auction").do("Ann", "pass_auction").do("Bob", "pass_auction")
    table.do("Ann", "set_par", price=67).do("Bob", "set_par", price=71)
    assert (table.cash("Ann"), table.cash("Bob")) == (800 - 255 + 40, 800 - 300 + 40)
    # After Bob, the last to pass, comes Cem.
    assert table.s.clock.round == "stock"
    assert table.deciders() == ["Cem"]
