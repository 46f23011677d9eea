"""The sensible robot does not wait for trains, or for rust, that nobody is bringing about."""

import random
from dataclasses import replace

import pytest

from bot.robots.foresight.lasting import dying
from bot.robots.foresight.needs import first_bought
from bot.robots.steady.deciding import ranked
from bot.robots.steady.fleet import buy
from bot.robots.steady.look import Look
from bot.robots.steady.stock import buy as buy_share
from engine.view import View, view
from tests.positions.table import Table as AnyTable
from tests.t1828.table import Table1828
from tests.t1839.table import Table1839
from tests.t1870.lines import row_b
from tests.t1870.table import Table
from tests.t1889.test_privates import sold_ehime


def seen(table: AnyTable) -> View:
    return view(table.game, deep=False)


def look(table: AnyTable) -> Look:
    return Look(table.game, table.seat("Ann"), random.Random(1), None, 12)


# --- what has been sold


@pytest.mark.parametrize(
    ("table", "out", "old"), [(Table1839, "4+", "2+1"), (Table1839, "R4", "4+"), (Table1828, "6", "3")]
)
def test_a_train_that_the_game_is_played_without_has_not_been_bought(table: type[AnyTable], out: str, old: str):
    """In 1839 with three players every 2+1 seemed to be about to rust, as a 4+ less lay in the supply: nobody bought
    any train for thousands of moves.
    """
    position = seen(table())
    card = next(one for one in position.trains if one.kind == out)
    assert card.left < card.count and card.fresh
    assert not dying(position, old)


def test_a_train_that_has_been_bought_has():
    table = row_b().with_train("ATSF", "6").with_supply_from("6").with_phase("6")
    assert not next(one for one in seen(table).trains if one.kind == "6").fresh
    assert dying(seen(table), "3")


# --- who could buy


def full(*trains: str) -> Table:
    """Two companies with these trains and $2,000; the first 6, which rusts the 3s, is for sale. Two trains are all that
    a company may have.
    """
    table = row_b().with_company("MKT", "Bob", Bob=6).with_train("MKT", *trains).with_train("ATSF", *trains)
    table.with_cash("ATSF", 2_000).with_cash("MKT", 2_000)
    return table.with_supply_from("6").with_phase("5").stock_round("Ann")


@pytest.mark.parametrize(("trains", "comes"), [(("4", "5"), False), (("5",), True)])
def test_who_has_no_room_brings_no_rust_nearer(trains: tuple[str, ...], comes: bool):
    position = seen(full(*trains))
    assert ("6" in first_bought(position)) == comes
    assert dying(position, "3") == comes


# --- places kept free


@pytest.mark.parametrize(("trains", "keeps"), [((), True), (("3", "3"), False)])
def test_it_keeps_a_last_place_only_for_a_train_that_will_be_for_sale(trains: tuple[str, ...], keeps: bool):
    """In 1839 a company kept its last place for a 3 train, while the last 2+1 lay there and no other had room for it.
    Here the last 4 is for sale, and then come 5s. Bob's company has as much money, and no train, or two: then it keeps
    its last place, too.
    """
    table = row_b().with_train("ATSF", "4", "4").with_cash("ATSF", 900)
    table.with_company("MKT", "Bob", Bob=6).with_train("MKT", *trains).with_cash("MKT", 900)
    table.with_supply("4", "5", "5").with_phase("3").operating_turn("ATSF", "train")
    for player in ("Ann", "Bob", "Cem"):
        # Nobody can start a company that has room.
        table.with_cash(player, 0)
    assert (next(buy(look(table), "buy_train")).why.key == "buy_crowds") == keeps


# --- companies that wait for a share


def test_it_floats_its_own_company_when_it_has_the_money():
    """In 1839 every player had locals that lacked one share for f25, and nobody else had room for a train."""
    table = Table1839().with_company("L1", "Ann", price=25, floated=False, Ann=5).with_cash("Ann", 200)
    found = look(table.stock_round("Ann"))
    found.coming = replace(found.coming, rounds=12.0, earns={**found.coming.earns, "L1": 0.0})
    assert next(one.score for one in buy_share(found, "buy") if one.act.args["company"] == "L1") > 0


def test_a_power_that_brings_nothing_is_declined():
    """In 1889 the owner of a private company upgraded a hex for a rival's company: refusing counted no more."""
    table = sold_ehime()
    best = ranked(Look(table.game, table.seat("Bob"), random.Random(1), None, 12))[0]
    assert (best.act.verb, best.score) == ("decline_ohzu", 0.0)
