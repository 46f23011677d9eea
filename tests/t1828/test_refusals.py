"""How moves that are not allowed are refused: with the section, and what is possible."""

from __future__ import annotations

import pytest

from engine.core.errors import EngineError
from engine.core.slots import Text
from engine.core.state import Run
from tests.positions.lines import lay
from tests.t1828.building import first, turn
from tests.t1828.table import Table1828


@pytest.mark.rule("1828-14.3.1-02", "1828-11-05")
def test_no_tile_is_laid_in_the_coalfields_and_elsewhere_one_is():
    table = turn("WAB")
    assert table.refused("Ann", "lay", hex="K11") == "no tile may be laid in Virginia Coalfields (K11) (14.3.1)."
    table.do("Ann", "lay", **first(table, hex="H6"))


def test_a_par_of_a_later_phase_is_refused_with_those_of_the_phase():
    table = Table1828().stock_round("Ann")
    dear = max(box.price for box in table.p.d.market.pars)
    now = sorted(box.price for box in table.p.title.stock.pars(table.p, "WAB"))
    listed = ", ".join(f"${price}" for price in now[:-1]) + f" or ${now[-1]}"
    said = table.refused("Ann", "par", company="WAB", price=dear)
    assert said == f"${dear} is not available yet: in the yellow phase a par is {listed} (7.4)."
    table.do("Ann", "par", company="WAB", price=now[0])


@pytest.mark.rule("1828-6.1-06")
def test_what_is_not_for_sale_outright_says_what_it_waits_for():
    table = Table1828()
    turn = table.deciders()[0]
    said = table.refused(turn, "take", "6.1")
    assert said.startswith("a private company is bought outright only if it alone in the cheapest row has no bid: ")
    assert said.endswith(" have none (6.1).")


@pytest.mark.rule("1828-8.3.5.1-06", "1828-8.3.5.2-07")
def test_nothing_is_too_little_for_a_train_and_is_no_sale_too_many():
    table = Table1828().with_company("GT", "Ann", Ann=6, treasury=500).with_company("NKP", "Bob", Bob=6)
    table.with_train("NKP", "2").operating_turn("GT", "train")
    nothing = {"from": "NKP", "kind": "2", "price": 0}
    assert table.refused("Ann", "buy_train", **nothing) == "$0 is too low: choose $1 or more (8.3.5.1)."
    table.do("Ann", "buy_train", **{**nothing, "price": 1})


@pytest.mark.rule("1828-8.3.5.1-13", "1828-8.3.5.2-01")
def test_outside_an_emergency_what_a_train_costs_is_a_rule_of_buying_trains():
    table = Table1828().with_company("GT", "Ann", Ann=6, treasury=70).with_train("GT", "2")
    table.with_company("NKP", "Bob", Bob=6).with_train("NKP", "2").operating_turn("GT", "train")
    dear = {"from": "NKP", "kind": "2", "price": 71}
    assert table.refused("Ann", "buy_train", **dear) == "that costs $71: the treasury holds $70 (8.3.5.1)."
    assert table.refused("Ann", "sell", company="GT", shares=1) == (
        "in an operating round you may sell shares only to pay for a train that must be bought (8.3.5.1)."
    )


@pytest.mark.rule("1828-13.2.2.6-03")
def test_the_mohawk_is_exchanged_by_its_owner_in_a_stock_round_only_on_their_turn():
    table = Table1828().with_company("GT", "Cem", Cem=4).with_private("M&H", "Bob").stock_round("Ann")
    share = {"company": "GT", "from": "ipo"}
    assert table.refused("Ann", "exchange", **share) == "you do not own Mohawk & Hudson Railroad (13.2.2.6)."
    assert table.refused("Bob", "exchange", **share) == (
        "in a stock round Mohawk & Hudson Railroad can be exchanged only in your own turn (13.2.2.6)."
    )
    table.stock_round("Bob").do("Bob", "exchange", **share)
    assert table.units("Bob", "GT") == 1


