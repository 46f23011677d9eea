"""How price markers move on the stock market, why, and in what order they stand (5.8, glossary)."""

from __future__ import annotations

import pytest

from engine.finance import prices
from tests.t1870.table import Table


def sold_out(company: str, box: str) -> Table:
    """A stock round is over in which this company's shares were all in players' hands."""
    table = Table().with_company(company, "Ann", Ann=6, Bob=4).with_box(company, box).stock_round("Ann")
    return table.everybody_passes()


def bob_sells(box: str, count: int) -> Table:
    """Bob has sold this many SP shares, and Ann has no money to protect them."""
    table = Table().with_company("SP", "Ann", Ann=5, Bob=5).with_box("SP", box).with_cash("Ann", 0)
    table.stock_round("Bob").do("Bob", "sell", company="SP", shares=count)
    return table.done("Bob")


def atsf_runs(box: str, *, train: bool = True) -> Table:
    """The ATSF is about to run between Topeka and Kansas City for $40."""
    table = Table().with_company("ATSF", "Ann", Ann=6).with_box("ATSF", box)
    table.with_tile("B9", "57", 1).with_tile("B11", "57", 1)
    if train:
        table.with_train("ATSF", "2")
    return table


def atsf_pays(box: str, kind: str) -> str:
    """The box of the ATSF after such a dividend."""
    table = atsf_runs(box).operating_turn("ATSF", "run").run_best("Ann").do("Ann", "dividend", kind=kind)
    return table.box("ATSF")


# --- up


@pytest.mark.rule("1870-5.8.1-01")
def test_a_sold_out_company_rises_one_box():
    assert sold_out("SP", "4,5").box("SP") == "3,5"


@pytest.mark.rule("1870-5.8.1-01")
def test_a_company_with_a_share_in_the_market_or_on_offer_does_not_rise():
    for in_market in (1, 0):
        table = Table().with_company("SP", "Ann", Ann=6, Bob=3, pool=in_market).with_box("SP", "4,5").stock_round("Ann")
        assert table.everybody_passes().box("SP") == "4,5"


@pytest.mark.rule("1870-5.8.1-02")
@pytest.mark.parametrize(("box", "lands"), [("0,6", "1,7"), ("0,0", "1,1"), ("0,19", "1,20")])
def test_at_the_top_a_rise_goes_one_right_and_one_down(box: str, lands: str):
    assert sold_out("SP", box).box("SP") == lands


@pytest.mark.rule("1870-5.8.1-03")
def test_a_rise_at_400_stays():
    table = sold_out("SP", "0,20")
    assert (table.box("SP"), table.price("SP")) == ("0,20", 400)


@pytest.mark.rule("1870-5.8.1-04")
@pytest.mark.parametrize(("box", "lands"), [("3,13", "2,13"), ("8,7", "7,7"), ("2,16", "1,16"), ("4,15", "3,15")])
def test_a_rise_may_lead_from_the_lower_to_the_upper_area(box: str, lands: str):
    assert sold_out("SP", box).box("SP") == lands


# --- down


@pytest.mark.rule("1870-5.8.1-05", "1870-5.8.2-01", "1870-A-04")
@pytest.mark.parametrize(
    ("box", "count", "lands"),
    [
        ("2,6", 1, "3,6"),
        ("2,6", 3, "5,6"),
        ("0,2", 5, "5,2"),
        ("3,13", 1, "4,13"),  # in the lower area no ledge holds it
        ("2,17", 1, "3,17"),
        ("9,4", 3, "10,4"),  # the bottom holds
        ("10,4", 1, "10,4"),
        ("10,6", 5, "10,6"),
        ("8,8", 2, "8,8"),
        ("5,12", 1, "5,12"),
    ],
)
def test_unprotected_sales_push_the_price_down_a_box_a_share_to_the_lower_ledge(box: str, count: int, lands: str):
    assert bob_sells(box, count).box("SP") == lands


@pytest.mark.rule("1870-5.8.1-05", "1870-5.6-08")
@pytest.mark.parametrize(("count", "lands"), [(1, "3,6"), (2, "4,6"), (3, "5,6")])
def test_a_presidents_certificate_pushes_the_price_down_as_the_single_shares_given_for_it(count: int, lands: str):
    table = Table().with_company("SP", "Ann", Ann=3, Bob=3).with_box("SP", "2,6").stock_round("Ann")
    table.do("Ann", "sell", company="SP", shares=count)
    assert table.president("SP") == "Bob" and not table.s.lots[-1].rescuer
    assert table.done("Ann").box("SP") == lands


