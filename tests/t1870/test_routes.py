"""Running trains: what a route is, how long, what it earns (8)."""

from __future__ import annotations

import pytest

from engine import Illegal, Unreadable
from engine.core.verbs import Text
from tests.positions.lines import lay, run, way
from tests.t1870.lines import may_not_run, row_b
from tests.t1870.table import Table


def loop_of_two_cities() -> Table:
    """Topeka and Kansas City joined twice: directly, and through C10."""
    table = Table()
    lay(table, "B9", "5", "E SE")
    lay(table, "B11", "5", "W SW")
    lay(table, "C10", "7", "NW NE")
    return table.with_company("ATSF", "Ann", Ann=6)


def fork() -> Table:
    """At C12 the line from Kansas City forks: to Springfield (E12) and to the town D9."""
    table = Table()
    lay(table, "B11", "57", "NW SE")
    lay(table, "C12", "23", "NW SE SW")
    lay(table, "D13", "8", "NW SW")
    lay(table, "E12", "57", "NE SW")
    lay(table, "D11", "8", "NE W")
    lay(table, "D9", "4", "E W")
    return table.with_company("SLSF", "Ann", Ann=6)


# --- what a route is


@pytest.mark.rule("1870-8-01", "1870-9.1.3-01")
def test_a_company_with_a_train_runs_for_its_income_and_one_without_does_not():
    table = row_b().with_train("ATSF", "2").operating_turn("ATSF", "run")
    assert run(table, "Ann", way(table, "2-0", "B9", "B11")) == 40
    assert table.verbs("Ann") and "dividend" in table.verbs("Ann")

    without = row_b().operating_turn("ATSF", "run")
    assert "run" not in without.verbs("Ann")
    assert "dividend" not in without.verbs("Ann")
    without.refused("Ann", "run", routes="none")
    without.refused("Ann", "dividend", kind="full")
    assert without.s.companies["ATSF"].last_run == 0


@pytest.mark.rule("1870-8-01")
def test_a_company_that_can_run_does_not_leave_its_trains_standing():
    table = row_b().with_train("ATSF", "2").operating_turn("ATSF", "run")
    table.refused("Ann", "skip")
    may_not_run(table, "Ann", "none", section="8.3")


@pytest.mark.rule("1870-8.2-01")
def test_a_route_that_is_too_long_is_refused_with_the_stops_it_has():
    table = row_b().with_train("ATSF", "2").operating_turn("ATSF", "run")
    assert may_not_run(table, "Ann", way(table, "2-0", "B9", "B11", "B13"), section="8.2") == (
        "the 2 train may visit at most 2 stops, and this route has 3: "
        "Topeka (B9) – Kansas City (B11) – the town in B13 (8.2)."
    )


@pytest.mark.rule("1870-8.1-01")
def test_a_route_has_a_city_with_the_own_token_and_one_more_stop():
    table = row_b().with_train("ATSF", "3").operating_turn("ATSF", "run")
    may_not_run(table, "Ann", way(table, "3-0", "B11", "B13"))
    may_not_run(table, "Ann", way(table, "3-0", "B9"))
    assert run(table, "Ann", way(table, "3-0", "B9", "B11", "B13")) == 50


@pytest.mark.rule("1870-8.1-01")
def test_a_token_at_an_off_board_area_is_a_token_to_run_from():
    table = lay(Table(), "M2", "57", "SW NE").with_company("SP", "Ann", Ann=6).with_train("SP", "2")
    table.operating_turn("SP", "run")
    assert run(table, "Ann", way(table, "2-0", "N1", "M2")) == 40


@pytest.mark.rule("1870-8.1-02")
def test_an_off_board_area_is_the_end_of_a_route_and_never_between():
    table = Table()
    lay(table, "B19", "14", "NE E W SW")
    lay(table, "B21", "8", "W NE")
    lay(table, "A20", "8", "SW E")
    table.with_company("GMO", "Ann", Ann=6).with_marker("GMO", "B19/c0").with_train("GMO", "3")
    lay(table, "B17", "9", "E W")
    lay(table, "B15", "8", "E NW")
    lay(table, "A14", "9", "E W")
    table.operating_turn("GMO", "run")
    may_not_run(table, "Ann", way(table, "3-0", "B19", "B21", "A22", "A20", "B19"))
    assert run(table, "Ann", way(table, "3-0", "B19", "B21", "A22")) == 70


