"""Stock rounds: turns, order, buying, selling, redeeming (7.1 to 7.4)."""

from __future__ import annotations

import pytest

from engine.finance import prices
from tests.t1839.table import Table1839


def table_of_two(turn: str = "Ann", **more: int) -> Table1839:
    """Ann directs the NCS, Bob the MSS, both have operated."""
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Ann", Ann=4, Bob=2, **more).with_company("MSS", "Bob", price=74, Bob=3, Cem=2)
    return table.stock_round(turn)


@pytest.mark.rule("1839-7.1-02", "1839-7.1-03", "1839-7.3-07")
def test_sell_then_one_purchase_then_sell():
    table = table_of_two()
    table.do("Ann", "sell", company="NCS", shares=1).do("Ann", "let_fall")
    table.buy("Ann", "MSS")
    table.refused("Ann", "buy", "7.1", company="MSS", **{"from": "ipo"})
    table.refused("Ann", "redeem", "7.1", company="NCS", shares=1)
    table.do("Ann", "sell", company="NCS", shares=1).do("Ann", "let_fall")
    assert table.units("pool", "NCS") == 2


@pytest.mark.rule("1839-2-03")
def test_there_is_a_card_of_each_set_for_each_of_four_players():
    four = ("Ann", "Bob", "Cem", "Dan")
    table = Table1839(four).with_privates_closed().with_company("MSS", "Ann", price=74, Ann=3).stock_round("Ann")
    table.do("Ann", "pass")
    for who in four[1:]:
        # By the cards of this round, those of the next one being taken, it is the next player's turn.
        assert table.deciders() == [who]
        table.buy(who, "MSS").done(who)
    for who in ("Ann", "Bob", "Cem"):
        table.do(who, "pass")
    assert table.s.clock.round == "stock"
    assert table.do("Dan", "pass").order() == list(four)
    assert table.s.clock.round == "operating"


@pytest.mark.rule("1839-7.1-05", "1839-7.1-09", "1839-7.1-10")
def test_cards_are_taken_and_given_back_and_seat_the_next_round():
    table = table_of_two()
    table.do("Ann", "pass").do("Bob", "pass")
    table.buy("Cem", "MSS").done("Cem")
    assert table.deciders() == ["Ann"], "who has passed may act again"
    table.buy("Ann", "MSS").done("Ann").do("Bob", "pass").do("Cem", "pass").do("Ann", "pass")
    assert table.order() == ["Bob", "Cem", "Ann"]
    assert table.s.clock.round == "operating"


@pytest.mark.rule("1839-7.1-11", "1839-7.1-12")
def test_at_the_end_pool_shares_fall_and_sold_out_companies_rise():
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Ann", Ann=4, Bob=2, pool=1).with_company(
        "MSS", "Bob", price=74, Bob=6, treasury_shares=4
    )
    table.with_company("L1", "Cem", homes=("I8", "L3"), Cem=3, floated=False)
    table.stock_round("Ann").everybody_passes()
    assert (table.price("NCS"), table.price("MSS"), table.price("L1")) == (61, 82, 31)


@pytest.mark.rule("1839-7.1-11")
def test_those_that_fall_from_one_box_keep_their_order():
    table = Table1839().with_privates_closed()
    table.with_company("NWS", "Ann", Ann=4, pool=1).with_company("MSS", "Bob", Bob=4, pool=1)
    table.with_company("NRS", "Cem", price=61, Cem=4)
    table.stock_round("Ann").everybody_passes()
    assert prices.price_order(table.p) == ["NRS", "NWS", "MSS"]
    assert [table.price(company) for company in ("NRS", "NWS", "MSS")] == [61, 61, 61]


@pytest.mark.rule("1839-14.3.3-01")
def test_one_share_more_makes_the_director():
    table = Table1839().with_privates_closed().with_company("NWS", "Ann", Ann=3, Bob=2).stock_round("Bob")
    table.buy("Bob", "NWS").everybody_passes()
    assert table.president("NWS") == "Ann"
    again = Table1839().with_privates_closed().with_company("NWS", "Ann", Ann=3, Bob=3).stock_round("Bob")
    again.buy("Bob", "NWS")
    assert (again.president("NWS"), again.units("Bob", "NWS"), again.units("Ann", "NWS")) == ("Bob", 4, 3)
    assert again.s.certs[again.p.d.certs_of["NWS"][0]] == again.seat("Bob")


