"""Station markers: home, further and destination tokens (7)."""

from __future__ import annotations

import pytest

from engine.board.markers import BESIDE
from tests.t1870.table import Table

# Starting city and number of tokens, home included, of each company (15.3).
COMPANIES = {
    "ATSF": ("B9", 3),
    "FW": ("J3", 2),
    "GMO": ("M20", 2),
    "IC": ("K16", 2),
    "MP": ("C18", 3),
    "MKT": ("B11", 3),
    "SP": ("N1", 3),
    "SSW": ("H17", 2),
    "SLSF": ("E12", 3),
    "TP": ("J5", 2),
}


def atsf(**options: str) -> Table:
    """The ATSF at Topeka, tile 57 there and in Kansas City, a marker for $40 and one for $100 left."""
    table = Table(("Ann", "Bob", "Cem"), **options).with_company("ATSF", "Ann", Ann=6)
    return table.with_tile("B9", "57", 1).with_tile("B11", "57", 1)


def markers(table: Table, hex_id: str) -> dict[str, int]:
    """Companies with a marker in a hex, and the space it takes."""
    return {marker.company: marker.slot for marker in table.s.board.markers if marker.stop.startswith(f"{hex_id}/")}


def place(table: Table, hex_id: str) -> Table:
    """Ann places a marker."""
    return table.do("Ann", "token", city=f"{hex_id}/c0")


def may_not(table: Table, hex_id: str, section: str = "7.3") -> str:
    """Assert that Ann may not place a marker there."""
    return table.refused("Ann", "token", section, city=f"{hex_id}/c0")


# --- how many, at what price


@pytest.mark.rule("1870-7-01", "1870-7.5-01")
@pytest.mark.parametrize(("company", "number"), [(company, number) for company, (_, number) in COMPANIES.items()])
def test_a_company_has_a_free_home_marker_one_for_40_and_perhaps_one_for_100(company: str, number: int):
    assert Table().s.companies[company].markers == [0, 40, 100][:number]


@pytest.mark.rule("1870-7.5-01")
def test_markers_are_paid_from_the_treasury():
    table = atsf().with_company("MKT", "Bob", Bob=6).with_tile("B11", "14", 1).operating_turn("ATSF", "token")
    table.with_cash("ATSF", 39).refused("Ann", "token", city="B11/c0")
    assert place(table.with_cash("ATSF", 40), "B11").cash("ATSF") == 0


@pytest.mark.rule("1870-7.5-01")
def test_the_third_marker_costs_100():
    table = atsf().with_marker("ATSF", "D5/c0").with_company("MKT", "Bob", Bob=6).with_tile("B11", "14", 1)
    table.operating_turn("ATSF", "token").with_cash("ATSF", 99).refused("Ann", "token", city="B11/c0")
    assert place(table.with_cash("ATSF", 100), "B11").cash("ATSF") == 0


# --- home


@pytest.mark.rule("1870-7.1-01")
@pytest.mark.parametrize(("company", "home"), [(company, home) for company, (home, _) in COMPANIES.items()])
def test_the_home_marker_is_placed_free_at_the_first_operation(company: str, home: str):
    table = Table().with_company(company, "Ann", Ann=6, turns=0, home=False)
    assert markers(table, home) == {}
    table.operating_turn(company, step="")
    assert markers(table, home) == {company: 0}
    assert table.cash(company) == 1000
    assert table.s.companies[company].markers[0] == 40


@pytest.mark.rule("1870-7.1-01")
def test_a_later_operation_places_no_second_home_marker():
    table = Table().with_company("ATSF", "Ann", Ann=6).operating_turn("ATSF", step="")
    assert [marker.company for marker in table.s.board.markers] == ["ATSF"]
    assert table.s.companies["ATSF"].markers == [40, 100]


