"""Where a verb has thousands of moves, a robot looks at the most promising ones, and not at the first."""

import random

import pytest

from bot.robots.steady.deciding import ranked
from bot.robots.steady.listing import promising
from bot.robots.steady.look import Look
from bot.robots.steady.starting import around, start
from bot.robots.steady.stock import sell
from engine import Act
from engine.core.verbs import complete_moves
from tests.t1839.table import Table1839
from tests.t1839.test_closing import buy, end_turn


def look(tries: int = 12) -> Look:
    """Ann may start any of eight locals with two homes of her choice."""
    table = Table1839().with_privates_closed().with_phase("light green").with_cash("Ann", 900).stock_round("Ann")
    return Look(table.game, table.seat("Ann"), random.Random(1), None, tries)


def test_what_is_listed_is_legal_and_the_best_is_among_it():
    seen = look()
    p = seen.game.position()
    everything = list(complete_moves(p, "par", p.title.verbs["par"], seen.seat))

    def promise(act: Act) -> float:
        return float(sum(ord(str(value)[0]) for value in act.args.values()))

    listed = promising(p, "par", seen.seat, promise, 12)
    assert all(not seen.game.why_not(seen.seat, act) for act in listed)
    assert len(listed) < 1_000 < len(everything)
    assert promise(listed[0]) == max(map(promise, everything))
    chosen = [frozenset(act.args.values()) for act in listed]
    assert len(chosen) == len(set(chosen)), "the same homes in another order are the same"


def test_a_home_is_chosen_for_what_is_around_it():
    """The first 400 moves were one company's, with its first home in the same few hexes at the edge of the map."""
    seen = look(tries=40)
    best = max((one for one in start(seen, "par") if "home" in one.act.args), key=lambda one: one.score).act
    cities = sorted((act.args["home"] for act in seen.moves("par") if "home" in act.args), key=str)
    worth = {str(one): seen.surroundings(str(one)) for one in dict.fromkeys(cities)}
    homes = [value for value in best.args.values() if str(value) in worth]
    assert homes and worth[str(homes[0])] == max(worth.values())


def floated(*homes: str) -> Look:
    """Ann's L1 has just floated, and has its two homes still to place."""
    table = Table1839().with_privates_closed().with_phase("light green").with_supply_from("3")
    table.with_company("L1", "Ann", homes=homes, home=False, Ann=6, treasury=150).stock_round("Ann")
    return Look(table.game, table.seat("Ann"), random.Random(1), None, 12)


@pytest.mark.parametrize("homes", [("B17", "E14"), ("G10", "I8")])
def test_a_local_that_has_not_run_yet_is_worth_keeping(homes: tuple[str, str]):
    """Its homes were not seen, so it seemed to earn nothing: in 1839 four shares of one that had just floated were
    sold to the market, and it was lost.
    """
    seen = floated(*homes)
    assert seen.coming.earns["L1"] > 0
    sales = [one for one in sell(seen, "sell") if one.act.args["company"] == "L1"]
    assert sales and all(one.score < 0 for one in sales)


def test_where_its_homes_are_makes_a_difference():
    assert floated("G10", "I8").coming.earns["L1"] > floated("B17", "E14").coming.earns["L1"]


def test_who_is_given_a_local_chooses_good_homes_for_it():
    """All pairs of homes counted alike, and the first in the list was taken."""
    table = Table1839().with_privates_closed().with_company("HIJSM", "Ann", price=74, Ann=6, treasury=5000)
    table.with_private("AV", "Bob").with_phase("blue").with_supply_from("R5").operating_turn("HIJSM", step="train")
    end_turn(buy(table, "R5"))
    while "keep" in table.verbs(table.deciders()[0]):
        table.do(table.deciders()[0], "keep")
    seen = Look(table.game, table.seat("Bob"), random.Random(1), None, 12)
    best = ranked(seen)[0].act
    assert best.verb == "take_local"
    first = seen.every("take_local")[0]
    assert around(seen, best) > around(seen, first) > 0