@pytest.mark.rule("1839-7.2-02")
def test_nothing_is_sold_in_the_first_round():
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4, Bob=2)
    table.stock_round("Bob", initial=True)
    table.refused("Bob", "sell", "7.2", company="NCS", shares=1)
    assert "sell" not in table.verbs("Bob")
    again = table_of_two("Bob")
    again.do("Bob", "sell", company="NCS", shares=1)
    assert again.cash("Bob") == 567


@pytest.mark.rule("1839-7.2-01", "1839-7.2-03", "1839-14.3.3-02", "1839-14.3.3-05")
def test_a_director_keeps_the_certificate_unless_another_has_twenty_percent():
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4, Bob=1).stock_round("Ann")
    table.refused("Ann", "sell", "14.3.3", company="NCS", shares=3)
    table.refused("Ann", "sell", "14.3.3", company="NCS", shares=4)
    table.refused("Ann", "sell", "", company="NCS", shares=5)
    table.refused("Ann", "sell", "7.2", company="MSS", shares=1)
    table.do("Ann", "sell", company="NCS", shares=2)
    assert table.units("Ann", "NCS") == 2


@pytest.mark.rule("1839-7.2-05", "1839-7.2-06", "1839-7.2-07", "1839-7.2-09")
@pytest.mark.parametrize(("turns", "price", "paid"), [(1, 67, 67), (0, 67, 61), (0, 40, 40)])
def test_what_a_share_brings(turns: int, price: int, paid: int):
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Ann", price=67, turns=turns, treasury=0, Ann=4, Bob=2).with_price("NCS", price)
    table.stock_round("Bob").do("Bob", "sell", company="NCS", shares=2)
    assert table.cash("Bob") == 500 + 2 * paid


@pytest.mark.rule("1839-7.2-12", "1839-13.2-04", "1839-13.2-01")
@pytest.mark.parametrize(("sold", "price"), [(1, 61), (2, 56), (3, 51)])
def test_the_price_falls_a_box_a_share(sold: int, price: int):
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Ann", treasury=0, Ann=4, Bob=6).stock_round("Bob")
    table.do("Bob", "sell", company="NCS", shares=sold)
    assert table.on("NCS") == ("major", price)


@pytest.mark.rule("1839-7.2-13", "1839-13.2-02", "1839-7.3-15")
def test_the_price_never_falls_off_the_market():
    low = Table1839().with_privates_closed()
    low.with_company("L1", "Ann", homes=("I8", "L3"), treasury=0, price=20, Ann=2, Bob=6).with_price("L1", 13)
    low.stock_round("Bob").do("Bob", "sell", company="L1", shares=6)
    assert low.on("L1") == ("local", 10)
    assert low.units("pool", "L1") == 6


@pytest.mark.rule("1839-7.2-08")
def test_the_seller_says_in_which_order_and_so_who_comes_first_in_a_box():
    for first, second in (("NCS", "MSS"), ("MSS", "NCS")):
        table = Table1839().with_privates_closed()
        table.with_company("NCS", "Ann", treasury=0, Ann=4, Cem=2).with_company("MSS", "Bob", treasury=0, Bob=3, Cem=2)
        table.stock_round("Cem")
        table.do("Cem", "sell", company=first, shares=1).do("Cem", "sell", company=second, shares=1)
        assert list(table.s.market.values()) == [[first, second]]


@pytest.mark.rule("1839-7.2-10", "1839-7.2-11", "1839-7.4-05", "1839-14.3.3-06", "1839-14.3.3-07", "1839-14.3.3-01")
def test_a_new_director_decides_about_redeeming():
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4, Bob=3).stock_round("Ann")
    table.do("Ann", "sell", company="NCS", shares=2)
    assert table.president("NCS") == "Bob"
    assert (table.deciders(), table.verbs("Bob")[:2]) == (["Bob"], ["redeem", "let_fall"])
    table.do("Bob", "redeem")
    assert (table.price("NCS"), table.units("NCS", "NCS"), table.cash("NCS")) == (67, 2, 500 - 134)