@pytest.mark.rule("1870-7.1-02")
def test_without_a_tile_the_home_marker_stands_in_the_hex_and_goes_with_the_first_tile():
    table = Table().with_company("ATSF", "Ann", Ann=6, turns=0, home=False).operating_turn("ATSF", step="")
    table.do("Ann", "skip")
    assert (table.tile("B9"), markers(table, "B9")) == ("", {"ATSF": 0})
    table.operating_turn("ATSF").do("Ann", "lay", hex="B9", tile="57", rotation=1)
    assert markers(table, "B9") == {"ATSF": 0}
    table.with_phase("2").operating_turn("ATSF").do("Ann", "lay", hex="B9", tile="14", rotation=1)
    assert markers(table, "B9") == {"ATSF": 0}


@pytest.mark.rule("1870-7.1-01")
def test_a_home_marker_finds_its_place_in_an_upgraded_city_that_others_use():
    table = atsf().with_tile("B11", "14", 1).with_marker("ATSF", "B11/c0", 1)
    table.with_company("MKT", "Bob", Bob=6, turns=0, home=False).operating_turn("MKT", step="")
    assert markers(table, "B11") == {"ATSF": 1, "MKT": 0}


# --- one a turn, with a run, with a space


def with_free_wichita(**options: str) -> Table:
    """The ATSF may run to Kansas City (two spaces, the MKT at home) and over B7 and C6 to Wichita."""
    table = atsf(**options).with_company("MKT", "Bob", Bob=6).with_tile("B11", "14", 1)
    return table.with_tile("B7", "58", 4).with_tile("C6", "9", 0).with_tile("D5", "57", 0)


@pytest.mark.rule("1870-7.2-01")
def test_one_marker_a_turn():
    table = with_free_wichita().operating_turn("ATSF", "token")
    assert {move["city"] for move in table.legal("Ann", "token")} == {"B11/c0", "D5/c0"}
    place(table, "B11")
    assert table.s.agenda[-1].step != "token"
    table.refused("Ann", "token", city="D5/c0")
    place(table.operating_turn("ATSF", "token"), "D5")
    assert table.cash("ATSF") == 1000 - 40 - 100


@pytest.mark.rule("1870-7.2-01")
def test_already_in_its_first_turn():
    table = with_free_wichita().with_company("ATSF", "Ann", Ann=6, turns=0).operating_turn("ATSF", "token")
    assert markers(place(table, "B11"), "B11")["ATSF"] == 1


@pytest.mark.rule("1870-7.2-01")
def test_no_more_than_it_has():
    table = with_free_wichita().with_marker("ATSF", "M2/c0").with_marker("ATSF", "M6/c0")
    assert table.s.companies["ATSF"].markers == []
    table.operating_turn("ATSF", "token")
    assert table.s.agenda[-1].step != "token"
    table.refused("Ann", "token", city="D5/c0")


@pytest.mark.rule("1870-7.3-01")
def test_a_marker_needs_a_run_to_the_city():
    table = with_free_wichita().operating_turn("ATSF", "token")
    may_not(table.with_tile("C6", "9", 1), "D5")
    may_not(table, "J3")
    place(table.with_tile("C6", "9", 0), "D5")


@pytest.mark.rule("1870-7.3-01")
def test_a_run_may_not_turn_round_to_get_to_the_city():
    """From Dallas the only way to Houston leads round a loop and back over the same track."""
    table = Table().with_company("TP", "Ann", Ann=6).with_tile("J5", "57", 1)
    table.with_tile("J7", "24", 4).with_tile("J9", "24", 1).with_tile("I10", "7", 5).with_tile("J11", "7", 1)
    table.with_tile("K6", "9", 0).with_tile("L5", "8", 3).with_tile("M6", "57", 2).with_cash("TP", 500)
    table.operating_turn("TP", "token")
    table.refused("Ann", "token", city="M6/c0")
    # Nor is there any other run, which would oblige the TP to buy a train.
    table.operating_turn("TP", "train").do("Ann", "skip")
    # With track from the west straight to the south-west there is a way.
    place(table.with_tile("J7", "7", 0).operating_turn("TP", "token"), "M6")


