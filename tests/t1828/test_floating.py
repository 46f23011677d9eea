"""Starting and floating companies, and who directs them (7.4, 13.3.3)."""

from __future__ import annotations

import pytest

from tests.t1828.positions import usual
from tests.t1828.table import Table1828

# --- starting and floating


PARS = {
    "yellow": (67, 71, 79),
    "green": (67, 71, 79, 86, 94),
    "blue": (67, 71, 79, 86, 94, 105),
    "brown": (67, 71, 79, 86, 94, 105, 120),
    "red": (67, 71, 79, 86, 94, 105, 120),
    "gray": (67, 71, 79, 86, 94, 105, 120),
    "purple": (),
}


@pytest.mark.rule("1828-4-38", "1828-4-39", "1828-4-40", "1828-4-41", "1828-4-42", "1828-7.4-03")
@pytest.mark.parametrize("phase", list(PARS))
def test_pars_by_phase(phase: str):
    table = usual().with_phase(phase).stock_round("Ann")
    assert {move["price"] for move in table.legal("Ann", "par", company="WAB")} == set(PARS[phase])
    for price in set(PARS["brown"]) - set(PARS[phase]):
        table.refused("Ann", "par", company="WAB", price=price)


@pytest.mark.rule("1828-7.4-02", "1828-7.4-04", "1828-7.4-05", "1828-7.4-06", "1828-12.2-07", "1828-13.3.1-18")
@pytest.mark.parametrize("par", [67, 79])
def test_a_new_company(par: int):
    table = usual().stock_round("Ann")
    cash, bank = table.cash("Ann"), table.cash("bank")
    table.do("Ann", "par", company="WAB", price=par)
    assert (table.cash("Ann"), table.cash("bank")) == (cash - 2 * par, bank + 2 * par)
    facts = table.s.companies["WAB"]
    assert (facts.par, facts.floated, table.price("WAB")) == (par, False, par)
    assert (table.units("ipo", "WAB"), table.cash("WAB")) == (8, 0)
    # NKP started at 79, GT at 67, before it.
    assert table.s.market[table.box("WAB")][-1] == "WAB"
    assert len(table.s.market[table.box("WAB")]) == 2


@pytest.mark.rule("1828-7.4-05")
def test_the_directors_certificate_must_be_paid_for():
    table = usual().with_cash("Ann", 133).stock_round("Ann")
    table.refused("Ann", "par", company="WAB", price=67)
    table = usual().with_cash("Ann", 134).stock_round("Ann").do("Ann", "par", company="WAB", price=67)
    assert table.cash("Ann") == 0


@pytest.mark.rule("1828-7.4-02")
def test_the_camdens_share_of_the_pennsylvania_stays_with_its_owner():
    table = usual()
    with table.arrange() as p:
        p.s.certs[p.d.certs_of["PRR"][1]] = table.seat("Cem")
    table.stock_round("Ann")
    with table.arrange() as p:
        p.s.certs[p.d.certs_of["PRR"][1]] = table.seat("Cem")
    table.do("Ann", "par", company="PRR", price=67)
    assert (table.units("Cem", "PRR"), table.units("ipo", "PRR")) == (1, 7)


@pytest.mark.rule("1828-7.4-08", "1828-7.4-10", "1828-7.4-11", "1828-7.4-09")
def test_a_company_floats_when_sixty_per_cent_have_left_the_offering():
    table = Table1828().with_company("WAB", "Ann", Ann=3, Bob=1, pool=1, floated=False, par=71, home=False)
    table.with_box("WAB", "8,5").stock_round("Cem")
    assert table.cash("WAB") == 0
    # What lies in the pool is out of the offering.
    table.buy("Cem", "WAB", "pool")
    assert not table.s.companies["WAB"].floated
    table.done("Cem").buy("Ann", "WAB")
    assert table.s.companies["WAB"].floated
    assert table.cash("WAB") == 710
    assert len(table.s.companies["WAB"].markers) == 3
    assert table.president("WAB") == "Ann"


@pytest.mark.rule("1828-7.4-08")
@pytest.mark.parametrize(("ann", "floats"), [(3, True), (2, False)])
def test_shares_in_the_pool_have_left_the_offering(ann: int, *, floats: bool):
    table = Table1828().with_company("WAB", "Ann", Ann=ann, pool=2, floated=False, home=False).stock_round("Cem")
    table.buy("Cem", "WAB")
    assert (table.s.companies["WAB"].floated, table.units("pool", "WAB")) == (floats, 2)


@pytest.mark.rule("1828-7.4-08", "1828-7.4-12", "1828-8.1-03")
def test_only_floated_companies_operate_and_then_always():
    table = Table1828().with_company("WAB", "Ann", Ann=5, floated=False).with_company("GT", "Bob", Bob=6)
    table.operating_round()
    assert [event["company"] for event in table.happened("operates")] == ["GT"]
    table = Table1828().with_company("WAB", "Ann", Ann=5, pool=1, treasury=0).operating_round()
    assert [event["company"] for event in table.happened("operates")] == ["WAB"]


