"""The auction of the private companies (6)."""

from __future__ import annotations

import pytest

from engine.view import view
from engine.words.speak import Words
from tests.t1843.table import Table, auction

ORDER = ("TB", "C", "PStG", "LH", "VdL", "BA", "LM")


def all_pass(table: Table, times: int = 1) -> Table:
    """Everybody passes, for this many rounds of the table."""
    for _ in range(times):
        for _ in table.s.players:
            table.do(table.deciders()[0], "pass_auction")
    return table


def bids(table: Table, private: str) -> dict[str, int]:
    """Bids by name."""
    return {
        table.name(account.split(":")[1]): amount
        for account, amount in table.s.cash.items()
        if account.startswith("bid:") and account.endswith(f":{private}")
    }


@pytest.mark.rule("1843-6.1-01", "1843-6.1-02", "1843-5-01", "1843-4-02", "1843-4-16")
def test_it_goes_round_from_card_one_and_each_turn_is_one_of_three_things():
    table = auction()
    assert table.deciders() == ["Ann"]
    assert set(table.verbs("Ann")) == {"take", "bid", "pass_auction", "stop"}
    table.refused("Bob", "pass_auction")
    table.do("Ann", "bid", private="C", amount=25).do("Bob", "pass_auction").do("Cem", "take")
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1843-6.1-03", "1843-6.3-03", "1843-6.1-04", "1843-6.2-01", "1843-6.2-02")
def test_the_cheapest_is_bought_at_face_value_and_a_single_bid_wins_the_next():
    table = auction()
    bank = table.cash("bank")
    table.do("Ann", "bid", private="C", amount=30).do("Bob", "take")
    assert (table.s.privates["TB"], table.s.privates["C"]) == (table.seat("Bob"), table.seat("Ann"))
    assert (table.cash("Bob"), table.cash("Ann"), table.cash("bank")) == (785, 770, bank + 45)


def test_the_sheet_counts_money_set_aside_for_bids_in_what_a_player_is_worth():
    table = auction()
    before = [seat.worth for seat in view(table.game).seats]
    table.do("Ann", "bid", private="C", amount=30)
    assert [seat.worth for seat in view(table.game).seats] == before


@pytest.mark.rule("1843-6.1-05", "1843-6.1-06", "1843-6.1-07")
def test_bids_are_steps_of_five_above_face_value_and_highest_bid_and_never_on_the_cheapest():
    table = auction()
    table.refused("Ann", "bid", "6.1", private="TB", amount=20)
    for amount in (20, 24, 26, 27):
        table.refused("Ann", "bid", private="C", amount=amount)
    table.do("Ann", "bid", private="C", amount=25)
    for amount in (25, 29, 31):
        table.refused("Bob", "bid", private="C", amount=amount)
    table.do("Bob", "bid", private="C", amount=30).do("Cem", "bid", private="C", amount=45)
    assert bids(table, "C") == {"Ann": 25, "Bob": 30, "Cem": 45}


@pytest.mark.rule("1843-6.3-01", "1843-6.3-02")
def test_money_bid_is_set_aside_and_cannot_be_bid_again():
    table = auction()
    table.do("Ann", "bid", private="BA", amount=600)
    assert table.cash("Ann") == 200
    table.do("Bob", "pass_auction").do("Cem", "pass_auction")
    table.refused("Ann", "bid", "6.1", private="LM", amount=215)
    table.do("Ann", "bid", private="BA", amount=800)
    assert (table.cash("Ann"), bids(table, "BA")) == (0, {"Ann": 800})
    table.do("Bob", "pass_auction").do("Cem", "pass_auction")
    table.refused("Ann", "take", "6.1")


@pytest.mark.rule("1843-6.2-03", "1843-6.2-04", "1843-6.2-05", "1843-6.2-06", "1843-6.2-07")
def test_several_bids_are_fought_out_from_the_lowest_up():
    table = auction()
    table.do("Ann", "bid", private="C", amount=40).do("Bob", "bid", private="C", amount=45)
    table.do("Cem", "bid", private="C", amount=50).do("Ann", "take")
    assert (table.top(), table.deciders()) == ("contest", ["Ann"])
    for amount in (50, 54, 56, 57):
        table.refused("Ann", "bid", private="C", amount=amount)
    table.refused("Ann", "bid", private="PStG", amount=45)
    table.do("Ann", "bid", private="C", amount=60)
    assert table.deciders() == ["Bob"]
    table.do("Bob", "pass_auction")
    assert table.cash("Bob") == 800
    assert table.deciders() == ["Cem"]
    table.refused("Bob", "bid", private="C", amount=65)
    table.do("Cem", "bid", private="C", amount=65).do("Ann", "pass_auction")
    assert table.s.privates["C"] == table.seat("Cem")
    assert (table.cash("Cem"), table.cash("Ann")) == (735, 785)