@pytest.mark.rule("1870-7.3-02")
def test_a_city_must_have_a_free_space():
    table = atsf().with_company("MKT", "Bob", Bob=6).operating_turn("ATSF", "token")
    table.refused("Ann", "token", city="B11/c0")
    table = atsf().with_company("MKT", "Bob", Bob=6).with_tile("B11", "14", 1).operating_turn("ATSF", "token")
    place(table, "B11")
    full = atsf().with_company("MKT", "Bob", Bob=6).with_tile("B11", "14", 1).with_marker("SP", "B11/c0", 1)
    full.operating_turn("ATSF", "token").refused("Ann", "token", city="B11/c0")


@pytest.mark.rule("1870-7.3-02")
def test_one_marker_of_a_company_in_a_city():
    table = with_free_wichita().operating_turn("ATSF", "token")
    assert "B9/c0" not in {move["city"] for move in table.legal("Ann", "token")}
    may_not(table, "B9")


@pytest.mark.rule("1870-7.3-03")
def test_the_last_space_of_an_unstarted_railways_home_is_kept():
    table = with_free_wichita().with_tile("B11", "57", 1).operating_turn("ATSF", "token")
    place(table, "D5")  # Wichita is nobody's home
    for started in (False, True):
        table = atsf()
        if started:
            # The president's certificate and three shares are sold, its home marker is not on the map.
            table.with_company("MKT", "Bob", Bob=5, floated=False, turns=0, home=False)
        table.with_tile("D5", "57", 0).operating_turn("ATSF", "token")
        table.refused("Ann", "token", city="B11/c0")
    bigger = atsf().with_tile("B11", "14", 1).operating_turn("ATSF", "token")
    place(bigger, "B11")
    assert bigger.p.board.markers[-1].company == "ATSF"
    bigger.with_company("SP", "Ann", Ann=6).with_marker("SP", "B9/c0", -1).operating_turn("SP", "token")
    bigger.refused("Ann", "token", city="B11/c0")


@pytest.mark.rule("1870-7.3-03", "1870-5.1.1-16")
def test_no_space_is_kept_for_a_closed_company_that_never_placed_its_home_marker():
    table = atsf().with_company("MKT", "Bob", Bob=5, floated=False, turns=0, home=False)
    table.with_tile("B7", "58", 4).with_tile("C6", "9", 0).with_tile("D5", "57", 0).operating_turn("ATSF", "token")
    may_not(table, "B11")
    closed = table.with_closed("MKT").operating_turn("ATSF", "token")
    assert markers(place(closed, "B11"), "B11") == {"ATSF": 0}


@pytest.mark.rule("1870-7.3-03")
def test_a_home_marker_on_the_map_frees_the_other_space():
    table = atsf().with_company("MKT", "Bob", Bob=6).with_tile("B11", "14", 1).operating_turn("ATSF", "token")
    assert markers(place(table, "B11"), "B11") == {"MKT": 0, "ATSF": 1}


@pytest.mark.rule("1870-7.3-05")
def test_a_marker_may_go_into_a_city_upgraded_in_the_same_turn():
    table = atsf().with_company("MKT", "Bob", Bob=6).with_phase("2").operating_turn("ATSF")
    table.refused("Ann", "token", city="B11/c0")
    place(table.do("Ann", "lay", hex="B11", tile="14", rotation=1), "B11")
    assert markers(table, "B11") == {"MKT": 0, "ATSF": 1}


@pytest.mark.rule("1870-7.3-06")
def test_markers_stay_where_they_are_until_their_company_closes():
    table = with_free_wichita().with_phase("4").operating_turn("ATSF", "token")
    place(table, "B11")
    table.with_company("MKT", "Bob", Bob=6).operating_turn("ATSF").with_tile("B9", "14", 1)
    before = markers(table, "B11")
    assert not any("move" in verb or "remove" in verb for verb in table.p.title.verbs)
    table.operating_turn("ATSF").do("Ann", "lay", hex="B11", tile="170", rotation=table_rotation(table))
    assert markers(table, "B11") == before
    closing = with_free_wichita().with_box("ATSF", "7,0").with_marker("ATSF", "B11/c0", 1)
    closing.operating_turn("ATSF", "run")
    assert closing.s.companies["ATSF"].closed
    assert {marker.company for marker in closing.s.board.markers} == {"MKT"}


