"""The kinds of robot, and what the easy one does not do."""

import random

import pytest
from msgspec.structs import replace

from bot.robots.choosing import advice
from bot.robots.foresight.lasting import cheapest, dying, rounds_left
from bot.robots.foresight.worth import missing
from bot.robots.steady.fleet import buy
from bot.robots.steady.look import Look
from bot.robots.steady.scored import EASY, STEADY
from bot.robots.steady.stock import sell
from bot.table.seats.robots import KINDS
from engine.titles import titles
from engine.view import view
from tests.robots.games import begun
from tests.t1870.lines import in_need, row_b
from tests.t1870.table import Table


def act(table: Table, kind: str) -> str:
    found = advice(table.game, table.seat("Ann"), kind, "seed", None)
    assert found is not None
    return found.act.verb


def test_who_takes_a_seat_over_is_steady():
    assert KINDS[0] == "steady" and set(KINDS) == {"easy", "steady", "strong", "random"}


def test_the_easy_one_sells_only_what_it_must():
    stock = row_b().with_company("SP", "Bob", Bob=6, Ann=2).stock_round("Ann")
    looks = [Look(stock.game, stock.seat("Ann"), random.Random(1), None, 12, level) for level in (EASY, STEADY)]
    easy, steady = (list(sell(look, "sell")) for look in looks)
    assert steady and not easy
    need = in_need(50).with_company("SP", "Bob", Bob=5, Ann=3).operating_turn("ATSF", "train")
    assert act(need, "easy") == "sell"


def test_the_easy_one_does_not_rust_others_trains_for_its_own_sake():
    table = row_b().with_company("SP", "Bob", Bob=6, treasury=0).with_train("SP", "2").with_train("ATSF", "3", "3")
    with table.with_supply_from("4").with_phase("2").with_cash("ATSF", 310).arrange() as p:
        p.company("SP").last_run = 600
    table.operating_turn("ATSF", "train")
    looks = [Look(table.game, table.seat("Ann"), random.Random(1), None, 12, level) for level in (EASY, STEADY)]
    easy, steady = (next(one for one in buy(look, "buy_train") if one.act.args["kind"] == "4") for look in looks)
    assert steady.score > easy.score
    assert steady.why.key == "buy_rusts" != easy.why.key


@pytest.mark.parametrize("title", [name for name in titles() if name[0].isdigit()])
def test_a_company_floats_by_its_own_charter(title: str):
    game = begun(title, ["steady"] * 3, 1)
    sheets = game.position().d.companies
    for company in view(game).companies:
        if not company.floated:
            assert missing(view(game), company) == sheets[company.symbol].floats_at


def test_a_train_that_has_rusted_is_no_train_to_rely_on():
    """In the 1843 the company bought two of them, and could not pay for the train that it had to have."""
    seen = view(begun("1843", ["steady"] * 3, 1))
    ware = next(one for one in seen.trains if one.on_sale)
    assert cheapest(seen) is not None
    seen = replace(seen, trains=[replace(one, again=one.on_sale) for one in seen.trains])
    assert cheapest(seen) is None
    assert rounds_left(seen, ware.kind) == 1.0 and dying(seen, ware.kind)
