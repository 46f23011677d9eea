"""The private auction (6)."""

from __future__ import annotations

import pytest

from tests.t1839.table import Table1839

TWO = ("Ann", "Bob")


def sold_to_all(table: Table1839, *left: str) -> Table1839:
    """All private companies but these are out of the way."""
    with table.arrange() as p:
        for private, place in p.s.privates.items():
            if place == "sale" and private not in left:
                p.s.privates[private] = "closed"
    return table


def discounted(table: Table1839, private: str, times: int) -> Table1839:
    """A private company has been made cheaper so often."""
    with table.arrange() as p:
        p.s.own.discounts[private] = 20 * times
    return table


def turn_anew(table: Table1839) -> Table1839:
    """The player on turn starts it from the current position."""
    with table.arrange() as p:
        p.top.step = ""
    return table


def test_the_game_begins_in_the_private_auction():
    table = Table1839()
    assert table.deciders() == ["Ann"]
    assert table.verbs("Ann") == ["take", "discount", "concede", "stop"]


@pytest.mark.rule("1839-6-01", "1839-6-02")
def test_two_moves_a_turn_in_the_order_of_cards():
    table = Table1839(("Cem", "Ann", "Bob"))
    table.do("Cem", "take", private="KR").do("Cem", "discount", private="WCTS")
    assert table.deciders() == ["Ann"]
    table.do("Ann", "discount", private="CO").do("Ann", "discount", private="CO")
    assert table.deciders() == ["Bob"]
    table.do("Bob", "take", private="LP").do("Bob", "take", private="JJB")
    assert table.deciders() == ["Cem"]
    assert "pass" not in table.verbs("Cem")


@pytest.mark.rule("1839-6-03", "1839-6-05", "1839-6-06")
def test_a_discount_of_twenty_and_the_price_less_discounts():
    table = Table1839(TWO)
    table.do("Ann", "discount", private="KR").do("Ann", "discount", private="AV")
    table.do("Bob", "take", private="KR")
    assert table.cash("Bob") == 700 - 90
    assert table.owner("KR") == "Bob"
    bank = table.cash("bank")
    table.do("Bob", "take", private="LP")
    assert table.cash("bank") == bank + 90


def test_everybody_is_told_which_certificates_come_with_a_private_company():
    table = Table1839(TWO)
    company = table.s.own.pairs["AV"]
    table.do("Ann", "take", private="AV")
    came_with = {"player": table.seat("Ann"), "private": "AV", "company": company}
    assert table.happened("came_with") == [came_with | {"shares": units} for units in (2, 1)]


@pytest.mark.rule("1839-6-04")
def test_nobody_buys_what_they_discounted_in_the_same_turn():
    table = Table1839(TWO).do("Ann", "discount", private="KR")
    assert "discounted" in table.refused("Ann", "take", "6", private="KR")
    table.do("Ann", "take", private="LP").do("Bob", "take", private="KR")
    assert table.owner("KR") == "Bob"


@pytest.mark.rule("1839-6-04")
def test_the_second_discount_may_be_of_the_same_and_go_below_nothing():
    table = discounted(sold_to_all(Table1839(TWO), "LP", "AV"), "LP", 4)
    table.do("Ann", "discount", private="LP").do("Ann", "discount", private="LP")
    assert table.happened("discounted")[-1]["price"] == -30


@pytest.mark.rule("1839-6-07")
def test_what_stood_at_nothing_must_be_taken_first_at_no_cost():
    table = turn_anew(discounted(sold_to_all(Table1839(TWO), "LP", "KR", "AV"), "LP", 6))
    table.refused("Ann", "discount", "6", private="KR")
    table.refused("Ann", "take", "6", private="KR")
    table.do("Ann", "take", private="LP")
    assert table.cash("Ann") == 700
    table.do("Ann", "discount", private="KR")
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1839-6-08")
def test_the_only_one_who_can_buy_must_buy():
    table = sold_to_all(Table1839(TWO), "KR", "WCTS").with_cash("Bob", 100)
    turn_anew(table)
    table.refused("Ann", "discount", "6", private="WCTS")
    table.do("Ann", "take", private="KR")
    table.refused("Ann", "discount", "6", private="WCTS")
    table.with_cash("Ann", 100).do("Ann", "discount", private="WCTS")


@pytest.mark.rule("1839-6-08")
def test_where_others_can_buy_anything_discounts_are_free():
    table = sold_to_all(Table1839(TWO), "KR", "WCTS").with_cash("Bob", 110)
    turn_anew(table).do("Ann", "discount", private="WCTS")
    assert table.happened("discounted")