def table_rotation(table: Table) -> int:
    """A rotation in which 170 may lie in Kansas City."""
    return int(table.legal("Ann", "lay", hex="B11", tile="170")[0]["rotation"])


# --- full cities


@pytest.mark.rule("1870-7.3-07")
def test_only_companies_with_a_marker_run_through_a_full_city():
    """Topeka - Kansas City - Springfield (Illinois): the MKT fills Kansas City's only space."""
    for tile, slot, income in (("57", None, 40), ("14", None, 70), ("14", 1, 70)):
        table = atsf().with_company("MKT", "Bob", Bob=6).with_tile("B11", tile, 1).with_train("ATSF", "4")
        table.with_tile("B13", "9", 1).with_tile("B15", "9", 1).with_tile("B17", "9", 1).with_tile("B19", "57", 1)
        if slot is not None:
            table.with_marker("ATSF", "B11/c0", slot)
        table.operating_turn("ATSF", "run").run_best("Ann")
        assert table.s.companies["ATSF"].last_run == income
    blocked = atsf().with_company("MKT", "Bob", Bob=6).with_train("ATSF", "4").with_tile("B13", "9", 1)
    blocked.with_tile("B15", "9", 1).with_tile("B17", "9", 1).with_tile("B19", "57", 1).operating_turn("ATSF", "run")
    through = "4-0=B9/c0,B9.E,B11/c0,B11.E,B13.E,B15.E,B17.E,B19/c0"
    blocked.refused("Ann", "run", "8.1", routes=through)


@pytest.mark.rule("1870-7.3-07")
def test_an_unstarted_railway_does_not_block():
    table = atsf().with_train("ATSF", "4").with_tile("B13", "9", 1).with_tile("B15", "9", 1)
    table.with_tile("B17", "9", 1).with_tile("B19", "57", 1).operating_turn("ATSF", "run").run_best("Ann")
    assert table.s.companies["ATSF"].last_run == 60


# --- destination tokens


def ssw_arrives(fort_worth: str = "57", **options: str) -> Table:
    """The SSW's 3 train runs from Memphis by Little Rock to Fort Worth, its destination; its turn is at the end."""
    table = Table(("Ann", "Bob", "Cem"), **options).with_company("SSW", "Ann", Ann=6).with_train("SSW", "3")
    for hex_id, tile, turned in (
        ("H17", "57", 1), ("H15", "9", 1), ("H13", "57", 1), ("H11", "9", 1), ("H9", "9", 1), ("H7", "9", 1),
        ("H5", "8", 4), ("I4", "9", 0), ("J3", fort_worth, 0),
    ):  # fmt: skip
        table.with_tile(hex_id, tile, turned)
    return table


def connected(token: str = "place", fort_worth: str = "57", **options: str) -> Table:
    """The SSW has done its connection run and used its destination token so."""
    return finish(ssw_arrives(fort_worth, **options).operating_turn("SSW", "token"), token)


def finish(table: Table, token: str) -> Table:
    """Play the SSW's turn to its end and the connection run that follows."""
    while "connect" not in table.verbs("Ann"):
        step = table.s.agenda[-1].step
        if step == "run":
            table.run_best("Ann")
        elif step == "dividend":
            table.do("Ann", "dividend", kind="full")
        else:
            table.do("Ann", "skip")
    table.do("Ann", "connect", token=token)
    table.do("Ann", "run_connection", routes=table.legal("Ann", "run_connection")[0]["routes"])
    return table.do("Ann", "connection_dividend", kind="full")


