"""Stock turns at their edges: a brown purchase in parts, what the initial round forbids, offers that outlive a fact."""

from __future__ import annotations

import pytest

from tests.t1870.lines import row_b
from tests.t1870.table import Table


def brown(**options: str) -> Table:
    """Bob's SP is brown with four shares in the open market; Ann, on turn, has shares of Cem's MP and GMO."""
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


@pytest.mark.rule("1870-5.7-01")
def test_in_the_initial_round_no_player_gives_a_share_back_to_its_company_either():
    table = Table().with_company("SLSF", "Ann", Ann=4, Bob=4).stock_round("Ann", initial=True)
    table.refused("Ann", "redeem", "5.7", company="SLSF", **{"from": "Bob"})
    table.refused("Ann", "redeem", "5.7", company="SLSF", **{"from": "Ann"})
    later = Table().with_company("SLSF", "Ann", Ann=4, Bob=4).stock_round("Ann")
    later.agree("Ann", "redeem", "Bob", company="SLSF", **{"from": "Bob"})


@pytest.mark.rule("1870-10.5-02")
def test_a_train_is_not_sold_by_the_yes_of_a_president_who_is_one_no_more():
    table = row_b().with_company("SP", "Bob", Bob=3, Cem=3).with_train("SP", "2").with_train("ATSF", "2")
    table.operating_turn("ATSF", "train").do("Ann", "buy_train", **{"from": "SP"}, kind="2", price=50)
    p = table._edit()
    chief, *singles = p.d.certs_of["SP"]
    bob, cem = table.seat("Bob"), table.seat("Cem")
    for cert in [cert for cert in singles if p.s.certs[cert] == cem][:2]:
        p.s.certs[cert] = bob
    p.s.certs[chief] = cem
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert table.trains("SP") == ["2"]
    assert table.happened("offer_void")