@pytest.mark.rule("1843-6.2-04")
def test_the_lowest_bidder_is_asked_first_wherever_they_sit():
    table = auction().do("Ann", "pass_auction").do("Bob", "bid", private="C", amount=40).do("Cem", "pass_auction")
    table.do("Ann", "bid", private="C", amount=45).do("Bob", "pass_auction").do("Cem", "bid", private="C", amount=50)
    table.do("Ann", "take")
    for who, amount in (("Bob", 55), ("Ann", 60), ("Cem", 65), ("Bob", 70)):
        assert table.deciders() == [who]
        table.do(who, "bid", private="C", amount=amount)


@pytest.mark.rule("1843-6.2-08", "1843-6.2-15")
def test_resolution_goes_on_as_long_as_there_are_bids_and_the_next_turn_is_after_the_purchaser():
    table = auction()
    table.do("Ann", "bid", private="C", amount=25).do("Bob", "bid", private="PStG", amount=45)
    table.do("Cem", "bid", private="VdL", amount=115).do("Ann", "take")
    assert [table.s.privates[name] for name in ("TB", "C", "PStG", "LH")] == ["p1", "p1", "p2", "sale"]
    assert table.deciders() == ["Bob"]
    table.do("Bob", "take")
    assert table.s.privates["VdL"] == table.seat("Cem")
    assert table.deciders() == ["Cem"]


@pytest.mark.rule("1843-6.1-08", "1843-6.2-09", "1843-6.2-10", "1843-6.2-11", "1843-6.2-13")
def test_when_all_pass_privates_pay_a_yellow_train_goes_and_the_cheapest_falls():
    table = auction()
    table.do("Ann", "take").do("Bob", "take").do("Cem", "pass_auction")
    table.do("Ann", "pass_auction")
    assert table.supply("2+1") == 6
    table.do("Bob", "pass_auction")
    assert table.supply("2+1") == 5
    assert (table.cash("Ann"), table.cash("Bob")) == (785, 785)
    assert table.deciders() == ["Cem"]
    table.do("Cem", "take")
    assert (table.s.privates["PStG"], table.cash("Cem")) == (table.seat("Cem"), 765)
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1843-6.2-14")
def test_a_private_company_at_nothing_must_be_taken():
    table = all_pass(auction(), 3)
    assert (table.s.privates["TB"], table.cash("Ann")) == (table.seat("Ann"), 800)
    assert table.deciders() == ["Bob"]
    table.refused("Bob", "bid", "6.1", private="C", amount=25)


@pytest.mark.rule("1843-6.2-12", "1843-8.10.1-02")
def test_the_game_ends_when_all_yellow_trains_are_gone_in_the_auction():
    table = all_pass(auction(), 5)
    assert (table.supply("2+1"), table.s.end) == (1, None)
    all_pass(table)
    assert table.s.end.why == "yellow trains"


def sold_up_to_the_last(table: Table) -> Table:
    """All private companies but the last are sold, one to each in turn."""
    for name in ("Ann", "Bob", "Cem"):
        table.with_cash(name, 1000)
    for _ in ORDER[:-1]:
        table.do(table.deciders()[0], "take")
    return table


@pytest.mark.rule("1843-6.3-04", "1843-10.2-38", "1843-6.2-16", "1843-10.2-31")
def test_the_last_brings_the_plm_whose_par_is_set_at_once_and_the_sixth_a_share_of_the_eta():
    table = sold_up_to_the_last(auction())
    assert table.units("Cem", "ETA") == 1
    assert table.deciders() == ["Ann"]
    table.do("Ann", "take")
    words = Words(view(table.game))
    assert [words.event(event) for event in table.events if event.kind == "came_with"] == [
        "Cem gets a share of ETA with Cie de Boulogne - Amiens.",
        "Ann gets the director's certificate of PLM with Cie de Lyon - Méditerranée.",
    ]
    assert (table.top(), table.president("PLM")) == ("first_par", "Ann")
    for price in (105, 120, 70):
        table.refused("Ann", "set_par", price=price)
    assert {move["price"] for move in table.legal("Ann", "set_par")} == {67, 73, 79, 86, 94}
    table.do("Ann", "set_par", price=94)
    assert (table.price("PLM"), table.box("PLM"), table.cash("Ann")) == (94, "5,3", 1000 - 15 - 60 - 210)
    assert (table.top(), table.deciders()) == ("stock_turn", ["Bob"])


@pytest.mark.rule("1843-6.2-16")
def test_after_a_chain_the_stock_round_begins_after_whoever_bought_at_face_value():
    table = auction()
    for name in ("Ann", "Bob", "Cem"):
        table.with_cash(name, 1000)
    for _ in ORDER[:4]:
        table.do(table.deciders()[0], "take")
    table.do("Bob", "bid", private="BA", amount=155).do("Cem", "bid", private="LM", amount=215).do("Ann", "take")
    assert table.deciders() == ["Cem"]
    table.do("Cem", "set_par", price=67)
    assert table.deciders() == ["Bob"]
