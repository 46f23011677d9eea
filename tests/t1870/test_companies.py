"""The ten public companies (15.3)."""

from __future__ import annotations

import pytest

from tests.positions.lines import lay
from tests.t1870.table import Table

COMPANIES = {
    "ATSF": ("Atchison, Topeka & Santa Fe", "Topeka", 3, "Southwest"),
    "FW": ("Fort Worth & Denver City", "Fort Worth", 2, "Denver"),
    "GMO": ("Gulf, Mobile & Ohio", "Mobile", 2, "St. Louis"),
    "IC": ("Illinois Central", "Jackson", 2, "Chicago"),
    "MP": ("Missouri Pacific", "St. Louis", 3, "Dallas"),
    "MKT": ("Missouri-Kansas-Texas", "Kansas City", 3, "Southwest"),
    "SP": ("Southern Pacific", "Southwest", 3, "New Orleans"),
    "SSW": ("St. Louis Southwestern", "Memphis", 2, "Fort Worth"),
    "SLSF": ("St. Louis-San Francisco", "Springfield, MO", 3, "Southeast"),
    "TP": ("Texas & Pacific", "Dallas", 2, "New Orleans"),
}


@pytest.mark.rule("1870-15.3-01")
def test_there_are_ten():
    assert set(Table().s.companies) == set(COMPANIES)


@pytest.mark.rule("1870-15.3-02")
@pytest.mark.parametrize("company", COMPANIES)
def test_each_has_a_presidents_certificate_of_20_percent_and_eight_of_10(company: str):
    p = Table().p
    certs = [p.d.certs[name] for name in p.d.certs_of[company]]
    assert [(cert.units, cert.president) for cert in certs] == [(2, True), *[(1, False)] * 8]


@pytest.mark.rule(
    "1870-15.3-03",
    "1870-15.3-04",
    "1870-15.3-05",
    "1870-15.3-06",
    "1870-15.3-07",
    "1870-15.3-08",
    "1870-15.3-09",
    "1870-15.3-10",
    "1870-15.3-11",
    "1870-15.3-12",
)
@pytest.mark.parametrize("company", COMPANIES)
def test_home_tokens_and_destination_of(company: str):
    name, home, tokens, destination = COMPANIES[company]
    table = Table()
    sheet = table.p.d.companies[company]
    assert sheet.name.startswith(name)
    assert table.p.d.map.hexes[sheet.destination].stops[0].name == destination
    table.with_company(company, "Ann", Ann=6, home=False, turns=0).operating_round()
    assert [m.company for m in table.s.board.markers] == [company]  # its first action is its home token
    hex_id = table.s.board.markers[0].stop.split("/")[0]
    assert table.p.d.map.hexes[hex_id].stops[0].name == home
    assert 1 + len(table.s.companies[company].markers) == tokens


@pytest.mark.rule("1870-15.3-13")
def test_the_destination_token_is_one_more():
    table = lay(Table(), "J3", "57", "NW SE")
    for hex_id, sides in {"H1": "SE NE", "G2": "SW NW", "F1": "SE NE", "E2": "SW NW", "D1": "SE NE"}.items():
        lay(table, hex_id, "8", sides)
    lay(table, "B3", "8", "SW NW")
    lay(table, "C2", "9", "SW NE")
    lay(table, "I2", "9", "SE NW").with_company("FW", "Ann", Ann=6).with_train("FW", "2").operating_round()
    assert table.s.companies["FW"].markers == [40]  # two, and one of them stands at home
    table.do("Ann", "connect", token="place")
    assert table.s.companies["FW"].markers == [40]
    assert len(table.s.board.markers) == 2
