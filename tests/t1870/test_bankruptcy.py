"""A president who cannot pay for a train ends the game (10.6.2, 13.1)."""

from __future__ import annotations

import pytest

from tests.t1870.lines import row_b
from tests.t1870.table import Table


def broke(*, mkt: int = 1, **options: str) -> Table:
    """The ATSF must buy a train for 300 and has 50. Ann has 40, its presidency, shares of the MKT and a private."""
    table = row_b(**options).with_supply_from("4").with_phase("3")
    table.with_company("ATSF", "Ann", Ann=2, Bob=1).with_company("MKT", "Bob", Bob=4, Ann=mkt)
    return table.with_cash("ATSF", 50).with_cash("Ann", 40).with_private("GRSC", "Ann")


@pytest.mark.rule("1870-13-01", "1870-13.1-01", "1870-10.6.2-10")
def test_a_president_who_cannot_find_the_money_is_bankrupt_and_the_game_ends():
    table = broke().operating_turn("ATSF", "train")
    table.refused("Ann", "skip", section="10.1")
    table.refused("Ann", "buy_train", section="10.6", **{"from": "bank"}, kind="4")
    table.refused("Ann", "sell", section="13.1", company="MKT", shares=1)  # it would not be enough
    table.do("Ann", "bankrupt")
    assert table.s.end.why == "bankruptcy"
    assert table.deciders() == []


@pytest.mark.rule("1870-13.1-03")
def test_nobody_goes_bankrupt_voluntarily():
    by_shares = broke(mkt=3).operating_turn("ATSF", "train")
    by_shares.refused("Ann", "bankrupt", section="13.1")
    by_cash = broke().with_cash("Ann", 250).operating_turn("ATSF", "train")
    by_cash.refused("Ann", "bankrupt", section="13.1")
    by_treasury = broke().with_cash("ATSF", 300).operating_turn("ATSF", "train")
    by_treasury.refused("Ann", "bankrupt", section="13.1")
    no_need = broke().with_train("ATSF", "4").with_private("SCC", "ATSF").operating_turn("ATSF", "train")
    no_need.refused("Ann", "bankrupt", section="10.1")


@pytest.mark.rule("1870-13.1-03")
def test_bankruptcy_may_be_engineered_by_selling_everything_before():
    table = broke(mkt=3).stock_round("Ann")
    table.refused("Ann", "bankrupt")
    table.do("Ann", "sell", company="MKT", shares=3)
    table.with_cash("Ann", 0).operating_turn("ATSF", "train").do("Ann", "bankrupt")
    assert table.s.end.why == "bankruptcy"


@pytest.mark.rule("1870-13.1-02")
def test_a_bankrupt_is_worth_their_unsold_shares_and_private_companies():
    table = broke().operating_turn("ATSF", "train").do("Ann", "bankrupt")
    ann, bob = table.s.end.worth["p1"], table.s.end.worth["p2"]
    assert ann == 2 * 100 + 20  # the presidency and the private; neither his cash nor the share of the MKT
    assert bob == 700 + 4 * 100 + 100
    full = broke().with_company("MKT", "Bob", Bob=4, Ann=1, pool=5).operating_turn("ATSF", "train")
    assert full.do("Ann", "bankrupt").s.end.worth["p1"] == 2 * 100 + 20 + 100


@pytest.mark.rule("1870-14-02")
def test_a_bankrupt_may_win():
    table = broke().with_company("ATSF", "Ann", Ann=5, pool=5, box="0,20", treasury=50).with_cash("Ann", 40)
    table.operating_turn("ATSF", "train").do("Ann", "bankrupt")
    assert table.s.end.worth["p1"] == 5 * 400 + 20
    assert table.s.end.winners == ["p1"]
