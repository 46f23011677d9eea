"""Companies take back their own shares (5.10)."""

from __future__ import annotations

import pytest

from tests.t1870.table import Table

FOUR = ("Ann", "Bob", "Cem", "Dan")


def sp(turn: str = "Ann", **holders: int) -> Table:
    """Ann presides over the SP, par and price $100, treasury $1,000."""
    return Table(FOUR).with_company("SP", "Ann", **holders).stock_round(turn)


def redeem(table: Table, source: str = "pool") -> Table:
    """Ann redeems an SP share from the pool, or from a player who agrees."""
    others = () if source in ("pool", "Ann") else (source,)
    return table.agree("Ann", "redeem", *others, company="SP", **{"from": source})


def may_not(table: Table, source: str = "pool", section: str = "5.10", who: str = "Ann") -> str:
    """Assert that the redemption is refused."""
    return table.refused(who, "redeem", section, company="SP", **{"from": source})


@pytest.mark.rule("1870-5.10-01", "1870-5.10-09", "1870-5.10-08")
def test_a_share_is_redeemed_from_the_market_at_the_market_price():
    table = sp(Ann=5, pool=3).with_box("SP", "1,7").with_cash("Ann", 7)
    bank = table.cash("bank")
    redeem(table)
    assert (table.units("SP", "SP"), table.units("pool", "SP")) == (1, 2)
    assert (table.cash("SP"), table.cash("bank"), table.cash("Ann")) == (900, bank + 100, 7)
    assert table.box("SP") == "1,7"


@pytest.mark.rule("1870-5.10-01", "1870-5.10-05", "1870-5.10-09", "1870-5.10-08")
def test_a_share_is_redeemed_from_a_player_who_agrees():
    table = sp(Ann=5, Bob=3).with_box("SP", "0,7").with_cash("Bob", 0)
    redeem(table, "Bob")
    assert (table.units("SP", "SP"), table.units("Bob", "SP")) == (1, 2)
    assert (table.cash("SP"), table.cash("Bob")) == (890, 110)
    assert table.box("SP") == "0,7"


@pytest.mark.rule("1870-5.10-05")
def test_a_player_may_refuse_to_give_up_a_share():
    table = sp(Ann=5, Bob=3).do("Ann", "redeem", company="SP", **{"from": "Bob"})
    assert (table.units("Bob", "SP"), table.cash("SP")) == (3, 1000)
    table.do("Bob", "decline", offer=table.s.offers[-1].id)
    assert (table.units("Bob", "SP"), table.units("SP", "SP")) == (3, 0)
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1870-5.10-05")
def test_an_unanswered_request_ends_with_the_turn():
    table = sp(Ann=5, Bob=3).do("Ann", "redeem", company="SP", **{"from": "Bob"})
    offer = table.s.offers[-1].id
    table.do("Ann", "pass")
    table.refused("Bob", "accept", offer=offer)
    assert table.units("Bob", "SP") == 3


@pytest.mark.rule("1870-5.10-01")
def test_only_the_president_redeems():
    may_not(sp("Bob", Ann=5, pool=3), who="Bob", section="5.3")
    redeem(sp("Ann", Ann=5, pool=3))


@pytest.mark.rule("1870-5.10-02")
def test_a_company_holds_at_most_four_of_its_shares():
    table = Table(FOUR).with_company("SP", "Ann", Ann=6, treasury_shares=4).stock_round("Ann")
    assert "holds 4" in may_not(table, "Ann")
    fourth = Table(FOUR).with_company("SP", "Ann", Ann=6, treasury_shares=3, pool=1).stock_round("Ann")
    assert redeem(fourth).units("SP", "SP") == 4


@pytest.mark.rule("1870-5.10-03")
@pytest.mark.parametrize(("ann", "pool", "allowed"), [(5, 2, True), (5, 1, False), (2, 5, True), (3, 3, False)])
def test_six_shares_must_stay_with_players_or_in_the_market(ann: int, pool: int, allowed: bool):
    table = sp(Ann=ann, pool=pool)
    if allowed:
        redeem(table)
        assert table.units("Ann", "SP") + table.units("pool", "SP") == 6
    else:
        may_not(table)


@pytest.mark.rule("1870-5.10-04")
def test_what_is_in_the_market_must_be_redeemed_first():
    may_not(sp(Ann=4, Bob=3, pool=1), "Bob")
    redeem(sp(Ann=4, Bob=4), "Bob")
    may_not(sp(Ann=4, Bob=4), "pool")


@pytest.mark.rule("1870-5.10-06")
def test_a_redemption_may_not_change_the_president():
    may_not(sp(Ann=3, Bob=3, Cem=2), "Ann")
    table = sp(Ann=4, Bob=3, Cem=2)
    assert redeem(table, "Ann").president("SP") == "Ann"
    assert (table.units("Ann", "SP"), table.cash("SP")) == (3, 900)


@pytest.mark.rule("1870-5.10-06")
def test_the_presidents_certificate_cannot_be_redeemed():
    may_not(sp(Ann=2, Bob=2, Cem=2, Dan=2), "Ann")


