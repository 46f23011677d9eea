"""Where routes may go (8.6, 8.6.1)."""

from __future__ import annotations

import pytest

from engine.board.geometry import EDGE
from engine.board.network import reach_of
from engine.board.tiles import STOP
from tests.positions.lines import may_not_run, run, way
from tests.t1843.lines import TO_REIMS, TO_ROUEN, go, income, line, rouen, train, train_of
from tests.t1843.table import Table, lay_track


@pytest.mark.rule("1843-8.6.1-01", "1843-8.6.1-02", "1843-8.6.1-05", "1843-8.6.2-01", "1843-8.6.2-03")
def test_a_route_joins_two_stops_one_with_the_companys_station():
    table = go(rouen("2+1"))
    name = train(table)
    may_not_run(table, "Ann", way(table, name, "D9"), section="")
    may_not_run(table, "Ann", way(table, name, "D15", "D17", "E18", "E20"), section="")
    assert run(table, "Ann", way(table, name, *TO_ROUEN)) == 40


@pytest.mark.rule("1843-8.6-01")
def test_the_best_run_must_be_made():
    table = line("2+1").operating_turn("PO", "run")
    table.refused("Ann", "run", "8.6", routes=way(table, "2+1-0", "F13", "F15"))
    free = line("2+1", runs="free").operating_turn("PO", "run")
    free.do("Ann", "run", routes=way(free, "2+1-0", "F13", "F15"))
    assert free.happened("ran")[-1]["amount"] == 40


@pytest.mark.rule("1843-8.6-01")
def test_the_best_run_must_be_run():
    table = rouen("4+1")
    best = Table().game.state.options["runs"]
    assert best == "best"
    with table.arrange() as p:
        p.s.options["runs"] = "best"
    go(table)
    name = train(table)
    table.refused("Ann", "run", "8.6", routes=way(table, name, *TO_ROUEN))
    assert run(table, "Ann", way(table, name, *TO_REIMS)) == 60


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


@pytest.mark.rule("1843-8.6.1-11", "1843-8.6.1-14")
def test_no_edge_and_no_stop_twice():
    table = go(rouen("4+1"))
    name = train(table)
    may_not_run(table, "Ann", way(table, name, "D9", "D11", "D13", "D15", "D13", "D11", "D9"), section="")


@pytest.mark.rule("1843-8.6.1-06", "1843-8.6.1-07", "1843-8.6.1-10", "1843-8.6.1-13")
def test_cities_are_passed_with_a_free_space_or_an_own_marker():
    assert income(line("Electric")) == 190
    full = line("Electric").with_company("EST", "Bob", par=67, Bob=6).with_marker("EST", "F15/c0")
    assert income(full) == 60
    blocked = line("Electric").with_blocked("F15/c0")
    assert income(blocked) == 60
    assert income(line("Electric", marker="F15/c0")) == 190


@pytest.mark.rule("1843-8.6.1-06", "1843-8.6.1-07", "1843-8.6.1-13", "1843-8.6.1-10")
def test_through_an_own_or_free_city_but_not_a_full_one():
    table = go(rouen("4+1"))
    assert run(table, "Ann", way(table, train(table), *TO_REIMS)) == 60
    table = rouen("4+1").with_company("SO", "Bob", par=67, Bob=6, home=False).with_marker("SO", "D15/c0")
    may_not_run(go(table), "Ann", way(table, train(table), *TO_REIMS), section="")
    # It may end there.
    assert run(table, "Ann", way(table, train(table), *TO_ROUEN)) == 40
    table = rouen("4+1").with_marker("OU", "D15/c0")
    assert run(go(table), "Ann", way(table, train(table), *TO_REIMS)) == 60


@pytest.mark.rule("1843-8.6.1-17", "1843-8.6.1-12", "1843-8.6.1-18")
def test_two_trains_share_no_track_but_may_meet_in_a_city():
    table = go(rouen("2+1", "2+1"))
    first, second = [name for name, card in table.s.trains.items() if card.at == "OU"]
    may_not_run(table, "Ann", way(table, first, *TO_ROUEN), way(table, second, *TO_ROUEN), section="")
    table.with_marker("OU", "D15/c0")
    east = ("D15", "D17", "E18", "E20")
    assert run(table, "Ann", way(table, first, *TO_ROUEN), way(table, second, *east)) == 80


