"""What the sensible robot does with a company's money."""

import random
from dataclasses import replace

import pytest

from bot.robots.steady.deciding import try_out
from bot.robots.steady.fleet import buy
from bot.robots.steady.look import Look
from tests.t1870.lines import row_b
from tests.t1870.table import Table


def look(table: Table) -> Look:
    return Look(table.game, table.seat("Ann"), random.Random(1), None, 12)


@pytest.mark.parametrize(("treasury", "buys"), [(300, False), (2_000, True)])
def test_a_train_that_finds_little_to_run_is_not_bought_with_the_money_for_the_next_ones(treasury: int, buys: bool):
    """In 1870 it filled a charter with trains for which there was no track, and had neither place nor money later."""
    table = row_b().with_train("ATSF", "2", "2").with_phase("1").with_cash("ATSF", treasury)
    scores = [one.score for one in buy(look(table.operating_turn("ATSF", "train")), "buy_train")]
    assert scores and (max(scores) > 0) == buys


def test_it_sells_a_private_company_to_its_own_for_shares_it_could_buy():
    """In 1830 it kept one although its company had idle money, and passed for want of it in every stock round."""
    table = row_b().with_private("SCC", "Ann").with_phase("2").with_train("ATSF", "2").with_cash("ATSF", 400)
    table.with_company("MKT", "Bob", Bob=6).with_train("MKT", "3", "3").operating_turn("ATSF", "train")
    found = look(table)
    sold = {}
    for earns in (0.0, 400.0):
        found.coming = replace(found.coming, rounds=8.0, earns={**found.coming.earns, "MKT": earns, "ATSF": 0.0})
        sold[earns] = max(one.score for one in try_out(found, "buy_private") if one.act.args["price"] == 100)
    assert sold[400.0] > sold[0.0] + 30
