"""The stock round and the market (7, 14)."""

from __future__ import annotations

import pytest

from tests.t1843.table import Table, lay_track


def traded(par: int = 79, **options: str) -> Table:
    """The PO: Ann 4, Bob 2, Cem 1, one in the pool, two in the IPO; Ann is on turn."""
    table = Table(**options).with_company("PO", "Ann", par=par, Ann=4, Bob=2, Cem=1, pool=1)
    return table.stock_round("Ann")


@pytest.mark.rule("1843-7.1-01", "1843-7.1-05", "1843-7.1-06", "1843-5-02")
def test_turns_go_by_cards_and_the_round_ends_when_all_pass_in_sequence():
    table = traded()
    table.do("Ann", "pass").do("Bob", "buy", company="PO", **{"from": "pool"}).done("Bob").do("Cem", "pass")
    assert table.deciders() == ["Ann"]
    table.do("Ann", "buy", company="PO", **{"from": "ipo"}).done("Ann").do("Bob", "pass").do("Cem", "pass")
    assert table.top() == "stock_turn"
    table.do("Ann", "pass")
    assert table.s.clock.round == "operating"


@pytest.mark.rule("1843-7.1-02", "1843-7.2-03", "1843-7.2-04", "1843-7.2-06", "1843-7.2-07", "1843-7.7-02")
def test_a_turn_is_sell_buy_sell():
    table = traded().with_company("EST", "Bob", par=94, Bob=4, Ann=3).stock_round("Ann")
    cash = table.cash("Ann")
    table.do("Ann", "sell", company="EST", shares=2)
    assert (table.cash("Ann"), table.units("pool", "EST"), table.price("EST")) == (cash + 188, 2, 82)
    table.buy("Ann", "PO")
    table.may_not_buy("Ann", "PO", section="7.1")
    table.do("Ann", "sell", company="EST", shares=1)
    assert (table.cash("Ann"), table.price("EST")) == (cash + 188 - 79 + 82, 77)


@pytest.mark.rule("1843-7.1-03", "1843-7.1-04", "1843-7.3-01", "1843-7.3-05", "1843-7.3-06", "1843-7.3-09")
def test_one_certificate_at_par_from_the_ipo_or_at_market_price_from_the_pool():
    table = traded().with_box("PO", "8,5").with_cash("Ann", 84)
    table.may_not_buy("Ann", "PO", "pool", section="7.3")
    bank = table.cash("bank")
    table.buy("Ann", "PO", "ipo")
    assert (table.cash("Ann"), table.cash("bank")) == (5, bank + 79)
    table = traded().with_box("PO", "8,5").buy("Ann", "PO", "pool")
    assert table.cash("Ann") == 800 - 85


@pytest.mark.rule("1843-7.2-01")
def test_nothing_is_sold_in_the_first_stock_round():
    table = Table().with_company("PO", "Ann", par=79, Ann=4, Bob=2).stock_round("Ann", initial=True)
    table.refused("Ann", "sell", "7.2", company="PO", shares=1)
    assert "sell" in table.stock_round("Ann").verbs("Ann")


@pytest.mark.rule("1843-7.2-02", "1843-7.3-04", "1843-7.5-01")
def test_the_eta_share_is_neither_sold_nor_joined_by_others_before_the_eta_has_a_par():
    table = traded()
    with table.arrange() as p:
        p.s.certs["ETA.1"] = table.seat("Ann")
    table.refused("Ann", "sell", "7.2", company="ETA", shares=1)
    table.may_not_buy("Ann", "ETA", section="7.4")
    assert table.president("ETA") == ""


@pytest.mark.rule("1843-7.2-05")
def test_no_more_than_half_of_a_company_lies_in_the_pool():
    table = Table().with_company("PO", "Bob", par=79, Bob=2, Ann=2, pool=4).stock_round("Ann")
    table.refused("Ann", "sell", "7.2", company="PO", shares=2)
    table.do("Ann", "sell", company="PO", shares=1)
    assert table.units("pool", "PO") == 5


