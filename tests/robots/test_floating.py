"""How the sensible robot starts companies and floats them."""

import random
from dataclasses import replace

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


def test_a_share_from_the_pool_floats_nothing():
    """It was bought before a better one, as if it brought its company nearer to floating."""
    table = shares(Ann=200).with_company("FW", "Ann", Ann=3, pool=1, floated=False).stock_round("Ann")
    of_own = [one for one in buy(look(table), "buy") if one.act.args["company"] == "FW"]
    scores = {str(one.act.args["from"]): one.score for one in of_own}
    assert scores["ipo"] > scores["pool"] + 100
