"""What a robot does in an auction whose prices fall."""

import random

import pytest

from bot.robots.steady.deciding import ranked
from bot.robots.steady.look import Look
from bot.robots.steady.scored import Scored
from tests.t1839.table import Table1839
from tests.t1839.test_auction import discounted, turn_anew

MANY, COST = 40, 100
DEAR, GOOD = "KFvSeaW", "SR-V"
"""One that costs more than it seems worth, and one that is worth its price."""


def cheapened(to: int) -> Table1839:
    """1839's auction, once the price of a good private company has fallen."""
    table = discounted(Table1839(), GOOD, (COST - to) // 20)
    return turn_anew(table)


def scores(table: Table1839) -> list[Scored]:
    return ranked(Look(table.game, table.seat(table.deciders()[0]), random.Random(1), None, MANY))


def test_it_makes_nothing_cheaper_that_the_next_player_would_gladly_take():
    """In 1839 robots let six private companies go to somebody else, far below the value that they gave them."""
    discounts = {str(one.act.args["private"]): one for one in scores(cheapened(60)) if one.act.verb == "discount"}
    assert discounts[GOOD].score < discounts[DEAR].score - 50
    assert discounts[GOOD].why.key == "cheapens" and int(discounts[GOOD].why.values["left"]) > 50


@pytest.mark.parametrize(("cash", "verb"), [(200, "take"), (60, "discount")])
def test_it_takes_a_bargain_that_leaves_enough_to_float_a_company(cash: int, verb: str):
    table = cheapened(40)
    best = scores(table.with_cash(table.deciders()[0], cash))[0]
    assert best.act.verb == verb
