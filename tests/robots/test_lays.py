"""Which tiles the sensible robot tries, of the many that it could lay."""

import random

import pytest

from bot.robots.foresight.leads import leads
from bot.robots.steady.building import build, rises
from bot.robots.steady.deciding import ranked
from bot.robots.steady.look import Look
from engine import Act
from engine.core.state import TrainRun
from engine.view import view
from tests.positions.lines import lay
from tests.t1828.table import Table1828
from tests.t1870.lines import row_b
from tests.t1870.table import Table

FEW = 4
"""Moves of one kind that it tries here, of some dozens."""


def look(table: Table) -> Look:
    return Look(table.game, table.seat("Ann"), random.Random(1), None, FEW)


def running() -> Table:
    """Ann's ATSF runs a 2 train on a row of yellow tiles, and may lay green ones."""
    table = row_b().with_train("ATSF", "2").with_supply_from("3").with_phase("2")
    return table.with_cash("ATSF", 300).operating_turn("ATSF", "track")


def test_a_tile_that_only_makes_a_city_pay_more_is_among_the_first_that_are_tried():
    """In 1889 a city that paid every train ten more was passed by for 150 moves: such lays came last."""
    found = look(running())
    assert len(found.moves("lay")) > 5 * FEW
    seen = view(found.game)
    company = next(one for one in seen.companies if one.symbol == "ATSF")
    rise = rises(seen, leads(seen, company), [2])
    tried = list(build(found, "lay"))
    assert any(rise(one.act) >= 10 and one.act.args["hex"] in ("B9", "B11") for one in tried)


@pytest.mark.parametrize(("others", "tried"), [(3, 4), (4, 3), (7, 2)])
def test_who_presides_over_many_companies_tries_less_for_each(others: int, tried: int):
    """A game of 1839 with twelve presidencies took 78 s of the processor, most of it for tiles."""
    table = running()
    for company in ("FW", "GMO", "IC", "MKT", "MP", "SP", "SSW")[:others]:
        table.with_company(company, "Ann", Ann=6)
    found = look(table.operating_turn("ATSF", "track"))
    assert len(found.moves("lay")) > 5 * FEW
    assert len(list(build(found, "lay"))) == tried


def test_only_places_that_trains_come_to_count():
    seen = view(running().game)
    company = next(one for one in seen.companies if one.symbol == "ATSF")
    around = leads(seen, company)
    green = next(one.name for one in seen.tiles if one.color == "green" and one.stops and one.stops[0].revenue == 30)

    def gained(hex_id: str, *lengths: int) -> float:
        return rises(seen, around, lengths)(Act("lay", {"hex": hex_id, "tile": green, "rotation": 0}))

    assert gained("B9", 2) == 10
    assert gained("B19", 2) == 0 < gained("B19", 6)
    assert gained("D11", 6) == 0


@pytest.mark.parametrize("last", [False, True])
def test_in_the_last_round_it_builds_for_no_train_to_come(last: bool):
    """In 1889 it paid for track towards a city that no train could run to any more."""
    table = running()
    with table.arrange() as p:
        p.s.broken = last
    found = Look(table.game, table.seat("Ann"), random.Random(1), None, 60)
    assert any(one.why.key == "lay_leads" and one.score > 0 for one in build(found, "lay")) != last
    assert any(one.why.key == "lay_earns" and one.score > 0 for one in build(found, "lay"))


def test_a_branch_that_brings_no_stop_nearer_opens_another_way():
    """It said that no other tile was better, and nothing of what this one does."""
    found = Look(running().game, "p1", random.Random(1), None, 60)
    branch = Act("lay", {"hex": "B7", "tile": "141", "rotation": 1})
    (scored,) = [one for one in build(found, "lay") if one.act == branch]
    assert scored.score > 0 and scored.why.key == "lay_opens"


def test_a_private_company_does_not_block_its_owners_company():
    """In 1828 the Cobourg & Peterborough built through Ottawa past the track of its owner's CPR."""
    table = Table1828().with_company("CPR", "Ann", Ann=6, treasury=500).with_train("CPR", "2").with_phase("yellow")
    lay(lay(table, "B22", "8", "W NE"), "C17", "9", "E W").cobourg_turn("Ann")
    blocks = {"hex": "B20", "tile": "57", "rotation": 0}
    scores = [one.score for one in build(seen_by_ann(table), "lay") if one.act.args == blocks]
    assert scores and max(scores) < 0
    others = table.with_company("CPR", "Bob", Bob=6).cobourg_turn("Ann")
    assert all(one.score > -1 for one in build(seen_by_ann(others), "lay") if one.act.args == blocks)


@pytest.mark.parametrize(("president", "helps"), [("Bob", False), ("Ann", True)])
def test_it_counts_what_others_run_over_its_track(president: str, helps: bool):
    """In 1870 it improved the home of another's company, for a train that it would never have."""
    table = running().with_company("MKT", president, treasury=0, **{president: 6}).with_train("MKT", "3")
    alone = improving(table)
    with table.arrange() as p:
        p.company("MKT").last_routes = [TrainRun("", {"B11/c0": 20})]
    assert (improving(table) > alone) == helps
    assert improving(table) != alone


def improving(table: Table) -> float:
    """The score of the best lay in Kansas City."""
    found = Look(table.game, table.seat("Ann"), random.Random(1), None, 200)
    return max(one.score for one in build(found, "lay") if one.act.args["hex"] == "B11")


def test_a_company_without_a_train_lays_nothing_in_the_last_round():
    """In 1870 it paid for a tile over which only others ran."""
    table = row_b().with_supply_from("3").with_phase("2").with_cash("ATSF", 300).operating_turn("ATSF", "track")
    with table.arrange() as p:
        p.s.broken = True
    assert max(one.score for one in build(Look(table.game, table.seat("Ann"), random.Random(1), None, 60), "lay")) < 0


def seen_by_ann(table: Table1828) -> Look:
    return Look(table.game, table.seat("Ann"), random.Random(1), None, 200)


def test_no_marker_takes_the_money_for_a_train_of_this_turn():
    """In 18Chesapeake a company placed one for $40, and lacked $28 for a train that would have earned $78 a round."""

    def score(treasury: int) -> float:
        table = row_b().with_train("ATSF", "2").with_supply_from("2").with_phase("1").with_cash("ATSF", treasury)
        seen = Look(table.operating_turn("ATSF", "token").game, table.seat("Ann"), random.Random(1), None, FEW)
        return next(one.score for one in ranked(seen) if one.act.verb == "token")

    price = row_b().p.d.trains["2"].price
    assert score(price + 20) < score(price + 100) - 60
    assert score(price - 10) > score(price + 20) + 60


@pytest.mark.parametrize(("president", "tries"), [("Bob", False), ("Ann", True)])
def test_what_another_of_its_companies_waits_for_is_among_the_first_that_are_tried(president: str, tries: bool):
    """In 1889 the last tile on the way of one company was not seen when another of the same president laid track."""
    table = running().with_company("MKT", president, treasury=0, **{president: 6}).with_train("MKT", "3")
    tried = build(look(table.operating_turn("ATSF", "track")), "lay")
    assert ("B11" in {one.act.args["hex"] for one in tried}) == tries
