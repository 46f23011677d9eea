"""Stock rounds: order, turns, selling and buying, starting and floating companies, directors, limits (7)."""

from __future__ import annotations

import pytest

from engine.finance import holding
from tests.t1843.table import Table, auction

FOUR = ("Ann", "Bob", "Cem", "Dee")


def usual(**options: str) -> Table:
    """Ann directs PO, Bob EST; everybody has shares, some are in the pool."""
    table = Table(**options).with_company("PO", "Ann", par=73, Ann=3, Bob=2, Cem=1, pool=1)
    return table.with_company("EST", "Bob", par=79, Bob=3, Ann=2, Cem=1, pool=1)


def certificates(table: Table, who: str) -> int:
    """How many count against the limit."""
    return holding.certificates(table.p, table.seat(who))


def round_of_passes(table: Table) -> Table:
    turn = table.s.clock.turn
    while table.s.clock.round == "stock" and table.s.clock.turn == turn:
        table.do(table.deciders()[0], "pass")
    return table


# --- order


@pytest.mark.rule("1843-7.1-01")
def test_turns_go_round_in_the_order_of_the_cards_beginning_with_the_first():
    table = usual().stock_round("Ann")
    for who in ("Ann", "Bob", "Cem", "Ann"):
        assert table.deciders() == [who]
        table.refused("Cem" if who != "Cem" else "Ann", "pass")
        table.do(who, "sell", company="PO", shares=1).do(who, "pass") if who == "Ann" else table.do(who, "pass")


@pytest.mark.rule("1843-7.1-05", "1843-7.1-06")
def test_the_round_ends_when_all_pass_in_sequence_and_a_pass_before_is_not_final():
    table = usual().stock_round("Ann").do("Ann", "pass").do("Bob", "pass")
    table.buy("Cem", "PO").done("Cem")
    table.buy("Ann", "EST").done("Ann").do("Bob", "pass").do("Cem", "pass")
    assert (table.s.clock.round, table.deciders()) == ("stock", ["Ann"])
    table.do("Ann", "pass")
    assert table.s.clock.round == "operating"


@pytest.mark.rule("1843-7.1-07", "1843-7.1-08", "1843-7.1-01")
def test_at_the_end_the_cards_go_by_cash_and_ties_stay_as_they_were():
    table = Table(FOUR).with_cash("Ann", 200).with_cash("Bob", 300).with_cash("Cem", 200).with_cash("Dee", 400)
    round_of_passes(table.stock_round("Ann"))
    assert table.order() == ["Dee", "Bob", "Ann", "Cem"]
    assert table.deciders() == ["Dee"]
    table.do("Dee", "pass")
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1843-7.1-08")
def test_ties_keep_their_order_whatever_the_players_are_called():
    table = Table(("Zoe", "Ann", "Bob")).with_cash("Zoe", 300).with_cash("Ann", 300).with_cash("Bob", 300)
    assert round_of_passes(table.stock_round("Zoe")).order() == ["Zoe", "Ann", "Bob"]


# --- a turn


@pytest.mark.rule("1843-7.1-02")
def test_sell_then_buy_then_sell_but_only_one_purchase():
    table = usual().stock_round("Ann").do("Ann", "sell", company="EST", shares=1).buy("Ann", "PO")
    table.do("Ann", "sell", company="PO", shares=1)
    table.refused("Ann", "par", "7.1", company="OU", price=67)
    table.may_not_buy("Ann", "PO")
    table.do("Ann", "sell", company="EST", shares=1).done("Ann")
    assert table.deciders() == ["Bob"]


@pytest.mark.rule("1843-7.1-02", "1843-7.3-01", "1843-7.1-03")
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_one_certificate_a_turn_from_ipo_or_pool(source: str):
    table = usual().stock_round("Ann").buy("Ann", "EST", source)
    table.may_not_buy("Ann", "EST", "ipo", section="7.1")
    table.may_not_buy("Ann", "PO", "pool", section="7.1")
    assert table.units("Ann", "EST") == 3


@pytest.mark.rule("1843-7.1-03", "1843-7.3-03", "1843-7.4-05", "1843-7.4-01", "1843-7.4-03", "1843-7.4-04")
def test_the_directors_certificate_is_the_first_and_costs_twice_par():
    table = usual().stock_round("Ann")
    table.may_not_buy("Ann", "OU", section="7.4")
    before, bank = table.cash("Ann"), table.cash("bank")
    table.do("Ann", "par", company="OU", price=67)
    assert (table.cash("Ann"), table.cash("bank")) == (before - 134, bank + 134)
    assert (table.units("Ann", "OU"), table.president("OU")) == (2, "Ann")
    assert (table.s.companies["OU"].par, table.price("OU"), table.box("OU")) == (67, 67, "13,7")
    table.refused("Ann", "par", company="SO", price=67)


