"""Private companies: what they cost, pay and do, and how companies buy them (12, 15.1, 15.2)."""

from __future__ import annotations

import pytest

from engine.titles.t1870.build import private_refusal
from tests.t1870.lines import row_b
from tests.t1870.table import Table


def turn(phase: str = "2", company: str = "ATSF", **options: str) -> Table:
    """Ann's company is on turn in this phase; Bob owns the private companies."""
    table = row_b(company, **options).with_train(company, "2").with_phase(phase)
    for private in ("GRSC", "MRBC", "SCC", "GSC", "MKT"):
        table.with_private(private, "Bob")
    return table.operating_turn(company)


def least_and_most(table: Table, private: str) -> tuple[int, int]:
    prices = [int(choice["price"]) for choice in table.legal("Ann", "buy_private", private=private)]
    return min(prices), max(prices)


# --- what is printed


@pytest.mark.rule("1870-15.2-02")
def test_the_great_river_shipping_company_does_nothing_special():
    def verbs(private: str) -> list[str]:
        return row_b().with_train("ATSF", "2").with_private(private, "ATSF").operating_turn("ATSF").verbs("Ann")

    assert verbs("GRSC") == row_b().with_train("ATSF", "2").operating_turn("ATSF").verbs("Ann")
    assert "cattle" in verbs("SCC") and "port" in verbs("GSC")


@pytest.mark.rule("1870-15.2-24", "1870-15.2-25")
def test_the_buyer_of_the_frisco_gets_its_presidency_and_sets_its_par():
    table = Table()
    for who in ("Ann", "Bob", "Cem", "Ann"):
        table.do(who, "take")
    table.do("Bob", "take")
    assert table.deciders() == ["Bob"]
    assert [choice["price"] for choice in table.legal("Bob", "set_par")] == [100, 90, 82, 76, 72, 68]
    table.refused("Ann", "set_par", price=82)
    table.refused("Bob", "set_par", price=110)
    table.do("Bob", "set_par", price=82)
    assert table.president("SLSF") == "Bob"
    assert table.units("Bob", "SLSF") == 2
    assert table.price("SLSF") == 82
    assert "SLSF" not in [private for private, owner in table.s.privates.items() if owner == "p2"]


# --- revenue


@pytest.mark.rule("1870-12.3-01", "1870-15.1-01")
def test_privates_pay_their_owner_player_or_company_in_each_operating_round():
    table = row_b("ATSF").with_train("ATSF", "2").with_private("GRSC", "Bob").with_private("GSC", "ATSF")
    table.with_private("SCC", "pool").with_private("MKT", "closed")
    for number in (1, 2):
        table.operating_round(number, 2)
        assert table.cash("Bob") == 700 + 5 * number
        assert table.cash("ATSF") == 1000 + 15 * number
    assert table.cash("Cem") == 700
    assert len(table.happened("private_pays")) == 4


# --- buying


@pytest.mark.rule("1870-12-01")
@pytest.mark.parametrize("phase", ["2", "3"])
def test_in_phases_two_and_three_a_company_buys_from_a_player(phase: str):
    table = turn(phase)
    table.agree("Ann", "buy_private", "Bob", private="SCC", price=60)
    assert table.s.privates["SCC"] == "ATSF"


@pytest.mark.rule("1870-12-01")
def test_not_in_phase_one_and_not_when_they_have_closed():
    early = turn("1")
    for private in ("GRSC", "SCC", "GSC", "MKT"):
        early.refused("Ann", "buy_private", section="12", private=private, price=80)
    late = turn("3").with_supply_from("5").with_cash("ATSF", 2000).operating_turn("ATSF", "train")
    late.do("Ann", "buy_train", **{"from": "bank"}, kind="5")
    late.refused("Ann", "buy_private", private="SCC", price=50)
    assert set(late.s.privates.values()) == {"closed"}


@pytest.mark.rule("1870-12-01")
@pytest.mark.parametrize("step", ["track", "token", "run", "train"])
def test_at_any_time_in_the_companys_turn(step: str):
    table = row_b().with_train("ATSF", "2").with_phase("2").with_private("SCC", "Ann").operating_turn("ATSF", step)
    table.do("Ann", "buy_private", private="SCC", price=25)
    assert table.s.privates["SCC"] == "ATSF"