# --- directors


@pytest.mark.rule("1828-13.3.3-04")
def test_who_comes_to_hold_as_much_as_the_director_does_not_direct():
    table = Table1828().with_company("GT", "Ann", Ann=4, Bob=3).stock_round("Bob").buy("Bob", "GT")
    assert (table.units("Bob", "GT"), table.president("GT")) == (4, "Ann")


@pytest.mark.rule("1828-13.3.3-01", "1828-13.3.3-04")
def test_who_comes_to_hold_more_than_the_director_directs():
    table = Table1828().with_company("GT", "Ann", Ann=3, Bob=3).stock_round("Bob")
    assert table.president("GT") == "Ann"
    table.buy("Bob", "GT")
    assert table.president("GT") == "Bob"
    assert (table.units("Ann", "GT"), table.units("Bob", "GT")) == (3, 4)
    assert len([cert for cert in table.p.d.certs_of["GT"] if table.s.certs[cert] == table.seat("Ann")]) == 3


@pytest.mark.rule("1828-13.3.3-01", "1828-13.3.3-03")
def test_the_director_acts_for_the_company():
    table = Table1828().with_company("GT", "Ann", Ann=4, Bob=3).operating_turn("GT")
    assert table.deciders() == ["Ann"]
    table.refused("Bob", "skip")
    table.do("Ann", "skip")


@pytest.mark.rule("1828-13.3.3-05", "1828-13.3.3-06")
@pytest.mark.parametrize(
    ("bob", "cem", "sells", "director"),
    [(1, 1, 2, "Ann"), (3, 1, 1, "Ann"), (3, 1, 2, "Bob"), (3, 2, 3, "Bob"), (2, 3, 3, "Cem"), (2, 0, 3, "Bob")],
)
def test_a_sale_can_cost_the_directors_place(bob: int, cem: int, sells: int, director: str):
    table = Table1828().with_company("GT", "Ann", Ann=4, Bob=bob, Cem=cem, box="4,4").stock_round("Ann")
    table.do("Ann", "sell", company="GT", shares=sells)
    assert table.president("GT") == director
    assert (table.units("Ann", "GT"), table.units("Bob", "GT"), table.units("Cem", "GT")) == (4 - sells, bob, cem)


@pytest.mark.rule("1828-13.3.3-02", "1828-13.3.3-05")
@pytest.mark.parametrize("sells", [1, 2])
def test_a_director_with_only_the_twenty_per_cent_sells_what_is_got_for_it(sells: int):
    table = Table1828().with_company("GT", "Ann", Ann=2, Bob=2, Cem=1, box="4,4").stock_round("Ann")
    table.do("Ann", "sell", company="GT", shares=sells)
    chief = table.p.d.certs_of["GT"][0]
    assert (table.president("GT"), table.s.certs[chief]) == ("Bob", table.seat("Bob"))
    assert (table.units("Ann", "GT"), table.units("Bob", "GT"), table.units("pool", "GT")) == (2 - sells, 2, sells)
    alone = Table1828().with_company("GT", "Ann", Ann=2, Bob=1, Cem=1, box="4,4").stock_round("Ann")
    alone.refused("Ann", "sell", company="GT", shares=sells)


@pytest.mark.rule("1828-13.3.3-05", "1828-13.3.3-07")
def test_nobody_with_ten_per_cent_becomes_director():
    table = Table1828().with_company("GT", "Ann", Ann=3, Bob=1, Cem=1).stock_round("Ann")
    table.refused("Ann", "sell", company="GT", shares=2)
    table.do("Ann", "sell", company="GT", shares=1)
    assert table.president("GT") == "Ann"
    # With somebody at 20% all can be sold.
    table = Table1828().with_company("GT", "Ann", Ann=3, Bob=2).stock_round("Ann")
    table.do("Ann", "sell", company="GT", shares=3)
    assert (table.president("GT"), table.units("Ann", "GT"), table.units("pool", "GT")) == ("Bob", 0, 3)


@pytest.mark.rule("1828-13.3.3-07")
def test_with_as_many_as_another_the_director_stays():
    table = Table1828().with_company("GT", "Ann", Ann=4, Bob=3).stock_round("Ann")
    table.do("Ann", "sell", company="GT", shares=1)
    assert table.president("GT") == "Ann"


@pytest.mark.rule("1828-13.3.3-08")
@pytest.mark.parametrize(("director", "then"), [("Ann", "Bob"), ("Bob", "Cem"), ("Cem", "Ann")])
def test_of_equals_the_next_in_card_order_becomes_director(director: str, then: str):
    holders = dict.fromkeys(("Ann", "Bob", "Cem"), 2) | {director: 3}
    table = Table1828().with_company("GT", director, **holders).stock_round(director)
    table.do(director, "sell", company="GT", shares=2)
    assert table.president("GT") == then
