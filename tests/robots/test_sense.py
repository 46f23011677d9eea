"""What the sensible robot does where a person would know at once."""

import pytest

from bot.robots.choosing import choose
from engine import Act
from engine.view import view
from tests.positions.lines import lay
from tests.t1870.lines import in_need, row_b
from tests.t1870.table import Table


def move(table: Table, who: str = "Ann") -> Act:
    found = choose(table.game, table.seat(who), "steady", "seed", None)
    assert found is not None
    return found


def rich(treasury: int = 500) -> Table:
    return row_b().with_cash("ATSF", treasury)


def test_it_buys_a_train_for_a_company_that_has_none():
    found = move(rich().operating_turn("ATSF", "train"))
    assert (found.verb, found.args["from"]) == ("buy_train", "bank")


def test_it_runs_the_best_routes_and_pays_out_where_nothing_is_needed():
    table = rich(2_000).with_supply_from("8").with_phase("8").with_train("ATSF", "8").operating_turn("ATSF", "run")
    found = move(table)
    assert found.verb == "run"
    table.do("Ann", found.verb, **found.args)
    assert move(table) == Act("dividend", {"kind": "full"})


def test_it_sells_shares_rather_than_go_bankrupt():
    table = in_need(50)
    table.with_company("SP", "Bob", Bob=5, Ann=3).operating_turn("ATSF", "train")
    found = move(table)
    assert found.verb == "sell"
    table.do("Ann", found.verb, **found.args)
    while found.verb != "buy_train":
        who = table.deciders()[0]
        found = move(table, who)
        table.do(who, found.verb, **found.args)
    assert found.verb == "buy_train"
    assert not table.game.state.players[0].out


@pytest.mark.parametrize("who", ["Ann", "Bob", "Cem"])
def test_it_bids_near_what_a_thing_costs(who: str):
    table = Table()
    for _ in range(12):
        waiting = table.deciders()[0]
        found = move(table, table.name(table.seat(waiting)))
        if found.verb == "bid":
            cost = next(one.cost for one in view(table.game).privates if one.id == found.args["private"])
            assert int(found.args["amount"]) <= 1.4 * cost
        if found.verb not in ("bid", "take", "pass_auction"):
            break
        table.do(waiting, found.verb, **found.args)


def test_it_lays_track_where_that_earns_more():
    table = Table().with_company("ATSF", "Ann", Ann=6, treasury=500).with_train("ATSF", "2")
    lay(table, "B9", "57", "E W")
    found = move(table.operating_turn("ATSF", "track"))
    assert found.verb == "lay"


def test_it_agrees_when_the_others_want_to_stop():
    table = Table()
    first, second = table.deciders()[0], "Bob"
    table.do(first, "stop")
    found = move(table, second if first != second else "Cem")
    assert found.verb == "accept"
