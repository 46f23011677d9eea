"""Where a verb has thousands of moves, a robot looks at the most promising ones, and not at the first."""

import random

from bot.robots.steady.listing import promising
from bot.robots.steady.look import Look
from bot.robots.steady.stock import start
from engine import Act
from engine.core.verbs import complete_moves
from tests.t1839.table import Table1839


def look() -> Look:
    """Ann may start any of eight locals with two homes of her choice."""
    table = Table1839().with_privates_closed().with_phase("light green").with_cash("Ann", 900).stock_round("Ann")
    return Look(table.game, table.seat("Ann"), random.Random(1), None, 12)


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
    seen = look()
    best = max(start(seen, "par"), key=lambda one: one.score).act
    cities = sorted((act.args["home"] for act in seen.moves("par") if "home" in act.args), key=str)
    worth = {str(one): seen.surroundings(str(one)) for one in dict.fromkeys(cities)}
    homes = [value for value in best.args.values() if str(value) in worth]
    assert homes and worth[str(homes[0])] == max(worth.values())
