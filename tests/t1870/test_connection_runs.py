"""The connection run itself: the destination token, the routes, the extra dividend (11.4, 11.5, 16.4)."""

from __future__ import annotations

import pytest

from engine.core.state import Marker
from tests.positions.lines import lay, way
from tests.t1870.railways import connect, connecting, end_turn, gulf, operating, prairie, texas
from tests.t1870.table import Table

BESIDE = -1


def sp(**options: str) -> Table:
    """The SP about to be connected: Southwest 20, Galveston 20, New Orleans 20."""
    return gulf(**options).with_company("SP", "Ann", Ann=6).with_train("SP", "3")


def marks(table: Table, stop: str) -> list[tuple[str, int]]:
    """Who has a marker at a stop, and in which space (-1: beside)."""
    return sorted((marker.company, marker.slot) for marker in table.s.board.markers if marker.stop == stop)


def run(table: Table, *ways: str) -> Table:
    return table.do("Ann", "run_connection", routes=";".join(ways))


# --- the token


@pytest.mark.rule("1870-11.4-01", "1870-11.4.1-02")
def test_first_the_token_then_the_run_then_the_dividend():
    table = sp().operating_round()
    table.refused("Ann", "run_connection", routes=way(table, "3-0", "N1", "N3", "N5", "N7"))
    treasury, left = table.cash("SP"), list(table.s.companies["SP"].markers)
    table.do("Ann", "connect", token="place")
    assert marks(table, "N17/c0") == [("SP", 0)]
    assert table.cash("SP") == treasury  # for nothing
    assert table.s.companies["SP"].markers == left
    table.refused("Ann", "connect", token="keep")
    table.refused("Ann", "connection_dividend", kind="full")
    table.do("Ann", "run_connection", routes=table.legal("Ann", "run_connection")[0]["routes"])
    table.do("Ann", "connection_dividend", kind="full")
    assert table.happened("dividend")[-1]["income"] == 80  # the run already counts the token


@pytest.mark.rule("1870-11.4.1-01")
def test_before_the_connection_run_there_is_no_destination_token():
    table = sp().with_connected("SP")
    assert table.s.companies["SP"].markers == [40, 100]
    table.with_marker("SP", "N17/c0").operating_turn("SP", "run")
    routes = str(table.legal("Ann", "run")[0]["routes"])
    table.do("Ann", "run", routes=routes)
    assert table.s.companies["SP"].last_run == 60  # a station there doubles nothing
    early = gulf(gap="N13").with_company("SP", "Ann", Ann=6).with_train("SP", "3").operating_turn("SP", "token")
    early.refused("Ann", "connect", token="place")


@pytest.mark.rule("1870-11.4.1-03")
def test_the_token_may_become_a_station_for_100_instead():
    table = sp().operating_round()
    assert connect(table, "Ann", token="keep") == 60
    assert marks(table, "N17/c0") == []
    assert table.s.companies["SP"].markers == [40, 100, 100]
    assert operating(table) == "SP"

    last = sp().with_private("SCC", "SP")
    with last.arrange() as p:
        p.s.companies["SP"].markers.clear()
    last.operating_round()
    connect(last, "Ann", token="keep")
    treasury = last.cash("SP")
    last.do("Ann", "skip").do("Ann", "token", city="N17/c0")
    assert last.cash("SP") == treasury - 100


@pytest.mark.rule("1870-11.4.1-04")
def test_a_full_city_takes_the_destination_token_beside_it_and_in_it_when_it_grows():
    table = sp().with_marker("GMO", "N17/c0").with_phase("2").operating_round()
    connect(table, "Ann", kind="withhold")
    assert marks(table, "N17/c0") == [("GMO", 0), ("SP", BESIDE)]
    bigger = next(choice for choice in table.legal("Ann", "lay", hex="N17") if choice["tile"] in ("14", "15"))
    table.do("Ann", "lay", **bigger)
    assert marks(table, "N17/c0") == [("GMO", 0), ("SP", 1)]