@pytest.mark.rule("1843-7.3-07", "1843-7.3-08")
def test_who_has_sold_a_company_buys_it_again_in_a_later_round():
    table = traded().do("Ann", "sell", company="PO", shares=1)
    table.may_not_buy("Ann", "PO", section="7.3")
    assert table.stock_round("Ann").buy("Ann", "PO").units("Ann", "PO") == 4


@pytest.mark.rule("1843-7.3-02", "1843-7.3-11", "1843-14-02")
def test_in_the_brown_section_several_certificates_are_bought_from_pool_and_ipo():
    table = Table().with_company("PO", "Ann", par=67, box="13,0", Ann=4, pool=3).stock_round("Ann")
    table.buy("Ann", "PO", "pool", shares=2).buy("Ann", "PO", "ipo", shares=2)
    assert (table.units("Ann", "PO"), table.cash("Ann")) == (8, 800 - 2 * 47 - 2 * 67)
    other = (
        Table().with_company("PO", "Ann", par=67, box="12,2", Ann=4, pool=3).stock_round("Ann").buy("Ann", "PO", "pool")
    )
    other.may_not_buy("Ann", "PO", "pool", section="7.1")


@pytest.mark.rule("1843-7.3-10", "1843-7.3-11", "1843-14-03")
@pytest.mark.parametrize(("box", "may"), [("9,5", False), ("8,1", False), ("8,0", True), ("12,0", True)])
def test_sixty_per_cent_is_the_most_save_in_orange_and_brown(box: str, may: bool):
    table = Table().with_company("PO", "Ann", par=79, box=box, Ann=6).stock_round("Ann")
    if may:
        several = {"shares": 1} if table.p.d.market.boxes[box].section == "brown" else {}
        assert table.buy("Ann", "PO", **several).units("Ann", "PO") == 7
    else:
        table.may_not_buy("Ann", "PO", section="7.3")


@pytest.mark.rule("1843-7.3-10", "1843-7.6-06")
def test_above_sixty_per_cent_of_a_company_that_has_left_orange_one_sells_first():
    table = Table().with_company("PO", "Ann", par=79, Ann=8).stock_round("Ann")
    table.refused("Ann", "pass", "7.3")
    table.refused("Ann", "par", "7.3", company="EST", price=67)
    table.do("Ann", "sell", company="PO", shares=2).do("Ann", "pass")


@pytest.mark.rule(
    "1843-7.3-03", "1843-7.4-01", "1843-7.4-02", "1843-7.4-03", "1843-7.4-04", "1843-7.4-05", "1843-7.4-06"
)
def test_a_company_is_started_with_its_directors_certificate_at_a_par_of_the_phase():
    table = traded()
    table.may_not_buy("Ann", "EST", section="7.4")
    table.refused("Ann", "par", company="EST", price=86)
    table.do("Ann", "par", company="EST", price=73)
    assert (table.cash("Ann"), table.box("EST"), table.units("Ann", "EST")) == (800 - 146, "11,6", 2)
    assert table.s.companies["EST"].par == 73
    table.done("Ann").buy("Bob", "EST")


@pytest.mark.rule("1843-7.4-07", "1843-7.4-08", "1843-7.4-09", "1843-7.4-10", "1843-7.4-11")
def test_a_company_floats_with_the_sixth_share_out_of_the_ipo_and_gets_ten_times_par():
    table = Table().with_company("PO", "Ann", par=79, floated=False, home=False, turns=0, Ann=4, pool=1)
    table.with_box("PO", "8,5").stock_round("Ann").buy("Ann", "PO", "pool").done("Ann")
    assert (table.s.companies["PO"].floated, table.cash("PO")) == (False, 0)
    assert table.p.title.operating.order(table.p) == []
    table.buy("Bob", "PO")
    assert (table.s.companies["PO"].floated, table.cash("PO")) == (True, 790)
    assert table.p.title.operating.order(table.p) == ["PO"]


@pytest.mark.rule("1843-7.5-02")
def test_who_has_more_than_the_director_takes_over():
    table = Table().with_company("PO", "Ann", par=79, Ann=3, Bob=3).stock_round("Bob").buy("Bob", "PO")
    assert (table.president("PO"), table.units("Ann", "PO"), table.units("Bob", "PO")) == ("Bob", 3, 4)
    even = Table().with_company("PO", "Ann", par=79, Ann=4, Bob=3).stock_round("Bob").buy("Bob", "PO")
    assert even.president("PO") == "Ann"