@pytest.mark.rule("1843-7.1-04", "1843-7.4-05")
def test_nobody_spends_more_than_the_cash_in_hand():
    table = usual().with_cash("Ann", 133).stock_round("Ann")
    table.refused("Ann", "par", "7.4", company="OU", price=67)
    table.with_cash("Ann", 78).may_not_buy("Ann", "EST", section="7.3")
    table.with_cash("Ann", 79).buy("Ann", "EST")
    assert table.cash("Ann") == 0


@pytest.mark.rule("1843-7.4-02", "1843-15.6-06", "1843-5-10", "1843-5-11", "1843-5-12", "1843-5-13", "1843-5-14")
@pytest.mark.parametrize(
    ("phase", "pars"),
    [
        ("yellow", {67, 73, 79}),
        ("green", {67, 73, 79, 86, 94}),
        ("blue", {67, 73, 79, 86, 94, 105}),
        ("brown", {67, 73, 79, 86, 94, 105, 120}),
        ("red", {67, 73, 79, 86, 94, 105, 120}),
        ("gray", {67, 73, 79, 86, 94, 105, 120}),
    ],
)
def test_par_prices_are_those_of_the_phase_and_before(phase: str, pars: set[int]):
    table = Table().with_phase(phase).stock_round("Ann")
    assert {move["price"] for move in table.legal("Ann", "par", company="OU")} == pars
    for price in {67, 73, 79, 86, 94, 105, 120} - pars:
        table.refused("Ann", "par", company="OU", price=price)


@pytest.mark.rule("1843-7.4-06", "1843-7.3-04", "1843-7.3-05")
def test_once_started_tenths_can_be_bought_at_par():
    table = usual().stock_round("Ann")
    table.may_not_buy("Ann", "OU", section="7.4")
    table.do("Ann", "par", company="OU", price=73).done("Ann")
    before = table.cash("Bob")
    table.buy("Bob", "OU")
    assert (before - table.cash("Bob"), table.units("Bob", "OU")) == (73, 1)


@pytest.mark.rule("1843-7.3-05", "1843-7.3-06", "1843-7.3-09")
def test_ipo_at_par_and_pool_at_the_market_price_paid_to_the_bank():
    table = usual().with_box("EST", "5,5").stock_round("Ann")
    bank = table.cash("bank")
    table.buy("Ann", "EST", "ipo").done("Ann")
    assert table.cash("bank") == bank + 79
    table.do("Bob", "pass").buy("Cem", "EST", "pool")
    assert table.cash("bank") == bank + 79 + 104


@pytest.mark.rule("1843-7.3-07", "1843-7.3-08")
def test_who_sold_a_company_does_not_buy_it_in_that_round():
    table = usual().stock_round("Ann").do("Ann", "sell", company="EST", shares=1)
    table.may_not_buy("Ann", "EST", "pool", section="7.3")
    table.done("Ann").do("Bob", "pass").do("Cem", "pass").may_not_buy("Ann", "EST", "ipo", section="7.3")
    table.buy("Ann", "PO").stock_round("Ann").buy("Ann", "EST", "ipo")


# --- selling


@pytest.mark.rule("1843-7.2-01")
def test_nothing_is_sold_in_the_first_stock_round():
    table = auction()
    for who in ("Ann", "Bob", "Cem", "Ann", "Bob", "Cem", "Ann"):
        table.with_cash(who, 1000).do(who, "take")
    table.do("Ann", "set_par", price=67).with_company("PO", "Bob", par=73, Bob=5)
    table.refused("Bob", "sell", "7.2", company="PO", shares=1)
    table.do("Bob", "pass").do("Cem", "pass").do("Ann", "pass").stock_round("Bob")
    assert table.s.clock.turn == 2
    while table.deciders() != ["Bob"]:
        table.do(table.deciders()[0], "pass")
    table.do("Bob", "sell", company="PO", shares=1)