@pytest.mark.rule("1870-5.8.1-06")
@pytest.mark.parametrize(
    ("box", "count", "lands"),
    [
        ("0,16", 1, "1,16"),
        ("0,16", 2, "1,16"),
        ("0,16", 3, "3,16"),
        ("1,13", 2, "2,13"),
        ("1,13", 3, "4,13"),
        ("0,13", 3, "2,13"),
        ("0,13", 4, "4,13"),
        ("4,8", 3, "6,8"),
        ("4,8", 4, "8,8"),
        ("3,7", 5, "7,7"),
        ("4,7", 5, "8,7"),
    ],
)
def test_a_fall_just_past_the_upper_ledge_stops_on_it(box: str, count: int, lands: str):
    assert bob_sells(box, count).box("SP") == lands


@pytest.mark.rule("1870-5.8.1-07")
@pytest.mark.parametrize(
    ("box", "price", "one", "two"),
    [
        ("1,16", 275, "1,16", "3,16"),
        ("2,13", 180, "2,13", "4,13"),
        ("2,15", 225, "2,15", "4,15"),
        ("3,11", 120, "3,11", "5,11"),
        ("4,10", 100, "4,10", "6,10"),
        ("5,9", 82, "5,9", "7,9"),
        ("6,8", 72, "6,8", "8,8"),
        ("7,7", 64, "7,7", "8,7"),  # the second box down is off the market
    ],
)
def test_on_the_upper_ledge_one_share_is_held_and_two_break_through(box: str, price: int, one: str, two: str):
    table = bob_sells(box, 1)
    assert (table.box("SP"), table.price("SP")) == (one, price)
    assert bob_sells(box, 2).box("SP") == two


@pytest.mark.rule("1870-5.8.1-07", "1870-5.8.1-06")
def test_two_players_selling_one_share_each_never_add_up_to_break_the_ledge():
    table = Table().with_company("SP", "Ann", Ann=4, Bob=3, Cem=3).with_box("SP", "2,13").with_cash("Ann", 0)
    table.stock_round("Bob").do("Bob", "sell", company="SP", shares=1).done("Bob")
    table.do("Cem", "sell", company="SP", shares=1).done("Cem")
    assert table.box("SP") == "2,13"
    assert table.units("pool", "SP") == 2


@pytest.mark.rule("1870-5.8.1-12")
@pytest.mark.parametrize(("box", "count"), [("7,0", 1), ("7,1", 2), ("7,2", 3), ("7,2", 5), ("8,1", 1)])
def test_sales_may_push_a_company_into_the_closing_section(box: str, count: int):
    table = bob_sells(box, count)
    assert table.s.companies["SP"].closed
    assert not table.box("SP")


@pytest.mark.rule("1870-5.8.1-12")
def test_one_share_less_and_the_company_lives_on():
    table = bob_sells("7,2", 2)
    assert not table.s.companies["SP"].closed
    assert table.box("SP") == "9,2"


# --- right and left


@pytest.mark.rule("1870-5.8.1-08", "1870-5.8.2-02")
@pytest.mark.parametrize(("box", "lands"), [("2,6", "2,7"), ("0,6", "0,7"), ("3,13", "3,14"), ("7,6", "7,7")])
def test_a_full_dividend_moves_the_price_right(box: str, lands: str):
    assert atsf_pays(box, "full") == lands


@pytest.mark.rule("1870-5.8.1-08", "1870-5.8.3-01")
@pytest.mark.parametrize(
    ("box", "lands"),
    [
        ("1,20", "0,20"),  # the right edge
        ("3,20", "2,20"),
        ("4,15", "3,15"),
        ("10,6", "9,6"),
        ("2,15", "1,15"),  # left of a step of the ledge
        ("3,12", "2,12"),
        ("4,10", "3,10"),
        ("5,9", "4,9"),
        ("6,8", "5,8"),
        ("7,7", "6,7"),
        ("8,6", "7,6"),
    ],
)
def test_where_the_edge_or_the_ledge_bars_the_way_right_the_arrow_leads_up(box: str, lands: str):
    assert atsf_pays(box, "full") == lands


@pytest.mark.rule("1870-5.8.3-01")
def test_arrows_stand_only_at_edges_and_beside_the_upper_ledge():
    boxes = Table().p.d.market.boxes.values()
    assert {box.id for box in boxes if box.arrow == "down"} == {f"{row},0" for row in range(8)}
    right_edge = {"1,20", "2,20", "3,20", "4,15", "5,12", "6,10", "7,9", "8,8", "9,6", "10,6"}
    by_the_ledge = {"2,15", "3,12", "4,10", "5,9", "6,8", "7,7", "8,6"}
    assert {box.id for box in boxes if box.arrow == "up"} == right_edge | by_the_ledge


