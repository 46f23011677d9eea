"""The tokens of the Southern Cattle and the Gulf Shipping Company (12.4, 15.2)."""

from __future__ import annotations

import pytest

from tests.positions.lines import lay, run, way
from tests.t1870.lines import row_b
from tests.t1870.railways import gulf
from tests.t1870.table import Table

# Large cities in hexes that lie wholly west of the river.
WEST = ["B9", "B11", "D5", "E12", "F5", "H13", "J3", "J5", "L11", "M2", "M6", "N7"]
# Large cities on the Gulf, and on the river from Memphis down.
PORTS = ["H17", "M14", "M20", "N7", "N17"]


def cattle(**more: str) -> Table:
    return row_b(**more).with_train("ATSF", "2").with_private("SCC", "ATSF")


def shipping() -> Table:
    """The SP, from the Southwest, and the IC, from Galveston, run between the two; the SP owns the shipping company."""
    table = gulf().with_company("SP", "Ann", Ann=6).with_train("SP", "2").with_private("GSC", "SP")
    lay(table, "N7", "14", "E W NE SW").with_company("IC", "Bob", par=90, Bob=6).with_marker("IC", "N7/c0")
    return table.with_train("IC", "2").with_connected("SP")


def sp_earns(table: Table) -> int:
    table.operating_turn("SP", "run").run_best("Ann")
    return int(table.s.companies["SP"].last_run)


def ic_earns(table: Table) -> int:
    table.operating_turn("IC", "run").run_best("Bob")
    return int(table.s.companies["IC"].last_run)


# --- cattle


@pytest.mark.rule("1870-15.2-11")
def test_the_cattle_token_goes_to_a_large_city_west_of_the_river():
    table = cattle().operating_turn("ATSF")
    assert sorted(str(choice["hex"]) for choice in table.legal("Ann", "cattle")) == sorted(WEST)
    for hex_id in ("C18", "H17", "M14", "K16", "N17", "M20", "B19", "N1", "B7", "D9"):
        table.refused("Ann", "cattle", hex=hex_id)
    table.do("Ann", "cattle", hex="M6")  # no track leads there
    assert table.s.board.signs == {"M6": ["cattle"]}


@pytest.mark.rule("1870-15.2-11")
def test_only_the_company_that_owns_the_cattle_company_places_its_token():
    players = row_b().with_train("ATSF", "2").with_private("SCC", "Ann").operating_turn("ATSF")
    players.refused("Ann", "cattle", hex="B9")
    anothers = row_b().with_train("ATSF", "2").with_private("SCC", "MP").operating_turn("ATSF")
    anothers.refused("Ann", "cattle", hex="B9")


@pytest.mark.rule("1870-15.2-12")
def test_it_is_worth_ten_to_that_company_alone():
    table = cattle().with_company("MKT", "Bob", Bob=6).with_train("MKT", "2").operating_turn("ATSF")
    table.do("Ann", "cattle", hex="B11")
    table.operating_turn("ATSF", "run").run_best("Ann")
    assert table.s.companies["ATSF"].last_run == 20 + 20 + 10
    table.operating_turn("MKT", "run").run_best("Bob")
    assert table.s.companies["MKT"].last_run == 20 + 20


@pytest.mark.rule("1870-15.2-13", "1870-15.2-14")
def test_once_placed_it_stays_and_the_cattle_company_stays_open():
    table = cattle().operating_turn("ATSF").do("Ann", "cattle", hex="B9")
    table.refused("Ann", "cattle", section="15.2", hex="B11")
    assert table.s.privates["SCC"] == "ATSF"
    table.operating_turn("ATSF").refused("Ann", "cattle", section="15.2", hex="B11")
    treasury = table.cash("ATSF")
    assert table.operating_round().cash("ATSF") == treasury + 10


# --- the port


@pytest.mark.rule("1870-15.2-16")
def test_a_port_token_goes_to_a_large_city_of_gulf_or_lower_river():
    table = shipping().operating_turn("SP")
    for kind in ("open", "closed"):
        hexes = sorted(str(c["hex"]) for c in table.legal("Ann", "port") if c["kind"] == kind)
        assert hexes == sorted(PORTS)
    for hex_id in ("C18", "M6", "L11", "K16", "J5", "N21", "K14"):
        table.refused("Ann", "port", hex=hex_id, kind="open")
    other = shipping().with_private("GSC", "Ann").operating_turn("SP")
    other.refused("Ann", "port", hex="N7", kind="open")


@pytest.mark.rule("1870-15.2-17", "1870-15.2-18")
@pytest.mark.parametrize("kind", ["open", "closed"])
def test_one_port_token_is_placed_and_it_stays(kind: str):
    table = shipping().operating_turn("SP").do("Ann", "port", hex="N7", kind=kind)
    for other in ("open", "closed"):
        table.refused("Ann", "port", hex="N17", kind=other)
        table.refused("Ann", "port", hex="N7", kind=other)
    assert list(table.s.board.signs) == ["N7"]
    table.with_private("GSC", "SP").operating_turn("SP").refused("Ann", "port", section="15.2", hex="N17", kind="open")


