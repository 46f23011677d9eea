"""Routes: what a run may be, how long, and what it pays."""

from __future__ import annotations

import pytest

from engine.board.markers import printed_amount, stop_def
from tests.positions.lines import lay, may_not_run, run, way
from tests.t1830.table import Table, altoona

LINE = {"H14": "4", "H16": "57", "H10": "57", "H8": "57", "H6": "4", "H4": "57"}
"""Seven stops from Lancaster by Altoona to Columbus: cities, and towns in H14 and H6."""
WEST = ("H16", "H14", "H12", "H10", "H8", "H6", "H4")


def line(*kinds: str, phase: str = "2", **options: str) -> Table:
    """Ann's PRR on its line with these trains; any legal run will do."""
    table = Table(**{"runs": "free", **options}).with_company("PRR", "Ann", Ann=6).with_phase(phase)
    for hex_id, tile in LINE.items():
        lay(table, hex_id, tile, "E W")
    return table.with_train("PRR", *kinds)


def to_run(table: Table) -> Table:
    return table.operating_turn("PRR", "run")


@pytest.mark.rule("1830-routes-01")
def test_two_stops_or_more():
    table = to_run(line("2"))
    may_not_run(table, "Ann", way(table, "2-0", "H12"), section="routes")
    assert run(table, "Ann", way(table, "2-0", "H12", "H10")) == 30


@pytest.mark.rule("1830-routes-02")
def test_one_with_a_marker_of_its_own():
    table = to_run(line("2"))
    may_not_run(table, "Ann", way(table, "2-0", "H10", "H8"), section="routes")
    with_marker = to_run(line("2").with_marker("PRR", "H8/c0"))
    assert run(with_marker, "Ann", way(with_marker, "2-0", "H10", "H8")) == 40
    others = to_run(line("2").with_marker("NYC", "H8/c0"))
    may_not_run(others, "Ann", way(others, "2-0", "H10", "H8"), section="routes")


@pytest.mark.rule("1830-routes-03", "1830-routes-04", "1830-routes-05")
def test_full_cities_block():
    through = ("H12", "H10", "H8")
    table = to_run(line("3").with_marker("NYC", "H10/c0"))
    may_not_run(table, "Ann", way(table, "3-0", *through), section="routes")
    assert run(table, "Ann", way(table, "3-0", "H12", "H10")) == 30
    # Nor does it go through between two markers of the company's own.
    table = to_run(line("3").with_marker("NYC", "H10/c0").with_marker("PRR", "H8/c0"))
    may_not_run(table, "Ann", way(table, "3-0", *through), section="routes")
    for table in (line("3"), line("3").with_marker("PRR", "H10/c0")):
        assert run(to_run(table), "Ann", way(table, "3-0", *through)) == 50
    green = line("3").with_tile("H10", "14", 0).with_marker("NYC", "H10/c0")
    assert run(to_run(green), "Ann", way(green, "3-0", *through)) == 60
    full = green.with_marker("CPR", "H10/c0", 1)
    may_not_run(to_run(full), "Ann", way(full, "3-0", *through), section="routes")


@pytest.mark.rule("1830-routes-06")
@pytest.mark.parametrize("kind", ["2", "3", "4", "5", "6"])
def test_as_many_stops_as_the_train_says(kind: str):
    table, stops = to_run(line(kind)), int(kind)
    may_not_run(table, "Ann", way(table, f"{kind}-0", *WEST[: stops + 1]), section="routes")
    run(table, "Ann", way(table, f"{kind}-0", *WEST[2 - (stops > 5) : 2 + stops - (stops > 5)]))
    assert len(str(table.happened("ran")[0]["stops"]).split()) == stops


@pytest.mark.rule("1830-routes-07")
def test_a_d_makes_any_number_of_stops():
    table = to_run(line("D"))
    assert run(table, "Ann", way(table, "D-0", *WEST)) == 10 + 4 * 20 + 2 * 10


@pytest.mark.rule("1830-routes-08")
def test_the_best_run_is_made():
    table = to_run(line("3", runs="best"))
    for poor in (("H12", "H10"), ("H16", "H14", "H12")):
        may_not_run(table, "Ann", way(table, "3-0", *poor), section="routes")
    table.refused("Ann", "run", "routes", routes="none")
    assert run(table, "Ann", way(table, "3-0", "H12", "H10", "H8")) == 50
    assert Table().s.options["runs"] == "best"
    two = to_run(line("2", "2", runs="best"))
    may_not_run(two, "Ann", way(two, "2-0", "H12", "H10"), section="routes")
    assert run(two, "Ann", way(two, "2-0", "H12", "H10"), way(two, "2-1", "H12", "H14")) == 50


@pytest.mark.rule("1830-routes-09")
def test_towns_are_stops():
    table = to_run(line("2"))
    may_not_run(table, "Ann", way(table, "2-0", "H12", "H14", "H16"), section="routes")
    assert run(table, "Ann", way(table, "2-0", "H12", "H14")) == 20
    assert altoona().p.ground.track("H14").stops == ()


@pytest.mark.parametrize(
    ("phase", "worth"),
    [
        pytest.param("2", 40, marks=pytest.mark.rule("1830-routes-10")),
        pytest.param("4", 40, marks=pytest.mark.rule("1830-routes-10")),
        pytest.param("5", 70, marks=pytest.mark.rule("1830-routes-11")),
        pytest.param("D", 70, marks=pytest.mark.rule("1830-routes-11")),
    ],
)
def test_red_places(phase: str, worth: int):
    """The C&O runs from Cleveland (30) to Chicago."""
    table = Table().with_company("C&O", "Ann", Ann=6).with_train("C&O", "2").with_phase(phase)
    lay(lay(table, "G5", "8", "NE W"), "G3", "8", "E NW").operating_turn("C&O", "run")
    assert run(table, "Ann", way(table, "2-0", "F6", "G5", "G3", "F2")) == 30 + worth


@pytest.mark.rule("1830-routes-10", "1830-routes-11")
def test_what_red_places_pay():
    red = {"A9": (30, 50), "A11": (30, 50), "B24": (20, 30), "F2": (40, 70), "I1": (30, 60), "J2": (30, 60)}
    red["K13"] = (30, 40)
    for phase, later in (("2", 0), ("3", 0), ("4", 0), ("5", 1), ("6", 1), ("D", 1)):
        p = Table().with_phase(phase).p
        places = {stop.split("/")[0]: printed_amount(p, stop_def(p, stop)) for stop in p.d.map.off_board}
        assert places == {hex_id: values[later] for hex_id, values in red.items()}