@pytest.mark.rule("1870-7.4-01", "1870-7-01")
def test_every_railroad_has_one_destination_token_to_place_or_to_keep():
    placed = connected("place")
    assert markers(placed, "J3") == {"SSW": 0}
    assert placed.s.companies["SSW"].markers == [40]
    kept = connected("keep")
    assert markers(kept, "J3") == {}
    assert kept.s.companies["SSW"].markers == [40, 100]
    for table in (placed, kept):
        table.operating_turn("SSW", "train")
        while table.s.clock.round == "operating":
            assert "connect" not in table.verbs("Ann")
            table.do("Ann", "skip")


@pytest.mark.rule("1870-7.2-02")
def test_the_destination_token_comes_on_top_of_the_turns_marker():
    table = ssw_arrives().operating_turn("SSW", "token")
    place(table, "H13")
    finish(table, "place")
    assert (markers(table, "H13"), markers(table, "J3")) == ({"SSW": 0}, {"SSW": 0})
    assert [event["cost"] for event in table.happened("token")] == [40]
    assert table.s.companies["SSW"].markers == []


@pytest.mark.rule("1870-7.2-03", "1870-7.4-01")
def test_a_kept_destination_token_is_a_100_marker_under_the_usual_rules():
    table = connected("keep")
    place(table.with_cash("SSW", 500).operating_turn("SSW", "token"), "H13")
    assert table.s.companies["SSW"].markers == [100]
    table.refused("Ann", "token", city="J3/c0")
    table.with_tile("J3", "14", 0).with_cash("SSW", 99).operating_turn("SSW", "token")
    table.refused("Ann", "token", city="J3/c0")
    table.with_cash("SSW", 100).operating_turn("SSW", "token")
    assert place(table, "J3").cash("SSW") == 0


@pytest.mark.rule("1870-7.3-04", "1870-D.7.3-01")
def test_a_destination_token_takes_the_last_space_even_of_an_unstarted_railway():
    table = connected("place")
    assert markers(table, "J3") == {"SSW": 0}
    table.with_company("FW", "Bob", Bob=6, turns=0, home=False).operating_turn("FW", step="")
    assert markers(table, "J3") == {"SSW": 0, "FW": BESIDE}


@pytest.mark.rule("1870-D.7.3-01", "1870-D.7.3-02")
@pytest.mark.parametrize(("edition", "slot"), [("designer", 1), ("mayfair", BESIDE)])
def test_a_spare_space_is_taken_before_a_kept_one_and_never_in_the_mayfair_edition(edition: str, slot: int):
    assert markers(connected("place", fort_worth="14", edition=edition), "J3") == {"SSW": slot}


@pytest.mark.rule("1870-D.7.3-01")
def test_a_destination_token_without_a_space_takes_the_next_that_opens():
    table = ssw_arrives().with_company("FW", "Bob", Bob=6).operating_turn("SSW", "token")
    finish(table, "place")
    assert markers(table, "J3") == {"FW": 0, "SSW": BESIDE}
    table.with_phase("2").operating_turn("FW").do("Bob", "lay", hex="J3", tile="14", rotation=0)
    assert markers(table, "J3") == {"FW": 0, "SSW": 1}


@pytest.mark.rule("1870-D.7.3-01", "1870-D.7.3-02", "1870-7.3-07")
@pytest.mark.parametrize(
    ("options", "slot", "income"),
    [({}, 0, 40), ({"edition": "mayfair"}, BESIDE, 60), ({"connection_tokens": "beside"}, BESIDE, 60)],
)
def test_destination_tokens_block_in_these_rules_and_not_in_the_mayfair_edition(
    options: dict[str, str], slot: int, income: int
):
    """The TP runs from Dallas through Fort Worth, where the SSW has a station marker, to Austin - or ends there."""
    table = connected("place", **options)
    assert markers(table, "J3") == {"SSW": slot}
    table.with_company("TP", "Cem", Cem=6).with_train("TP", "4").with_tile("J5", "57", 1).with_tile("J3", "57", 1)
    table.with_tile("J1", "7", 4).with_tile("K2", "8", 0).with_tile("L1", "8", 3).with_tile("M2", "57", 2)
    table.operating_turn("TP", "run").run_best("Cem")
    assert table.s.companies["TP"].last_run == income