@pytest.mark.rule("1839-6-10", "1839-7.5-05", "1839-14.2.3.3-09", "1839-14.2.3.3-10")
def test_a_brown_one_starts_its_major_at_once_for_nothing_more():
    table = Table1839(TWO).do("Ann", "take", private="CO")
    assert (table.deciders(), table.verbs("Ann")[0]) == (["Ann"], "set_par")
    assert {move["price"] for move in table.legal("Ann", "set_par")} == {67, 74, 82}
    table.do("Ann", "set_par", price=82)
    assert table.cash("Ann") == 500
    assert (table.on("NCS"), table.units("Ann", "NCS"), table.president("NCS")) == (("major", 82), 3, "Ann")


@pytest.mark.rule("1839-6-11", "1839-14.2.3.3-10")
def test_the_three_start_at_different_prices():
    table = Table1839(TWO).do("Ann", "take", private="CO").do("Ann", "set_par", price=67)
    table.do("Ann", "take", private="AB")
    table.refused("Ann", "set_par", "7.5", price=67)
    table.do("Ann", "set_par", price=74)
    table.do("Bob", "take", private="AV")
    assert [move["price"] for move in table.legal("Bob", "set_par")] == [82]


def test_shares_come_with_the_beijnes_and_the_stork():
    table = Table1839(TWO).do("Ann", "take", private="JJB").do("Ann", "take", private="WCTS")
    assert (table.units("Ann", "MSS"), table.units("Ann", "NRS")) == (1, 2)
    assert not table.president("NRS")


@pytest.mark.rule("1839-6-12", "1839-6-13", "1839-7.1-01")
def test_after_the_auction_the_poorest_begins_and_equals_keep_their_order():
    table = sold_to_all(Table1839(("Ann", "Bob", "Cem", "Dan")), "KR")
    table.with_cash("Ann", 600).with_cash("Bob", 300).with_cash("Cem", 300).with_cash("Dan", 100)
    table.do("Ann", "take", private="KR")
    assert table.order() == ["Dan", "Bob", "Cem", "Ann"]
    assert (table.s.clock.round, table.deciders()) == ("stock", ["Dan"])


def test_the_last_purchase_ends_the_auction_even_as_a_first_move():
    table = sold_to_all(Table1839(TWO), "KR").do("Ann", "take", private="KR")
    assert table.s.clock.round == "stock"


def test_a_player_may_concede_in_the_auction_and_the_others_go_on():
    table = Table1839().do("Ann", "take", private="CO")
    table.do("Ann", "concede")
    assert table.owner("CO") == "closed"
    assert table.deciders() == ["Bob"]
    table.do("Bob", "take", private="KR")
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1839-6-07")
@pytest.mark.parametrize(("times", "must"), [(4, False), (5, True)])
def test_exactly_nothing_is_nothing(times: int, must: bool):
    table = turn_anew(discounted(sold_to_all(Table1839(TWO), "JJB", "KR"), "JJB", times))
    if not must:
        table.do("Ann", "discount", private="KR")
        return
    table.refused("Ann", "discount", "6", private="KR")
    table.refused("Ann", "take", "6", private="KR")
    table.do("Ann", "take", private="JJB")
    assert (table.owner("JJB"), table.cash("Ann")) == ("Ann", 700)


@pytest.mark.rule("1839-6-08", "1839-6-04")
def test_nobody_must_buy_what_they_have_just_made_cheap_enough():
    table = turn_anew(sold_to_all(Table1839(TWO), "KR").with_cash("Ann", 100).with_cash("Bob", 50))
    table.do("Ann", "discount", private="KR")
    table.refused("Ann", "take", "6", private="KR")
    table.do("Ann", "discount", private="KR")
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1839-6-11", "1839-14.2.3.3-10")
@pytest.mark.parametrize(("first", "second"), [("AV", "CO"), ("AV", "AB"), ("AB", "CO"), ("CO", "AV")])
def test_whichever_brown_one_came_first_its_par_is_taken(first: str, second: str):
    table = Table1839(TWO).do("Ann", "take", private=first).do("Ann", "set_par", price=82)
    table.do("Ann", "take", private=second).refused("Ann", "set_par", "7.5", price=82)
    table.do("Ann", "set_par", price=74)


@pytest.mark.rule("1839-6-13")
def test_equals_keep_their_order_whatever_they_are_called():
    table = sold_to_all(Table1839(("Zoe", "Ann", "Bob")), "KR")
    table.with_cash("Zoe", 410).with_cash("Ann", 300).with_cash("Bob", 300)
    table.do("Zoe", "take", private="KR")
    assert table.order() == ["Zoe", "Ann", "Bob"]