@pytest.mark.rule("1843-7.2-02")
def test_shares_of_a_company_without_par_cannot_be_sold():
    table = Table()
    with table.arrange() as p:
        p.s.certs[table.p.d.certs_of["ETA"][1]] = table.seat("Ann")
    table.stock_round("Ann").refused("Ann", "sell", company="ETA", shares=1)
    table.do("Ann", "pass").do("Bob", "par", company="ETA", price=67).done("Bob").do("Cem", "pass")
    table.do("Ann", "sell", company="ETA", shares=1)
    assert table.units("pool", "ETA") == 1


@pytest.mark.rule("1843-7.2-03", "1843-7.2-04", "1843-7.2-06", "1843-7.7-02")
def test_all_shares_of_a_sale_go_at_the_price_before_it_and_then_the_price_falls():
    table = usual().with_company("EST", "Bob", par=79, Bob=3, Ann=4).with_box("EST", "5,5").stock_round("Ann")
    before = table.cash("Ann")
    table.do("Ann", "sell", company="EST", shares=3)
    assert table.cash("Ann") == before + 3 * 104
    assert (table.units("pool", "EST"), table.box("EST"), table.price("EST")) == (3, "8,5", 85)
    table.do("Ann", "sell", company="EST", shares=1)
    assert table.cash("Ann") == before + 3 * 104 + 85


# --- more than 60%, several at once


@pytest.mark.rule("1843-7.3-10", "1843-14-03")
@pytest.mark.parametrize("box", ["5,5", "8,2"], ids=["white", "yellow"])
def test_nobody_gets_more_than_sixty_percent(box: str):
    table = Table().with_company("EST", "Ann", par=79, Ann=5).with_box("EST", box).stock_round("Ann").buy("Ann", "EST")
    assert table.units("Ann", "EST") == 6
    table.done("Ann").do("Bob", "pass").do("Cem", "pass").may_not_buy("Ann", "EST", section="7.3")


@pytest.mark.rule("1843-7.3-11", "1843-14-01")
@pytest.mark.parametrize("box", ["10,1", "11,0"], ids=["orange, 65", "brown, 54"])
def test_in_orange_and_brown_more_than_sixty_percent_may_be_owned(box: str):
    table = Table().with_company("EST", "Ann", par=79, Ann=6).with_box("EST", "9,1").with_box("EST", box)
    if table.p.d.market.boxes[box].section not in ("orange", "brown"):
        pytest.fail(f"{box} is no such box")
    table.stock_round("Ann").do("Ann", "buy", company="EST", **{"from": "ipo"}, **_one(table))
    assert table.units("Ann", "EST") == 7


def _one(table: Table) -> dict[str, int]:
    return {"shares": 1} if table.p.d.market.boxes[table.box("EST")].section == "brown" else {}


@pytest.mark.rule("1843-7.3-02", "1843-14-01")
def test_of_a_brown_company_as_many_as_one_can_pay_from_both_places_in_one_action():
    table = Table().with_company("EST", "Bob", par=67, Bob=3, pool=3).with_box("EST", "12,1").stock_round("Ann")
    assert table.price("EST") == 53
    table.with_cash("Ann", 3 * 53 + 2 * 67 - 1)
    table.do("Ann", "buy", company="EST", **{"from": "pool"}, shares=3)
    table.refused("Ann", "buy", company="EST", **{"from": "ipo"}, shares=2)
    table.do("Ann", "buy", company="EST", **{"from": "ipo"}, shares=1)
    assert (table.units("Ann", "EST"), table.cash("Ann")) == (4, 66)
    table.with_cash("Ann", 500).refused("Ann", "par", "7.1", company="OU", price=67)


@pytest.mark.rule("1843-7.3-02", "1843-7.3-01")
def test_an_orange_company_is_bought_one_a_turn():
    table = Table().with_company("EST", "Bob", par=67, Bob=3, pool=3).with_box("EST", "9,1").stock_round("Ann")
    table.refused("Ann", "buy", company="EST", **{"from": "pool"}, shares=2)
    table.buy("Ann", "EST", "pool").may_not_buy("Ann", "EST", "pool", section="7.1")


@pytest.mark.rule("1843-7.3-11", "1843-7.3-10")
def test_above_sixty_percent_of_a_company_that_has_left_orange_one_sells_down_first():
    table = Table().with_company("EST", "Ann", par=79, Ann=8).with_box("EST", "5,5").stock_round("Ann")
    table.refused("Ann", "pass", "7.3")
    table.refused("Ann", "par", "7.3", company="OU", price=67)
    table.do("Ann", "sell", company="EST", shares=2).do("Ann", "par", company="OU", price=67)