@pytest.mark.rule("1870-5.10-07")
def test_whoever_gave_a_share_may_still_buy_shares_of_that_company():
    table = redeem(sp(Ann=5, Bob=3), "Bob")
    assert table.deciders() == ["Bob"]
    table.with_cash("Bob", 500).buy("Bob", "SP")
    assert table.units("Bob", "SP") == 3


@pytest.mark.rule("1870-5.10-10")
def test_redeeming_is_the_presidents_whole_turn():
    assert redeem(sp(Ann=5, pool=3)).deciders() == ["Bob"]
    bought = sp(Ann=5, pool=2).with_company("MP", "Bob", Bob=6).buy("Ann", "MP")
    may_not(bought, section="5.3")
    sold = sp(Ann=5, pool=2).do("Ann", "sell", company="SP", shares=1)
    may_not(sold, section="5.3")


@pytest.mark.rule("1870-5.10-11")
def test_redeeming_moves_the_priority_card():
    table = sp("Dan", Ann=5, pool=3).do("Dan", "pass")
    redeem(table).everybody_passes()
    assert table.name(table.s.priority) == "Bob"
    untouched = sp("Dan", Ann=5, pool=3).everybody_passes()
    assert untouched.name(untouched.s.priority) == "Dan"


@pytest.mark.rule("1870-5.10-12")
def test_a_company_redeems_one_share_in_a_stock_round():
    table = redeem(sp(Ann=5, pool=5))
    for other in ("Bob", "Cem", "Dan"):
        table.do(other, "pass")
    assert "stock round" in may_not(table)


@pytest.mark.rule("1870-5.10-12")
def test_in_the_next_stock_round_it_may_redeem_again():
    table = redeem(sp(Ann=5, pool=5)).everybody_passes()
    to_next_stock_round(table)
    while table.deciders() != ["Ann"]:
        table.do(table.deciders()[0], "pass")
    assert redeem(table).units("SP", "SP") == 2


def to_next_stock_round(table: Table) -> Table:
    """Do nothing in the operating rounds."""
    while table.s.clock.round == "operating":
        table.do(table.deciders()[0], "skip")
    return table


@pytest.mark.rule("1870-5.10-13")
def test_shares_on_offer_cannot_be_redeemed():
    original = sp(Ann=6, Bob=1)
    assert original.units("ipo", "SP") == 3
    may_not(original, "ipo", section="")
    reissued = sp(Ann=5, Bob=2, pool=1, treasury_shares=2).do("Ann", "reissue", company="SP")
    for other in ("Bob", "Cem", "Dan"):
        reissued.do(other, "pass")
    may_not(reissued, "ipo", section="")
    redeem(reissued)


@pytest.mark.rule("1870-5.10-14", "1870-5.11-06")
def test_after_a_reissue_a_share_is_redeemed_only_with_money_from_before():
    table = sp(Ann=5, Bob=2, pool=1, treasury_shares=2).with_cash("SP", 99).with_cash("Bob", 900)
    table.do("Ann", "reissue", company="SP").buy("Bob", "SP").done("Bob").do("Cem", "pass").do("Dan", "pass")
    may_not(table)
    rich = sp(Ann=5, Bob=2, pool=1, treasury_shares=2).with_cash("SP", 100).with_cash("Bob", 900)
    rich.do("Ann", "reissue", company="SP").buy("Bob", "SP").done("Bob").do("Cem", "pass").do("Dan", "pass")
    assert redeem(rich).cash("SP") == 0


@pytest.mark.rule("1870-5.10-09")
def test_the_treasury_must_hold_the_price():
    may_not(sp(Ann=5, pool=3).with_cash("SP", 99))
    assert redeem(sp(Ann=5, pool=3).with_cash("SP", 100)).cash("SP") == 0


@pytest.mark.rule("1870-5.10-15")
def test_a_new_company_cannot_redeem_in_the_round_that_floats_it():
    table = Table(FOUR).with_company("SP", "Ann", Ann=5, Bob=1, pool=1, floated=False, turns=0, home=False)
    may_not(table.stock_round("Ann"))
    table.everybody_passes()
    assert table.cash("SP") == 1000
    to_next_stock_round(table)
    redeem(table)


@pytest.mark.rule("1870-5.10-16")
def test_all_sold_looks_only_at_shares_that_are_not_redeemed():
    table = Table(FOUR).with_company("SP", "Ann", Ann=5, Bob=3, treasury_shares=2).with_box("SP", "3,5")
    assert table.stock_round("Ann").everybody_passes().box("SP") == "2,5"
    one_left = Table(FOUR).with_company("SP", "Ann", Ann=5, Bob=2, pool=1, treasury_shares=2).with_box("SP", "3,5")
    assert one_left.stock_round("Ann").everybody_passes().box("SP") == "3,5"


@pytest.mark.rule("1870-5.7-01")
def test_in_the_initial_round_no_player_gives_a_share_back_to_its_company_either():
    table = Table().with_company("SLSF", "Ann", Ann=4, Bob=4).stock_round("Ann", initial=True)
    table.refused("Ann", "redeem", "5.7", company="SLSF", **{"from": "Bob"})
    table.refused("Ann", "redeem", "5.7", company="SLSF", **{"from": "Ann"})
    later = Table().with_company("SLSF", "Ann", Ann=4, Bob=4).stock_round("Ann")
    later.agree("Ann", "redeem", "Bob", company="SLSF", **{"from": "Bob"})
