"""What the sensible robot expects presidents to add for trains."""

import random

import pytest

from bot.robots.steady.look import Look
from bot.robots.steady.needs import owed_soon
from bot.robots.steady.stock import sell
from engine.view import view
from tests.t1870.lines import row_b
from tests.t1870.table import Table

FOUR, FIVE = ("MKT", "SP", "SLSF", "GMO"), ("MKT", "SP", "SLSF", "GMO", "FW")


def crowd(*others: str) -> Table:
    """Ann's ATSF has a 3 train and $100; four 5 trains are left, and the first 6 rusts it. Bob's companies have money,
    no trains, and their turns before it. Ann has shares of Cem's MP, too, but no cash.
    """
    table = row_b().with_train("ATSF", "3").with_company("MP", "Cem", Cem=5, Ann=3).with_train("MP", "4", "4")
    for company in others:
        table.with_company(company, "Bob", Bob=6, treasury=600)
    with table.arrange() as p:
        boxes = {box.price: box.id for box in p.d.market.boxes.values()}
    for company in others:
        table.with_box(company, boxes[200])
    return table.with_cash("ATSF", 100).with_cash("Ann", 0).with_supply_from("5").with_phase("5").stock_round("Ann")


@pytest.mark.parametrize(("others", "owed"), [(FOUR, 0), (FIVE, 530)])
def test_a_train_costs_what_it_does_when_others_have_bought(others: tuple[str, ...], owed: float):
    """In 1843 it reckoned with 5E trains, which others bought before it: then it had to buy three 8Es."""
    assert owed_soon(view(crowd(*others).game), last=False).get("ATSF", 0) == owed


def test_to_sell_before_it_must_is_worth_more_then():
    gained = {}
    for others in (FOUR, FIVE):
        table = crowd(*others)
        found = sell(Look(table.game, table.seat("Ann"), random.Random(1), None, 12), "sell")
        gained[others] = next(one.score for one in found if one.act.args == {"company": "MP", "shares": 1})
    assert gained[FIVE] > gained[FOUR] + 50


def test_a_sale_for_a_train_says_what_the_train_costs():
    """It said that a share is worth less to keep than it brings, when it only needed the money."""
    table = crowd(*FIVE)
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    found = {str(one.act.args["company"]): one.why for one in sell(look, "sell") if one.act.args["shares"] == 1}
    assert look.owed == {"ATSF": 530}
    assert (found["MP"].key, found["MP"].values["owed"]) == ("sell_cash", 530)
    assert (found["ATSF"].key, found["ATSF"].values["owed"]) == ("sell_cash", 530)


def test_only_a_sale_that_makes_somebody_else_president_leaves_them_the_train():
    """It said so of any sale of such a company's shares."""
    table = crowd(*FIVE).with_company("ATSF", "Ann", Ann=4, Bob=3, treasury=100).stock_round("Ann")
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    why = {one.act.args["shares"]: one.why for one in sell(look, "sell") if one.act.args["company"] == "ATSF"}
    assert why[1].key != "sell_dump"
    assert why[2].key == "sell_dump" and why[2].values["player"] == table.seat("Bob")


def in_want(president: str = "Ann", *trains: str) -> Table:
    """Ann's ATSF has no train and $200; the first 6 train is for sale. MKT has these trains."""
    table = row_b().with_company("MKT", president, **{president: 5}).with_train("MKT", *trains)
    return table.with_cash("ATSF", 200).with_supply_from("6").with_phase("5").stock_round("Ann")


@pytest.mark.parametrize(
    ("president", "trains", "owes"), [("Ann", "55", False), ("Bob", "55", True), ("Ann", "5", True)]
)
def test_a_train_that_another_of_ones_companies_can_spare_costs_nothing(president: str, trains: str, owes: bool):
    """In 1889 it gave a good company away, as if that had to buy a dear train."""
    assert ("ATSF" in owed_soon(view(in_want(president, *trains).game), last=False)) == owes


def test_a_train_in_the_pool_is_as_good_as_one_in_the_supply():
    table = in_want("Bob", "5")
    with table.arrange() as p:
        card = next(card for card in p.s.trains.values() if card.kind == "4")
        card.at = "pool"
    price = next(one.price for one in view(table.game).trains if one.kind == "4")
    assert owed_soon(view(table.game), last=False)["ATSF"] == price - 200