@pytest.mark.rule("1870-15.2-15", "1870-15.2-19", "1870-15.2-20", "1870-15.2-21", "1870-12.4-01")
def test_a_port_is_worth_20_to_its_owner_and_an_open_one_10_to_the_others():
    assert (sp_earns(shipping()), ic_earns(shipping())) == (20 + 30, 20 + 30)

    table = shipping().operating_turn("SP").do("Ann", "port", hex="N7", kind="open")
    assert table.s.privates["GSC"] == "SP"
    assert (sp_earns(table), ic_earns(table)) == (20 + 30 + 20, 20 + 30 + 10)

    table = shipping().operating_turn("SP").do("Ann", "port", hex="N7", kind="closed")
    assert table.s.privates["GSC"] == "closed"  # the closed port closes it
    assert (sp_earns(table), ic_earns(table)) == (20 + 30 + 20, 20 + 30)


@pytest.mark.rule("1870-15.2-22", "1870-12.4-01")
def test_closing_the_shipping_company_later_makes_an_open_port_private():
    table = shipping().operating_turn("SP")
    table.refused("Ann", "close_port", section="15.2")  # nothing placed yet
    table.do("Ann", "port", hex="N7", kind="open").do("Ann", "close_port")
    assert table.s.privates["GSC"] == "closed"
    assert (sp_earns(table), ic_earns(table)) == (20 + 30 + 20, 20 + 30)
    treasury = table.cash("SP")
    assert table.operating_round().cash("SP") == treasury  # it pays no more


@pytest.mark.rule("1870-15.2-23")
def test_when_the_shipping_company_has_closed_the_port_stays_as_it_is():
    closed = shipping().operating_turn("SP").do("Ann", "port", hex="N7", kind="closed")
    closed.refused("Ann", "close_port", section="15.2")

    table = shipping().operating_turn("SP").do("Ann", "port", hex="N7", kind="open")
    table.with_supply_from("5").with_phase("3").with_cash("SP", 2000).operating_turn("SP", "train")
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="5")
    assert table.s.phase == "4" and table.s.privates["GSC"] == "closed"
    table.with_private("SCC", "SP").operating_turn("SP", "train").refused("Ann", "close_port", section="15.2")
    assert table.s.board.signs == {"N7": ["open port"]}
    assert ic_earns(table) == 40 + 30 + 10  # still open to all


@pytest.mark.rule("1870-15.2-27")
def test_a_token_not_placed_before_phase_four_is_lost():
    table = row_b().with_train("ATSF", "2").with_private("SCC", "ATSF").with_private("GSC", "ATSF")
    table.with_supply_from("5").with_phase("3").with_cash("ATSF", 2000).operating_turn("ATSF", "train")
    assert {"cattle", "port"} <= set(table.verbs("Ann"))
    table.do("Ann", "buy_train", **{"from": "bank"}, kind="5")
    table.operating_turn("ATSF")
    table.refused("Ann", "cattle", section="15.2", hex="B9")
    table.refused("Ann", "port", section="15.2", hex="N7", kind="open")


@pytest.mark.rule("1870-15.2-19", "1870-15.2-12")
def test_cattle_and_port_in_one_city_both_count():
    table = shipping().with_sign("N7", "cattle", "SP").with_sign("N7", "open port", "SP").operating_turn("SP", "run")
    table.do("Ann", "run", routes=way(table, "2-0", "N1", "N3", "N5", "N7"))
    assert table.s.companies["SP"].last_run == 20 + 30 + 10 + 20


# --- tokens whose company has closed: they serve the next company that owns the private company


def orphaned(private: str, sign: str) -> Table:
    """The SP placed this token in Topeka and has closed; Bob has bought the private company from the pool."""
    table = row_b().with_company("SP", "Bob", Bob=5).with_sign("B9", sign, "SP").with_closed("SP")
    return table.with_phase("2").with_private(private, "Bob").with_train("ATSF", "2").operating_turn("ATSF")


@pytest.mark.rule("1870-15.2-12", "1870-15.2-19")
@pytest.mark.parametrize(("private", "sign", "more"), [("SCC", "cattle", 10), ("GSC", "open port", 20)])
def test_the_next_owner_has_the_use_of_the_token(private: str, sign: str, more: int):
    table = orphaned(private, sign).agree("Ann", "buy_private", "Bob", private=private, price=80)
    while "run" not in table.verbs("Ann"):
        table.do("Ann", "skip")
    assert run(table, "Ann", way(table, "2-0", "B9", "B11")) == 40 + more


@pytest.mark.rule("1870-15.2-22")
def test_the_next_owner_may_close_the_port():
    table = orphaned("GSC", "open port")
    table.refused("Ann", "close_port", "15.2")
    table.agree("Ann", "buy_private", "Bob", private="GSC", price=80).do("Ann", "close_port")
    assert table.s.board.signs == {"B9": ["closed port"]}
    assert table.s.privates["GSC"] == "closed"
    table.refused("Ann", "port", "15.2", hex="N17", kind="open")