def typed(table: Table1828, text: str) -> str:
    """What Ann is told of routes that are written by their trains and stops."""
    p, law = table.p, table.p.title.verbs["run"]
    asked = law.values(p, table.seat("Ann"), law.choices(), "routes")
    assert isinstance(asked, Text)
    with pytest.raises(EngineError) as refused:
        asked.read(text)
    return str(refused.value)


@pytest.mark.rule("1828-14.3.1.1-01", "1828-8.3.2-14")
def test_the_coalfields_are_refused_for_the_coal_marker_and_to_every_station():
    table = Table1828().with_company("NW", "Ann", Ann=6, treasury=500).with_train("NW", "3")
    lay(table, "K13", "4", "W E")
    lay(table, "K15", "57", "W E")
    lay(table, "K17", "9", "W E")
    table.operating_turn("NW", "token")
    assert table.refused("Ann", "token", city="K11/c0") == (
        "no station marker may be placed at the Virginia Coalfields (8.3.2)."
    )
    table.with_marker("NW", "K15/c0").operating_turn("NW", "run")
    coals = "3-0=K15/c0,K15.W,K13/t0,K13.W,K11/c0"
    barred = "NW has no coal marker and may not run to the Virginia Coalfields (15.2)."
    assert typed(table, "3: K15 K13 K11") == table.refused("Ann", "run", routes=coals) == barred
    table.do("Ann", "coal").operating_turn("NW", "run").do("Ann", "run", routes=coals)


def test_a_train_that_is_not_there_is_told_from_one_that_has_a_route():
    table = Table1828().with_company("NW", "Ann", Ann=6).with_train("NW", "3")
    lay(table, "K15", "57", "W E")
    lay(table, "K17", "9", "W E")
    table.operating_turn("NW", "run")
    assert typed(table, "2: K19 L18") == "The company has no 2 train."
    assert typed(table, "3: K19 L18; 3: K19 L18") == "The company has no further 3 train to run."


@pytest.mark.rule("1828-7.3-07")
def test_a_company_that_can_no_longer_start_is_not_called_closed_nor_sent_to_par():
    table = Table1828().with_company("NW", "Ann", Ann=6)
    table.with_phase("brown").stock_round("Ann")
    wanted = {"company": "GT", "from": "ipo"}
    assert table.refused("Ann", "buy", **wanted) == "GT has not been started; start it with `/par` (7.4)."
    table.with_phase("purple").stock_round("Ann")
    with table.arrange() as p:
        p.title.stock.round_begins(p, p.on_top(Run))
    late = "no company can be started in the purple phase (17.7)."
    assert table.refused("Ann", "buy", **wanted) == table.refused("Ann", "par", company="GT", price=67) == late
    assert table.refused("Ann", "sell", company="GT") == "GT has not been started (7.2)."


@pytest.mark.rule("1828-13.2.2.7-02")
def test_the_kalamazoos_additional_tile_is_refused_when_it_has_been_laid():
    table = Table1828().with_company("GT", "Ann", Ann=6).with_private("E&K", "GT").operating_turn("GT", "track")
    extra = next(way for way in table.legal("Ann", "extra") if way["by"] == "E&K")
    table.do("Ann", "extra", **extra)
    spent = "GT has already used Erie & Kalamazoo Railroad, which it may do once (13.2.2.7)."
    assert table.refused("Ann", "extra", **extra) == spent
    table.with_private("E&K", "Bob").with_company("B&M", "Ann", Ann=6).operating_turn("B&M", "track")
    assert table.refused("Ann", "extra", **extra) == "B&M does not own Erie & Kalamazoo Railroad (13.2.2.7)."


@pytest.mark.rule("1828-8.3.5.1-01")
def test_two_trains_of_a_kind_are_not_swapped_between_shells():
    table = Table1828().with_company("GT", "Ann", Ann=6)
    with table.arrange() as p:
        p.company("GT").charters = ["GT", "NW"]
    table.with_train("GT", "3").with_train("NW", "3").operating_turn("GT", "train")
    same = {"charter": "GT", "kind": "3"}
    assert table.refused("Ann", "rearrange", **same, back="3") == ("swapping two 3 trains changes nothing (8.3.5.1).")
    assert table.refused("Ann", "rearrange", **same, back="5") == "there is no 5 train to come back (8.3.5.1)."