@pytest.mark.rule("1870-8.1-03")
def test_a_train_does_not_come_to_the_same_city_twice():
    table = loop_of_two_cities().with_train("ATSF", "3").operating_turn("ATSF", "run")
    may_not_run(table, "Ann", way(table, "3-0", "B9", "B11", "C10", "B9"))
    assert run(table, "Ann", way(table, "3-0", "B9", "C10", "B11")) == 40


@pytest.mark.rule("1870-8.1-04")
def test_both_dot_cities_of_a_tile_count():
    table = Table()
    lay(table, "H13", "5", "W SW")
    lay(table, "H11", "8", "E SW")
    lay(table, "I10", "1", "W NE SW E")
    lay(table, "I8", "7", "E SE")
    lay(table, "J9", "3", "NW NE")
    table.with_company("MP", "Ann", Ann=6).with_marker("MP", "H13/c0").with_train("MP", "4")
    table.operating_turn("MP", "run")
    assert run(table, "Ann", way(table, "4-0", "H13", "H11", "I10.t0", "I8", "J9", "I10.t1")) == 50


@pytest.mark.rule("1870-8.1-05")
def test_a_train_does_not_use_a_section_of_track_twice():
    table = row_b().with_train("ATSF", "4").operating_turn("ATSF", "run")
    there_and_back = "4-0=B9/c0,B9.E,B11/c0,B11.E,B13/t0,B11.E,B11/c0"
    may_not_run(table, "Ann", there_and_back)
    assert run(table, "Ann", way(table, "4-0", "B9", "B11", "B13", "B15", "B17", "B19")) == 70


@pytest.mark.rule("1870-8.1-06", "1870-8.1-09")
def test_a_train_does_not_turn_back_where_two_sections_meet_at_an_edge():
    table = fork().with_train("SLSF", "2").operating_turn("SLSF", "run")
    may_not_run(table, "Ann", "2-0=E12/c0,E12.NE,D13.NW,C12.NW,C12.SW,D11.W,D9/t0")
    may_not_run(table, "Ann", "2-0=E12/c0,E12.NE,D13.NW,C12.SW,D11.W,D9/t0")
    assert run(table, "Ann", way(table, "2-0", "E12", "D13", "C12", "B11")) == 40


@pytest.mark.rule("1870-8.1-06", "1870-8.1-10")
def test_two_trains_do_not_share_the_edge_at_which_their_sections_meet():
    table = fork().with_marker("SLSF", "B11/c0").with_train("SLSF", "2", "2").operating_turn("SLSF", "run")
    may_not_run(
        table, "Ann", way(table, "2-0", "B11", "C12", "D13", "E12"), way(table, "2-1", "B11", "C12", "D11", "D9")
    )
    assert run(table, "Ann", way(table, "2-0", "B11", "C12", "D13", "E12")) == 40


@pytest.mark.rule("1870-8.1-10", "1870-8.1-11", "1870-8.3-03")
def test_two_trains_count_the_same_cities_on_different_track():
    table = loop_of_two_cities().with_train("ATSF", "2", "2").operating_turn("ATSF", "run")
    may_not_run(table, "Ann", way(table, "2-0", "B9", "B11"), way(table, "2-1", "B9", "B11"))
    assert run(table, "Ann", way(table, "2-0", "B9", "B11"), way(table, "2-1", "B9", "C10", "B11")) == 80


@pytest.mark.rule("1870-8.1-07")
def test_a_city_full_of_other_tokens_is_reached_and_counted_but_not_passed():
    table = row_b().with_company("MKT", "Bob", Bob=6).with_train("ATSF", "3").operating_turn("ATSF", "run")
    may_not_run(table, "Ann", way(table, "3-0", "B9", "B11", "B13"))
    assert run(table, "Ann", way(table, "3-0", "B7", "B9", "B11")) == 50


