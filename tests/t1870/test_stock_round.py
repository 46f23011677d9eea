"""The stock round: turns, priority, what a player may do in a turn (5, 5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.t1870.table import Table


def usual() -> Table:
    """Ann runs SP, Bob runs MP; everybody has shares, some are in the market, and there are private companies."""
    table = Table().with_company("SP", "Ann", Ann=3, Bob=2, Cem=1, pool=1, treasury_shares=1, treasury=500)
    table.with_company("MP", "Bob", Bob=3, Ann=2, Cem=1, pool=1, par=90)
    return table.with_private("GRSC", "Cem").with_private("SCC", "pool")


def rest_passes(table: Table) -> Table:
    """Everybody passes until the stock round is over."""
    turn = table.s.clock.turn
    while table.s.clock.round == "stock" and table.s.clock.turn == turn:
        table.do(table.deciders()[0], "pass")
    return table


# --- the round


@pytest.mark.rule("1870-5-01", "1870-5.2.2-01")
def test_the_round_ends_when_all_have_passed_in_order_and_not_before():
    table = usual().stock_round("Ann").do("Ann", "pass").do("Bob", "pass")
    table.buy("Cem", "SP").do("Cem", "pass")
    # Two passes before Cem's purchase count no more.
    table.do("Ann", "pass").do("Bob", "pass")
    assert (table.s.clock.round, table.deciders()) == ("stock", ["Cem"])
    table.do("Cem", "pass")
    assert table.s.clock.round == "operating"


@pytest.mark.rule("1870-5-01", "1870-5.2.2-01")
def test_passes_from_before_a_purchase_do_not_end_the_round():
    table = usual().stock_round("Ann").do("Ann", "pass").do("Bob", "pass").buy("Cem", "MP").do("Cem", "pass")
    table.buy("Ann", "MP").do("Ann", "pass").buy("Bob", "MP").do("Bob", "pass").do("Cem", "pass")
    # Each of them has passed once, but not one after the other.
    assert (table.s.clock.round, table.deciders()) == ("stock", ["Ann"])


@pytest.mark.rule("1870-5-01", "1870-5.2.1-01")
def test_turns_go_clockwise_from_the_priority_card():
    table = usual().stock_round("Cem")
    for who in ("Cem", "Ann", "Bob", "Cem"):
        assert table.deciders() == [who]
        table.may_not_buy({"Cem": "Ann", "Ann": "Bob", "Bob": "Cem"}[who], "MP")
        table.buy(who, "MP", "ipo" if table.units("ipo", "MP") else "pool").do(who, "pass")


@pytest.mark.rule("1870-5.2.1-02", "1870-5.3-06", "1870-5.3.3-03")
def test_protection_skips_players():
    table = usual().stock_round("Bob").do("Bob", "sell", company="SP", shares=1).do("Bob", "pass")
    assert table.deciders() == ["Ann"]
    assert set(table.verbs("Ann")) >= {"protect", "let_fall"}
    table.refused("Cem", "pass")
    table.do("Ann", "protect")
    # Left of Ann, who protected, sits Bob: Cem has missed his turn.
    assert table.deciders() == ["Bob"]
    table = usual().stock_round("Bob").do("Bob", "sell", company="SP", shares=1).do("Bob", "pass")
    table.do("Ann", "let_fall")
    assert table.deciders() == ["Cem"]


ACTIONS: dict[str, Callable[[Table], Table]] = {
    "buying": lambda table: table.buy("Ann", "MP").done("Ann"),
    "starting a company": lambda table: table.do("Ann", "par", company="IC", price=68).done("Ann"),
    "selling": lambda table: table.do("Ann", "sell", company="SP", shares=1).done("Ann"),
    "reissuing": lambda table: table.do("Ann", "reissue", company="SP"),
    "redeeming": lambda table: table.do("Ann", "redeem", company="SP", **{"from": "pool"}),
    "a private company": lambda table: table.do("Ann", "buy_private", private="SCC").done("Ann"),
}


@pytest.mark.rule("1870-5.2.2-02", "1870-5.2.2-03")
@pytest.mark.parametrize("what", list(ACTIONS))
def test_the_priority_card_goes_left_of_the_last_to_act(what: str):
    table = usual().with_company("SP", "Ann", Ann=5, Cem=2, pool=2, treasury_shares=1).stock_round("Ann")
    ACTIONS[what](table)
    rest_passes(table)
    assert table.name(table.s.priority) == "Bob"
    assert table.name(rest_passes(usual().stock_round("Ann")).s.priority) == "Ann"


@pytest.mark.rule("1870-5.2.2-02", "1870-5.2.2-03")
def test_only_the_last_to_act_moves_the_priority_card():
    table = usual().stock_round("Ann").buy("Ann", "SP").do("Ann", "pass").do("Bob", "pass").buy("Cem", "SP")
    table.do("Cem", "pass")
    assert table.name(rest_passes(table).s.priority) == "Ann"


@pytest.mark.rule("1870-5.2.2-04")
@pytest.mark.parametrize("holder", ["Ann", "Bob", "Cem"])
def test_if_nobody_acts_the_priority_card_stays(holder: str):
    table = Table().stock_round(holder)
    for _ in range(3):
        table.do(table.deciders()[0], "pass")
    assert table.s.clock.turn == 3
    assert table.name(table.s.priority) == holder
    assert table.deciders() == [holder]


# --- all sold


@pytest.mark.rule("1870-5.2.3-01")
@pytest.mark.parametrize(
    ("holders", "box"),
    [
        ({"Ann": 6, "Bob": 4}, "1,6"),
        ({"Ann": 6, "Bob": 2, "treasury_shares": 2}, "1,6"),
        ({"Ann": 6, "Bob": 3}, "2,6"),
        ({"Ann": 6, "Bob": 3, "pool": 1}, "2,6"),
        ({"Ann": 6, "Bob": 2, "treasury_shares": 1}, "2,6"),
    ],
    ids=["players", "players and company", "one in the offering", "one in the market", "one in the offering still"],
)
def test_a_company_whose_shares_are_all_sold_rises_one_row(holders: dict[str, int], box: str):
    table = Table().with_company("SP", "Ann", box="2,6", **holders).stock_round("Ann")
    assert table.box("SP") == "2,6"
    assert rest_passes(table).box("SP") == box


@pytest.mark.rule("1870-5.2.3-02")
@pytest.mark.parametrize(("dear", "cheap"), [("TP", "ATSF"), ("ATSF", "TP")])
def test_all_sold_companies_rise_in_share_price_order(dear: str, cheap: str):
    # From the top row the dearer one comes right and down, into the box that the cheaper one rises to.
    table = Table().with_company(cheap, "Ann", Ann=6, Bob=4, box="2,7")
    table.with_company(dear, "Ann", Ann=6, Bob=4, box="0,6").stock_round("Ann")
    assert rest_passes(table).s.market["1,7"] == [dear, cheap]


# --- a turn


@pytest.mark.rule("1870-5-02", "1870-5.3-01", "1870-5.3-02", "1870-5.3-04")
def test_what_there_is_to_do_in_a_turn():
    table = usual().with_company("SP", "Ann", Ann=5, Cem=2, pool=2, treasury_shares=1).stock_round("Ann")
    assert set(table.verbs("Ann")) == {"buy", "par", "sell", "buy_private", "redeem", "reissue", "pass", "stop"}
    assert {move["company"] for move in table.legal("Ann", "redeem")} == {"SP"}
    assert {move["company"] for move in table.legal("Ann", "reissue")} == {"SP"}
    table.do("Ann", "pass")
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1870-5.3-01", "1870-5.3-04")
def test_only_the_president_acts_for_a_company():
    table = usual().with_company("MP", "Bob", Bob=5, Ann=3, pool=2).stock_round("Ann")
    table.refused("Ann", "redeem", "5.3", company="MP", **{"from": "pool"})
    table.do("Ann", "pass").do("Bob", "redeem", company="MP", **{"from": "pool"})
    assert table.units("MP", "MP") == 1
    table.refused("Cem", "reissue", "5.3", company="SP")


@pytest.mark.rule("1870-5.3-05", "1870-5.3-01")
def test_acting_for_a_company_is_the_whole_turn():
    for verb, args in (("redeem", {"company": "SP", "from": "pool"}), ("reissue", {"company": "SP"})):
        table = usual().with_company("SP", "Ann", Ann=5, Cem=2, pool=2, treasury_shares=1).stock_round("Ann")
        table.do("Ann", verb, **args)
        assert table.deciders() == ["Bob"]
        table = usual().with_company("SP", "Ann", Ann=5, Cem=2, pool=2, treasury_shares=1).stock_round("Ann")
        table.buy("Ann", "MP").refused("Ann", verb, "5.3", **args)
        table = usual().with_company("SP", "Ann", Ann=5, Cem=2, pool=2, treasury_shares=1).stock_round("Ann")
        table.do("Ann", "sell", company="MP", shares=1).refused("Ann", verb, "5.3", **args)


@pytest.mark.rule("1870-5.3-01")
def test_one_company_in_a_turn():
    table = usual().with_company("MP", "Ann", Ann=5, pool=2, Bob=3).with_company("SP", "Ann", Ann=5, pool=2, Bob=3)
    table.stock_round("Ann").do("Ann", "redeem", company="MP", **{"from": "pool"})
    table.refused("Ann", "redeem", company="SP", **{"from": "pool"})


@pytest.mark.rule("1870-5.3-03")
def test_one_share_a_turn():
    table = usual().stock_round("Ann").buy("Ann", "MP")
    table.may_not_buy("Ann", "MP", section="5.3")
    table.may_not_buy("Ann", "SP", "pool", section="5.3")
    table.refused("Ann", "par", "5.3", company="IC", price=68)
    assert table.units("Ann", "MP") == 3


@pytest.mark.rule("1870-5.3-02")
@pytest.mark.parametrize("sell", ["before", "after"])
def test_a_private_company_takes_the_place_of_a_share_and_leaves_room_for_selling(sell: str):
    table = usual().stock_round("Ann")
    if sell == "before":
        table.do("Ann", "sell", company="MP", shares=1).do("Ann", "buy_private", private="SCC")
    else:
        table.do("Ann", "buy_private", private="SCC").may_not_buy("Ann", "SP", section="5.3")
        table.refused("Ann", "par", "5.3", company="IC", price=68)
        table.do("Ann", "sell", company="MP", shares=1)
    assert table.name(table.s.privates["SCC"]) == "Ann"
    table = usual().stock_round("Ann").buy("Ann", "SP")
    table.refused("Ann", "buy_private", "5.3", private="SCC", price=50)


# --- buying


@pytest.mark.rule("1870-5.3.1-01", "1870-5.3.1-05")
@pytest.mark.parametrize("box", ["1,6", "0,20", "8,5"])
def test_shares_in_the_offering_cost_par_whatever_the_market_says(box: str):
    table = usual().with_box("MP", box).stock_round("Cem")
    cash, bank = table.cash("Cem"), table.cash("bank")
    table.buy("Cem", "MP")
    assert (table.cash("Cem"), table.cash("bank")) == (cash - 90, bank + 90)
    assert table.units("Cem", "MP") == 2


@pytest.mark.rule("1870-5.3.1-01", "1870-5.3.1-05")
def test_the_presidents_certificate_of_a_new_company_is_bought_in_the_offering():
    table = usual().stock_round("Cem")
    cash, bank = table.cash("Cem"), table.cash("bank")
    table.do("Cem", "par", company="IC", price=76)
    assert (table.cash("Cem"), table.cash("bank")) == (cash - 152, bank + 152)
    assert table.president("IC") == "Cem"


@pytest.mark.rule("1870-5.3.1-02", "1870-5.3.1-03", "1870-5.3.1-05")
def test_reissued_shares_cost_their_new_par_and_pay_the_company_when_the_round_ends():
    table = Table().with_company("SP", "Ann", Ann=6, Bob=2, treasury_shares=2, treasury=40, box="0,10")
    table.stock_round("Ann").do("Ann", "reissue", company="SP")
    bob, bank = table.cash("Bob"), table.cash("bank")
    table.buy("Bob", "SP")
    # Three quarters of 160 are 120.
    assert table.cash("Bob") == bob - 120
    assert (table.cash("SP"), table.cash("bank")) == (40, bank)
    table.done("Bob").buy("Cem", "SP")
    assert table.cash("SP") == 40
    rest_passes(table)
    assert table.cash("SP") == 40 + 240


@pytest.mark.rule("1870-5.3.1-04", "1870-5.3.1-05")
def test_shares_in_the_open_market_cost_the_market_price():
    table = usual().with_box("MP", "0,9").stock_round("Cem")
    cash, bank = table.cash("Cem"), table.cash("bank")
    table.buy("Cem", "MP", "pool")
    assert (table.cash("Cem"), table.cash("bank")) == (cash - 140, bank + 140)
    assert table.units("pool", "MP") == 0
    table.done("Cem").done("Ann").done("Bob").may_not_buy("Cem", "MP", "pool", section="5.3.1")


# --- buying a private company


@pytest.mark.rule("1870-5.3.2-01")
@pytest.mark.parametrize("price", [1, 20, 333])
def test_a_private_company_of_another_player_at_any_price_agreed_on(price: int):
    table = usual().stock_round("Ann")
    table.refused("Ann", "buy_private", private="GRSC", price=0)
    ann, cem = table.cash("Ann"), table.cash("Cem")
    table.do("Ann", "buy_private", private="GRSC", price=price)
    assert table.name(table.s.privates["GRSC"]) == "Cem"
    table.refused("Bob", "accept", offer=table.s.offers[-1].id)
    table.do("Cem", "accept", offer=table.s.offers[-1].id)
    assert table.name(table.s.privates["GRSC"]) == "Ann"
    assert (table.cash("Ann"), table.cash("Cem")) == (ann - price, cem + price)
    table.may_not_buy("Ann", "SP", section="5.3")


@pytest.mark.rule("1870-5.3.2-01")
def test_the_owner_may_decline_and_nobody_can_sell_what_they_do_not_have():
    table = usual().stock_round("Ann").do("Ann", "buy_private", private="GRSC", price=20)
    table.do("Cem", "decline", offer=table.s.offers[-1].id)
    assert table.name(table.s.privates["GRSC"]) == "Cem"
    table.buy("Ann", "SP")
    table = usual().with_private("MRBC", "SP").with_private("GSC", "Ann").stock_round("Ann")
    table.refused("Ann", "buy_private", "5.3.2", private="MRBC", price=20)
    table.refused("Ann", "buy_private", "5.3.2", private="GSC", price=20)
    table.refused("Ann", "buy_private", "5.3.2", private="MKT", price=20)


@pytest.mark.rule("1870-5.3.2-02")
def test_a_private_company_in_the_open_market_costs_what_is_printed_on_it():
    table = usual().stock_round("Bob")
    for price in (1, 49, 51, 100):
        table.refused("Bob", "buy_private", private="SCC", price=price)
    bob, bank = table.cash("Bob"), table.cash("bank")
    table.do("Bob", "buy_private", private="SCC", price=50)
    assert (table.cash("Bob"), table.cash("bank")) == (bob - 50, bank + 50)
    assert not table.s.offers


def brown(**options: str) -> Table:
    """Bob's SP is brown with four shares in the pool; Ann, on turn, has shares of Cem's MP and GMO."""
    table = Table(**options).with_company("SP", "Bob", Bob=4, pool=4).with_box("SP", "5,0")
    table.with_company("MP", "Cem", Cem=4, Ann=2).with_company("GMO", "Cem", Cem=4, Ann=2)
    return table.with_cash("Ann", 500).with_cash("Cem", 0).stock_round("Ann")


@pytest.mark.rule("1870-5.3.4-01")
def test_nobody_sells_buys_and_sells_again_between_brown_shares():
    table = brown().buy("Ann", "SP", "pool", shares=1)
    table.do("Ann", "sell", company="MP", shares=1)
    table.may_not_buy("Ann", "SP", "pool", shares=1)
    table.do("Ann", "sell", company="GMO", shares=1)

    sold_first = brown().do("Ann", "sell", company="MP", shares=1).buy("Ann", "SP", "pool", shares=1)
    sold_first.buy("Ann", "SP", "pool", shares=2)
    sold_first.refused("Ann", "sell", "5.3.4", company="GMO", shares=1)


@pytest.mark.rule("1870-5.3.1-04", "1870-5.3-03")
def test_buying_from_the_open_market_costs_the_market_price():
    table = Table().with_company("SP", "Bob", par=90, Bob=5, pool=2).stock_round("Ann")
    table.with_box("SP", "0,6").do("Ann", "buy", company="SP", **{"from": "pool"})
    assert table.cash("Ann") == 600
    assert table.units("Ann", "SP") == 1
    table.refused("Ann", "buy", company="SP", **{"from": "pool"})
