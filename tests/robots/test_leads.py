"""What a robot sees in a company's surroundings: stops by the lays that lead to them, and what trains would earn."""

import random
from dataclasses import replace

import pytest

from bot.robots.choosing import choose
from bot.robots.foresight.leads import FADE, STOP, Lead, leads, serves, soon, wanted
from bot.robots.steady.building import best_lays, uses
from bot.robots.steady.look import Look
from bot.robots.steady.scored import FAST
from bot.robots.strong.playing_on import quick
from engine import Act
from engine.titles import titles
from engine.view import view
from tests.long_runs import one_short_all_long
from tests.positions.lines import lay
from tests.robots.games import begun
from tests.t1870.table import Table

SOME, MANY = 250, 400
"""Moves of a game until towns lie on ways."""
HOME = Lead("A1/c0", 20.0, 0.0, 0, ())
NEAR = Lead("A3/c0", 30.0, 1.0, 1, (("A2", 1, 4),))
FAR = Lead("A5/c0", 40.0, 2.0, 2, (("A2", 1, 4), ("A4", 1, 4)))


def test_a_train_earns_the_stops_that_it_reaches_less_the_further_they_are():
    assert soon([HOME, NEAR], [2]) == pytest.approx((20 + 30) * FADE)
    assert soon([HOME, replace(NEAR, lays=0.0)], [2]) == 50
    assert soon([HOME], [2]) == soon([HOME, NEAR], []) == 0
    # The far one is the train's third stop, and a second train takes only what the first has left.
    assert soon([HOME, NEAR, FAR], [2]) == soon([HOME, NEAR], [2]) == soon([HOME, NEAR], [2, 2])
    assert soon([HOME, NEAR, FAR], [3]) > soon([HOME, NEAR, FAR], [2])


def test_what_needs_different_tiles_in_the_same_hex_does_not_count_twice():
    """In 1870 a company laid nothing for six rounds: one hex led to four places, and no tile to all."""
    east = Lead("A3/c0", 30.0, 2.0, 1, (("A2", 1, 4), ("A3", 1, STOP)), firm=True)
    north = Lead("B3/c0", 30.0, 2.0, 1, (("A2", 1, 3), ("B3", 0, STOP)), firm=True)
    assert soon([HOME, east, north], [2, 2]) == soon([HOME, east], [2, 2])
    later = [HOME, replace(east, firm=False), replace(north, firm=False)]
    assert soon([HOME, east], [2, 2]) < soon(later, [2, 2]) < 2 * soon([HOME, east], [2])
    apart = replace(north, way=(("B2", 1, 3), ("B3", 0, STOP)))
    assert soon([HOME, east, apart], [2, 2]) == pytest.approx(2 * soon([HOME, east], [2]))


def test_each_train_needs_track_of_its_own():
    near = Lead("A3/c0", 20.0, 0.0, 1, (), line=(("A1", 4), ("A2", 4)))
    far = Lead("A5/c0", 20.0, 0.0, 1, (), line=(("A1", 4), ("A2", 3)))
    assert soon([HOME, near, far], [2, 2]) == soon([HOME, near, far], [2]) == 40
    assert soon([HOME, near, replace(far, line=(("A1", 3),))], [2, 2]) == 80
    # A long train that ran both ways would leave a short one nothing.
    beyond = replace(near, stop="A7/c0", stops=2)
    assert soon([HOME, near, replace(far, line=(("A1", 3),)), beyond], [2, 3]) == 40 + 60


def test_a_company_lays_on_although_each_lay_leaves_something_out():
    table = Table().with_company("SP", "Ann", Ann=6, treasury=700).with_train("SP", *4 * ["2"])
    for hex_id, tile, sides in (("M2", "57", "SW NE"), ("N3", "8", "W NE"), ("M4", "9", "SW NE")):
        lay(table, hex_id, tile, sides)
    found = choose(table.operating_turn("SP", "track").game, table.seat("Ann"), "steady", "seed", None, 12)
    assert found is not None and found.verb == "lay"


def test_a_tile_serves_a_way_by_the_sides_that_it_joins():
    straight, city = [(1, 4)], [(1, 10), (4, 10)]
    assert serves(straight, 0, ("A2", 1, 4)) and serves(straight, 1, ("A2", 5, 2))
    assert not serves(straight, 1, ("A2", 1, 4))
    assert serves(city, 0, ("A2", 1, 4)) and serves(city, 0, ("A2", 4, STOP))
    assert not serves(city, 0, ("A2", 2, STOP))
    assert wanted([NEAR, FAR]) == {("A2", 1, 4): NEAR.worth + FAR.worth, ("A4", 1, 4): FAR.worth}


