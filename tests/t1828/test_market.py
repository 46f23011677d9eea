"""Price markers and the order in which companies operate (8.2, 12)."""

from __future__ import annotations

import pytest

from tests.t1828.table import Table1828


def after_dividend(box: str, kind: str, company: str = "GT") -> Table1828:
    """A company runs A3 in Grand Rapids' reach and pays out, or withholds."""
    table = Table1828().with_company(company, "Ann", Ann=6, box=box).with_train(company, "2")
    table.operating_turn(company, "run").run_best("Ann")
    assert "dividend" in table.verbs("Ann")
    return table.do("Ann", "dividend", kind=kind)


def after_stock_round(box: str, **holders: int) -> Table1828:
    table = Table1828().with_company("GT", "Ann", box=box, **holders).with_cash("Ann", 0)
    return table.with_cash("Bob", 0).with_cash("Cem", 0).stock_round("Ann").everybody_passes()


# --- directions


@pytest.mark.rule("1828-12.2-09", "1828-12.2-04", "1828-12.2-07")
@pytest.mark.parametrize(
    ("box", "then"),
    [("5,3", "5,4"), ("6,12", "5,12"), ("12,8", "11,8"), ("0,12", "0,13"), ("1,14", "0,14"), ("15,6", "14,6")],
)
def test_paying_out_moves_right_or_up_at_the_end_of_a_row(box: str, then: str):
    assert after_dividend(box, "full").box("GT") == then


@pytest.mark.rule("1828-12.2-10", "1828-12.2-03", "1828-12.2-06")
@pytest.mark.parametrize(
    ("box", "then"),
    [
        ("5,3", "5,2"),
        ("5,0", "6,0"),
        ("0,0", "1,0"),
        ("14,1", "15,1"),
        ("16,2", "17,2"),
        ("13,0", "13,0"),
        ("17,2", "17,2"),
    ],
)
def test_withholding_moves_left_or_down_at_the_end_of_a_row(box: str, then: str):
    assert after_dividend(box, "withhold").box("GT") == then


@pytest.mark.rule("1828-8.2-05", "1828-12.2-06")
@pytest.mark.parametrize(("box", "order"), [("13,0", ["GT", "NKP"]), ("5,0", ["NKP", "GT"])])
def test_a_marker_that_cannot_move_keeps_its_place_and_one_that_moves_comes_last(box: str, order: list[str]):
    table = Table1828().with_company("GT", "Ann", Ann=6, box=box).with_train("GT", "2")
    table.with_company("NKP", "Bob", Bob=6, box="13,0" if box == "13,0" else "6,0")
    table.operating_turn("GT", "run").run_best("Ann").do("Ann", "dividend", kind="withhold")
    assert [company for row in table.s.market.values() for company in row] == order


@pytest.mark.rule("1828-12.2-10")
def test_a_company_without_a_train_moves_left():
    table = Table1828().with_company("WAB", "Ann", Ann=6, box="5,3").operating_turn("WAB", "token")
    while table.s.clock.round == "operating":
        table.do("Ann", "skip")
    assert table.box("WAB") == "5,2"


@pytest.mark.rule("1828-12.2-02", "1828-12.2-08", "1828-12.2-06")
@pytest.mark.parametrize(
    ("box", "number", "then"), [("0,3", 1, "1,3"), ("3,4", 3, "6,4"), ("16,3", 3, "17,3"), ("13,0", 2, "13,0")]
)
def test_each_tenth_sold_moves_one_row_down_as_far_as_the_column_goes(box: str, number: int, then: str):
    table = Table1828().with_company("GT", "Bob", Bob=4, Ann=3, box=box).stock_round("Ann")
    assert table.do("Ann", "sell", company="GT", shares=number).box("GT") == then


@pytest.mark.rule("1828-12.2-05")
def test_at_500_the_marker_stays():
    table = after_dividend("0,14", "full")
    assert table.box("GT") == "0,14"
    assert after_stock_round("0,14", Ann=6, Bob=4).box("GT") == "0,14"


# --- the end of a stock round


