"""The market grid as it is read, and two of them side by side: each company moves on its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.errors import Damaged
from engine.core.position import Position
from engine.finance import prices
from engine.finance.market import down, left, left_or_down, market_def, right, right_or_up, side_by_side, up
from tests.toy.table import ToyTable


def test_a_company_starts_in_its_own_market_only():
    table = ToyTable().privates().stock_round("Ann")
    assert [move["price"] for move in table.legal("Ann", "par", company="GRN")] == [25, 20]
    assert [move["price"] for move in table.legal("Ann", "par", company="RED")] == [40, 30, 20]
    table.refused("Ann", "par", company="GRN", price=30)
    table.do("Ann", "par", company="GRN", price=20)
    assert table.box("GRN") == "local:0,2"
    table.do("Bob", "par", company="RED", price=20)
    assert table.box("RED") == "2,1"


def test_markers_never_leave_their_market():
    market = side_by_side(market_def("20 30\n10 20"), market_def("5 10 15", market="L"))
    edge = market.boxes["L:0,2"]
    for move in (right, up, lambda m, box: down(m, box, 3)):
        assert move(market, edge) == edge
    assert left(market, market.boxes["L:0,0"]).id == "L:0,0"
    assert right(market, market.boxes["L:0,0"]).id == "L:0,1"
    assert down(market, market.boxes["0,0"], 1).id == "1,0"
    with pytest.raises(Damaged):
        market_def("20 p", market="L")


def test_a_sale_costs_a_box_a_share_in_the_great_market_and_one_box_in_the_local():
    table = ToyTable(("Ann", "Bob")).privates(ferry="", mail="")
    table.with_company("RED", "Ann", par=40, Ann=4)
    table.with_company("GRN", "Ann", par=20, box="local:0,4", Ann=4).stock_round("Ann")
    table.do("Ann", "sell", company="RED", shares=2).do("Ann", "sell", company="GRN", shares=2).do("Ann", "pass")
    assert table.box("RED") == "2,1"
    assert table.box("GRN") == "local:0,3"


def test_the_order_of_companies_goes_over_both_markets_whatever_order_they_were_stored_in():
    table = ToyTable().privates().with_company("GRN", "Ann", par=20, box="local:0,4")
    table.with_company("RED", "Bob", par=30, box="1,1").with_company("BLU", "Cem", par=40, box="0,1")
    for boxes in (sorted(table.s.market), sorted(table.s.market, reverse=True)):
        with table.arrange() as p:
            p.s.market = {box: p.s.market[box] for box in boxes}
        # RED and GRN both stand at 30: the box further right goes first.
        assert prices.price_order(table.p) == ["BLU", "GRN", "RED"]


def test_twin_boxes_of_two_markets_have_an_order_of_their_own():
    p = ToyTable().p
    twins = side_by_side(market_def("30p"), market_def("30p", market="local"))
    p = Position(p.title, replace(p.d, market=twins), p.s)
    for boxes in ({"0,0": ["RED"], "local:0,0": ["GRN"]}, {"local:0,0": ["GRN"], "0,0": ["RED"]}):
        p.s.market = boxes
        assert prices.price_order(p) == ["RED", "GRN"]


def test_a_market_box_without_a_price_is_noticed():
    with pytest.raises(Damaged):
        market_def("64y y")


def test_a_grid_is_read_as_it_is_printed():
    market = market_def("60 70p_ 80!\n50y 60^ .\nx 40|*", recoloured={"0,0": "b"}, eras={"2": (70,)})
    boxes = market.boxes
    assert (market.rows, market.columns) == (3, 3)
    assert market.at(1, 2) is None
    assert [box.price for box in market.pars] == [70]
    assert (boxes["0,1"].par, boxes["0,1"].ledge, boxes["0,1"].era) == (True, True, "2")
    sections = [boxes[name].section for name in ("0,0", "0,1", "0,2", "1,0", "2,0")]
    assert sections == ["brown", "white", "end", "yellow", "closing"]
    assert (boxes["1,1"].arrow, boxes["2,1"].barred, boxes["2,1"].sign) == ("up", True, "dot")


def test_what_bars_a_move_to_the_side_turns_it_up_or_down():
    market = market_def("30 40 50\n20 30^ 40\n10v 20| 30")
    at = market.boxes.__getitem__
    assert right(market, at("1,1")).id == "0,1", "where an arrow says so"
    assert left(market, at("2,0")).id == "2,0", "there is nothing below"
    assert right(market, at("1,2")) == at("1,2")
    assert right_or_up(market, at("1,2")).id == "0,2"
    assert right_or_up(market, at("0,2")).id == "0,2"
    assert left_or_down(market, at("0,0")).id == "1,0"
    assert left_or_down(market, at("2,1")).id == "2,1", "a line bars the way, and there is nothing below"
    assert (up(market, at("1,0")).id, up(market, at("0,1")).id, up(market, at("0,2")).id) == ("0,0", "1,2", "0,2")


@pytest.mark.parametrize(("lot", "lands"), [(1, "1,0"), (2, "1,0"), (3, "3,0"), (9, "4,0")])
def test_a_ledge_holds_a_fall_that_would_go_one_box_below_it(lot: int, lands: str):
    market = market_def("50\n40_\n30\n20\n10")
    assert down(market, market.boxes["0,0"], lot).id == lands
