"""What the sensible robot does with a company's money."""

import random
from dataclasses import replace

import pytest

from bot.robots.foresight.worth import private_value
from bot.robots.steady.building import Purse
from bot.robots.steady.deciding import try_out
from bot.robots.steady.fleet import buy
from bot.robots.steady.look import Look
from engine.view import view
from tests.positions.table import Table
from tests.t1843.test_stations import at_havre
from tests.t1870.lines import row_b


def look(table: Table) -> Look:
    return Look(table.game, table.seat("Ann"), random.Random(1), None, 12)


@pytest.mark.parametrize(("treasury", "buys"), [(300, False), (2_000, True)])
def test_a_train_that_finds_little_to_run_is_not_bought_with_the_money_for_the_next_ones(treasury: int, buys: bool):
    """In 1870 it filled a charter with trains for which there was no track, and had neither place nor money later."""
    table = row_b().with_train("ATSF", "2", "2").with_phase("1").with_cash("ATSF", treasury)
    scores = [one.score for one in buy(look(table.operating_turn("ATSF", "train")), "buy_train")]
    assert scores and (max(scores) > 0) == buys


@pytest.mark.parametrize(("cash", "dear"), [(900, False), (300, True)])
def test_money_that_its_president_does_not_have_is_dear_to_a_company_that_must_buy(cash: int, dear: bool):
    """In 1839 a company paid f80 for a marker, and its president f460 for its train, and went bankrupt."""
    table = row_b().with_supply_from("6").with_phase("6").with_cash("ATSF", 100).with_cash("Ann", cash)
    found = look(table.operating_turn("ATSF", "token"))
    assert found.company is not None
    assert (Purse(found, found.company).loses(40) > 2 * 40) == dear


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


def test_a_private_company_that_will_close_soon_is_sold_for_what_there_is():
    """In 1843 robots kept private companies that their own could pay for, until they closed."""
    scores = {}
    for money in (0, 2_000):
        table = row_b().with_private("SCC", "Ann").with_phase("3").with_train("ATSF", "4", "4").with_cash("ATSF", 60)
        table.with_company("MKT", "Bob", Bob=6, treasury=money).with_supply_from("5").operating_turn("ATSF", "train")
        sales = [one.score for one in try_out(look(table), "buy_private") if one.act.args["price"] == 60]
        scores[money] = max(sales)
    assert scores[2_000] > scores[0] + 30 > 0, "MKT can buy the train that closes them"


def test_a_private_company_is_worth_less_when_it_is_about_to_close():
    values = {}
    for supply, phase in (("2", "1"), ("5", "3")):
        table = row_b().with_supply_from(supply).with_phase(phase).with_cash("ATSF", 900).stock_round("Ann")
        seen = view(table.game)
        private = next(one for one in seen.privates if one.id == "SCC")
        values[supply] = private_value(seen, private, 8.0)
    assert values["5"] < 0.5 * values["2"]


@pytest.mark.parametrize(("broken", "claims"), [(False, True), (True, False)])
def test_it_claims_a_port_which_pays_in_every_round_to_come(broken: bool, claims: bool):
    """In 1843 nobody ever claimed one, though it costs nothing: only what trains earn was looked at."""
    table = at_havre().operating_round()
    table.do("Ann", "skip")
    found = look(table)
    if broken:
        found.coming = replace(found.coming, rounds=1.0)
    claim = next(iter(try_out(found, "claim_port")))
    assert (claim.score > 0) == claims
    assert claim.why.key == "tried_pays" and claim.why.values["each"] == 20
