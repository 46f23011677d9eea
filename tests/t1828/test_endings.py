"""The ends of the game, the score, and homes that will never be used (7.1, 9)."""

from __future__ import annotations

import pytest

from engine.core.state import Run
from tests.t1828.positions import at_cincinnati, buying
from tests.t1828.table import Table1828

BANK = {"from": "bank"}


# --- the ends of the game


@pytest.mark.rule("1828-9.1-01")
def test_all_may_agree_on_the_winner():
    table = buying().stock_round("Ann").do("Cem", "agree_winner", winner="Bob")
    offer = table.s.offers[-1].id
    table.do("Ann", "accept", offer=offer)
    assert not table.s.end
    table.do("Bob", "accept", offer=offer)
    assert table.s.end.winners == [table.seat("Bob")]
    table = buying().stock_round("Ann").do("Cem", "agree_winner", winner="Bob")
    table.do("Ann", "decline", offer=table.s.offers[-1].id)
    assert not table.s.end


@pytest.mark.rule("1828-9.1-03")
def test_500_at_the_end_of_a_stock_round_ends_the_game_at_once():
    table = Table1828().with_company("GT", "Ann", Ann=6, Bob=4, box="1,14").stock_round("Ann")
    table.everybody_passes()
    assert (table.box("GT"), table.s.end.why) == ("0,14", "price of 500")
    table = Table1828().with_company("GT", "Ann", Ann=6, Bob=3, box="1,14").stock_round("Ann").everybody_passes()
    assert not table.s.end


@pytest.mark.rule("1828-9.1-04")
def test_500_by_a_dividend_ends_the_game_with_the_operating_round():
    table = Table1828().with_company("WAB", "Bob", Bob=6).with_company("GT", "Ann", Ann=6, box="1,14")
    table.with_train("GT", "2").with_phase("green").operating_round(1, 2)
    while "run" not in table.verbs("Ann"):
        table.do("Ann", "skip")
    table.run_best("Ann").do("Ann", "dividend", kind="full")
    assert table.price("GT") == 500
    assert not table.s.end
    while not table.s.end:
        table.do(table.deciders()[0], "skip")
    assert table.s.clock.number == 1
    assert "WAB" in [event["company"] for event in table.happened("operates")]


@pytest.mark.rule("1828-9.1-04")
def test_a_sale_in_need_does_not_take_back_that_500_has_been_reached():
    table = at_cincinnati().with_company("WAB", "Ann", Ann=6, treasury=0).with_cash("Ann", 0)
    table.with_company("GT", "Bob", Bob=4, Ann=3, box="1,14", treasury=0).with_train("GT", "2").operating_round(1, 2)
    while "run" not in table.verbs("Bob"):
        table.do("Bob", "skip")
    table.run_best("Bob").do("Bob", "dividend", kind="full")
    assert table.price("GT") == 500
    table.with_cash("Ann", 0)
    while "sell" not in table.verbs("Ann"):
        table.do("Ann", "skip")
    table.do("Ann", "sell", company="GT", shares=1).do("Ann", "buy_train", **{"from": "bank"})
    assert table.price("GT") < 500
    while not table.s.end:
        table.do(table.deciders()[0], "skip")
    assert (table.s.end.why, table.s.clock.number) == ("price of 500", 1)


@pytest.mark.rule("1828-9.1-05", "1828-4-37")
def test_the_first_complete_set_in_purple_phase_is_the_last():
    table = Table1828().with_company("WAB", "Ann", Ann=6).with_phase("purple").stock_round("Ann").everybody_passes()
    assert table.s.clock.of == 4
    rounds = set()
    while not table.s.end:
        rounds.add(table.s.clock.number)
        table.do("Ann", "skip")
    assert rounds == {1, 2, 3, 4}


@pytest.mark.rule("1828-9.1-05")
def test_the_set_in_which_the_first_diesel_is_bought_is_finished_and_another_follows():
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=900).with_phase("gray").with_supply_from("Diesel")
    table.stock_round("Ann").everybody_passes()
    while "buy_train" not in table.verbs("Ann"):
        table.do("Ann", "skip")
    table.do("Ann", "buy_train", kind="Diesel", **BANK)
    assert (table.s.phase, table.s.clock.of) == ("purple", 3)
    while table.s.clock.round == "operating":
        table.do("Ann", "skip")
    assert not table.s.end
    assert table.s.clock.round == "stock"


@pytest.mark.rule("1828-9.2-01", "1828-9.2-02", "1828-9.2-03", "1828-9.2-04", "1828-9.2-05")
def test_the_score():
    table = Table1828().with_company("GT", "Ann", Ann=6, Bob=1, Cem=3, box="1,14").with_private("D&H", "Bob")
    with table.arrange() as p:
        p.s.certs[p.d.certs_of["PRR"][1]] = table.seat("Cem")
    table.with_cash("Bob", 2900).stock_round("Ann")
    with table.arrange() as p:
        p.s.certs[p.d.certs_of["PRR"][1]] = table.seat("Cem")
    table.everybody_passes()
    # Cem's tenth of the Pennsylvania, which never had a par, is worth nothing; D&H counts 80.
    assert [table.worth(who) for who in ("Ann", "Bob", "Cem")] == [800 + 3000, 2900 + 500 + 80, 800 + 1500]
    assert table.s.end.winners == [table.seat("Ann")]


@pytest.mark.rule("1828-9.2-06")
def test_equals_win_together():
    table = Table1828().with_company("GT", "Ann", Ann=5, Bob=5, box="1,14").stock_round("Ann").everybody_passes()
    assert sorted(table.s.end.winners) == sorted([table.seat("Ann"), table.seat("Bob")])


# --- homes that will never be used


@pytest.mark.rule("1828-7.1-14", "1828-7.1-15", "1828-2-10")
def test_in_the_first_stock_round_of_purple_phase_unused_homes_are_blocked():
    table = Table1828().with_company("GT", "Ann", Ann=6).with_phase("purple")
    blocked = {"E15/c0", "E15/c1", "H6/c0", "E23/c0", "K15/c0", "F10/c0"}
    assert not {marker.stop for marker in table.s.board.markers} & blocked

    def round_begins() -> None:
        table.with_agenda(Run(rule="game", step="stock"), Run(rule="stock_round", subject=table.seat("Ann")))

    table.with_phase("gray")
    round_begins()
    assert not {marker.stop for marker in table.s.board.markers} & blocked, "gray phase blocks nothing"
    table.with_phase("purple")
    round_begins()
    stops = {marker.stop: marker.company for marker in table.s.board.markers}
    assert blocked <= set(stops)
    assert "GT" not in {stops[stop] for stop in blocked}
    assert stops["D4/c0"] == "GT"
    assert len(stops) == 1 + 15 + 1 + 1
    table.refused("Ann", "par", company="WAB", price=67)