@pytest.mark.rule("1870-12-02")
@pytest.mark.parametrize(("company", "may"), [("MP", True), ("SSW", True), ("ATSF", False), ("IC", False)])
def test_in_phase_one_only_the_two_river_companies_buy_the_bridge(company: str, may: bool):
    table = turn("1", company)
    if not may:
        table.refused("Ann", "buy_private", section="12", private="MRBC", price=40)
        return
    assert least_and_most(table, "MRBC") == (20, 40)
    table.refused("Ann", "buy_private", private="MRBC", price=41)
    table.refused("Ann", "buy_private", section="12", private="SCC", price=50)
    table.agree("Ann", "buy_private", "Bob", private="MRBC", price=40)
    assert table.s.privates["MRBC"] == company
    assert table.cash("Bob") == 740


@pytest.mark.rule("1870-12-03")
def test_a_company_does_not_buy_from_the_open_market_nor_from_a_company():
    table = row_b().with_train("ATSF", "2").with_phase("2").with_private("SCC", "pool").with_private("GSC", "MP")
    table.with_private("GRSC", "Ann").operating_turn("ATSF")
    table.refused("Ann", "buy_private", section="12", private="SCC", price=50)
    table.refused("Ann", "buy_private", section="12", private="GSC", price=80)
    table.do("Ann", "buy_private", private="GRSC", price=20)


@pytest.mark.rule("1870-12.1-01", "1870-12.1-02")
@pytest.mark.parametrize(
    ("private", "least", "most"),
    [("GRSC", 10, 40), ("MRBC", 20, 80), ("SCC", 25, 100), ("GSC", 40, 160), ("MKT", 80, 320)],
)
def test_half_to_double_the_list_price(private: str, least: int, most: int):
    table = turn("2")
    assert least_and_most(table, private) == (least, most)
    table.refused("Ann", "buy_private", private=private, price=least - 1)
    table.refused("Ann", "buy_private", private=private, price=most + 1)
    table.agree("Ann", "buy_private", "Bob", private=private, price=most)
    assert table.s.privates[private] == "ATSF"


@pytest.mark.rule("1870-12.1-03", "1870-12.1-04")
def test_the_treasury_pays_the_player_and_everybody_hears_how_much():
    table = turn("2").with_cash("ATSF", 99)
    table.refused("Ann", "buy_private", private="SCC", price=100)  # more than the treasury holds
    table.do("Ann", "buy_private", private="SCC", price=99)
    assert table.s.privates["SCC"] == "p2"  # not before its owner agrees
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert table.cash("ATSF") == 0
    assert table.cash("Bob") == 799
    assert table.cash("Ann") == 700
    assert table.happened("bought_private") == [{"buyer": "ATSF", "seller": "p2", "private": "SCC", "price": 99}]


@pytest.mark.rule("1870-12.1-03")
def test_the_owner_may_decline():
    table = turn("2").do("Ann", "buy_private", private="SCC", price=60)
    table.do("Bob", "decline", offer=table.s.offers[-1].id)
    assert table.s.privates["SCC"] == "p2" and table.cash("Bob") == 700


# --- blocking


@pytest.mark.rule("1870-15.1-02", "1870-15.1-03")
def test_a_private_blocks_its_place_for_all_companies_while_a_player_owns_it():
    def at_st_louis(owner: str, company: str = "MP") -> Table:
        table = Table().with_company("MP", "Ann", Ann=6, turns=1).with_company("SSW", "Ann", Ann=6, turns=1)
        return table.with_private("MRBC", owner).operating_turn(company)

    for company, hex_id in (("MP", "C18"), ("SSW", "H17")):
        for owner in ("Ann", "Bob"):
            blocked = at_st_louis(owner, company)
            blocked.refused("Ann", "lay", section="15.2", hex=hex_id, tile="57", rotation=1)  # west to east
        for owner in ("MP", "SSW", "GMO", "closed"):
            at_st_louis(owner, company).do("Ann", "lay", hex=hex_id, tile="57", rotation=1)


@pytest.mark.rule("1870-15.1-02")
@pytest.mark.parametrize("private", ["GRSC", "SCC", "GSC", "MKT"])
def test_the_other_privates_occupy_no_hex(private: str):
    table = Table().with_company("ATSF", "Ann", Ann=6)
    open_before = {choice["hex"] for choice in table.operating_turn("ATSF").legal("Ann", "lay")}
    table.with_private(private, "Bob").operating_turn("ATSF")
    assert {choice["hex"] for choice in table.legal("Ann", "lay")} == open_before


@pytest.mark.rule("1870-12-02")
def test_two_companies_alone_may_buy_the_bridge_company_in_phase_one():
    p = Table().p
    assert {company for company in p.d.companies if private_refusal(p, company, "MRBC") is None} == {"MP", "SSW"}
    assert all(private_refusal(p, company, "SCC") for company in p.d.companies)