@pytest.mark.rule("1870-8.1-07")
def test_a_city_with_a_space_left_or_an_own_token_is_passed():
    table = row_b().with_company("MKT", "Bob", Bob=6).with_train("ATSF", "3")
    lay(table, "B11", "14", "E W NE SW").operating_turn("ATSF", "run")
    assert run(table, "Ann", way(table, "3-0", "B9", "B11", "B13")) == 60

    full = row_b().with_company("MKT", "Bob", Bob=6).with_train("ATSF", "3")
    lay(full, "B11", "14", "E W NE SW").with_marker("GMO", "B11/c0", 1).operating_turn("ATSF", "run")
    may_not_run(full, "Ann", way(full, "3-0", "B9", "B11", "B13"))

    own = row_b().with_company("MKT", "Bob", Bob=6).with_train("ATSF", "3")
    lay(own, "B11", "14", "E W NE SW").with_marker("ATSF", "B11/c0", 1).operating_turn("ATSF", "run")
    assert run(own, "Ann", way(own, "3-0", "B9", "B11", "B13")) == 60


@pytest.mark.rule("1870-8.1-08")
def test_a_company_that_has_not_started_does_not_block_its_home():
    table = row_b().with_train("ATSF", "3").operating_turn("ATSF", "run")
    assert not table.s.companies["MKT"].par
    assert run(table, "Ann", way(table, "3-0", "B9", "B11", "B13")) == 50


# --- how long


@pytest.mark.rule("1870-8.2-01")
@pytest.mark.parametrize(("train", "far"), [("2", 2), ("3", 3), ("4", 4), ("5", 5)])
def test_a_train_counts_as_many_stops_as_its_number_and_skips_none(train: str, far: int):
    table = row_b().with_train("ATSF", train).with_marker("ATSF", "B19/c0").operating_turn("ATSF", "run")
    line = ["B19", "B17", "B15", "B13", "B11", "B9", "B7"]
    stops = [index + 1 for index, hex_id in enumerate(line) if hex_id not in ("B17", "B15")]
    if far < 5:
        may_not_run(table, "Ann", way(table, f"{train}-0", *line[: stops[far]]), section="8.2")
    may_not_run(table, "Ann", f"{train}-0=B19/c0,B19.W,B17.W,B15.W,B13.W,B11/c0")
    best = {2: 40, 3: 50, 4: 70, 5: 80}[far]
    assert table.run_best("Ann").s.companies["ATSF"].last_run == best


# --- what it earns


@pytest.mark.rule("1870-8.3-01")
def test_a_route_earns_the_sum_of_its_stops_with_an_off_board_at_its_end():
    table = row_b("GMO")
    lay(table, "B21", "8", "W NE").with_marker("GMO", "B19/c0").with_train("GMO", "5").operating_turn("GMO", "run")
    assert run(table, "Ann", way(table, "5-0", "A22", "B21", "B19", "B17", "B15", "B13", "B11", "B9")) == 110


@pytest.mark.rule("1870-8.3-02", "1870-15.2-12")
def test_a_cattle_token_pays_its_company_ten_more():
    mine = row_b().with_sign("B11", "cattle", "ATSF").with_train("ATSF", "2").operating_turn("ATSF", "run")
    assert run(mine, "Ann", way(mine, "2-0", "B9", "B11")) == 50
    theirs = row_b().with_sign("B11", "cattle", "MKT").with_train("ATSF", "2").operating_turn("ATSF", "run")
    assert run(theirs, "Ann", way(theirs, "2-0", "B9", "B11")) == 40


@pytest.mark.rule("1870-8.3-04")
def test_a_better_route_that_exists_must_be_run():
    table = row_b().with_train("ATSF", "2").operating_turn("ATSF", "run")
    said = may_not_run(table, "Ann", way(table, "2-0", "B7", "B9"), section="8.3")
    assert "40" in said and "30" in said
    assert run(table, "Ann", way(table, "2-0", "B9", "B11")) == 40

    free = row_b(runs="free").with_train("ATSF", "2").operating_turn("ATSF", "run")
    assert run(free, "Ann", way(free, "2-0", "B7", "B9")) == 30


@pytest.mark.rule("1870-8.3-04")
def test_the_president_chooses_among_routes_of_the_same_worth():
    for other in ("B11", "C10"):
        table = loop_of_two_cities().with_train("ATSF", "2").operating_turn("ATSF", "run")
        hexes = ("B9", "B11") if other == "B11" else ("B9", "C10", "B11")
        assert run(table, "Ann", way(table, "2-0", *hexes)) == 40


