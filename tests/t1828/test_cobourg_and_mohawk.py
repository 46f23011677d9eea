"""The Cobourg & Peterborough and the Mohawk & Hudson (13.2.2.5, 13.2.2.6)."""

from __future__ import annotations

import pytest

from engine.board.markers import BLOCK
from engine.titles.t1828.cobourg import runs
from tests.positions.lines import lay
from tests.t1828.positions import at_cincinnati
from tests.t1828.table import Table1828

BANK = {"from": "bank"}


# --- Cobourg & Peterborough


def cobourg(phase: str = "yellow", treasury: int = 0) -> Table1828:
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=1000).with_phase(phase).with_cash("C&P", treasury)
    return table.cobourg_turn("Cem")


EAST_WEST = {"hex": "C17", "tile": "9", "rotation": 1}
"""Joins Peterborough with Kingston."""


@pytest.mark.rule("1828-8.1-02", "1828-13.2.2.5-08", "1828-13.2.1-02")
def test_the_cobourgs_owner_builds_before_the_companies_operate():
    table = Table1828().with_company("WAB", "Ann", Ann=6).with_private("C&P", "Cem").operating_round()
    assert table.deciders() == ["Cem"]
    table.refused("Ann", "skip")
    assert not {"token", "buy_train", "buy_private"} & set(table.verbs("Cem"))
    table.do("Cem", "lay", **EAST_WEST)
    assert table.tile("C17") == "9"


@pytest.mark.rule("1828-13.2.1-02", "1828-13.2.2.5-02", "1828-13.2.2.5-04", "1828-13.2.2.5-06", "1828-8.1-02")
def test_half_of_the_run_over_its_tile_for_the_owner_and_half_for_the_treasury():
    table = cobourg()
    table.refused("Cem", "cobourg_run", stops="C15/c0 C19/t0")
    table.do("Cem", "lay", **EAST_WEST)
    table.refused("Cem", "lay", hex="C13", tile="9", rotation=0)
    table.refused("Cem", "cobourg_run", stops="D14/c0 C19/t0")
    bank = table.cash("bank")
    table.do("Cem", "cobourg_run", stops="C15/c0 C19/t0")
    # 20 and 10.
    assert (table.cash("Cem"), table.cash("C&P"), table.cash("bank")) == (815, 15, bank - 30)
    assert table.deciders() == ["Ann"]


@pytest.mark.rule("1828-13.2.2.5-04")
@pytest.mark.parametrize(("full", "passes"), [(False, True), (True, False)])
def test_the_run_off_one_end_of_the_tile_does_not_pass_a_full_city(full: bool, passes: bool):
    table = Table1828()
    for hex_id, tile in (("H6", "57"), ("H8", "57"), ("H10", "9"), ("H12", "57")):
        lay(table, hex_id, tile, "W E")
    if full:
        table.with_block("H8/c0")
    pairs = runs(table.p, "H10")
    assert ("H12/c0", "H8/c0") in pairs, "it may end there"
    assert (("H6/c0", "H8/c0") in pairs) == passes


@pytest.mark.rule("1828-13.2.2.5-05", "1828-13.2.2.5-04")
def test_the_run_need_not_include_peterborough():
    # Between Kingston and a tile in Ottawa.
    table = cobourg()
    lay(table, "C17", "9", "W E")
    table.cobourg_turn("Cem")
    move = table.legal("Cem", "lay", hex="B20", tile="57")[0]
    table.do("Cem", "lay", **move)
    assert {move["stops"] for move in table.legal("Cem", "cobourg_run")} == {"B20/c0 C19/t0"}
    table.do("Cem", "cobourg_run", stops="B20/c0 C19/t0")
    assert table.cash("Cem") == 815


@pytest.mark.rule("1828-13.2.2.5-07")
def test_without_a_tile_or_a_second_revenue_center_it_pays_nothing():
    table = cobourg().do("Cem", "skip")
    assert (table.cash("Cem"), table.cash("C&P")) == (800, 0)
    assert table.deciders() == ["Ann"]
    table = cobourg()
    # A track from Peterborough to nowhere.
    table.do("Cem", "lay", **table.legal("Cem", "lay", hex="C17", tile="8")[0])
    assert not table.legal("Cem", "cobourg_run")
    assert (table.cash("Cem"), table.cash("C&P")) == (800, 0)


@pytest.mark.rule("1828-13.2.2.5-02", "1828-13.2.2.5-03", "1828-13.2.1-12")
def test_it_builds_in_peterborough_from_green_phase_and_pays_terrain_itself():
    assert not cobourg("yellow", 500).legal("Cem", "lay", hex="C15")
    move = cobourg("green", 80).legal("Cem", "lay", hex="C15")[0]
    cobourg("green", 79).refused("Cem", "lay", "14.3.1", **move)
    table = cobourg("green", 80)
    cash = table.cash("Cem")
    table.do("Cem", "lay", **move)
    assert (table.cash("C&P"), table.cash("Cem")) == (0, cash)
    # Companies cannot build there.
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=1000).with_marker("WAB", "C15/c0", 1)
    table.with_private("C&P", "Cem").with_phase("green").operating_turn("WAB")
    table.refused("Ann", "lay", **move)