@pytest.mark.rule("1828-12.2-11", "1828-7.1-16", "1828-12.2-01")
@pytest.mark.parametrize(
    ("box", "holders", "then"),
    [
        ("3,4", {"Ann": 6, "Bob": 4}, "2,4"),
        ("3,4", {"Ann": 6, "Bob": 3}, "3,4"),
        ("3,4", {"Ann": 6, "Bob": 3, "pool": 1}, "3,4"),
        ("0,4", {"Ann": 6, "Bob": 4}, "0,5"),
    ],
)
def test_a_company_sold_out_moves_up(box: str, holders: dict[str, int], then: str):
    assert after_stock_round(box, **holders).box("GT") == then


@pytest.mark.rule("1828-12.2-12", "1828-12.2-01")
@pytest.mark.parametrize(
    ("box", "holders", "then"),
    [
        ("3,4", {"Ann": 7, "Bob": 3}, "2,4"),
        ("3,4", {"Ann": 8, "Bob": 2}, "1,4"),
        ("3,4", {"Ann": 10}, "1,4"),
        ("1,4", {"Ann": 8, "Bob": 2}, "0,5"),
        ("0,4", {"Ann": 8, "Bob": 2}, "0,6"),
        ("3,4", {"Ann": 8, "Bob": 1}, "3,4"),
    ],
)
def test_a_director_with_eighty_per_cent_moves_it_up_once_more(box: str, holders: dict[str, int], then: str):
    assert after_stock_round(box, **holders).box("GT") == then


@pytest.mark.rule("1828-12.2-13")
@pytest.mark.parametrize(
    ("box", "holders", "then"),
    [
        ("9,1", {"Ann": 6, "Bob": 4}, "7,1"),
        ("9,1", {"Ann": 8, "Bob": 2}, "6,1"),
        ("9,1", {"Ann": 8, "Bob": 1}, "9,1"),
        # From the first white one the step counts once.
        ("7,1", {"Ann": 6, "Bob": 4}, "6,1"),
    ],
)
def test_out_of_the_gray_area_it_moves_up_once_more(box: str, holders: dict[str, int], then: str):
    assert after_stock_round(box, **holders).box("GT") == then


@pytest.mark.rule("1828-12.2-11", "1828-12.2-12")
def test_a_systems_treasury_share_is_not_for_sale():
    table = Table1828().with_system("NKP", "GT", "Ann", box="3,4", Ann=6, Bob=3)
    table.stock_round("Ann").everybody_passes()
    assert table.box("NKP") == "2,4"


@pytest.mark.rule("1828-7.1-16", "1828-12.2-07")
def test_sold_out_companies_move_in_operating_order():
    table = Table1828().with_company("GT", "Ann", Ann=6, Bob=4, box="4,4")
    table.with_company("NKP", "Bob", Bob=6, Ann=4, box="4,4").with_company("WAB", "Cem", Cem=6, box="3,4")
    for who in ("Ann", "Bob", "Cem"):
        table.with_cash(who, 0)
    table.stock_round("Ann").everybody_passes()
    assert table.s.market["3,4"] == ["WAB", "GT", "NKP"]


# --- operating order


def operated(table: Table1828) -> list[str | int]:
    """The companies in operating order; they do nothing, since none has a route or a train."""
    number = table.s.clock.number
    while table.s.clock.round == "operating" and table.s.clock.number == number:
        table.do(table.deciders()[0], "skip")
    return [event["company"] for event in table.happened("operates")]


@pytest.mark.rule("1828-8.2-01", "1828-8.2-07", "1828-8.3-09", "1828-8.1-03")
def test_the_dearest_operates_first_and_each_finishes_before_the_next():
    table = Table1828().with_company("NYC", "Ann", Ann=6, box="8,4").with_company("C&O", "Bob", Bob=6, box="3,4")
    table.with_company("WAB", "Cem", Cem=6, box="5,4").operating_round()
    assert table.deciders() == ["Bob"]
    table.refused("Cem", "skip")
    table.do("Bob", "skip").refused("Ann", "skip")
    assert table.deciders() == ["Bob"]
    assert operated(table) == ["C&O", "WAB", "NYC"]
    assert table.s.clock.round == "stock"


@pytest.mark.rule("1828-8.2-02")
@pytest.mark.parametrize("order", [("NYC", "WAB"), ("WAB", "NYC")])
def test_of_equal_prices_the_one_further_right_operates_first(order: tuple[str, str]):
    first, second = order
    table = Table1828().with_company(second, "Ann", Ann=6, box="5,3").with_company(first, "Bob", Bob=6, box="8,7")
    assert table.price(first) == table.price(second) == 94
    assert operated(table.operating_round()) == list(order)