# --- floating


@pytest.mark.rule("1843-7.4-07", "1843-7.4-08", "1843-7.4-09")
def test_a_company_floats_at_six_tenths_out_of_the_ipo_and_gets_ten_times_par():
    table = usual().with_company("OU", "Cem", par=86, Cem=3, Ann=1, pool=1, floated=False).stock_round("Ann")
    table.with_box("OU", "5,5")
    assert not table.s.companies["OU"].floated
    table.buy("Ann", "OU", "ipo")
    assert table.s.companies["OU"].floated
    assert (table.cash("OU"), table.president("OU")) == (860, "Cem")


@pytest.mark.rule("1843-7.4-10", "1843-7.4-11", "1843-8.1-03")
def test_only_floated_companies_operate_and_they_do_in_every_round_from_then_on():
    table = usual().with_company("OU", "Cem", par=86, Cem=3, Ann=1, floated=False)
    round_of_passes(table.stock_round("Ann"))
    table.with_train("EST", "2+1").with_train("PO", "2+1")
    seen = []
    while table.s.clock.round == "operating":
        seen.append(table.s.agenda[-1].subject)
        assert table.s.agenda[-1].rule == "operating_turn"
        finish_turn(table)
    assert seen == ["EST", "PO"]


def finish_turn(table: Table) -> None:
    """Do as little as the rules let the company on turn do."""
    company, clock = table.s.agenda[-1].subject, table.s.clock.round
    while (table.s.clock.round, table.s.agenda[-1].subject) == (clock, company):
        who = table.deciders()[0]
        if "run" in table.verbs(who):
            table.run_best(who)
        elif "dividend" in table.verbs(who):
            table.do(who, "dividend", kind="full")
        else:
            table.do(who, "skip")


# --- directors


@pytest.mark.rule("1843-7.5-01", "1843-7.5-02")
def test_more_than_the_director_has_makes_a_director_at_once():
    table = Table().with_company("EST", "Ann", par=79, Ann=3, Bob=3).stock_round("Bob")
    assert table.president("EST") == "Ann"
    table.buy("Bob", "EST")
    assert (table.president("EST"), table.units("Ann", "EST"), table.units("Bob", "EST")) == ("Bob", 3, 4)
    assert table.s.certs[table.p.d.certs_of["EST"][0]] == table.seat("Bob")


@pytest.mark.rule("1843-7.5-02", "1843-7.5-01")
def test_as_many_as_the_director_has_does_not():
    table = Table().with_company("EST", "Ann", par=79, Ann=3, Bob=2).stock_round("Bob").buy("Bob", "EST")
    assert table.president("EST") == "Ann"


@pytest.mark.rule("1843-7.5-03", "1843-7.5-04", "1843-7.5-05")
def test_the_directors_certificate_goes_to_another_player_or_nowhere():
    table = Table().with_company("EST", "Ann", par=79, Ann=3, Bob=1, Cem=1).stock_round("Ann")
    table.refused("Ann", "sell", company="EST", shares=2)
    table.refused("Ann", "sell", company="EST", shares=3)
    table.do("Ann", "sell", company="EST", shares=1)
    assert table.president("EST") == "Ann"


@pytest.mark.rule("1843-7.5-05", "1843-7.5-06")
def test_the_director_sells_out_to_who_then_has_the_most():
    table = Table().with_company("EST", "Ann", par=79, Ann=3, Bob=2).stock_round("Ann")
    table.do("Ann", "sell", company="EST", shares=1)
    # With as many as Bob she stays; then with fewer she goes.
    assert table.president("EST") == "Ann"
    table.do("Ann", "sell", company="EST", shares=1)
    assert (table.president("EST"), table.units("Ann", "EST"), table.units("Bob", "EST")) == ("Bob", 1, 2)
    assert table.units("pool", "EST") == 2


@pytest.mark.rule("1843-7.5-07")
@pytest.mark.parametrize(("old", "new"), [("Ann", "Bob"), ("Cem", "Dee")])
def test_of_equals_the_first_after_the_old_director_in_card_order(old: str, new: str):
    others = {name: 2 for name in FOUR if name != old}
    table = Table(FOUR).with_company("EST", old, par=79, **{old: 3}, **others).stock_round(old)
    table.do(old, "sell", company="EST", shares=2)
    assert table.president("EST") == new


# --- certificates