@pytest.mark.rule("1828-13.2.2.5-02")
def test_its_tile_must_be_on_a_route_from_peterborough():
    table = cobourg()
    assert not table.legal("Cem", "lay", hex="H8")
    table.refused("Cem", "lay", "14.3.1", hex="H8", tile="57", rotation=0)


@pytest.mark.rule("1828-13.2.2.5-09", "1828-13.2.2.5-10", "1828-8.3.2-08", "1828-13.2.2.5-11")
@pytest.mark.parametrize("answer", ["replace", "block"])
def test_a_company_that_buys_it_gets_its_money_and_may_take_its_place(answer: str):
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=100).with_private("C&P", "Cem").with_phase("green")
    table.with_cash("C&P", 70).operating_turn("WAB").agree("Ann", "buy_private", "Cem", private="C&P", price=100)
    assert (table.cash("WAB"), table.cash("C&P")) == (70, 0)
    assert table.deciders() == ["Ann"]
    table.refused("Ann", "lay", hex="H6", tile="57", rotation=0)
    table.do("Ann", "answer", answer=answer)
    assert table.markers_in("C15") == [("WAB" if answer == "replace" else BLOCK, "C15/c0")]
    assert table.s.companies["WAB"].markers == ([100] if answer == "replace" else [100, 100])
    assert table.cash("WAB") == 70


@pytest.mark.rule("1828-13.2.2.5-10", "1828-13.2.2.5-11", "1828-8.3.2-10")
def test_the_cobourgs_place_is_the_station_of_the_turn():
    table = at_cincinnati().with_private("C&P", "Cem").operating_turn("WAB")
    table.agree("Ann", "buy_private", "Cem", private="C&P", price=10).do("Ann", "answer", answer="replace")
    table.refused("Ann", "token", city="H8/c0")
    assert not table.legal("Ann", "token")
    # After another station of this turn it can only be blocked.
    table = at_cincinnati().with_private("C&P", "Cem").operating_turn("WAB", "token").do("Ann", "token", city="H8/c0")
    table.agree("Ann", "buy_private", "Cem", private="C&P", price=10)
    assert table.markers_in("C15") == [(BLOCK, "C15/c0")]


@pytest.mark.rule("1828-8.3.2-11", "1828-13.2.2.5-11")
def test_a_company_with_a_marker_in_peterborough_gets_no_second_one():
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=100).with_private("C&P", "Cem").with_phase("green")
    table.with_marker("WAB", "C15/c0", 1).operating_turn("WAB")
    left = list(table.s.companies["WAB"].markers)
    table.agree("Ann", "buy_private", "Cem", private="C&P", price=100)
    assert not table.question()
    assert sorted(table.markers_in("C15")) == sorted([(BLOCK, "C15/c0"), ("WAB", "C15/c0")])
    assert table.s.companies["WAB"].markers == left


@pytest.mark.rule("1828-13.2.2.5-12", "1828-2-10")
def test_closed_unbought_its_money_is_lost_and_its_place_blocked():
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=2000).with_private("C&P", "Cem").with_cash("C&P", 70)
    table.with_supply_from("6").with_phase("brown").operating_turn("WAB", "train")
    bank = table.cash("bank")
    table.do("Ann", "buy_train", kind="6", **BANK)
    assert (table.cash("C&P"), table.cash("bank")) == (0, bank + 650 + 70)
    assert table.markers_in("C15") == [(BLOCK, "C15/c0")]


@pytest.mark.rule("1828-13.2.2.5-13", "1828-13.2.2.5-14")
def test_the_cobourg_has_nothing_of_coal():
    # Arranged: a marker of its own in Richmond, instead of track all the way.
    table = Table1828().with_company("WAB", "Ann", Ann=6).with_cash("C&P", 500).with_marker("C&P", "K15/c0")
    lay(table, "K15", "57", "W E")
    table.cobourg_turn("Cem")
    moves = table.legal("Cem", "lay", hex="K13")
    assert {move["tile"] for move in moves} == {"4"}
    table.do("Cem", "lay", **moves[0])
    assert (table.coal_at("K13"), table.coal_at("K11"), table.coal_of()) == (0, 3, [])
    assert table.cash("C&P") == 380
    # Between Richmond and the tunnel it can run, to the coalfields not.
    assert {move["stops"] for move in table.legal("Cem", "cobourg_run")} == {"K13/t0 K15/c0"}
    table.cobourg_turn("Cem")
    for beyond in ("J12", "J10"):
        assert not table.legal("Cem", "lay", hex=beyond)


# --- Mohawk & Hudson


@pytest.mark.rule("1828-13.2.2.6-03", "1828-13.2.2.6-02")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_in_a_stock_turn_for_a_share(source: str):
    table = Table1828().with_company("NKP", "Bob", Bob=5, pool=2).with_private("M&H", "Ann").stock_round("Ann")
    left = table.units(source, "NKP")
    table.do("Ann", "exchange", company="NKP", **{"from": source})
    assert (table.units("Ann", "NKP"), table.units(source, "NKP")) == (1, left - 1)
    assert (table.cash("Ann"), table.s.privates["M&H"]) == (800, "closed")
    table.done("Ann").refused("Bob", "exchange", company="NKP", **{"from": "pool"})


