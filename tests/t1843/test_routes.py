"""What trains run and earn (8.6, 13.2)."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGE
from engine.board.markers import printed_amount, stop_def
from engine.board.network import reach_of
from engine.family.running import problem, trains_of
from engine.routes import Problem
from tests.t1843.table import Table, lay_track
from tests.t1870.lines import way


def line(*trains: str, phase: str = "brown", marker: str = "", **options: str) -> Table:
    """Nantes, Orléans, Versailles, a town, Nancy, Sarrebruck: 20, 20, 20, 10, 50, 70. The PO stands in Orléans."""
    table = Table(**options).with_phase(phase)
    table.with_company("PO", "Ann", par=79, treasury=0, Ann=4, Bob=2).with_train("PO", *trains)
    lay_track(table, "E8", "57", "SW NE")
    for hex_id, tile in {"F9": "9", "F11": "9", "F13": "57", "F15": "57", "F17": "9", "F19": "9"}.items():
        lay_track(table, hex_id, tile, "W E")
    table.with_tile("F21", "55", 1).with_tile("F23", "66", 1)
    return table.with_marker("PO", marker) if marker else table


def income(table: Table) -> int:
    """What the best run earns."""
    table.operating_turn("PO", "run").run_best("Ann")
    return sum(int(ran["amount"]) for ran in table.happened("ran"))


@pytest.mark.rule(
    "1843-13.2-01", "1843-13.2-02", "1843-13.2-03", "1843-13.2-06", "1843-13.2-07", "1843-13.2-08", "1843-8.6.1-20"
)
@pytest.mark.parametrize(
    ("train", "earns"),
    [
        ("2+1", 50),
        ("2", 40),
        ("4+1", 170),
        ("5+2", 190),
        ("3/5x2", 140 + 40),
        ("4/6x2", 160 + 40),
        ("5E", 180),
        ("8E", 190),
        ("Electric", 190),
    ],
)
def test_what_each_train_counts(train: str, earns: int):
    if train == "2":
        table = line("2+1")
        table._edit().s.trains["2+1-0"].kind = "2"
    else:
        table = line(train)
    assert income(table) == earns


@pytest.mark.rule("1843-13.2-02", "1843-8.6.2-01", "1843-8.6.1-05")
def test_a_route_may_end_at_a_town_and_need_not_use_all_its_length():
    table = line("2+1", marker="F23/c0").operating_turn("PO", "run")
    refusal = table.refused("Ann", "run", routes=way(table, "2+1-0", "F15", "F17", "F19", "F21.t0"))
    assert "station" in refusal or "marker" in refusal
    assert income(line("2+1", marker="F23/c0")) == 130
    assert income(line("2+1", marker="F23/c0", runs="free")) == 130


@pytest.mark.rule("1843-13.2-04", "1843-8.6.1-17", "1843-8.6.2-03")
def test_a_pair_runs_as_two_trains_that_share_no_track():
    both = line("3/5x2", marker="F15/c0")
    assert income(both) == 200
    assert sorted(int(ran["amount"]) for ran in both.happened("ran")) == [60, 140]


@pytest.mark.rule("1843-8.6-01")
def test_the_best_run_must_be_made():
    table = line("2+1").operating_turn("PO", "run")
    table.refused("Ann", "run", "8.6", routes=way(table, "2+1-0", "F13", "F15"))
    free = line("2+1", runs="free").operating_turn("PO", "run")
    free.do("Ann", "run", routes=way(free, "2+1-0", "F13", "F15"))
    assert free.happened("ran")[-1]["amount"] == 40


@pytest.mark.rule("1843-8.6.1-01", "1843-8.6.1-02", "1843-8.6.1-11", "1843-8.6.1-12", "1843-8.6.1-14")
def test_what_is_no_route():
    table = line("Electric", runs="free").operating_turn("PO", "run")
    for hexes in (
        ("F13",),
        ("F15", "F17", "F19", "F21.t0"),
        ("F13", "F15", "F13"),
        ("F13", "F15", "F17", "F15"),
    ):
        table.refused("Ann", "run", "8.6.1", routes=way(table, "Electric-1", *hexes))


@pytest.mark.rule("1843-8.6.1-06", "1843-8.6.1-07", "1843-8.6.1-10", "1843-8.6.1-13")
def test_cities_are_passed_with_a_free_space_or_an_own_marker():
    assert income(line("Electric")) == 190
    full = line("Electric").with_company("EST", "Bob", par=67, Bob=6).with_marker("EST", "F15/c0")
    assert income(full) == 60
    blocked = line("Electric").with_blocked("F15/c0")
    assert income(blocked) == 60
    assert income(line("Electric", marker="F15/c0")) == 190


@pytest.mark.rule("1843-8.6.1-03", "1843-9-04")
def test_off_board_places_are_ends():
    table = Table(runs="free").with_company("NOR", "Ann", par=79, Ann=6).with_train("NOR", "4+1")
    table.with_tile("C20", "X09", 0).with_tile("B19", "55", 1).operating_turn("NOR", "run")
    table.refused("Ann", "run", "8.6.1", routes=way(table, "4+1-0", "C20", "B21", "B19.t0"))
    table.do("Ann", "run", routes=way(table, "4+1-0", "C20", "B21"))
    assert table.happened("ran")[-1]["amount"] == 80


@pytest.mark.rule("1843-8.6.1-04", "1843-8.6.1-21")
@pytest.mark.parametrize(
    ("train", "edition", "earns"),
    [("2+1", "2016", 120), ("2+1", "2012", 100), ("4+1", "2016", 120), ("4+1", "2012", 120)],
)
def test_geneva_is_run_through_and_counts_as_a_town_in_the_later_edition(train: str, edition: str, earns: int):
    table = Table(edition=edition).with_company("PLM", "Ann", par=79, Ann=6).with_train("PLM", train)
    table.with_tile("J17", "X10", 0)
    lay_track(lay_track(lay_track(table, "J19", "9", "W E"), "I20", "8", "SE W"), "I18", "9", "W E")
    lay_track(table, "I16", "57", "W E").operating_turn("PLM", "run").run_best("Ann")
    assert table.happened("ran")[-1]["amount"] == earns


@pytest.mark.rule("1843-8.6.1-08")
def test_a_route_may_use_two_lines_of_one_tile():
    table = Table().with_company("PLM", "Ann", par=79, Ann=6).with_train("PLM", "2+1").with_tile("J17", "X10", 0)
    lay_track(table, "L17", "57", "SW NE").with_tile("K18", "19", 0)
    lay_track(lay_track(table, "J19", "7", "SW SE"), "K20", "7", "NW W").operating_turn("PLM", "run").run_best("Ann")
    assert table.happened("ran")[-1]["amount"] == 80


@pytest.mark.rule("1843-8.6.1-09", "1843-8.6.1-16", "1843-8.4.1-18", "1843-8.5.1-07")
def test_bridges_do_not_join_and_switches_lead_one_way():
    tiles = Table().p.d.tiles
    for name in ("16", "18", "19", "20", "21", "22", "625", "626"):
        assert all(len(others) == 1 for others in tiles[name].rotations[0].at.values()), name
    # Tile 23: from two sides to a third, never between the two.
    table = line("4+1", runs="free").with_tile("F17", "23", 1).with_tile("E16", "X05", 0).operating_turn("PO", "run")
    assert table.p.ground.track("F17").at == {EDGE["W"]: (EDGE["E"],), EDGE["NW"]: (EDGE["E"],), EDGE["E"]: (1, 2)}
    table.refused("Ann", "run", "8.6.1", routes=way(table, "4+1-0", "F15", "F17", "E16.c2"))
    assert not reach_of(table.p, "PO").comes_to("E16/c2")


@pytest.mark.rule("1843-8.4.1-17", "1843-8.5.1-06")
def test_a_trace_does_not_cross_an_edge_twice():
    table = Table().with_company("PO", "Ann", par=79, treasury=500, Ann=6)
    lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E").with_tile("F17", "23", 1)
    assert not reach_of(table.p, "PO").arrives("E16", EDGE["SE"])
    assert reach_of(table.p, "PO").arrives("F19", EDGE["W"])


@pytest.mark.rule("1843-8.6.1-15")
def test_a_route_may_visit_several_cities_of_paris():
    table = Table().with_phase("brown").with_company("PO", "Ann", par=79, home=False, Ann=6).with_train("PO", "5E")
    table.with_tile("E16", "X11", 0).with_marker("PO", "E16/c1")
    lay_track(lay_track(table, "D17", "7", "SW SE"), "E18", "7", "NW W").operating_turn("PO", "run").run_best("Ann")
    assert sorted(str(table.happened("ran")[-1]["stops"]).split()) == ["E16/c1", "E16/c2"]
    assert table.happened("ran")[-1]["amount"] == 160


@pytest.mark.rule("1843-8.6.1-18", "1843-8.6.1-19")
def test_trains_meet_in_a_city_on_track_of_their_own():
    table = Table().with_phase("green").with_company("PO", "Ann", par=79, Ann=6).with_train("PO", "2+1", "2+1")
    lay_track(table, "F13", "57", "W E").with_tile("E16", "X05", 0)
    lay_track(table, "F15", "14", "W E NE SW").with_marker("PO", "F15/c0")
    assert income(table) == 50 + 90
    switch = Table().with_phase("green").with_company("PO", "Ann", par=79, Ann=6).with_train("PO", "2+1", "2+1")
    lay_track(lay_track(switch, "F13", "57", "W E"), "F15", "57", "W E").with_marker("PO", "F15/c0")
    assert income(switch) == 40


@pytest.mark.rule("1843-8.6.2-02")
@pytest.mark.parametrize(
    ("phase", "gand", "brest", "geneva"),
    [("yellow", 20, 40, 40), ("green", 30, 40, 50), ("blue", 30, 40, 50), ("brown", 50, 40, 60), ("gray", 50, 50, 60)],
)
def test_values_by_phase_hold_until_the_next_colour(phase: str, gand: int, brest: int, geneva: int):
    p = Table().with_phase(phase).p
    assert [printed_amount(p, stop_def(p, stop)) for stop in ("B21/o0", "A6/c0", "J21/t0")] == [gand, brest, geneva]


def test_the_train_limit_is_part_of_the_problem():
    table = line("3/5x2")
    asked = problem(table.p, "PO", trains_of(table.p, "PO"))
    assert isinstance(asked, Problem)
    assert asked.train_limit == 3