@pytest.mark.rule("1839-14.3.3-08")
def test_among_equals_the_next_in_card_order_becomes_director():
    table = Table1839(("Ann", "Bob", "Cem", "Dan")).with_privates_closed()
    table.with_company("NCS", "Bob", treasury=0, Ann=3, Bob=3, Dan=3).stock_round("Bob")
    table.do("Bob", "sell", company="NCS", shares=1)
    assert table.president("NCS") == "Dan"


@pytest.mark.rule("1839-14.3.3-07")
def test_equals_do_not_depose():
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", treasury=0, Ann=4, Bob=3).stock_round("Ann")
    table.do("Ann", "sell", company="NCS", shares=1)
    assert table.president("NCS") == "Ann"


@pytest.mark.rule("1839-7.4-01", "1839-7.4-02", "1839-7.4-03", "1839-7.4-04")
def test_all_that_was_sold_is_redeemed_at_the_price_or_none_of_it():
    table = table_of_two("Bob")
    table.do("Bob", "sell", company="NCS", shares=2)
    assert table.deciders() == ["Ann"]
    bank = table.cash("bank")
    table.do("Ann", "redeem")
    assert (table.cash("NCS"), table.cash("bank"), table.units("NCS", "NCS")) == (366, bank + 134, 2)
    assert table.price("NCS") == 67
    assert table.deciders() == ["Bob"]
    poor = Table1839().with_privates_closed()
    poor.with_company("NCS", "Ann", treasury=133, Ann=4, Bob=2).stock_round("Bob")
    poor.do("Bob", "sell", company="NCS", shares=2)
    assert (poor.price("NCS"), poor.deciders()) == (56, ["Bob"]), "133 do not pay for two shares at 67"


@pytest.mark.rule("1839-7.4-01", "1839-7.4-02")
def test_a_company_that_has_not_operated_redeems_at_its_price_though_it_sold_for_less():
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Ann", turns=0, Ann=4, Bob=2).stock_round("Bob")
    table.do("Bob", "sell", company="NCS", shares=1).do("Ann", "redeem")
    assert (table.cash("Bob"), table.cash("NCS")) == (561, 433)


@pytest.mark.rule("1839-7.4-06", "1839-7.4-07", "1839-7.4-08")
def test_redeeming_from_the_open_market_is_the_action_of_the_turn():
    table = table_of_two(pool=3)
    table.refused("Ann", "redeem", "7.4", company="MSS", shares=1)
    table.do("Ann", "redeem", company="NCS", shares=2)
    assert (table.units("NCS", "NCS"), table.units("pool", "NCS"), table.cash("NCS")) == (2, 1, 366)
    table.refused("Ann", "buy", "7.1", company="MSS", **{"from": "ipo"})
    table.done("Ann").do("Bob", "pass").do("Cem", "pass")
    assert table.deciders() == ["Ann"], "she has acted and holds no card"


@pytest.mark.rule("1839-7.4-07")
def test_a_company_redeems_only_what_it_can_pay():
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Ann", treasury=100, Ann=4, pool=3).stock_round("Ann")
    table.refused("Ann", "redeem", "7.4", company="NCS", shares=2)
    table.do("Ann", "redeem", company="NCS", shares=1)
    assert table.cash("NCS") == 33


@pytest.mark.rule("1839-7.1-04", "1839-7.3-01", "1839-7.3-03", "1839-7.3-04", "1839-7.3-05", "1839-7.3-06")
def test_where_shares_come_from_and_who_is_paid():
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Ann", Ann=4, pool=1, treasury_shares=1).with_price("NCS", 91).stock_round("Bob")
    bank = table.cash("bank")
    table.refused("Bob", "buy", "7.3", company="NCS", **{"from": "treasury"})
    table.buy("Bob", "NCS", "ipo")
    assert (table.cash("Bob"), table.cash("bank")) == (409, bank + 91)
    sold_out = Table1839().with_privates_closed()
    sold_out.with_company("NCS", "Ann", Ann=4, Cem=4, treasury_shares=2).stock_round("Bob")
    sold_out.buy("Bob", "NCS", "treasury")
    assert (sold_out.cash("NCS"), sold_out.cash("Bob"), sold_out.units("Bob", "NCS")) == (567, 433, 1)
    pool = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4, pool=1).stock_round("Bob")
    pool.buy("Bob", "NCS", "pool")
    assert (pool.units("Bob", "NCS"), pool.cash("NCS")) == (1, 500)