@pytest.mark.rule("1843-7.5-03", "1843-7.5-04", "1843-7.5-05", "1843-7.5-06", "1843-7.5-07")
def test_the_directors_certificate_is_passed_on_never_sold():
    table = Table().with_company("PO", "Ann", par=79, Ann=4, Bob=1, Cem=1).stock_round("Ann")
    table.refused("Ann", "sell", "7.5", company="PO", shares=3)
    table.do("Ann", "sell", company="PO", shares=2)
    assert table.president("PO") == "Ann"
    tied = Table(("Ann", "Bob", "Cem", "Dan")).with_company("PO", "Ann", par=79, Ann=4, Cem=3, Dan=3).stock_round("Ann")
    tied.do("Ann", "sell", company="PO", shares=1)
    assert tied.president("PO") == "Ann"
    tied = Table(("Ann", "Bob", "Cem", "Dan")).with_company("PO", "Ann", par=79, Ann=4, Cem=3, Dan=3).stock_round("Ann")
    tied.do("Ann", "sell", company="PO", shares=2)
    assert (tied.president("PO"), tied.units("Ann", "PO")) == ("Cem", 2)


@pytest.mark.rule("1843-7.6-01", "1843-7.6-02", "1843-7.6-04", "1843-7.6-05", "1843-7.6-03")
def test_the_certificate_limit_and_the_sections_that_do_not_count():
    six = ("Ann", "Bob", "Cem", "Dan", "Eva", "Fay")
    table = Table(six).with_company("PO", "Ann", par=79, Ann=6).with_company("EST", "Ann", par=79, Ann=6)
    table.with_private("C", "Ann").with_private("TB", "Ann").with_company("SO", "Bob", par=79, box="8,1", Bob=2)
    table.with_company("OU", "Bob", par=67, Bob=2).stock_round("Ann")
    assert table.p.title.holding.limit(table.p) == 12
    table.may_not_buy("Ann", "OU", section="7.6")
    table.buy("Ann", "SO")
    assert table.units("Ann", "SO") == 1


@pytest.mark.rule("1843-7.6-06")
def test_who_is_above_the_limit_sells_down_at_the_next_turn():
    six = ("Ann", "Bob", "Cem", "Dan", "Eva", "Fay")
    table = Table(six)
    for company in ("PO", "EST", "SO"):
        table.with_company(company, "Ann", par=79, Ann=6)
    table.stock_round("Ann")
    table.refused("Ann", "pass", "7.6")
    table.refused("Ann", "par", "7.6", company="OU", price=67)
    table.do("Ann", "sell", company="PO", shares=3)
    assert table.do("Ann", "pass").deciders() == ["Bob"]


@pytest.mark.rule("1843-7.1-07", "1843-7.1-08")
def test_cards_go_by_cash_after_the_round_and_ties_keep_their_order():
    table = traded().with_cash("Ann", 100).with_cash("Bob", 300).with_cash("Cem", 100).everybody_passes()
    assert table.order() == ["Bob", "Ann", "Cem"]
    table.stock_round(table.order()[0])
    assert table.deciders() == ["Bob"]


# --- price moves


@pytest.mark.rule("1843-7.7-03", "1843-7.7-15", "1843-8.2-03")
def test_a_marker_that_comes_goes_below_those_that_are_there():
    table = traded().with_company("EST", "Bob", par=94, box="10,5", Bob=6)
    table.do("Ann", "sell", company="PO", shares=1)
    assert table.s.market["10,5"] == ["EST", "PO"]
    assert table.p.title.operating.order(table.p)[:2] == ["EST", "PO"]