@pytest.mark.rule("1843-8.6.1-18", "1843-8.6.1-19")
def test_trains_meet_in_a_city_on_track_of_their_own():
    table = Table().with_phase("green").with_company("PO", "Ann", par=79, Ann=6).with_train("PO", "2+1", "2+1")
    lay_track(table, "F13", "57", "W E").with_tile("E16", "X05", 0)
    lay_track(table, "F15", "14", "W E NE SW").with_marker("PO", "F15/c0")
    assert income(table) == 50 + 90
    switch = Table().with_phase("green").with_company("PO", "Ann", par=79, Ann=6).with_train("PO", "2+1", "2+1")
    lay_track(lay_track(switch, "F13", "57", "W E"), "F15", "57", "W E").with_marker("PO", "F15/c0")
    assert income(switch) == 40


@pytest.mark.rule("1843-8.4.1-17", "1843-8.5.1-06")
def test_a_trace_does_not_cross_an_edge_twice():
    table = Table().with_company("PO", "Ann", par=79, treasury=500, Ann=6)
    lay_track(lay_track(table, "F13", "57", "W E"), "F15", "57", "W E").with_tile("F17", "23", 1)
    assert not reach_of(table.p, "PO").arrives("E16", EDGE["SE"])
    assert reach_of(table.p, "PO").arrives("F19", EDGE["W"])


# --- lines and cities of one tile


@pytest.mark.rule("1843-8.6.1-08")
def test_a_route_may_use_two_lines_of_one_tile():
    table = Table().with_company("PLM", "Ann", par=79, Ann=6).with_train("PLM", "2+1").with_tile("J17", "X10", 0)
    lay_track(table, "L17", "57", "SW NE").with_tile("K18", "19", 0)
    lay_track(lay_track(table, "J19", "7", "SW SE"), "K20", "7", "NW W").operating_turn("PLM", "run").run_best("Ann")
    assert table.happened("ran")[-1]["amount"] == 80


def crossing(tile: str, rotation: int, *trains: str) -> Table:
    """OU's line from Rennes to Rouen crosses D13 on a tile of two lines."""
    table = rouen(*trains, phase="green")
    return table.with_tile("D13", tile, rotation)


@pytest.mark.rule("1843-8.6.1-09", "1843-8.6.1-08")
def test_crossing_lines_do_not_join():
    """Tile 20 in D13: one line from W to E, another across it: the route goes straight, never round the corner."""
    turned = Table().p.d.tiles["20"].rotations
    rotation = next(r for r in range(6) if (1, 4) in {tuple(sorted(piece)) for piece in turned[r].pieces})
    table = go(crossing("20", rotation, "2+1"))
    assert run(table, "Ann", way(table, train(table), *TO_ROUEN)) == 40
    other = next(piece for piece in turned[rotation].pieces if tuple(sorted(piece)) != (1, 4))
    table = crossing("20", rotation, "2+1")
    table.with_private("LH", "closed")
    # Le Havre lies to the north-east of D13.
    assert 3 in other or 2 in other
    lay_track(table, "C14", "57", "SW NE")
    may_not_run(go(table), "Ann", way(table, train(table), "D9", "D11", "D13", "C14"), section="")


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


@pytest.mark.rule("1843-8.6.1-19", "1843-8.6.1-16", "1843-8.6.1-12")
def test_a_switch_serves_one_train_and_is_not_a_place_to_turn():
    """Tile 23 in D13: from the west to the east and to Le Havre in the north-east."""
    turned = Table().p.d.tiles["24"].rotations
    wanted = {(1, 4), (1, 3)}
    tile, rotation = next(
        (name, r)
        for name in ("23", "24")
        for r in range(6)
        if {tuple(sorted(piece)) for piece in Table().p.d.tiles[name].rotations[r].pieces} == wanted
    )
    table = crossing(tile, rotation, "2+1", "2+1")
    assert turned
    lay_track(table, "C14", "57", "SW NE").with_marker("OU", "D15/c0")
    go(table)
    first, second = [name for name, card in table.s.trains.items() if card.at == "OU"]
    # Both use the piece west of the switch.
    may_not_run(table, "Ann", way(table, first, *TO_ROUEN), way(table, second, "D9", "D11", "D13", "C14"), section="")
    may_not_run(table, "Ann", way(table, first, "D15", "D13", "C14"), section="")
    assert run(table, "Ann", way(table, first, "D9", "D11", "D13", "C14")) == 40