@pytest.mark.rule("1839-7.3-08")
def test_at_sixty_percent_nobody_buys():
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=6).stock_round("Ann")
    table.may_not_buy("Ann", "NCS", section="7.3")
    five = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=5).stock_round("Ann")
    five.buy("Ann", "NCS")
    assert five.units("Ann", "NCS") == 6


@pytest.mark.rule("1839-7.3-09", "1839-7.3-11", "1839-7.3-02")
def test_nothing_of_a_company_before_its_director():
    table = Table1839().with_privates_closed().stock_round("Ann")
    table.may_not_buy("Ann", "AMS", section="7.3")
    table.do("Ann", "par", company="AMS", price=67)
    assert table.units("Ann", "AMS") == 2


@pytest.mark.rule("1839-7.3-12", "1839-7.3-13")
def test_who_has_sold_buys_again_in_a_later_round_only():
    table = table_of_two("Bob").with_cash("NCS", 0)
    table.do("Bob", "sell", company="NCS", shares=1)
    table.may_not_buy("Bob", "NCS", section="7.3")
    table.done("Bob").buy("Cem", "NCS", "pool")
    table.stock_round("Bob").buy("Bob", "NCS")
    assert (table.units("Bob", "NCS"), table.units("Cem", "NCS")) == (2, 1)


@pytest.mark.rule("1839-7.3-14")
def test_there_is_no_certificate_limit():
    table = Table1839().with_privates_closed()
    for company in ("AMS", "HIJSM", "MSS", "NBDS", "NCS", "NRS"):
        table.with_company(company, "Ann", Ann=5)
    table.with_cash("Ann", 1000).stock_round("Ann").buy("Ann", "AMS")
    assert sum(table.units("Ann", company) for company in table.p.d.companies) == 31


@pytest.mark.rule("1839-7.3-10", "1839-14.3.4.1-04")
def test_who_has_nationalised_starts_nothing():
    table = table_of_two()
    with table.arrange() as p:
        p.s.own.nationalisers = ["p1"]
    table.refused("Ann", "par", "7.3", company="AMS", price=67)
    table.buy("Ann", "MSS").done("Ann")
    table.do("Bob", "par", company="AMS", price=67)


def test_a_stock_turn_is_played_on():
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4, Bob=2).stock_round("Ann")
    table.buy("Ann", "NCS")
    assert table.units("Ann", "NCS") == 5
    table.done("Ann")
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1839-7.4-08", "1839-7.1-07")
def test_a_director_who_redeems_from_the_pool_gives_the_card_back():
    table = table_of_two(pool=1).do("Ann", "pass")
    table.buy("Bob", "MSS").done("Bob").do("Cem", "pass")
    table.do("Ann", "redeem", company="NCS", shares=1).done("Ann").do("Bob", "pass").do("Cem", "pass").do("Ann", "pass")
    assert table.order() == ["Cem", "Bob", "Ann"]


@pytest.mark.rule("1839-14.3.3-04")
@pytest.mark.parametrize(("pool", "director"), [(2, ""), (1, "Cem")])
def test_a_company_without_a_director_gets_one_who_holds_more_than_the_pool(pool: int, director: str):
    table = Table1839().with_privates_closed()
    table.with_company("NCS", "Bob", floated=False, Bob=2, Cem=1).stock_round("Cem")
    with table.arrange() as p:
        chief, *singles = p.d.certs_of["NCS"]
        p.s.certs[chief] = "ipo"
        for cert in singles[-pool:]:
            p.s.certs[cert] = "pool"
    table.buy("Cem", "NCS", "ipo")
    assert table.president("NCS") == director
    assert table.units("Cem", "NCS") == 2


@pytest.mark.rule("1839-14.3.3-04")
@pytest.mark.parametrize(("held", "director"), [(2, "Ann"), (3, "Ann"), (4, "Bob")])
def test_who_buys_more_than_the_director_has_directs(held: int, director: str):
    table = Table1839().with_privates_closed().with_company("NCS", "Ann", Ann=4, Bob=held).stock_round("Bob")
    table.buy("Bob", "NCS")
    assert (table.president("NCS"), table.units("Ann", "NCS"), table.units("Bob", "NCS")) == (director, 4, held + 1)
    chief = table.p.d.certs_of["NCS"][0]
    assert table.name(table.s.certs[chief]) == director