@pytest.mark.rule("1870-5.8.1-13")
def test_a_full_dividend_at_400_stays():
    assert atsf_pays("0,20", "full") == "0,20"


@pytest.mark.rule("1870-5.8.1-09", "1870-5.8.2-03")
@pytest.mark.parametrize(("box", "lands"), [("2,6", "2,5"), ("0,20", "0,19"), ("10,6", "10,5")])
def test_withholding_moves_the_price_left(box: str, lands: str):
    assert atsf_pays(box, "withhold") == lands


@pytest.mark.rule("1870-5.8.1-09", "1870-5.8.3-01")
@pytest.mark.parametrize(("box", "lands"), [("0,0", "1,0"), ("3,0", "4,0"), ("6,0", "7,0")])
def test_at_the_left_edge_the_arrow_leads_down(box: str, lands: str):
    assert atsf_pays(box, "withhold") == lands


@pytest.mark.rule("1870-5.8.1-11")
@pytest.mark.parametrize(("box", "lands"), [("3,13", "3,12"), ("2,16", "2,15"), ("8,7", "8,6"), ("4,11", "4,10")])
def test_a_move_left_may_lead_from_the_lower_to_the_upper_area(box: str, lands: str):
    sections = {box.id: box.section for box in Table().p.d.market.boxes.values()}
    assert sections[box] == "lower"
    assert sections[lands] != "lower"
    assert atsf_pays(box, "withhold") == lands


@pytest.mark.rule("1870-5.8.1-10")
@pytest.mark.parametrize("box", ["7,0", "8,1", "9,2", "10,3"])
def test_a_move_left_may_enter_the_closing_area(box: str):
    table = atsf_runs(box).operating_turn("ATSF", "run").run_best("Ann")
    table.do("Ann", "dividend", kind="withhold")
    assert table.s.companies["ATSF"].closed
    assert not table.box("ATSF")


@pytest.mark.rule("1870-5.8.2-03")
def test_a_company_that_runs_nothing_moves_left_as_if_it_withheld():
    table = atsf_runs("2,6", train=False).operating_turn("ATSF", "run")
    assert table.s.agenda[-1].step == "train"
    assert table.box("ATSF") == "2,5"
    table.refused("Ann", "dividend", kind="full")


# --- piles and order


@pytest.mark.rule("1870-5.8.2-04", "1870-5.8.4-03")
def test_after_a_half_dividend_the_marker_goes_below_those_that_have_operated():
    table = atsf_runs("2,6")
    table.with_company("SP", "Bob", Bob=6).with_box("SP", "2,6").with_company("FW", "Cem", Cem=6).with_box("FW", "2,6")
    table.with_company("IC", "Cem", Cem=6).with_box("IC", "2,6")
    table.operating_turn("ATSF", "run").with_operated("FW")
    assert table.s.market["2,6"] == ["ATSF", "SP", "FW", "IC"]
    table.with_box("FW", "2,6").with_box("IC", "2,6")
    assert table.s.market["2,6"] == ["ATSF", "SP", "IC", "FW"]
    table.run_best("Ann").do("Ann", "dividend", kind="half")
    assert table.s.market["2,6"] == ["SP", "IC", "FW", "ATSF"]
    assert table.happened("restacked") == [{"company": "ATSF", "price": table.price("ATSF"), "place": 4, "of": 4}]


@pytest.mark.rule("1870-5.8.4-01", "1870-5.8.4-03")
def test_a_marker_that_has_operated_comes_below_both_piles_of_its_new_box():
    table = atsf_runs("2,6").with_company("SP", "Bob", Bob=6).with_box("SP", "2,7")
    table.with_company("FW", "Cem", Cem=6).with_box("FW", "2,7")
    table.operating_turn("ATSF", "run").with_operated("FW")
    table.run_best("Ann").do("Ann", "dividend", kind="full")
    assert table.s.market["2,7"] == ["SP", "FW", "ATSF"]


@pytest.mark.rule("1870-5.8.4-01", "1870-5.8.4-02")
def test_a_marker_that_has_not_operated_comes_above_those_that_have():
    """The FW must buy a train; for it Ann sells an SP share, and the SP has not operated yet."""
    table = forced_sale_of_sp("2,6", {"MP": "3,6", "GMO": "3,6"}, "GMO")
    assert table.s.market["3,6"] == ["MP", "SP", "GMO"]


