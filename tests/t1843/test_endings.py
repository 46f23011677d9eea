"""The ends of the game one by one, and what everybody is worth (8.10)."""

from __future__ import annotations

import pytest

from engine.view import view
from engine.words import Words
from tests.positions.table import close_unsold
from tests.t1843.table import Table, auction, lay_track


@pytest.mark.rule("1843-8.10.1-03", "1843-7.7-14")
def test_a_price_of_500_after_a_stock_round_ends_the_game_at_once():
    table = Table().with_company("PO", "Ann", par=79, box="1,14", Ann=6, Bob=4).stock_round("Ann").everybody_passes()
    assert (table.s.end.why, table.price("PO"), table.s.clock.round) == ("price of 500", 500, "stock")


@pytest.mark.rule("1843-8.10.1-04")
def test_a_price_of_500_in_an_operating_round_ends_the_game_after_it():
    table = Table().with_company("NOR", "Ann", par=79, box="0,13", Ann=6).with_train("NOR", "2+1")
    table.with_company("EST", "Bob", par=67, treasury=0, Bob=6).with_tile("C20", "X09", 0).operating_round(1, 2)
    while table.deciders() == ["Ann"]:
        verbs = table.verbs("Ann")
        if "run" in verbs:
            table.run_best("Ann")
        else:
            table.do("Ann", "dividend", kind="full") if "dividend" in verbs else table.do("Ann", "skip")
    assert (table.price("NOR"), table.s.end) == (500, None)
    while table.s.end is None:
        table.do("Bob", "run", routes=table.legal("Bob", "run")[0]["routes"]) if "run" in table.verbs("Bob") else (
            table.do("Bob", "skip")
            if "skip" in table.verbs("Bob")
            else table.do("Bob", "buy_train", **table.legal("Bob", "buy_train")[0])
        )
    assert (table.s.end.why, table.s.clock.number) == ("price of 500", 1)


@pytest.mark.rule("1843-8.10.1-04")
def test_a_price_that_has_reached_500_ends_the_game_though_shares_are_sold_before_the_round_is_over():
    table = Table().with_company("NOR", "Ann", par=79, box="0,13", Ann=4, Bob=2).with_train("NOR", "2+1")
    table.with_tile("C20", "X09", 0).with_company("PO", "Bob", par=67, treasury=0, Bob=6)
    lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E").operating_round(1, 2)
    while "run" not in table.verbs("Ann"):
        table.do("Ann", "skip")
    table.run_best("Ann").do("Ann", "dividend", kind="full")
    table.with_cash("Bob", 0).with_cash("PO", 0)
    while "sell" not in table.verbs("Bob"):
        table.do(table.deciders()[0], "skip")
    table.do("Bob", "sell", company="NOR", shares=1)
    assert (table.price("NOR"), table.s.end) == (443, None)
    table.do("Bob", "buy_train", **{"from": "bank"}, kind="2+1", price=125)
    while table.s.end is None:
        table.do("Bob", "skip")
    assert (table.s.end.why, table.s.clock.number, table.s.end.worth["p2"]) == ("price of 500", 1, 375 + 443 + 6 * 64)


@pytest.mark.rule("1843-8.10.1-05")
def test_the_second_set_with_a_gray_train_is_the_last():
    table = Table().with_phase("gray").with_company("PO", "Ann", par=79, Ann=6).end_of_set()
    assert (table.own.gray_sets, table.s.end) == (0, None)
    assert not view(table.game).last_set
    table.with_train("PO", "Electric").end_of_set()
    assert (table.own.gray_sets, table.s.end) == (1, None)
    assert view(table.game).last_set
    table.end_of_set()
    assert table.s.end.why == "gray trains"


@pytest.mark.rule(
    "1843-8.10.2-01", "1843-8.10.2-02", "1843-8.10.2-03", "1843-8.10.2-04", "1843-8.10.2-05", "1843-8.10.2-06"
)
def test_worth_is_cash_shares_and_private_companies_and_ties_stay():
    table = Table().with_company("PO", "Ann", par=79, treasury=5000, box="8,5", Ann=4, Bob=2).with_private("LH", "Bob")
    table.with_cash("Ann", 100).with_cash("Bob", 210).with_cash("Cem", 440).stock_round("Ann")
    end = table.p.title.score(table.p, "view")
    assert end.worth == {"p1": 100 + 4 * 85, "p2": 210 + 2 * 85 + 60, "p3": 440}
    assert end.winners == ["p1", "p2", "p3"]


def test_the_yellow_trains_end_the_game_only_during_the_auction():
    game = auction().game
    assert any("yellow trains" in line for line in Words(view(game)).endings())
    later = Table()
    with later.arrange() as p:
        close_unsold(p)
    assert not any("yellow trains" in line for line in Words(view(later.game)).endings())