@pytest.mark.rule("1828-8.2-03")
@pytest.mark.parametrize("order", [("NYC", "WAB"), ("WAB", "NYC")])
def test_in_one_space_from_the_top_of_the_stack(order: tuple[str, str]):
    table = Table1828()
    for company in order:
        table.with_company(company, "Ann", Ann=6, box="5,5")
    assert operated(table.operating_round()) == list(order)


@pytest.mark.rule("1828-8.2-04", "1828-8.2-05", "1828-8.2-06", "1828-8.2-03")
def test_companies_operate_in_the_order_in_which_they_came_to_a_price():
    table = Table1828().with_company("C&O", "Bob", Bob=6, box="5,4").with_company("NYC", "Ann", Ann=6, box="5,3")
    table.with_phase("green").operating_round(1, 2)
    while table.deciders() == ["Bob"]:
        table.do("Bob", "skip")
    # The C&O, which has operated, goes under the NYC, which has not.
    assert table.s.market["5,3"] == ["NYC", "C&O"]
    # Of two that have operated the one that came first is on top, and operates first the next time.
    table = Table1828().with_company("C&O", "Bob", Bob=6, box="5,0").with_company("NYC", "Ann", Ann=6, box="6,1")
    table.with_phase("green").operating_round(1, 2)
    assert operated(table)[:2] == ["C&O", "NYC"]
    assert table.s.market["6,0"] == ["C&O", "NYC"]
    assert operated(table)[2:4] == ["C&O", "NYC"]


@pytest.mark.rule("1828-8.3.3-01", "1828-8.3.4-01", "1828-8.3.4-02", "1828-8.3.4-03", "1828-8.3.4-05")
@pytest.mark.parametrize(("pool", "treasury"), [(0, 670), (2, 670 + 10)])
def test_a_dividend(pool: int, treasury: int):
    # Mackinaw City pays 30 and Marquette 20.
    table = Table1828().with_private("MC", "closed").with_company("MC", "Ann", Ann=5, Bob=2, pool=pool)
    table.with_train("MC", "2").operating_turn("MC", "run")
    cash = {who: table.cash(who) for who in ("Ann", "Bob", "Cem", "bank")}
    table.run_best("Ann")
    revenue = int(table.happened("ran")[0]["amount"])
    assert revenue == 30 + 20
    table.refused("Ann", "dividend", kind="half")
    table.do("Ann", "dividend", kind="full")
    tenth = revenue // 10
    assert table.cash("Ann") == cash["Ann"] + 5 * tenth
    assert table.cash("Bob") == cash["Bob"] + 2 * tenth
    assert table.cash("Cem") == cash["Cem"]
    assert table.cash("MC") == 670 + pool * tenth
    assert table.cash("bank") == cash["bank"] - (7 + pool) * tenth


@pytest.mark.rule("1828-8.3.4-01", "1828-8.3.4-06")
def test_withheld_all_of_it_goes_to_the_treasury():
    table = Table1828().with_company("GT", "Ann", Ann=5, Bob=2, pool=2).with_train("GT", "2")
    table.operating_turn("GT", "run").run_best("Ann").do("Ann", "dividend", kind="withhold")
    assert table.cash("GT") > 670
    assert (table.cash("Ann"), table.cash("Bob")) == (800, 800)


@pytest.mark.rule("1828-8.3.4-04", "1828-13.4-04", "1828-13.4-05")
def test_a_systems_treasury_share_pays_into_its_treasury_and_is_not_for_sale():
    table = Table1828().with_system("GT", "NKP", "Ann", Ann=5, Bob=4, treasury=500).with_train("GT", "2")
    table.operating_turn("GT", "run").run_best("Ann")
    before = table.cash("Ann")
    table.do("Ann", "dividend", kind="full")
    tenth = (table.cash("Ann") - before) // 5
    assert tenth > 0
    assert table.cash("GT") == 500 + tenth
    table.stock_round("Ann")
    assert table.units("GT", "GT") == 1
    assert not table.legal("Ann", "buy", company="GT")
    table.may_not_buy("Cem", "GT", "GT")