def new_orleans(company: str = "TP") -> Table:
    """New Orleans, destination of the T&P, joined to Baton Rouge."""
    table = Table()
    lay(table, "N17", "57", "NW SE")
    lay(table, "M16", "8", "W SE")
    lay(table, "M14", "57", "E W")
    table.with_company(company, "Ann", Ann=6).with_marker(company, "N17/c0").with_train(company, "2")
    return table


@pytest.mark.rule("1870-8.3.1-01", "1870-11.5-01")
def test_a_city_is_doubled_before_the_port_is_added():
    plain = new_orleans().with_connected("TP").with_sign("N17", "closed port", "TP").operating_turn("TP", "run")
    assert run(plain, "Ann", way(plain, "2-0", "N17", "M16", "M14")) == 20 + 20 + 20

    doubled = new_orleans().with_connected("TP", doubled=True).with_sign("N17", "closed port", "TP")
    doubled.operating_turn("TP", "run")
    assert run(doubled, "Ann", way(doubled, "2-0", "N17", "M16", "M14")) == 2 * 20 + 20 + 20


@pytest.mark.rule("1870-8.3.1-02", "1870-11.5-01")
@pytest.mark.parametrize(("phase", "value"), [("1", 40), ("3", 40), ("4", 50), ("5", 50), ("6", 60), ("8", 60)])
def test_an_off_board_area_pays_by_phase_and_double_with_the_destination_token(phase: str, value: int):
    for doubled, times in ((False, 1), (True, 2)):
        table = row_b("IC")
        lay(table, "B21", "8", "W NE").with_marker("IC", "B19/c0").with_train("IC", "2").with_phase(phase)
        table.with_connected("IC", doubled=doubled).operating_turn("IC", "run")
        assert run(table, "Ann", way(table, "2-0", "B19", "B21", "A22")) == 20 + times * value


@pytest.mark.rule("1870-11.5-01")
def test_the_destination_is_doubled_at_the_end_of_a_run_and_not_between():
    table = row_b("GMO", runs="free").with_marker("GMO", "C18/c0").with_connected("GMO", doubled=True)
    for hex_id, tile, sides in (("C18", "57", "W E"), ("C16", "9", "W E"), ("C14", "8", "E NW"), ("C20", "7", "W NW")):
        lay(table, hex_id, tile, sides)
    lay(table, "B13", "141", "E W SE")
    lay(table, "B19", "6", "W SE").with_train("GMO", "3").operating_turn("GMO", "run")
    before = table.game
    assert run(table, "Ann", way(table, "3-0", "B13", "C14", "C16", "C18", "C20", "B19")) == 10 + 20 + 20
    table.game = before
    assert run(table, "Ann", way(table, "3-0", "C18", "C20", "B19", "B17", "B15", "B13")) == 2 * 20 + 20 + 10


def test_a_typed_route_is_refused_where_it_breaks_off_and_why():
    def told(table: Table, text: str) -> str:
        asked = table.game.values(table.seat("Ann"), "run")
        assert asked is not None and isinstance(asked[1], Text)
        with pytest.raises((Illegal, Unreadable)) as refused:
            asked[1].read(text)
        return str(refused.value)

    table = row_b().with_train("ATSF", "3", "3").operating_turn("ATSF", "run")
    assert told(table, "3: B9 B13") == ("no route leads from Topeka (B9) straight to the town in B13 (8.1).")
    assert told(table, "3: B9 B11 B9") == "the 3 train would visit Topeka (B9) twice (8.1)."
    assert told(table, "3: B9 B11; 3: B9 B11") == (
        "the track from Topeka (B9) to Kansas City (B11) is used by another train of the company (8.1)."
    )
    assert told(table, "3: C10 B9") == "There is no stop in C10 now."
    assert told(table, "3:") == "Name the stops to which the 3 train runs."
    full = table.with_company("MKT", "Bob", Bob=6, home=False).with_marker("MKT", "B11/c0")
    assert told(full, "3: B9 B11 B13") == "the 3 train may end at Kansas City (B11) but not run through it (8.1)."
    assert table.game.values(table.seat("Ann"), "run") is not None
