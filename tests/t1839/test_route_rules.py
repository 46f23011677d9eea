"""What a route may pass and what trains share, one rule a test (16.1, 16.2)."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGE, opposite
from engine.board.network import reach_of
from engine.core.state import Marker
from engine.family.route_text import read_routes
from engine.family.running import problem, trains_of
from engine.routes import Refused, Valued, value
from tests.positions.lines import lay, way
from tests.t1839.table import Table1839
from tests.t1839.test_routes import earns, give, line, ring


def standing(company: str, *stops: str, phase: str = "light green") -> Table1839:
    """The company has markers in these cities only; nobody waits for a home."""
    table = Table1839().with_privates_closed().with_phase(phase).with_company(company, "Ann", Ann=4)
    with table.arrange() as p:
        p.s.board.markers = [Marker(company, stop, 0) for stop in stops]
        for facts in p.s.companies.values():
            facts.home_placed = True
        p.board_changed()
    return table


def worth(table: Table1839, company: str, *ways: str) -> Valued | Refused:
    """What these routes earn, or why they may not be run."""
    asked = problem(table.p, company, trains_of(table.p, company))
    return value(asked, read_routes(table.p, ";".join(ways)))


@pytest.mark.rule("1839-16.2-18")
def test_two_trains_do_not_run_over_the_same_track():
    table = ring("2", "2")
    first, second = trains_of(table.p, "NCS")
    shared = worth(table, "NCS", way(table, first, "H13", "G14"), way(table, second, "G14", "H13"))
    assert isinstance(shared, Refused)
    assert "two trains" in shared.reason


@pytest.mark.rule("1839-16.2-19", "1839-16.1-01")
def test_two_trains_may_meet_in_cities_on_track_of_their_own_and_each_city_counts_once():
    table = ring("2", "2")
    first, second = trains_of(table.p, "NCS")
    apart = worth(table, "NCS", way(table, first, "H13", "G14"), way(table, second, "H13", "H15", "G14"))
    assert isinstance(apart, Valued)
    assert apart.total == 60


@pytest.mark.rule("1839-16.1-02")
def test_an_r_train_counts_again_what_another_has_counted():
    table = ring("2", "R5")
    first, second = trains_of(table.p, "NCS")
    apart = worth(table, "NCS", way(table, first, "H13", "G14"), way(table, second, "H13", "H15", "G14"))
    assert isinstance(apart, Valued)
    assert apart.total == 120


@pytest.mark.rule("1839-16.1-01")
def test_towns_count_once_like_cities():
    table = line("NCS", "2")
    stops = problem(table.p, "NCS", trains_of(table.p, "NCS")).stops
    assert {stop.kind for stop in stops if stop.once} == {"city", "town"}


@pytest.mark.rule("1839-16.1-03")
def test_an_off_board_counts_for_each_train():
    table = line("NCS", "2")
    stops = problem(table.p, "NCS", trains_of(table.p, "NCS")).stops
    off_boards = [stop for stop in stops if stop.kind == "offboard"]
    assert off_boards
    assert not any(stop.once for stop in off_boards)


@pytest.mark.rule("1839-16.2-07")
def test_a_route_takes_in_both_cities_of_amsterdam():
    table = standing("NCS", "G10/c0").with_tile("G10", "A425", 0).with_tile("H11", "631", 4)
    give(lay(table, "H9", "7", "NE E"), "NCS", "3")
    assert earns(table, "NCS") == 60 + 10 + 60 + 30, "and on to Overzeesch"


@pytest.mark.rule("1839-16.2-08", "1839-16.2-09")
def test_a_route_passes_a_hex_twice_on_two_lines_of_its_tile():
    table = standing("NCS", "E14/c0").with_tile("E16", "17", 2).with_tile("E18", "631", 3)
    lay(lay(lay(table, "E14", "57", "W E"), "D15", "58", "SE NE"), "F17", "7", "NW NE")
    give(table, "NCS", "3")
    assert earns(table, "NCS") == 20 + 10 + 10


@pytest.mark.rule("1839-16.2-11", "1839-16.2-04")
@pytest.mark.parametrize(("out", "beyond"), [("SE", "H15"), ("E", "G16"), ("W", "G12")])
def test_a_route_leaves_a_city_by_any_side(out: str, beyond: str):
    table = lay(standing("NCS", "H13/c0"), "H13", "57", "SW NE")
    name, turn = next(
        (name, turn)
        for name in ("14", "15", "619")
        for turn, track in enumerate(table.p.d.tiles[name].rotations)
        if {EDGE["SW"], EDGE[out]} <= set(track.exits)
    )
    table.with_tile("G14", name, turn)
    assert reach_of(table.p, "NCS").arrives(beyond, opposite(EDGE[out]))
