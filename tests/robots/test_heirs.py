"""What the sensible robot does about trains that it may leave to others, or others to it."""

import random
from dataclasses import replace

import pytest

from bot.robots.steady.look import Look
from bot.robots.steady.starting import start
from bot.robots.steady.stock import buy, sell
from tests.robots.test_sense import bought, shares
from tests.t1870.lines import row_b
from tests.t1870.table import Table


def dear(president: str, **held: int) -> Table:
    """ATSF has no money and no train; the next one costs $630 and earns that back in three rounds or so."""
    table = row_b(president=president).with_company("ATSF", president, **held).with_cash("ATSF", 0)
    with table.arrange() as p:
        p.company("ATSF").turns = 9
    return table.with_cash("Ann", 700).with_cash("Bob", 700).with_supply_from("6").with_phase("5").stock_round("Ann")


def look(table: Table, rounds: float, earns: float = 400.0) -> Look:
    found = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    found.coming = replace(found.coming, rounds=rounds, earns={**found.coming.earns, "ATSF": earns})
    return found


@pytest.mark.parametrize(("rounds", "dumps"), [(2.0, True), (8.0, False)])
def test_a_company_that_earns_its_train_back_is_kept(rounds: float, dumps: bool):
    found = sell(look(dear("Ann", Ann=5, Bob=2), rounds), "sell")
    best = max((one for one in found if one.why.key == "sell_dump"), key=lambda one: one.score)
    assert (best.score > 0) == dumps


@pytest.mark.parametrize(("pool", "buys"), [(1, False), (5, True)])
def test_it_does_not_become_the_next_president_of_a_company_without_a_train(pool: int, buys: bool):
    """In 1843 it bought shares until the president sold one, and then had to pay for the train. With a full pool, Bob
    could not sell.
    """
    shares = buy(look(dear("Bob", Bob=3, Ann=1, Cem=1, pool=pool), 5.0, 200.0), "buy")
    best = max(one.score for one in shares if one.act.args["company"] == "ATSF" and one.act.args["from"] == "pool")
    assert (best > 0) == buys


def test_a_company_left_to_somebody_who_can_throw_it_back_counts_for_less():
    """In 1843 two companies changed their presidents three times in one stock round, and their prices fell."""
    gains = {}
    for bob in (3, 4):
        found = look(dear("Ann", Ann=5, Bob=bob), 2.0, 200.0)
        gains[bob] = {one.act.args["shares"]: one.score for one in sell(found, "sell") if one.why.key == "sell_dump"}
    assert max(gains[3]) == max(gains[4]) == 5
    assert gains[3][3] < gains[3][4] and gains[4][2] < gains[4][4], "with one share left it is nobody's heir"


def started(cash: int, **held: int) -> Table:
    """Ann's FW has sold half of its shares to her and others; MKT of Bob's, which runs well, is a bargain."""
    table = row_b().with_company("MKT", "Bob", Bob=6).with_train("MKT", "4", "4")
    table.with_company("FW", "Ann", **held).with_cash("FW", 1_000).with_cash("Ann", 900).with_cash(
        "Bob", cash
    ).with_cash("Cem", 0)
    with table.arrange() as p:
        p.company("MKT").turns = 5
    return table.stock_round("Ann")


@pytest.mark.parametrize(
    ("cash", "held", "holds"),
    [
        (400, {"Ann": 3, "Bob": 3}, True),
        (90, {"Ann": 3, "Bob": 3}, False),
        (400, {"Ann": 4, "Bob": 3}, False),
    ],
)
def test_a_presidency_is_held_against_somebody_who_could_buy_it(cash: int, held: dict[str, int], holds: bool):
    """In 1828 it bought shares of others' companies, while two that it had started were bought from it."""
    found = look(started(cash, **held), 6.0)
    found.coming = replace(found.coming, earns={**found.coming.earns, "MKT": 400.0, "FW": 100.0})
    best = max(buy(found, "buy"), key=lambda one: one.score)
    assert (best.act.args["company"], best.why.key) == (("FW", "buy_holds") if holds else ("MKT", "buy_share"))


def test_it_does_not_wait_to_float_a_company_that_could_pay_for_a_train_with_what_it_gets():
    """In 1828 it bought others' shares first, as if a company with a par of $120 had $720 for a train of $800."""
    assert bought(shares(Ann=200).with_supply_from("8").stock_round("Ann")) == "FW"


def test_no_second_company_is_started_while_the_first_may_be_taken():
    scores = {}
    for bob in (0, 900):
        found = look(started(bob, Ann=4, Bob=2).with_company("FW", "Ann", Ann=4, Bob=2, turns=0), 6.0)
        scores[bob] = max(one.score for one in start(found, "par"))
    assert scores[900] < scores[0] - 100


@pytest.mark.parametrize(("cash", "buys"), [(900, True), (90, False)])
def test_a_share_of_a_company_that_its_president_can_float_counts_with_what_it_will_earn(cash: int, buys: bool):
    """In 1870 nobody wanted shares of a new company at $100 with money to spare: each brought $250 to the end."""
    table = row_b().with_company("FW", "Bob", Bob=3, floated=False).with_cash("Ann", 900).with_cash("Bob", cash)
    found = look(table.with_supply_from("4").with_phase("2").stock_round("Ann"), 6.0)
    found.coming = replace(found.coming, earns={**found.coming.earns, "FW": 300.0})
    best = max(one.score for one in buy(found, "buy") if one.act.args["company"] == "FW")
    assert (best > 30) == buys


def test_no_share_is_sold_in_the_turn_in_which_it_was_bought():
    """In 1828 it bought a share and sold it at once, because its company's president needs the money for a train."""
    table = dear("Bob", Bob=4, Ann=1, Cem=1, pool=1)
    assert "ATSF" in {one.act.args["company"] for one in sell(look(table, 2.0), "sell")}
    table.do("Ann", "buy", company="ATSF", **{"from": "pool"})
    assert "ATSF" not in {one.act.args["company"] for one in sell(look(table, 2.0), "sell")}


@pytest.mark.parametrize(("cash", "makes_room"), [(900, True), (150, False)])
def test_at_the_certificate_limit_it_makes_room_for_the_shares_that_float_its_own_company(cash: int, makes_room: bool):
    """It held other companies' shares to the end, and its own company never floated."""
    table = row_b().with_company("FW", "Ann", Ann=2, floated=False)
    for company, held in {"MP": 5, "SSW": 4, "IC": 5}.items():
        table.with_company(company, "Cem", Cem=5, Ann=held)
    found = look(table.with_cash("Ann", cash).stock_round("Ann"), 3.0)
    assert found.me.certificates == found.me.limit
    rooms = [one for one in sell(found, "sell") if one.why.values.get("other") == "FW"]
    assert (max((one.score for one in rooms), default=0.0) > 0) == makes_room