@pytest.mark.rule("1870-11.4.1-04", "1870-11.4.1-05", "1870-11.4.1-06")
def test_it_may_use_the_spot_of_a_railway_that_has_not_started_and_that_one_still_gets_its_home():
    table = texas().operating_round()
    assert connecting(table) == "MP"
    connect(table, "Ann", kind="withhold")
    assert marks(table, "J5/c0") == [("MP", 0)]
    table.with_company("TP", "Cem", par=76, Cem=6, home=False, turns=0).operating_turn("TP", "home")
    assert operating(table) == "TP"

    begun = texas().operating_round()
    connect(begun, "Ann", kind="withhold")
    begun.with_company("TP", "Cem", par=76, Cem=6, home=False, turns=0).with_train("TP", "2").operating_round()
    while operating(begun) != "TP":
        end_turn(begun)
    assert marks(begun, "J5/c0") == [("MP", 0), ("TP", BESIDE)]
    end_turn(begun)
    assert begun.s.companies["TP"].last_run > 0  # it runs from there


@pytest.mark.rule("1870-16.4-01", "1870-11.4.1-04")
@pytest.mark.parametrize("options", [{"connection_tokens": "beside"}, {"edition": "mayfair"}])
def test_in_variant_and_mayfair_edition_it_stands_beside_and_blocks_nobody(options: dict[str, str]):
    table = texas(**options).operating_round()
    connect(table, "Ann", kind="withhold")
    assert marks(table, "J5/c0") == [("MP", BESIDE)]
    assert connecting(table) == "SSW"  # it runs through Dallas

    upgraded = sp(**options).with_marker("GMO", "N17/c0").with_phase("2").operating_round()
    connect(upgraded, "Ann", kind="withhold")
    bigger = next(choice for choice in upgraded.legal("Ann", "lay", hex="N17") if choice["tile"] in ("14", "15"))
    upgraded.do("Ann", "lay", **bigger)
    assert marks(upgraded, "N17/c0") == [("GMO", 0), ("SP", BESIDE)]

    designer = texas().operating_round()
    connect(designer, "Ann", kind="withhold")
    assert connecting(designer) == ""


@pytest.mark.rule("1870-11.4.1-07")
def test_a_station_at_the_destination_may_become_the_destination_token():
    table = sp().with_marker("SP", "N17/c0").operating_round()
    table.refused("Ann", "connect", section="11.4.1", token="place")
    assert connect(table, "Ann", token="promote") == 80
    assert marks(table, "N17/c0") == [("SP", 0)]
    assert table.s.companies["SP"].markers == [100, 100]

    left_as_it_is = sp().with_marker("SP", "N17/c0").operating_round()
    assert connect(left_as_it_is, "Ann", token="keep") == 60
    assert left_as_it_is.s.companies["SP"].markers == [100, 100]

    none_there = sp().operating_round()
    none_there.refused("Ann", "connect", section="11.4.1", token="promote")


@pytest.mark.rule("1870-11.4.1-08", "1870-11.4.1-09")
def test_a_token_on_a_red_area_is_one_to_run_from_and_not_through():
    table = prairie().operating_round()
    assert connecting(table) == "FW"
    assert connect(table, "Ann", kind="withhold") == 20 + 2 * 30
    assert marks(table, "A2/o0") == [("FW", BESIDE)]
    table.with_train("FW", "3").operating_turn("FW", "run")
    south = ("J3", "I2", "H1", "G2", "F1", "E2", "D1", "C2", "B3", "A2")
    east = ("A2", "A4", "A6", "A8", "A10")
    through = way(table, "3-0", *south, *east[1:])
    table.refused("Ann", "run", "8.1", routes=through)
    table.do("Ann", "run", routes=f"{way(table, '3-0', *south)};{way(table, '2-0', *east)}")
    assert table.s.companies["FW"].last_run == 80 + 2 * 30 + 10

    without = prairie().with_connected("FW").operating_turn("FW", "run")
    without.refused("Ann", "run", "8.1", routes=way(without, "2-0", *east))


# --- the run