def forced_sale_of_sp(box: str, others: dict[str, str], operated: str, **options: str) -> Table:
    """Ann sells a share of the SP, whose president cannot protect it, for the train that the FW must buy."""
    table = Table(("Ann", "Bob", "Cem"), **options).with_company("FW", "Ann", Ann=6, treasury=0).with_cash("Ann", 0)
    table.with_company("SP", "Bob", Bob=4, Ann=2).with_box("SP", box).with_cash("Bob", 0)
    for company, other_box in others.items():
        table.with_company(company, "Cem", Cem=6).with_box(company, other_box)
    table.with_tile("J3", "57", 1).with_tile("J5", "57", 1).operating_turn("FW", "train")
    return table.with_operated(operated).do("Ann", "sell", company="SP", shares=1)


@pytest.mark.rule("1870-5.8.4-02")
def test_in_a_stock_round_a_fallen_marker_goes_below_those_already_there():
    table = Table().with_company("SP", "Ann", Ann=5, Bob=5).with_box("SP", "2,6").with_cash("Ann", 0)
    table.with_company("MP", "Cem", Cem=6).with_box("MP", "3,6").with_company("IC", "Cem", Cem=6).with_box("IC", "3,6")
    table.stock_round("Bob").do("Bob", "sell", company="SP", shares=1).done("Bob")
    assert table.s.market["3,6"] == ["MP", "IC", "SP"]


@pytest.mark.rule("1870-5.8.2-01")
def test_a_forced_sale_moves_the_price_too():
    table = forced_sale_of_sp("2,6", {}, "SP")
    assert table.box("SP") == "3,6"
    assert table.trains("FW") == ["2"]


def idle(table: Table) -> None:
    """The company on turn does nothing at all."""
    company = table.s.agenda[-1].subject
    while table.s.agenda and table.s.agenda[-1].rule == "operating_turn" and table.s.agenda[-1].subject == company:
        table.do(table.deciders()[0], "skip")


@pytest.mark.rule("1870-A-02")
def test_companies_operate_by_price_then_the_right_most_box_then_from_the_top_of_a_box():
    table = Table()
    boxes = {"SP": "1,7", "MP": "0,6", "IC": "2,8", "FW": "0,7", "TP": "2,8", "GMO": "3,6"}
    for company, box in boxes.items():
        table.with_company(company, "Ann", Ann=6).with_box(company, box)
    assert table.price("FW") == 110
    assert [table.price(company) for company in ("IC", "TP", "SP", "MP")] == [100] * 4
    assert prices.price_order(table.p) == ["FW", "IC", "TP", "SP", "MP", "GMO"]
    table.operating_round()
    for _ in boxes:
        idle(table)
    assert [turn["company"] for turn in table.happened("operates")][:6] == ["FW", "IC", "TP", "SP", "MP", "GMO"]


@pytest.mark.rule("1870-A-03")
def test_a_price_that_falls_in_the_round_lets_others_operate_first():
    """The SP's price is above the MP's until Ann must sell two of its shares for the FW's train."""
    table = Table().with_company("FW", "Ann", Ann=6, treasury=0).with_cash("Ann", 0).with_box("FW", "0,8")
    table.with_company("SP", "Bob", Bob=4, Ann=2).with_box("SP", "2,6").with_cash("Bob", 0)
    table.with_company("MP", "Cem", Cem=6).with_box("MP", "3,6").with_tile("J3", "57", 1).with_tile("J5", "57", 1)
    table.operating_round()
    assert prices.price_order(table.p) == ["FW", "SP", "MP"]
    table.do("Ann", "skip")
    assert table.s.agenda[-1].step == "train"
    table.do("Ann", "sell", company="SP", shares=1)
    if table.s.agenda[-1].subject == "FW":
        table.do("Ann", "skip")
    assert prices.price_order(table.p)[1:] == ["MP", "SP"]
    assert [turn["company"] for turn in table.happened("operates")] == ["FW", "MP"]


@pytest.mark.rule("1870-A-01")
def test_west_of_the_mississippi_leaves_out_every_hex_with_a_part_of_the_river():
    table = Table().with_company("MP", "Ann", Ann=6).with_phase("2").operating_turn("MP").with_private("SCC", "MP")
    cities = {"B9", "B11", "D5", "E12", "F5", "H13", "J3", "J5", "L11", "M2", "M6", "N7"}
    assert {move["hex"] for move in table.legal("Ann", "cattle")} == cities
    for on_or_east_of_the_river in ("C18", "H17", "M14", "B19", "K16", "N17", "M20"):
        table.refused("Ann", "cattle", hex=on_or_east_of_the_river)