@pytest.mark.parametrize("title", [name for name in titles() if name[0].isdigit()])
def test_every_home_leads_somewhere(title: str):
    seen = view(begun(title, ["steady"] * 3, 1))
    homes = [one for one in seen.companies if one.homes]
    found = {one.symbol: leads(seen, one) for one in homes}
    assert sum(soon(one, [2, 2]) > 0 for one in found.values()) >= 0.7 * len(found) > 0
    assert all(lead.value >= 0 and lead.lays >= 0 for one in found.values() for lead in one)


def test_a_lay_towards_a_city_brings_it_nearer():
    table = Table().with_company("ATSF", "Ann", Ann=6, treasury=500)
    stop = "B11/c0"

    def lays() -> float:
        seen = view(table.game)
        company = next(one for one in seen.companies if one.symbol == "ATSF")
        return next(lead.lays for lead in leads(seen, company) if lead.stop == stop)

    before = lays()
    lay(table, "B9", "57", "E W")
    between = lays()
    lay(table, "B11", "57", "E W")
    assert before > between > lays() == 0


@pytest.mark.parametrize(
    ("title", "moves"), one_short_all_long([name for name in titles() if name[0].isdigit()], SOME, MANY)
)
def test_no_way_needs_another_tile_where_the_one_that_lies_stays(title: str, moves: int):
    """In 18Chesapeake a town's tile with its town stood on the best ways, and nothing ever replaces it."""
    game = begun(title, ["random"] * 3, 1)
    for number in range(moves):
        if not (waiting := game.decisions()):
            break
        act = quick(game, waiting[0].seat, random.Random(number))
        assert act is not None
        game, _ = game.apply(waiting[0].seat, act)
    seen = view(game)
    stay = {one.id for one in seen.hexes if one.tile and not game.asked.d.tiles[one.tile].upgrades_to}
    ways = {leg[0] for one in seen.companies if one.started for lead in leads(seen, one) for leg in lead.way}
    assert stay and ways and not ways & stay


def test_a_company_without_income_lays_its_home_and_buys_more_than_one_train():
    table = Table().with_company("ATSF", "Ann", Ann=6, treasury=1_000).operating_turn("ATSF", "track")
    first = choose(table.game, table.seat("Ann"), "steady", "seed", None, 12)
    assert first is not None and first.verb == "lay"
    table.do("Ann", first.verb, **first.args)
    bought = 0
    for _ in range(8):
        act: Act | None = choose(table.game, table.seat("Ann"), "steady", "seed", None, 12)
        if act is None or table.deciders() != ["Ann"] or act.verb == "pass":
            break
        bought += act.verb == "buy_train"
        table.do("Ann", act.verb, **act.args)
        if not view(table.game).agenda or view(table.game).agenda[-1].subject != "ATSF":
            break
    assert bought >= 2


@pytest.mark.parametrize("title", [name for name in titles() if name[0].isdigit()])
def test_the_lay_that_helps_most_is_found_without_trying_all(title: str):
    game, compared = begun(title, ["random"] * 3, 1), 0
    for number in range(200):
        look = Look(game, game.decisions()[0].seat, random.Random(1), None, 2, FAST)
        if look.company is not None and "lay" in game.verbs(look.seat):
            legs = wanted(leads(look.view, look.company))
            use = uses(look.view, legs)
            helping = [act for act in look.moves("lay") if use(act) > 0]
            best = next(best_lays(look, "lay", use, {leg[0] for leg in legs}), None)
            assert best == max(helping, key=use, default=None)
            compared += bool(helping)
        if compared == 3:
            break
        act = quick(game, look.seat, random.Random(number))
        assert act is not None
        game, _ = game.apply(look.seat, act)
    assert compared


@pytest.mark.parametrize("title", [name for name in titles() if name[0].isdigit()])
def test_a_home_off_the_board_leads_along_its_printed_track(title: str):
    """Companies with such homes promised nothing, and were left unfloated for rounds."""
    seen = view(begun(title, ["steady"] * 3, 1))
    outside = {one.id for one in seen.hexes if one.kind == "offboard"}
    homes = [one for one in seen.companies if {stop.partition("/")[0] for stop in one.homes} & outside]
    assert all(soon(leads(seen, one), [2, 2]) > 0 for one in homes)
