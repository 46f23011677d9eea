"""How the sensible robot starts companies and floats them."""

import random
from dataclasses import replace

import pytest

from bot.robots.foresight.worth import to_float
from bot.robots.steady.look import Look
from bot.robots.steady.starting import start
from bot.robots.steady.stock import buy
from engine.view import view
from tests.robots.test_sense import shares
from tests.t1870.lines import row_b
from tests.t1870.table import Table

ALL = 500


def look(table: Table) -> Look:
    return Look(table.game, table.seat("Ann"), random.Random(1), None, ALL)


def test_its_own_company_comes_before_a_bargain_that_would_take_the_money():
    """In 1889 it bought a good share with the money for its company's last two, which then waited for a round."""
    found = look(shares(Ann=200).stock_round("Ann"))
    found.coming = replace(found.coming, rounds=8.0, earns={**found.coming.earns, "MKT": 700.0, "FW": 400.0})
    scores = {str(one.act.args["company"]): one.score for one in buy(found, "buy")}
    assert scores["FW"] > scores["MKT"] > 300


def test_it_chooses_a_price_at_which_its_own_money_floats_the_company():
    """In 1889 it reckoned with money of others, who bought other shares: the company floated three rounds later."""
    table = row_b().with_company("MKT", "Bob", Bob=6).with_cash("Bob", 2_000).with_cash("Cem", 2_000)
    table.with_cash("Ann", 450).stock_round("Ann")
    best: dict[str, str | int] = dict(max(start(look(table), "par"), key=lambda one: one.score).act.args)
    after = table.do("Ann", "par", **best)
    company = next(one for one in view(after.game).companies if one.symbol == best["company"])
    assert to_float(view(after.game), company) <= after.cash("Ann")


@pytest.mark.parametrize(("earns", "starts"), [(30.0, False), (400.0, True)])
def test_a_company_is_started_for_what_it_will_be_worth(earns: float, starts: bool):
    """In 1843 it passed with 487fr, more than a good company needed, and the next player started that one."""
    table = row_b().with_company("MKT", "Bob", Bob=6).with_train("MKT", "3").with_cash("Ann", 700).stock_round("Ann")
    found = look(table)
    new = [one.symbol for one in found.view.companies if not one.started]
    expected = {**found.coming.earns, "MKT": 600.0, **dict.fromkeys(new, earns)}
    found.coming = replace(found.coming, rounds=8.0, earns=expected)
    share = max(one.score for one in buy(found, "buy") if one.act.args["company"] == "MKT")
    assert (max(one.score for one in start(found, "par")) > share) == starts


def test_what_another_company_may_still_earn_does_not_keep_it_from_starting_one():
    """The whole of what a train might cost was put aside, and it said that it lacked the money to float a company."""
    table = row_b().with_cash("ATSF", 0).with_supply_from("4").with_phase("3").with_cash("Ann", 600).stock_round("Ann")
    found = look(table)
    assert sum(found.owed.values()) > 0
    tried = {one.act.args["price"]: one for one in start(found, "par")}
    cheapest, dearest = tried[min(tried)], tried[max(tried)]
    assert cheapest.why.key == "start_alone" and cheapest.score > 0
    # Beyond that it says what the money is kept for, and not that there is none.
    assert dearest.why.key in ("start_kept", "start_far")
    kept = [one.why.values for one in tried.values() if one.why.key == "start_kept"]
    assert kept and all(one["kept"] > 0 for one in kept)


def test_a_share_from_the_pool_floats_nothing():
    """It was bought before a better one, as if it brought its company nearer to floating."""
    table = shares(Ann=200).with_company("FW", "Ann", Ann=3, pool=1, floated=False).stock_round("Ann")
    of_own = [one for one in buy(look(table), "buy") if one.act.args["company"] == "FW"]
    scores = {str(one.act.args["from"]): one.score for one in of_own}
    assert scores["ipo"] > scores["pool"] + 100


def test_a_new_company_earns_with_as_many_trains_as_it_can_pay_for():
    """In 1839 a new local with one train was reckoned with two, and bought for 330 a round."""
    earns = {}
    for treasury in (700, 1_400):
        table = row_b().with_company("MKT", "Ann", Ann=6, treasury=treasury).with_supply_from("6").with_phase("5")
        with table.arrange() as p:
            p.company("MKT").turns = 0
        earns[treasury] = look(table.stock_round("Ann")).coming.earns["MKT"]
    assert 0 < earns[700] < earns[1_400]


def wants(cash: int, owes: int) -> Table:
    """MKT of Bob, who has the money, lacks a share; Ann's ATSF will need a train, and its treasury lacks this much."""
    table = row_b().with_supply_from("6").with_phase("5").with_company("MKT", "Bob", par=68, Bob=5, floated=False)
    price = table.p.d.trains["6"].price
    return table.with_cash("ATSF", price - owes).with_cash("Bob", 1_000).with_cash("Ann", cash).stock_round("Ann")


def test_money_that_its_company_needs_floats_nobody_elses():
    """In 1839 it floated two companies of others with money that its own were short of, and lost all of them."""
    gained = {}
    for owes in (0, 600):
        found = look(wants(100, owes))
        gained[owes] = next(one.score for one in buy(found, "buy") if one.act.args["company"] == "MKT")
    assert gained[0] > 0 > gained[600]


def test_no_company_is_started_with_money_that_another_needs():
    """In 1839 it started a ninth company when eight of its companies needed trains that it could not pay for."""
    best = {}
    for owes in (0, 600):
        found = start(look(wants(450, owes)), "par")
        best[owes] = max(one.score for one in found if one.act.args["company"] == "SP")
    assert best[0] > 0 > best[600]
