"""What the sensible robot does about the duty to own a train."""

import random

import pytest

from bot.robots.steady.building import build
from bot.robots.steady.deciding import ranked, scored
from bot.robots.steady.look import Look
from tests.positions.lines import lay
from tests.t1870.lines import row_b
from tests.t1870.table import Table


def look(table: Table) -> Look:
    return Look(table.game, table.seat("Ann"), random.Random(1), None, 12)


@pytest.mark.parametrize(("other", "source"), [("SP", "SP"), ("MKT", "bank")])
def test_a_train_of_a_company_without_a_route_costs_less_than_a_new_one(other: str, source: str):
    """In 1828 a president paid $889, while another of their companies had a train and nowhere to run it. MKT has a
    route.
    """
    table = row_b().with_company(other, "Ann", Ann=6).with_train(other, "5").with_supply_from("6").with_phase("6")
    table.with_cash("ATSF", 100).with_cash(other, 0).with_cash("Ann", 900).operating_turn("ATSF", "train")
    best = ranked(look(table))[0]
    assert (best.act.verb, best.act.args["from"]) == ("buy_train", source)


@pytest.mark.parametrize(("treasury", "gives"), [(0, False), (400, False), (630, True)])
def test_a_company_whose_treasury_pays_the_next_train_gives_its_own(treasury: int, gives: bool):
    """In 1828 a president paid $881 for one company, while another had $400 and a train that earned little."""
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "5").with_supply_from("6").with_phase("6")
    table.with_cash("ATSF", 100).with_cash("MKT", treasury).with_cash("Ann", 900).operating_turn("ATSF", "train")
    assert (ranked(look(table))[0].act.args["from"] == "MKT") == gives


@pytest.mark.parametrize(("treasury", "source"), [(600, "bank"), (100, "MKT")])
def test_a_company_that_gives_its_only_train_misses_a_run(treasury: int, source: str):
    """In 1828 a president handed trains round among seven companies and saved $40, and most of them did not run."""
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "5").with_supply_from("6").with_phase("6")
    table.with_cash("ATSF", treasury).with_cash("MKT", 630).with_cash("Ann", 900)
    table.operating_turn("ATSF", "train").with_operated("MKT")
    assert ranked(look(table))[0].act.args["from"] == source


@pytest.mark.parametrize(("treasury", "source"), [(900, "bank"), (100, "MKT")])
def test_a_company_that_can_pay_buys_its_own_train(treasury: int, source: str):
    """In 1828 a new company with $710 took an old train of another, and its money lay idle for rounds."""
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "3", "5").with_supply_from("6").with_phase("6")
    table.with_cash("ATSF", treasury).with_cash("MKT", 0).with_cash("Ann", 900).operating_turn("ATSF", "train")
    assert ranked(look(table))[0].act.args["from"] == source


def first_tiles(treasury: int) -> Table:
    """Ann's ATSF has its home and a tile beside it, no route, no train and this much money; 6 trains are for sale."""
    table = Table()
    lay(table, "B11", "57", "E W")
    table.with_company("ATSF", "Ann", Ann=6).with_supply_from("6").with_phase("6")
    return table.with_cash("ATSF", treasury).with_cash("Ann", 700).operating_turn("ATSF", "track")


@pytest.mark.parametrize(("treasury", "lays"), [(0, False), (700, True)])
def test_no_first_route_brings_the_duty_to_own_a_train_that_it_does_not_repay(treasury: int, lays: bool):
    """In 1828 a tile gave a company without a train a first route of $70, and it had to buy a Diesel for $900."""
    tried = [one for one in build(look(first_tiles(treasury)), "lay") if one.act.args["hex"] == "B9"]
    assert tried
    duties = [one for one in tried if one.why.key == "lay_duty"]
    assert bool(duties) != lays
    assert all(one.score < -100 for one in duties)


@pytest.mark.parametrize("treasury", [50, 100])
def test_a_sister_s_train_scores_the_same_alone_and_among_all(treasury: int):
    """A review takes each move by itself, and doubted presidents who had done what the robot would do."""
    table = row_b().with_company("SP", "Ann", Ann=6).with_train("SP", "5").with_supply_from("6").with_phase("6")
    table.with_cash("ATSF", treasury).with_cash("SP", 0).with_cash("Ann", 900).operating_turn("ATSF", "train")
    among = [one for one in ranked(look(table)) if one.act.args.get("from") == "SP"]
    alone = [scored(look(table), one.act) for one in among]
    assert among and [one.score for one in alone if one] == [one.score for one in among]


@pytest.mark.parametrize(("rich", "source"), [(True, "MKT"), (False, "bank")])
def test_a_train_that_rusts_before_its_company_s_next_turn_is_handed_on(rich: bool, source: str):
    """In 1843 a president bought three trains for $1,500 that all rusted after the round: one would have done."""
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "3").with_supply_from("5").with_phase("5")
    table.with_cash("ATSF", 100).with_cash("MKT", 0).with_cash("Ann", 900)
    for other in ("FW", "SLSF", "GMO"):
        # They buy the 5 trains that are left, and the first 6, unless they have no money.
        table.with_company(other, "Bob", Bob=6).with_train(other, "5").with_cash(other, 2_000 if rich else 0)
    table.operating_turn("ATSF", "train").with_operated("MKT")
    assert ranked(look(table))[0].act.args["from"] == source


@pytest.mark.parametrize("operated", [True, False])
def test_a_train_is_handed_on_only_by_a_company_that_has_had_its_turn(operated: bool):
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "3").with_supply_from("5").with_phase("5")
    table.with_cash("ATSF", 100).with_cash("MKT", 0).with_cash("Ann", 900)
    for other in ("FW", "SLSF", "GMO"):
        table.with_company(other, "Bob", Bob=6).with_train(other, "5").with_cash(other, 2_000)
    table.operating_turn("ATSF", "train")
    if operated:
        table.with_operated("MKT")
    assert (ranked(look(table))[0].act.args["from"] == "MKT") == operated