@pytest.mark.rule("1843-8.6.1-15")
def test_a_route_may_visit_several_cities_of_paris():
    table = Table().with_phase("brown").with_company("PO", "Ann", par=79, home=False, Ann=6).with_train("PO", "5E")
    table.with_tile("E16", "X11", 0).with_marker("PO", "E16/c1")
    lay_track(lay_track(table, "D17", "7", "SW SE"), "E18", "7", "NW W").operating_turn("PO", "run").run_best("Ann")
    assert sorted(str(table.happened("ran")[-1]["stops"]).split()) == ["E16/c1", "E16/c2"]
    assert table.happened("ran")[-1]["amount"] == 160


@pytest.mark.rule("1843-8.6.1-15")
def test_several_cities_of_one_hex_on_one_route():
    """Tile 59's two cities: into one and out of the other needs a way round; the cities are two stops."""
    table = Table().with_phase("green").with_tile("E12", "59", 0)
    stops = table.p.ground.track("E12").stops
    assert [stop.key for stop in stops] == ["c0", "c1"]
    table = loop(table)
    assert run(table, "Ann", loop_way(table)) == 80


def loop(table: Table) -> Table:
    """MID in Montauban: out of one city of J9 and back into the other over three hexes."""
    table = Table(runs="free").with_company("MID", "Ann", par=73, Ann=6, home=False).with_train("MID", "2+1")
    rotation = next(r for r in range(6) if set(table.p.d.tiles["10"].rotations[r].exits) == {1, 4})
    table.with_phase("green").with_tile("J9", "10", rotation)
    with table.arrange() as p:
        p.s.companies["MID"].home_placed = True
    table.with_marker("MID", "J9/c0")
    for hex_id, tile, sides in (
        ("J11", "7", "W NW"),
        ("I10", "9", "SE NW"),
        ("H9", "7", "SE SW"),
        ("I8", "9", "NE SW"),
        ("J7", "7", "NE E"),
    ):
        lay_track(table, hex_id, tile, sides)
    return table.operating_turn("MID", step="run")


def loop_way(table: Table) -> str:
    east = "c0" if 4 in _exits_of(table, "c0") else "c1"
    west = "c1" if east == "c0" else "c0"
    name = train_of(table, "MID")
    return way(table, name, f"J9.{east}", "J11", "I10", "H9", "I8", "J7", f"J9.{west}")


def _exits_of(table: Table, key: str) -> set[int]:
    track = table.p.ground.track("J9")
    index = [stop.key for stop in track.stops].index(key)
    return {end for piece in track.pieces for end in piece if STOP + index in piece and end < STOP}


@pytest.mark.rule("1843-13.2-01", "1843-13.2-02", "1843-8.6.1-20")
@pytest.mark.parametrize(
    ("kind", "part", "told"),
    [
        ("2+1", "", "the 2+1 train may visit at most 2 cities and off-board areas, and this route has 3: "),
        ("2x2 or 3+1", "/0.1", "the 2 train may visit at most 2 stops, and this route has 3: "),
        ("2x2 or 3+1", "/1.0", ""),
    ],
)
def test_a_route_that_is_too_long_is_refused_with_the_limit_of_the_train_that_runs(kind: str, part: str, told: str):
    table = go(rouen(kind))
    through = way(table, train(table, part), *TO_REIMS)
    if told:
        said = may_not_run(table, "Ann", through, section="13.2")
        assert said == f"{told}Rennes (D9) – Rouen (D15) – Reims (E20) (13.2)."
    else:
        assert run(table, "Ann", through) == 60
    short = go(rouen(kind))
    assert run(short, "Ann", way(short, train(short, part), *TO_ROUEN)) == 40
