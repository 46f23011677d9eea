"""What the sensible robot does about trains that will rust."""

import random

import pytest

from bot.robots.foresight.lasting import cheapest, dying
from bot.robots.steady.deciding import ranked
from bot.robots.steady.fleet import buy
from bot.robots.steady.look import Look
from engine.view import view
from tests.t1870.lines import row_b
from tests.t1870.table import Table


def look(table: Table, company: str = "ATSF") -> Look:
    return Look(table.operating_turn(company, "train").game, table.seat("Ann"), random.Random(1), None, 12)


def test_trains_that_rust_with_the_next_kind_leave_room_for_it():
    """In 1870 a company with three 2 trains and $780 bought no 3 train, since a 4 would then have found no room."""
    table = row_b("SLSF").with_train("SLSF", "2", "2", "2").with_supply_from("3").with_phase("2").with_cash("SLSF", 900)
    assert next(one.score for one in buy(look(table, "SLSF"), "buy_train") if one.act.args["kind"] == "3") > 0


def test_it_looks_at_trains_whose_purchase_rusts_its_own():
    table = row_b().with_train("ATSF", "2", "2").with_supply_from("4").with_phase("2").with_cash("ATSF", 900)
    assert [one.act.args["kind"] for one in buy(look(table), "buy_train")] == ["4"]


def test_it_moves_a_train_rather_than_rust_those_of_its_own_companies():
    """In 1843 one of its companies had to buy the first 8E, which rusted three of the others' trains."""
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "3", "3")
    table.with_supply_from("6").with_phase("5").with_cash("ATSF", 100).with_cash("Ann", 900)
    best = ranked(look(table))[0]
    assert (best.act.verb, best.act.args["from"], best.why.key) == ("buy_train", "MKT", "buy_moves")


def test_without_need_it_moves_no_train_that_is_about_to_rust():
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "3", "3").with_train("ATSF", "5")
    table.with_supply_from("6").with_phase("5").with_cash("ATSF", 100).with_cash("Ann", 900)
    assert not [one for one in buy(look(table), "buy_train") if one.why.key == "buy_moves"]


def poor(treasury: int) -> Table:
    """Five companies with a lasting train each, and this much money; the first 6 train, which rusts the 3s, is for
    sale.
    """
    table = row_b().with_company("MP", "Cem", Cem=6)
    others = ("MKT", "SP", "SLSF", "GMO")
    for company in others:
        table.with_company(company, "Bob", Bob=6)
    table.with_train("ATSF", "3").with_train("MP", "4")
    for company in others:
        table.with_train(company, "5")
    for company in ("ATSF", "MP", *others):
        table.with_cash(company, treasury)
    return table.with_supply_from("6").with_phase("5").stock_round("Ann")


def test_a_train_that_no_company_can_pay_rusts_nothing_soon():
    """In 1889 all treasuries counted as one: a train with three rounds to run seemed to rust at once, and no company
    bought one.
    """
    assert not dying(view(poor(200).game), "3")
    assert dying(view(poor(900).game), "3")


@pytest.mark.parametrize(("treasury", "kind"), [(200, "3"), (900, "6")])
def test_a_train_in_the_pool_that_is_about_to_rust_is_not_the_next_train(treasury: int, kind: str):
    """In 1889 it bought shares of a company whose only train was about to rust, and reckoned with such a train."""
    table = poor(treasury)
    with table.arrange() as p:
        next(card for card in p.s.trains.values() if card.kind == "3" and not card.at.startswith("ATSF")).at = "pool"
    found = cheapest(view(table.game))
    assert found is not None and found.kind == kind


def test_the_cheapest_train_that_it_cannot_pay_may_be_one_that_is_about_to_rust():
    """It said that the cheapest was a 6 for $630, beside a 3 for $180."""
    table = poor(900)
    with table.arrange() as p:
        next(card for card in p.s.trains.values() if card.kind == "3" and not card.at.startswith("ATSF")).at = "pool"
    why = ranked(look(table.with_cash("ATSF", 100).operating_turn("ATSF", "train")))[0].why
    assert (why.key, why.values["kind"], why.values["price"]) == ("no_train", "3", 180)


def test_it_is_not_the_first_to_rust_its_own_trains_if_nobody_else_would():
    """In 1843 it bought a 5+2 train that rusted the three it had, and did not count what those had earned."""
    scores = dict[int, float]()
    for others in (100, 900):
        table = poor(others).with_cash("ATSF", 700).with_cash("Ann", 0).with_cash("Bob", 0).with_cash("Cem", 0)
        with table.arrange() as p:
            p.company("ATSF").last_run = 300
        [six] = [one for one in buy(look(table), "buy_train") if one.act.args["kind"] == "6"]
        scores[others] = six.score
    assert scores[100] < scores[900] - 200