@pytest.mark.rule("1843-7.7-04", "1843-7.7-05", "1843-7.7-06")
def test_at_the_bottom_of_a_column_a_marker_sinks_in_its_stack_a_place_a_share():
    table = Table().with_company("PO", "Ann", par=67, box="12,8", Ann=6)
    for company in ("EST", "SO", "OU"):
        table.with_company(company, "Bob", par=67, box="13,8", Bob=2)
    table.stock_round("Ann").do("Ann", "sell", company="PO", shares=2)
    assert table.s.market["13,8"] == ["EST", "SO", "OU", "PO"]
    table.with_box("PO", "12,8").with_box("PO", "13,8")
    table = Table().with_company("PO", "Ann", par=67, box="13,8", Ann=6)
    for company in ("EST", "SO", "OU"):
        table.with_company(company, "Bob", par=67, box="13,8", Bob=2)
    table.stock_round("Ann").do("Ann", "sell", company="PO", shares=2)
    assert table.s.market["13,8"] == ["EST", "SO", "PO", "OU"]
    table.do("Ann", "sell", company="PO", shares=2)
    assert table.s.market["13,8"] == ["EST", "SO", "OU", "PO"]


@pytest.mark.rule(
    "1843-7.7-07", "1843-7.7-08", "1843-7.7-09", "1843-7.7-10", "1843-7.7-11", "1843-7.7-12", "1843-8.7-06"
)
@pytest.mark.parametrize(
    ("box", "kind", "to"),
    [
        ("9,5", "full", "9,6"),
        ("9,9", "full", "8,9"),
        ("0,13", "full", "0,14"),
        ("1,14", "full", "0,14"),
        ("9,5", "withhold", "9,4"),
        ("9,0", "withhold", "10,0"),
        ("4,1", "withhold", "5,1"),
        ("7,2", "withhold", "8,2"),
        ("8,2", "withhold", "8,1"),
        ("13,0", "withhold", "13,0"),
        ("14,1", "withhold", "15,1"),
        ("17,2", "withhold", "17,2"),
    ],
)
def test_where_a_dividend_or_none_takes_the_price(box: str, kind: str, to: str):
    p = Table().p
    assert p.title.market.after_dividend(p, "PO", p.d.market.boxes[box], kind).id == to


@pytest.mark.rule("1843-7.7-13", "1843-7.7-14")
@pytest.mark.parametrize(("box", "to"), [("9,5", "8,5"), ("0,3", "1,4")])
def test_a_company_wholly_owned_by_players_rises_at_the_end_of_the_round(box: str, to: str):
    table = Table().with_company("PO", "Ann", par=79, box=box, Ann=6, Bob=4).stock_round("Ann").everybody_passes()
    assert table.box("PO") == to
    partly = Table().with_company("PO", "Ann", par=79, box=box, Ann=6, Bob=3, pool=1).stock_round("Ann")
    assert partly.everybody_passes().box("PO") == box


@pytest.mark.rule("1843-7.7-17")
def test_the_order_in_which_companies_are_sold_is_the_order_in_which_their_markers_move():
    for first, second in (("EST", "SO"), ("SO", "EST")):
        table = Table().with_company("EST", "Bob", par=79, Bob=3, Ann=1).with_company("SO", "Bob", par=79, Bob=3, Ann=1)
        table.stock_round("Ann").do("Ann", "sell", company=first, shares=1).do("Ann", "sell", company=second, shares=1)
        assert table.s.market["10,5"] == [first, second]


@pytest.mark.rule("1843-8.7-01", "1843-8.7-02", "1843-8.7-03", "1843-8.7-04", "1843-8.7-05")
@pytest.mark.parametrize("kind", ["full", "withhold"])
def test_dividends_of_the_pool_go_to_the_company_and_those_of_the_ipo_to_nobody(kind: str):
    table = Table().with_company("PO", "Ann", par=79, treasury=0, Ann=4, Bob=2, pool=1).with_train("PO", "2+1")
    lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E").operating_turn("PO", "run")
    table.refused("Bob", "run", routes="none")
    table.run_best("Ann").do("Ann", "dividend", kind=kind)
    paid = (table.cash("Ann") - 800, table.cash("Bob") - 800, table.cash("PO"))
    assert paid == ((16, 8, 4) if kind == "full" else (0, 0, 40))
    assert table.box("PO") == ("9,6" if kind == "full" else "9,4")