@pytest.mark.rule("1843-7.6-01", "1843-7.6-02", "1843-7.6-04", "1843-4-11")
def test_certificates_up_to_the_limit_and_no_more():
    table = Table()
    for company in ("ETA", "MID", "NOR", "OU", "PRO"):
        table.with_company(company, "Bob", par=67, Bob=2, Ann=4).with_box(company, "5,5")
    # Twenty tenths, a director's certificate and two private companies: 23 of 24.
    table.with_company("PO", "Ann", par=67, Ann=2).with_box("PO", "5,6").with_private("TB", "Ann")
    table.with_private("C", "Ann").stock_round("Ann")
    assert certificates(table, "Ann") == 23
    table.buy("Ann", "PO").done("Ann").do("Bob", "pass").do("Cem", "pass")
    table.may_not_buy("Ann", "PO", section="7.6")
    table.refused("Ann", "par", "7.6", company="SO", price=67)


@pytest.mark.rule("1843-7.6-03", "1843-7.6-05", "1843-14-01")
@pytest.mark.parametrize("edition", ["2016", "2012"])
@pytest.mark.parametrize(
    ("box", "free"), [("8,0", True), ("9,0", True), ("11,0", True), ("5,5", False), ("9,5", False)]
)
def test_yellow_orange_and_brown_do_not_count_but_par_boxes_do(box: str, free: bool, edition: str):
    table = Table(edition=edition)
    for company in ("ETA", "MID", "NOR", "OU", "PRO"):
        table.with_company(company, "Bob", par=67, Bob=2, Ann=4).with_box(company, "5,5")
    table.with_company("PO", "Ann", par=67, Ann=5).with_box("PO", "5,6")
    table.with_company("EST", "Bob", par=67, Bob=3).with_box("EST", box).stock_round("Ann")
    assert certificates(table, "Ann") == 24
    if not free or edition == "2012":
        table.may_not_buy("Ann", "EST", section="7.6")
        return
    more = {"shares": 1} if table.p.d.market.boxes[box].section == "brown" else {}
    table.do("Ann", "buy", company="EST", **{"from": "ipo"}, **more)
    assert (table.units("Ann", "EST"), certificates(table, "Ann")) == (1, 24)


@pytest.mark.rule("1843-7.6-04", "1843-7.6-05")
@pytest.mark.parametrize("box", ["8,0", "9,0", "11,0"])
@pytest.mark.parametrize("source", ["ipo", "pool"])
def test_by_the_rules_of_2012_nothing_is_bought_at_the_limit_and_below_it_coloured_shares_are(box: str, source: str):
    def at(held: int, edition: str) -> Table:
        table = Table(edition=edition)
        for company in ("ETA", "MID", "NOR", "OU", "PRO"):
            table.with_company(company, "Bob", par=67, Bob=2, Ann=4).with_box(company, "5,5")
        table.with_company("PO", "Ann", par=67, Ann=held - 19).with_box("PO", "5,6")
        table.with_company("EST", "Bob", par=67, Bob=3, pool=2).with_box("EST", box).stock_round("Ann")
        assert certificates(table, "Ann") == held
        return table

    said = at(24, "2012").may_not_buy("Ann", "EST", source, section="7.6")
    assert said == "your certificate limit is 24: you hold 24 that count towards it (7.6)."
    for held, edition in ((23, "2012"), (24, "2016")):
        table = at(held, edition)
        more = {"shares": 1} if table.p.d.market.boxes[box].section == "brown" else {}
        table.buy("Ann", "EST", source, **more)
        assert (table.units("Ann", "EST"), certificates(table, "Ann")) == (1, held)


@pytest.mark.rule("1843-7.6-06")
@pytest.mark.parametrize("edition", ["2016", "2012"])
def test_above_the_limit_one_sells_down_first(edition: str):
    table = Table(edition=edition)
    for company in ("ETA", "MID", "NOR", "OU", "PRO"):
        table.with_company(company, "Bob", par=67, Bob=2, Ann=4).with_box(company, "5,5")
    table.with_company("PO", "Ann", par=67, Ann=6).with_box("PO", "5,6").with_private("TB", "Ann").stock_round("Ann")
    assert certificates(table, "Ann") == 26
    table.refused("Ann", "pass", "7.6")
    table.refused("Ann", "par", "7.6", company="SO", price=67)
    table.do("Ann", "sell", company="ETA", shares=1).refused("Ann", "pass", "7.6")
    table.do("Ann", "sell", company="MID", shares=1).do("Ann", "pass")
    assert certificates(table, "Ann") == 24
