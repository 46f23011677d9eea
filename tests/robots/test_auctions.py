"""What a robot does in an auction."""

import random

import pytest

from bot.robots.steady.deciding import ranked
from bot.robots.steady.look import Look
from bot.robots.steady.scored import Scored
from engine.view import view
from tests.robots.games import begun
from tests.t1839.table import Table1839
from tests.t1839.test_auction import discounted, turn_anew
from tests.t1843.table import Table as Table1843
from tests.t1843.table import auction

MANY, COST, LOWEST = 40, 100, 67
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


def fought_over(at: int) -> Table1843:
    """1843's auction: Bob has two private companies, and Cem bids most for the one with PLM's presidency."""
    table = auction()
    for name, private, amount in (("Ann", "LM", 215), ("Bob", "LM", 220), ("Cem", "BA", 155)):
        table.do(name, "bid", private=private, amount=amount)
    table.do("Ann", "bid", private="LM", amount=at + 5).do("Bob", "bid", private="LM", amount=at + 10)
    table.do("Cem", "bid", private="LM", amount=at + 15)
    for name in ("Ann", "Bob", "Cem", "Ann", "Bob"):
        table.do(name, "take")
    return table.do("Ann", "pass_auction")


@pytest.mark.parametrize(("at", "verb"), [(220, "bid"), (330, "pass_auction")])
def test_shares_that_come_with_a_private_company_are_worth_their_price_and_cost_no_more_than_shares(at: int, verb: str):
    """It left PLM to others for 225fr in 59 of 85 games, and lost 34 of those."""
    best = ranked(Look(fought_over(at).game, "p2", random.Random(1), None, MANY))[0]
    assert best.act.verb == verb
    if verb == "bid":
        assert best.act.args["private"] == "LM" and best.why.key == "bid" and best.why.values["worth"] > at + 20


@pytest.mark.parametrize(
    ("title", "private", "least", "most"),
    [("1843", "LM", 250, 330), ("1870", "MKT", 205, 260), ("1870", "SLSF", 130, 164)],
)
def test_what_comes_with_a_private_company_counts_by_what_it_begins_with(
    title: str, private: str, least: int, most: int
):
    """1870's SLSF floats with the president's certificate alone: nobody else has bought of it."""
    game = begun(title, ["P0", "P1", "P2"], 1)
    choices = ranked(Look(game, game.decisions()[0].seat, random.Random(1), None, MANY))
    best = next(one for one in choices if one.act.args.get("private") == private)
    assert least <= best.why.values["worth"] <= most


@pytest.mark.parametrize("seed", [1, 2])
def test_robots_sell_off_an_auction_and_keep_what_floats_their_company(seed: int):
    """They counted presidencies as spent, and passed the cheap private companies for five rounds."""
    game, stream, paid = begun("1828", ["P0", "P1", "P2"], seed), random.Random(seed), 0
    while "par" not in game.verbs(seat := game.decisions()[0].seat):
        best = ranked(Look(game, seat, stream, None, MANY))[0]
        if best.why.key == "bid_ties":
            assert game.state.cash[seat] - int(best.why.values["price"]) < 6 * LOWEST
        game, events = game.apply(seat, best.act)
        paid += any(one.kind == "round" and one.data["round"] == "privates" for one in events)
    assert paid <= 1
    seen = view(game)
    presidents = [one.president for one in seen.companies if one.president]
    assert len(presidents) - len(set(presidents)) <= 1, "four presidencies for three players"
    held = {one.id: sum(share.units for share in one.shares if share.units > 1) for one in seen.seats}
    assert all((one.cash or 0) >= 3 * LOWEST for one in seen.seats if held[one.id] == 3)