def with_houston(*trains: str) -> Table:
    """The SP also has a station in Galveston, which is joined to Houston; Houston pays 40."""
    table = sp().with_marker("SP", "N7/c0").with_train("SP", *trains).with_phase("4")
    lay(table, "N7", "14", "E W NW SE")
    return lay(table, "M6", "63", "E W NE NW SE SW").operating_round()


GULF = ("N1", "N3", "N5", "N7", "N9", "N11", "N13", "N15", "N17")


@pytest.mark.rule("1870-11.4.2-01")
def test_one_train_runs_from_home_to_destination_even_if_another_run_pays_more():
    table = with_houston().do("Ann", "connect", token="keep")
    better = way(table, "3-0", *GULF[:4], "M6")  # 40 + 30 + 40
    assert table.refused("Ann", "run_connection", routes=better) == (
        "one train must run from Southwest (N1) to New Orleans (N17) and count every stop on the way (11.4.2)."
    )
    run(table, way(table, "3-0", *GULF))
    table.do("Ann", "connection_dividend", kind="full")
    assert table.happened("dividend")[-1]["income"] == 40 + 30 + 20
    table.operating_turn("SP", "run").do("Ann", "run", routes=better)  # in its own turn it may


@pytest.mark.rule("1870-11.4.2-02")
def test_the_other_trains_run_any_other_routes():
    table = with_houston("2").do("Ann", "connect", token="place")
    table.refused("Ann", "run_connection", "8.1", routes=f"{way(table, '3-0', *GULF)};{way(table, '2-0', *GULF[:4])}")
    run(table, way(table, "3-0", *GULF), way(table, "2-0", "N7", "M6"))
    assert table.s.companies["SP"].last_run == 40 + 30 + 2 * 20 + 30 + 40


# --- the income


@pytest.mark.rule("1870-11.4.2-03", "1870-11.4.2-05")
def test_a_full_connection_dividend_is_paid_like_any_other_and_moves_the_price_up():
    table = sp().with_company("SP", "Ann", Ann=4, Bob=2, treasury_shares=1, pool=1, box="2,5").operating_round()
    before = [table.cash(who) for who in ("Ann", "Bob", "SP")]
    connect(table, "Ann")
    assert [table.cash(who) for who in ("Ann", "Bob", "SP")] == [before[0] + 32, before[1] + 16, before[2] + 24]
    assert table.box("SP") == "1,5"
    assert operating(table) == "SP"  # an extra dividend: its turn is still to come

    top = sp().with_box("SP", "0,10").operating_round()
    connect(top, "Ann")
    assert top.box("SP") == "1,11"


@pytest.mark.rule("1870-11.4.2-04")
def test_connection_income_is_never_halved():
    table = sp().operating_round().do("Ann", "connect", token="place")
    run(table, way(table, "3-0", *GULF))
    assert [choice["kind"] for choice in table.legal("Ann", "connection_dividend")] == ["full", "withhold"]
    table.refused("Ann", "connection_dividend", section="11.4.2", kind="half")


@pytest.mark.rule("1870-11.4.2-03", "1870-11.4.2-06")
def test_keeping_the_connection_income_does_not_move_the_price():
    table = sp().with_box("SP", "2,5").operating_round()
    treasury = table.cash("SP")
    connect(table, "Ann", kind="withhold")
    assert table.cash("SP") == treasury + 80
    assert table.cash("Ann") == 700
    assert table.box("SP") == "2,5"


@pytest.mark.rule("1870-11.5-01")
def test_every_train_that_ends_at_the_destination_counts_it_double():
    table = sp().with_connected("SP", doubled=True).with_train("SP", "2")
    with table.arrange() as p:
        p.s.board.markers.append(Marker("SP", "N17/c0", 0))
    lay(table, "N17", "15", "SW W NW NE")
    lay(table, "M16", "8", "W SE")
    lay(table, "M14", "57", "E W").operating_turn("SP", "run")
    table.do("Ann", "run", routes=f"{way(table, '3-0', *GULF)};{way(table, '2-0', 'N17', 'M16', 'M14')}")
    assert table.s.companies["SP"].last_run == (20 + 20 + 2 * 30) + (2 * 30 + 20)