@pytest.mark.rule("1828-13.2.2.6-03")
def test_only_what_is_there_of_a_company_that_has_been_started():
    table = Table1828().with_company("NKP", "Bob", Bob=5).with_private("M&H", "Ann").stock_round("Ann")
    table.refused("Ann", "exchange", "13.2.2.6", company="NKP", **{"from": "pool"})
    table.refused("Ann", "exchange", "13.2.2.6", company="WAB", **{"from": "ipo"})


@pytest.mark.rule("1828-13.2.2.6-04")
def test_for_half_of_a_directors_certificate():
    table = Table1828().with_company("NKP", "Bob", Bob=5, Ann=1).with_private("M&H", "Ann").with_cash("Ann", 66)
    table.stock_round("Ann").refused("Ann", "exchange", "13.2.2.6", company="WAB", **{"from": "director"}, price=67)
    table.with_cash("Ann", 100).stock_round("Ann")
    table.refused("Ann", "exchange", company="WAB", **{"from": "director"}, price=86)
    table.do("Ann", "exchange", company="WAB", **{"from": "director"}, price=67)
    assert (table.cash("Ann"), table.units("Ann", "WAB"), table.president("WAB")) == (33, 2, "Ann")
    assert (table.s.companies["WAB"].par, table.price("WAB")) == (67, 67)
    table.refused("Ann", "par", company="ERIE", price=67)


@pytest.mark.rule("1828-13.2.2.6-04", "1828-7.1-10")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_who_exchanges_it_after_passing_gives_the_card_back(source: str):
    table = Table1828().with_company("NKP", "Bob", Bob=5, pool=1).with_private("M&H", "Ann").stock_round("Ann")
    table.do("Ann", "pass").do("Bob", "pass").do("Cem", "par", company="WAB", price=67).done("Cem")
    table.do("Ann", "exchange", company="NKP", **{"from": source}).done("Ann")
    for who in ("Bob", "Cem", "Ann"):
        assert table.s.clock.round == "stock"
        table.do(who, "pass")
    assert [seat.name for seat in table.s.players] == ["Bob", "Cem", "Ann"]


@pytest.mark.rule("1828-13.2.2.6-06")
def test_for_a_company_sold_in_the_same_round():
    table = Table1828().with_company("NKP", "Bob", Bob=5, Ann=2).with_private("M&H", "Ann").stock_round("Ann")
    table.do("Ann", "sell", company="NKP", shares=1).may_not_buy("Ann", "NKP", section="7.3")
    table.do("Ann", "exchange", company="NKP", **{"from": "ipo"})
    assert table.units("Ann", "NKP") == 2


def waiting() -> Table1828:
    """Bob's NYC operates; one tenth more floats Ann's WAB, and Cem has the Mohawk & Hudson."""
    table = Table1828().with_company("NYC", "Bob", Bob=6, box="5,5").with_private("M&H", "Cem")
    return table.with_company("WAB", "Ann", Ann=5, floated=False, home=False, par=67)


@pytest.mark.rule("1828-13.2.2.6-03", "1828-13.2.2.6-05")
def test_in_an_operating_round_what_it_floats_has_to_wait_if_another_has_operated():
    table = waiting().operating_round()
    assert table.deciders() == ["Bob"]
    table.do("Cem", "exchange", company="WAB", **{"from": "ipo"})
    assert table.s.companies["WAB"].floated
    while table.s.clock.round == "operating":
        table.do("Bob", "skip")
    assert [event["company"] for event in table.happened("operates")] == ["NYC"]
    table.everybody_passes()
    while table.s.clock.round == "operating":
        table.do(table.deciders()[0], "skip")
    assert "WAB" in [event["company"] for event in table.happened("operates")]


@pytest.mark.rule("1828-13.2.2.6-05")
def test_before_the_first_company_has_operated_what_it_floats_joins_in():
    # The Cobourg's turn comes before all companies.
    table = waiting().with_private("C&P", "Ann").operating_round()
    assert table.deciders() == ["Ann"]
    table.do("Cem", "exchange", company="WAB", **{"from": "ipo"}).do("Ann", "skip")
    while table.s.clock.round == "operating":
        table.do(table.deciders()[0], "skip")
    operated = [event["company"] for event in table.happened("operates") if event["company"] != "C&P"]
    assert operated == ["NYC", "WAB"]


@pytest.mark.rule("1828-13.2.2.6-07")
def test_a_company_that_owns_it_has_its_revenue_and_no_power():
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=0).with_private("M&H", "WAB").with_phase("green")
    table.operating_round()
    assert table.cash("WAB") == 20
    table.refused("Ann", "exchange", company="WAB", **{"from": "ipo"})
    table.stock_round("Ann").refused("Ann", "exchange", company="WAB", **{"from": "ipo"})
