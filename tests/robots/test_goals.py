"""A company's goal, where the game names one, and lays that are cheaper by a private company's power."""

import random
from dataclasses import replace

import pytest

from bot.robots.foresight.goals import to_goal, way_to_goal
from bot.robots.foresight.ground import home_value
from bot.robots.steady.building import build
from bot.robots.steady.deciding import ranked
from bot.robots.steady.look import Look
from engine.view import CompanyView, View, view
from tests.positions.lines import lay
from tests.robots.games import begun
from tests.t1870.table import Table


def look(table: Table) -> Look:
    return Look(table.game, table.seat("Ann"), random.Random(1), None, 40)


def company_of(seen: View, symbol: str) -> CompanyView:
    return next(one for one in seen.companies if one.symbol == symbol)


def towards_chicago(*hexes: str) -> Table:
    """Ann's IC, from Jackson to Chicago: these hexes of the straight way are laid."""
    table = Table().with_company("IC", "Ann", Ann=6, treasury=400).with_train("IC", "3", "3").with_phase("2")
    lay(table, "K16", "57", "NE SW")
    for hex_id in hexes:
        lay(table, hex_id, "9", "NE SW")
    return table


def grown() -> list[View]:
    """With no, one and two tiles on the way."""
    return [view(towards_chicago(*hexes).game) for hexes in ((), ("J17",), ("J17", "I18"))]


def test_the_view_shows_a_goal_until_it_is_reached():
    table = towards_chicago()
    goal = company_of(view(table.game), "IC").goal
    assert goal is not None and (goal.home, goal.stop, goal.pays) == ("K16/c0", "A22/o0", 40)
    with table.arrange() as p:
        p.s.own.connected.append("IC")
    assert company_of(view(table.game), "IC").goal is None


@pytest.mark.parametrize("title", ["1828", "1830", "1843"])
def test_a_game_that_names_no_goals_is_played_as_before(title: str):
    seen = view(begun(title, ["steady"] * 3, 1))
    assert {one.goal for one in seen.companies} == {None}
    assert all(to_goal(seen, one, 6) == 0 for one in seen.companies)


def test_each_tile_on_the_way_makes_the_goal_worth_more():
    ways = [way_to_goal(seen, company_of(seen, "IC")) for seen in grown()]
    lays = [way.lays for way in ways if way is not None]
    assert len(lays) == 3 and lays[0] > lays[1] > lays[2]


def test_a_home_near_its_goal_is_worth_more():
    values = [home_value(seen, company_of(seen, "IC")) for seen in grown()]
    assert values[2] > values[0]


def test_a_company_lays_track_towards_its_goal():
    """In 1870 no company of a robot laid a tile for its destination: two lays a turn were left out for eight rounds."""
    table = towards_chicago("J17").operating_turn("IC", "track")
    found = look(table)
    way = way_to_goal(found.view, company_of(found.view, "IC"))
    assert way is not None and found.company is not None
    found.coming = replace(found.coming, rounds=9.0)
    with_goal = {str(one.act.args): one.score for one in build(found, "lay") if one.act.args["hex"] in way.hexes}
    without = look(table)
    for one in without.view.companies:
        one.goal = None
    without.coming = replace(without.coming, rounds=9.0)
    plain = {str(one.act.args): one.score for one in build(without, "lay")}
    assert any(score > plain[act] + 1 for act, score in with_goal.items() if act in plain)


def test_a_tile_with_a_discount_is_preferred_to_the_same_tile_without_it():
    """In 1870 a bridge of $40 less scored 119, and the same tile at its full price 227."""
    table = (
        Table().with_company("SSW", "Ann", Ann=6, treasury=300).with_private("MRBC", "Bob").with_train("SSW", "2", "2")
    )
    table.with_phase("2").operating_turn("SSW").agree("Ann", "buy_private", "Bob", private="MRBC", price=40)
    scores: dict[str, dict[str, float]] = {"bridge": {}, "lay": {}}
    for one in ranked(look(table)):
        if one.act.verb in scores:
            scores[one.act.verb][str(one.act.args)] = one.score
    both = scores["bridge"].keys() & scores["lay"].keys()
    assert both and all(scores["bridge"][act] > scores["lay"][act] for act in both)
